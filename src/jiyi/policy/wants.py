"""What kind of answer a question wants, by its words as `shadow` gives them."""

from __future__ import annotations

from jiyi.language.regex import regex

WHEN = regex(
    r"\bwhen\b|\bwhat (?:date|day|month|year|time)|\bwhich (?:year|month|day)"
    r"|\bhow (?:long|many (?:days|weeks|months|years))"
    r"|什么时候|几号|哪天|哪年|几点|多久|何时|哪一?[天年月]|时间是"
)
MUCH = regex(r"\bhow (?:many|much|often|old|far|tall)\b|\bnumber of\b|几|多少|多大|多高|规模")
ANSWER = regex(
    r"\byou(?:'ve| have| had)? (?:said|mention\w*|recommend\w*|suggest\w*|told|tell|gave|give|list\w*|provid\w*"
    r"|share\w*|explain\w*|wrote|created?|made|help\w*|describ\w*)|\bremind me|\bwe (?:discuss\w*|talk\w*)"
    r"|\b(?:our|previous|earlier|last) (?:\w+ )?(?:conversation|chat|discussion)"
    r"|你.{0,4}(?:说|推荐|提到|建议|给|列|讲|告诉)"
)
ADVICE = regex(
    r"\brecommend|\bsuggest|\btips?\b|\badvice\b|\bideas?\b|\bshould i\b|\bwhat (?:can|could) i\b|推荐|建议|有什么好"
)
# Several things, each of them told in another conversation. In Chinese this was found to hold less, so it is not asked.
MANY = regex(
    r"^(?:(?:and|so|ok|okay|tell me|list)[, ]+)?(?:(?:in )?what|which|who|where|how many)\b.{0,40}?"
    r"\b(?!(?:does|is|was|has|this|his|us|\w+ss)\b)\w{2,}s\b.*\b(?:has|have|does|do|did|are|were|been)\b"
    r"|^list\b|\ball (?:the|my|of)\b"
)
OWN = regex(r"\b(?:i|my|me|we|our)\b|我")

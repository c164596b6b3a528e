"""Whether a sentence can be read by itself: a memory is shown months later, without what was said before it.

"It really helps me relax" points at something that is no longer there, "I love to" leaves out the word that matters.
Where the sentence itself names what a pronoun stands for ("I weighed myself, it's 82 kg") it may stay. What endangers
somebody is not asked: a safety fact is never dropped by a rule.
"""

from __future__ import annotations

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.tables import talk

# Begins with what was said before: "It helps me relax", "This picture reminds me of home", "Plus, it keeps me fit".
_EN_OPENS = regex(
    r"^(?:plus,? |also,? |and |but )?(?:it|this|that|these|those|they)(?:'s| is| are)?(?: (?:really|also|just|always|still|even|totally|all|so))*"
    r" (?:helps?|makes?|gives?|gave|keeps?|kept|boosts?|reminds?|brings?|brought|feels?|felt|means?|meant|allows?|lets?|motivates?|inspires?|calms?|relaxes|cheers?|changed|taught|teaches|helped|made|reminded|looks?|sounds?|seems?)\b"
    r"|^(?:plus,? |also,? )?(?:this|that|these|those) (?!(?:summer|winter|spring|autumn|fall|year|month|week|weekend|semester|term|season|quarter|christmas|time|morning|afternoon|evening)\b)[a-z]+ (?:remind|help|make|give|bring|look|feel|mean|inspire|is|was|are)"
)
# A verb of the user's, or of somebody close, whose object was named before: "My brother wrote it".
_SUBJECT = r"(?:i|we|(?:my|our) [a-z]+)(?:'m|'ve|'ll|'d|'re)?"
_NO_NOUN = r"(?!(?:the|an?|my|our|his|her|their|some|any|no|in|on|at|from|every|when|if|and|but|or|because)\b)"
_POINTED = r"(?:it|them|this|that|these|those|(?<!foot |feet |mber |rade |zone |year |room |type )one)(?=$|[,;.!]| (?:is|for|with|so|too|on|at|in|by|because|since|all|helps?|makes?|keeps?|gives?|calms?|really|up|out|back|every|last|again|as)\b)"
_EN_OBJECT = regex(
    rf"^{_SUBJECT}(?: {_NO_NOUN}[a-z']+){{1,5}}? {_POINTED}(?! (?:easy|slow|when|if|that|how|up to|to (?:the|level|work)))"
    rf"|^{_SUBJECT}(?: {_NO_NOUN}[a-z']+){{1,4}}? (?:to|about|of|into|from|with|like|playing|seen|read|watched) (?:this|that|these|those)\b"
    r"(?! (?:time|week|month|year|weekend|summer|winter|spring|autumn|fall|morning|evening|day|days|kind|sort|type|i|we|my|there)\b)"
)
_EN_ELLIPSIS = regex(
    r"^(?:i|we)\b[^,;]* (?:holding|doing|seeing|having|playing|reading|making|watching|using|trying|keeping|eating) (?:it|them|this|that|these|those)$|"
    r"^(?:i|we)\b[^,;]* (?:love|like|want|wanted|hope|need|loved|learn|hate|going|able|meaning|supposed|tend) to$"
    r"|^(?:i|we)(?:'ve)?(?: always| never| also| still)*(?: wanted| wished| meant)(?: to)?$|^(?:[a-z]+ )?(?:one|best|next)$"
    r"|^(?:i|we)(?:'ve)?(?: (?:always|never|still|also))* (?:have|had|has|will|was|were|am|are|do|did|does|used to|have been|always have)(?: (?:always|never|been|too|be))*$"
    r"|^(?:i |we |i've |just )?(?:had|have|got|bought|lost|broke|replaced|sold|fixed|need|want) (?:the|a) (?:left|right|other|first|second|third|last|new|old|bigger|smaller|same|red|blue|black|white) one\b"
)
# The half of a sentence: "After losing my job", "Especially after I failed the test".
_EN_HALF = regex(
    r"^(?:(?:after|before|while|without|by|since|despite|during) \w+ing|especially(?! (?:in|at|on|when|if|with|for) )|as soon as|rather than|instead of|as well as|speaking of)\b(?!.* (?:i|we) )[^,]*$"
    r"|^(?:since )?(?:we|i) (?:last (?:chat|chatted|spoke|talk|talked|met)|(?:spoke|talked|chatted|met) last|talked|spoke|chatted)\b[^;]*$"
    r"|^[^.]*, speaking of$|^my favou?rite (?:one|ones|part|thing)\b"
)
_ZH_OPENS = regex(
    r"^(?:而且|还有|另外)?(?:它|这(?!边|些年|几年|辈子|个人|两年|一年|年头)|那(?!边|时|年|会儿|阵子|口子)|其)(?:个(?![周月星学季])|些|样|种|让|使|能|会|真|对|可|也|都|就|很|样子)(?!.*(?<![让使给对帮令])我)"
)
_ZH_OBJECT = regex(
    r"^我(?:们)?(?:很|特别|非常|也|一直|超|最|真的|都|就|挺)*(?:喜欢|爱|想|要|买|用|看|玩|吃|做|学|写|选|试)(?:了|过|着)?(?:它|这个|那个|这些|那些|这样|那样)(?:了|的)?$"
)
_ZH_ELLIPSIS = regex(
    r"^我?(?:一直|其实|也|都|真的|还|很|特别|非常|就|总)*(?:很|特别|非常|真的)*(?:想|想要|想去|愿意|打算|准备|喜欢|爱|会)(?:的|啊|呀)?$"
)


def hangs(content: str) -> bool:
    """Whether a sentence only makes sense after what was said before it. Linear in its length."""
    seen = shadow(content).strip().rstrip(".!。！ ")
    if has_han(seen):
        return (_ZH_OPENS.match(seen) or _ZH_OBJECT.match(seen) or _ZH_ELLIPSIS.match(seen)) is not None
    return (
        _EN_OPENS.match(seen) or _EN_OBJECT.match(seen) or _EN_ELLIPSIS.match(seen) or _EN_HALF.match(seen)
    ) is not None


# What is said to the one who listens, or what one would like or may do: it changes nothing that is known.
_EN_TALK = regex(
    r"^(?:hey|hi|thanks?|thank you|congrat\w*)\b|\b(?:yours?|you're|you(?! (?:know|see)\b))\b|\btake a look\b"
    r"|^(?:plus,? |and |also |but )*(?:i|we)(?:'d| would| can| could| might| may| should)\b(?! (?:no longer|not))"
)
_ZH_TALK = regex(r"^(?:看来|看样子|听起来|感觉|希望|祝)|[你您]")


def is_talk(content: str) -> bool:
    """Whether a left clause only speaks to the one who listens, or of what might be. Linear in its length."""
    seen = shadow(content).strip()
    return (_ZH_TALK if has_han(seen) else _EN_TALK).search(seen) is not None


_EN_CHAT = regex(
    r"^(?:and |but |so |then |well |oh |hey |hi |yeah,? |yes,? |wow,? )*(?:thanks?|thank you|thx|that's|that|it's|it|it'll|this|these|those|they|they're|there|here|what|how|glad|congrat\w*|sorry|good luck|way to go|sounds?|looks?|agreed|definitely|absolutely|let|let's|keep|keep on|i'm sure|i think|i know|i guess|i hope|i bet|i won't|i'll|i will|i'd|gotta|together|hope|hey|hi|great|nice|cool|awesome|so far|one of|some of|nothing like|can't (?:wait|beat))\b(?! (?:my|our) )"
    r"|\b(?:thank(?:s| you)|appreciate|let me know|can't beat it|make a difference|makes? a (?:big |real )?difference|the best!|good luck|take care)\b"
    r"|^(?:we all|we both|everyone|people|life|kids|nature|art|music|family|love)\b(?!.*\b(?:my|our|i|me)\b)"
)
_ZH_CHAT = regex(
    r"^(?:谢|感谢|多谢|好的|太好了|真好|加油|祝|希望|相信|听起来|看起来|那就|没错|是啊|对啊|确实|当然|哈哈|人生|生活|大家|每个人)|谢谢|[你您]"
)


def is_chat(content: str) -> bool:
    """Whether a left clause is thanks, a remark, a cheer or a truth about the world. Linear in its length."""
    seen = shadow(content).strip()
    if talk.SMALL.match(seen) or talk.EXHORTS.search(seen):
        return True
    return (_ZH_CHAT if has_han(seen) else _EN_CHAT).search(seen) is not None

"""What a passage is like, beyond its words: does it ask, name a time or a number, speak of the speaker, tell what
the speaker did or likes?"""

from __future__ import annotations

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex

ASKS, ENDS_ASKING, TIMED, NUMBERED, SELF, TELLS, LIKES, ASIDE = 1, 2, 4, 8, 16, 32, 64, 128
LONGEST = 2_000  # characters that are looked at

_TIMED = regex(
    r"\b(?:yesterday|today|tomorrow|tonight|recently|since|ago|(?:last|next|this|past) (?:week|night|month|year|summer|"
    r"weekend|fall|autumn|winter|spring|mon|tue|wed|thu|fri|sat|sun)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"january|february|march|april|june|july|august|september|october|november|december|(?:19|20)\d\d)\b"
    r"|昨天|今天|明天|前天|后天|今晚|昨晚|上周|下周|这周|本周|上个?月|下个?月|去年|今年|明年|周[一二三四五六日末]|星期|礼拜|"
    r"\d+ ?[年月日号点天]|[一二三四五六七八九十两]+(?:年|个月|天|周|小时|点)|以前|最近|刚刚"
)
_NUMBERED = regex(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twice|couple|few|several|dozen|hundred|thousand)\b"
    r"|[一二三四五六七八九十百千万两]+[个只条次岁年月天人块元米公斤本张]"
)
_SELF = regex(r"\b(?:i|i'm|i've|i'll|i'd|my|me|mine|we|our|us)\b|我|咱|俺")
_TELLS = regex(
    r"\bi(?:'ve| have| had|'d)\b(?! to\b)"
    r"|\bi (?:(?:just|recently|finally|actually|already|also|usually|always|often) )?(?:got|went|bought|made|saw|met"
    r"|took|had|did|tried|was|used|found|lost|won|ate|ran|read|came|left|gave|said|told|[a-z]{3,}ed)\b"
    r"|\bmy (?:own|new|old|first|last|recent|current|favou?rite)\b"
    r"|我(?:刚|最近|已经|昨|前天|上周|上个|去年|今天|今年|小时候|之前|以前|一直|从)|我.{0,6}[了过]"
)
_LIKES = regex(
    r"\bi(?:'m| am|'ve been|'ve always| have always)? "
    r"(?:(?:really|also|particularly|especially|currently|just) )*"
    r"(?:a (?:big|huge) )?(?:like|love|enjoy|prefer|interested|into|fan|hate|dislike|passionate|obsessed"
    r"|working (?:on|in)|trying to|looking to|planning to|allergic)\b"
    r"|\bfavou?rite\b|\bas an? (?:aspiring|avid|fan)|\bmy own\b"
    r"|喜欢|爱好|偏爱|感兴趣|最爱|讨厌|不爱|我在(?:学|做|练)|我是个?"
)
_ASIDE = regex(
    r"\bby the way\b|\bspeaking of\b|\bactually\b|\bthat reminds me\b|\bi forgot to mention\b|对了|话说|顺便"
)
_BITS = (
    (TIMED, _TIMED),
    (NUMBERED, _NUMBERED),
    (SELF, _SELF),
    (TELLS, _TELLS),
    (LIKES, _LIKES),
    (ASIDE, _ASIDE),
)


def traits(text: str) -> int:
    """The bits of a passage."""
    seen = shadow(text[:LONGEST])
    found = ASKS if "?" in seen or "？" in seen else 0
    if seen.rstrip(" \n)）\"'”」🙂😊").endswith(("?", "？", "吗", "呢")):
        found |= ENDS_ASKING
    for bit, pattern in _BITS:
        if pattern.search(seen):
            found |= bit
    return found

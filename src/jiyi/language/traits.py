"""What a passage is like, beyond its words: does it ask, name a time or a number, speak of the speaker?"""

from __future__ import annotations

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex

ASKS, ENDS_ASKING, TIMED, NUMBERED, SELF = 1, 2, 4, 8, 16
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


def traits(text: str) -> int:
    """The bits of a passage."""
    seen = shadow(text[:LONGEST])
    found = ASKS if "?" in seen or "？" in seen else 0
    if seen.rstrip(" \n)）\"'”」🙂😊").endswith(("?", "？", "吗", "呢")):
        found |= ENDS_ASKING
    for bit, pattern in ((TIMED, _TIMED), (NUMBERED, _NUMBERED), (SELF, _SELF)):
        if pattern.search(seen):
            found |= bit
    return found

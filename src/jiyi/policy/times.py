"""The time that a question speaks of, and the question without what only says how to tell the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from jiyi.language.dates import DateMention, resolve
from jiyi.language.normalize import shadow
from jiyi.language.periods import Lean
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.language.tokens import terms

READ = 500  # characters of a question that are looked through for a time
LEFT = 2  # terms that a question keeps at least

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
_AMOUNT = {"a": 1, "an": 1, "the": 1, "few": 3, "couple": 2, "couple of": 2, "several": 4, "几": 3, "两": 2, "半": 0.5}
_AMOUNT |= {word: number for number, word in enumerate(_NUMBERS, 1)}
_AMOUNT |= {word: number for number, word in enumerate("一二三四五六七八九十", 1)}
_DAYS = {"day": 1, "weekend": 3, "week": 7, "month": 30, "year": 365, "天": 1, "日": 1, "周": 7, "星期": 7, "礼拜": 7}
_DAYS |= {"周末": 3, "月": 30, "年": 365}
_MANY = r"(?P<{0}>\d{{1,3}}|" + "|".join(_NUMBERS) + r"|an?|few|couple(?: of)?|several)"
_MANY_ZH = r"(?P<{0}>\d{{1,3}}|[一二三四五六七八九十两几半])"

# Up to now, not the calendar's last one: "in the past three months", "over the past week", "最近三个月".
_UP_TO_NOW = regex(
    rf"(?:\b(?:in|over|during|within|for|throughout) )?\b(?:the |these |my )?(?:last|past|previous) {_MANY.format('n')} (?P<unit>day|weekend|week|month|year)s\b"
    r"|(?:\b(?:in|over|during|within|for|throughout) )?\bthe past (?P<one>week|month|year)\b"
    rf"|(?:在)?(?:最近|过去|近|这)(?:的)?(?:这)?{_MANY_ZH.format('zn')}个?(?P<zunit>天|日|周|星期|礼拜|月|年)(?:以来|来|里|内|之内|间)?"
)
_ROLLING = ("last ", "past ", "previous ", "最近", "过去", "近", "这")  # one of them is in each
_CUTS = (*_ROLLING, "order", "earliest", "oldest", "newest", "latest", "please", "顺序", "次序", "从早到晚")
_CALENDAR = regex(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:19|20)\d\d|[\d一二三四五六七八九十]月|[\d十]号"
)
# A date that somebody has, not one at which something was said.
_BORN = regex(
    r"生日(?:是|在|为)|(?:过|的)生日|出生|生于|\bborn\b|\bbirthdays? (?:is|are|on|in|falls?)\b|\bwhose birthday\b"
)
_SINCE = regex(r"\bsince\b[^,.?!]*$|自从?[^，。？！]*$")
_SINCE_ZH = regex(r"^(?:以来|起|之后到现在|开始到现在)")
# Counted from a date: "the week before August 3", "8月3日前一周".
_BESIDE = regex(
    rf"(?:{_MANY.format('n')} |the )?(?P<unit>day|weekend|week|month|year)s? (?P<side>before|prior to|after|following) (?:the )?$"
)
_BESIDE_ZH = regex(
    rf"^(?:之|以)?(?P<side>前|后)(?:的)?{_MANY_ZH.format('n')}个?(?P<unit>天|日|周末|周|星期|礼拜|月|年)"
)
# Counted back from now, and not meant to the day: half a unit before and after.
_AGO = regex(
    rf"{_MANY.format('n')} (?P<unit>week|month)s? (?:ago|back)$|{_MANY_ZH.format('zn')}个?(?P<zunit>周|星期|礼拜|月)(?:以|之)?前$"
)
_SAYS_NOTHING = (
    "do did done happen happened happening talk talked say said tell told speak spoke discuss discussed mention go went meet"
    " up new going on day week month year about everything anything something"
)
_SAYS_NOTHING_ZH = regex(
    "我们?|你|都|有|干|做|说|聊|讲|谈|提|去|见|发生|经历|遇到|忙|告诉|还记得|记得|过|了|些|什么|啥|哪里?|哪儿|谁|事情?|的|在|吗|呢|是|和|跟|里|时候?|那|这|天|[\\W_]"
)
# How to tell the answer, not what it is about.
_ARRANGED = regex(
    r"\bwhat(?: is|'s|s) the (?:chronological )?order of\b|\b(?:in|by) (?:chronological|the right|date|time) order\b|\bin order\b"
    r"|,?\s*\b(?:from|ordered from|sorted from|starting (?:with|from)) (?:the )?(?:earliest|first|oldest|newest|latest) (?:one )?to (?:the )?(?:latest|last|newest|oldest|earliest)(?: one)?\b"
    r"|\bplease (?:list|tell me|give me)\b|(?:请)?按(?:照)?(?:时间|先后|发生)(?:的)?(?:先后)?(?:顺序|次序)(?:列出|排列|说说|排一下)?|从早到晚(?:地)?(?:列出|排列)?|的?先后顺序是(?:什么|怎样的?)"
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A time [since, until) in UTC. `dated`: by the calendar, so it is meant as it is said. `alone`: the question asks
    for what was then and for nothing else. `said`: where it stands."""

    since: datetime
    until: datetime
    dated: bool = False
    alone: bool = False
    said: tuple[int, int] = (0, 0)


def spoken_of(text: str, now: datetime, zone: str, *, ahead: bool) -> Spoken | None:
    """The time that a question speaks of: from the first of its mentions to the end of the last, those by the calendar
    before others; one that is past, else one to come where it asks what is planned. None when it speaks of none, or
    of now."""
    seen = shadow(text[:READ])
    if _BORN.search(seen):
        return None
    rolling = _up_to_now(seen, now)
    lean: Lean = "future" if ahead else "past"
    found = [_read(seen, one, now) for one in resolve(text[:READ], now, zone, lean=lean) if not _over(one, rolling)]
    found += rolling
    mentions = [one for one in found if one.until <= now] or [one for one in found if ahead and one.since > now]
    mentions = [one for one in mentions if one.dated] or mentions
    if not mentions:
        return None
    first, last = min(one.since for one in mentions), max(one.until for one in mentions)
    return Spoken(first, last, any(one.dated for one in mentions), _alone(seen, [one.said for one in found]))


def _alone(seen: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a question has nothing beside its times: "what did I do last week", "上周我说了什么"."""
    for start, end in sorted(spans, reverse=True):
        seen = f"{seen[:start]} {seen[end:]}"
    if has_han(seen):
        return not _SAYS_NOTHING_ZH.sub("", seen)
    return _empty().issuperset(terms(seen))


@cache
def _empty() -> frozenset[str]:
    """Terms that say nothing; not made at import, since that loads the stemmer."""
    return frozenset(terms(_SAYS_NOTHING))


def _over(mention: DateMention, rolling: Sequence[Spoken]) -> bool:
    return any(mention.start < one.said[1] and one.said[0] < mention.end for one in rolling)


def _up_to_now(seen: str, now: datetime) -> list[Spoken]:
    made: list[Spoken] = []
    if not any(word in seen for word in _ROLLING):
        return made
    for match in _UP_TO_NOW.finditer(seen):
        amount = _amount(match["n"] or match["zn"] or "a")
        days = amount * _DAYS[match["unit"] or match["one"] or match["zunit"]]
        made.append(Spoken(now - timedelta(days=days), now, said=match.span()))
    return made


def _amount(word: str) -> float:
    return int(word) if word.isdigit() else _AMOUNT[word]


def _read(seen: str, mention: DateMention, now: datetime) -> Spoken:
    """A mention with the words beside it: a week before it, or since then."""
    before, after = seen[: mention.start], seen[mention.end :]
    dated = not mention.relative or _CALENDAR.search(seen, mention.start, mention.end) is not None
    since, until = mention.since, mention.until
    ago = _AGO.fullmatch(seen, mention.start, mention.end)
    if ago is not None:
        unit = timedelta(days=_DAYS[ago["unit"] or ago["zunit"]])
        middle = now - _amount(ago["n"] or ago["zn"]) * unit
        since, until = middle - unit / 2, middle + unit / 2
    beside = _BESIDE.search(before) or _BESIDE_ZH.search(after)
    if beside is not None:
        wide = timedelta(days=_amount(beside["n"] or "a") * _DAYS[beside["unit"]])
        earlier = beside["side"] in ("before", "prior to", "前")
        since, until = (since - wide, since) if earlier else (until, until + wide)
    elif until <= now and (_SINCE.search(before) or _SINCE_ZH.search(after)):
        until = now
    return Spoken(since, until, dated, said=(mention.start, mention.end))


def plain(text: str) -> str:
    """The question without how its answer is to be told ("from earliest to latest") and times up to now, whose words
    others have who speak of another time; as it is where too little is left."""
    seen = shadow(text)
    if not any(word in seen for word in _CUTS):
        return text
    cuts = sorted((*_spans(seen, _ARRANGED), *_spans(seen, _UP_TO_NOW)))
    if not cuts:
        return text
    kept, at = [], 0
    for start, end in cuts:
        kept.append(text[at:start])
        at = max(at, end)
    left = re.sub(r"\s+(?=[\s?？!.,])", "", "".join([*kept, text[at:]])).strip(" ,，")
    return left if len(set(terms(left))) >= LEFT else text


def _spans(seen: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for match in pattern.finditer(seen):
        yield match.span()

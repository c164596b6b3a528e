"""When a text says something happens: mentions of dates and times in Chinese and English, and words for a date.

The rules read the words; nothing depends on the machine's own zone. Lunar festivals are left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from jiyi.errors import InvalidInput, NaiveTime
from jiyi.language import dates_en, dates_zh
from jiyi.language.normalize import shadow
from jiyi.language.periods import Found, Here, Lean, Period, Precision
from jiyi.language.regex import regex
from jiyi.language.script import has_han

_HINT_ZH = regex("[天日周月年号晚早点前后礼期夏冬春秋暑寒]|\\d{4}[-/.]|\\d[:：]\\d")
_HINT_EN = regex(
    r"day|tomorrow|night|week|month|year|quarter|ago\b|from now|back\b|morning|afternoon|evening|noon|o'clock|"
    r"\d ?[ap]\.?m\b|\d:\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|spring|summer|autumn|fall|winter|"
    r"(?:19|20)\d\d|\b\d+(?:st|nd|rd|th)|\bin (?:\d|an?\b|half|one|two|three)|"
    r"\b(?:mon|tue|wed|thu|fri|sat|sun)\b|hour|minute|christmas|halloween|valentine"
)
LONGEST = 20_000  # characters that are searched; what lies beyond is not a sentence to resolve


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMention:
    """A date or time in words.

    `text[start:end]` is the mention; it means [since, until) in UTC. `precision` is how finely it was said.
    `relative`: the meaning depends on when it was said (a missing year counts). `loose`: only a weekday, day or
    month was named and nothing around says which one, so it may be a habit.
    """

    start: int
    end: int
    since: datetime
    until: datetime
    precision: Precision
    relative: bool
    loose: bool = False


@lru_cache(maxsize=256)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise InvalidInput(f"unknown time zone {name!r}; use an IANA name such as 'Asia/Shanghai'") from error


def _local(at: datetime, zone: str) -> datetime:
    if at.tzinfo is None:
        raise NaiveTime("said_at has no time zone; pass an aware datetime")
    return at.astimezone(_zone(zone)).replace(tzinfo=None)


def _utc(local: datetime, zone: str) -> datetime:
    return local.replace(tzinfo=_zone(zone)).astimezone(UTC)


def _found(text: str, here: Here) -> list[Found]:
    """Mentions in both languages, left to right, none overlapping."""
    seen = shadow(text[:LONGEST])
    both: list[Found] = []
    if has_han(seen) or _ISO.search(seen):
        both += dates_zh.find(seen, here) if _HINT_ZH.search(seen) else []
    if _LATIN.search(seen) and _HINT_EN.search(seen):
        both += dates_en.find(seen, here)
    both.sort(key=lambda f: (f.start, -f.end))
    kept: list[Found] = []
    for found in both:
        between = seen[kept[-1].end : found.start] if kept else None
        if between is None or (found.start >= kept[-1].end and not _names_same_day(seen, found, between)):
            kept.append(found)
    return kept


_WEEKDAY = regex(r"(?:周|星期|礼拜)[一二三四五六日天]|(?:mon|tues|wednes|thurs|fri|satur|sun)day")


def _names_same_day(text: str, found: Found, between: str) -> bool:
    """Whether a weekday only explains the date before it: 12月3日（周四）, 3 December, Thursday."""
    near = len(between) <= 2 and not between.strip(" ,，(（")
    return near and _WEEKDAY.fullmatch(text, found.start, found.end) is not None


_ISO = regex(r"\d{4}[-/.]\d")
_LATIN = regex(r"[a-z]{2}")


def resolve(text: str, said_at: datetime, zone: str = "UTC", lean: Lean = "none") -> tuple[DateMention, ...]:
    """The dates and times that `text` mentions, left to right, as they were meant when it was said.

    `said_at` is aware (else NaiveTime); `zone` is the IANA name of the speaker's zone. `lean` decides where a
    weekday or a month without a year points when its clause does not tell: questions about memories pass "past".
    What repeats ("every Friday", 每周五, a birthday) is not a mention.
    """
    here = Here(_local(said_at, zone), lean)
    mentions = []
    for found in _found(text, here):
        try:
            since, until = _utc(found.period.begin, zone), _utc(found.period.end, zone)
        except OverflowError:
            continue
        mentions.append(
            DateMention(
                start=found.start,
                end=found.end,
                since=since,
                until=until,
                precision=found.period.precision,
                relative=found.relative,
                loose=found.loose,
            )
        )
    return tuple(mentions)


_ENGLISH = "January February March April May June July August September October November December"
_MONTH_NAMES = tuple(_ENGLISH.split())
_SEASONS = {3: ("春季", "spring"), 6: ("夏季", "summer"), 9: ("秋季", "autumn"), 12: ("冬季", "winter")}


def _day_zh(day: datetime, now: datetime | None) -> str:
    year = "" if now is not None and day.year == now.year else f"{day.year}年"
    return f"{year}{day.month}月{day.day}日"


def _day_en(day: datetime, now: datetime | None) -> str:
    year = "" if now is not None and day.year == now.year else f" {day.year}"
    return f"{day.day} {_MONTH_NAMES[day.month - 1]}{year}"


def _zh(period: Period, now: datetime | None) -> str:
    begin, last = period.begin, period.end - timedelta(seconds=1)
    if period.precision == "year":
        return f"{begin.year}年"
    if period.precision == "season":
        name = _SEASONS.get(begin.month, ("", ""))[0] if begin.month % 3 == 0 else f"第{begin.month // 3 + 1}季度"
        return f"{begin.year}年{name}"
    if period.precision == "month":
        tail = "" if begin.month == last.month else f"至{last.month}月"
        return f"{begin.year}年{begin.month}月{tail}"
    if period.precision == "minute":
        return f"{_day_zh(begin, now)}{begin:%H:%M}"
    if period.about is not None:
        return f"{_day_zh(period.about, now)}前后"
    if last.date() == begin.date():
        return _day_zh(begin, now)
    same = begin.month == last.month and begin.year == last.year
    return f"{_day_zh(begin, now)}至{f'{last.day}日' if same else _day_zh(last, begin)}"


def _en(period: Period, now: datetime | None) -> str:
    begin, last = period.begin, period.end - timedelta(seconds=1)
    if period.precision == "year":
        return str(begin.year)
    if period.precision == "season":
        name = _SEASONS[begin.month][1] if begin.month % 3 == 0 else f"Q{begin.month // 3 + 1}"
        return f"{name} {begin.year}"
    if period.precision == "month":
        head = "" if begin.month == last.month else f"{_MONTH_NAMES[begin.month - 1]}–"
        return f"{head}{_MONTH_NAMES[last.month - 1]} {last.year}"
    if period.precision == "minute":
        return f"{_day_en(begin, now)}, {begin:%H:%M}"
    if period.about is not None:
        return f"around {_day_en(period.about, now)}"
    if last.date() == begin.date():
        return _day_en(begin, now)
    if begin.month == last.month:
        return f"{begin.day}–{_day_en(last, now)}"
    return f"{_day_en(begin, last)} – {_day_en(last, now)}"


def describe(
    at: datetime, now: datetime, zone: str, language: str, precision: Precision = "day", *, year: bool = False
) -> str:
    """The date of `at` in words, in the speaker's zone: "6月3日", "2025年6月3日"; "on 3 June", "on 3 June 2025".

    The year is left out when it is that of `now`, unless `year`. With precision "month" or "year": "2025年6月",
    "in June 2025". Chinese for "zh" and "mixed", else English.
    """
    local, today = _local(at, zone), _local(now, zone)
    chinese = language in ("zh", "mixed")
    if precision in ("month", "year"):
        month = "" if precision == "year" else (f"{local.month}月" if chinese else f"{_MONTH_NAMES[local.month - 1]} ")
        return f"{local.year}年{month}" if chinese else f"in {month}{local.year}"
    since = None if year else today
    return _day_zh(local, since) if chinese else f"on {_day_en(local, since)}"


_NOTE = regex(r"[（(][^（()）]{0,60}\d[^（()）]{0,60}[）)]")
_SAID_ALREADY = regex(r"\s?[（(][^（()）]{0,24}\d[^（()）]{0,24}[）)]")


def absolute(text: str, said_at: datetime, zone: str = "UTC", lean: Lean = "none") -> str:
    """The text with the calendar date put behind each relative mention, readable as before.

    "上周五我们搬家了" -> "上周五（2026年11月20日）我们搬家了"; "I moved last month." -> "I moved last month
    (October 2026)." Left as they are: times of the day alone, full dates, habits, mentions that may be habits, and
    mentions that already have a date behind them. Applying it twice is applying it once. `lean` as for `resolve`.
    """
    here = Here(_local(said_at, zone), lean)
    out: list[str] = []
    last = 0
    notes = [match.span() for match in _NOTE.finditer(text)]
    for found in _found(text, here):
        if not found.relative or found.loose or _SAID_ALREADY.match(text, found.end):
            continue
        if any(a < found.start < b for a, b in notes):
            continue
        mention = text[found.start : found.end]
        period = found.period
        if period.precision in ("hour", "part") or (period.precision == "minute" and not _counts_minutes(mention)):
            begin = period.begin - timedelta(seconds=1) if period.begin.hour == 0 else period.begin
            begin = (begin if "晚" in mention or "night" in mention.lower() else period.begin).replace(
                hour=0, minute=0, second=0
            )
            period = Period(begin, begin + timedelta(days=1), "day")
        note = f"（{_zh(period, None)}）" if has_han(mention) else f" ({_en(period, None)})"
        out += (text[last : found.end], note)
        last = found.end
    return "".join([*out, text[last:]])


_OFFSETS = regex("[前后]|ago|from now|back|hence|\\bin\\b", re.IGNORECASE)


def _counts_minutes(mention: str) -> bool:
    """Whether a mention is so many minutes or hours from now, rather than a clock time on a day."""
    return _OFFSETS.search(mention) is not None and not re.search("天|day|晚上|下午", mention)

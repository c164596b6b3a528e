"""Stretches of calendar time as a person means them, in the person's own local time.

Everything here is naive local time; `jiyi.language.dates` goes to and from UTC. Weeks begin on Monday; seasons are
those of the northern hemisphere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from jiyi.language.regex import regex

Precision = Literal["year", "season", "month", "week", "day", "part", "hour", "minute"]
Lean = Literal["past", "future", "none"]

DAY = timedelta(days=1)
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}  # first month of each
PARTS = {  # hours of the day, [from, to)
    "small hours": (0, 6),
    "morning": (6, 12),
    "noon": (11, 13),
    "afternoon": (12, 18),
    "evening": (18, 24),
}
NEAR = 183  # days within which an unnamed year is guessed when nothing says past or future


@dataclass(frozen=True, slots=True)
class Period:
    """[begin, end) in local time. `precision` is how finely it was said; `about` the day it was counted to."""

    begin: datetime
    end: datetime
    precision: Precision
    about: datetime | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A mention in a text: its span, what it means, and whether that depends on when it was said.

    `loose`: a weekday, month or day without a hint which one is meant, so it may as well be a habit.
    """

    start: int
    end: int
    period: Period
    relative: bool = True
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Here:
    """The moment of speaking, local and naive. `lean` tells which way an ambiguous mention points."""

    now: datetime
    lean: Lean = "none"

    @property
    def today(self) -> datetime:
        return self.now.replace(hour=0, minute=0, second=0, microsecond=0)

    @property
    def monday(self) -> datetime:
        return self.today - self.today.weekday() * DAY


def day(begin: datetime) -> Period:
    return Period(begin, begin + DAY, "day")


def days_from(here: Here, offset: int) -> Period:
    return day(here.today + offset * DAY)


def week(here: Here, offset: int) -> Period:
    begin = here.monday + 7 * offset * DAY
    return Period(begin, begin + 7 * DAY, "week")


def weekend(here: Here, offset: int) -> Period:
    begin = here.monday + (7 * offset + 5) * DAY
    return Period(begin, begin + 2 * DAY, "day")


def weekday_of_week(here: Here, offset: int, weekday: int) -> Period:
    return day(here.monday + (7 * offset + weekday) * DAY)


def nearest_weekday(here: Here, weekday: int) -> Period:
    """A weekday that was only named: the last one when the talk is of the past, else the next (today counts)."""
    ahead = (weekday - here.today.weekday()) % 7
    if here.lean == "past" and ahead:
        ahead -= 7
    return days_from(here, ahead)


def month_at(year: int, number: int) -> Period:
    """A calendar month; `number` may be outside 1–12. Raises ValueError far from our time."""
    year, index = year + (number - 1) // 12, (number - 1) % 12
    begin = datetime(year, index + 1, 1)  # noqa: DTZ001 - local time on purpose
    end = datetime(year + index // 11, (index + 1) % 12 + 1, 1)  # noqa: DTZ001
    return Period(begin, end, "month")


def month(here: Here, offset: int) -> Period:
    return month_at(here.now.year, here.now.month + offset)


def year_at(year: int) -> Period:
    return Period(datetime(year, 1, 1), datetime(year + 1, 1, 1), "year")  # noqa: DTZ001


def season_at(year: int, season: str) -> Period:
    """A season by the year in which it begins."""
    begin = month_at(year, SEASONS[season]).begin
    return Period(begin, month_at(year, SEASONS[season] + 3).begin, "season")


def season_near(here: Here, season: str, offset: int) -> Period:
    """This (0), the last (-1) or the next (1) season of that name. The last one is over, the next not begun."""
    around = [season_at(here.now.year + step, season) for step in (-2, -1, 0, 1, 2)]
    if offset < 0:
        return [p for p in around if p.end <= here.now][offset]
    if offset > 0:
        return [p for p in around if p.begin > here.now][offset - 1]
    return next(p for p in around if p.end > here.now) if here.lean != "past" else around[2]


def day_in(period: Period, number: int) -> Period | None:
    """The `number`th day of a month, None where there is none."""
    begin = period.begin + (number - 1) * DAY
    return day(begin) if number >= 1 and begin < period.end else None


def stretch(period: Period, part: str) -> Period:
    """The early, middle or late third of a month; the first or last months of a year."""
    begin, end = period.begin, period.end
    if period.precision == "month":
        edges = {"early": (begin, begin + 10 * DAY), "middle": (begin + 10 * DAY, begin + 20 * DAY)}
        first, last = edges.get(part, (begin + 20 * DAY, end))
        return Period(first, last, "week")
    months = {"early": (1, 3), "middle": (6, 8), "late": (11, 13), "first half": (1, 7), "second half": (7, 13)}
    low, high = months[part]
    return Period(month_at(begin.year, low).begin, month_at(begin.year, high).begin, "month")


def pick_year(here: Here, make: Callable[[int], Period | None]) -> Period | None:
    """A date without its year: of the past, of the future, or the one nearest to now."""
    around = [p for step in (-1, 0, 1) if (p := make(here.now.year + step)) is not None]
    if not around:
        return None
    if here.lean == "past":
        return max((p for p in around if p.begin <= here.now), key=lambda p: p.begin, default=around[0])
    if here.lean == "future":
        return min((p for p in around if p.end > here.now), key=lambda p: p.begin, default=around[-1])
    return min(around, key=lambda p: abs((p.begin - here.today).days))


def yearly(here: Here, month_number: int, number: int, shift: int) -> Period | None:
    """A yearly day: the last (-1), this year's (0) or the next (1) one."""
    around = [p for step in (-1, 0, 1) if (p := day_in(month_at(here.now.year + step, month_number), number))]
    if shift < 0:
        return max((p for p in around if p.end <= here.now), key=lambda p: p.begin, default=None)
    if shift > 0:
        return min((p for p in around if p.begin > here.now), key=lambda p: p.begin, default=None)
    return next((p for p in around if p.begin.year == here.now.year), None)


def at_hour(date: Period, hour: int, minute: int | None) -> Period:
    """A time of the day on a date; hour may be 24 (the end of the day)."""
    begin = date.begin.replace(hour=0, minute=0) + timedelta(hours=hour, minutes=minute or 0)
    if minute is None:
        return Period(begin, begin + timedelta(hours=1), "hour")
    return Period(begin, begin + timedelta(minutes=1), "minute")


def part_of(date: Period, part: str) -> Period:
    low, high = PARTS[part]
    return Period(date.begin + timedelta(hours=low), date.begin + timedelta(hours=high), "part")


def moved(here: Here, unit: str, amount: float) -> Period | None:
    """So many units from now (negative: ago), as finely as people mean it. None when it leaves the calendar."""
    try:
        if unit in ("second", "minute", "hour"):
            seconds = {"second": 1, "minute": 60, "hour": 3600}[unit] * amount
            begin = here.now.replace(second=0, microsecond=0) + timedelta(seconds=seconds)
            return Period(begin, begin + timedelta(minutes=1), "minute")
        if unit == "day":
            return days_from(here, round(amount))
        if unit == "week":
            begin = here.today + round(amount * 7) * DAY
            return replace(week(replace(here, now=begin), 0), about=begin)
        if unit == "month":
            return month(here, round(amount))
        if amount % 1:
            return month(here, round(amount * 12))
        return year_at(here.now.year + round(amount))
    except (ValueError, OverflowError):
        return None


_EDGE = regex("[，。！？；,!?;\n]|[.](?=\\s|$)")
REACH = 40  # characters on each side that may say which way a mention points


def clause_around(text: str, start: int, end: int) -> str:
    """The clause that a mention stands in, without the mention, at most REACH characters to each side."""
    left = text[max(0, start - REACH) : start]
    right = text[end : end + REACH]
    cut = max((m.end() for m in _EDGE.finditer(left)), default=0)
    stop = _EDGE.search(right)
    return left[cut:] + "\0" + (right[: stop.start()] if stop else right)

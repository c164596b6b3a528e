"""What was held when: any day, and how much it was over the last months."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from starlette.responses import Response

from jiyi.server.page.known import FIRST, ORDER, date_of, end_of, sureness
from jiyi.server.page.view import View

MONTHS = 12  # that the chart shows
HEIGHT = 100  # units of its highest bar


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """How much was held at a month's end (or today), and where its bar stands."""

    day: str
    count: int
    x: int
    height: float


async def timeline(view: View) -> Response:
    """The chart, and a day's memories by kind. Pending ones count for no day."""
    zone = ZoneInfo(view.serving.settings.zone)
    today = view.serving.figures.now().astimezone(zone).date()
    log = await view.ask("changes", since=0, limit=1)
    first = min(today, log[0].at.astimezone(zone).date()) if log else today
    chosen = date_of(view.asked("day") or today.isoformat())
    day = chosen.isoformat()
    at = end_of(day, zone.key)
    found = [(kind, await view.ask("list", kinds=[kind.value], as_of=at, limit=FIRST)) for kind in ORDER]
    groups = [(kind, page) for kind, page in found if page.total]
    return view.html(
        "_day.html" if view.partly else "timeline.html",
        day_=day,
        groups=groups,
        months=await _months(view, today),
        first=first.isoformat(),
        days=max(1, (today - first).days),
        at=min(max(0, (chosen - first).days), max(1, (today - first).days)),
        today=today.isoformat(),
        before=_beside(chosen, -1),
        after=_beside(chosen, 1),
        sureness=sureness,
    )


def _beside(day: date, days: int) -> str:
    """The day before or after; none at the ends of the calendar."""
    try:
        return (day + timedelta(days=days)).isoformat()
    except OverflowError:
        return ""


async def _months(view: View, today: date) -> list[Month]:
    """The ends of the last months, oldest first, and today."""
    ends = [today]
    while len(ends) < MONTHS:
        ends.append(ends[-1].replace(day=1) - timedelta(days=1))
    zone = view.serving.settings.zone
    counts = []
    for one in reversed(ends):
        page = await view.ask("list", as_of=end_of(one.isoformat(), zone), limit=1)
        counts.append((one.isoformat(), page.total))
    most = max(count for _, count in counts) or 1
    return [
        Month(day=day, count=count, x=number * 50, height=round(HEIGHT * count / most, 1))
        for number, (day, count) in enumerate(counts)
    ]

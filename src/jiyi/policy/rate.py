"""How many memories a user's conversations may add: a bound on what a flood of talk, or a program gone wild, can write.

Counted by when things were said, not by when they are judged, so that taking in a long history is no flood.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta

from jiyi.settings import JudgeSettings

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def used_up(times: Sequence[datetime], at: datetime, settings: JudgeSettings) -> str:
    """Why a memory of something said `at` is one too many, "" when it is not. `times` are those when the memories that
    conversations have already added were said, in order."""
    last = bisect_right(times, at)
    for span, most, name in ((HOUR, settings.per_hour, "an hour"), (DAY, settings.per_day, "a day")):
        if most is not None and last - bisect_left(times, at - span) >= most:
            return f"too many at once: {most} memories {name} are kept"
    return ""


def least(settings: JudgeSettings) -> int | None:
    """The fewest memories with which the rate can be used up; None when it has no bound."""
    return min((one for one in (settings.per_hour, settings.per_day) if one is not None), default=None)

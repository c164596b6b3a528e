"""What to forget by rule: a pure function from memories, episodes and `now` to a plan that can be shown first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from jiyi.errors import NaiveTime
from jiyi.records import Episode, Kind, MemoryRecord, Status
from jiyi.settings import ForgetSettings

ForgetAction = Literal["archive", "erase", "expire", "ask"]
STANDING = {Kind.PREFERENCE: 0.3, Kind.INSTRUCTION: 0.4, Kind.RELATIONSHIP: 0.2, Kind.FACT: 0.1}
ACTIONS: tuple[ForgetAction, ...] = ("expire", "archive", "erase", "ask")


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetItem:
    """One thing to do: `archive` a memory (it can be restored), `expire` one whose time is over (archived too),
    `erase` an episode past its retention, or `ask` whether a preference still holds."""

    id: str
    action: ForgetAction
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetPlan:
    """All that the rules would do now, each item with its reason. Nothing happens until it is applied."""

    items: tuple[ForgetItem, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.items)

    def ids(self, action: ForgetAction) -> tuple[str, ...]:
        """The ids under one action."""
        return tuple(item.id for item in self.items if item.action == action)


def plan(
    memories: Sequence[MemoryRecord], episodes: Sequence[Episode], now: datetime, settings: ForgetSettings
) -> ForgetPlan:
    """What of these to archive, expire, erase and ask about at `now`.

    Only current memories are touched, and a protected one is neither archived nor expired. In `meta`,
    `asked_at` and `confirmed_at` (ISO 8601) count as the last time that a preference was confirmed, so that a
    question is not asked again before `confirm_days` are over. The same input gives the same plan in any order,
    and planning again after applying gives no further item. Raises NaiveTime.
    """
    if now.tzinfo is None:
        raise NaiveTime("`now` has no time zone")
    current = [memory for memory in memories if memory.status is Status.CURRENT]
    items = [item for memory in current if (item := _judge(memory, now, settings)) is not None]
    leaving = {item.id for item in items if item.action != "ask"}
    if settings.capacity is not None:
        over = _over_capacity([memory for memory in current if memory.id not in leaving], now, settings)
        crowded = {item.id for item in over}
        items = [item for item in items if item.id not in crowded] + over
    items += _old_episodes(episodes, now, settings)
    return ForgetPlan(items=tuple(sorted(items, key=lambda item: (ACTIONS.index(item.action), item.id))))


def _judge(memory: MemoryRecord, now: datetime, settings: ForgetSettings) -> ForgetItem | None:
    """The first rule that speaks of this memory."""
    if not memory.protected:
        reason = _expired(memory, now, settings)
        if reason:
            return ForgetItem(id=memory.id, action="expire", reason=reason)
        reason = _faded(memory, now, settings)
        if reason:
            return ForgetItem(id=memory.id, action="archive", reason=reason)
    if memory.kind is Kind.PREFERENCE and _past(confirmed_at(memory), settings.confirm_days, now):
        reason = f"preference not confirmed for {_days(settings.confirm_days)}: does it still hold?"
        return ForgetItem(id=memory.id, action="ask", reason=reason)
    return None


def _expired(memory: MemoryRecord, now: datetime, settings: ForgetSettings) -> str:
    if memory.expires_at is not None:
        return f"its time ended on {memory.expires_at:%Y-%m-%d}" if memory.expires_at <= now else ""
    if memory.kind is Kind.STATE and _past(_last_said(memory), settings.state_days, now):
        return f"task progress older than {_days(settings.state_days)}"
    return ""


def _faded(memory: MemoryRecord, now: datetime, settings: ForgetSettings) -> str:
    if memory.kind is Kind.EVENT and _past(_last_touched(memory), settings.event_days, now):
        return f"event not recalled for {_days(settings.event_days)}"
    never = memory.recall_count == 0 and memory.last_recalled_at is None
    if memory.confidence < settings.doubtful_below and never and _past(_last_said(memory), settings.doubtful_days, now):
        return f"confidence {memory.confidence:.2f} and never recalled in {_days(settings.doubtful_days)}"
    return ""


def _over_capacity(kept: Sequence[MemoryRecord], now: datetime, settings: ForgetSettings) -> list[ForgetItem]:
    excess = len(kept) - (settings.capacity or 0)
    if excess <= 0:
        return []
    loose = [memory for memory in kept if not memory.protected]
    least = sorted(loose, key=lambda memory: (worth(memory, now, settings), memory.id))[:excess]
    reason = f"over the capacity of {settings.capacity} memories, and among the least worth keeping"
    return [ForgetItem(id=memory.id, action="archive", reason=reason) for memory in least]


def _old_episodes(episodes: Iterable[Episode], now: datetime, settings: ForgetSettings) -> Iterator[ForgetItem]:
    for episode in episodes:
        if _past(episode.at, settings.episode_days, now):
            reason = f"past turn older than its retention of {_days(settings.episode_days)}"
            yield ForgetItem(id=episode.id, action="erase", reason=reason)


def worth(memory: MemoryRecord, now: datetime, settings: ForgetSettings) -> float:
    """How much a memory is worth keeping, 0 to about 2: importance and confidence, how often it was recalled and
    said, what kind it is, all fading with the half-life of its kind where it has one."""
    used = math.log1p(max(0, memory.recall_count)) / 5 + math.log1p(len(memory.evidence)) / 10
    value = memory.importance * memory.confidence + min(used, 0.6) + STANDING.get(memory.kind, 0.0)
    half_life = settings.half_life_days.get(memory.kind.value)
    if half_life is None or half_life <= 0:
        return value
    age = max(0.0, (now - _last_touched(memory)) / timedelta(days=1))
    return value * math.pow(0.5, min(age / half_life, 60.0))


def confirmed_at(memory: MemoryRecord) -> datetime:
    """When it was last said, confirmed, or asked about."""
    marks = [_last_said(memory)]
    for name in ("confirmed_at", "asked_at"):
        mark = _time(memory.meta.get(name))
        if mark is not None:
            marks.append(mark)
    return max(marks)


def _time(value: Any) -> datetime | None:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None  # the caller's own meta under this name: no mark of ours
    return value if isinstance(value, datetime) and value.tzinfo is not None else None


def _last_said(memory: MemoryRecord) -> datetime:
    return max([memory.recorded_at, *(evidence.at for evidence in memory.evidence)])


def _last_touched(memory: MemoryRecord) -> datetime:
    """The latest of said, recalled, and (for what is still to come) when it is true."""
    marks = [_last_said(memory), memory.last_recalled_at, memory.valid_from, memory.valid_to]
    return max(mark for mark in marks if mark is not None)


def _past(since: datetime, days: float | None, now: datetime) -> bool:
    if days is None:
        return False
    try:
        return now - since >= timedelta(days=days)
    except OverflowError:  # more days than a time difference can hold: never
        return False


def _days(days: float | None) -> str:
    return f"{days:g} day{'' if days == 1 else 's'}"

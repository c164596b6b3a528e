"""What an order means that says where a thing stands in the talk: turns, and what was learned from them alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from jiyi.flows.erasure import Chosen
from jiyi.records import Episode, MemoryRecord, Message


def last(
    memories: Mapping[str, MemoryRecord], episodes: Mapping[str, Episode], message: Message, count: int, things: bool
) -> Chosen:
    """The last turns before a message, in its session. Of `things` that were told, a turn counts as many as were
    learned from it, and one from which nothing was learned does not count where there are others."""
    earlier = [one for one in episodes.values() if one.session == message.session and one.last < message.seq]
    earlier.sort(key=lambda one: -one.last)
    if not things:
        return _of(memories, earlier[:count])
    learned = {one.id: len(_of(memories, [one]).memories) for one in earlier}
    telling = [one for one in earlier if learned[one.id]] or earlier
    turns: list[Episode] = []
    for one in telling:
        if count <= 0:
            break
        turns.append(one)
        count -= max(learned[one.id], 1)
    return _of(memories, turns)


def within(
    memories: Mapping[str, MemoryRecord], episodes: Mapping[str, Episode], since: datetime, until: datetime
) -> Chosen:
    """The turns of a time [since, until), of all sessions."""
    return _of(memories, [one for one in episodes.values() if since <= one.at < until])


def _of(memories: Mapping[str, MemoryRecord], turns: Collection[Episode]) -> Chosen:
    """Turns, with the memories that rest on nothing else."""
    places = {(one.session, seq) for one in turns for seq in range(one.first, one.last + 1)}
    ids = (
        one.id
        for one in memories.values()
        if one.evidence and all((place.session, place.seq) in places for place in one.evidence)
    )
    return Chosen(memories=frozenset(ids), turns=frozenset(one.id for one in turns))

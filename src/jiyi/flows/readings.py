"""Something of the words of many memories, without reading their rows again each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from jiyi import codec
from jiyi.flows.aside import aside
from jiyi.flows.parts import Parts
from jiyi.indexes.working_set import WorkingSet
from jiyi.language.normalize import fold
from jiyi.records import Relation
from jiyi.rows import ItemRow

T = TypeVar("T")
AT_ONCE = 1000  # memories from which it may be faster to read everything
MOST = 100_000  # memories of one user; of more nothing is kept


@dataclass(frozen=True, slots=True)
class Named:
    """The people and things that a memory names."""

    entities: tuple[str, ...]
    relations: tuple[Relation, ...]


async def contents(parts: Parts, user: str, working: WorkingSet, places: NDArray[np.int64]) -> list[str | None]:
    """The content of each of these memories; None for one that is gone meanwhile."""
    return await _of_each(parts, user, working, places, "content", codec.content_of)


async def folded(parts: Parts, user: str, working: WorkingSet, places: NDArray[np.int64]) -> list[str | None]:
    """The same, folded as names are compared."""
    return await _of_each(parts, user, working, places, "folded", lambda row: fold(codec.content_of(row)))


async def named(parts: Parts, user: str, working: WorkingSet, places: NDArray[np.int64]) -> list[Named | None]:
    """Whom each of them names; None for nobody."""
    return await _of_each(parts, user, working, places, "named", _named)


async def replaced_by(parts: Parts, user: str, working: WorkingSet, places: NDArray[np.int64]) -> list[str | None]:
    """The id of what took the place of each; None where nothing did."""
    return await _of_each(parts, user, working, places, "replaced by", codec.replaced_by)


def _named(row: ItemRow) -> Named | None:
    found = Named(*codec.names_of(row))
    return found if found.entities or found.relations else None


async def rows(parts: Parts, user: str, working: WorkingSet, ids: Sequence[str]) -> Sequence[ItemRow]:
    """The rows of these memories; all that is held is read at once where they are most of it, which is several times
    as fast as one by one."""
    if len(ids) < AT_ONCE or 2 * len(ids) < len(working.memories) + len(working.episodes):
        return await parts.store.fetch(user, ids)
    asked = set(ids)
    return [row for row in (await parts.store.load(user)).memories if row.id in asked]


async def _of_each(
    parts: Parts,
    user: str,
    working: WorkingSet,
    places: NDArray[np.int64],
    what: str,
    read: Callable[[ItemRow], T | None],
) -> list[T | None]:
    """What `read` makes of each row, of those that were not read before and have not changed since."""
    held = working.memories.ids
    ids = [held[place] for place in places.tolist()]
    kept, head = working.readings.of(what), working.head
    missing = [id for id in ids if id not in kept]
    if not missing:
        return [kept[id] for id in ids]
    known = {id: kept[id] for id in ids if id in kept}
    found = await rows(parts, user, working, missing)
    size = sum(len(row.body) for row in found)
    fresh: dict[str, Any] = await aside(size, lambda: {row.id: read(row) for row in found})
    if len(working.memories) <= MOST and working.head == head:  # else some may have changed since they were read
        working.readings.keep(what, fresh)
        parts.sets.weigh(user)
    known |= fresh
    return [known.get(id) for id in ids]

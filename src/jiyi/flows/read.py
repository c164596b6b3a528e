"""Reading what is known: list, get, history, profile, about, the log. Nothing here writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jiyi import codec, ids
from jiyi.errors import InvalidInput
from jiyi.flows import door, items, readings
from jiyi.flows.aside import aside
from jiyi.flows.observe import aware
from jiyi.flows.parts import Parts
from jiyi.flows.readings import Named
from jiyi.indexes.part import Mask, Part
from jiyi.indexes.working_set import WorkingSet
from jiyi.language.normalize import fold
from jiyi.language.script import is_latin
from jiyi.layout import NEVER, mark
from jiyi.policy import filters
from jiyi.policy import profile as profile_policy
from jiyi.records import Change, Kind, MemoryRecord, Relation, Source, Status
from jiyi.results import About, History, Page, Profile

LONGEST_NUMBER = 20  # digits of a time in microseconds, with its sign
REPLACED = (Status.SUPERSEDED, Status.RETRACTED, Status.ARCHIVED)  # what another may have taken the place of
LONGEST_CHAIN = 1000  # memories followed in a history; a chain is never that long


@dataclass(frozen=True, slots=True)
class Filter:
    """What a list is limited to. `status` is ignored with `as_of`, which asks what was held then."""

    kinds: Sequence[str] | None = None
    tags: Sequence[str] | None = None
    where: Mapping[str, Any] | None = None
    status: tuple[str, ...] = ("current",)
    as_of: datetime | None = None


def _mask(part: Part, wanted: Filter) -> Mask:
    """Which places of a working set pass what its columns can tell."""
    heads = part.heads.view
    mask = part.alive.view.copy()
    if wanted.as_of is None:
        allowed = [codec.STATUSES.index(one) for one in door.choices(wanted.status, "status", Status)]
        mask &= np.isin(heads["status"], allowed)
    else:
        at = codec.micros(aware(wanted.as_of))
        retired = heads["retired_at"]
        mask &= (heads["recorded_at"] <= at) & ((retired == NEVER) | (retired > at))
        mask &= heads["status"] != codec.STATUSES.index(Status.PENDING)
    if wanted.kinds is not None:
        mask &= np.isin(heads["kind"], [codec.KINDS.index(one) for one in door.choices(wanted.kinds, "kinds", Kind)])
    if (source := _source(wanted.where)) is not None:
        mask &= heads["source"] == codec.SOURCES.index(source)
    return mask


def _source(where: Mapping[str, Any] | None) -> Source | None:
    """The source that a filter asks for and nothing else, which the columns know."""
    asked = where["source"] if where is not None and len(where) == 1 and "source" in where else None
    return Source(asked) if isinstance(asked, str) and asked in set(Source) else None


async def records(parts: Parts, user: str, wanted: Filter) -> list[MemoryRecord]:
    """All memories that pass, newest first."""
    working, _ = await parts.sets.of(ids.name(user, "user"))
    places = await _meant(parts, user, working, wanted)
    return [one for one in await _read(parts, user, working, places.tolist()) if _passes(one, wanted)]


async def _read(parts: Parts, user: str, working: WorkingSet, places: Sequence[int]) -> list[MemoryRecord]:
    """The memories at these places, newest first."""
    rows = await readings.rows(parts, user, working, [working.memories.ids[place] for place in places])

    def read() -> list[MemoryRecord]:
        found = (codec.memory(row, user) for row in rows)
        return sorted(found, key=lambda one: (one.recorded_at, one.id), reverse=True)

    return await aside(sum(len(row.body) for row in rows), read)


async def _meant(parts: Parts, user: str, working: WorkingSet, wanted: Filter) -> NDArray[np.int64]:
    """The places of a working set that pass what its columns tell, and hold the texts that a filter asks for."""
    places = np.flatnonzero(_mask(working.memories, wanted))
    if not (held := _held(wanted.where)):
        return places
    texts = await readings.contents(parts, user, working, places)
    found = np.zeros(len(places), dtype=np.bool_)
    for one in held:
        found |= [text is not None and one in text for text in texts]
    return places[found]


def _held(where: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The texts of which a filter wants every content to hold one; none when it wants no such thing."""
    one_of = where["or"] if where is not None and len(where) == 1 and "or" in where else (where,)
    found = []
    for one in one_of:
        asked = one.get("content") if isinstance(one, Mapping) else None
        held = asked.get("contains") if isinstance(asked, Mapping) else None
        if not isinstance(held, str):
            return ()
        found.append(held)
    return tuple(found)


def _passes(record: MemoryRecord, wanted: Filter) -> bool:
    if wanted.tags is not None and not set(wanted.tags) & set(record.tags):
        return False
    return filters.matches(wanted.where, record)


async def listed(parts: Parts, user: str, wanted: Filter, limit: int, cursor: str | None) -> Page:
    """A page of memories, newest first. The cursor says after which one to go on; it stays good while memories
    come and go."""
    door.number(limit, "limit", 1)
    filters.check(wanted.where)  # an unknown field is an error, also for a user without memories
    last = None if cursor is None else _parsed(door.text(cursor, "cursor"))
    if wanted.tags is None and (wanted.where is None or _source(wanted.where) is not None or _held(wanted.where)):
        return await _by_columns(parts, user, wanted, limit, last)
    found = await records(parts, user, wanted)
    start = 0 if last is None else sum(1 for one in found if (codec.micros(one.recorded_at), one.id) >= last)
    page = found[start : start + limit]
    return Page(items=tuple(page), cursor=_following(page, start + limit < len(found)), total=len(found))


async def _by_columns(parts: Parts, user: str, wanted: Filter, limit: int, last: tuple[int, str] | None) -> Page:
    """A page when the working set tells all that is asked: only the page's own rows are read."""
    working, _ = await parts.sets.of(ids.name(user, "user"))
    places = await _meant(parts, user, working, wanted)
    total = len(places)
    at = working.memories.heads.view["recorded_at"][places]
    needed = limit + 1
    if last is not None:
        places, at = places[at <= last[0]], at[at <= last[0]]
        needed += int(np.count_nonzero(at == last[0]))
    if len(at) > needed:
        newest = at >= np.partition(at, len(at) - needed)[len(at) - needed]
        places, at = places[newest], at[newest]
    keys = zip(at.tolist(), (working.memories.ids[place] for place in places), strict=True)
    order = sorted((key for key in keys if last is None or key < last), reverse=True)
    rows = await parts.store.fetch(user, [id for _, id in order[:limit]])
    found = [codec.memory(row, user) for row in rows]
    page = sorted(found, key=lambda one: (one.recorded_at, one.id), reverse=True)
    return Page(items=tuple(page), cursor=_following(page, len(order) > limit), total=total)


def _following(page: Sequence[MemoryRecord], more: bool) -> str | None:
    return f"{codec.micros(page[-1].recorded_at)}.{page[-1].id}" if more and page else None


def _parsed(cursor: str) -> tuple[int, str]:
    at, dot, id = cursor.partition(".")
    if not dot or len(at) > LONGEST_NUMBER or not at.removeprefix("-").isdecimal():
        raise InvalidInput("this cursor is not one that `list` gave")
    return int(at), id


async def get(parts: Parts, user: str, id: str) -> MemoryRecord:
    """One memory. Raises NotFound."""
    return codec.memory(await items.row(parts, ids.name(user, "user"), door.name(id, "id")), user)


async def history(parts: Parts, user: str, id: str) -> History:
    """The chain that a memory stands in, backwards and forwards, and the log rows about its members."""
    start = await get(parts, user, id)
    earlier: dict[str, list[str]] = {}  # what each memory took the place of
    for id, by in await _replaced(parts, user):
        earlier.setdefault(by, []).append(id)
    by_id = {start.id: start}
    new = [start]
    while new and len(by_id) < LONGEST_CHAIN:
        linked = {id for one in new for id in (one.superseded_by, *earlier.get(one.id, ())) if id is not None}
        rows = await parts.store.fetch(user, sorted(linked - by_id.keys()))
        new = [codec.memory(row, user) for row in rows]
        by_id.update((one.id, one) for one in new)
    found = sorted(by_id.values(), key=lambda one: (one.recorded_at, one.id))
    log = [row for one in found for row in await parts.store.changes(user, ref=one.id)]
    changes = sorted((codec.change(row, user) for row in log), key=lambda one: one.version)
    return History(records=tuple(found), changes=tuple(changes))


async def _replaced(parts: Parts, user: str) -> list[tuple[str, str]]:
    """Memories that another took the place of, with its id. They are neither current nor waiting: the rest, by far
    the most, need not be looked at."""
    working, _ = await parts.sets.of(user)
    places = np.flatnonzero(_mask(working.memories, Filter(status=REPLACED)))
    found = await readings.replaced_by(parts, user, working, places)
    held = working.memories.ids
    return [(held[place], by) for place, by in zip(places.tolist(), found, strict=True) if by is not None]


async def resting_on(parts: Parts, user: str, session: str, seqs: Sequence[int]) -> list[MemoryRecord]:
    """The memories of every status that rest on one of these messages, newest first."""
    working, _ = await parts.sets.of(ids.name(user, "user"))
    memories = working.memories
    places = {place for seq in seqs for place in memories.marked(codec.said_mark(session, seq))}
    rows = await parts.store.fetch(user, [memories.ids[place] for place in sorted(places)])
    found = (codec.memory(row, user) for row in rows)
    meant = (one for one in found if any(e.session == session and e.seq in seqs for e in one.evidence))
    return sorted(meant, key=lambda one: (one.recorded_at, one.id), reverse=True)


async def profile(parts: Parts, user: str) -> Profile:
    """The user in the second person."""
    current = await records(parts, user, Filter())
    text = profile_policy.profile(current, parts.clock(), zone=parts.settings.zone)
    return Profile(text=text, memories=tuple(current))


async def about(parts: Parts, user: str, entity: str) -> About:
    """What is known of one person or thing: the memories that name it, and theirs of what it is related to."""
    entity = door.text(entity, "entity", parts.settings.limits.memory_characters)
    wanted = fold(entity).strip()
    if not wanted:
        raise InvalidInput("entity is empty")
    working, _ = await parts.sets.of(ids.name(user, "user"))
    marked = set(working.memories.marked(mark("entity", wanted)))
    places = np.flatnonzero(_mask(working.memories, Filter()))
    texts = await readings.folded(parts, user, working, places)
    likely = [
        place
        for place, text in zip(places.tolist(), texts, strict=True)
        if place in marked or (text is not None and _said(wanted, text))
    ]
    found = [one for one in await _read(parts, user, working, likely) if _names(one, wanted)]
    relations = tuple(dict.fromkeys(r for one in found for r in one.relations if _touches(r, wanted)))
    return About(entity=entity, memories=tuple(found), relations=relations)


def _names(record: MemoryRecord, wanted: str) -> bool:
    if any(fold(name) == wanted for name in record.entities):
        return True
    return any(_touches(relation, wanted) for relation in record.relations) or _said(wanted, fold(record.content))


def _said(wanted: str, text: str) -> bool:
    """Whether a folded text says a name: "Ann" is in "Ann's" and in "Anns", and not in "planning" or "annual"."""
    at = -1
    while (at := text.find(wanted, at + 1)) >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(wanted) :].removeprefix("s")[:1]
        if not (is_latin(before) and is_latin(wanted[0])) and not (is_latin(after) and is_latin(wanted[-1])):
            return True
    return False


async def named(parts: Parts, user: str) -> list[Named]:
    """Whom each current memory names, newest first; those that name nobody are left out."""
    working, _ = await parts.sets.of(ids.name(user, "user"))
    memories = working.memories
    places = np.flatnonzero(_mask(memories, Filter()))
    places = places[np.argsort(-memories.heads.view["recorded_at"][places], kind="stable")]
    return [one for one in await readings.named(parts, user, working, places) if one is not None]


def _touches(relation: Relation, wanted: str) -> bool:
    return wanted in (fold(relation.subject), fold(relation.object))


async def changes(parts: Parts, user: str, since: int, limit: int, ref: str | None = None) -> tuple[Change, ...]:
    """The log after a version, of all or of one memory."""
    since, limit = door.number(since, "since"), door.number(limit, "limit", 1)
    ref = None if ref is None else door.name(ref, "ref")
    rows = await parts.store.changes(ids.name(user, "user"), since=since, limit=limit, ref=ref)
    return tuple(codec.change(row, user) for row in rows)

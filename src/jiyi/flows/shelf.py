"""A user's memories while something is decided about them: what is there, what this write adds and changes."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from jiyi import codec, ids
from jiyi.errors import InvalidInput
from jiyi.flows import items
from jiyi.flows.parts import Parts
from jiyi.indexes.working_set import WorkingSet
from jiyi.language.tokens import hashes
from jiyi.layout import mark
from jiyi.models import change as change_judge
from jiyi.policy import rate, triggers
from jiyi.policy.candidate import Candidate, Heard, Left
from jiyi.policy.decide import Neighbour, as_said, decide, kindred, read, said_before
from jiyi.policy.extract import extract
from jiyi.policy.outcome import carry_out
from jiyi.policy.triggers import Hearing
from jiyi.ports import Vectors
from jiyi.records import Action, Episode, Evidence, MemoryRecord, Source, Status
from jiyi.rows import ChangeRow, ItemRow, SessionSave, Write

NEAREST = 24  # by meaning
ALIKE = 12  # by words
SLOT = 64  # that fill the same attribute, the newest
NAMED = 16  # that name the same person or thing, the newest
COMPARED = 16  # of these, the nearest, are looked at by the learned judge of changes
LIKE = 24  # past turns that may hold the same words
STANDING = (Status.CURRENT, Status.PENDING)
SPOKEN = (Source.SAID, Source.INFERRED, Source.CORRECTED)  # sources of what conversations made


async def open_shelf(parts: Parts, user: str) -> Shelf:
    """The user's shelf as things stand now. Its write holds only if nobody else changed the log meanwhile."""
    working, _ = await parts.sets.of(user)
    return Shelf(parts, user, working)


class Shelf:
    """Collects what one write will do. Nothing is stored until `write()` is applied."""

    def __init__(self, parts: Parts, user: str, working: WorkingSet) -> None:
        self._parts = parts
        self._user = user
        self._working = working
        self._head = working.head
        self._rows: dict[str, ItemRow] = {}  # memories that this write puts
        self._records: dict[str, MemoryRecord] = {}
        self._added: dict[str, Vectors] = {}  # vectors of the new ones
        self._episodes: dict[str, ItemRow] = {}
        self._changes: list[ChangeRow] = []
        self._removed: list[str] = []
        self._messages: dict[tuple[str, int], bytes | None] = {}
        self._sessions: list[SessionSave] = []
        self._left: dict[tuple[str | None, int | None], list[Left]] = {}  # not kept after all, by its message
        self._times: list[datetime] | None = None  # when what conversations added of late was said

    # --- deciding ---------------------------------------------------------------------------------------------
    async def settle(
        self,
        candidate: Candidate,
        vector: Vectors,
        evidence: Evidence,
        *,
        by: str,
        tags: Sequence[str] = (),
        meta: Mapping[str, Any] | None = None,
        heard: Hearing | None = None,
    ) -> MemoryRecord | None:
        """Decide what a candidate means for what is known, and take the outcome in. Returns the memory that now
        holds it: the new one, or the one that was there; None when it leaves none of its own.

        `heard` tells how it came up in conversation: then the log names the trigger, and the write rate holds."""
        now = self._parts.clock()
        near = await self.near(candidate, vector)
        neighbours = said_before(candidate, near, evidence.session, evidence.seq)
        decision = decide(candidate, neighbours, now)
        if heard is not None and decision.action in ("add", "supplement", "review"):
            over = await self._over(candidate, evidence, heard)
            if over:
                place = (evidence.session, evidence.seq)
                self._left.setdefault(place, []).append(Left(quote=candidate.quote, reason=over))
                return None
        outcome = carry_out(decision, neighbours, evidence=evidence, user=self._user, now=now, new_id=ids.uuid7(now))
        added = outcome.added
        if added is not None:
            added = replace(added, tags=(*added.tags, *tags), meta={**added.meta, **(meta or {})})
            self._put_new(added, vector)
        for record in outcome.changed:
            self._put_again(record, await self._row(record.id))
        by_trigger = "" if heard is None else f"; trigger: {triggers.trigger(candidate, decision, neighbours, heard)}"
        for change in outcome.changes:
            self._changes.append(items.entry(change.action, change.ref, change.why + by_trigger, now, by, change.patch))
        if added is not None:
            return added
        if decision.action != "same":
            return None
        return outcome.changed[0] if outcome.changed else await self.memory(decision.targets[0])

    async def _over(self, candidate: Candidate, evidence: Evidence, heard: Hearing) -> str:
        """Why this is one memory too many for the write rate, "" when it is not: then it counts. What was asked for,
        and what is protected, always stays."""
        settings = self._parts.settings.judge
        fewest = rate.least(settings)
        if fewest is None:
            return ""
        if self._times is None:
            self._times = await self._said_of_late(fewest)
        free = candidate.protected or triggers.outright(candidate, heard)
        over = "" if free else rate.used_up(self._times, evidence.at, settings)
        if not over:
            insort(self._times, evidence.at)
        return over

    async def _said_of_late(self, fewest: int) -> list[datetime]:
        """When the memories written within a day by conversations were said; none where they are too few to matter."""
        part = self._working.memories
        if not len(part):
            return []
        since = (self._parts.clock() - timedelta(days=1)).timestamp() * 1e6
        heads = part.heads.view
        late = part.alive.view & (heads["recorded_at"] >= since) & np.isin(heads["source"], _sources(SPOKEN))
        ids = [part.ids[place] for place in np.flatnonzero(late)]
        if len(ids) + 64 < fewest:
            return []
        rows = await self._parts.store.fetch(self._user, ids)
        return sorted(one.evidence[0].at for row in rows if (one := codec.memory(row, self._user)).evidence)

    async def turns_like(self, text: str) -> list[Episode]:
        """Past turns that share the most words with a text."""
        part = self._working.episodes
        if not len(part):
            return []
        words, _ = part.best_by_item(part.keyword_scores(part.match(hashes(text))))
        places = [place for place in _top(words, part.alive.view, LIKE) if words[place] > 0]
        rows = await self._parts.store.fetch(self._user, [part.ids[place] for place in places])
        return [codec.episode(row, self._user) for row in rows]

    async def accept(self, id: str, *, by: str) -> MemoryRecord:
        """A pending memory becomes current and takes the place of what it contradicts."""
        row = await self._row(id)
        pending = codec.memory(row, self._user)
        if pending.status is not Status.PENDING:
            raise InvalidInput(f"memory {id!r} is {pending.status}, not pending")
        now = self._parts.clock()
        sure = replace(_read_again(pending), confidence=1.0, corrects=True, reason="confirmed by the user")
        neighbours = [one for one in await self.near(sure, await self._vector(row, sure)) if one.record.id != id]
        decision = decide(sure, neighbours, now)
        targets = set(pending.meta.get("contradicts", ()))
        targets |= set(decision.targets) if decision.action in ("update", "retract") else set()
        for old in (one.record for one in neighbours if one.record.id in targets):
            back = replace(old, status=Status.SUPERSEDED, retired_at=now, superseded_by=id)
            await self.change(Action.SUPERSEDE, old, back, f"replaced by {id}: {decision.reason}", by=by)
        after = replace(pending, status=Status.CURRENT, confidence=1.0)
        await self.change(Action.CONFIRM, pending, after, "confirmed by the user", by=by)
        return after

    async def near(self, candidate: Candidate, vector: Vectors) -> list[Neighbour]:
        """What stands near a candidate: by meaning, by words, in the same slot, about the same names."""
        part = self._working.memories
        similar: dict[str, float] = {}
        if len(part):
            scores, _ = part.best_by_item(part.meaning_scores(vector))
            standing = part.alive.view & np.isin(part.heads.view["status"], _numbers(STANDING))
            chosen = set(_top(scores, standing, NEAREST))
            words, _ = part.best_by_item(part.keyword_scores(part.match(hashes(candidate.content))))
            chosen.update(place for place in _top(words, standing, ALIKE) if words[place] > 0)
            for attribute in kindred(candidate.attribute):
                chosen.update(part.marked(mark("attribute", attribute))[-SLOT:])
            for name in candidate.entities:
                chosen.update(part.marked(mark("entity", name))[-NAMED:])
            similar = {part.ids[place]: float(scores[place]) for place in chosen if standing[place]}
        rows = await self._parts.store.fetch(self._user, [id for id in similar if id not in self._records])
        found = {row.id: codec.memory(row, self._user) for row in rows}
        found |= {id: record for id, record in self._records.items() if id in similar or id in self._added}
        similar |= {id: float(own @ vector) for id, own in self._added.items()}
        nearest = [
            record
            for id, record in sorted(found.items(), key=lambda pair: -similar[pair[0]])
            if record.status in STANDING and id not in self._removed
        ]
        replaced = self._replaced(candidate, vector, nearest, {row.id: row for row in (*rows, *self._rows.values())})
        return [
            Neighbour(record=one, similarity=similar[one.id], replaced=replaced.get(one.id, 0.0)) for one in nearest
        ]

    def _replaced(
        self, candidate: Candidate, vector: Vectors, nearest: Sequence[MemoryRecord], rows: Mapping[str, ItemRow]
    ) -> dict[str, float]:
        """The chance for each memory that the candidate takes its place, by the learned judge: it only reads the
        bundled embedder's vectors."""
        if self._parts.embedder.name != change_judge.EMBEDDER:
            return {}
        known = [one for one in nearest if rows[one.id].embedder == change_judge.EMBEDDER][:COMPARED]
        old = [(read(one), codec.vectors_of(rows[one.id].body)[0]) for one in known]
        chances = change_judge.chances(as_said(candidate), vector, old)
        return {one.id: chance for one, chance in zip(known, chances, strict=True)}

    # --- taking in --------------------------------------------------------------------------------------------
    async def memory(self, id: str) -> MemoryRecord:
        """A memory as this write leaves it so far. Raises NotFound."""
        return self._records[id] if id in self._records else codec.memory(await self._row(id), self._user)

    async def _row(self, id: str) -> ItemRow:
        return self._rows[id] if id in self._rows else await items.row(self._parts, self._user, id)

    async def _vector(self, row: ItemRow, what: Candidate) -> Vectors:
        """Of a memory: the one it has, made anew when another model made that."""
        embedder = self._parts.embedder
        own = row.embedder == embedder.name
        vectors: Vectors = codec.vectors_of(row.body) if own else await embedder.embed([what.content])
        vector: Vectors = vectors[0]
        return vector

    def _put_new(self, record: MemoryRecord, vector: Vectors) -> None:
        self._records[record.id] = record
        self._added[record.id] = vector
        self._rows[record.id] = items.memory_row(record, vector[None, :], self._parts.embedder.name)

    def _put_again(self, record: MemoryRecord, row: ItemRow) -> None:
        self._records[record.id] = record
        self._rows[record.id] = items.again(row, record)

    async def change(self, action: Action, before: MemoryRecord, after: MemoryRecord, why: str, *, by: str) -> None:
        """Put a memory's new state, with its log row."""
        self._put_again(after, await self._row(before.id))
        self._changes.append(items.entry(action, before.id, why, self._parts.clock(), by, items.patch(before, after)))

    def record(self, row: ItemRow, left: Mapping[int, Sequence[Left]], model: str = "", scan: str = "") -> None:
        """Put an episode. Its log row says what of the turn was not kept as a memory, and why, what the model had to do
        with it, and what a scan over several turns saw."""
        episode = codec.episode(row, self._user)
        seqs = range(episode.first, episode.last + 1)
        over = [one for seq in seqs for one in self._left.get((episode.session, seq), ())]
        passed = [[one.quote, one.reason] for one in (*(one for seq in seqs for one in left.get(seq, ())), *over)]
        patch: dict[str, tuple[Any, Any]] = {"left": (None, passed)} if passed else {}
        patch |= {name: (None, said) for name, said in (("model", model), ("scan", scan)) if said}
        self._episodes[row.id] = row
        why = "turn kept verbatim"
        self._changes.append(items.entry(Action.RECORD, row.id, why, self._parts.clock(), "consolidate", patch))

    def save(self, session: SessionSave) -> None:
        """Save a session's body with this write."""
        self._sessions.append(session)

    def touched(self) -> tuple[str, ...]:
        """Ids of the memories that this write puts, in order."""
        return tuple(self._rows)

    def write(self) -> Write:
        """The write, against the head that was read."""
        return Write(
            expect=self._head,
            memories=tuple(self._rows.values()),
            episodes=tuple(self._episodes.values()),
            changes=tuple(self._changes),
            sessions=tuple(self._sessions),
        )


def _read_again(record: MemoryRecord) -> Candidate:
    """The candidate that a memory once was; what its sentence no longer gives is taken from the record."""
    read = extract(Heard(text=record.content, said_at=record.recorded_at)).kept
    same = [one for one in read if one.attribute == record.attribute]
    base = same[0] if same else Candidate(kind=record.kind, content="", quote="", language=record.language)
    return replace(
        base,
        kind=record.kind,
        content=record.content,
        quote=record.evidence[-1].quote if record.evidence else record.content,
        attribute=record.attribute,
        value=record.value,
        entities=record.entities,
        relations=record.relations,
        importance=record.importance,
        source=record.source,
        protected=record.protected,
    )


def _numbers(statuses: Sequence[Status]) -> list[int]:
    return [codec.STATUSES.index(one) for one in statuses]


def _sources(sources: Sequence[Source]) -> list[int]:
    return [codec.SOURCES.index(one) for one in sources]


def _top(scores: Any, allowed: Any, most: int) -> list[int]:
    """Places of the best `most` allowed scores, best first."""
    places = np.flatnonzero(allowed)
    if len(places) > most:
        places = places[np.argpartition(-scores[places], most)[:most]]
    return [int(place) for place in places[np.argsort(-scores[places], kind="stable")]]

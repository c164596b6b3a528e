"""A user's memories while something is decided about them: what is there, what this write adds and changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jiyi import codec, ids
from jiyi.errors import InvalidInput
from jiyi.flows import items
from jiyi.flows.parts import Parts
from jiyi.indexes.working_set import WorkingSet
from jiyi.language.tokens import hashes
from jiyi.layout import mark
from jiyi.policy.candidate import Candidate, Left
from jiyi.policy.decide import Decision, Neighbour, decide
from jiyi.policy.outcome import carry_out
from jiyi.ports import Vectors
from jiyi.records import Action, Evidence, MemoryRecord, Status
from jiyi.rows import ChangeRow, ItemRow, SessionSave, Write

NEAREST = 24  # by meaning
ALIKE = 12  # by words
SLOT = 64  # that fill the same attribute, the newest
NAMED = 16  # that name the same person or thing, the newest
STANDING = (Status.CURRENT, Status.PENDING)


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
    ) -> MemoryRecord | None:
        """Decide what a candidate means for what is known, and take the outcome in. Returns the memory that now
        holds it: the new one, or the one that was there; None when it leaves none of its own."""
        now = self._parts.clock()
        neighbours = await self._near(candidate, vector)
        decision = decide(candidate, neighbours, now)
        outcome = carry_out(decision, neighbours, evidence=evidence, user=self._user, now=now, new_id=ids.uuid7(now))
        added = outcome.added
        if added is not None:
            added = replace(added, tags=(*added.tags, *tags), meta={**added.meta, **(meta or {})})
            self._put_new(added, vector)
        for record in outcome.changed:
            self._put_again(record, await self._row(record.id))
        for change in outcome.changes:
            self._changes.append(items.entry(change.action, change.ref, change.why, now, by, change.patch))
        if added is not None:
            return added
        return outcome.changed[0] if decision.action == "same" and outcome.changed else None

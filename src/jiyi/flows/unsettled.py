"""What a doubted order set aside: no memory of it is current, and the turns that said it are not recalled until a
person settles it, by restoring the memory or erasing it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import numpy as np

from jiyi import codec
from jiyi.indexes.part import Mask
from jiyi.indexes.working_set import WorkingSet, WorkingSets
from jiyi.layout import session_hash
from jiyi.records import MemoryRecord, Status

MARK = codec.SET_ASIDE


def set_aside(record: MemoryRecord, now: datetime) -> MemoryRecord:
    """Archived, and marked as what an order may have meant."""
    return replace(record, status=Status.ARCHIVED, retired_at=now, meta={**record.meta, MARK: True})


def settled(record: MemoryRecord) -> MemoryRecord:
    """Without the mark."""
    if MARK not in record.meta:
        return record
    return replace(record, meta={key: value for key, value in record.meta.items() if key != MARK})


async def look(sets: WorkingSets, user: str, held: WorkingSet) -> None:
    """Find out which past turns said what is set aside: `held.hidden`, None when nothing is, as for nearly everybody.
    Nothing may be awaited between this and what reads it."""
    if held.looked:
        return
    places = held.memories.marked(codec.ASIDE)
    head = held.head
    rows = await sets.read(user, [held.memories.ids[place] for place in places]) if places else ()
    records = [codec.memory(row, user) for row in rows]
    said = {
        (session_hash(one.session), one.seq)
        for record in records
        if record.status is Status.ARCHIVED
        for one in record.evidence
        if one.session is not None and one.seq is not None
    }
    held.hidden, held.looked = _turns(held, said), held.head == head


def _turns(held: WorkingSet, said: set[tuple[int, int]]) -> Mask | None:
    if not said:
        return None
    head = held.episodes.heads.view
    found = np.zeros(len(head), dtype=np.bool_)
    for session, seq in said:
        found |= (head["session"] == session) & (head["first"] <= seq) & (seq <= head["last"])
    return found

"""What stands in a user's profile, worked out once for each state of the log, and the questions about it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from jiyi import codec
from jiyi.errors import Conflict, NotFound, StoreReadOnly
from jiyi.flows import items
from jiyi.flows.parts import Parts
from jiyi.flows.shelf import Shelf
from jiyi.indexes.part import Part
from jiyi.layout import PROTECTED
from jiyi.policy import confirming
from jiyi.policy.prepared import Prepared
from jiyi.policy.profile import in_order, tell
from jiyi.records import Action, Evidence, Kind, MemoryRecord, Message, Role, Status
from jiyi.rows import Write

log = logging.getLogger("jiyi.context")

STANDING = (Kind.PREFERENCE, Kind.INSTRUCTION)  # always worth a place, with what is protected
MOST_STANDING = 80  # memories considered for the profile: the protected, then the newest
ZONES = 4  # of one user, for which the profile is held ready
TRIES = 4  # to mark a question as asked


async def told(parts: Parts, user: str, zone: str) -> Prepared:
    """Current memories that belong into the profile: the protected, preferences, instructions, who the user is."""
    working, _ = await parts.sets.of(user)
    if zone in working.told:
        return working.told[zone]
    head = working.head
    wanted = [working.memories.ids[place] for place in _worth(working.memories)]
    held = working.lines.get(zone, {})
    known = {id: held[id] for id in wanted if id in held}
    rows = await parts.store.fetch(user, [id for id in wanted if id not in known])
    new = tell([codec.memory(row, user) for row in rows], parts.count, zone)
    made = Prepared(in_order((*known.values(), *new)))
    if working.head == head and (zone in working.lines or len(working.lines) < ZONES):
        working.told[zone] = made
        working.lines[zone] = {one.record.id: one for one in made.told}
    return made


def _worth(part: Part) -> list[int]:
    """Places of them, the protected first, then by importance and newness."""
    if not len(part):
        return []
    heads = part.heads.view
    current = part.alive.view & (heads["status"] == codec.STATUSES.index(Status.CURRENT))
    protected = current & ((heads["flags"] & PROTECTED) != 0)
    wanted = [codec.KINDS.index(kind) for kind in (*STANDING, Kind.FACT, Kind.RELATIONSHIP)]
    standing = np.flatnonzero((current & np.isin(heads["kind"], wanted)) | protected)
    order = np.lexsort((-heads["recorded_at"][standing], -heads["importance"][standing], ~protected[standing]))
    return [int(place) for place in standing[order][:MOST_STANDING]]


async def mark_asked(parts: Parts, user: str, id: str, session: str, after: int) -> None:
    """Keep that a context asks about this memory, so that it is asked about once. Where nothing can be written, or
    others keep writing, it will be asked about again."""
    for _ in range(TRIES):
        head = await parts.store.head(user)
        try:
            row = await items.row(parts, user, id)
            before = codec.memory(row, user)
            now = parts.clock()
            after_it = confirming.asked(before, session, after, now)
            why = "asked whether it is still so"
            entry = items.entry(Action.UPDATE, id, why, now, "context", items.patch(before, after_it))
            write = Write(expect=head, memories=(items.again(row, after_it),), changes=(entry,))
            await parts.store.apply(user, write)
        except Conflict:
            continue
        except (NotFound, StoreReadOnly) as error:
            log.info("a question was not marked as asked: %s", error.code)
        return


async def take_answers(
    parts: Parts, shelf: Shelf, user: str, session: str, messages: Sequence[Message], due: frozenset[int]
) -> None:
    """Where the assistant asked whether a memory is still so and the next message of the user's answers it, the memory
    is confirmed or taken back with the shelf's write."""
    for one in (await told(parts, user, parts.settings.zone)).told:
        after = confirming.waiting(one.record, session)
        reply = _reply(messages, after) if after is not None else None
        if reply is None or reply[1].seq not in due or not confirming.was_asked(reply[0].content, one.record):
            continue
        said = confirming.answer(reply[1].content, one.record.content)
        before = await shelf.memory(one.record.id)
        if said is None or before.status is not Status.CURRENT:
            continue
        await _take(parts, shelf, before, reply[1], said)


def _reply(messages: Sequence[Message], after: int) -> tuple[Message, Message] | None:
    """The assistant's message that asked, and the first one of the user's that comes straight after it."""
    spoken = [one for one in messages if one.role in (Role.USER, Role.ASSISTANT) and one.content]
    for before, message in pairwise(spoken):
        if before.role is Role.ASSISTANT and before.seq > after and message.role is Role.USER:
            return before, message
    return None


async def _take(parts: Parts, shelf: Shelf, before: MemoryRecord, message: Message, said: str) -> None:
    meta = confirming.settled(before.meta)
    if said == "yes":
        quote = message.content.strip()[: confirming.READ]
        evidence = Evidence(quote=quote, at=message.at, session=message.session, seq=message.seq)
        after = replace(before, meta=meta, confidence=1.0, evidence=(*before.evidence, evidence))
        await shelf.change(Action.CONFIRM, before, after, "the user said that it is still so", by="consolidate")
        return
    end = max(message.at, before.valid_from or message.at)
    after = replace(before, meta=meta, status=Status.RETRACTED, retired_at=parts.clock(), valid_to=end)
    await shelf.change(Action.RETRACT, before, after, "the user said that it is no longer so", by="consolidate")

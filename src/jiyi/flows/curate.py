"""Setting single memories right: remember, correct, confirm, retract, restore. Each is a change in the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any

from jiyi import codec, ids
from jiyi.errors import Conflict, InvalidInput, Outdated, Refused
from jiyi.flows import items, observe
from jiyi.flows.parts import Parts
from jiyi.flows.shelf import Shelf, open_shelf
from jiyi.flows.unsettled import settled
from jiyi.language.normalize import language_of
from jiyi.policy import guard
from jiyi.policy.attributes import get as attribute_named
from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract
from jiyi.records import Action, Evidence, Kind, MemoryRecord, Source, Status
from jiyi.results import Restored
from jiyi.rows import Head, ItemRow, Write

TRIES = 16  # writes of one user that may collide before we give up
STEPPED = "what it had replaced was restored"  # why a memory ends when another is brought back


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What goes with a remembered sentence. `kind` and `attribute` are checked, the rest is kept as it is."""

    kind: str | None = None
    attribute: str | None = None
    value: str | None = None
    at: datetime | None = None
    tags: tuple[str, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)


async def remember(parts: Parts, user: str, content: str, said: Said) -> MemoryRecord:
    """Keep a sentence said outright. See `AsyncMemory.remember`."""
    ids.name(user, "user")
    text = _guarded(parts, content)
    meta, _ = observe.checked_meta(parts, said.meta)
    said = _guarded_fields(parts, said)
    now = parts.clock()
    at = now if said.at is None else observe.aware(said.at)
    candidate = _candidate(text, said, at, parts.settings.zone)
    vector = await parts.embedder.embed([candidate.content])
    async with parts.locks.of(user):
        for _ in range(TRIES):
            shelf = await open_shelf(parts, user)
            evidence = Evidence(quote=candidate.quote, at=at)
            kept = await shelf.settle(candidate, vector[0], evidence, by="remember", tags=said.tags, meta=meta)
            write = shelf.write()
            try:
                head = await parts.store.apply(user, write)
            except Conflict:
                continue
            return _kept(kept, write, head) if kept is not None else await _standing(parts, user, shelf)
    raise Conflict(f"the memories of user {user!r} are being changed by too many at once; try again")


def _kept(record: MemoryRecord, write: Write, head: Head) -> MemoryRecord:
    """The record as it is in the store after a write: what was put has the version of that write."""
    put = any(row.id == record.id for row in write.memories)
    return replace(record, version=head.version) if put else record


async def _standing(parts: Parts, user: str, shelf: Shelf) -> MemoryRecord:
    """The memory that a sentence without one of its own ended in, e.g. one that it retired."""
    touched = shelf.touched()
    if not touched:
        raise InvalidInput("there is nothing in this sentence that can be remembered")
    return codec.memory(await items.row(parts, user, touched[0]), user)


def _guarded(parts: Parts, content: str) -> str:
    text = observe.text_of(content, "content", parts.settings.limits.memory_characters).strip()
    if not text:
        raise InvalidInput("content is empty")
    inspected = guard.inspect(text, parts.settings.guard)
    if inspected.refused:
        raise Refused(f"nothing was kept: {guard.notice(inspected.findings, 'en')}")
    return inspected.text


def _guarded_fields(parts: Parts, said: Said) -> Said:
    """What a form fills in beside the sentence is looked through like the sentence."""
    settings = parts.settings.guard
    fields = {"attribute": said.attribute, "value": said.value, "tags": list(said.tags)}
    guarded = guard.inspect_value(fields, settings)
    if guarded.refused:
        raise Refused(f"nothing was kept: {guard.notice(guarded.findings, 'en')}")
    clean = guarded.value
    return replace(said, attribute=clean["attribute"], value=clean["value"], tags=tuple(clean["tags"]))


def _candidate(text: str, said: Said, at: datetime, zone: str) -> Candidate:
    """What the caller named wins; what he left open is read from the sentence; at last it is a plain fact."""
    attribute = None
    if said.attribute is not None:
        attribute = attribute_named(said.attribute)
    try:
        kind = None if said.kind is None else Kind(said.kind)
    except ValueError as error:
        raise InvalidInput(f"kind must be one of {', '.join(Kind)}, not {said.kind!r}") from error
    read = extract(Heard(text=text, said_at=at, zone=zone)).kept
    fitting = [one for one in read if said.attribute is None or one.attribute == said.attribute]
    base = fitting[0] if len(fitting) == 1 else None
    if base is None:
        default = attribute.kind if attribute is not None else Kind.FACT
        base = Candidate(kind=default, content=text, quote=text, language=language_of(text), reason="said outright")
    return replace(
        base,
        content=text,
        quote=text,
        kind=kind or base.kind,
        attribute=said.attribute or base.attribute,
        value=said.value or base.value,
        protected=base.protected or (attribute is not None and attribute.protected),
        source=Source.FORM if said.attribute is not None else Source.SAID,
        confidence=max(base.confidence, 0.95),
    )


def _based_on(row: ItemRow, version: int | None) -> None:
    """A change that says which version it was based on is refused when the memory has moved on since."""
    if version is not None and row.version != version:
        raise Outdated(f"memory {row.id!r} is in version {row.version} now, not in {version}; look at it again")


async def correct(parts: Parts, user: str, id: str, content: str, version: int | None = None) -> MemoryRecord:
    """A new memory with the right words takes over everything but the words of the old one."""
    text = _guarded(parts, content)
    now = parts.clock()
    row = await items.row(parts, user, id)
    _based_on(row, version)
    old = codec.memory(row, user)
    if old.status not in (Status.CURRENT, Status.PENDING):
        instead = f"; {old.superseded_by!r} took its place" if old.superseded_by else ""
        raise InvalidInput(f"memory {id!r} is {old.status}{instead}: correct that one, or restore this one first")
    if old.content == text:
        return old
    read = extract(Heard(text=text, said_at=now, zone=parts.settings.zone)).kept
    same = [one for one in read if one.attribute == old.attribute] or list(read)
    first = same[0] if same else None
    new = replace(
        old,
        id=ids.uuid7(now),
        content=text,
        attribute=first.attribute if first else old.attribute,
        value=first.value if first else None,
        entities=first.entities if first else (),
        relations=first.relations if first else (),
        language=language_of(text),
        source=Source.CORRECTED,
        confidence=1.0,
        status=Status.CURRENT,
        evidence=(*old.evidence, Evidence(quote=text, at=now)),
        recorded_at=now,
        retired_at=None,
        superseded_by=None,
        last_recalled_at=None,
        recall_count=0,
    )
    (fresh,) = await items.memory_rows(parts, (new,))

    def change(row: ItemRow) -> tuple[MemoryRecord, Write]:
        before = codec.memory(row, user)
        if before.status is not old.status:
            raise Conflict(f"memory {id!r} was changed by another meanwhile; look at it again")
        after = replace(before, status=Status.RETRACTED, retired_at=now, superseded_by=new.id)
        why = "corrected on request"
        changes = (
            items.entry(Action.CORRECT, before.id, why, now, "correct", items.patch(before, after)),
            items.entry(Action.ADD, new.id, f"corrects {before.id}", now, "correct"),
        )
        return new, Write(memories=(items.again(row, after), fresh), changes=changes)

    return await _change(parts, user, id, change, version)


async def confirm(parts: Parts, user: str, id: str, version: int | None = None) -> MemoryRecord:
    """The user says that it is so."""
    row = await items.row(parts, user, id)
    record = codec.memory(row, user)
    if record.status is Status.PENDING:
        return await _accept(parts, user, id, version)
    now = parts.clock()
    quote = Evidence(quote=record.content, at=now)

    def change(row: ItemRow) -> tuple[MemoryRecord, Write]:
        before = codec.memory(row, user)
        if before.status is not Status.CURRENT:
            raise InvalidInput(f"memory {id!r} is {before.status}; restore it first")
        after = replace(before, confidence=1.0, evidence=(*before.evidence, quote))
        entry = items.entry(Action.CONFIRM, id, "confirmed by the user", now, "confirm", items.patch(before, after))
        return after, Write(memories=(items.again(row, after),), changes=(entry,))

    return await _change(parts, user, id, change, version)


async def _accept(parts: Parts, user: str, id: str, version: int | None) -> MemoryRecord:
    """A pending memory is judged once more, now as something that is sure."""
    async with parts.locks.of(user):
        for _ in range(TRIES):
            shelf = await open_shelf(parts, user)
            _based_on(await items.row(parts, user, id), version)  # read after the head that the write expects
            record = await shelf.accept(id, by="confirm")
            write = shelf.write()
            try:
                head = await parts.store.apply(user, write)
            except Conflict:
                continue
            return _kept(record, write, head)
    raise Conflict(f"the memories of user {user!r} are being changed by too many at once; try again")


async def pin(parts: Parts, user: str, id: str, pinned: bool, version: int | None = None) -> MemoryRecord:
    """No rule forgets it any more; or, with `pinned` False, rules may again. What the rules themselves protect stays
    protected, however often it is asked for otherwise."""
    now = parts.clock()

    def change(row: ItemRow) -> tuple[MemoryRecord, Write]:
        before = codec.memory(row, user)
        if before.protected is pinned:
            return before, Write()
        said = Said(attribute=before.attribute, at=before.recorded_at)
        if not pinned and _candidate(before.content, said, before.recorded_at, parts.settings.zone).protected:
            raise InvalidInput(f"memory {id!r} is about health, safety or who the user is: no rule forgets it")
        after = replace(before, protected=pinned)
        why = "pinned by the user" if pinned else "no longer pinned by the user"
        entry = items.entry(Action.UPDATE, id, why, now, "pin", items.patch(before, after))
        return after, Write(memories=(items.again(row, after),), changes=(entry,))

    return await _change(parts, user, id, change, version)


async def retract(parts: Parts, user: str, id: str, why: str, version: int | None = None) -> MemoryRecord:
    """It was never true, or shall not be used."""
    now = parts.clock()
    reason = _guarded(parts, why) if why.strip() else "retracted on request"

    def change(row: ItemRow) -> tuple[MemoryRecord, Write]:
        before = codec.memory(row, user)
        if before.status is Status.RETRACTED:
            return before, Write()
        after = replace(before, status=Status.RETRACTED, retired_at=now)
        entry = items.entry(Action.RETRACT, id, reason, now, "retract", items.patch(before, after))
        return after, Write(memories=(items.again(row, after),), changes=(entry,))

    return await _change(parts, user, id, change, version)


async def restore(parts: Parts, user: str, id: str, version: int | None = None) -> Restored:
    """Back to current; the current memory that had taken its place, at once or in the end, steps back."""
    now = parts.clock()
    for _ in range(TRIES):
        head = await parts.store.head(user)
        row = await items.row(parts, user, id)
        _based_on(row, version)
        before = codec.memory(row, user)
        if before.status is Status.CURRENT:
            return _restored(before, None)
        back = replace(before, status=Status.CURRENT, retired_at=None, superseded_by=None, valid_to=None)
        after = settled(back)
        rows = [items.again(row, after)]
        why = f"restored from {before.status}"
        changes = [items.entry(Action.RESTORE, id, why, now, "restore", items.patch(before, after))]
        ended: MemoryRecord | None = None
        if (other := await _successor(parts, user, before)) is not None:
            rival = codec.memory(other, user)
            ended = replace(rival, status=Status.RETRACTED, retired_at=now, superseded_by=id)
            rows.append(items.again(other, ended))
            changes.append(items.entry(Action.RETRACT, rival.id, STEPPED, now, "restore", items.patch(rival, ended)))
        write = Write(expect=head, memories=tuple(rows), changes=tuple(changes))
        try:
            head = await parts.store.apply(user, write)
        except Conflict:
            continue
        return _restored(_kept(after, write, head), None if ended is None else _kept(ended, write, head))
    raise Conflict(f"the memories of user {user!r} are being changed by too many at once; try again")


async def _successor(parts: Parts, user: str, before: MemoryRecord) -> ItemRow | None:
    """The current memory at the end of the chain of those that took this one's place."""
    passed = {before.id}
    next_ = before.superseded_by
    while next_ is not None and next_ not in passed:
        passed.add(next_)
        rows = await parts.store.fetch(user, (next_,))
        if not rows:
            return None
        record = codec.memory(rows[0], user)
        if record.status is Status.CURRENT:
            return rows[0]
        next_ = record.superseded_by
    return None


def _restored(record: MemoryRecord, ended: MemoryRecord | None) -> Restored:
    own = {one.name: getattr(record, one.name) for one in fields(MemoryRecord)}
    return Restored(**own, ended=ended, why="" if ended is None else STEPPED)


async def _change(
    parts: Parts, user: str, id: str, change: Callable[[ItemRow], tuple[MemoryRecord, Write]], version: int | None
) -> MemoryRecord:
    """Read the memory, work out the change, write it; again when the user's log moved on in between."""
    async with parts.locks.of(user):
        for _ in range(TRIES):
            head = await parts.store.head(user)
            row = await items.row(parts, user, id)
            _based_on(row, version)
            result, write = change(row)
            if not write.changes:
                return result
            try:
                head = await parts.store.apply(user, replace(write, expect=head))
            except Conflict:
                continue
            return _kept(result, write, head)
    raise Conflict(f"the memories of user {user!r} are being changed by too many at once; try again")

"""Export and import: all that is held of a user as JSON-able rows, and back."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np

from jiyi import codec, ids
from jiyi.errors import InvalidInput, Refused
from jiyi.flows import exporting, items, newcomer
from jiyi.flows.aside import aside
from jiyi.flows.parts import Parts
from jiyi.policy import guard
from jiyi.records import Action, Episode, MemoryRecord, Message, SessionRecord, Summary
from jiyi.rows import ChangeRow, ItemRow, MessageDraft, MessageRow, SessionSave, Write

R = TypeVar("R", ItemRow, MessageRow, ChangeRow)

FORMAT = 1
BATCH = 200
USES = 2**31  # more often nothing was used
DAMAGED = (AttributeError, KeyError, OverflowError, RecursionError, TypeError, ValueError, struct.error)
WORDS = (
    *("content", "value", "tags", "entities", "relations", "evidence", "meta", "name"),
    *("parts", "state", "scratchpad", "summary", "why", "patch"),
)  # fields that hold what people said; ids and times are not looked at


async def export(parts: Parts, user: str) -> tuple[dict[str, Any], ...]:
    """A head row, then memories, episodes, sessions with their messages, and the log."""
    return tuple([row async for rows in exported(parts, user) for row in rows])


async def exported(parts: Parts, user: str) -> AsyncIterator[list[dict[str, Any]]]:
    """The same, some rows at a time."""
    loaded = await parts.store.load(ids.name(user, "user"))
    head = {"type": "head", "format": FORMAT, "user": user, "version": loaded.head.version}
    yield [{**head, "at": exporting.plain(parts.clock())}]
    async for rows in _told("memory", loaded.memories, lambda row: exporting.memory(row, user)):
        yield rows
    async for rows in _told("episode", loaded.episodes, lambda row: exporting.episode(row, user)):
        yield rows
    after = ""
    while page := await parts.store.sessions(user, after=after):
        for session in page:
            yield [{"type": "session", **exporting.plain(codec.session(session, user))}]
            messages = await parts.store.messages(user, session.id)
            async for rows in _told("message", messages, partial(exporting.message, user=user, session=session.id)):
                yield rows
        after = page[-1].id
    since = 0
    while changes := await parts.store.changes(user, since=since):
        async for rows in _told("change", changes, lambda row: exporting.change(row, user)):
            yield rows
        since = changes[-1].version


async def _told(
    kind: str, rows: Sequence[R], read: Callable[[R], exporting.Told]
) -> AsyncIterator[list[dict[str, Any]]]:
    """Rows of one type as they are exported, some at a time."""

    def those(some: Sequence[R]) -> list[dict[str, Any]]:
        return [{"type": kind, **read(row)} for row in some]

    for start in range(0, len(rows), BATCH):
        some = rows[start : start + BATCH]
        yield await aside(sum(len(row.body) for row in some), partial(those, some))


async def import_(parts: Parts, rows: Sequence[Mapping[str, Any]], user: str | None) -> dict[str, int]:
    """Take memories, episodes, sessions and messages in. Ids stay; an id or message that is there is left.

    Where the user is unknown and the export is whole, all of it is taken in as it was, history included. Else the log
    of the target goes on from where it is: each imported item is one change in it, whose reason names the import.
    Raises InvalidInput for rows that are no export; nothing is written then.
    """
    heads = [row for row in rows if row.get("type") == "head"]
    if len(heads) != 1 or heads[0].get("format") != FORMAT:
        raise InvalidInput("this is no export of jiyi: it must have one head row of format 1")
    owner = ids.name(user or str(heads[0]["user"]), "user")
    rows = _guarded(parts, rows)
    memories, episodes, messages, sessions = _records(rows, owner)
    settled = await newcomer.settle(parts, owner, rows, memories, episodes)
    if settled is not None:
        return settled
    counts = {"memory": 0, "episode": 0, "message": 0}
    named = [one.id for one in memories] + [one.id for one in episodes]
    known = {row.id for row in await parts.store.fetch(owner, named)}
    fresh = [one for one in memories if one.id not in known]
    for start in range(0, len(fresh), BATCH):
        part = fresh[start : start + BATCH]
        await _take(parts, owner, await items.memory_rows(parts, part), (), Action.ADD)
        counts["memory"] += len(part)
    turns = [one for one in episodes if one.id not in known]
    for start in range(0, len(turns), BATCH):
        some = turns[start : start + BATCH]
        await _take(parts, owner, (), await items.episode_rows(parts, some), Action.RECORD)
        counts["episode"] += len(some)
    counts["message"] = await _messages(parts, owner, messages)
    counts["session"] = await _sessions(parts, owner, sessions)
    return counts


def _guarded(parts: Parts, rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The rows without secrets: an export may come from anywhere."""
    clean: list[Mapping[str, Any]] = []
    for number, row in enumerate(rows, 1):
        if row.get("type") == "head":
            clean.append(row)
            continue
        guarded = guard.inspect_value({name: row[name] for name in WORDS if name in row}, parts.settings.guard)
        if guarded.refused:
            raise Refused(f"row {number}: {guard.notice(guarded.findings, 'en')}; nothing was imported")
        clean.append({**row, **guarded.value})
    return clean


def _records(
    rows: Sequence[Mapping[str, Any]], owner: str
) -> tuple[list[MemoryRecord], list[Episode], list[Message], list[SessionRecord]]:
    """What the rows tell, all of it read before anything is written. Raises InvalidInput for a row that could not be
    kept, or that no reader of the user's memory could stand afterwards."""
    memories: list[MemoryRecord] = []
    episodes: list[Episode] = []
    messages: list[Message] = []
    sessions: list[SessionRecord] = []
    for number, row in enumerate(rows, 1):
        data = {**row, "user": owner}
        kind = data.pop("type", None)
        try:
            if kind == "memory":
                memories.append(_memory(data))
            elif kind == "episode":
                episodes.append(_episode(data))
            elif kind == "message":
                messages.append(_message(data))
            elif kind == "session":
                sessions.append(_session(data, owner))
        except (*DAMAGED, InvalidInput) as error:
            raise InvalidInput(f"row {number} is no {kind}: {type(error).__name__}; nothing was imported") from error
    return memories, episodes, messages, sessions


NO_VECTORS, NO_TOKENS = np.zeros((0, 0), dtype=np.float32), np.zeros(0, dtype=np.uint32)


def _memory(data: Mapping[str, Any]) -> MemoryRecord:
    record = codec.memory_from(data)
    ids.name(record.id, "id")
    said = all(isinstance(one.quote, str) and one.at is not None for one in record.evidence)
    placed = all(isinstance(one.session, str | None) and isinstance(one.seq, int | None) for one in record.evidence)
    if not (record.content and record.recorded_at and said and placed and 0 <= record.recall_count < USES):
        raise ValueError("no memory")
    codec.dump(record.last_recalled_at)
    codec.memory_body(record, NO_VECTORS, NO_TOKENS)  # raises for what no store could keep
    return record


def _episode(data: Mapping[str, Any]) -> Episode:
    record = codec.episode_from(data)
    ids.name(record.id, "id")
    ids.name(record.session, "session")
    if not (record.at and 0 <= record.recall_count < USES):
        raise ValueError("no episode")
    codec.dump(record.last_recalled_at)
    codec.episode_body(record, NO_VECTORS, NO_TOKENS)
    return record


def _message(data: Mapping[str, Any]) -> Message:
    record = codec.message_from(data)
    ids.name(record.session, "session")
    if record.key is not None:
        ids.name(record.key, "key")
    codec.message_body(record)
    return record


async def _take(
    parts: Parts, user: str, memories: Sequence[ItemRow], episodes: Sequence[ItemRow], action: Action
) -> None:
    now = parts.clock()
    body = codec.change_body("import", "imported", {})
    changes = tuple(
        ChangeRow(version=0, action=action, ref=row.id, at=now, body=body) for row in (*memories, *episodes)
    )
    await parts.store.apply(user, Write(memories=tuple(memories), episodes=tuple(episodes), changes=changes))


async def _messages(parts: Parts, user: str, messages: Sequence[Message]) -> int:
    """Messages keep their order and get a key of their own, so that importing twice adds nothing."""
    count = 0
    now = parts.clock()
    here: dict[str, dict[int, bytes]] = {}
    for message in messages:
        key = message.key or f"import:{message.session}:{message.seq}"
        draft = MessageDraft(body=codec.message_body(message), key=key)
        if message.session not in here:
            there = await parts.store.messages(user, message.session)
            here[message.session] = {one.seq: one.body for one in there}
        if here[message.session].get(message.seq) == draft.body:
            continue  # came with its number when the user was new
        (done,) = await parts.store.append(user, message.session, (draft,), now)
        count += not done.repeated
    return count


async def _sessions(parts: Parts, user: str, sessions: Sequence[SessionRecord]) -> int:
    """State, scratchpad, summary and zone of sessions that have none of their own here yet."""
    count = 0
    for told in sessions:
        here = await parts.store.session(user, told.id)
        if here is not None and (here.revision or not told.revision):
            continue
        save = SessionSave(
            id=told.id, body=codec.session_body(told), revision=0, at=parts.clock(), ended_at=told.ended_at
        )
        await parts.store.save_session(user, save)
        count += 1
    return count


def _session(row: Mapping[str, Any], user: str) -> SessionRecord:
    told: dict[str, Any] = row["summary"]
    summary: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in told.items()}
    ended = row.get("ended_at")
    record = SessionRecord(
        user=user,
        id=ids.name(row["id"], "session"),
        revision=int(row.get("revision") or 0),
        state=dict(row["state"]),
        scratchpad=dict(row["scratchpad"]),
        summary=Summary(**summary),
        zone=row.get("zone"),
        ended_at=None if ended is None else newcomer.time_of(ended),
    )
    codec.session_body(record)
    return record

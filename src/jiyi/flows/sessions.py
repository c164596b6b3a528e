"""The conversation's own verbs: its messages, state, scratchpad, summary and end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from jiyi import codec, ids
from jiyi.errors import Conflict
from jiyi.flows import door, observe
from jiyi.flows.parts import Parts
from jiyi.policy import state as state_policy
from jiyi.records import Message, SessionRecord, Summary
from jiyi.rows import JobDraft, SessionSave

TRIES = 16  # saves of one session that may collide before we give up


async def names(parts: Parts, user: str, after: str, limit: int) -> tuple[str, ...]:
    """Ids of a user's sessions."""
    rows = await parts.store.sessions(ids.name(user, "user"), after=after, limit=limit)
    return tuple(row.id for row in rows)


async def record(parts: Parts, user: str, session: str) -> SessionRecord:
    """The session's record; an empty one when nothing was kept of it yet."""
    row = await parts.store.session(user, session)
    return SessionRecord(user=user, id=session) if row is None else codec.session(row, user)


async def messages(
    parts: Parts, user: str, session: str, after: int = 0, limit: int | None = None
) -> tuple[Message, ...]:
    """The session's messages in order."""
    rows = await parts.store.messages(user, session, after=after, limit=limit)
    return tuple(codec.message(row, user, session) for row in rows)


async def state(parts: Parts, user: str, session: str) -> dict[str, Any]:
    """The session's state."""
    return dict((await record(parts, user, session)).state)


async def scratchpad(parts: Parts, user: str, session: str) -> dict[str, Any]:
    """The session's scratchpad."""
    return dict((await record(parts, user, session)).scratchpad)


async def summary(parts: Parts, user: str, session: str) -> Summary:
    """The session's rolling summary."""
    return (await record(parts, user, session)).summary


async def update_state(parts: Parts, user: str, session: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Merge changes into the state, guarded like a message."""
    clean, _ = observe.checked_meta(parts, changes, "changes")
    saved = await _save(parts, user, session, lambda old: replace(old, state=state_policy.merge(old.state, clean)))
    return dict(saved.state)


async def note(parts: Parts, user: str, session: str, name: str, value: Any) -> dict[str, Any]:
    """Put one entry on the scratchpad."""
    clean, _ = observe.checked_meta(parts, {door.text(name, "name"): value}, "value")
    saved = await _save(
        parts, user, session, lambda old: replace(old, scratchpad=state_policy.merge(old.scratchpad, clean))
    )
    return dict(saved.scratchpad)


async def set_zone(parts: Parts, user: str, session: str, zone: str) -> None:
    """Keep the user's time zone with the session. Raises InvalidInput for an unknown one."""
    door.zone(zone)
    await _save(parts, user, session, lambda old: replace(old, zone=zone))


async def end(parts: Parts, user: str, session: str) -> None:
    """Mark the session as ended, with a last job that looks over it."""
    now = parts.clock()
    for _ in range(TRIES):
        old = await record(parts, user, session)
        if old.ended_at is not None:
            return
        job = JobDraft(id=ids.uuid7(now), kind="end", session=session, seq=old.last_seq, due_at=now)
        save = SessionSave(id=session, body=codec.session_body(old), revision=old.revision, at=now, ended_at=now)
        try:
            await parts.store.save_session(user, save, (job,))
        except Conflict:
            continue
        parts.wake.set()
        return
    raise Conflict(f"session {session!r} is being changed by too many at once; try again")


async def _save(
    parts: Parts, user: str, session: str, change: Callable[[SessionRecord], SessionRecord]
) -> SessionRecord:
    """Read, change, save; again when another writer was in between. An unchanged session is not written."""
    for _ in range(TRIES):
        old = await record(parts, user, session)
        new = change(old)
        if new == old and old.revision:
            return old
        save = SessionSave(id=session, body=codec.session_body(new), revision=old.revision, at=parts.clock())
        try:
            await parts.store.save_session(user, save)
        except Conflict:
            continue
        return new
    raise Conflict(f"session {session!r} is being changed by too many at once; try again")

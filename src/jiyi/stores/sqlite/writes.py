"""Writing: functions over a connection that is inside a transaction. They raise, and then nothing is kept."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Sequence

from jiyi.errors import Conflict, InvalidInput
from jiyi.rows import Head, ItemRow, JobDraft, SessionSave, Use, Write
from jiyi.stores.sqlite import reads
from jiyi.stores.sqlite.queries import Q
from jiyi.stores.times import maybe_stamp, stamp


def note(connection: sqlite3.Connection, name: str, value: str) -> str:
    connection.execute(Q["write_note"], {"name": name, "value": value})
    return value


def swap(connection: sqlite3.Connection, name: str, old: str | None, new: str | None) -> str | None:
    query = "add_note" if old is None else "remove_note" if new is None else "change_note"
    if new is not None or old is not None:
        connection.execute(Q[query], {"name": name, "old": old, "value": new})
    row = connection.execute(Q["read_note"], {"name": name}).fetchone()
    return None if row is None else row[0]


def sweep(connection: sqlite3.Connection, prefix: str, below: str) -> int:
    return connection.execute(Q["sweep_notes"], {"prefix": prefix, "below": below}).rowcount


def meet(connection: sqlite3.Connection, user: str) -> int | None:
    """Make the user's row when there is none, with a generation that nobody had before. Returns its `ready_at`."""
    row = connection.execute(Q["ready_at"], {"user": user}).fetchone()
    if row is not None:
        ready_at: int | None = row[0]
        return ready_at
    connection.execute(Q["add_user"], {"user": user, "generation": secrets.randbits(63) or 1})
    return None


def add_jobs(connection: sqlite3.Connection, user: str, drafts: Sequence[JobDraft], ready_at: int | None) -> None:
    """Queue jobs behind those that the user has. Ids are the caller's to make unique."""
    if not drafts:
        return
    number: int = connection.execute(Q["last_number"], {"user": user}).fetchone()[0] or 0
    rows = [
        {
            "user": user,
            "number": number,
            "id": draft.id,
            "kind": draft.kind,
            "session": draft.session,
            "seq": draft.seq,
            "due_at": stamp(draft.due_at),
            "created_at": stamp(draft.due_at),
        }
        for number, draft in enumerate(drafts, number + 1)
    ]
    connection.executemany(Q["add_job"], rows)
    if ready_at is None:
        connection.execute(Q["first_ready"], {"user": user, "due_at": rows[0]["due_at"]})


def save_session(connection: sqlite3.Connection, user: str, save: SessionSave, jobs: Sequence[JobDraft]) -> int:
    ready_at = meet(connection, user)
    revision = _save(connection, user, save)
    add_jobs(connection, user, jobs, ready_at)
    return revision


def _save(connection: sqlite3.Connection, user: str, save: SessionSave) -> int:
    row = connection.execute(Q["revision"], {"user": user, "session": save.id}).fetchone()
    stored: int = 0 if row is None else row[0]
    if stored != save.revision:
        raise Conflict(f"session {save.id!r} is at revision {stored}, not {save.revision}; read it again and retry")
    values = {
        "user": user,
        "session": save.id,
        "revision": stored + 1,
        "at": stamp(save.at),
        "ended_at": maybe_stamp(save.ended_at),
        "body": save.body,
    }
    connection.execute(Q["start_session" if row is None else "save_session"], {**values, "last_seq": 0})
    connection.execute(Q["save_session_body"], values)
    return stored + 1


def check(write: Write) -> None:
    """Refuse a write that caches could not follow."""
    if (write.memories or write.episodes or write.removed) and not write.changes:
        raise InvalidInput("a write that puts or removes memories or episodes needs a change in the log")


def apply(connection: sqlite3.Connection, user: str, write: Write) -> Head:
    check(write)
    at = reads.head(connection, user)
    if write.expect is not None and write.expect != at:
        raise Conflict(f"the log of {user!r} has moved on from version {write.expect.version} to {at.version}")
    version = at.version + len(write.changes)
    finish(connection, user, write.done, write.worker)
    _destroy(connection, user, write, version)
    if write.done or write.drop_sessions:
        connection.execute(Q["settle"], {"user": user})
    ready_at = None
    if write.changes or write.sessions or write.jobs:
        ready_at = meet(connection, user)
    _put(connection, user, write.memories, 0, version)
    _put(connection, user, write.episodes, 1, version)
    rows = [
        {"user": user, "version": version, "action": c.action.value, "ref": c.ref, "at": stamp(c.at), "body": c.body}
        for version, c in enumerate(write.changes, at.version + 1)
    ]
    connection.executemany(Q["add_change"], rows)
    if rows:
        connection.execute(Q["advance"], {"user": user, "changes": len(rows)})
    for save in write.sessions:
        _save(connection, user, save)
    add_jobs(connection, user, write.jobs, ready_at)
    return reads.head(connection, user)


def finish(connection: sqlite3.Connection, user: str, ids: Iterable[str], worker: str | None) -> None:
    """End jobs. `Conflict` when one is not leased to `worker` (any more)."""
    for id_ in dict.fromkeys(ids):
        if connection.execute(Q["finish_job"], {"user": user, "id": id_, "worker": worker}).rowcount != 1:
            raise Conflict(f"job {id_!r} is no longer leased to {worker!r}; whoever has it now does it again")


def _destroy(connection: sqlite3.Connection, user: str, write: Write, version: int) -> None:
    """Carry out what takes words away."""
    for session in write.drop_sessions:
        for query in ("delete_session_messages", "delete_session_jobs", "delete_session_body", "delete_session"):
            connection.execute(Q[query], {"user": user, "session": session})
    for session, seq, body in write.messages:
        query = "delete_message" if body is None else "rewrite_message"
        connection.execute(Q[query], {"user": user, "session": session, "seq": seq, "body": body})
    for session in dict.fromkeys(place[0] for place in write.messages):
        connection.execute(Q["restamp"], {"user": user, "session": session})
    for id_ in write.removed:
        values = {"user": user, "id": id_, "version": version}
        if connection.execute(Q["delete_item"], values).rowcount:
            connection.execute(Q["add_removal"], values)
    for ref in write.scrubbed:
        connection.execute(Q["scrub"], {"user": user, "ref": ref})


def _put(connection: sqlite3.Connection, user: str, items: Sequence[ItemRow], episode: int, version: int) -> None:
    rows = [
        {
            "user": user,
            "id": item.id,
            "episode": episode,
            "version": version,
            "embedder": item.embedder,
            "recall_count": item.recall_count,
            "last_recalled_at": maybe_stamp(item.last_recalled_at),
            "body": item.body,
        }
        for item in items
    ]
    connection.executemany(Q["put_item"], rows)
    connection.executemany(Q["drop_removal"], rows)


def touch(connection: sqlite3.Connection, uses: Sequence[Use]) -> None:
    rows = [{"user": use.user, "id": use.id, "count": use.count, "at": stamp(use.at)} for use in uses]
    connection.executemany(Q["touch"], rows)


def erase(connection: sqlite3.Connection, user: str) -> dict[str, int]:
    """Delete all rows of the user. Returns how many by table."""
    memories: int = connection.execute(Q["count_memories_of"], {"user": user}).fetchone()[0]
    rows = {
        name: connection.execute(Q[f"erase_{name}"], {"user": user}).rowcount
        for name in ("items", "removals", "messages", "sessions", "session_bodies", "changes", "jobs", "users")
    }
    items = rows.pop("items")
    del rows["session_bodies"]  # counted with their sessions
    return {"memories": memories, "episodes": items - memories, **rows}

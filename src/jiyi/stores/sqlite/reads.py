"""Reading: functions over a connection that give rows of `jiyi.rows`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from jiyi.records import JobState
from jiyi.rows import ChangeRow, Head, ItemRow, JobPage, Loaded, MessageRow, SessionRow, Size, Stand
from jiyi.stores import columns
from jiyi.stores.columns import NOBODY
from jiyi.stores.sqlite.queries import Q

HEAD, ITEM, ALL, NEWER = Q["head"], Q["item"], Q["all_items"], Q["newer_items"]


def head(connection: sqlite3.Connection, user: str) -> Head:
    row = connection.execute(HEAD, {"user": user}).fetchone()
    return NOBODY if row is None else Head(generation=row[0], version=row[1])


def note(connection: sqlite3.Connection, name: str) -> str | None:
    row = connection.execute(Q["read_note"], {"name": name}).fetchone()
    return None if row is None else row[0]


def largest(connection: sqlite3.Connection, limit: int) -> tuple[Size, ...]:
    return columns.sizes(connection.execute(Q["largest"], {"limit": limit}).fetchall())


def messages(
    connection: sqlite3.Connection, user: str, session: str, *, after: int, limit: int | None, newest: bool
) -> tuple[MessageRow, ...]:
    values = {"user": user, "session": session, "after": after, "limit": -1 if limit is None else limit}
    rows = connection.execute(Q["newest_messages" if newest else "messages"], values).fetchall()
    if newest:
        rows.reverse()
    return columns.messages(rows)


def session(connection: sqlite3.Connection, user: str, session: str) -> SessionRow | None:
    row = connection.execute(Q["session"], {"user": user, "session": session}).fetchone()
    return None if row is None else columns.session(row)


def stand(connection: sqlite3.Connection, user: str, session: str) -> Stand:
    return columns.stand(connection.execute(Q["stand"], {"user": user, "session": session}).fetchone())


def sessions(connection: sqlite3.Connection, user: str, after: str, limit: int) -> tuple[SessionRow, ...]:
    values = {"user": user, "after": after, "limit": limit}
    return tuple(columns.session(row) for row in connection.execute(Q["sessions"], values).fetchall())


def load(connection: sqlite3.Connection, user: str, since: int) -> Loaded:
    """One snapshot: the transaction keeps all statements at the same commit."""
    connection.execute("BEGIN")
    try:
        at = head(connection, user)
        rows = connection.execute(NEWER if since > 0 else ALL, {"user": user, "since": since}).fetchall()
        gone = connection.execute(Q["removals"], {"user": user, "since": since}).fetchall()
    finally:
        connection.execute("COMMIT")
    return columns.loaded(at, rows, gone)


def fetch(connection: sqlite3.Connection, user: str, ids: Sequence[str]) -> tuple[ItemRow, ...]:
    found = (connection.execute(ITEM, {"user": user, "id": id_}).fetchone() for id_ in ids)
    return tuple(columns.item(row) for row in found if row is not None)


def changes(
    connection: sqlite3.Connection, user: str, *, since: int, limit: int, ref: str | None
) -> tuple[ChangeRow, ...]:
    values = {"user": user, "since": since, "limit": limit, "ref": ref}
    rows = connection.execute(Q["changes" if ref is None else "changes_of"], values).fetchall()
    return columns.changes(rows)


def users(connection: sqlite3.Connection, after: str, limit: int) -> tuple[str, ...]:
    return tuple(row[0] for row in connection.execute(Q["users"], {"after": after, "limit": limit}).fetchall())


def jobs(connection: sqlite3.Connection, user: str | None, state: JobState | None, limit: int) -> JobPage:
    values = {"user": user, "state": None if state is None else state.value, "limit": limit}
    page, count = ("jobs", "count_jobs") if user is None else ("jobs_of", "count_jobs_of")
    connection.execute("BEGIN")
    try:
        rows = connection.execute(Q[page], values).fetchall()
        total = connection.execute(Q[count], values).fetchone()[0]
    finally:
        connection.execute("COMMIT")
    return JobPage(jobs=tuple(map(columns.job, rows)), total=total)


def bodies(connection: sqlite3.Connection, user: str) -> Iterator[bytes]:
    """Every body of the user, one by one."""
    return (row[0] for row in connection.execute(Q["bodies_of_user"], {"user": user}))


def names(connection: sqlite3.Connection, user: str) -> list[str]:
    """The user's own name and those of the sessions."""
    return [user, *(row[0] for row in connection.execute(Q["session_names"], {"user": user}).fetchall())]


def next_due(connection: sqlite3.Connection) -> int | None:
    """Microseconds since 1970, None when no job waits."""
    value: int | None = connection.execute(Q["next_due"]).fetchone()[0]
    return value


def counts(connection: sqlite3.Connection) -> dict[str, Any]:
    """Rows in the whole store, for people."""
    connection.execute("BEGIN")
    try:
        found: dict[str, Any] = {
            name: connection.execute(Q[f"count_{name}"]).fetchone()[0]
            for name in ("users", "sessions", "messages", "changes")
        }
        items = dict(connection.execute(Q["count_items"]).fetchall())
        states = dict(connection.execute(Q["count_job_states"]).fetchall())
    finally:
        connection.execute("COMMIT")
    found["memories"], found["episodes"] = items.get(0, 0), items.get(1, 0)
    found["jobs"] = {state.value: states.get(state.value, 0) for state in JobState}
    return found

"""A user as a whole: read in one snapshot, and placed in another file with every number as it was."""

from __future__ import annotations

import sqlite3

from jiyi.errors import Conflict
from jiyi.rows import Whole
from jiyi.stores import columns
from jiyi.stores.columns import NOBODY, values_of_item, values_of_job, values_of_session
from jiyi.stores.sqlite import reads
from jiyi.stores.sqlite.queries import Q
from jiyi.stores.times import stamp

OWN = "store."  # notes of the file itself begin with it
ALL = 1 << 62  # more rows than there can be


def notes(connection: sqlite3.Connection) -> dict[str, str]:
    return {name: value for name, value in connection.execute(Q["notes"]).fetchall() if not name.startswith(OWN)}


def read(connection: sqlite3.Connection, user: str) -> Whole:
    values = {"user": user, "after": "", "since": 0, "limit": ALL, "state": None}
    connection.execute("BEGIN")
    try:
        head = reads.head(connection, user)
        rows = {
            name: connection.execute(Q[name], values).fetchall()
            for name in ("sessions", "all_messages", "all_items", "all_removals", "changes", "jobs_of")
        }
    finally:
        connection.execute("COMMIT")
    return columns.whole(head, rows)


def place(connection: sqlite3.Connection, user: str, whole: Whole) -> None:
    if reads.head(connection, user) != NOBODY:
        raise Conflict(f"{user!r} is known here already")
    own = {"user": user}
    connection.execute(Q["add_user"], {**own, "generation": whole.head.generation})
    connection.execute(Q["advance"], {**own, "changes": whole.head.version})
    connection.executemany(Q["place_session"], ({**own, **values_of_session(row)} for row in whole.sessions))
    saved = ({**own, "session": row.id, "body": row.body} for row in whole.sessions if row.revision)
    connection.executemany(Q["save_session_body"], saved)
    said = ((session, row) for session, row in whole.messages)
    connection.executemany(
        Q["add_message"],
        ({**own, "session": session, "seq": row.seq, "key": row.key, "body": row.body} for session, row in said),
    )
    for items, episode in ((whole.memories, 0), (whole.episodes, 1)):
        placed = ({**own, **values_of_item(row), "episode": episode} for row in items)
        connection.executemany(Q["put_item"], placed)
    gone = ({**own, "id": id_, "version": version} for id_, version in whole.removals)
    connection.executemany(Q["add_removal"], gone)
    log = (
        {**own, "version": c.version, "action": c.action.value, "ref": c.ref, "at": stamp(c.at), "body": c.body}
        for c in whole.changes
    )
    connection.executemany(Q["add_change"], log)
    connection.executemany(Q["place_job"], ({**own, **values_of_job(job)} for job in whole.jobs))
    connection.execute(Q["settle"], own)

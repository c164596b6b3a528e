"""Background work: leasing, giving back, and what a user's `ready_at` follows from."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from jiyi.records import Job, JobState
from jiyi.stores import columns
from jiyi.stores.sqlite.queries import Q
from jiyi.stores.times import maybe_stamp, stamp


def claim(connection: sqlite3.Connection, worker: str, now: datetime, lease: timedelta, limit: int) -> tuple[Job, ...]:
    while True:
        row = connection.execute(Q["claimable_user"], {"now": stamp(now)}).fetchone()
        if row is None:
            return ()
        user: str = row[0]
        waiting = connection.execute(Q["waiting_jobs"], {"user": user, "limit": limit}).fetchall()
        until = now + lease
        claimed = []
        for job in map(columns.job, waiting):
            ready = job.leased_until if job.state is JobState.LEASED else job.due_at
            if ready is not None and ready > now:
                break
            values = {"user": user, "number": job.number, "worker": worker, "until": stamp(until)}
            connection.execute(Q["lease"], values)
            claimed.append(
                replace(job, state=JobState.LEASED, attempts=job.attempts + 1, leased_by=worker, leased_until=until)
            )
        connection.execute(Q["settle"], {"user": user})
        if claimed:
            return tuple(claimed)


def extend(connection: sqlite3.Connection, user: str, ids: Sequence[str], worker: str, until: datetime) -> bool:
    values = [{"user": user, "id": id_, "worker": worker, "until": stamp(until)} for id_ in dict.fromkeys(ids)]
    if any(connection.execute(Q["own_leases"], its).fetchone()[0] != 1 for its in values):
        return False
    connection.executemany(Q["extend"], values)
    connection.execute(Q["settle"], {"user": user})
    return True


def postpone(
    connection: sqlite3.Connection,
    user: str,
    ids: Sequence[str],
    worker: str,
    due_at: datetime | None,
    error: str | None,
) -> None:
    state = JobState.DEAD if due_at is None else JobState.DUE
    values = [
        {
            "user": user,
            "id": id_,
            "worker": worker,
            "state": state.value,
            "due_at": maybe_stamp(due_at),
            "error": error,
        }
        for id_ in ids
    ]
    connection.executemany(Q["postpone"], values)
    connection.execute(Q["settle"], {"user": user})


def retry(connection: sqlite3.Connection, user: str, ids: Sequence[str], now: datetime) -> int:
    values = [{"user": user, "id": id_, "now": stamp(now)} for id_ in dict.fromkeys(ids)]
    count: int = connection.executemany(Q["retry"], values).rowcount if values else 0
    connection.execute(Q["settle"], {"user": user})
    return count

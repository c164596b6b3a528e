"""Background work: leasing, giving back, and what a user's `ready_at` follows from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from jiyi.records import JobState
from jiyi.stores import columns
from jiyi.stores.postgres.connections import EVERYBODY, Connections, Link, about
from jiyi.stores.postgres.exchange import Row, Step
from jiyi.stores.postgres.names import cleaned, short, shorts
from jiyi.stores.times import maybe_stamp, stamp

LOOKED_AT = 16  # users at a time
LONG_AGO = -(2**63)


async def claim(connections: Connections, worker: str, now: datetime, lease: timedelta, limit: int) -> list[Row]:
    """Lease the due jobs of the user who has waited longest and whom nobody else is writing for. The rows are as
    they are after that."""
    at, after = LONG_AGO, ""
    while True:
        values = {"now": stamp(now), "at": at, "after": after, "limit": LOOKED_AT}
        (found,) = await connections.read(EVERYBODY, ("claimable_users", values))
        for user, _ in found.rows:
            work = partial(_lease, user=user, worker=worker, now=now, until=now + lease, limit=limit)
            if claimed := await connections.write(about(user), work):
                return claimed
        if len(found.rows) < LOOKED_AT:
            return []
        after, at = found.rows[-1]


async def _lease(link: Link, *, user: str, worker: str, now: datetime, until: datetime, limit: int) -> list[Row]:
    """Nothing when somebody else holds the user, or `ready_at` was behind; then it is right now."""
    locked, waiting = await link.run(
        ("lock_ready", {"user": user, "now": stamp(now)}), ("waiting_jobs", {"user": user, "limit": limit})
    )
    if not locked.rows:
        return []
    claimed = []
    for row in waiting.rows:
        job = columns.job(row)
        ready = job.leased_until if job.state is JobState.LEASED else job.due_at
        if ready is not None and ready > now:
            break
        claimed.append((*row[:6], JobState.LEASED.value, row[7] + 1, row[8], worker, stamp(until), *row[11:]))
    numbers = [row[2] for row in claimed]
    values = {"user": user, "numbers": numbers, "worker": worker, "until": stamp(until)}
    await link.commit(("lease", values), ("settle", {"user": user}))
    return claimed


async def extend(link: Link, user: str, ids: Sequence[str], worker: str, until: datetime) -> bool:
    wanted = shorts(dict.fromkeys(ids))
    values = {"user": short(user), "ids": wanted, "worker": worker, "until": stamp(until)}
    _, own = await link.run(("ready_at", values), ("own_leases", values))
    if own.value < len(wanted):
        return False
    await link.commit(("extend", values), ("settle", values))
    return True


def postponing(
    user: str, ids: Sequence[str], worker: str, due_at: datetime | None, error: str | None
) -> tuple[Step, ...]:
    values = {
        "user": short(user),
        "ids": shorts(ids),
        "worker": worker,
        "state": (JobState.DEAD if due_at is None else JobState.DUE).value,
        "due_at": maybe_stamp(due_at),
        "error": None if error is None else cleaned(error),
        "uncounted": int(error is None),
    }
    return ("ready_at", values), ("postpone", values), ("settle", values)


def retrying(user: str, ids: Sequence[str], now: datetime) -> tuple[Step, ...]:
    values = {"user": short(user), "ids": shorts(ids), "now": stamp(now)}
    return ("ready_at", values), ("retry", values), ("settle", values)

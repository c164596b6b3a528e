"""A process that lives on a store's file, for the tests with several: `python resident.py ROLE PATH NAME SECONDS`.

A writer prints a line for everything that was acknowledged, at once, so that who kills it knows what must be there.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from jiyi.errors import Conflict
from jiyi.ports import Store
from jiyi.rows import Write
from jiyi.stores.sqlite import SqliteStore
from jiyi.testing.samples import change, draft, item

TASKS = 4
LEASE = timedelta(seconds=0.3)  # short: what a killed worker held is free again soon


def say(*words: object) -> None:
    print(*words, flush=True)


async def read(store: Store, name: str, until: float) -> None:
    """Looks at everybody, and checks that what it sees is whole."""
    rounds = 0
    while time.monotonic() < until:
        for user in await store.users():
            loaded = await store.load(user)
            assert len(loaded.memories) == loaded.head.version, (user, loaded.head)
            for session in await store.sessions(user):
                rows = await store.messages(user, session.id)
                assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), (user, session.id)
        rounds += 1
    say("read", rounds)


async def write(store: Store, name: str, until: float) -> None:
    """Some tasks at once, each with a user of its own and one that all processes share."""

    async def chat(task: int) -> None:
        count = 0
        while time.monotonic() < until:
            for user in (f"{name}-{task}", "shared"):
                key = f"{name}-{task}-{count}"
                await store.append(user, "s", [draft(key, key=key, job=key)], datetime.now(UTC))
                say("kept", user, key)
            count += 1

    await asyncio.gather(*(chat(task) for task in range(TASKS)))


async def work(store: Store, name: str, until: float) -> None:
    """Makes one memory of each message's job, in the transaction that ends it."""
    while time.monotonic() < until:
        now = datetime.now(UTC)
        jobs = await store.claim(name, now, LEASE, 8)
        if not jobs:
            await asyncio.sleep(0.002)
            continue
        write = Write(
            expect=await store.head(jobs[0].user),
            memories=tuple(item(job.id, job.id.encode()) for job in jobs),
            changes=tuple(change(job.id, at=now) for job in jobs),
            done=tuple(job.id for job in jobs),
            worker=name,
        )
        try:
            await store.apply(jobs[0].user, write)
        except Conflict:
            continue  # the lease ran out under us
        say("worked", len(jobs))


ROLES: dict[str, Callable[[Store, str, float], Awaitable[None]]] = {"read": read, "write": write, "work": work}


async def main(role: str, path: str, name: str, seconds: str) -> None:
    store = SqliteStore(path)
    await store.open()
    say("open")
    await ROLES[role](store, name, time.monotonic() + float(seconds))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

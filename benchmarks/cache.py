"""What a cache in front of PostgreSQL gains: `python benchmarks/cache.py [--seconds 3]`.

    read:    a session and its newest messages, from one look, as a context reads them
    context: the whole of it, 100 memories for each user
    turn:    a message is added, then a context

Each is measured without the cache and with it by turns, three times, and told as the middle of three ratios, with to
without: of the time on the clock, of the program's processor time and of the database's, and how often the store was
asked. PostgreSQL, Valkey and the load share the machine, where the way to the database is as short as that to the
cache: the hardest case for a cache.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.rows import MessageDraft
from jiyi.settings import Settings, WorkerSettings
from jiyi.stores.postgres import PostgresStore
from jiyi.stores.valkey import CachedStore
from jiyi.testing import postgres_server, valkey_server
from sentences import questions, sentences
from speed import fill

USERS, MEMORIES, TURNS, TOKENS = 16, 100, 20, 800
LONG = 1_000  # messages of a long session
PEOPLE = (1, 16)  # at the same time
TIMES = 3

Act = Callable[[AsyncMemory, int], Awaitable[Any]]


async def read(memory: AsyncMemory, user: int) -> None:
    with memory._parts.sets.one_look():
        store = memory._parts.store
        await store.session(f"user-{user}", "talk")
        await store.messages(f"user-{user}", "talk", limit=2_000, newest=True)


async def read_long(memory: AsyncMemory, user: int) -> None:
    with memory._parts.sets.one_look():
        store = memory._parts.store
        await store.session(f"user-{user}", "long")
        await store.messages(f"user-{user}", "long", limit=2_000, newest=True)


ASKED = questions(200, 3)


async def context(memory: AsyncMemory, user: int) -> None:
    await memory.session(f"user-{user}", "talk").context(ASKED[user % 200], TOKENS)


async def turn(memory: AsyncMemory, user: int) -> None:
    talk = memory.session(f"user-{user}", "turns")
    await talk.add("user", "I saw twelve birds today.")
    await talk.context(ASKED[user % 200], TOKENS)


ACTS: dict[str, Act] = {
    "read, 40 messages": read,
    f"read, {LONG} messages": read_long,
    "context": context,
    "turn": turn,
}


def processor(server: postgres_server.Server) -> float:
    """Seconds of processor time that the database server's processes have used."""
    found = 0.0
    for pid in (server.pid, *postgres_server._children(server.pid)):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


@dataclass(frozen=True)
class Found:
    """Of one: seconds on the clock, of this program's processor time and of the database's; questions to the store."""

    clock: float
    program: float
    database: float
    questions: float


async def press(memory: AsyncMemory, base: postgres_server.Server, people: int, seconds: float, act: Act) -> Found:
    await asyncio.gather(*(act(memory, user) for user in range(people)))  # warm
    asked.clear()
    done = 0
    began, program, database = time.perf_counter(), time.process_time(), processor(base)
    until = began + seconds

    async def one(user: int) -> None:
        nonlocal done
        while time.perf_counter() < until:
            await act(memory, user)
            done += 1

    await asyncio.gather(*(one(user) for user in range(people)))
    took = (time.perf_counter() - began, time.process_time() - program, processor(base) - database)
    return Found(*(one / done for one in took), len(asked) / done)


asked: list[None] = []  # one for each time that a connection of the pool was used


class Counted(PostgresStore):
    """Counts its round trips, about: each call that has to go to the server."""

    async def _counted(self, call: Awaitable[Any]) -> Any:
        asked.append(None)
        return await super()._counted(call)


async def prepare(memory: AsyncMemory, embedder: LocalEmbedder) -> None:
    store, now = memory._parts.store, memory._parts.clock()
    texts = sentences(MEMORIES, 1)
    vectors = await embedder.embed(texts)
    for number in range(USERS):
        user = f"user-{number}"
        await fill(store, user, texts, vectors, embedder.name)
        talk = memory.session(user, "talk")
        for place in range(TURNS):
            await talk.add("user", f"I would like to plan trip {place}, somewhere with good food and short walks.")
            await talk.add("assistant", "Gladly. Which month do you have in mind, and for how many days?")
        await talk.update_state({"step": "planning", "city": "Lisbon"})
        body = (await store.messages(user, "talk"))[0].body
        await store.append(user, "long", [MessageDraft(body=body)] * LONG, now)


def told(pairs: list[list[Found]]) -> Iterator[str]:
    for name in ("clock", "program", "database"):
        yield f"{name} × {median(getattr(b, name) / max(getattr(a, name), 1e-9) for a, b in pairs):.2f}"
    yield f"questions {pairs[-1][0].questions:.1f} → {pairs[-1][1].questions:.1f}"


async def measure(seconds: float, folder: Path) -> None:
    embedder = LocalEmbedder()
    settings = Settings(worker=WorkerSettings(inside=False), model=None)
    with postgres_server.Server(folder / "postgres") as base, valkey_server.Server(folder / "valkey") as cache:
        plain = await AsyncMemory.open(None, settings, store=Counted(base.url()), embedder=embedder)
        store = CachedStore(Counted(base.url()), cache.url())
        cached = await AsyncMemory.open(None, settings, store=store, embedder=embedder)
        await prepare(plain, embedder)
        for people in PEOPLE:
            for name, act in ACTS.items():
                pairs = [
                    [await press(memory, base, people, seconds, act) for memory in (plain, cached)]
                    for _ in range(TIMES)
                ]
                print(f"{name:20} {people:3} at a time   " + "   ".join(told(pairs)), flush=True)
        print((await cached.stats())["cache"])
        for memory in (plain, cached):
            engine = memory._parts.store
            await memory.close()
            await engine.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure (3)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # as root, the server runs as somebody else
        asyncio.run(measure(options.seconds, folder))


if __name__ == "__main__":
    main()

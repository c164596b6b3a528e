"""Many users at once, on an SQLite file and on a PostgreSQL server: `python benchmarks/many.py [--seconds 5]`.

    context: 64 users who each ask for a context again and again, 100 memories each; a second and p95
    add:     1, 8 and 64 writers, each a user of its own; durable messages a second and p95
    floor:   the same number of writers, each inserting one row of 200 bytes and committing, with the bare driver

Server and load share the machine; the server writes to disk as in production. `--store sqlite` or `postgres` measures
one of them. Nothing else should run: figures of the two are compared with each other and with their floors.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.settings import Settings, WorkerSettings
from jiyi.testing.postgres_server import Server
from sentences import questions, sentences
from speed import fill, spread

USERS = 64
MEMORIES = 100
WRITERS = (1, 8, 64)
TOKENS = 800
BODY = b"x" * 200
BARE = "CREATE TABLE IF NOT EXISTS bare (writer int, number int, body bytea, PRIMARY KEY (writer, number))"

Act = Callable[[int, int], Awaitable[object]]


@contextmanager
def place(kind: str) -> Iterator[str]:
    """A URL of a new store."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if kind == "sqlite":
            yield str(folder / "jiyi.db")
            return
        folder.chmod(0o755)  # as root, the server runs as somebody else
        with Server(folder / "server", max_connections="200") as server:
            yield server.url()


async def press(people: int, seconds: float, act: Act) -> dict[str, float]:
    """`people` who do `act` over and over; how often a second, and the spread of how long one took."""
    took: list[float] = []
    until = time.perf_counter() + seconds

    async def one(person: int) -> None:
        times = 0
        while (began := time.perf_counter()) < until:
            await act(person, times)
            times += 1
            took.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*(one(person) for person in range(people)))
    rate = len(took) / (time.perf_counter() - began)
    middle, slow = spread(took)
    return {"a second": round(rate, 1), "p50 ms": round(middle, 1), "p95 ms": round(slow, 1)}


async def contexts(memory: AsyncMemory, seconds: float) -> dict[str, float]:
    asked = questions(200, 3)
    talks = [memory.session(f"user-{number}", "talk") for number in range(USERS)]
    for talk in talks:  # warm
        await talk.add("user", "I would like to plan a trip.")
        await talk.context(asked[0], TOKENS)
    return await press(USERS, seconds, lambda person, times: talks[person].context(asked[times % 200], TOKENS))


async def adds(memory: AsyncMemory, writers: int, seconds: float) -> dict[str, float]:
    talks = [memory.session(f"writer-{writers}-{number}", "talk") for number in range(writers)]
    return await press(writers, seconds, lambda person, times: talks[person].add("user", f"I saw {times} birds today."))


async def floor(kind: str, url: str, writers: int, seconds: float) -> float:
    """Commits a second with the bare driver. SQLite has one writer, whoever asks."""
    if kind == "sqlite":
        return await asyncio.to_thread(_bare_sqlite, f"{url}.floor", seconds)
    links = [await psycopg.AsyncConnection.connect(url, autocommit=True) for _ in range(writers)]
    await links[0].execute(BARE)
    await links[0].execute("TRUNCATE bare")
    done = await press(
        writers,
        seconds,
        lambda person, times: links[person].execute("INSERT INTO bare VALUES (%s, %s, %s)", (person, times, BODY)),
    )
    for link in links:
        await link.close()
    return done["a second"]


def _bare_sqlite(path: str, seconds: float) -> float:
    link = sqlite3.connect(path, isolation_level=None)
    link.execute("PRAGMA journal_mode = WAL")
    link.execute("PRAGMA synchronous = FULL")
    link.execute("CREATE TABLE IF NOT EXISTS bare (number INTEGER PRIMARY KEY, body BLOB)")
    count, until = 0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        link.execute("INSERT INTO bare (body) VALUES (?)", (BODY,))
        count += 1
    link.close()
    return round(count / seconds, 1)


async def measure(kind: str, embedder: LocalEmbedder, seconds: float) -> list[dict[str, Any]]:
    table: list[dict[str, Any]] = []
    settings = Settings(worker=WorkerSettings(inside=False), model=None)
    with place(kind) as url:
        async with AsyncMemory.open(url, settings, embedder=embedder) as memory:
            texts = sentences(MEMORIES, 1)
            vectors = await embedder.embed(texts)
            for number in range(USERS):
                await fill(memory._parts.store, f"user-{number}", texts, vectors, embedder.name)
            table.append({"store": kind, "what": f"context, {USERS} users", **await contexts(memory, seconds)})
            for writers in WRITERS:
                found: dict[str, Any] = await adds(memory, writers, seconds)
                bare = await floor(kind, url, writers, seconds)
                found |= {"floor": bare, "of floor": round(found["a second"] / bare, 2)}
                table.append({"store": kind, "what": f"add, {writers} writers", **found})
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", choices=("sqlite", "postgres"), action="append")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure (5)")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    options = parser.parse_args()
    embedder = LocalEmbedder()
    table = [
        row
        for kind in options.store or ("sqlite", "postgres")
        for row in asyncio.run(measure(kind, embedder, options.seconds))
    ]
    for row in table:
        print("  ".join(f"{name} {value}" for name, value in row.items()))
    if options.json:
        options.json.write_text(json.dumps(table, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Many users at once, on an SQLite file and on a PostgreSQL server: `python benchmarks/many.py [--seconds 5]`.

    context: 64 users who each ask for a context again and again, 100 memories each; a second and p95: what can be
             done at most, and how long who always comes again at once then waits
    offered: with `--rate 300`, so many contexts a second beside that, asked for at fixed times in turn by the 64
             users; from when it was due to its answer, waiting included, and none left out
    add:     1, 8 and 64 writers, each a user of its own; durable messages a second and p95
    floor:   the same number of writers, each inserting one row of 200 bytes and committing, with the bare driver

Server and load share the machine; the server writes to disk as in production. `--store sqlite` or `postgres` measures
one of them; `--processes 2` spreads the 64 users over two programs. Nothing else should run: figures of the two are
compared with each other and with their floors. "CPU ms" is what one call takes of this process's processor time.

Instead of these, each on its own new store:

    --cold 100000:  so many users of 100 memories (`--memories`); each request is of another one, whom the process has
                    not seen; its memory beside the setting (`--cache`, megabytes)
    --huge 200000:  one user with so many past turns
    --soak 20:      minutes of people who talk, ask, correct, forget and are erased, and of workers; memory, threads,
                    connections and file handles at the start, in the middle and in the end
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from crowds import Soak, cold, huge
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.settings import Settings, WorkerSettings
from jiyi.stores.opening import open_store
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


async def press(people: Sequence[int], seconds: float, act: Act, rate: float | None = None) -> Pressed:
    """`people` who do `act` over and over; with `rate`, so many a second in all at fixed times, in turn. Who is late
    begins at once, and what it waited counts."""
    took: list[float] = []
    used, began = time.process_time(), time.perf_counter()
    until = began + seconds

    async def one(place: int, person: int) -> None:
        times = 0
        while (since := time.perf_counter() if rate is None else began + (times * len(people) + place) / rate) < until:
            await asyncio.sleep(max(0.0, since - time.perf_counter()))
            await act(person, times)
            times += 1
            took.append(time.perf_counter() - since)

    await asyncio.gather(*(one(place, person) for place, person in enumerate(people)))
    return Pressed(took, time.perf_counter() - began, time.process_time() - used)


@dataclass(frozen=True, slots=True)
class Pressed:
    """How long each call took, how long it was in all, and how much processor time that took."""

    took: list[float]
    seconds: float
    used: float

    def row(self) -> dict[str, float]:
        middle, slow = spread(self.took)
        return {
            "a second": round(len(self.took) / self.seconds, 1),
            "p50 ms": round(middle, 1),
            "p95 ms": round(slow, 1),
            "CPU ms": round(1000 * self.used / len(self.took), 2),
        }


def together(parts: Sequence[Pressed]) -> Pressed:
    """Of processes that ran beside each other."""
    took = [one for part in parts for one in part.took]
    return Pressed(took, max(part.seconds for part in parts), sum(part.used for part in parts))


async def contexts(
    memory: AsyncMemory, people: Sequence[int], seconds: float, ready: Callable[[], object], rate: float | None
) -> Pressed:
    asked = questions(200, 3)
    talks = {number: memory.session(f"user-{number}", "talk") for number in people}
    for talk in talks.values():  # warm
        await talk.add("user", "I would like to plan a trip.")
        await talk.context(asked[0], TOKENS)
    for other in questions(20, 4):  # expressions are compiled when they are first used, whichever store is asked first
        await next(iter(talks.values())).context(other, TOKENS)
    await asyncio.to_thread(ready)
    return await press(people, seconds, lambda person, times: talks[person].context(asked[times % 200], TOKENS), rate)


async def adds(
    memory: AsyncMemory, writers: Sequence[int], seconds: float, ready: Callable[[], object], rate: float | None
) -> Pressed:
    talks = {number: memory.session(f"writer-{number}", "talk") for number in writers}
    for talk in talks.values():
        await talk.add("user", "Hello.")
    await asyncio.to_thread(ready)
    return await press(
        writers, seconds, lambda person, times: talks[person].add("user", f"I saw {times} birds today."), rate
    )


LOADS = {"context": contexts, "add": adds}


def load(
    url: str,
    what: str,
    people: int,
    seconds: float,
    processes: int,
    embedder: LocalEmbedder,
    rate: float | None = None,
) -> Pressed:
    """People who do one thing, spread over processes that all begin when the last one is ready."""
    share = None if rate is None else rate / processes
    gate = multiprocessing.get_context("fork").Barrier(processes)
    if processes == 1:
        return asyncio.run(_load(url, what, range(people), seconds, embedder, gate.wait, share))
    jobs = [(url, what, range(people)[number::processes], seconds, share) for number in range(processes)]
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork"), _keep, (gate, embedder)) as pool:
        return together(list(pool.map(_child, *zip(*jobs, strict=True))))


_kept: list[Any] = []


def _keep(gate: Any, embedder: LocalEmbedder) -> None:
    _kept[:] = [gate, embedder]


def _child(url: str, what: str, people: Sequence[int], seconds: float, rate: float | None) -> Pressed:
    gate, embedder = _kept
    return asyncio.run(_load(url, what, people, seconds, embedder, gate.wait, rate))


async def _load(
    url: str,
    what: str,
    people: Sequence[int],
    seconds: float,
    embedder: LocalEmbedder,
    ready: Callable[[], object],
    rate: float | None,
) -> Pressed:
    settings = Settings(worker=WorkerSettings(inside=False), model=None)
    async with AsyncMemory.open(url, settings, embedder=embedder) as memory:
        return await LOADS[what](memory, people, seconds, ready, rate)


async def floor(kind: str, url: str, writers: int, seconds: float) -> float:
    """Commits a second with the bare driver. SQLite has one writer, whoever asks."""
    if kind == "sqlite":
        return await asyncio.to_thread(_bare_sqlite, f"{url}.floor", seconds)
    links = [await psycopg.AsyncConnection.connect(url, autocommit=True) for _ in range(writers)]
    await links[0].execute(BARE)
    await links[0].execute("TRUNCATE bare")
    done = await press(
        range(writers),
        seconds,
        lambda person, times: links[person].execute("INSERT INTO bare VALUES (%s, %s, %s)", (person, times, BODY)),
    )
    for link in links:
        await link.close()
    return done.row()["a second"]


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


async def stock(url: str, embedder: LocalEmbedder) -> None:
    """Users with memories."""
    store = open_store(url)
    await store.open()
    await store.note("embedder", embedder.name)
    texts = sentences(MEMORIES, 1)
    vectors = await embedder.embed(texts)
    for number in range(USERS):
        await fill(store, f"user-{number}", texts, vectors, embedder.name)
    await store.close()


def measure(kind: str, options: argparse.Namespace, embedder: LocalEmbedder) -> Iterator[dict[str, Any]]:
    seconds, processes = options.seconds, options.processes
    with place(kind) as url:
        asyncio.run(stock(url, embedder))
        told = {"store": kind, "processes": processes}
        row = load(url, "context", USERS, seconds, processes, embedder).row()
        yield {**told, "what": f"context, {USERS} users, again and again", **row}
        if options.rate:
            row = load(url, "context", USERS, seconds, processes, embedder, options.rate).row()
            yield {**told, "what": f"context, {USERS} users, {options.rate:g}/s offered", **row}
        for writers in WRITERS:
            found: dict[str, Any] = load(url, "add", writers, seconds, min(writers, processes), embedder).row()
            bare = asyncio.run(floor(kind, url, writers, seconds))
            found |= {"floor": bare, "of floor": round(found["a second"] / bare, 2)}
            yield {**told, "what": f"add, {writers} writers", **found}


def large(kind: str, options: argparse.Namespace, embedder: LocalEmbedder) -> Iterator[dict[str, Any]]:
    """What is asked for instead."""
    with place(kind) as url:
        if options.cold:
            sizes = (options.cold, options.memories, options.cache, options.requests)
            yield {"store": kind, **asyncio.run(cold(url, *sizes, embedder))}
    with place(kind) as url:
        if options.huge:
            for row in asyncio.run(huge(url, options.huge, options.requests, embedder)):
                yield {"store": kind, **row}
    with place(kind) as url:
        if options.soak:
            soak = Soak(url, USERS, options.cache, embedder)
            asyncio.run(soak.run(options.soak, lambda row: show({"store": kind, **row})))


def show(row: dict[str, Any]) -> None:
    print("  ".join(f"{name} {value}" for name, value in row.items()), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", choices=("sqlite", "postgres"), action="append")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure (5)")
    parser.add_argument("--processes", type=int, default=1, help="programs that the load is spread over (1)")
    parser.add_argument("--rate", type=float, metavar="N", help="contexts a second that are offered beside it")
    parser.add_argument("--cold", type=int, metavar="USERS")
    parser.add_argument("--memories", type=int, default=100, help="of each of them (100)")
    parser.add_argument("--huge", type=int, metavar="TURNS")
    parser.add_argument("--soak", type=float, metavar="MINUTES")
    parser.add_argument("--cache", type=int, default=64, help="megabytes of working sets in --cold and --soak (64)")
    parser.add_argument("--requests", type=int, default=2_000, help="in --cold and --huge (2,000)")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    options = parser.parse_args()
    embedder = LocalEmbedder()
    embedder.encode(["loaded once, before the forks"])
    table = []
    run = large if options.cold or options.huge or options.soak else measure
    for kind in options.store or ("sqlite", "postgres"):
        for row in run(kind, options, embedder):
            show(row)
            table.append(row)
    if options.json:
        options.json.write_text(json.dumps(table, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()

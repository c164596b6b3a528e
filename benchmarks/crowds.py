"""What `many.py --cold`, `--huge` and `--soak` do: very many users, one very large one, and twenty minutes of work.

They use a store at `url`, empty and its own. Users of a crowd are copies of one: only their number and size matter.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sqlite3
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg

from jiyi import codec
from jiyi.errors import JiyiError
from jiyi.ids import uuid7
from jiyi.language.tokens import hashes
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.records import Action, Episode
from jiyi.rows import ChangeRow, ItemRow, Write
from jiyi.settings import RecallSettings, Settings, WorkerSettings
from jiyi.stores.opening import open_store
from sentences import questions, sentences
from speed import START, fill, random_vectors, spread

TOKENS = 800
ASKERS = 8  # requests at the same time
BATCH = 1_000  # rows a transaction
COPIED = ("users", "items")


def resident(kind: str = "RssAnon") -> float:
    """Megabytes of memory that this process holds, without pages of files (those of the model come in as words do,
    and are the system's to take back)."""
    gc.collect()
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return round(int(status.split(f"{kind}:")[1].split()[0]) / 1024, 1)


def settings(cache: int, *, inside: bool = False) -> Settings:
    """`cache` in megabytes."""
    recall = RecallSettings(cache_bytes=cache * 2**20)
    return Settings(recall=recall, worker=WorkerSettings(inside=inside, concurrency=2), model=None)


async def asked_by(askers: int, requests: int, act: Callable[[int], Awaitable[object]]) -> dict[str, float]:
    """`requests` requests, `askers` at a time."""
    took: list[float] = []
    left = iter(range(requests))

    async def one() -> None:
        for number in left:
            began = time.perf_counter()
            await act(number)
            took.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(askers)))
    rate = len(took) / (time.perf_counter() - began)
    middle, slow = spread(took)
    return {"a second": round(rate, 1), "p50 ms": round(middle, 1), "p95 ms": round(slow, 1)}


# --- many users -------------------------------------------------------------------------------------------------
def copy_user(url: str, users: int) -> None:
    """Give the rows of `user-0` to `users` users in all. The log is not copied: nothing here reads it."""
    postgres = "://" in url
    link: Any = psycopg.connect(url, options="-c search_path=jiyi -c jiyi.all=on") if postgres else sqlite3.connect(url)
    hole = "%s" if postgres else "?"
    with closing(link):
        for table in COPIED:
            cursor = link.execute(f"SELECT * FROM {table} LIMIT 0")
            rest = ", ".join(f'"{column[0]}"' for column in cursor.description if column[0] != "user")
            copy = (
                f"""INSERT INTO {table} ("user", {rest}) SELECT {hole}, {rest} FROM {table} WHERE "user" = 'user-0'"""
            )
            for start in range(1, users, BATCH):
                names = [(f"user-{number}",) for number in range(start, min(start + BATCH, users))]
                link.cursor().executemany(copy, names)
                link.commit()


async def cold(
    url: str, users: int, memories: int, cache: int, requests: int, embedder: LocalEmbedder
) -> dict[str, Any]:
    """Each request is another user's, whom this process has not seen; then those seen last once more."""
    texts = sentences(memories, 1)
    vectors = await embedder.embed(texts)
    async with AsyncMemory.open(url, settings(cache), embedder=embedder) as memory:
        await fill(memory._parts.store, "user-0", texts, vectors, embedder.name)
    await asyncio.to_thread(copy_user, url, users)
    order = random.Random(0).sample(range(users), users)
    asked = questions(200, 3)
    async with AsyncMemory.open(url, settings(cache), embedder=embedder) as memory:

        async def ask(number: int) -> None:
            await memory.session(f"user-{order[number % users]}", "talk").context(asked[number % 200], TOKENS)

        sets = memory._parts.sets
        await asked_by(ASKERS, 100, ask)
        before = resident()
        found = await asked_by(ASKERS, requests, lambda number: ask(number + 100))
        held = {"sets MB": round(sets.nbytes / 2**20, 1), "sets": len(sets)}
        after = resident()
        again = await asked_by(ASKERS, min(requests, len(sets)), lambda number: ask(requests + 99 - number))
    memory_of = {"cache MB": cache, **held, "MB after 100": before, "MB in the end": after}
    return {"what": f"{users} users x {memories}, cold", **found, **memory_of, "p95 ms again": again["p95 ms"]}


# --- one large user ---------------------------------------------------------------------------------------------
async def grow(url: str, count: int, embedder: LocalEmbedder) -> None:
    """`count` past turns of one user, straight into the store."""
    store = open_store(url)
    await store.open()
    texts = sentences(min(count, 20_000), 5)
    change = codec.change_body("benchmark", "made up", {})
    for start in range(0, count, BATCH):
        vectors = random_vectors(BATCH, start)
        rows = []
        for place in range(min(BATCH, count - start)):
            number = start + place
            at = START + timedelta(seconds=number)
            text = texts[number % len(texts)]
            turn = Episode(
                id=uuid7(at, number), user="large", session=f"s{number // 100}", first=2 * (number % 100) + 1,
                last=2 * (number % 100) + 2, at=at, parts=(("user", text), ("assistant", "Noted.")),
            )  # fmt: skip
            body = codec.episode_body(turn, vectors[place : place + 1], hashes(text))
            rows.append(ItemRow(id=turn.id, body=body, embedder=embedder.name))
        changes = tuple(ChangeRow(version=0, action=Action.ADD, ref=row.id, at=START, body=change) for row in rows)
        await store.apply("large", Write(episodes=tuple(rows), changes=changes))
    await store.close()


async def huge(url: str, episodes: int, requests: int, embedder: LocalEmbedder) -> list[dict[str, Any]]:
    """The first question, when everything is read; questions after it; and each after something new."""
    await grow(url, episodes, embedder)
    asked = questions(200, 3)
    async with AsyncMemory.open(url, settings(8_192), embedder=embedder) as memory:
        before = resident()
        first = await asked_by(1, 1, lambda number: memory.recall("large", asked[number]))
        held = {"MB": round(resident() - before, 1), "sets MB": round(memory._parts.sets.nbytes / 2**20, 1)}
        then = await asked_by(1, requests, lambda number: memory.recall("large", asked[number % 200]))

        async def changed(number: int) -> None:
            await memory.remember("large", f"I saw {number} birds in the garden.")
            await memory.recall("large", asked[number % 200])

        new = await asked_by(1, min(requests, 20), changed)
    what = f"1 user x {episodes} past turns, "
    return [
        {"what": what + "first question", "ms": first["p95 ms"], **held},
        {"what": what + "recall", **then},
        {"what": what + "remember, then recall", **new},
    ]


# --- twenty minutes ---------------------------------------------------------------------------------------------
def descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


async def connections(url: str) -> int:
    """Of all programs that name themselves jiyi, at the server; 0 where there is none."""
    if "://" not in url:
        return 0
    async with await psycopg.AsyncConnection.connect(url) as link:
        row = await (
            await link.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'jiyi'")
        ).fetchone()
    return 0 if row is None else int(row[0])


class Soak:
    """People who talk, ask, correct and forget, over and over, while workers learn from it in the same process."""

    def __init__(self, url: str, users: int, cache: int, embedder: LocalEmbedder) -> None:
        self._url = url
        self._users = users
        self._cache = cache
        self._embedder = embedder
        self._asked = questions(200, 3)
        self._said = sentences(2_000, 9)
        self._done = dict.fromkeys(("add", "context", "recall", "remember", "forget", "erase", "failed"), 0)

    async def run(self, minutes: float, show: Callable[[dict[str, Any]], None]) -> None:
        """Shows a row at the start (after a tenth of the time, when caches are full), in the middle, and at the end."""
        end = time.monotonic() + 60 * minutes
        async with AsyncMemory.open(self._url, settings(self._cache, inside=True), embedder=self._embedder) as memory:
            people = [asyncio.create_task(self._live(memory, number, end)) for number in range(ASKERS)]
            for what, share in (("start", 0.9), ("middle", 0.45), ("end", 0.02)):
                await asyncio.sleep(max(0.0, end - 60 * minutes * share - time.monotonic()))
                show({"what": f"soak, {what}", **await self._look(memory)})
            await asyncio.gather(*people)
        show({"what": "soak, closed", "MB": resident(), "threads": threading.active_count(), "files": descriptors()})

    async def _look(self, memory: AsyncMemory) -> dict[str, Any]:
        found = {"MB": resident(), "of files MB": resident("RssFile"), "blocks": sys.getallocatedblocks()}
        found |= {"threads": threading.active_count(), "files": descriptors()}
        waiting = (await memory.jobs()).total
        held = {"connections": await connections(self._url), "sets MB": round(memory._parts.sets.nbytes / 2**20, 1)}
        return {**found, **held, "tasks": len(asyncio.all_tasks()), "jobs waiting": waiting, **self._done}

    async def _live(self, memory: AsyncMemory, number: int, end: float) -> None:
        chance = random.Random(number)
        while time.monotonic() < end:
            try:
                await self._act(memory, f"user-{chance.randrange(self._users)}", chance)
            except JiyiError:
                self._done["failed"] += 1
            await asyncio.sleep(0.05)

    async def _act(self, memory: AsyncMemory, user: str, chance: random.Random) -> None:
        act = chance.choices(("add", "context", "recall", "remember", "forget", "erase"), (8, 8, 3, 1, 0.3, 0.1))[0]
        text = chance.choice(self._said)
        talk = memory.session(user, f"talk-{chance.randrange(3)}")
        if act == "add":
            await talk.add("user", text)
        elif act == "context":
            await talk.context(chance.choice(self._asked), TOKENS)
        elif act == "recall":
            await memory.recall(user, chance.choice(self._asked))
        elif act == "remember":
            await memory.remember(user, text)
        elif act == "forget":
            found = await memory.list(user, limit=1)
            if found.items:
                await memory.forget(user, found.items[0].id)
        else:
            await memory.erase(user)
        self._done[act] += 1

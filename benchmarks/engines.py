"""Which engine finds the nearest vectors of one very large user, beside an exact scan in this process.

    python benchmarks/engines.py                       # every engine that is installed, each in processes of its own
    options: --sizes 10000,100000,200000 --engines faiss,pgvector,chroma,milvus,qdrant --json OUT
    python benchmarks/engines.py agree --sizes 4500    # does recall rank the same when the vectors are outside?

The vectors are those of 20,000 made-up sentences by the bundled model; more are mixtures of two of them. Another user
with as many stands beside (a tenth as many from 100,000 on). Times are for the 512 nearest, as recall asks for, as a
ratio to the exact scan beside it: questions take turns. Memory is what the process holds after filling, closing and
opening again, over what it held before opening. `qdrant` without a server compares all in Python: it stands for the
adapter, not for Qdrant. Keep one BLAS thread: OPENBLAS_NUM_THREADS=1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from jiyi import codec
from jiyi.flows.rank_episodes import find_episodes
from jiyi.flows.recall import Asked
from jiyi.ids import uuid7
from jiyi.indexes.engines import chroma, faiss, milvus, pgvector, qdrant
from jiyi.indexes.part import Part
from jiyi.indexes.sketch import EXACT, Sketch
from jiyi.language.passages import episode_tokens
from jiyi.policy.rewrite import understand
from jiyi.ports import CandidateIndex, Nearest, Rows, Vectors
from jiyi.records import Episode
from jiyi.rows import Head, ItemRow

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
REAL = 20_000
ASKED = 40
SLOW = {"qdrant": 10_000}  # the largest size that an engine is asked to take
TOO_LONG = 600  # seconds for filling
PACKAGES = {
    "faiss": "faiss",
    "qdrant": "qdrant_client",
    "milvus": "pymilvus",
    "chroma": "chromadb",
    "pgvector": "psycopg",
}


def make(folder: Path, sizes: list[int]) -> None:
    """Vectors and questions, as files."""
    from jiyi.models.local import LocalEmbedder
    from sentences import questions, sentences

    embedder = LocalEmbedder()
    real = min(REAL, max(sizes))
    vectors = embedder.encode(sentences(real, seed=1))
    random = np.random.default_rng(5)
    need = max(sizes) - real
    one, other = random.integers(0, real, need), random.integers(0, real, need)
    mixed = vectors[one] + random.uniform(0.2, 0.8, (need, 1)).astype(np.float32) * vectors[other]
    every = np.vstack([vectors, mixed / np.maximum(np.linalg.norm(mixed, axis=1, keepdims=True), 1e-6)])
    np.save(folder / "vectors.npy", every.astype(np.float32))
    np.save(folder / "questions.npy", embedder.encode(questions(ASKED, seed=2)))


def rows(vectors: Vectors, first: int, name: str) -> Rows:
    numbers = np.arange(first, first + len(vectors))
    return Rows(
        ids=[f"{name}-{one:036d}" for one in numbers],  # as long as a UUID
        pieces=[0] * len(vectors),
        at=numbers * 1_000_000,
        sessions=numbers // 20,
        vectors=vectors,
    )


def opened(kind: str, folder: Path, url: str) -> CandidateIndex:
    place = folder / kind
    if kind == "pgvector":
        return pgvector.PgvectorIndex(url)
    if kind == "milvus":
        return milvus.MilvusIndex(str(place / "m.db"))
    made = {"faiss": faiss.FaissIndex, "chroma": chroma.ChromaIndex, "qdrant": qdrant.QdrantIndex}[kind]
    return made(str(place))


async def fill(kind: str, size: int, folder: Path, url: str) -> dict[str, Any]:
    vectors = np.load(folder / "vectors.npy", mmap_mode="r")
    index = opened(kind, folder, url)
    await index.open()
    began = time.perf_counter()
    for user, count in (("large", size), ("other", size if size < 100_000 else size // 10)):
        for first in range(0, count, 2_048):
            part = np.array(vectors[first : min(first + 2_048, count)])
            await index.take(user, Head(generation=1, version=0), rows(part, first, user))
        await index.take(user, Head(generation=1, version=1), rows(np.zeros((0, vectors.shape[1]), np.float32), 0, ""))
        if user == "large":
            took = time.perf_counter() - began
    await index.close()
    return {"fill_s": took}


def resident() -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


async def measure(kind: str, size: int, folder: Path, url: str) -> dict[str, Any]:
    """Recall, time beside the exact scan, memory."""
    asked = np.load(folder / "questions.npy")
    right = json.loads((folder / f"right-{size}.json").read_text())
    if kind != "ours":
        index = opened(kind, folder, url)
        __import__(
            {"qdrant": "qdrant_client", "milvus": "pymilvus", "chroma": "chromadb", "pgvector": "psycopg"}.get(
                kind, kind
            )
        )
    before = resident()
    if kind == "ours":
        matrix = np.array(np.load(folder / "vectors.npy", mmap_mode="r")[:size])
        sketch = Sketch(matrix)
    else:
        await index.open()
        for vector in asked[:5]:
            await index.search("large", vector, EXACT)
    held = resident() - before
    if kind != "ours":
        matrix = np.array(np.load(folder / "vectors.npy", mmap_mode="r")[:size])
    found, took, scan = [], [], []
    for number, vector in enumerate(asked):
        t0 = time.perf_counter()
        scores = matrix @ vector
        best = np.argpartition(-scores, EXACT)[:EXACT]
        t1 = time.perf_counter()
        if kind == "ours":
            scores = sketch.scores(vector)
            best = np.argpartition(scores, len(scores) - EXACT)[-EXACT:]
            scores[best] = matrix[best] @ vector
            hits = best[np.argsort(-scores[best])][:20].tolist()
        else:
            near = await index.search("large", vector, EXACT)
            hits = [int(id.rpartition("-")[2]) for id in near.ids[:20]]
        t2 = time.perf_counter()
        scan.append(t1 - t0)
        took.append(t2 - t1)
        found.append(len(set(hits) & set(right[number])) / 20)
    if kind != "ours":
        await index.close()
    return {
        "recall_20": statistics.mean(found),
        "p50_ms": statistics.median(took) * 1000,
        "scan_ms": statistics.median(scan) * 1000,
        "held_bytes": held,
    }


def on_disk(kind: str, folder: Path, server: Any) -> int:
    if kind == "pgvector":
        import psycopg

        with psycopg.connect(server.url()) as link:
            asked = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname = %s"
            from jiyi.indexes.engines.blocking import key_of

            return int(link.execute(asked, (f"candidates_{key_of('large')}",)).fetchone()[0])
    return sum(path.stat().st_size for path in (folder / kind).rglob("*") if path.is_file())


def step(what: str, kind: str, size: int, folder: Path, url: str) -> dict[str, Any]:
    """One step in a process of its own."""
    command = [
        sys.executable,
        __file__,
        what,
        "--engines",
        kind,
        "--sizes",
        str(size),
        "--folder",
        str(folder),
        "--url",
        url,
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TOO_LONG, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "failed")
    return json.loads(done.stdout.splitlines()[-1])


def one(kind: str, size: int, folder: Path) -> dict[str, Any]:
    with ExitStack() as stack:
        server, url = None, ""
        if kind == "pgvector":
            from jiyi.testing.postgres_server import Server

            where = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="jiyi-pg-")))
            where.chmod(0o755)
            server = stack.enter_context(Server(where / "s", fsync="off", shared_buffers="1GB", max_wal_size="4GB"))
            server.sql("CREATE EXTENSION vector", database="jiyi")
            url = server.url()
        inside = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
        for name in ("vectors.npy", "questions.npy", f"right-{size}.json"):
            (inside / name).symlink_to(folder / name)
        found: dict[str, Any] = {"engine": kind, "size": size}
        if kind != "ours":
            found |= step("fill", kind, size, inside, url)
            found["disk_bytes"] = on_disk(kind, inside, server)
        return found | step("measure", kind, size, inside, url)


def told(found: dict[str, Any]) -> str:
    exact = found["size"] * 512 * 4
    return (
        f"{found['engine']:9} {found['size']:8,}  recall@20 {found['recall_20']:.3f}  "
        f"p50 {found['p50_ms']:7.1f} ms = {found['p50_ms'] / found['scan_ms']:5.2f} × scan  "
        f"memory {found['held_bytes'] / exact:5.2f}  disk {found.get('disk_bytes', 0) / exact:5.2f} × vectors  "
        f"fill {found.get('fill_s', 0):5.0f} s"
    )


def every(sizes: list[int], engines: list[str], out: str | None) -> None:
    every: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="jiyi-engines-") as name:
        folder = Path(name)
        make(folder, sizes)
        vectors, asked = np.load(folder / "vectors.npy"), np.load(folder / "questions.npy")
        for size in sizes:
            right = [np.argsort(-(vectors[:size] @ vector))[:20].tolist() for vector in asked]
            (folder / f"right-{size}.json").write_text(json.dumps(right))
        del vectors
        for size in sizes:
            for kind in ["ours", *engines]:
                if size > SLOW.get(kind, size):
                    continue
                try:
                    every.append(one(kind, size, folder))
                    print(told(every[-1]), flush=True)
                except (RuntimeError, subprocess.TimeoutExpired) as error:
                    print(f"{kind:9} {size:8,}  not measured: {str(error)[:300]}", flush=True)
                if out:
                    Path(out).write_text(json.dumps(every, indent=1))


def part_of(texts: list[str], vectors: Vectors) -> Part:
    """Past turns, eight to a conversation."""
    made, rows = Part("m"), []
    for number, text in enumerate(texts):
        at, said = BEGIN + timedelta(minutes=number), (("user", text),)
        session = f"s{number // 8}"
        turn = Episode(
            id=uuid7(at, number), user="u", session=session, first=1, last=1, at=at, parts=said, language="und"
        )
        body = codec.episode_body(turn, vectors[number : number + 1], episode_tokens(said))
        rows.append(ItemRow(id=turn.id, body=body, embedder="m"))
    made.take(rows)
    return made


def agree(size: int) -> None:
    """How many of the first 1, 5 and 20 past turns are those that exact scores of all vectors would give: as by
    default (a sketch, then the nearest exactly), with the vectors outside, and with an engine that does not answer."""
    from jiyi.models.local import LocalEmbedder
    from sentences import questions, sentences

    embedder = LocalEmbedder()
    texts, asked = sentences(REAL, seed=1)[:size], questions(ASKED, seed=2)
    vectors, wanted = embedder.encode(texts), embedder.encode(asked)
    exact, default, outside = (part_of(texts, vectors) for _ in range(3))
    held = exact.vectors.view.copy()
    exact.near_scores = lambda vector, near=None: exact.meaning_scores(vector)  # type: ignore[method-assign]
    outside.let_go()

    def engine(vector: Vectors) -> Nearest:
        scores = held @ vector
        best = np.argsort(-scores)[:EXACT]
        return Nearest(ids=[exact.ids[one] for one in best], pieces=[0] * EXACT, scores=scores[best])

    def ranked(part: Part, near: Any) -> list[list[str]]:
        found = []
        for text, vector in zip(asked, wanted, strict=True):
            read = understand(text, now=BEGIN + timedelta(days=90), zone="UTC")
            times = len(read.asks)
            one = find_episodes(part, Asked(), read, np.vstack([vector] * times), None, [near(vector)] * times)
            found.append([part.ids[place] for _, place, _ in one.best(20)])
        return found

    right = ranked(exact, lambda vector: None)
    for name, part, near in (
        ("default", default, lambda vector: None),
        ("outside", outside, engine),
        ("no answer", outside, lambda vector: None),
    ):
        pairs = [(a, b) for a, b in zip(right, ranked(part, near), strict=True) if a]
        shared = [
            statistics.mean(len(set(a[:most]) & set(b[:most])) / len(a[:most]) for a, b in pairs) for most in (1, 5, 20)
        ]
        print(
            f"{name:10} of the first 1, 5, 20: {shared[0]:.3f} {shared[1]:.3f} {shared[2]:.3f}  {part.nbytes:,} bytes"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", default="all", choices=["all", "agree", "fill", "measure"])
    parser.add_argument("--sizes", default="10000,100000,200000")
    parser.add_argument("--engines", default="faiss,pgvector,chroma,milvus,qdrant")
    parser.add_argument("--json")
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    parser.add_argument("--url", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    sizes = [int(one) for one in given.sizes.split(",")]
    if given.what == "all":
        every(sizes, given.engines.split(","), given.json)
    elif given.what == "agree":
        agree(sizes[0])
    else:
        work = fill if given.what == "fill" else measure
        print(json.dumps(asyncio.run(work(given.engines, sizes[0], Path(given.folder), given.url))))


if __name__ == "__main__":
    main()

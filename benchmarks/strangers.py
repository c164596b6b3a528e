"""What sentences of people who never saw the code get, without a language model: `tests/data/fresh`.

    python benchmarks/strangers.py [--every N]

Orders: the share of orders to forget that are seen as such by both witnesses together, and of other sentences that are
taken for one (in brackets, what erases and is not only set aside, and what patterns alone see). Clauses: of
those to keep, the share of which anything is kept; of those from which something is kept, the share that should be.
Pairs: whether what was said first is current after the second (no for an update, yes otherwise; a pair whose first
sentence is not kept is counted apart). `--every` takes each N-th clause and pair only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from jiyi.language.script import has_han
from jiyi.memory import AsyncMemory
from jiyi.models import orders as witness
from jiyi.models.local import LocalEmbedder
from jiyi.policy.orders import Order, order, units
from jiyi.records import MemoryRecord, Status
from jiyi.settings import Settings, WorkerSettings

FRESH = Path(__file__).parent.parent / "tests" / "data" / "fresh"


def rows(name: str) -> list[list[str]]:
    """The columns of a file's lines."""
    return [line.split("\t") for line in (FRESH / name).read_text("utf-8").splitlines() if line]


def heard(embedder: LocalEmbedder, text: str) -> Order | None:
    """The order to forget in a message, as the worker finds it."""
    asked = units(text)
    found = order(text, witness.chances(asked, embedder.encode(asked))) if asked else order(text)
    return found if found is not None and found.kind == "forget" else None


def orders() -> None:
    """Print what is seen as an order, by language."""
    embedder = LocalEmbedder()
    seen: dict[tuple[str, str], list[tuple[bool, bool, bool]]] = defaultdict(list)
    for label, text in rows("orders.tsv"):
        found, by_patterns = heard(embedder, text), order(text)
        alone = by_patterns is not None and by_patterns.kind == "forget"
        marks = (found is not None, found is not None and not found.doubted, alone)
        seen["zh" if has_han(text) else "en", label].append(marks)
    for language in ("en", "zh"):
        told = [
            "{:.2f} ({:.2f}; {:.2f})".format(*(mean(column) for column in zip(*seen[language, label], strict=True)))
            for label in ("forget", "other")
        ]
        print(f"orders {language}: {told[0]} seen, {told[1]} of others taken for one")


async def current(memory: AsyncMemory, user: str) -> Sequence[MemoryRecord]:
    """What is held of a user now, and waits for review."""
    return (await memory.list(user, status=(Status.CURRENT, Status.PENDING), limit=50)).items


async def clauses(language: str, every: int) -> None:
    """Print what is kept of single clauses."""
    said = rows(f"clauses_{language}.tsv")[::every]
    async with AsyncMemory.open(":memory:", Settings(worker=WorkerSettings(inside=False))) as memory:
        for number, (_, text) in enumerate(said):
            await memory.session(f"u-{number}", "s").add("user", text)
        await memory.work(once=True)
        kept = [bool(await current(memory, f"u-{number}")) for number in range(len(said))]
    wanted = [label not in ("none", "state") for label, _ in said]
    right = sum(k and w for k, w in zip(kept, wanted, strict=True))
    false = sum(k and label == "none" for k, (label, _) in zip(kept, said, strict=True))
    print(f"clauses {language}: {right / sum(wanted):.2f} kept, precision {right / (right + false):.2f} of {len(said)}")


async def pairs(every: int) -> None:
    """Print whether the first statement of a pair stands as it should after the second."""
    cases = [json.loads(line) for line in (FRESH / "pairs.jsonl").read_text("utf-8").splitlines()][::every]
    right: Counter[tuple[str, str, str]] = Counter()
    async with AsyncMemory.open(":memory:", Settings(worker=WorkerSettings(inside=False))) as memory:
        for number, case in enumerate(cases):
            await memory.session(f"u-{number}", "one").add("user", case["first"])
        await memory.work(once=True)
        before = [{one.id for one in await current(memory, f"u-{number}")} for number in range(len(cases))]
        for number, case in enumerate(cases):
            await memory.session(f"u-{number}", "two").add("user", case["second"])
        await memory.work(once=True)
        for number, case in enumerate(cases):
            after = {one.id for one in await current(memory, f"u-{number}")}
            stands = before[number] <= after
            met = "not kept" if not before[number] else "met" if stands != (case["relation"] == "update") else "missed"
            right[case["lang"], case["relation"], met] += 1
    for language in ("en", "zh"):
        for relation in ("update", "supplement", "same", "unrelated"):
            told = ", ".join(f"{met} {right[language, relation, met]}" for met in ("met", "missed", "not kept"))
            print(f"pairs {language} {relation}: {told}")


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    every = parser.parse_args().every
    orders()
    for language in ("en", "zh"):
        asyncio.run(clauses(language, every))
    asyncio.run(pairs(every))


if __name__ == "__main__":
    main()

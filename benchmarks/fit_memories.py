"""Fit the coefficients by which recall ranks memories (`jiyi.policy.memory_coefficients`), and say what they are worth.

    python benchmarks/fit_memories.py [--cases FILE] [--noise N] [--drop FEATURE …] [--write]

The cases are persons with what is remembered of them and questions, each in Chinese and English
(`tests/data/recall.jsonl`). A person's memories are held in one language, the other, or both by turns; alone, and among
N made-up sentences. To the questions come a few of two words that a memory has. A linear score is fitted by softmax
over all memories of a question. Figures are out of fold: seven folds of whole persons; beside them those of the
coefficients in place. `--drop` leaves features out, which shows what they add. Without `--write` nothing is changed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from fit import Matrix, Sample, calibrated, fitted, recall
from jiyi.flows.rank_memories import about, look_at, matched_by
from jiyi.memory import AsyncMemory
from jiyi.policy import fuse, memory_coefficients
from jiyi.policy.rewrite import understand
from jiyi.settings import Settings, WorkerSettings
from sentences import sentences

CASES = Path(__file__).parent.parent / "tests" / "data" / "recall.jsonl"
TARGET = Path(memory_coefficients.__file__)
NOW = datetime(2026, 6, 1, tzinfo=UTC)
FOLDS = 7
KEYWORDS = 6  # questions of two words, a person
# The questions hold too few names and times, and rarely ask for a slot by its name, as people do: up to 3.5 the figures
# do not change.
BY_HAND = {"named": 1.0, "timed": 1.8, "slot": 3.5}


def questions(person: dict[str, Any], seed: int) -> Iterator[tuple[str, str, list[str], bool]]:
    """(language, question, ids that answer it, whether it is two words of a memory)."""
    for one in person["questions"]:
        for language in ("zh", "en"):
            yield language, one[language], one["answers"], False
    draw = random.Random(seed)
    for memory in draw.sample(person["memories"], KEYWORDS):
        run = max(re.findall(r"[\u4e00-\u9fff]{2,}", memory["zh"]), key=len)
        start = draw.randrange(max(len(run) - 3, 1))
        yield "zh", run[start : start + 4], [memory["id"]], True
        words = sorted(re.findall(r"[A-Za-z][A-Za-z'-]{3,}", memory["en"]), key=len)
        yield "en", " ".join(words[-2:]), [memory["id"]], True


async def samples(cases: Sequence[dict[str, Any]], noise: int) -> list[Sample]:
    """All questions of all persons over memories in one language, the other, and both. A sample's set is the way of
    asking: "zh -> en" is asked in Chinese, said in English."""
    made: list[Sample] = []
    async with AsyncMemory.open(":memory:", Settings(worker=WorkerSettings(inside=False))) as memory:
        parts = memory._parts
        for number, person in enumerate(cases):
            for held in ("zh", "en", "both"):
                user = f"{person['person']} {held} {noise}"
                ids = {}
                for place, one in enumerate(person["memories"]):
                    said = one["zh" if (place + number) % 2 else "en"] if held == "both" else one[held]
                    ids[one["id"]] = (await memory.remember(user, said)).id
                for text in sentences(noise, seed=100 + number):
                    await memory.remember(user, text)
                part = (await parts.sets.of(user))[0].memories
                alive = part.alive.view
                for language, text, answers, keywords in questions(person, number):
                    if keywords and held != language:
                        continue
                    asked = understand(text, now=NOW)
                    vector = (await parts.embedder.embed(asked.asks, "query"))[0]
                    ask = asked.asks[0]
                    look = look_at(part, matched_by(part, ask, asked), ask, vector, about(part, asked))
                    found = fuse.features(look)
                    y = np.zeros(len(part.ids), dtype=np.float32)
                    y[[part.places[ids[id]] for id in answers if ids[id] in part.places]] = 1
                    way = "keywords" if keywords else f"{language} -> {held}"
                    x = np.stack(list(found.values()), 1)
                    made.append(Sample(way, number % FOLDS, x[alive], y[alive], len(answers)))
    return made


def told(name: str, held: Sequence[Sample], scores: Sequence[Matrix]) -> None:
    """Print R@1 and R@5 by way of asking."""
    print(name)
    for way in sorted({one.set for one in held}):
        mine = [i for i, one in enumerate(held) if one.set == way and one.evidence]
        first = np.mean([recall(held[i], scores[i], 1) > 0 for i in mine])
        share = np.mean([recall(held[i], scores[i], 5) for i in mine])
        print(f"  {way:<12} R@1 {100 * first:5.1f}  R@5 {100 * share:5.1f}  of {len(mine)}")


def written(names: Sequence[str], weights: Matrix, slope: float, offset: float) -> str:
    """The module of coefficients."""
    lines = [
        '"""Coefficients of `fuse.py`, made by `benchmarks/fit_memories.py`."""',
        "",
        "from __future__ import annotations",
        "",
        "from collections.abc import Mapping",
        "",
        "MEMORIES: Mapping[str, float] = {",
    ]
    for name, weight in zip(names, weights, strict=True):
        note = "  # set by hand, see `fit_memories.py`" if name in BY_HAND else ""
        lines.append(f'    "{name}": {BY_HAND.get(name, float(weight)):.2f},{note}')
    lines += [
        "}",
        "# From a sum of features to the chance that a memory answers: 1 / (1 + exp(-(SLOPE · sum + OFFSET))).",
        f"SLOPE, OFFSET = {slope:.3f}, {offset:.3f}",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Read the arguments, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--noise", type=int, default=80)
    parser.add_argument("--drop", nargs="*", default=[])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    cases = [json.loads(line) for line in options.cases.read_text(encoding="utf-8").splitlines() if line.strip()]
    alone = asyncio.run(samples(cases, 0))
    among = asyncio.run(samples(cases, options.noise))
    held = alone + among
    names = list(memory_coefficients.MEMORIES)
    for one in held:
        one.x[:, [name in options.drop for name in names]] = 0
    scores: list[Matrix] = [np.zeros(0, dtype=np.float32)] * len(held)
    for fold in range(FOLDS):
        weights = fitted([one for one in held if one.fold != fold])
        for i, one in enumerate(held):
            if one.fold == fold:
                scores[i] = one.x @ weights
    place = np.array(list(memory_coefficients.MEMORIES.values()), dtype=np.float32)
    told("in place, alone", alone, [one.x @ place for one in alone])
    told("out of fold, alone", alone, scores[: len(alone)])
    told(f"out of fold, among {options.noise}", among, scores[len(alone) :])
    if options.write:
        share = np.concatenate([np.full(len(one.y), 1 / len(one.y) / len(held)) for one in held])
        slope, offset = calibrated(np.concatenate(scores), np.concatenate([one.y for one in held]), share)
        TARGET.write_text(written(names, fitted(held), slope, offset), encoding="utf-8")
        print(f"wrote {TARGET}")


if __name__ == "__main__":
    main()

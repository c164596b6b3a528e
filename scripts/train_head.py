"""Train the second witness of extraction: a small head of two layers on the bundled sentence vector.

    python scripts/train_head.py            # writes src/jiyi/models/weights/witness.npz and prints the scores

The sentences are in `scripts/head/{en,zh}.txt` (label, tab, sentence with {slots}), the fillers of the slots in
`scripts/head/slots.txt`. Each sentence with slots is filled a few times, by a seeded choice: the same files give the
same weights. What is cut into clauses when it is judged is learned by its clauses too: the first of what is kept, each
of what is left. To them come the cases of `tests/data/extraction_dev.jsonl`, clause by clause (those of
`extraction_held.jsonl`, `fresh/` and `aside/` are never learned from). Scores are on whole sentence patterns kept
aside, five ways.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from adam import descend
from jiyi.models.local import LocalEmbedder
from jiyi.policy import gate

HERE = Path(__file__).parent / "head"
CASES = Path(__file__).parent.parent / "tests" / "data" / "extraction_dev.jsonl"
TARGET = Path(__file__).parent.parent / "src" / "jiyi" / "models" / "weights" / "witness.npz"
LABELS = ("none", "fact", "preference", "event", "relationship", "instruction", "state")
FILLS = 4  # times that a sentence with slots is filled
SHORTEST = 7  # characters; a shorter first clause says too little by itself
SEED = 7
HIDDEN = 128
DROP = 0.5  # share of the inner features that is left out of a step
L2 = 1e-4
RATE = 0.003
BATCH = 512
STEPS = 2200

Rows = NDArray[np.float32]


def sentences() -> list[tuple[str, str, int]]:
    """(label, sentence, number of the pattern it came from)."""
    slots = dict(line.split("\t") for line in (HERE / "slots.txt").read_text("utf-8").splitlines() if line.strip())
    fillers = {name: values.split("|") for name, values in slots.items()}
    choose = random.Random(SEED)
    made: dict[tuple[str, str], int] = {}
    number = 0
    for name in ("en.txt", "zh.txt"):
        for line in (HERE / name).read_text("utf-8").splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            label, pattern = line.split("\t")
            number += 1
            for _ in range(FILLS if "{" in pattern else 1):
                filled = re.sub(r"\{(\w+)\}", lambda slot: choose.choice(fillers[slot[1]]), pattern)
                made.setdefault((label, filled), number)
    for (label, text), place in list(made.items()):
        for part in parts(label, text):
            made.setdefault((label, part), place)
    known = {text for _, text in made}
    for label, text in cases():
        number += 1
        if text not in known:
            made.setdefault((label, text), number)
    return [(label, text, pattern) for (label, text), pattern in made.items()]


def parts(label: str, text: str) -> list[str]:
    """The clauses by which a sentence of several is learned: the first of what is kept, each of what is left."""
    read = list(gate.read(text))
    if len(read) < 2:
        return []
    use = read if label == "none" else read[:1]
    return [one.text for one in use if not one.left and (label == "none" or len(one.text) > SHORTEST)]


def cases() -> Iterator[tuple[str, str]]:
    """(label, clause) of the cases with one turn that keep one thing or nothing. Clauses that the gate leaves are not
    for the witness, so it does not learn them."""
    for line in CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        said = [turn["content"] for turn in case["turns"] if turn["role"] == "user"]
        expected = case["expect"]
        if len(said) != 1 or len(expected) > 1 or (case["may"] and not expected):
            continue
        read = [clause.text for clause in gate.read(said[0]) if not clause.left]
        if expected:
            words = [word.lower() for word in expected[0]["all"]]
            read = [text for text in read if all(word in text.lower() for word in words)][:1]
        label = expected[0]["type"] if expected else "none"
        yield from ((label, text) for text in read)


def embedded(texts: list[str]) -> Rows:
    embedder = LocalEmbedder()
    return np.vstack([embedder.encode(texts[i : i + 64]) for i in range(0, len(texts), 64)]).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Head:
    """Two layers: features of the vector, and from them a chance for each label."""

    inner: Rows
    inner_bias: Rows
    outer: Rows
    outer_bias: Rows

    def chances(self, x: Rows) -> Rows:
        logits = np.maximum(x @ self.inner + self.inner_bias, 0) @ self.outer + self.outer_bias
        logits -= logits.max(1, keepdims=True)
        e = np.exp(logits)
        return np.asarray(e / e.sum(1, keepdims=True), np.float32)


def fit(x: Rows, y: NDArray[np.int64]) -> Head:
    """By Adam in small batches, the inner features dropped at random, classes weighed evenly (half-way)."""
    choose = np.random.default_rng(SEED)
    classes = len(LABELS)
    target = np.eye(classes)[y]
    importance = (1 / np.maximum(target.mean(0), 1e-3) ** 0.5)[y]
    importance /= importance.mean()
    weights = [
        choose.normal(0, 4 / np.sqrt(x.shape[1]), (x.shape[1], HIDDEN)),
        np.zeros(HIDDEN),
        choose.normal(0, 1 / np.sqrt(HIDDEN), (HIDDEN, classes)),
        np.zeros(classes),
    ]

    def slopes() -> tuple[Rows, ...]:
        some = choose.choice(len(x), BATCH)
        batch = x[some].astype(np.float64)
        before = batch @ weights[0] + weights[1]
        stays = (choose.random(before.shape) > DROP) * (before > 0) / (1 - DROP)
        inner = before * stays
        logits = inner @ weights[2] + weights[3]
        logits -= logits.max(1, keepdims=True)
        chance = np.exp(logits)
        chance /= chance.sum(1, keepdims=True)
        wrong = (chance - target[some]) * importance[some][:, None] / BATCH
        back = (wrong @ weights[2].T) * stays
        return batch.T @ back + L2 * weights[0], back.sum(0), inner.T @ wrong + L2 * weights[2], wrong.sum(0)

    descend(weights, slopes, steps=STEPS, rate=RATE)
    inner_w, inner_b, outer_w, outer_b = (w.astype(np.float32) for w in weights)
    return Head(inner_w, inner_b, outer_w, outer_b)


def kept_aside(rows: list[tuple[str, str, int]], x: Rows, y: NDArray[np.int64], parts: int = 5) -> Rows:
    """The chances of each sentence by a head that did not learn from its pattern."""
    group = np.array([pattern for _, _, pattern in rows])
    part = np.random.default_rng(SEED).permutation(group.max() + 1) % parts
    aside = np.zeros((len(rows), len(LABELS)), np.float32)
    for k in range(parts):
        here = part[group] == k
        aside[here] = fit(x[~here], y[~here]).chances(x[here])
    return aside


def main() -> None:
    rows = sentences()
    x = embedded([text for _, text, _ in rows])
    y = np.array([LABELS.index(label) for label, _, _ in rows])
    aside = kept_aside(rows, x, y)
    keep, worth = y != 0, 1 - aside[:, 0]
    right = float(np.mean((worth > 0.5) == keep))
    patterns = len({pattern for *_, pattern in rows})
    print(f"{len(rows)} sentences of {patterns} patterns; keep or leave right: {right:.3f}")
    for least in (0.5, 0.7, 0.8, 0.9, 0.95):
        told = worth >= least
        print(f"  worth >= {least}: precision {keep[told].mean():.3f} recall {told[keep].mean():.3f}")
    same = aside[:, 1:].argmax(1) + 1 == y
    print(f"kind of what is kept: {same[keep].mean():.3f}")
    head = fit(x, y)
    TARGET.parent.mkdir(exist_ok=True)
    np.savez(
        TARGET,
        inner=head.inner.astype(np.float16),
        inner_bias=head.inner_bias,
        outer=head.outer.astype(np.float16),
        outer_bias=head.outer_bias,
        labels=np.array(LABELS),
    )
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()

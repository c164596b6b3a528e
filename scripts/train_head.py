"""Train the second witness of extraction: a softmax head on the bundled sentence vector.

    python scripts/train_head.py            # writes src/jiyi/models/weights/witness.npz and prints the scores

The sentences are in `scripts/head/{en,zh}.txt` (label, tab, sentence with {slots}), the fillers of the slots in
`scripts/head/slots.txt`. Each sentence with slots is filled a few times, by a seeded choice: the same files give the
same weights. To them come the cases of `tests/data/extraction_dev.jsonl`, clause by clause (those of
`extraction_held.jsonl` are never learned from). Scores are on whole sentence patterns kept aside, five ways.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from jiyi.models.local import LocalEmbedder
from jiyi.policy import gate

HERE = Path(__file__).parent / "head"
CASES = Path(__file__).parent.parent / "tests" / "data" / "extraction_dev.jsonl"
TARGET = Path(__file__).parent.parent / "src" / "jiyi" / "models" / "weights" / "witness.npz"
LABELS = ("none", "fact", "preference", "event", "relationship", "instruction", "state")
FILLS = 4  # times that a sentence with slots is filled
SEED = 7
L2 = 1e-5
STEPS = 400

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
    known = {text for _, text in made}
    for label, text in cases():
        number += 1
        if text not in known:
            made.setdefault((label, text), number)
    return [(label, text, pattern) for (label, text), pattern in made.items()]


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
    return np.vstack([LocalEmbedder().encode(texts[i : i + 64]) for i in range(0, len(texts), 64)]).astype(np.float32)


def fit(x: Rows, y: NDArray[np.int64]) -> tuple[Rows, Rows]:
    """Softmax regression by Nesterov's gradient with classes weighed evenly (half-way)."""
    classes = len(LABELS)
    weight = np.zeros((x.shape[1], classes), np.float64)
    bias = np.zeros(classes, np.float64)
    target = np.eye(classes)[y]
    share = np.maximum(target.mean(0), 1e-3)
    importance = (1 / share**0.5)[y]
    importance /= importance.mean()
    velocity_w, velocity_b = np.zeros_like(weight), np.zeros_like(bias)
    rate, momentum = 8.0, 0.9
    for _ in range(STEPS):
        ahead_w, ahead_b = weight + momentum * velocity_w, bias + momentum * velocity_b
        logits = x @ ahead_w + ahead_b
        logits -= logits.max(1, keepdims=True)
        chance = np.exp(logits)
        chance /= chance.sum(1, keepdims=True)
        wrong = (chance - target) * importance[:, None] / len(x)
        velocity_w = momentum * velocity_w - rate * (x.T @ wrong + L2 * ahead_w)
        velocity_b = momentum * velocity_b - rate * wrong.sum(0)
        weight, bias = weight + velocity_w, bias + velocity_b
    return weight.astype(np.float32), bias.astype(np.float32)


def chances(x: Rows, weight: Rows, bias: Rows) -> Rows:
    logits = x @ weight + bias
    logits -= logits.max(1, keepdims=True)
    e = np.exp(logits)
    return np.asarray(e / e.sum(1, keepdims=True), np.float32)


def main() -> None:
    rows = sentences()
    x = embedded([text for _, text, _ in rows])
    y = np.array([LABELS.index(label) for label, _, _ in rows])
    group = np.array([pattern for _, _, pattern in rows])
    fold = np.random.default_rng(SEED).permutation(group.max() + 1) % 5
    aside = np.zeros((len(rows), len(LABELS)), np.float32)
    for k in range(5):
        test = fold[group] == k
        weight, bias = fit(x[~test], y[~test])
        aside[test] = chances(x[test], weight, bias)
    keep, worth = y != 0, 1 - aside[:, 0]
    right = float(np.mean((worth > 0.5) == keep))
    print(f"{len(rows)} sentences of {len(set(group))} patterns; keep or leave right: {right:.3f}")
    for least in (0.5, 0.7, 0.8, 0.9, 0.95):
        told = worth >= least
        print(f"  worth >= {least}: precision {keep[told].mean():.3f} recall {told[keep].mean():.3f}")
    same = aside[:, 1:].argmax(1) + 1 == y
    print(f"kind of what is kept: {same[keep].mean():.3f}")
    weight, bias = fit(x, y)
    TARGET.parent.mkdir(exist_ok=True)
    np.savez(TARGET, weight=weight.astype(np.float16), bias=bias, labels=np.array(LABELS))
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()

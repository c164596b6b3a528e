"""Train the learned judge of changes: whether what is said now takes the place of what was said before.

    python scripts/train_change.py          # writes src/jiyi/models/weights/change.npz and prints the scores

It learns from `tests/data/pairs_train.jsonl`, `revision_dev.jsonl` and `revision_pairs.jsonl` (never from `fresh/` or
`aside/`): pairs of statements, of which the second replaces the first or stands beside it. To each first statement come
second statements of other pairs, drawn by a seed, as examples of what has nothing to do with it; then those of them
that a first fit takes for changes. Scores are on first statements kept aside, four ways, and on `fresh/pairs.jsonl`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from adam import descend
from jiyi.language.script import has_han, language_of
from jiyi.models import change, witness
from jiyi.models.local import LocalEmbedder
from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.decide.reading import Reading, read
from jiyi.policy.extract import extract, unsure
from jiyi.records import Kind

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
TARGET = ROOT / "src" / "jiyi" / "models" / "weights" / "change.npz"
SEED = 7
HIDDEN = 24
DROP = 0.4  # share of the inner features that is left out of a step
DROP_INPUT = 0.15
L2 = 2e-3
RATE = 0.004
BATCH = 256
STEPS = 1500
STRANGERS = 4  # second statements of other pairs to each first one
MINED = 20_000  # more of them that are looked through for those taken for changes
HARD = 1_500  # and how many of these are learned as well

Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements, whether the second takes the place of the first, and the number of the first."""

    first: str
    second: str
    replaces: bool
    group: int


class Texts:
    """Each statement as the judge sees it: read, with its vector."""

    def __init__(self) -> None:
        self._embedder = LocalEmbedder()
        self._read: dict[str, Reading] = {}
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def rows(self, pairs: Sequence[Pair]) -> Rows:
        new = sorted({text for pair in pairs for text in (pair.first, pair.second)} - self._vectors.keys())
        for start in range(0, len(new), 64):
            some = new[start : start + 64]
            self._vectors.update(zip(some, self._embedder.encode(some), strict=True))
        made = [
            change.rows(
                self.read(pair.second), self._vectors[pair.second], [(self.read(pair.first), self._vectors[pair.first])]
            )
            for pair in pairs
        ]
        return np.vstack(made).astype(np.float64)

    def read(self, text: str) -> Reading:
        if text not in self._read:
            self._read[text] = read(self._candidate(text))
        return self._read[text]

    def _candidate(self, text: str) -> Candidate:
        heard = Heard(text=text, said_at=datetime(2026, 3, 2, 9, tzinfo=UTC))
        kept = extract(heard).kept
        doubts = () if kept else unsure(extract(heard))
        if doubts:
            kept = extract(heard, opinions=witness.opinions(doubts, self._embedder.encode(doubts))).kept
        return kept[0] if kept else Candidate(kind=Kind.FACT, content=text, quote=text, language=language_of(text))


def cases(name: str) -> list[tuple[str, str, bool]]:
    """(first, second, whether it replaces) of a file; what waits for review or goes on is left out."""
    rows = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]
    return [
        (one["first"], one["second"], one["relation"] == "update")
        for one in rows
        if one["relation"] != "review" and "more" not in one
    ]


def examples() -> list[Pair]:
    made: list[Pair] = []
    groups: dict[str, int] = {}
    for name in ("pairs_train.jsonl", "revision_dev.jsonl", "revision_pairs.jsonl"):
        for first, second, replaces in cases(name):
            made.append(Pair(first, second, replaces, groups.setdefault(first, len(groups))))
    return made


def strangers(pairs: Sequence[Pair], count: int, seed: int) -> list[Pair]:
    """First statements with second statements of other pairs in the same language."""
    choose = random.Random(seed)
    by_language = {han: [pair for pair in pairs if has_han(pair.first) == han] for han in (False, True)}
    made: list[Pair] = []
    while len(made) < count:
        one = choose.choice(pairs)
        other = choose.choice(by_language[has_han(one.first)])
        if other.group != one.group:
            made.append(Pair(one.first, other.second, False, one.group))
    return made


def fit(x: Rows, y: NDArray[np.bool_], seed: int = SEED) -> change.Head:
    """By Adam in small batches; inputs and inner features are dropped at random."""
    choose = np.random.default_rng(seed)
    middle, spread = x.mean(0), x.std(0) + 1e-6
    z = np.clip((x - middle) / spread, -change.FAR, change.FAR)
    weights = [
        choose.normal(0, 1 / np.sqrt(z.shape[1]), (z.shape[1], HIDDEN)),
        np.zeros(HIDDEN),
        choose.normal(0, 1 / np.sqrt(HIDDEN), HIDDEN),
        np.zeros(1),
    ]

    def slopes() -> tuple[Rows, ...]:
        some = choose.choice(len(z), BATCH)
        batch = z[some] * (choose.random((BATCH, z.shape[1])) > DROP_INPUT) / (1 - DROP_INPUT)
        before = batch @ weights[0] + weights[1]
        stays = (choose.random(before.shape) > DROP) * (before > 0) / (1 - DROP)
        inner = before * stays
        wrong = (1 / (1 + np.exp(-(inner @ weights[2] + weights[3]))) - y[some]) / BATCH
        back = np.outer(wrong, weights[2]) * stays
        return (
            batch.T @ back + L2 * weights[0],
            back.sum(0),
            inner.T @ wrong + L2 * weights[2],
            wrong.sum(keepdims=True),
        )

    descend(weights, slopes, steps=STEPS, rate=RATE)
    inner, inner_bias, outer, outer_bias = (w.astype(np.float32) for w in weights)
    return change.Head(middle.astype(np.float32), spread.astype(np.float32), inner, inner_bias, outer, outer_bias)


def mined(x: Rows, y: NDArray[np.bool_], far: Rows) -> change.Head:
    """Fitted twice: the second time with the strangers that the first fit takes for changes."""
    hard = far[np.argsort(-chances(fit(x, y), far))[:HARD]]
    return fit(np.vstack([x, hard]), np.r_[y, np.zeros(len(hard), bool)])


def chances(head: change.Head, x: Rows) -> Rows:
    return head.chances(x.astype(np.float32)).astype(np.float64)


def told(name: str, chance: Rows, y: NDArray[np.bool_]) -> None:
    """Print the share of changes that is seen and of others that is taken for one, at several chances."""
    shares = []
    for at in (0.5, 0.6, 0.7, 0.8, 0.9):
        seen = f"{(chance[y] > at).mean():.2f} / " if y.any() else ""
        shares.append(f"{at}: {seen}{(chance[~y] > at).mean():.4f}")
    print(f"{name} (chance: changes seen / others taken for one): {', '.join(shares)}")


def main() -> None:
    texts = Texts()
    own = examples()
    learned = own + strangers(own, STRANGERS * len(own), SEED)
    more = strangers(own, MINED, SEED + 1)
    x, y = texts.rows(learned), np.array([pair.replaces for pair in learned])
    far = texts.rows(more)
    fold = np.random.default_rng(SEED).permutation(max(pair.group for pair in own) + 1) % 4
    part, far_part = (np.array([fold[pair.group] for pair in some]) for some in (learned, more))
    aside, far_aside = np.zeros(len(learned)), np.zeros(len(more))
    for k in range(4):
        here, far_here = part == k, far_part == k
        head = mined(x[~here], y[~here], far[~far_here])
        aside[here], far_aside[far_here] = chances(head, x[here]), chances(head, far[far_here])
    told("kept aside", aside[: len(own)], y[: len(own)])
    told("strangers kept aside", far_aside, np.zeros(len(more), bool))
    head = mined(x, y, far)
    fresh = [Pair(*case, number) for number, case in enumerate(cases("fresh/pairs.jsonl"))]
    told("fresh/pairs.jsonl", chances(head, texts.rows(fresh)), np.array([one.replaces for one in fresh]))
    unlike = strangers(fresh, 6_000, SEED)
    told("strangers of fresh/", chances(head, texts.rows(unlike)), np.zeros(len(unlike), bool))
    head.save(TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()

"""Train the learned witness of what an order to forget means.

    python scripts/train_targets.py         # writes src/jiyi/models/weights/targets.npz and prints the scores

Two fits. The head learns from `scripts/targets/{en,zh}.txt` (a row: its name, what orders call it, what was said that
is meant, rows that may be meant as well) which sentences a topic calls, in either language. How much that counts for
among all that a person told is then fitted on the orders of `tests/data/forget_cases*.jsonl` and of `fresh/` (not on
`forget_5`, nor on anything of `aside/`): each beside what was told with it, beside other people's sentences too, and
beside these alone, of which it means none. The same files give the same weights. Scores: of what is meant and of what
is not, for each file by a fit without it; on `forget_5` by all.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from jiyi.models import change, targets
from jiyi.models import orders as witness
from jiyi.models.local import LocalEmbedder
from jiyi.policy.orders import order, units
from jiyi.policy.selection import about_it
from jiyi.policy.standout import PERHAPS, SURE
from train_change import fit

HERE = Path(__file__).parent
DATA = HERE.parent / "tests" / "data"
TARGET = HERE.parent / "src" / "jiyi" / "models" / "weights" / "targets.npz"
LEARNED = ("forget_cases", "forget_cases_aside", "fresh/forget", "fresh/forget_2", "fresh/forget_4")
SCORED = "fresh/forget_5"
OTHERS = 4  # sentences of other rows to each that a topic calls
LISTS = ((0, True), (0, True), (8, True), (30, True), (100, True), (3, False), (20, False))  # strangers, with its own
L2 = 1e-2
NEWTON = 30
SEED = 7

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Case:
    """An order with its topic, what was told before it, and which of that it means."""

    file: str
    lang: str
    about: str
    order: str
    said: tuple[str, ...]
    meant: tuple[bool, ...]


class Vectors:
    """The vector of each text, worked out once."""

    def __init__(self) -> None:
        self.embedder = LocalEmbedder()
        self._known: dict[str, Rows] = {}

    def of(self, texts: Sequence[str]) -> Rows:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        for start in range(0, len(new), 64):
            some = new[start : start + 64]
            self._known.update(zip(some, self.embedder.encode(some), strict=True))
        return np.array([self._known[text] for text in texts])


def learned_pairs(vectors: Vectors) -> change.Head:
    """The head of pairs."""
    topics: list[tuple[str, str]] = []
    said: list[tuple[str, str]] = []
    near: set[tuple[str, str]] = set()
    for name in ("en.txt", "zh.txt"):
        for line in (HERE / "targets" / name).read_text("utf-8").splitlines():
            if line.startswith("#") or not line.strip():
                continue
            row, called, told, beside = line.split("\t")
            topics += [(row, one) for one in called.split("|")]
            said += [(row, one) for one in told.split("|")]
            near |= {pair for one in beside.split("|") for pair in ((row, one), (one, row))}
    calls = np.array([[one == other for other, _ in said] for one, _ in topics])
    apart = np.array([[one != other and (one, other) not in near for other, _ in said] for one, _ in topics])
    yes, no = np.argwhere(calls), np.argwhere(apart)
    no = no[np.random.default_rng(SEED).choice(len(no), OTHERS * len(yes), replace=False)]
    both = np.vstack([yes, no])
    asked, things = vectors.of([text for _, text in topics]), vectors.of([text for _, text in said])
    x = np.vstack([targets.rows(asked[one], things[other][None]) for one, other in both])
    print(f"{len(topics)} topics, {len(said)} sentences, {len(yes)} pairs")
    return fit(x.astype(np.float64), np.arange(len(both)) < len(yes))


def cases(vectors: Vectors) -> list[Case]:
    made: list[Case] = []
    for name in (*LEARNED, SCORED):
        for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines():
            one = json.loads(line)
            heard = units(one["order"])
            found = order(one["order"], witness.chances(heard, vectors.of(heard)) if heard else {})
            meant = tuple(any(part in text for part in one["gone"]) for text in one["said"])
            if found is not None and found.about and any(meant):
                made.append(Case(name, one["lang"], found.about, one["order"], tuple(one["said"]), meant))
    return made


def lists(head: change.Head, every: Sequence[Case], vectors: Vectors) -> list[tuple[str, Rows, NDArray[np.bool_]]]:
    """(file, features, which are meant) of each case among few and many strangers' sentences."""
    choose = random.Random(SEED)
    bank = {lang: [t for one in every if one.lang == lang for t in one.said] for lang in ("en", "zh")}
    made: list[tuple[str, Rows, NDArray[np.bool_]]] = []
    for one in every:
        named = about_it(one.about)
        others = [text for text in bank[one.lang] if text not in one.said]
        for count, own in LISTS:
            some = choose.sample(others, min(3 * count, len(others)))
            pool = [text for text in some if not named(text)][:count]
            texts = [*(one.said if own else ()), *pool]
            asked, things = vectors.of([one.about, one.order]), vectors.of([text.rstrip(".。!！") for text in texts])
            usual = float((things @ asked[0]).mean())
            meant = np.array([*(one.meant if own else ()), *(False for _ in pool)])
            made.append((one.file, targets.features(head, asked, things, len(texts), usual), meant))
    return made


def weighed(made: Sequence[tuple[str, Rows, NDArray[np.bool_]]]) -> tuple[Rows, Rows, Rows]:
    """A logistic fit by Newton's method: the mean and spread of each feature, and the weights with the bias. Long
    lists do not count for more than short ones by their length alone."""
    x = np.vstack([features for _, features, _ in made]).astype(np.float64)
    y = np.concatenate([meant for *_, meant in made])
    share = np.concatenate([np.full(len(meant), len(meant) ** -0.5) for *_, meant in made])
    share /= share.sum()
    middle, spread = x.mean(0), x.std(0) + 1e-6
    z = np.hstack([(x - middle) / spread, np.ones((len(x), 1))])
    held = np.r_[np.full(x.shape[1], L2), 1e-6]
    weights = np.zeros(z.shape[1])
    for _ in range(NEWTON):
        chance = 1 / (1 + np.exp(-z @ weights))
        slope = z.T @ (share * (chance - y)) + held * weights
        weights -= np.linalg.solve((z * (share * chance * (1 - chance))[:, None]).T @ z + np.diag(held), slope)
    return middle.astype(np.float32), spread.astype(np.float32), weights.astype(np.float32)


def told(name: str, made: Sequence[tuple[str, Rows, NDArray[np.bool_]]], fitted: tuple[Rows, Rows, Rows]) -> None:
    """Print the share of what is meant that is found at both limits, and how many of an order's others are, by the
    number of strangers beside it ("-": nothing that it means is there)."""
    middle, spread, weights = fitted
    shares: list[str] = []
    for place, (count, own) in list(enumerate(LISTS))[1:]:
        some = made[place :: len(LISTS)]
        x, y = np.vstack([features for _, features, _ in some]), np.concatenate([meant for *_, meant in some])
        chance = 1 / (1 + np.exp(-((x - middle) / spread @ weights[:-1] + weights[-1])))
        seen = ", ".join(f"{(chance[y] >= at).mean():.2f}" for at in (PERHAPS, SURE)) if own else "-"
        wrong = ", ".join(f"{(chance[~y] >= at).sum() / len(some):.2f}" for at in (PERHAPS, SURE))
        shares.append(f"{count}: {seen} / {wrong}")
    print(f"{name} (strangers: set aside, erased / wrongly): {'; '.join(shares)}")


def main() -> None:
    vectors = Vectors()
    head = learned_pairs(vectors)
    made = lists(head, cases(vectors), vectors)
    for name in LEARNED:
        without = weighed([one for one in made if one[0] not in (name, SCORED)])
        told(name, [one for one in made if one[0] == name], without)
    usual, varies, weights = weighed([one for one in made if one[0] != SCORED])
    told(SCORED, [one for one in made if one[0] == SCORED], (usual, varies, weights))
    head.save(TARGET, usual=usual, varies=varies, weights=weights)
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()

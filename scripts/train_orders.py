"""Train the learned witness of orders to forget: a head of two layers on signs of a message and on its sentence vector.

    python scripts/train_orders.py          # writes src/jiyi/models/weights/orders.npz and prints the scores

Its sentences are in `scripts/orders/{en,zh}.txt` (label, tab, sentence with {slots}), the fillers of the slots in
`scripts/orders/slots.txt`; each sentence with slots is filled a few times by a seeded choice. To them come the orders
and look-alikes of `tests/data/order_*.jsonl` and `forget_cases.jsonl`, and as what is no order the messages of
`extraction_dev.jsonl` and the sentences of `scripts/head` (never anything of `fresh/` or `aside/`). Only what is heard
is learned: a message with a word that orders have. The same files give the same weights. Scores are on whole sentence
patterns kept aside, four ways, and on `fresh/orders.tsv`.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from jiyi.language.script import has_han
from jiyi.models import change
from jiyi.models import orders as witness
from jiyi.models.local import LocalEmbedder
from jiyi.policy.orders import order, units
from train_change import fit

HERE = Path(__file__).parent
DATA = HERE.parent / "tests" / "data"
TARGET = HERE.parent / "src" / "jiyi" / "models" / "weights" / "orders.npz"
FILLS = 4  # times that a sentence with slots is filled
FITS = 3
SEED = 7

Labels = NDArray[np.bool_]
Rows = NDArray[np.float64]


def filled(folder: Path, fills: int) -> Iterator[tuple[str, str, int]]:
    """(label, sentence, number of its pattern) of a folder of sentences."""
    slots = dict(line.split("\t") for line in (folder / "slots.txt").read_text("utf-8").splitlines() if line.strip())
    fillers = {name: values.split("|") for name, values in slots.items()}
    choose = random.Random(SEED)
    number = 0
    for name in ("en.txt", "zh.txt"):
        for line in (folder / name).read_text("utf-8").splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            label, pattern = line.split("\t")
            number += 1
            for _ in range(fills if "{" in pattern else 1):
                yield label, re.sub(r"\{(\w+)\}", lambda slot: choose.choice(fillers[slot[1]]), pattern), number


def cases() -> Iterator[tuple[str, bool]]:
    """(message, whether it is an order) of the cases that rules were mended on."""
    for name in ("order_cases", "order_lookalikes", "order_oblique", "forget_cases", "extraction_dev"):
        for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines():
            case = json.loads(line)
            if name == "extraction_dev":
                yield from ((turn["content"], False) for turn in case["turns"] if turn["role"] == "user")
            elif name == "forget_cases":
                yield case["order"], True
                yield from ((said, False) for said in case["said"])
            else:
                yield case["text"], name == "order_oblique" or case.get("expect") not in (None, "ask")


def messages() -> list[tuple[str, bool, int]]:
    """(message, whether it is an order, number of the pattern it came from), each message once."""
    made: dict[str, tuple[bool, int]] = {}
    last = 0
    for label, text, number in filled(HERE / "orders", FILLS):
        made.setdefault(text, (label == "forget", number))
        last = max(last, number)
    for text, ordered in cases():
        last += 1
        made.setdefault(text, (ordered, last))
    for _, text, _ in filled(HERE / "head", 1):
        last += 1
        found = order(text)
        if found is None or found.kind != "forget":
            made.setdefault(text, (False, last))
    return [(text, ordered, number) for text, (ordered, number) in made.items() if text in units(text)]


def rows(texts: Sequence[str]) -> Rows:
    embedder = LocalEmbedder()
    vectors = np.vstack([embedder.encode(texts[start : start + 64]) for start in range(0, len(texts), 64)])
    return witness.rows(texts, vectors).astype(np.float64)


def steady(x: Rows, y: Labels) -> change.Head:
    """Several fits side by side in one head, which is the mean of their logits: one fit alone depends on its seed."""
    heads = [fit(x, y, SEED + number) for number in range(FITS)]
    return change.Head(
        heads[0].middle,
        heads[0].spread,
        np.hstack([one.inner for one in heads]),
        np.hstack([one.inner_bias for one in heads]),
        np.hstack([one.outer for one in heads]) / np.float32(FITS),
        np.mean([one.outer_bias for one in heads], 0, dtype=np.float32),
    )


def told(name: str, texts: Sequence[str], chance: Rows, ordered: Labels) -> None:
    """Print the share of orders that is seen and of others that is taken for one, at several chances."""
    for language, han in (("en", False), ("zh", True)):
        own = np.array([has_han(text) == han for text in texts])
        shares = [
            f"{at}: {(chance[own & ordered] > at).mean():.2f} / {(chance[own & ~ordered] > at).mean():.3f}"
            for at in (0.5, 0.8, 0.9, 0.95)
        ]
        print(f"{name} {language} (chance: orders seen / others taken for one): {', '.join(shares)}")


def main() -> None:
    learned = messages()
    texts = [text for text, _, _ in learned]
    x, y = rows(texts), np.array([ordered for _, ordered, _ in learned])
    group = np.array([number for _, _, number in learned])
    print(f"{len(learned)} messages of {len(set(group))} patterns, {y.sum()} of them orders")
    fold = np.random.default_rng(SEED).permutation(group.max() + 1) % 4
    aside = np.zeros(len(learned))
    for k in range(4):
        here = fold[group] == k
        aside[here] = steady(x[~here], y[~here]).chances(x[here].astype(np.float32))
    told("kept aside", texts, aside, y)
    head = steady(x, y)
    fresh = [line.split("\t") for line in (DATA / "fresh" / "orders.tsv").read_text("utf-8").splitlines() if line]
    said = [text for _, text in fresh]
    heard = np.array([text in units(text) for text in said])
    told(
        "fresh/orders.tsv",
        said,
        head.chances(rows(said).astype(np.float32)) * heard,
        np.array([la == "forget" for la, _ in fresh]),
    )
    head.save(TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()

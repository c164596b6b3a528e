"""The second witness of extraction: a small learned head on the bundled sentence vector.

`scripts/train_head.py` makes its weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from jiyi.models.local import NAME
from jiyi.policy.extract.opinion import Opinion, Opinions
from jiyi.ports import Vectors
from jiyi.records import Kind

EMBEDDER = NAME  # the head only reads vectors of this model


@cache
def _head() -> tuple[Vectors, Vectors, tuple[str, ...]]:
    data = np.load(BytesIO((files("jiyi.models") / "weights" / "witness.npz").read_bytes()), allow_pickle=False)
    return data["weight"].astype(np.float32), data["bias"].astype(np.float32), tuple(str(x) for x in data["labels"])


def opinions(clauses: Sequence[str], vectors: Vectors) -> Opinions:
    """What the witness says of each clause, given their vectors from the bundled embedder (in the same order)."""
    if not clauses:
        return {}
    weight, bias, labels = _head()
    logits = vectors @ weight + bias
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    said = {}
    for clause, row in zip(clauses, chances, strict=True):
        best = int(row[1:].argmax()) + 1
        worth = float(1 - row[0])
        said[clause] = Opinion(worth=worth, kind=Kind(labels[best]), certainty=float(row[best]) / max(worth, 1e-9))
    return said

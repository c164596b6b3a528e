"""The second witness of extraction: a small learned head on the bundled sentence vector.

`scripts/train_head.py` makes its weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from jiyi.models.local import NAME
from jiyi.policy.extract.opinion import Opinion, Opinions
from jiyi.ports import Vectors
from jiyi.records import Kind

EMBEDDER = NAME  # the head only reads vectors of this model


@dataclass(frozen=True, slots=True)
class _Head:
    """Two layers: features of the vector, and from them a chance for each label."""

    inner: Vectors
    inner_bias: Vectors
    outer: Vectors
    outer_bias: Vectors
    labels: tuple[str, ...]


@cache
def _head() -> _Head:
    data = np.load(BytesIO((files("jiyi.models") / "weights" / "witness.npz").read_bytes()), allow_pickle=False)
    return _Head(
        inner=data["inner"].astype(np.float32),
        inner_bias=data["inner_bias"].astype(np.float32),
        outer=data["outer"].astype(np.float32),
        outer_bias=data["outer_bias"].astype(np.float32),
        labels=tuple(str(x) for x in data["labels"]),
    )


def opinions(clauses: Sequence[str], vectors: Vectors) -> Opinions:
    """What the witness says of each clause, given their vectors from the bundled embedder (in the same order)."""
    if not clauses:
        return {}
    head = _head()
    logits = np.maximum(vectors @ head.inner + head.inner_bias, 0) @ head.outer + head.outer_bias
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    return {clause: opinion(row, head.labels) for clause, row in zip(clauses, chances, strict=True)}


def opinion(chances: Vectors, labels: Sequence[str]) -> Opinion:
    """The opinion that the chances of the labels make, the first of which stands for what is not worth keeping."""
    best = int(chances[1:].argmax()) + 1
    worth = float(1 - chances[0])
    return Opinion(worth=worth, kind=Kind(labels[best]), certainty=float(chances[best]) / max(worth, 1e-9))

"""The learned judge of changes: the chance that what is said now takes the place of a memory.

A head of two layers on what `policy.decide.side_by_side` sees of the two sentences and on their vectors from the
bundled embedder; `scripts/train_change.py` makes its weights. It is a witness: `decide` hears it where no rule speaks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from jiyi.models.local import NAME
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.side_by_side import features
from jiyi.ports import Vectors

EMBEDDER = NAME  # the head only reads vectors of this model
FAR = 4.0  # how far from its mean a feature may stand
SCALE = 10.0  # of the vectors' entries, which are small


@dataclass(frozen=True, slots=True)
class Head:
    """Two layers, and what the features of the training pairs were like."""

    middle: Vectors
    spread: Vectors
    inner: Vectors
    inner_bias: Vectors
    outer: Vectors
    outer_bias: Vectors

    def chances(self, rows: Vectors) -> Vectors:
        """The chance (0-1) of each row of features."""
        z = np.clip((rows - self.middle) / self.spread, -FAR, FAR)
        chances: Vectors = 1 / (
            1 + np.exp(-(np.maximum(z @ self.inner + self.inner_bias, 0) @ self.outer + self.outer_bias))
        )
        return chances

    def save(self, path: Path, **more: Any) -> None:
        """Write the weights, the large matrix in half precision, and the arrays that a witness keeps beside them."""
        np.savez(
            path,
            middle=self.middle,
            spread=self.spread,
            inner=self.inner.astype(np.float16),
            inner_bias=self.inner_bias,
            outer=self.outer,
            outer_bias=self.outer_bias,
            **more,
        )


@cache
def _head() -> Head:
    data = np.load(BytesIO((files("jiyi.models") / "weights" / "change.npz").read_bytes()), allow_pickle=False)
    names = ("middle", "spread", "inner", "inner_bias", "outer", "outer_bias")
    return Head(*(data[name].astype(np.float32) for name in names))


def rows(new: Reading, vector: Vectors, old: Sequence[tuple[Reading, Vectors]]) -> Vectors:
    """The features of a new sentence beside each old one: what is seen of both, and their unit vectors."""
    before = np.array([vectors for _, vectors in old])
    similar = before @ vector
    said = [features(new, reading, float(near)) for (reading, _), near in zip(old, similar, strict=True)]
    own = np.broadcast_to(vector, before.shape)
    return np.hstack([np.array(said), own * SCALE, before * SCALE, vector * before * SCALE**2]).astype(np.float32)


def chances(new: Reading, vector: Vectors, old: Sequence[tuple[Reading, Vectors]]) -> list[float]:
    """The chance for each old sentence that the new one takes its place."""
    if not old:
        return []
    return [float(chance) for chance in _head().chances(rows(new, vector, old))]

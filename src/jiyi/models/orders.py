"""The learned witness of orders to forget: the chance that a message asks that something be forgotten.

A head of two layers on the signs of a message (`policy.orders.signs`) and on its vector from the bundled embedder;
`scripts/train_orders.py` makes its weights. `policy.orders` weighs what it says against the patterns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from jiyi.models.change import SCALE, Head
from jiyi.models.local import NAME
from jiyi.policy.orders import Chances, signs
from jiyi.ports import Vectors

EMBEDDER = NAME  # the head only reads vectors of this model


@cache
def _head() -> Head:
    data = np.load(BytesIO((files("jiyi.models") / "weights" / "orders.npz").read_bytes()), allow_pickle=False)
    names = ("middle", "spread", "inner", "inner_bias", "outer", "outer_bias")
    return Head(*(data[name].astype(np.float32) for name in names))


def rows(texts: Sequence[str], vectors: Vectors) -> Vectors:
    """The features of each text: its unit vector and its signs."""
    return np.hstack([vectors * SCALE, np.array([signs(text) for text in texts])]).astype(np.float32)


def chances(texts: Sequence[str], vectors: Vectors) -> Chances:
    """The chance (0-1) that each text is an order, given their vectors from the bundled embedder, side by side."""
    if not texts:
        return {}
    found = _head().chances(rows(texts, vectors))
    return dict(zip(texts, map(float, found), strict=True))

"""Coefficients of `fuse.py`, made by `benchmarks/fit_memories.py`."""

from __future__ import annotations

from collections.abc import Mapping

MEMORIES: Mapping[str, float] = {
    "meaning": 15.88,
    "meaning, foreign": 4.88,
    "foreign": 0.06,
    "cover": 3.15,
    "rarest": 1.48,
    "length": -2.99,
    "slot": 3.50,  # set by hand, see `fit_memories.py`
    "guard": 2.26,
    "touched": 1.20,
    "other slot": 0.51,
    "named": 1.00,  # set by hand, see `fit_memories.py`
    "timed": 1.80,  # set by hand, see `fit_memories.py`
}
# From a sum of features to the chance that a memory answers: 1 / (1 + exp(-(SLOPE · sum + OFFSET))).
SLOPE, OFFSET = 0.739, -3.935

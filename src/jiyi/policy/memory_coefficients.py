"""Coefficients of `fuse.py`, made by `benchmarks/fit_memories.py`."""

from __future__ import annotations

from collections.abc import Mapping

MEMORIES: Mapping[str, float] = {
    "meaning": 16.14,
    "meaning, foreign": 4.72,
    "foreign": 0.09,
    "cover": 2.79,
    "rarest": 1.57,
    "length": -3.10,
    "slot": 3.50,  # set by hand, see `fit_memories.py`
    "guard": 2.28,
    "touched": 1.20,
    "other slot": 0.53,
    "named": 1.00,  # set by hand, see `fit_memories.py`
    "timed": 1.80,  # set by hand, see `fit_memories.py`
}
# From a sum of features to the chance that a memory answers: 1 / (1 + exp(-(SLOPE · sum + OFFSET))).
SLOPE, OFFSET = 0.735, -3.908

"""Coefficients of `fuse.py`, made by `benchmarks/fit_memories.py`."""

from __future__ import annotations

from collections.abc import Mapping

MEMORIES: Mapping[str, float] = {
    "meaning": 16.30,
    "meaning, foreign": 4.55,
    "foreign": 0.07,
    "words": -1.72,
    "cover": 3.38,
    "rarest": 3.32,
    "length": -3.04,
    "slot": 3.50,  # set by hand, see `fit_memories.py`
    "guard": 2.27,
    "touched": 1.23,
    "other slot": 0.53,
    "named": 1.00,  # set by hand, see `fit_memories.py`
    "timed": 1.80,  # set by hand, see `fit_memories.py`
}
# From a sum of features to the chance that a memory answers: 1 / (1 + exp(-(SLOPE · sum + OFFSET))).
SLOPE, OFFSET = 0.735, -3.922

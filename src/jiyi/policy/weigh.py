"""Weighing what was found: by kind, age, use, confidence and importance. Factors close to 1: the match decides."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from jiyi.records import Kind

Floats = NDArray[np.float32]
DAY = 86_400_000_000  # microseconds
KINDS = tuple(Kind)


def half_lives(half_life_days: Mapping[str, float]) -> Floats:
    """Half-life in days by kind; infinity for kinds that do not fade (preferences, facts, instructions …)."""
    return np.array([half_life_days.get(kind, np.inf) for kind in KINDS], dtype=np.float32)


def weights(
    kind: NDArray[np.uint8],
    age_days: Floats,
    confidence: Floats,
    importance: Floats,
    recalled: NDArray[np.uint32],
    half_life: Floats,
) -> Floats:
    """A factor for each memory, 0.45–1.1.

    Age counts by half-life, and each use lengthens it (five uses double it); it can take away three tenths at
    most, so that an old event is still found when it is what is asked for. Confidence and importance move the
    factor by a fifth and a tenth.
    """
    lives = half_life[kind] * (1 + np.log1p(recalled.astype(np.float32)) / np.float32(np.log1p(5)))
    fresh = np.exp2(-np.maximum(age_days, 0) / lives)
    made: Floats = (0.7 + 0.3 * fresh) * (0.8 + 0.2 * confidence / 0.9) * (0.95 + 0.1 * importance)
    return np.minimum(made, 1.1).astype(np.float32)

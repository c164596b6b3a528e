"""From scores by leg to one score from 0 to 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def saturated(words: Floats) -> Floats:
    """BM25 on a scale from 0 to 1: 4 points are a half."""
    made: Floats = words / (words + np.float32(4))
    return made


def cover(words: Floats, ceiling: float) -> Floats:
    """How much of the query's words an item has, by their rarity: 0-1."""
    made: Floats = np.minimum(words * np.float32(1.6 / max(ceiling, 1e-6)), 1)
    return made


def memory_scores(
    words: Floats, covered: Floats, meaning: Floats, slot: Floats, named: Floats, timed: Floats
) -> Floats:
    """How well memories answer. `words` BM25, `covered` the share of the query's words, `meaning` cosine, `slot` 1
    where the attribute that is asked for is filled, `named` 1 where a person or thing of the query is spoken of, `timed` 1
    where it happened in the time that the query speaks of."""
    near = np.clip((meaning - np.float32(0.1)) / np.float32(0.7), 0, 1)
    raw = 0.62 * near + 0.3 * saturated(words) + 0.25 * covered + 0.35 * slot + 0.15 * named + 0.15 * timed
    made: Floats = np.clip(1 - np.exp(-1.4 * raw), 0, 1).astype(np.float32)
    return made

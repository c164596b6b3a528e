"""From scores by leg to one score from 0 to 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def saturated(words: Floats) -> Floats:
    """BM25 on a scale from 0 to 1: 4 points are a half."""
    made: Floats = words / (words + np.float32(4))
    return made


def memory_scores(words: Floats, meaning: Floats, slot: Floats, named: Floats) -> Floats:
    """How well memories answer. `words` BM25, `meaning` cosine, `slot` 1 where the attribute that is asked for is
    filled, `named` 1 where a person or thing of the query is spoken of."""
    near = np.clip((meaning - np.float32(0.1)) / np.float32(0.7), 0, 1)
    raw = 0.62 * near + 0.5 * saturated(words) + 0.35 * slot + 0.15 * named
    made: Floats = np.clip(1 - np.exp(-1.4 * raw), 0, 1).astype(np.float32)
    return made


def episode_scores(
    words: Floats, meaning: Floats, before: Floats, after: Floats, session: Floats, role: NDArray[np.uint8]
) -> Floats:
    """How well parts of past turns answer: their own words and meaning, their neighbours' words, their session's,
    and who spoke (the user's own words count a little more)."""
    near = np.clip((meaning - np.float32(0.1)) / np.float32(0.7), 0, 1)
    raw = (
        saturated(words)
        + 0.6 * near
        + 0.35 * saturated(before)
        + 0.15 * saturated(after)
        + 0.4 * saturated(session)
        + 0.1 * (role == 0)
    )
    made: Floats = np.clip(1 - np.exp(-0.7 * raw), 0, 1).astype(np.float32)
    return made

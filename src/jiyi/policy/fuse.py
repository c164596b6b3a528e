"""How well memories answer a question: a sum of features, each with its coefficient.

The coefficients were fitted by `benchmarks/fit_memories.py` on questions in both languages that mostly share no word with
what answers them. A feature is about 0 when it says nothing and about 1 when it speaks for the memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jiyi.policy.memory_coefficients import OFFSET, SLOPE

Floats = NDArray[np.float32]
FAR = 0.1  # cosine of what has nothing to do with a question, or up to which there is none
SURFACES = 0.3  # a protected memory that the topic touches is shown (ask about dinner and the allergy is there)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What each memory has of one question: one value a memory."""

    words: Floats  # BM25, for the trace: cover and rarity say more
    cover: Floats  # share of the question's words that it has, by their rarity
    rarest: Floats  # rarity (idf) of the rarest of them
    lengths: Floats  # its words
    meaning: Floats  # cosine
    slot: Floats  # 1: fills the slot that is asked for
    guard: Floats  # 1: protected, and touched by the topic
    touched: Floats  # 1: touched by the topic, not protected
    other: Floats  # 1: fills another slot than the one asked for
    named: Floats  # 1: about a person or thing of the question
    timed: Floats  # 1 (more where the time was worked out): of the time that the question speaks of
    foreign: Floats  # 1: said in the other language


def features(look: Look) -> dict[str, Floats]:
    """All features by name."""
    near = np.clip((look.meaning - np.float32(0.1)) / np.float32(0.7), 0, 1)
    found: dict[str, NDArray[Any]] = {
        "meaning": near,
        "meaning, foreign": near * look.foreign,
        "foreign": look.foreign,
        "cover": look.cover,
        "rarest": look.rarest / np.float32(8),
        "length": np.log1p(look.lengths) / np.float32(4),
        "slot": look.slot,
        "guard": look.guard,
        "touched": look.touched,
        "other slot": look.other,
        "named": look.named,
        "timed": look.timed,
    }
    return {name: values.astype(np.float32, copy=False) for name, values in found.items()}


def memory_scores(look: Look, table: Mapping[str, float]) -> Floats:
    """The chance that each memory answers, 0-1; 0 where nothing at all speaks for it."""
    total = np.full(len(look.words), OFFSET, dtype=np.float32)
    signs = look.cover + look.slot + look.guard + look.touched + look.named + look.timed
    for name, values in features(look).items():
        total += np.float32(SLOPE * table[name]) * values
    chances = 1 / (1 + np.exp(-np.clip(total, -30, 30)))
    made: Floats = np.maximum(chances, SURFACES * look.guard).astype(np.float32)
    made[(signs <= 0) & (look.meaning <= FAR)] = 0
    return made

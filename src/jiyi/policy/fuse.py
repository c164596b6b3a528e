"""How well memories answer a question: a sum of features, each with its coefficient.

The coefficients were fitted by `benchmarks/fit_memories.py` on questions in both languages that mostly share no word with
what answers them. A feature is about 0 when it says nothing and about 1 when it speaks for the memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jiyi.policy.memory_coefficients import OFFSET, SLOPE

Floats = NDArray[np.float32]
FAR = 0.1  # cosine of what has nothing to do with a question, or up to which there is none
SURFACES = 0.3  # a protected memory that the topic touches is shown (ask about dinner and the allergy is there)
FAIR = (
    -2.0
)  # logarithm of odds (chance 0.12) from which a likeliest answer of less than that comes before it, by BEHIND
BEHIND = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What each memory has of one question: one value a memory."""

    cover: Floats  # share of the question's words that it has, by their rarity
    rarest: Floats  # rarity (idf) of the rarest of them
    length: Floats  # log(1 + its words)
    meaning: Floats  # cosine
    foreign: Floats  # 1: said in the other language
    # None where no memory has it.
    slot: Floats | None = None  # 1: fills the slot that is asked for
    guard: Floats | None = None  # 1: protected, and touched by the topic
    touched: Floats | None = None  # 1: touched by the topic, not protected
    other: Floats | None = None  # 1: fills another slot than the one asked for
    named: Floats | None = None  # 1: about a person or thing of the question
    # 1 (more where the time was worked out): of the time that the question speaks of; below 0: an event of another
    timed: Floats | None = None


def features(look: Look) -> dict[str, Floats]:
    """All features by name."""
    none = np.zeros(len(look.cover), dtype=np.float32)
    return {name: none if values is None else values for name, values in _features(look).items()}


def _features(look: Look) -> dict[str, Floats | None]:
    """The same, None for one that no memory has."""
    near = np.clip((look.meaning - np.float32(0.1)) / np.float32(0.7), 0, 1)
    return {
        "meaning": near,
        "meaning, foreign": near * look.foreign,
        "foreign": look.foreign,
        "cover": look.cover,
        "rarest": look.rarest / np.float32(8),
        "length": look.length / np.float32(4),
        "slot": look.slot,
        "guard": look.guard,
        "touched": look.touched,
        "other slot": look.other,
        "named": look.named,
        "timed": look.timed,
    }


def memory_sums(look: Look, table: Mapping[str, float]) -> Floats:
    """How likely each memory answers, as the logarithm of its odds; what nothing at all speaks for has -inf."""
    total = np.full(len(look.cover), OFFSET, dtype=np.float32)
    for name, values in _features(look).items():
        if values is not None:
            total += np.float32(SLOPE * table[name]) * values
    nothing = (look.cover <= 0) & (look.meaning <= FAR)
    for sign in (look.slot, look.guard, look.touched, look.named, look.timed):
        if sign is not None:
            nothing &= sign <= 0
    if look.guard is not None:
        total = np.maximum(total, _surface(look.guard, total), dtype=np.float32)
    total[nothing] = -np.inf
    return total


def _surface(guard: Floats, total: Floats) -> Floats:
    """The least that protected memories have, as the logarithm of their odds."""
    least = np.clip(np.float32(SURFACES + 1e-6) * guard, 1e-9, 1 - 1e-6)
    sums: Floats = np.log(least / (1 - least))
    behind = float(total.max(initial=-np.inf, where=guard <= 0)) - BEHIND
    return np.minimum(sums, behind, dtype=np.float32) if behind > FAIR else sums


def chances(sums: Floats) -> Floats:
    """The chances 0-1 of these logarithms of odds; 0 where nothing speaks for a memory."""
    made: Floats = (1 / (1 + np.exp(-np.clip(sums, -30, 30)))).astype(np.float32, copy=False)
    made[sums == -np.inf] = 0
    return made


def memory_scores(look: Look, table: Mapping[str, float]) -> Floats:
    """The chance that each memory answers, 0-1; 0 where nothing at all speaks for it."""
    return chances(memory_sums(look, table))

"""Weighing and fusing."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from jiyi.policy.fuse import cover, memory_scores, saturated
from jiyi.policy.weigh import KINDS, half_lives, weights
from jiyi.records import Kind

LIVES = half_lives({"event": 30.0, "state": 2.0})


def _weight(kind: Kind, *, age: float = 0, confidence: float = 0.9, importance: float = 0.5, uses: int = 0) -> float:
    def one(value: float) -> np.ndarray:
        return np.array([value], dtype=np.float32)

    number = np.array([KINDS.index(kind)], dtype=np.uint8)
    used = np.array([uses], dtype=np.uint32)
    return float(weights(number, one(age), one(confidence), one(importance), used, LIVES)[0])


def test_weights_do_not_fade_when_it_is_a_preference() -> None:
    assert _weight(Kind.PREFERENCE, age=4_000) == _weight(Kind.PREFERENCE)


def test_weights_fade_by_half_life_when_it_is_an_event() -> None:
    assert _weight(Kind.EVENT) > _weight(Kind.EVENT, age=30) > _weight(Kind.EVENT, age=300) >= 0.6


def test_weights_fade_later_when_an_event_is_used() -> None:
    assert _weight(Kind.EVENT, age=60, uses=5) > _weight(Kind.EVENT, age=60)


@given(st.sampled_from(Kind), st.floats(-10, 1e5), st.floats(0, 1), st.floats(0, 1), st.integers(0, 1000))
def test_weights_stay_near_one_when_anything_is_given(
    kind: Kind, age: float, confidence: float, importance: float, uses: int
) -> None:
    made = _weight(kind, age=age, confidence=confidence, importance=importance, uses=uses)
    assert 0.45 <= made <= 1.1 + 1e-6
    assert made <= _weight(kind, age=age, confidence=1, importance=importance, uses=uses) + 1e-6


@given(st.floats(0, 50), st.floats(0, 1), st.floats(-1, 1), st.booleans(), st.booleans(), st.booleans())
def test_memory_scores_rise_when_a_leg_rises(
    words: float, covered: float, meaning: float, slot: bool, named: bool, timed: bool
) -> None:
    def score(*legs: float) -> float:
        return float(memory_scores(*(np.array([leg], dtype=np.float32) for leg in legs))[0])

    base = score(words, covered, meaning, slot, named, timed)
    assert 0 <= base <= 1
    assert score(words + 1, covered, meaning, slot, named, timed) >= base
    assert score(words, covered, min(meaning + 0.1, 1), slot, named, timed) >= base
    assert score(words, covered, meaning, 1, 1, 1) >= base


def test_saturated_is_a_half_when_words_give_four() -> None:
    assert saturated(np.array([4], dtype=np.float32))[0] == 0.5
    assert cover(np.array([0, 100], dtype=np.float32), 10.0).tolist() == [0, 1]

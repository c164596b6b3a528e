"""Weighing by kind, age, use, confidence and importance."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

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

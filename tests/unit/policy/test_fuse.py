"""How well memories answer, from what they have of a question."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi.policy.fuse import SURFACES, Look, features, memory_scores
from jiyi.policy.memory_coefficients import MEMORIES

NAMES = [field.name for field in fields(Look)]
SHARES = st.floats(0, 1, width=32)


def look(**values: float) -> Look:
    return Look(**{name: np.array([values.get(name, 0.0)], dtype=np.float32) for name in NAMES})


def chance(one: Look) -> float:
    return float(memory_scores(one, MEMORIES)[0])


def test_table_names_every_feature_and_no_other() -> None:
    assert set(features(look())) == set(MEMORIES)


@given(st.fixed_dictionaries(dict.fromkeys(NAMES, SHARES)))
def test_score_is_a_chance(values: dict[str, float]) -> None:
    assert 0 <= chance(look(**values)) <= 1


@given(meaning=SHARES, foreign=st.sampled_from([0.0, 1.0]))
def test_protected_memory_surfaces_when_the_topic_touches_it(meaning: float, foreign: float) -> None:
    assert chance(look(meaning=meaning, foreign=foreign, guard=1)) >= SURFACES


@pytest.mark.parametrize("name", ["meaning", "cover", "rarest", "slot", "guard", "touched", "named", "timed"])
def test_score_rises_with_what_speaks_for_the_memory(name: str) -> None:
    plain = look(meaning=0.3, length=2.2)
    assert chance(replace(plain, **{name: np.array([0.9], dtype=np.float32)})) > chance(plain)


@given(
    st.fixed_dictionaries(dict.fromkeys(NAMES, SHARES)),
    st.sampled_from(["meaning", "cover", "rarest", "slot", "timed"]),
)
def test_score_does_not_fall_when_a_sign_grows(values: dict[str, float], name: str) -> None:
    assert chance(look(**values | {name: 1.0})) >= chance(look(**values)) - 1e-6


def test_memory_has_no_chance_when_nothing_speaks_for_it() -> None:
    assert chance(look(length=1.1, foreign=1, other=1)) == 0
    assert chance(look(length=1.1, cover=0.1)) > 0


def test_other_language_is_no_hindrance_when_meaning_is_near() -> None:
    assert chance(look(meaning=0.4, foreign=1)) >= chance(look(meaning=0.4))

"""Whether anything is known of what is asked, and the features' coefficients."""

from __future__ import annotations

import ast
import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from jiyi.language.traits import ASKS
from jiyi.policy.coefficients import EPISODES
from jiyi.policy.rank import REACH, UNKNOWN, Floats, View, belief, features, known, spread

ROOT = Path(__file__).parents[3]


def column(*values: float) -> Floats:
    return np.array(values, dtype=np.float32)


def view(
    *,
    nearest: float = 0.3,
    together: float = 0.3,
    own: float = 1.0,
    han: float = 0.0,
    advice: bool = False,
    names: tuple[int, int] = (0, 0),
) -> View:
    """One candidate that has (`own` times) the first of the question's two words."""
    wide = 2 * REACH + 1
    counts = np.zeros((1, wide, 2), dtype=np.float32)
    counts[0, REACH, 0] = own
    return View(
        counts=counts,
        lengths=np.full((1, wide), 10, dtype=np.float32),
        meaning=np.full((1, wide), nearest, dtype=np.float32),
        traits=np.zeros((1, wide), dtype=np.uint8),
        idf=column(6.0, 2.0),
        average=10.0,
        spread=(0.15, 0.08),
        session_words=column(1.0),
        session_meaning=column(nearest),
        session_mean=column(0.15),
        order=column(0.0),
        together=column(together),
        user=column(1.0),
        speaker=column(0.0),
        bridge=column(0.0),
        likeness=column(0.0),
        when=False,
        much=False,
        answer=False,
        advice=advice,
        own=False,
        many=False,
        in_time=column(0.0),
        alone=False,
        han=han,
        titled=column(0.0),
        names=names,
    )


def likely(made: View) -> float:
    return known(made, column(0.5))


def test_known_is_sure_of_nothing_when_no_word_and_no_meaning_is_near() -> None:
    assert likely(view(nearest=0.25, together=0.0, own=0)) < UNKNOWN
    assert likely(view(nearest=0.55, together=0.8)) > 0


def test_known_rises_when_meaning_words_or_rarity_speak_for_it() -> None:
    base = likely(view())
    assert likely(view(nearest=0.4)) > base
    assert likely(view(together=0.6)) > base
    assert likely(view(own=0)) < base


def test_known_asks_for_less_when_the_question_is_chinese_or_for_advice() -> None:
    assert likely(view(han=0.9)) > likely(view())
    assert likely(view(advice=True)) > likely(view())


def test_known_is_nothing_when_there_is_no_candidate() -> None:
    assert known(view(), column()) == -math.inf


def test_belief_is_a_share_when_anything_is_said() -> None:
    values = [belief(one) for one in (-math.inf, -3.0, 0.0, 3.0, math.inf)]
    assert values == sorted(values)
    assert 0 <= values[0] < 0.01
    assert values[2] == 0.25
    assert 0.99 < values[-1] <= 1


def test_features_have_a_coefficient_each_when_a_view_is_scored() -> None:
    assert set(features(view())) == set(EPISODES)


def test_legs_hold_each_feature_once_when_the_ablation_leaves_them_out() -> None:
    tree = ast.parse((ROOT / "benchmarks" / "fit.py").read_text(encoding="utf-8"))
    tables = [node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LEGS"]
    lines = ast.literal_eval(tables[0].value).strip().splitlines()
    names = [name.strip() for line in lines for name in line.partition(":")[2].split(";")]
    assert sorted(names) == sorted(EPISODES)


def test_features_tell_of_an_answer_when_the_part_before_asks() -> None:
    plain, after = view(), view()
    after.traits[0, REACH - 1] = ASKS
    told, silent = features(after), features(plain)
    assert told["asked before, words of best"] > 0
    assert not any(values.any() for name, values in silent.items() if name.startswith("asked before"))


def test_known_hears_the_names_of_a_question_when_they_were_said_or_never() -> None:
    plain = likely(view())
    assert likely(view(names=(1, 1))) > plain  # one of two is known, as in "Rachel or Alex"
    assert likely(view(names=(2, 0))) > likely(view(names=(1, 0)))
    assert likely(view(names=(0, 1))) < plain


def test_known_does_not_mind_a_new_name_when_advice_is_asked() -> None:
    assert likely(view(advice=True, names=(0, 1))) == likely(view(advice=True))


def test_known_is_never_nothing_when_something_was_said_in_the_time_that_is_asked_for() -> None:
    far = view(nearest=0.0, together=0.0, own=0.0)
    two = {name: np.repeat(getattr(far, name), 2, 0) for name in ("counts", "session_meaning", "together")}
    then, never = (replace(far, **two, in_time=column(*times)) for times in ((1.0, 0.0), (0.0, 0.0)))
    chances = column(0.5, 0.4)
    assert known(never, chances) < UNKNOWN < known(then, chances) < 0 < known(replace(then, alone=True), chances)


def test_spread_prefers_other_sessions_when_many_things_are_asked_for() -> None:
    sums, items, sessions = column(9.0, 8.9, 8.5, 1.0), np.array([0, 5, 20, 21]), np.array([1, 1, 2, 2])
    assert spread(sums, items, sessions, many=False).argsort()[::-1].tolist() == [0, 1, 2, 3]
    assert spread(sums, items, sessions, many=True).argsort()[::-1].tolist() == [0, 2, 1, 3]


def test_spread_puts_what_stands_beside_something_better_behind_its_equal_and_leaves_the_best() -> None:
    sums, items, sessions = column(9.0, 8.0, 7.9), np.array([4, 5, 40]), np.array([1, 1, 2])
    made = spread(sums, items, sessions, many=False)
    assert made.argsort()[::-1].tolist() == [0, 2, 1]
    assert made[0] == sums[0]
    assert sums.tolist() == [9.0, 8.0, np.float32(7.9)]  # as they were


def test_spread_is_empty_when_nothing_is_there() -> None:
    assert len(spread(column(), np.zeros(0, np.int64), np.zeros(0, np.int64), many=True)) == 0

"""The learned judge of changes with its weights: what strangers' hints get, and what has nothing to do with them."""

from __future__ import annotations

import pytest

from deciding import candidate, memory
from jiyi.models import change
from jiyi.models.local import LocalEmbedder
from jiyi.policy.decide import read
from jiyi.policy.decide.learned import SURE


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def chance(embedder: LocalEmbedder, old: str, new: str) -> float:
    vectors = embedder.encode([new, old])
    (found,) = change.chances(read(candidate(new)), vectors[0], [(read(memory(old)), vectors[1])])
    return found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I'm learning the accordion.", "Sold the accordion."),
        ("My scooter is in the repair shop.", "Scooter's back, runs like new."),
        ("I have a tutor called Bea.", "Bea moved abroad, my tutor is Sam now."),
        ("我在等驾校的考试通知", "考试通知下来了"),
        ("我在学二胡", "二胡卖了，不学了"),
    ],
)
def test_chance_is_high_when_one_takes_the_place_of_the_other(embedder: LocalEmbedder, old: str, new: str) -> None:
    assert chance(embedder, old, new) >= SURE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I pay 9 pounds a month for Audible.", "My aunt plays the organ."),
        ("I have a parrot.", "The parrot is green and blue."),
        ("我养了一只鹦鹉", "我爱吃豆腐"),
        ("我在等驾校的考试通知", "我弟弟换了新手机"),
    ],
)
def test_chance_is_low_when_both_hold(embedder: LocalEmbedder, old: str, new: str) -> None:
    assert chance(embedder, old, new) < SURE


def test_chances_are_none_when_nothing_is_known(embedder: LocalEmbedder) -> None:
    assert change.chances(read(candidate("I moved.")), embedder.encode(["I moved."])[0], []) == []

"""The learned witness of what an order means, with its weights: things called by words that none of them has."""

from __future__ import annotations

import pytest

from jiyi.models import targets
from jiyi.models.local import LocalEmbedder
from jiyi.policy.standout import PERHAPS

LIFE_EN = ("I keep goats", "My sister studies medicine", "I swim on Sundays", "I drive a tractor")
LIFE_ZH = ("我养山羊", "我妹妹学医", "我周日游泳", "我会开拖拉机")


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def chances(embedder: LocalEmbedder, about: str, order: str, things: tuple[str, ...]) -> list[float]:
    asked, known = embedder.encode([about, order]), embedder.encode(things)
    return targets.chances(asked, known, len(things), float((known @ asked[0]).mean()))


@pytest.mark.parametrize(
    ("about", "order", "meant", "life"),
    [
        ("baby news", "The baby news, wipe it please", "I'm sixteen weeks pregnant", LIFE_EN),
        ("money trouble", "Erase my money trouble from your notes", "I owe the bank nine thousand", LIFE_EN),
        ("吃药的事", "吃药的事别再记着了", "我每天吃两片二甲双胍", LIFE_ZH),
        ("惹官司那件事", "惹官司那件事从你那儿删掉", "我被前东家起诉了", LIFE_ZH),
    ],
)
def test_chance_is_high_when_a_thing_is_called_by_what_it_is(
    embedder: LocalEmbedder, about: str, order: str, meant: str, life: tuple[str, ...]
) -> None:
    found = chances(embedder, about, order, (*life, meant))
    assert found[-1] >= PERHAPS
    assert max(found[:-1]) < PERHAPS


@pytest.mark.parametrize(
    ("about", "life"), [("divorce", LIFE_EN), ("my tattoo", LIFE_EN), ("离婚的事", LIFE_ZH), ("过敏的事", LIFE_ZH)]
)
def test_chance_is_low_when_nothing_known_is_meant(embedder: LocalEmbedder, about: str, life: tuple[str, ...]) -> None:
    assert max(chances(embedder, about, f"forget {about}", life)) < PERHAPS


def test_chances_are_none_when_nothing_is_known(embedder: LocalEmbedder) -> None:
    asked = embedder.encode(["x", "y"])
    assert targets.chances(asked, asked[:0], 0, 0.0) == []

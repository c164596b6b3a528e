"""What stands out in meaning for an order whose words name nothing that is known."""

from __future__ import annotations

import pytest

from jiyi.policy.standout import Item, Standout, standout


def _items(*chances: tuple[str, float], attribute: str | None = None) -> list[Item]:
    return [Item(text=text, attribute=attribute, chance=chance) for text, chance in chances]


def test_standout_is_sure_when_one_thing_is_likely_and_the_others_are_not() -> None:
    found = standout("speech problem", _items(("I live in Ghent", 0.05), ("I have a stutter", 0.8), ("I sing", 0.17)))
    assert found == Standout(places=(1,), sure=True)


def test_standout_takes_several_when_each_is_likely() -> None:
    near = _items(("我在吃舍曲林", 0.9), ("我会吹葫芦丝", 0.1), ("我睡前吃褪黑素", 0.8))
    assert standout("药片", near).places == (0, 2)


def test_standout_leaves_out_what_is_less_likely_when_something_is_sure() -> None:
    found = standout("speech problem", _items(("I have a stutter", 0.9), ("I teach elocution", 0.65)))
    assert found == Standout(places=(0,), sure=True)


def test_standout_takes_nothing_when_too_much_is_likely() -> None:
    assert standout("speech problem", _items(*[(f"I stutter {word}", 0.9) for word in "abcde"])) == Standout()


def test_standout_takes_nothing_when_nothing_is_likely() -> None:
    assert standout("speech problem", _items(("I live in Ghent", 0.3))) == Standout()


def test_standout_is_not_sure_when_the_chance_is_middling() -> None:
    found = standout("speech problem", _items(("I have a stutter", 0.65), ("I sing", 0.2)))
    assert found == Standout(places=(0,), sure=False)


@pytest.mark.parametrize("about", ["that thing", "what i said", "上面说的", "那个男的", "刚才那两条"])
def test_standout_takes_nothing_when_the_topic_only_points(about: str) -> None:
    assert standout(about, _items(("I have a stutter", 0.9))) == Standout()


@pytest.mark.parametrize(
    ("about", "text"),
    [
        ("2013年", "2018年我进了大疆"),
        ("the flood of 1997", "We moved house in 2007"),
        ("弟弟", "我妹妹在北京读大学"),
        ("grandmother", "My grandpa plays chess"),
    ],
)
def test_standout_takes_nothing_when_its_number_or_person_is_another(about: str, text: str) -> None:
    assert standout(about, _items((text, 0.8))) == Standout()


def test_standout_takes_nothing_when_the_thing_fills_another_slot() -> None:
    assert standout("体重", _items(("我身高一米七八", 0.8), attribute="height")) == Standout()
    assert standout("体重", _items(("我一百八十斤", 0.8), attribute="weight")).sure


@pytest.mark.parametrize(
    ("about", "text"),
    [
        ("爸的病情", "我爸是退休的火车司机"),  # of two things the vector may have seen but one
        ("阿坤", "我发小叫阿斌"),  # a name
        ("pay", "My wife earns 3k a month"),  # somebody else's
    ],
)
def test_standout_is_not_sure_when_words_speak_against_it(about: str, text: str) -> None:
    assert not standout(about, _items((text, 0.8))).sure

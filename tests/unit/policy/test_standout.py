"""What stands out in meaning for an order whose words name nothing that is known."""

from __future__ import annotations

import pytest

from jiyi.policy.standout import Item, Standout, standout


def _items(*near: tuple[str, float], attribute: str | None = None) -> list[Item]:
    return [Item(text=text, attribute=attribute, topic=score, order=score) for text, score in near]


def test_standout_is_sure_when_one_thing_is_near_and_the_next_is_far() -> None:
    found = standout("speech problem", _items(("I live in Ghent", 0.05), ("I have a stutter", 0.4), ("I sing", 0.17)))
    assert found == Standout(places=(1,), sure=True)


def test_standout_takes_several_when_the_step_comes_after_them() -> None:
    near = _items(("我在吃舍曲林", 0.45), ("我会吹葫芦丝", 0.1), ("我睡前吃褪黑素", 0.42))
    assert standout("药片", near).places == (0, 2)


def test_standout_takes_nothing_when_what_is_near_comes_in_even_steps() -> None:
    near = _items(("I sing", 0.41), ("I have a stutter", 0.4), ("I teach", 0.36), ("I act", 0.3), ("I read", 0.25))
    assert standout("speech problem", near) == Standout()


def test_standout_takes_nothing_when_the_only_thing_known_is_far() -> None:
    assert standout("speech problem", _items(("I live in Ghent", 0.25))) == Standout()


def test_standout_is_not_sure_when_the_step_is_small() -> None:
    found = standout("speech problem", _items(("I have a stutter", 0.33), ("I sing", 0.22)))
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
    assert standout("体重", _items(("我身高一米七八", 0.5), attribute="height")) == Standout()
    assert standout("体重", _items(("我一百八十斤", 0.5), attribute="weight")).sure


@pytest.mark.parametrize(
    ("about", "text"),
    [
        ("爸的病情", "我爸是退休的火车司机"),  # of two things the vector may have seen but one
        ("阿坤", "我发小叫阿斌"),  # a name
        ("pay", "My wife earns 3k a month"),  # somebody else's
    ],
)
def test_standout_is_not_sure_when_words_speak_against_it(about: str, text: str) -> None:
    assert not standout(about, _items((text, 0.5))).sure

"""What sounds like a statement of the user's and says nothing that a careful person would note."""

from __future__ import annotations

import pytest

from jiyi.policy.extract.builds import says_nothing
from jiyi.policy.extract.hollow import is_hollow


@pytest.mark.parametrize(
    "text",
    [
        "Tennis and running are really great choices.",
        "The view totally took me back to that day.",
        "Hearing them cheer was the best part.",
        "这款耳机真心不错",
        "那家书店真是个放松的好地方",
        "大堂的设备挺先进的",
        "这台吸尘器我用得真是满意",
        "我这个爱跑步的人都很欣赏",
    ],
)
def test_is_hollow_says_yes_when_a_thing_at_hand_is_praised(text: str) -> None:
    assert is_hollow(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm truly grateful for all the help I got.",
        "Her letters brought me so much joy.",
        "These mugs remind me of home.",
        "音乐给了我很多力量",
        "我的膝盖舒服多了",
    ],
)
def test_is_hollow_says_yes_when_a_feeling_of_the_moment_is_told(text: str) -> None:
    assert is_hollow(text)


@pytest.mark.parametrize(
    "text",
    [
        "We should cherish every moment.",
        "Pets have a way of healing people.",
        "Schools should be funded properly.",
        "Sometimes it's good to slow down.",
        "Setbacks push us to grow.",
        "人生就是要不断学习",
    ],
)
def test_is_hollow_says_yes_when_it_is_so_of_everybody(text: str) -> None:
    assert is_hollow(text)


@pytest.mark.parametrize(
    "text",
    [
        "Finding a place where I belong.",
        "A gift from my aunt in the old country.",
        "So when I got to the door they had closed.",
        "我因为没有提前订票",
        "尤其是续航让我满意",
        "Just wanted to let you know.",
        "我已经按照你的建议调整了作息",
        "My friends believing in me",
        "Keeps me on my toes",
        "Besides the weekend lessons.",
    ],
)
def test_is_hollow_says_yes_when_it_is_a_piece_or_a_word_to_the_listener(text: str) -> None:
    assert is_hollow(text)


@pytest.mark.parametrize(
    "text",
    [
        "I play the clarinet.",
        "Pottery is a huge part of my life.",
        "Jazz is my thing.",
        "Sharing a flat with two nurses in Lyon",
        "We keep six hens.",
        "My brother works at the great library.",
        "I moved to Leeds in 2019 and it was tough.",
        "Running helps me unwind.",
        "The office closes at six.",
        "My daughter's studying in Porto",
        "我在杭州做护士",
        "去年搬来杭州的",
        "因为信仰我不吃牛肉",
        "我家的狗很乖",
        "论坛的地点是北京",
    ],
)
def test_is_hollow_says_no_when_something_of_the_user_is_told(text: str) -> None:
    assert not is_hollow(text)


def test_says_nothing_is_false_when_one_sentence_tells_something() -> None:
    assert not says_nothing("The trip was amazing! I moved to Leeds.")
    assert says_nothing("The trip was amazing! It was so fun to be there.")


def test_says_nothing_is_false_when_a_life_is_in_danger() -> None:
    assert says_nothing("That news brings me so much peace.")
    assert not says_nothing("That hospital brings me so much peace.")

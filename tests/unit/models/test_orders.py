"""The learned witness of orders with its weights: orders in words it never saw, and what only sounds like one."""

from __future__ import annotations

import pytest

from jiyi.models import orders
from jiyi.models.local import LocalEmbedder
from jiyi.policy.orders import units
from jiyi.policy.orders.hearing import BELIEVED


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def chance(embedder: LocalEmbedder, text: str) -> float:
    heard = units(text)
    return max(orders.chances(heard, embedder.encode(heard)).values()) if heard else 0.0


@pytest.mark.parametrize(
    "text",
    [
        "Could my hernia please be struck from whatever you hold on me?",
        "I'd be calmer if you no longer had my street in your notes",
        "Whatever you picked up about my plumber, un-pick it",
        "那笔网贷的记录，劳烦从你那里抹平",
        "我不再同意你留着我的病历",
        "關於我弟弟的事，請你從今以後不要知道",
    ],
)
def test_chance_is_high_when_something_shall_be_forgotten(embedder: LocalEmbedder, text: str) -> None:
    assert chance(embedder, text) >= BELIEVED


@pytest.mark.parametrize(
    "text",
    [
        "My uncle forgets his glasses every single morning.",
        "Remove the third bullet from my slides.",
        "Which app deletes blurry photos?",
        "Please don't bring up my divorce unless I start.",
        "我昨天把前男友的号码删了",
        "帮我把第三页的图去掉",
        "怎么才能忘掉一个人",
        "千万别忘了我对芒果过敏",
    ],
)
def test_chance_is_low_when_it_is_a_remark_a_task_a_question_or_a_wish(embedder: LocalEmbedder, text: str) -> None:
    assert chance(embedder, text) < BELIEVED


def test_chances_are_none_when_nothing_is_asked(embedder: LocalEmbedder) -> None:
    assert orders.chances([], embedder.encode(["x"])[:0]) == {}

"""Orders to forget in other words, and what only looks like one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jiyi.policy.orders import Order, order

DATA = Path(__file__).parents[2] / "data"


def lines(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", lines("order_oblique.jsonl"), ids=lambda case: case["text"])
def test_order_names_its_topic_when_it_is_said_in_other_words(case: dict[str, str]) -> None:
    found = order(case["text"])
    assert found is not None
    assert (found.kind, found.scope) == ("forget", "about")
    assert case["about"] in found.about


@pytest.mark.parametrize("case", lines("order_lookalikes.jsonl"), ids=lambda case: case["text"])
def test_order_is_none_when_a_task_remark_or_question_has_its_words(case: dict[str, str]) -> None:
    found = order(case["text"])
    assert found is None or found.kind == "ask"


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("I gave up the oboe, you can forget it.", "oboe"),
        ("The interview fell through, so scrap that.", "interview"),
        ("That windfall stays between us, get rid of it.", "windfall"),
        ("We split up. Her name, her job, where she's from: bin the lot.", "girlfriend, wife"),
        ("Tom and I fell out. Forget about him.", "tom"),
        ("古琴我早不弹了，忘了吧", "古琴"),
        ("蓝鲸项目取消了，相关的别留", "蓝鲸项目"),
        ("分手了，她的名字、工作，啥都别留", "女朋友、女友、老婆"),
        ("我跟小李掰了，把他忘干净", "小李"),
        ("古琴我早不彈了，忘了吧", "古琴"),
    ],
)
def test_order_takes_its_topic_from_the_clause_before_when_it_points_there(text: str, about: str) -> None:
    assert order(text) == Order(kind="forget", scope="about", about=about, certain=False)


@pytest.mark.parametrize(
    "text", ["I have a crush on Anna. Don't remember that.", "我得过肺结核，这个别留下", "我喜欢隔壁的姑娘，别记下来"]
)
def test_order_means_its_own_message_when_that_tells_the_thing(text: str) -> None:
    assert order(text) == Order(kind="forget", scope="this")


def test_order_takes_the_words_in_quotes_when_they_name_the_memory() -> None:
    found = order("把“我爱喝可乐”那条记忆去掉")
    assert found is not None
    assert found.about == "我爱喝可乐"

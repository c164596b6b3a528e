"""What orders in rambling words are about."""

from __future__ import annotations

import pytest

from jiyi.policy.orders import order


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("erase my love life from your memory, it's awkward", "love life"),
        ("u can forget my side project now", "side project"),
        ("Nobody needs to know about the hair transplant. Delete it.", "hair transplant"),
        ("把高考成绩从记录里去掉", "高考成绩"),
        ("抽烟那段历史麻烦清掉", "抽烟"),
        ("出生地那条幫我下掉", "出生地"),
        ("把飞书那条删了", "飞书"),
        ("前公司相关的不要记了", "前公司"),
        ("车牌号不要保存了", "车牌号"),
        ("备孕嗰件事唔好再记住", "备孕"),
        ("跟房东有关的一概忘掉", "房东"),
        ("我 manager 那个 delete 掉，离职了不想再看到", "manager"),
    ],
)
def test_order_names_its_topic_when_it_is_said_by_the_way(text: str, about: str) -> None:
    found = order(text)
    assert found is not None
    assert (found.scope, found.about) == ("about", about)


@pytest.mark.parametrize(
    "text", ["从会议记录里去掉我的发言", "把那行从记录里删掉", "这款游戏已经下架了", "老板把我那条删了", "把第三条删了"]
)
def test_order_is_none_when_a_task_or_the_world_is_spoken_of(text: str) -> None:
    assert order(text) is None

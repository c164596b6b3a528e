"""Orders that somebody else gave, that were only told, quoted or asked about, and tasks that sound like orders."""

from __future__ import annotations

import pytest

from jiyi.models import orders as witness
from jiyi.models.local import LocalEmbedder
from jiyi.policy.orders import order, units


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


@pytest.mark.parametrize(
    "text",
    [
        "公司把我的资料删了",
        "淘寶把我的地址刪了",
        "医院把我的病历清空了。",
        "你把我的地址删了？",
        "我没让你删我的地址",
        "我沒叫你刪掉我的住址",
        "翻译：forget my address",
        "会议纪要里别记我的名字",
        "快递单上不要留我的名字",
        "把我姐姐那段删掉，作文太长",
        "In the novel he says: 'Forget my name, forget where I live.'",
        "Forget Denver, Boston is where the fun is",
        "Forget the dog, what about the cat?",
        "forget Boston, book flights to Miami",
        "SELECT * ; DELETE FROM users WHERE name='Laura'",
    ],
)
def test_no_order_is_heard_when_it_is_not_one_to_the_assistant(text: str, embedder: LocalEmbedder) -> None:
    asked = units(text)
    assert order(text, witness.chances(asked, embedder.encode(asked)) if asked else {}) is None


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("请把我的地址删了", "地址"),
        ("你把我的地址删了吧", "地址"),
        ("以后聊天里别记我的住址", "住址"),
    ],
)
def test_order_is_still_heard_when_it_is_given_to_the_assistant(text: str, about: str, embedder: LocalEmbedder) -> None:
    asked = units(text)
    found = order(text, witness.chances(asked, embedder.encode(asked)))
    assert found is not None and about in found.about

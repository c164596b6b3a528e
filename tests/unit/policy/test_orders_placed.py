"""Orders to forget by where a thing stands in the talk, and what only looks like one."""

from __future__ import annotations

import pytest

from jiyi.policy.orders import order


@pytest.mark.parametrize(
    ("text", "scope", "about", "count", "things"),
    [
        ("forget the last two things I told you", "last", "", 2, True),
        ("delete my last 3 messages", "last", "", 3, False),
        ("scrap the last couple of things I said", "last", "", 2, True),
        ("forget what I told you a minute ago", "last", "", 1, False),
        ("把刚才那两条忘了", "last", "", 2, True),
        ("上面两條別記", "last", "", 2, True),
        ("我刚才说的那两句话撤回", "last", "", 2, False),
        ("刚才那三件事别存", "last", "", 3, True),
        ("forget what I said on Monday", "then", "on monday", 1, False),
        ("Forget everything I told you yesterday", "then", "yesterday", 1, False),
        ("what I said last night, forget it", "then", "last night", 1, False),
        ("Don't remember anything I told you on Friday", "then", "on friday", 1, False),
        ("forget our conversation from Tuesday", "then", "from tuesday", 1, False),
        ("忘掉我上周三说的话", "then", "上周三", 1, False),
        ("今天早上跟你說的話忘掉", "then", "今天早上", 1, False),
        ("周一说的那些别记了", "then", "周一", 1, False),
    ],
)
def test_order_says_where_a_thing_stands_when_it_names_a_place(
    text: str, scope: str, about: str, count: int, things: bool
) -> None:
    found = order(text)
    assert found is not None
    assert (found.scope, found.about, found.count, found.things) == (scope, about, count, things)


@pytest.mark.parametrize(
    "text",
    [
        "I forgot what I said on Monday",
        "He forgot the last two things I told him",
        "Delete the last two lines of the file",
        "Remove the last 3 messages from the queue",
        "Did you forget what I told you yesterday?",
        "Forget Monday, let's meet on Tuesday",
        "Forget what I said on the phone",
        "我忘了上周三说的话",
        "我把昨天说的都忘了",
        "你是不是忘了我上周三说的话",
        "别忘了我周一说的事",
        "把最后两段删掉",
        "把最后两句删掉，作文太长了",
        "刚才那两条鱼忘了买",
        "忘了上周三的会",
        "撤回昨天的邮件",
    ],
)
def test_order_has_no_place_when_it_tells_of_oneself_or_of_a_task(text: str) -> None:
    found = order(text)
    assert found is None or found.scope not in ("last", "then")

from __future__ import annotations

import pytest

from jiyi.errors import InvalidInput, TooLong
from jiyi.policy.state import MOST_BYTES, bounded, derive, merge


def test_merge_merges_mappings_and_none_removes() -> None:
    state = {"trip": {"city": "大理", "days": 3}, "budget": "5k", "list": [1]}
    merged = merge(state, {"trip": {"days": None, "hotel": "x"}, "budget": None, "list": [2]})
    assert merged == {"trip": {"city": "大理", "hotel": "x"}, "list": [2]}
    assert state["trip"] == {"city": "大理", "days": 3}


def test_merge_refuses_when_too_much_or_too_deep_or_no_json() -> None:
    with pytest.raises(TooLong):
        merge({}, {"a": "字" * MOST_BYTES})
    deep: dict[str, object] = {}
    for _ in range(20):
        deep = {"x": deep}
    with pytest.raises(InvalidInput):
        merge({}, deep)
    with pytest.raises(InvalidInput):
        merge({}, {"a": object()})


def test_bounded_lets_the_oldest_entries_go_first() -> None:
    pad = {f"k{i}": "v" * 50 for i in range(10)}
    kept = bounded(pad, 200)
    assert list(kept) == ["k7", "k8", "k9"]
    assert bounded({"huge": "v" * 500, "small": "v"}, 200) == {"small": "v"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("这次预算大概三千块", {"budget": "三千块"}),
        ("預算改成8000元", {"budget": "8000元"}),
        ("My budget is $2,500", {"budget": "$2,500"}),
        ("the budget is around 3k", {"budget": "3k"}),
        ("那就改到周四下午吧", {"when": "周四下午"}),
        ("Let's make it next Tuesday", {"when": "next Tuesday"}),
        ("please move it to Friday morning", {"when": "Friday morning"}),
        ("我们一共五个人", {"people": "五个人"}),
        ("a table for 6 people", {"people": "6"}),
        ("目的地定在厦门", {"where": "厦门"}),
        ("The venue is Blue Note", {"where": "Blue Note"}),
        ("截止日期是12月20日", {"deadline": "12月20日"}),
        ("The deadline is Friday", {"deadline": "Friday"}),
        ("后面用英文回答", {"language": "英文"}),
        ("Please reply in Chinese", {"language": "Chinese"}),
        ("预算多少合适？", {}),
        ("如果预算是一万呢", {}),
        ("What if the budget is 10k", {}),
        ("他的预算是一万", {}),
        ("Her budget is 3k", {}),
        ("There are 3 people in my family", {}),
        ("今天天气真好", {}),
    ],
)
def test_derive_fills_slots_from_plain_statements_only(text: str, found: dict[str, str]) -> None:
    assert derive({}, text) == found


def test_derive_lets_later_words_win_and_leaves_other_keys() -> None:
    state = derive({"own": {"a": 1}, "budget": "5k"}, "budget is 8k now")
    assert state == {"own": {"a": 1}, "budget": "8k"}
    assert derive({"budget": {"max": 3}}, "my budget is 8k") == {"budget": {"max": 3}}

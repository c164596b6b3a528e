from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from jiyi.errors import BudgetTooSmall
from jiyi.policy.window import as_chat, fit_input, leaving, lighten, shorten, trim, turn_tokens, turns, verbatim
from jiyi.records import Message, Role, Turn
from jiyi.settings import WindowSettings

AT = datetime(2026, 11, 26, tzinfo=UTC)


def talk(*said: tuple[str, str] | tuple[str, str, dict[str, Any]]) -> list[Message]:
    found = []
    for seq, (role, content, *meta) in enumerate(said, 1):
        meta_of = meta[0] if meta else {}
        found.append(Message(user="u", session="s", seq=seq, role=Role(role), content=content, at=AT, meta=meta_of))
    return found


def spans(found: tuple[Turn, ...]) -> list[tuple[int, int]]:
    return [(turn.first, turn.last) for turn in found]


CALL = {"tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
ANSWER = {"tool_call_id": "c1"}


def test_turns_begin_with_each_user_message() -> None:
    said = talk(("system", "s"), ("assistant", "hi"), ("user", "a"), ("assistant", "b"), ("user", "c"), ("user", "d"))
    assert spans(turns(said)) == [(1, 2), (3, 4), (5, 5), (6, 6)]


def test_turns_keep_a_tool_result_with_its_call() -> None:
    said = talk(
        ("user", "a"), ("assistant", "", CALL), ("tool", "42", ANSWER), ("assistant", "it is 42"), ("user", "b")
    )
    assert spans(turns(said)) == [(1, 4), (5, 5)]


def test_turns_are_joined_when_a_user_speaks_between_call_and_result() -> None:
    said = talk(("user", "a"), ("assistant", "", CALL), ("user", "hurry"), ("tool", "42", ANSWER), ("user", "b"))
    assert spans(turns(said)) == [(1, 4), (5, 5)]


def test_turns_of_nothing_are_none() -> None:
    assert turns([]) == ()


def test_trim_keeps_the_newest_turn_when_nothing_fits() -> None:
    found = turns(talk(("user", "a" * 50), ("user", "b" * 50)))
    kept, gone = trim(found, len, most_tokens=10)
    assert spans(kept) == [(2, 2)]
    assert spans(gone) == [(1, 1)]


def test_trim_drops_whole_turns_oldest_first() -> None:
    found = turns(talk(("user", "a"), ("assistant", "b"), ("user", "c"), ("assistant", "d"), ("user", "e")))
    assert spans(trim(found, len, most_turns=2)[0]) == [(3, 4), (5, 5)]
    assert spans(trim(found, len, most_tokens=turn_tokens(found[2], len) + turn_tokens(found[1], len))[0]) == [
        (3, 4),
        (5, 5),
    ]


LONG = turns(talk(*[("user" if i % 2 == 0 else "assistant", "x" * 100) for i in range(20)]))


@pytest.mark.parametrize(
    ("strategy", "kept", "left"),
    [
        ("full", 10, 0),
        ("turns", 3, 0),
        ("retrieval", 3, 0),
        ("tokens", 4, 0),
        ("summary", 10, 9),
        ("summary_buffer", 10, 8),
    ],
)
def test_strategies_keep_and_fold_what_they_say(strategy: Any, kept: int, left: int) -> None:
    settings = WindowSettings(strategy=strategy, turns=3, tokens=1000)
    assert len(verbatim(LONG, settings, len)) == kept
    assert len(leaving(LONG, settings, len)) == left


def test_leaving_waits_until_the_share_of_the_budget_is_reached() -> None:
    settings = WindowSettings(turns=50, tokens=10_000, compact_at=0.8)
    assert leaving(LONG, settings, len) == ()
    left = leaving(LONG, settings.model_copy(update={"tokens": 2_400}), len)
    assert left
    assert sum(turn_tokens(turn, len) for turn in LONG[len(left) :]) <= 1_200


def test_lighten_cuts_only_tool_results() -> None:
    (turn,) = turns(talk(("user", "u" * 500), ("assistant", "", CALL), ("tool", "t" * 5000, ANSWER)))
    light = lighten(turn, len)
    assert light.messages[0].content == "u" * 500
    assert len(light.messages[2].content) <= 120
    assert light.messages[2].meta == ANSWER


@pytest.mark.parametrize("where", ["middle", "end"])
def test_shorten_cuts_visibly_within_the_limit(where: str) -> None:
    text = "开头" + "字" * 3000 + "结尾"
    short = shorten(text, 100, len, where)
    assert len(short) <= 100
    assert short.startswith("开头")
    assert "省略" in short
    assert short.endswith("结尾") == (where == "middle")
    assert "left out" in shorten("word " * 500, 100, len, where)
    assert shorten("short", 100, len, where) == "short"


def test_fit_input_cuts_or_refuses_as_the_user_chose() -> None:
    text = "请帮我看看这段话" * 40
    short = fit_input(text, 20, len, "cut")
    assert 0 < len(short) <= 20
    assert "…" in short
    with pytest.raises(BudgetTooSmall, match="320"):
        fit_input(text, 20, len, "error")
    with pytest.raises(BudgetTooSmall):
        fit_input(text, 1, len, "cut")


def test_as_chat_has_the_fields_that_an_api_takes() -> None:
    called, answered = talk(("assistant", "", CALL), ("tool", "42", ANSWER))
    assert as_chat(called) == {"role": "assistant", "content": "", **CALL}
    assert as_chat(answered) == {"role": "tool", "content": "42", **ANSWER}

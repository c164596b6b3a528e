from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from jiyi.errors import BudgetTooSmall
from jiyi.policy.window import fit_input, leaving, shorten, trim, turn_tokens, turns, verbatim
from jiyi.records import Message, Role
from jiyi.settings import WindowSettings

AT = datetime(2026, 11, 26, tzinfo=UTC)
COUNTERS = st.sampled_from(
    [len, lambda t: len(t.encode("utf-8", "replace")), lambda t: len(t) // 3, lambda t: 2 * len(t) + 5]
)


@st.composite
def messages(draw: st.DrawFn) -> list[Message]:
    found = []
    for seq in range(1, draw(st.integers(0, 14)) + 1):
        role = draw(st.sampled_from(list(Role)))
        meta = {}
        if role is Role.ASSISTANT and draw(st.booleans()):
            meta = {"tool_calls": [{"id": f"c{seq}"}]}
        elif role is Role.TOOL:
            meta = {"tool_call_id": f"c{draw(st.integers(1, 14))}"}
        found.append(
            Message(user="u", session="s", seq=seq, role=role, content=draw(st.text(max_size=30)), at=AT, meta=meta)
        )
    return found


@given(messages())
@settings(deadline=None)
def test_turns_lose_nothing_and_never_part_a_call_from_its_result(said: list[Message]) -> None:
    found = turns(said)
    assert [message for turn in found for message in turn.messages] == said
    home = {}
    for place, turn in enumerate(found):
        for message in turn.messages:
            for call in message.meta.get("tool_calls", ()):
                home[call["id"]] = place
            wanted = message.meta.get("tool_call_id")
            if message.role is Role.TOOL and wanted in home:
                assert home[wanted] == place


@given(messages(), st.integers(1, 5), st.integers(1, 300), COUNTERS)
@settings(deadline=None)
def test_trim_keeps_a_newest_run_within_its_limits(
    said: list[Message], most_turns: int, most_tokens: int, count
) -> None:
    found = turns(said)
    kept, gone = trim(found, count, most_turns=most_turns, most_tokens=most_tokens)
    assert gone + kept == found
    assert len(kept) <= most_turns
    assert len(kept) <= 1 or sum(turn_tokens(turn, count) for turn in kept) <= most_tokens
    assert bool(kept) == bool(found)


@given(
    messages(),
    st.sampled_from(["full", "turns", "tokens", "summary", "summary_buffer", "retrieval"]),
    st.integers(64, 400),
)
@settings(deadline=None)
def test_strategies_keep_the_newest_turn(said: list[Message], strategy, tokens: int) -> None:
    found = turns(said)
    window = WindowSettings(strategy=strategy, turns=3, tokens=tokens)
    left = leaving(found, window, len)
    assert left == found[: len(left)]
    assert not found or found[-1] not in left
    assert not found or verbatim(found, window, len)[-1] == found[-1]


@given(st.text(max_size=400) | st.text(alphabet="字a \n", min_size=200, max_size=900), st.integers(-3, 200), COUNTERS)
@settings(deadline=None)
def test_shorten_is_within_its_limit_and_visible(text: str, most: int, count) -> None:
    for where in ("middle", "end"):
        short = shorten(text, most, count, where)
        assert short == "" or count(short) <= most
        assert short == text or short == "" or "…" in short


@given(st.text(min_size=1, max_size=300), st.integers(0, 100), COUNTERS)
@settings(deadline=None)
def test_fit_input_fits_or_refuses(text: str, most: int, count) -> None:
    try:
        short = fit_input(text, most, count, "cut")
    except BudgetTooSmall:
        return
    assert count(short) <= most
    assert short

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.records import Kind, MemoryRecord
from jiyi.results import Context, ContextTrace, Forgotten, History, Page, Profile
from jiyi.trace import Hit, Recall, Stage, Trace, counted

MANY = tuple(
    MemoryRecord(
        id=f"{n:032x}",
        user="u",
        kind=Kind.FACT,
        content=f"第{n}件事" + "很长的一句话\n" * 20,
        recorded_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    for n in range(200)
)
TRACE = Trace(query="q", stages=(Stage(name="show", came=200, went=5),))


def test_results_print_on_one_short_line_when_they_hold_much() -> None:
    found = [
        Page(items=MANY, total=200),
        History(records=MANY, changes=()),
        Profile(text="很长" * 2000, memories=MANY),
        Forgotten(memories=MANY, episodes=(), messages=(), cut=()),
        Recall(hits=tuple(Hit(record=one, score=0.5) for one in MANY), trace=TRACE),
        Context(
            messages=[{"role": "user", "content": "x" * 5000}],
            tokens=9,
            trace=ContextTrace(included=(), left_out=(), parts={}, milliseconds={}),
        ),
        TRACE,
    ]
    for one in found:
        assert len(repr(one)) < 400
        assert "\n" not in repr(one)


@pytest.mark.parametrize(
    ("count", "noun", "words"),
    [(1, "memory", "1 memory"), (2, "memory", "2 memories"), (0, "job", "0 jobs"), (3, "past turn", "3 past turns")],
)
def test_counted_takes_the_form_that_the_number_wants(count: int, noun: str, words: str) -> None:
    assert counted(count, noun) == words


def test_recall_prints_a_line_per_hit() -> None:
    shown = str(Recall(hits=tuple(Hit(record=one, score=0.5) for one in MANY[:3]), trace=TRACE))
    assert len(shown.splitlines()) == 3
    assert str(Recall(hits=(), trace=TRACE)) == "(nothing)"


def test_profile_prints_its_text() -> None:
    assert str(Profile(text="你住在杭州", memories=())) == "你住在杭州"
    assert "第0件事" not in repr(Forgotten(memories=MANY, episodes=(), messages=(), cut=()))

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from jiyi.policy.confirming import answer, asked, to_ask, waiting, was_asked
from jiyi.records import Evidence, Kind, MemoryRecord

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def liked(content: str, days: int, **more: object) -> MemoryRecord:
    at = NOW - timedelta(days=days)
    evidence = (Evidence(quote=content, at=at),)
    made = MemoryRecord(id=content, user="u", kind=Kind.PREFERENCE, content=content, recorded_at=at, evidence=evidence)
    return replace(made, **more)  # type: ignore[arg-type]


TEA, JAZZ, RUN = liked("我喜欢喝茶", 200), liked("I like jazz.", 120), liked("我喜欢跑步", 10)


def test_to_ask_takes_the_stalest_unless_the_talk_touches_another() -> None:
    assert to_ask([RUN, JAZZ, TEA], (), "s", 90, NOW) == TEA
    assert to_ask([RUN, JAZZ, TEA], {JAZZ.id}, "s", 90, NOW) == JAZZ
    assert to_ask([RUN], (), "s", 90, NOW) is None
    assert to_ask([TEA], (), "s", None, NOW) is None
    assert to_ask([replace(TEA, protected=True)], (), "s", 90, NOW) is None


def test_to_ask_asks_once_and_one_thing_a_session() -> None:
    marked = asked(TEA, "s", 4, NOW)
    assert to_ask([marked, JAZZ], (), "s", 90, NOW) is None
    assert to_ask([marked, JAZZ], (), "other", 90, NOW) == JAZZ
    assert to_ask([marked], (), "other", 90, NOW + timedelta(days=91)) == marked
    assert waiting(marked, "s") == 4
    assert waiting(marked, "other") is None


@pytest.mark.parametrize(
    ("said", "liking", "not_doing"),
    [
        ("yes still", "yes", "yes"),
        ("是的", "yes", "yes"),
        ("還是這樣", "yes", "yes"),
        ("没变", "yes", "yes"),
        ("Nothing's changed", "yes", "yes"),
        ("不了", "no", "no"),
        ("No, not anymore", "no", "no"),
        ("变了", "no", "no"),
        ("不吃", "no", "yes"),
        ("No, I don't", "no", "yes"),
        ("不吃了", "no", None),
        ("有时候吧", None, None),
        ("maybe", None, None),
        ("帮我查一下天气", None, None),
        ("你问这个干嘛？", None, None),
    ],
)
def test_answer_reads_the_users_words(said: str, liking: str | None, not_doing: str | None) -> None:
    assert answer(said, "我喜欢吃香菜 I like cilantro") == liking
    assert answer(said, "我不吃香菜 I don't eat cilantro") == not_doing


def test_was_asked_needs_a_question_about_the_memory() -> None:
    assert was_asked("对了，你现在还喜欢喝茶吗？", TEA)
    assert was_asked("Do you still enjoy jazz?", JAZZ)
    assert not was_asked("好的，记住了。", TEA)
    assert not was_asked("要不要我订个闹钟？", TEA)

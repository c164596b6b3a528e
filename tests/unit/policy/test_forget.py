"""Forgetting by rule: each rule, and the laws that hold for any memories."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi.errors import NaiveTime
from jiyi.policy.forget import ForgetPlan, plan, worth
from jiyi.records import Episode, Evidence, Kind, MemoryRecord, Status
from jiyi.settings import ForgetSettings

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
OFF = ForgetSettings(event_days=None, doubtful_days=None, state_days=None, confirm_days=None, capacity=None)


def memory(id: str, kind: Kind = Kind.FACT, age: float = 0.0, **fields: object) -> MemoryRecord:
    base = MemoryRecord(id=id, user="u", kind=kind, content=f"content {id}", recorded_at=NOW - age * DAY)
    return replace(base, **fields)  # type: ignore[arg-type]


def episode(id: str, age: float) -> Episode:
    return Episode(id=id, user="u", session="s", first=1, last=1, at=NOW - age * DAY, parts=(("user", "hello"),))


def actions(found: ForgetPlan) -> dict[str, str]:
    return {item.id: item.action for item in found.items}


def test_plan_archives_an_event_when_it_was_not_recalled_for_ninety_days() -> None:
    old, recalled = memory("old", Kind.EVENT, 91), memory("used", Kind.EVENT, 91, last_recalled_at=NOW - DAY)
    found = plan([old, recalled, memory("new", Kind.EVENT, 89)], [], NOW, ForgetSettings())
    assert actions(found) == {"old": "archive"}
    assert found.items[0].reason == "event not recalled for 90 days"


def test_plan_keeps_an_event_when_it_is_still_to_come() -> None:
    wedding = memory("wedding", Kind.EVENT, 200, valid_from=NOW + 30 * DAY)
    assert not plan([wedding], [], NOW, ForgetSettings())


def test_plan_archives_a_doubtful_memory_when_it_was_never_recalled_in_thirty_days() -> None:
    doubtful = memory("doubt", age=31, confidence=0.4)
    used = memory("used", age=31, confidence=0.4, recall_count=1, last_recalled_at=NOW - 20 * DAY)
    found = plan([doubtful, used, memory("sure", age=31, confidence=0.9)], [], NOW, ForgetSettings())
    assert actions(found) == {"doubt": "archive"}


def test_plan_expires_states_and_what_has_an_end_when_their_time_is_over() -> None:
    state = memory("state", Kind.STATE, 8)
    ended = memory("ended", age=1, expires_at=NOW)
    open_state = memory("open", Kind.STATE, 8, expires_at=NOW + DAY)
    assert actions(plan([state, ended, open_state], [], NOW, ForgetSettings())) == {
        "ended": "expire",
        "state": "expire",
    }


def test_plan_asks_about_a_preference_when_it_was_not_confirmed_for_ninety_days() -> None:
    again = Evidence(quote="我爱喝茶", at=NOW - 10 * DAY)
    said_again = memory("again", Kind.PREFERENCE, 100, evidence=(again,))
    asked = memory("asked", Kind.PREFERENCE, 100, meta={"asked_at": (NOW - 5 * DAY).isoformat()})
    old = memory("old", Kind.PREFERENCE, 100)
    assert actions(plan([said_again, asked, old], [], NOW, ForgetSettings())) == {"old": "ask"}


def test_plan_leaves_the_protected_alone_when_every_rule_would_take_it() -> None:
    allergy = memory("a", Kind.EVENT, 400, confidence=0.1, expires_at=NOW - DAY, protected=True, importance=0.0)
    found = plan([allergy, memory("b"), memory("c")], [], NOW, ForgetSettings(capacity=1))
    assert "a" not in actions(found)


def test_plan_archives_the_least_worth_keeping_when_over_capacity() -> None:
    dear = memory("dear", importance=0.9, recall_count=5)
    small = memory("small", importance=0.1)
    found = plan([dear, small, memory("mid", importance=0.5)], [], NOW, ForgetSettings(capacity=2))
    assert actions(found) == {"small": "archive"}


def test_plan_erases_a_past_turn_when_its_retention_is_over() -> None:
    found = plan([], [episode("old", 31), episode("new", 29)], NOW, ForgetSettings(episode_days=30))
    assert actions(found) == {"old": "erase"}
    assert not plan([], [episode("old", 3000)], NOW, ForgetSettings())


def test_plan_does_nothing_when_every_rule_is_off() -> None:
    old = [memory(kind.value, kind, 1000, confidence=0.1) for kind in Kind]
    assert not plan(old, [episode("e", 1000)], NOW, OFF)


def test_plan_touches_only_current_memories_when_others_are_given() -> None:
    gone = [memory(s.value, Kind.EVENT, 500, status=s) for s in Status if s is not Status.CURRENT]
    assert not plan(gone, [], NOW, ForgetSettings(capacity=1))


def test_plan_raises_naive_time_when_now_has_no_zone() -> None:
    with pytest.raises(NaiveTime):
        plan([], [], datetime(2026, 6, 1), ForgetSettings())  # noqa: DTZ001 - the naive time is the point


def test_worth_fades_when_the_kind_has_a_half_life() -> None:
    fresh, old = memory("a", Kind.EVENT, 0), memory("b", Kind.EVENT, 30)
    settings = ForgetSettings()
    assert worth(old, NOW, settings) == pytest.approx(worth(fresh, NOW, settings) / 2)
    assert worth(memory("c", age=0), NOW, settings) == worth(memory("d", age=900), NOW, settings)


TIMES = st.integers(0, 400).map(lambda days: NOW - days * DAY)
MEMORIES = st.lists(
    st.builds(
        MemoryRecord,
        id=st.uuids().map(str),
        user=st.just("u"),
        kind=st.sampled_from(Kind),
        content=st.just("x"),
        recorded_at=TIMES,
        confidence=st.floats(0, 1),
        importance=st.floats(0, 1),
        status=st.sampled_from(Status),
        protected=st.booleans(),
        last_recalled_at=st.none() | TIMES,
        recall_count=st.integers(0, 9),
        expires_at=st.none() | TIMES,
    ),
    max_size=12,
    unique_by=lambda record: record.id,
)
RULES = st.builds(
    ForgetSettings,
    event_days=st.none() | st.floats(1, 200),
    doubtful_days=st.none() | st.floats(1, 200),
    state_days=st.none() | st.floats(1, 200),
    confirm_days=st.none() | st.floats(1, 200),
    capacity=st.none() | st.integers(1, 8),
    episode_days=st.none() | st.floats(1, 200),
)


def applied(memories: list[MemoryRecord], found: ForgetPlan) -> list[MemoryRecord]:
    done = actions(found)
    result = []
    for record in memories:
        action = done.get(record.id)
        if action in ("archive", "expire"):
            result.append(replace(record, status=Status.ARCHIVED))
        elif action == "ask":
            result.append(replace(record, meta={"asked_at": NOW.isoformat()}))
        else:
            result.append(record)
    return result


@given(MEMORIES, RULES)
def test_plan_never_takes_the_protected_when_it_is_made(memories: list[MemoryRecord], rules: ForgetSettings) -> None:
    protected = {record.id for record in memories if record.protected}
    assert not protected & {item.id for item in plan(memories, [], NOW, rules).items if item.action != "ask"}


@given(MEMORIES, RULES)
def test_plan_is_empty_when_made_again_after_applying(memories: list[MemoryRecord], rules: ForgetSettings) -> None:
    assert not plan(applied(memories, plan(memories, [], NOW, rules)), [], NOW, rules)


@given(MEMORIES, RULES)
def test_plan_is_the_same_when_the_order_differs(memories: list[MemoryRecord], rules: ForgetSettings) -> None:
    found = plan(memories, [], NOW, rules)
    assert plan(memories[::-1], [], NOW, rules) == found
    assert len({item.id for item in found.items}) == len(found.items)

"""Decisions as records: nothing is lost, everything is told."""

from __future__ import annotations

from datetime import UTC, datetime

from deciding import BEFORE, NOW, beside, candidate, memory
from jiyi.policy.outcome import SUREST, surer
from jiyi.records import Action, Kind, Source, Status

MARCH = datetime(2026, 3, 1, tzinfo=UTC)


def test_surer_grows_and_stays_bounded_when_said_again() -> None:
    confidence = 0.5
    for _ in range(50):
        grown = surer(confidence, 0.9)
        assert confidence <= grown <= SUREST
        confidence = grown
    assert confidence == SUREST


def test_carry_out_ends_the_old_when_the_new_began() -> None:
    old = memory(
        "我住在宁波", attribute="residence", value="宁波", tags=("home",), meta={"form": "7"}, valid_from=MARCH
    )
    new = candidate(
        "我上周搬到嘉兴了", attribute="residence", value="嘉兴", valid_from=datetime(2026, 4, 27, tzinfo=UTC)
    )
    _, outcome = beside(new, old)
    ended = outcome.changed[0]
    assert ended.valid_to == datetime(2026, 4, 27, tzinfo=UTC)
    assert ended.retired_at == NOW
    assert (ended.tags, ended.meta, ended.content, ended.evidence) == (old.tags, old.meta, old.content, old.evidence)
    assert [change.action for change in outcome.changes] == [Action.ADD, Action.SUPERSEDE]
    assert outcome.changes[1].patch["status"] == (Status.CURRENT, Status.SUPERSEDED)


def test_carry_out_ends_the_old_when_it_was_said_if_the_new_begins_later() -> None:
    new = candidate("会议改到周五了", kind=Kind.EVENT, valid_from=datetime(2026, 9, 1, tzinfo=UTC))
    _, outcome = beside(new, memory("会议在周三", kind=Kind.EVENT))
    assert outcome.changed[0].valid_to == NOW


def test_carry_out_never_ends_a_memory_before_it_began_when_the_new_is_older() -> None:
    old = memory("我住在宁波", attribute="residence", value="宁波", valid_from=BEFORE)
    new = candidate("我搬到嘉兴了", attribute="residence", value="嘉兴", valid_from=MARCH)
    _, outcome = beside(new, old)
    assert outcome.changed[0].valid_to == BEFORE


def test_carry_out_adds_evidence_when_said_again() -> None:
    old = memory("我住在宁波", confidence=0.8, recall_count=4, meta={"form": "7"})
    _, outcome = beside(candidate("我住在宁波"), old)
    again = outcome.changed[0]
    assert len(again.evidence) == 2
    assert again.confidence > 0.8
    assert (again.recall_count, again.meta) == (4, {"form": "7"})
    assert [change.action for change in outcome.changes] == [Action.SAME]


def test_carry_out_changes_nothing_when_the_same_message_is_judged_twice() -> None:
    _, first = beside(candidate("我住在宁波"))
    assert first.added is not None
    _, second = beside(candidate("我住在宁波"), first.added)
    assert second == type(second)()


def test_carry_out_makes_a_doubtful_memory_current_when_it_is_said_again() -> None:
    old = memory("我住在宁波", status=Status.PENDING, confidence=0.5)
    _, outcome = beside(candidate("我住在宁波"), old)
    assert outcome.changed[0].status is Status.CURRENT


def test_carry_out_leaves_a_contradiction_pending_when_it_is_said_again() -> None:
    old = memory("我不对花生过敏了", status=Status.PENDING, meta={"contradicts": ["a"]})
    _, outcome = beside(candidate("我不对花生过敏了"), old)
    assert outcome.changed[0].status is Status.PENDING


def test_carry_out_marks_the_source_when_it_corrects() -> None:
    new = candidate("我叫章强", corrects=True, attribute="name", value="章强")
    _, outcome = beside(new, memory("我叫张强", attribute="name", value="张强", protected=True))
    assert outcome.added is not None
    assert outcome.added.source is Source.CORRECTED
    assert outcome.changed[0].superseded_by == outcome.added.id

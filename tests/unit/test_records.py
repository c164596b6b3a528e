"""Records are frozen nouns without machinery."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime

import pytest

from jiyi import records, results, rows
from jiyi.records import Episode, Kind, MemoryRecord, Message, Role, Status, Summary, Turn

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
NOUNS = [
    one
    for module in (records, rows, results)
    for one in vars(module).values()
    if dataclasses.is_dataclass(one) and isinstance(one, type)
]


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.__name__)
def test_noun_is_frozen_and_named_when_made(noun: type) -> None:
    parameters = noun.__dataclass_params__  # type: ignore[attr-defined]
    assert parameters.frozen
    assert all(field.kw_only for field in dataclasses.fields(noun))
    assert "__slots__" in vars(noun)


def test_values_are_those_of_the_design_when_stored() -> None:
    assert list(Kind) == ["fact", "preference", "event", "relationship", "instruction", "state"]
    assert list(Status) == ["current", "pending", "superseded", "retracted", "archived"]


def test_record_does_not_change_when_replaced() -> None:
    old = MemoryRecord(id="m", user="u", kind=Kind.FACT, content="我住在苏州", recorded_at=AT)
    new = dataclasses.replace(old, status=Status.ARCHIVED)
    assert (old.status, new.status, new.content) == (Status.CURRENT, Status.ARCHIVED, old.content)


def test_summary_is_empty_when_nothing_was_folded_in() -> None:
    assert not Summary()
    assert not Summary(upto=4, folds=1)
    assert Summary(pending=("订票",))


def test_turn_spans_its_messages_when_asked() -> None:
    said = [Message(user="u", session="s", seq=n, role=Role.USER, content="x", at=AT) for n in (3, 4, 7)]
    turn = Turn(messages=tuple(said))
    assert (turn.first, turn.last) == (3, 7)


def test_episode_reads_as_it_was_said_when_shown() -> None:
    episode = Episode(
        id="e", user="u", session="s", first=1, last=2, at=AT, parts=(("user", "几点？"), ("assistant", "九点。"))
    )
    assert episode.content == "user: 几点？\nassistant: 九点。"

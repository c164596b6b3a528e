"""The filter language of `where`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi.errors import InvalidInput, NaiveTime, UnknownField
from jiyi.policy.filters import FIELDS, check, matches
from jiyi.records import Episode, Kind, MemoryRecord

RECORD = MemoryRecord(
    id="m1",
    user="u",
    kind=Kind.FACT,
    content="I play the cello on Sundays.",
    attribute="instrument",
    value="cello",
    tags=("music", "home"),
    confidence=0.8,
    recorded_at=datetime(2026, 3, 1, tzinfo=UTC),
    meta={"project": "x", "deep": {"n": 3}, "flag": True},
)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (None, True),
        ({}, True),
        ({"kind": "fact"}, True),
        ({"kind": ["event", "fact"]}, True),
        ({"kind": {"!=": "fact"}}, False),
        ({"confidence": {">=": 0.8}}, True),
        ({"confidence": {">": 0.8}}, False),
        ({"confidence": {">=": 0.5, "<": 0.8}}, False),
        ({"tags": "music"}, True),
        ({"tags": {"any": ["work", "home"]}}, True),
        ({"tags": {"all": ["work", "home"]}}, False),
        ({"tags": {"none": ["work"]}}, True),
        ({"value": {"starts": "cel"}, "content": {"contains": "Sundays"}}, True),
        ({"meta.project": "x"}, True),
        ({"meta.deep.n": {">": 2}}, True),
        ({"meta.deep.n": {">": "2"}}, False),
        ({"meta.missing": None}, True),
        ({"meta.missing": {"exists": True}}, False),
        ({"meta.flag": 1}, False),
        ({"retired_at": None}, True),
        ({"retired_at": {"<": "2030-01-01T00:00:00+00:00"}}, False),
        ({"recorded_at": {">=": "2026-03-01T08:00:00+08:00"}}, True),
        ({"or": [{"kind": "event"}, {"value": "cello"}]}, True),
        ({"and": [{"kind": "fact"}, {"value": "flute"}]}, False),
        ({"not": {"kind": "fact"}}, False),
        ({"not": {"or": [{"kind": "event"}, {"tags": "work"}]}}, True),
        ({"or": []}, False),
        ({"protected": False}, True),
        ({"session": {"exists": False}}, True),
        ({"attribute": {"in": ["instrument"]}, "language": {"not_in": ["zh", "en"]}}, True),
    ],
)
def test_matches_as_written_when_the_filter_is_good(where: dict[str, Any] | None, expected: bool) -> None:
    check(where)
    assert matches(where, RECORD) is expected


@pytest.mark.parametrize(
    ("where", "error"),
    [
        ({"colour": "red"}, UnknownField),
        ({"meta.": "x"}, UnknownField),
        ({"kind": "facts"}, InvalidInput),
        ({"kind": {"~": "fact"}}, InvalidInput),
        ({"kind": {}}, InvalidInput),
        ({"tags": {"any": "music"}}, InvalidInput),
        ({"confidence": {">": "high"}}, InvalidInput),
        ({"protected": 1}, InvalidInput),
        ({"or": {"kind": "fact"}}, InvalidInput),
        ({"not": ["x"]}, InvalidInput),
        ({"recorded_at": {">": "soon"}}, InvalidInput),
        ({"recorded_at": {">": "2026-01-01T00:00:00"}}, NaiveTime),
        ({"content": 3}, InvalidInput),
        ({"tags": {"exists": "yes"}}, InvalidInput),
    ],
)
def test_check_refuses_when_the_filter_cannot_be_evaluated(where: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        check(where)


def test_check_refuses_when_nested_too_deep() -> None:
    where: dict[str, Any] = {"kind": "fact"}
    for _ in range(20):
        where = {"not": where}
    with pytest.raises(InvalidInput):
        check(where)


_leaves = st.one_of(
    st.builds(lambda v: {"confidence": {">=": v}}, st.floats(0, 1)),
    st.builds(lambda v: {"kind": v}, st.sampled_from([k.value for k in Kind])),
    st.builds(lambda v: {"tags": {"any": v}}, st.lists(st.sampled_from(["music", "work"]), max_size=2)),
    st.builds(lambda v: {"meta.project": v}, st.sampled_from(["x", "y", None])),
)
_filters = st.recursive(
    _leaves,
    lambda inner: st.one_of(
        st.builds(lambda v: {"not": v}, inner),
        st.builds(lambda v: {"or": v}, st.lists(inner, max_size=3)),
        st.builds(lambda v: {"and": v}, st.lists(inner, max_size=3)),
    ),
    max_leaves=6,
)


@given(_filters, _filters)
def test_matches_obeys_logic_when_filters_are_combined(one: dict[str, Any], other: dict[str, Any]) -> None:
    check({"and": [one, other]})
    left, right = matches(one, RECORD), matches(other, RECORD)
    assert matches({"not": one}, RECORD) is not left
    assert matches({"and": [one, other]}, RECORD) is (left and right)
    assert matches({"or": [one, other]}, RECORD) is (left or right)
    assert matches({"not": {"and": [one, other]}}, RECORD) is matches({"or": [{"not": one}, {"not": other}]}, RECORD)


def test_matches_counts_as_not_set_when_an_episode_has_no_such_field() -> None:
    episode = Episode(
        id="e", user="u", session="s", first=1, last=1, at=datetime(2026, 1, 1, tzinfo=UTC), parts=(("user", "hi"),)
    )
    for field in FIELDS:
        matches({field: None}, episode)
    assert matches({"session": "s"}, episode)
    assert not matches({"kind": "fact"}, episode)

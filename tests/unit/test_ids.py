"""Ids sort by time, and names are any text that a database can hold."""

from __future__ import annotations

import os
import uuid
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi import ids
from jiyi.errors import InvalidInput, NaiveTime

TIMES = st.integers(0, 8_000 * 365 * 86_400_000_000).map(lambda n: ids.EPOCH + timedelta(microseconds=n))
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=ids.MAX_NAME)


@given(TIMES)
def test_uuid7_is_a_version_7_uuid_when_parsed(at: datetime) -> None:
    made = uuid.UUID(ids.uuid7(at))
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert made.int >> 80 == (at - ids.EPOCH) // timedelta(milliseconds=1)


@given(TIMES, st.integers(0, 2**74 - 1), st.integers(0, 2**74 - 1))
def test_uuid7_sorts_by_time_when_a_millisecond_apart(at: datetime, one: int, other: int) -> None:
    assert ids.uuid7(at, one) < ids.uuid7(at + timedelta(milliseconds=1), other)


def test_uuid7_repeats_when_its_random_bits_do() -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    assert ids.uuid7(at, 7) == ids.uuid7(at.astimezone(timezone(timedelta(hours=8))), 7)
    assert len({ids.uuid7(at) for _ in range(1000)}) == 1000


def test_uuid7_refuses_when_the_time_has_no_zone() -> None:
    with pytest.raises(NaiveTime):
        ids.uuid7(datetime(2026, 3, 1))  # noqa: DTZ001 - the point of the test


@given(TEXT)
def test_name_is_kept_as_it_is_when_any_text(text: str) -> None:
    assert ids.name(text, "user") == text


@pytest.mark.parametrize(
    "text", ["john-doe", "john_doe", "a%", "用户1", "../../x", "🙂", " ", "' OR 1=1 --", "x" * 512]
)
def test_name_is_accepted_when_it_looks_like_something_else(text: str) -> None:
    assert ids.name(text, "user") == text


@pytest.mark.parametrize("text", ["", "a\x00b", "\ud800", "x" * 513, None, 7, b"u"])
def test_name_is_refused_when_no_store_can_keep_it(text: object) -> None:
    with pytest.raises(InvalidInput, match="user"):
        ids.name(text, "user")  # type: ignore[arg-type]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_uuid7_differs_in_a_forked_process() -> None:
    ids.uuid7(ids.EPOCH)  # numbers are drawn ahead
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, "".join(ids.uuid7(ids.EPOCH) for _ in range(20)).encode())
        os._exit(0)
    os.waitpid(child, 0)
    text = os.read(reading, 36 * 20).decode()
    os.close(reading)
    os.close(writing)
    theirs = {text[at : at + 36] for at in range(0, len(text), 36)}
    ours = {ids.uuid7(ids.EPOCH) for _ in range(600)}
    assert len(theirs) == 20
    assert len(ours) == 600
    assert not theirs & ours

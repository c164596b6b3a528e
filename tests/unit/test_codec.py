"""What is put into a body comes out of it, whatever the words."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi import codec
from jiyi.language.passages import episode_texts, episode_tokens
from jiyi.language.tokens import hashes
from jiyi.layout import NEVER
from jiyi.records import (
    Action,
    Episode,
    Evidence,
    Kind,
    MemoryRecord,
    Message,
    Relation,
    Role,
    SessionRecord,
    Source,
    Status,
    Summary,
)
from jiyi.rows import ChangeRow, ItemRow, MessageRow, SessionRow

ODD = [
    "",
    " ",
    "C:\\a/b",
    "中文:*",
    '" OR 1=1 --',
    "{{x}}",
    "a\x00b",
    "\u202e反",
    "🙂👩‍👩‍👧",
    "\u2028",
    "ﬁ①",
    "x" * 5000,
]
TEXT = st.one_of(st.sampled_from(ODD), st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
WORD = TEXT.filter(bool)
TIME = st.integers(-70 * 365 * 86_400_000_000, 8_000 * 365 * 86_400_000_000).map(
    lambda n: codec.EPOCH + timedelta(microseconds=n)
)
UNIT = st.floats(0, 1, width=16)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
META = st.dictionaries(TEXT, JSON, max_size=3)
LINES = st.lists(TEXT, max_size=3).map(tuple)
EVIDENCE = st.builds(Evidence, quote=TEXT, at=TIME, session=st.none() | WORD, seq=st.none() | st.integers(1, 2**31))
RELATION = st.builds(Relation, subject=TEXT, relation=TEXT, object=TEXT)
VECTORS = st.integers(0, 3).map(lambda n: np.linspace(-1, 1, n * 4, dtype=np.float32).reshape(n, 4))

MEMORY = st.builds(
    MemoryRecord,
    id=WORD, user=WORD, kind=st.sampled_from(Kind), content=TEXT.filter(bool), attribute=st.none() | WORD,
    value=st.none() | WORD, entities=LINES, relations=st.lists(RELATION, max_size=2).map(tuple), tags=LINES,
    language=st.sampled_from(["zh", "en", "mixed", "und"]), confidence=UNIT, importance=UNIT,
    source=st.sampled_from(Source), status=st.sampled_from(Status),
    evidence=st.lists(EVIDENCE, max_size=2).map(tuple), valid_from=st.none() | TIME, valid_to=st.none() | TIME,
    recorded_at=TIME, retired_at=st.none() | TIME, superseded_by=st.none() | WORD, protected=st.booleans(),
    trusted=st.booleans(), expires_at=st.none() | TIME, last_recalled_at=st.none() | TIME,
    recall_count=st.integers(0, 2**31), embedder=TEXT, meta=META, version=st.integers(0, 2**53),
)  # fmt: skip


@given(MEMORY, VECTORS)
def test_memory_comes_back_when_stored(record: MemoryRecord, vectors: Any) -> None:
    body = codec.memory_body(record, vectors, hashes(record.content))
    row = ItemRow(
        id=record.id, body=body, embedder=record.embedder, version=record.version,
        last_recalled_at=record.last_recalled_at, recall_count=record.recall_count,
    )  # fmt: skip
    assert codec.content_of(row) == record.content
    assert codec.replaced_by(row) == record.superseded_by
    assert codec.names_of(row) == (record.entities, record.relations)
    assert codec.memory(row, record.user) == record


@given(MEMORY)
def test_memory_body_says_nothing_of_user_or_id_when_sealed(record: MemoryRecord) -> None:
    body = codec.memory_body(record, np.zeros((1, 4), np.float32), hashes(record.content))
    assert not {"id", "user", "version"} & set(json.loads(body[codec.layout(body).json_at :]))


@given(
    st.lists(st.tuples(st.sampled_from([*Role, "小王"]), TEXT), min_size=1, max_size=3).map(tuple),
    TIME,
    st.integers(1, 2**31),
)
def test_episode_comes_back_when_stored(parts: tuple[tuple[str, str], ...], at: datetime, first: int) -> None:
    record = Episode(id="e", user="u", session="s", first=first, last=first + 1, at=at, parts=parts, language="zh")
    vectors = np.zeros((len(episode_texts(parts)), 4), np.float32)
    body = codec.episode_body(record, vectors, episode_tokens(parts))
    assert codec.episode(ItemRow(id="e", body=body), "u") == record


@given(
    st.builds(
        Message,
        user=WORD,
        session=WORD,
        seq=st.integers(1, 2**31),
        role=st.sampled_from(Role),
        content=TEXT,
        at=TIME,
        name=st.none() | TEXT,
        meta=META,
        key=st.none() | WORD,
        withheld=LINES,
    )
)
def test_message_comes_back_when_stored(message: Message) -> None:
    row = MessageRow(seq=message.seq, body=codec.message_body(message), key=message.key)
    assert codec.message(row, message.user, message.session) == message


SUMMARY = st.builds(
    Summary, topic=TEXT, goal=TEXT, confirmed=LINES, pending=LINES, preferences=LINES, upto=st.integers(0, 99)
)


@given(
    st.builds(
        SessionRecord,
        user=WORD,
        id=WORD,
        last_seq=st.integers(0, 99),
        state=META,
        scratchpad=META,
        summary=SUMMARY,
        zone=st.none() | st.just("Asia/Shanghai"),
        started_at=TIME,
        updated_at=TIME,
        ended_at=st.none() | TIME,
        revision=st.integers(0, 99),
    )
)
def test_session_comes_back_when_stored(record: SessionRecord) -> None:
    assert record.started_at
    assert record.updated_at
    row = SessionRow(
        id=record.id, body=codec.session_body(record), last_seq=record.last_seq, revision=record.revision,
        started_at=record.started_at, updated_at=record.updated_at, ended_at=record.ended_at,
    )  # fmt: skip
    assert codec.session(row, record.user) == record


def test_session_is_empty_when_never_saved() -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    row = SessionRow(id="s", body=b"", last_seq=2, revision=0, started_at=at, updated_at=at)
    assert codec.session(row, "u") == SessionRecord(user="u", id="s", last_seq=2, started_at=at, updated_at=at)


@given(TEXT, TEXT, st.dictionaries(TEXT, st.tuples(JSON, JSON), max_size=3))
def test_change_comes_back_when_stored(by: str, why: str, patch: dict[str, tuple[Any, Any]]) -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    row = ChangeRow(version=3, action=Action.UPDATE, ref="m", at=at, body=codec.change_body(by, why, patch))
    change = codec.change(row, "u")
    assert (change.by, change.why, change.patch) == (by, why, patch)


def test_change_says_erased_when_its_words_are_gone() -> None:
    row = ChangeRow(version=3, action=Action.ADD, ref="m", at=datetime(2026, 3, 1, tzinfo=UTC), body=b"")
    assert (codec.change(row, "u").why, codec.change(row, "u").patch) == ("erased", {})


@given(TIME)
def test_micros_keeps_each_microsecond_when_far_away(at: datetime) -> None:
    assert codec.EPOCH + timedelta(microseconds=codec.micros(at)) == at
    assert codec.micros(at) > NEVER
    assert codec.micros(at.astimezone(timezone(timedelta(hours=8)))) == codec.micros(at)


def test_dump_refuses_when_a_value_has_no_json_form() -> None:
    with pytest.raises(TypeError, match="set"):
        codec.dump({"a": {1}})

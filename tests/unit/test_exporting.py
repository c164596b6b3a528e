"""What an export has of a row is what the record has, whether it was read the short way or the long one."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest

from jiyi import codec
from jiyi.errors import StoreCorrupt
from jiyi.flows import exporting
from jiyi.records import Action, Episode, Evidence, Kind, MemoryRecord, Message, Relation, Role, Source, Status
from jiyi.rows import ChangeRow, ItemRow, MessageRow

AT = datetime(2026, 5, 3, 9, 30, 0, 123_456, tzinfo=UTC)
NO_VECTORS, NO_TOKENS = np.zeros((0, 0), dtype=np.float32), np.zeros(0, dtype=np.uint32)
BARE = MemoryRecord(id="a", user="u", kind=Kind.FACT, content="I live in Leeds.", recorded_at=AT)
MEMORIES = (
    BARE,
    replace(BARE, language="", importance=0, confidence=1, status=Status.PENDING, source=Source.FORM),
    replace(
        BARE,
        attribute="residence",
        value="Leeds",
        entities=("Leeds", "里兹"),
        relations=(Relation(subject="user", relation="lives_in", object="Leeds"),),
        tags=("home",),
        evidence=(Evidence(quote="I live in Leeds.", at=AT, session="s", seq=3), Evidence(quote="“…”", at=AT)),
        valid_from=AT - timedelta(days=3),
        valid_to=AT,
        retired_at=AT.replace(microsecond=0),
        expires_at=AT.astimezone(timezone(timedelta(hours=8))),
        superseded_by="b",
        protected=True,
        trusted=False,
        meta={"a": [1, {"b": None}], "c": "\u2028"},
    ),
)


def _row(body: bytes) -> ItemRow:
    return ItemRow(id="a", body=body, embedder="m", version=7, last_recalled_at=AT, recall_count=2)


def _same(short: Any, record: Any) -> None:
    long = exporting.plain(record)
    assert short == long
    assert json.dumps(short) == json.dumps(long)  # in the same order, too


@pytest.mark.parametrize("record", MEMORIES)
def test_memory_is_told_as_its_record(record: MemoryRecord) -> None:
    row = _row(codec.memory_body(record, NO_VECTORS, NO_TOKENS))
    _same(exporting.memory(row, "u"), codec.memory(row, "u"))


def test_episode_is_told_as_its_record() -> None:
    turn = Episode(id="e", user="u", session="s", first=1, last=2, at=AT, parts=(("user", "hi"), ("assistant", "你好")))
    row = _row(codec.episode_body(turn, NO_VECTORS, NO_TOKENS))
    _same(exporting.episode(row, "u"), codec.episode(row, "u"))


@pytest.mark.parametrize("more", [{}, {"name": "Ann", "meta": {"tool": [1]}, "withheld": ("password",)}])
def test_message_is_told_as_its_record(more: dict[str, Any]) -> None:
    said = Message(user="u", session="s", seq=4, role=Role.USER, content="hi", at=AT, key="k", **more)
    row = MessageRow(seq=4, key="k", body=codec.message_body(said))
    _same(exporting.message(row, "u", "s"), codec.message(row, "u", "s"))


@pytest.mark.parametrize(
    "body", [b"", codec.change_body("me", "说了", {"status": ("current", None), "tags": ((), ("a",))})]
)
def test_change_is_told_as_its_record(body: bytes) -> None:
    row = ChangeRow(version=3, action=Action.UPDATE, ref="a", at=AT, body=body)
    _same(exporting.change(row, "u"), codec.change(row, "u"))


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (b'"kind":"fact"', b'"kind":"fake"'),
        (b'"content":"', b'"contend":"'),
        (b"2026-05-03T", b"2026-15-03T"),
        (b'"entities":["Leeds"', b'"entities":[4,"eds"'),
        (b'"quote":', b'"quota":'),
        (b"}", b"]"),
    ],
)
def test_memory_raises_when_its_row_is_damaged(good: bytes, bad: bytes) -> None:
    body = codec.memory_body(MEMORIES[2], NO_VECTORS, NO_TOKENS)
    assert good in body
    with pytest.raises(StoreCorrupt):
        exporting.memory(_row(body.replace(good, bad)), "u")


def test_message_is_told_in_full_when_it_was_stored_in_another_way() -> None:
    row = MessageRow(seq=1, key=None, body=b'{"at":"2026-05-03T09:30:00Z","content":"hi","role":"user","type":"x"}')
    _same(exporting.message(row, "u", "s"), codec.message(row, "u", "s"))

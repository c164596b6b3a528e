"""Bodies of items: what goes in comes out, without parsing words."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi import codec, layout
from jiyi.errors import StoreCorrupt
from jiyi.language.passages import episode_texts, episode_tokens
from jiyi.language.tokens import hashes
from jiyi.records import Episode, Kind, MemoryRecord, Relation
from jiyi.rows import ItemRow

AT = datetime(2026, 3, 4, 5, 6, 7, 89, tzinfo=UTC)


def test_memory_comes_back_when_packed() -> None:
    record = MemoryRecord(
        id="m", user="u", kind=Kind.FACT, content="我住在杭州", attribute="residence", value="杭州",
        entities=("杭州",), relations=(Relation(subject="user", relation="lives in", object="杭州"),),
        tags=("home",), recorded_at=AT, protected=True,
    )  # fmt: skip
    vectors = np.eye(2, 8, dtype=np.float32)
    body = codec.memory_body(record, vectors, hashes(record.content))
    assert codec.memory(ItemRow(id="m", body=body), "u") == record
    assert np.array_equal(layout.vectors_of(body), vectors)
    assert np.array_equal(layout.tokens_of(body), hashes("我住在杭州"))
    at = layout.layout(body)
    marks = np.frombuffer(body, "<u4", at.marks, at.marks_at)
    assert layout.mark("entity", "杭州") in marks
    assert layout.mark("tag", "HOME") in marks
    head = np.frombuffer(body, layout.HEAD, 1, layout.PREFIX.size)[0]
    assert head["attribute"] == layout.mark("attribute", "residence")
    assert head["flags"] == layout.PROTECTED | layout.CHINESE


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant", "Ann"]), st.text(max_size=300)), max_size=4))
def test_episode_comes_back_when_packed(parts: list[tuple[str, str]]) -> None:
    parts = [(role, text.encode("utf-8", "replace").decode()) for role, text in parts]
    episode = Episode(id="e", user="u", session="s", first=3, last=5, at=AT, parts=tuple(parts))
    vectors = np.ones((len(episode_texts(parts)), 4), dtype=np.float32)
    body = codec.episode_body(episode, vectors, episode_tokens(parts))
    assert codec.episode(ItemRow(id="e", body=body), "u") == episode
    units = layout.units_of(body)
    assert units["pieces"].sum() == len(vectors)
    assert units["tokens"].tolist() == [len(hashes(text)) for _, text in parts] or not parts


def test_layout_refuses_when_the_body_is_cut() -> None:
    episode = Episode(id="e", user="u", session="s", first=1, last=1, at=AT, parts=(("user", "hello there"),))
    body = codec.episode_body(episode, np.ones((1, 4), dtype=np.float32), hashes("hello there"))
    for cut in (0, 10, 60, 100):
        with pytest.raises(StoreCorrupt):
            layout.layout(body[:cut])
    with pytest.raises(StoreCorrupt):
        layout.layout(b"XX" + body[2:])

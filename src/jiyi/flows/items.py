"""From records to rows: vectors, tokens, patches and log entries, the same way for every flow that writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from functools import partial
from typing import Any

import numpy as np

from jiyi import codec
from jiyi.errors import NotFound
from jiyi.flows.aside import aside
from jiyi.flows.parts import Parts
from jiyi.language.passages import episode_texts, episode_tokens
from jiyi.language.tokens import hashes
from jiyi.ports import Vectors
from jiyi.records import Action, Episode, MemoryRecord
from jiyi.rows import ChangeRow, ItemRow

# Not part of a patch: set by the store, or counted without a log row.
UNLOGGED = frozenset({"version", "last_recalled_at", "recall_count", "embedder"})


def memory_row(record: MemoryRecord, vectors: Vectors, embedder: str) -> ItemRow:
    """A new memory at rest. `vectors` has shape (pieces, dimensions)."""
    return ItemRow(
        id=record.id,
        body=codec.memory_body(record, vectors, hashes(record.content)),
        embedder=embedder,
        last_recalled_at=record.last_recalled_at,
        recall_count=record.recall_count,
    )


async def memory_rows(parts: Parts, records: Sequence[MemoryRecord]) -> tuple[ItemRow, ...]:
    """New memories at rest, embedded in one batch."""
    vectors = await parts.embedder.embed([record.content for record in records])
    return tuple(memory_row(one, vectors[i : i + 1], parts.embedder.name) for i, one in enumerate(records))


async def episode_rows(parts: Parts, episodes: Sequence[Episode]) -> tuple[ItemRow, ...]:
    """Episodes at rest, embedded in one batch, passage by passage."""
    sizes = [sum(len(text) for _, text in one.parts) for one in episodes]
    texts = [
        await aside(size, partial(episode_texts, episode.parts)) for size, episode in zip(sizes, episodes, strict=True)
    ]
    vectors = await parts.embedder.embed([text for some in texts for text in some])
    rows: list[ItemRow] = []
    start = 0
    for size, one, some in zip(sizes, episodes, texts, strict=True):
        own = vectors[start : start + len(some)]
        start += len(some)
        rows.append(await aside(size, partial(_episode_row, one, own, parts.embedder.name)))
    return tuple(rows)


def _episode_row(episode: Episode, vectors: Vectors, embedder: str) -> ItemRow:
    return ItemRow(
        id=episode.id,
        body=codec.episode_body(episode, vectors, episode_tokens(episode.parts)),
        embedder=embedder,
        last_recalled_at=episode.last_recalled_at,
        recall_count=episode.recall_count,
    )


def again(row: ItemRow, record: MemoryRecord) -> ItemRow:
    """The same memory with other metadata: its words, so its vectors and tokens too, are as they were."""
    return ItemRow(
        id=record.id,
        body=codec.memory_body(record, codec.vectors_of(row.body), np.array(codec.tokens_of(row.body))),
        embedder=row.embedder,
        last_recalled_at=row.last_recalled_at,
        recall_count=row.recall_count,
    )


def patch(before: MemoryRecord, after: MemoryRecord) -> dict[str, tuple[Any, Any]]:
    """The fields that differ, each as (before, after)."""
    found: dict[str, tuple[Any, Any]] = {}
    for field in fields(MemoryRecord):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old != new and field.name not in UNLOGGED:
            found[field.name] = (old, new)
    return found


def entry(
    action: Action, ref: str, why: str, at: datetime, by: str, patch: Mapping[str, tuple[Any, Any]] | None = None
) -> ChangeRow:
    """A log row to be; the store gives it its number."""
    return ChangeRow(version=0, action=action, ref=ref, at=at, body=codec.change_body(by, why, patch or {}))


async def row(parts: Parts, user: str, id: str) -> ItemRow:
    """A memory's row. Raises NotFound, for another user's id too."""
    rows = await parts.store.fetch(user, (id,))
    if not rows:
        raise NotFound(f"no memory {id!r} of this user")
    return rows[0]

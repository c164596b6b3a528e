"""What a context read once it does not read again, and never shows what changed since."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from jiyi.indexes.working_set import RECORDS
from jiyi.memory import AsyncMemory
from jiyi.rows import ItemRow, Use
from jiyi.settings import Settings, WorkerSettings
from jiyi.stores.memory import MemoryStore

AT = datetime(2026, 3, 1, tzinfo=UTC)


class Counting(MemoryStore):
    """Says which items were read."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []

    async def fetch(self, user: str, ids: Sequence[str]) -> tuple[ItemRow, ...]:
        self.read += ids
        return await super().fetch(user, ids)


def opened(store: MemoryStore) -> Any:
    settings = Settings(embedder="none", worker=WorkerSettings(inside=False), model=None)
    return AsyncMemory.open(None, settings, store=store, clock=lambda: AT)


async def test_context_reads_nothing_again_when_nothing_changed() -> None:
    store = Counting()
    async with opened(store) as memory:
        for content in ("I was at the harbour in Porto.", "我上周去了西湖"):
            await memory.remember("u", content, kind="event")
        talk = memory.session("u", "s")
        first = await talk.context("What about the harbour in Porto?", 800)
        assert "Porto" in str(first.messages[0])
        store.read.clear()
        again = await talk.context("What about the harbour in Porto?", 800)
        assert again.messages == first.messages
        assert store.read == []


async def test_context_shows_the_new_words_when_a_memory_was_corrected() -> None:
    store = Counting()
    async with opened(store) as memory:
        one = await memory.remember("u", "I was at the harbour in Porto.", kind="event")
        talk = memory.session("u", "s")
        await talk.context("Which harbour was I at?", 800)
        await memory.correct("u", one.id, "I was at the harbour in Oslo.")
        shown = str((await talk.context("Which harbour was I at?", 800)).messages)
        assert "Oslo" in shown
        assert "Porto" not in shown


async def test_context_shows_nothing_of_it_when_a_memory_was_forgotten_elsewhere() -> None:
    store = Counting()
    async with opened(store) as memory, opened(store) as other:
        one = await memory.remember("u", "I was at the harbour in Porto.", kind="event")
        talk = memory.session("u", "s")
        assert "Porto" in str((await talk.context("Which harbour was I at?", 800)).messages)
        await other.forget("u", id=one.id)
        assert "Porto" not in str((await talk.context("Which harbour was I at?", 800)).messages)


async def test_recall_tells_uses_as_the_store_has_them_when_the_memory_was_read_before() -> None:
    store = Counting()
    async with opened(store) as memory:
        one = await memory.remember("u", "I was at the harbour in Porto.", kind="event")
        await memory.recall("u", "the harbour")
        await store.touch([Use(user="u", id=one.id, count=7, at=AT)])
        (hit,) = (await memory.recall("u", "the harbour")).hits
        assert (hit.record.recall_count, hit.record.last_recalled_at) == (7, AT)


async def test_records_that_are_kept_count_and_are_bounded_when_many_are_shown() -> None:
    store = Counting()
    async with opened(store) as memory:
        for number in range(RECORDS + 20):
            await memory.remember("u", f"I was at harbour number {number} in Porto.", kind="event")
        await memory.recall("u", "warm", k=1)
        sets = memory._parts.sets
        before = sets.nbytes
        await memory.recall("u", "harbour in Porto", k=RECORDS + 20)
        held, _ = await sets.of("u")
        assert len(held.records) == RECORDS
        assert sets.nbytes > before
        assert sets.nbytes == held.nbytes


async def test_context_reads_no_rows_when_the_user_has_few() -> None:
    store = Counting()
    async with opened(store) as memory:
        for content in ("I was at the harbour in Porto.", "我上周去了西湖"):
            await memory.remember("u", content, kind="event")
    async with opened(store) as memory:
        store.read.clear()
        talk = memory.session("u", "s")
        assert "Porto" in str((await talk.context("What about the harbour in Porto?", 800)).messages)
        assert store.read == []
        held, _ = await memory._parts.sets.of("u")
        assert memory._parts.sets.nbytes == held.nbytes


async def test_rows_are_not_kept_when_the_user_has_many() -> None:
    async with opened(Counting()) as memory:
        for number in range(RECORDS + 1):
            await memory.remember("u", f"I was at harbour number {number} in Porto.", kind="event")
        held, _ = await memory._parts.sets.of("u")
        assert held.rows == {}

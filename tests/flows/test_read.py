"""Pages of memories: in order, whole, and the same however they are found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from flows.conftest import Clock
from jiyi.memory import AsyncMemory
from jiyi.models.local import NoEmbedder
from jiyi.rows import ItemRow
from jiyi.stores.memory import MemoryStore

SAID = (
    "I like tea.",
    "I live in Oslo.",
    "我不吃香菜。",
    "My sister is called Ann.",
    "I work nights.",
    "我养了一只猫。",
)


async def paged(memory: AsyncMemory, size: int, **wanted: object) -> list[str]:
    found: list[str] = []
    cursor: str | None = None
    while True:
        page = await memory.list("u", limit=size, cursor=cursor, **wanted)  # type: ignore[arg-type]
        found += [one.content for one in page.items]
        cursor = page.cursor
        if cursor is None:
            assert page.total == len(found)
            return found


@pytest.mark.parametrize("size", [1, 2, 4, 100])
@pytest.mark.parametrize("apart", [0, 60])
async def test_list_is_whole_and_in_order_when_paged(memory: AsyncMemory, clock: Clock, size: int, apart: int) -> None:
    """Also when all were kept at the same moment, where the id decides."""
    start = clock.now
    for number, one in enumerate(SAID):
        clock.now = start + timedelta(seconds=number * apart)
        await memory.remember("u", one)
    filtered = await paged(memory, 100, where={"confidence": {">": 0}})  # reads and sorts every record
    assert sorted(filtered) == sorted(SAID)
    assert await paged(memory, size) == filtered


async def test_list_by_source_is_the_same_by_columns_and_by_records(memory: AsyncMemory, clock: Clock) -> None:
    for one in SAID:
        clock.forward(seconds=60)
        kept = await memory.remember("u", one)
    await memory.correct("u", kept.id, "I live in Porto.")
    for source, count in (("said", len(SAID) - 1), ("corrected", 1), ("inferred", 0)):
        where = {"source": source}
        by_records = await paged(memory, 100, where={**where, "confidence": {">=": 0}})
        assert await paged(memory, 2, where=where) == by_records
        assert len(by_records) == count
    assert await paged(memory, 2, where={"source": {"!=": "said"}}) == ["I live in Porto."]


async def test_list_goes_on_when_memories_come_and_go_between_pages(memory: AsyncMemory, clock: Clock) -> None:
    for one in SAID:
        clock.forward(seconds=60)
        await memory.remember("u", one)
    first = await memory.list("u", limit=3)
    await memory.forget("u", id=first.items[2].id)  # the one that the cursor speaks of
    clock.forward(seconds=60)
    await memory.remember("u", "I play chess.")
    second = await memory.list("u", limit=3, cursor=first.cursor)
    assert [one.content for one in second.items] == [*reversed(SAID[:3])]


async def test_history_is_one_chain_when_asked_of_any_member(memory: AsyncMemory, clock: Clock) -> None:
    old = await memory.remember("u", "I live in Oslo.")
    clock.forward(seconds=60)
    mid = await memory.correct("u", old.id, "I live in Bergen.")
    clock.forward(seconds=60)
    new = await memory.correct("u", mid.id, "I live in Tromsø.")
    await memory.remember("u", "I like tea.")
    for one in (old, mid, new):
        assert [each.id for each in (await memory.history("u", one.id)).records] == [old.id, mid.id, new.id]


class Counting(MemoryStore):
    """Counts the items that are read one by one."""

    read = 0

    async def fetch(self, user: str, ids: Sequence[str]) -> tuple[ItemRow, ...]:
        self.read += len(ids)
        return await super().fetch(user, ids)


async def test_history_reads_few_when_many_wait_for_review() -> None:
    store = Counting()
    async with AsyncMemory.open(":memory:", store=store, embedder=NoEmbedder()) as memory:
        await memory.remember("template", "I like tea.")
        rows = await memory.export("template")
        head, one = rows[0], next(row for row in rows if row["type"] == "memory")
        waiting = [{**one, "id": f"m-{i}", "content": f"I like tea {i}.", "status": "pending"} for i in range(50)]
        await memory.import_([head, *waiting], "u")
        store.read = 0
        assert [each.id for each in (await memory.history("u", "m-7")).records] == ["m-7"]
        assert store.read < 5

"""Pages of memories: in order, whole, and the same however they are found."""

from __future__ import annotations

from datetime import timedelta

import pytest

from flows.conftest import Clock
from jiyi.memory import AsyncMemory

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

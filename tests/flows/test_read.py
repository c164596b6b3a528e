"""Pages of memories: in order, whole, and the same however they are found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest

from flows.conftest import Clock
from jiyi.flows import readings
from jiyi.flows.read import named
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


async def test_list_finds_a_text_letter_for_letter_when_it_holds_marks(memory: AsyncMemory) -> None:
    said = ('My locker\'s note says "tea\\coffee".', "我说：“别忘了带伞”。", "I like tea.")
    for one in said:
        await memory.remember("u", one)
    for part, found in (('"tea\\', [said[0]]), ("带伞”", [said[1]]), ("tea", [said[2], said[0]]), ("Tea", [])):
        page = await memory.list("u", where={"content": {"contains": part}})
        assert [one.content for one in page.items] == found, part
        assert page.total == len(found)


@pytest.mark.parametrize(
    ("name", "content", "known"),
    [
        ("Ann", "Ann's flat is in Leeds.", True),
        ("Ann", "I pay the annual fee in March.", False),
        ("ann", "We were planning with ANN.", True),
        ("dog", "I have two dogs.", True),
        ("dog", "I read the dogma twice.", False),
        ("张偉", "张伟住在成都。", True),
        ("小雨", "我女儿小雨上小学。", True),
    ],
)
async def test_about_takes_a_name_as_a_word_when_letters_go_on(
    memory: AsyncMemory, name: str, content: str, known: bool
) -> None:
    await memory.remember("u", content)
    assert bool((await memory.about("u", name)).memories) is known


async def test_changes_are_those_of_one_memory_when_it_is_named(memory: AsyncMemory) -> None:
    tea = await memory.remember("u", "I like tea.")
    await memory.remember("u", "I live in Oslo.")
    await memory.confirm("u", tea.id)
    assert [one.ref for one in await memory.changes("u", ref=tea.id)] == [tea.id] * 2
    assert len(await memory.changes("u", ref=tea.id, limit=1)) == 1
    assert await memory.changes("u", ref="nobody") == ()


async def test_names_are_those_of_all_that_holds_newest_first(memory: AsyncMemory, clock: Clock) -> None:
    await memory.remember("u", "My sister Ann lives in Oslo.")
    clock.forward(seconds=60)
    gone = await memory.remember("u", "My brother Tom lives in Leeds.")
    clock.forward(seconds=60)
    await memory.remember("u", "I like tea.")
    await memory.remember("u", "My cousin Ida lives in Porto.")
    await memory.retract("u", gone.id)
    told = [" ".join((*one.entities, *(r.object for r in one.relations))) for one in await named(memory._parts, "u")]
    assert ["Ida" in one for one in told] == [True, False]
    assert ["Ann" in one for one in told] == [False, True]


async def test_memories_are_the_same_when_all_are_read_at_once(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in SAID:
        await memory.remember("u", one)
    gone = await memory.list("u", limit=1)
    await memory.retract("u", gone.items[0].id)
    where = {"confidence": {">": 0}}
    one_by_one = await memory.list("u", where=where)
    monkeypatch.setattr(readings, "AT_ONCE", 1)
    assert await memory.list("u", where=where) == one_by_one
    assert len(one_by_one.items) == len(SAID) - 1


async def test_what_was_read_is_as_if_read_anew_when_memories_changed(memory: AsyncMemory, clock: Clock) -> None:
    async def told() -> tuple[object, ...]:
        page = await memory.list("u", where={"content": {"contains": "Ann"}}, status=("current", "superseded"))
        about = await memory.about("u", "Ann")
        chains = [await memory.history("u", one.id) for one in page.items]
        return page, about, chains, await named(memory._parts, "u")

    async def compared() -> None:
        warm = await told()
        memory._parts.sets.drop("u")
        assert await told() == warm

    lives = await memory.remember("u", "My sister Ann lives in Oslo.")
    await memory.remember("u", "I like tea.")
    await compared()
    clock.forward(seconds=60)
    moved = await memory.correct("u", lives.id, "My sister Ann lives in Porto.")
    await compared()
    clock.forward(seconds=60)
    await memory.retract("u", moved.id)
    await compared()
    await memory.restore("u", moved.id)
    await memory.remember("u", "My brother Tom met Ann.")
    await compared()
    await memory.forget("u", about="Tom")
    await compared()
    assert "Tom" not in repr(next(iter(memory._parts.sets._held.values())).readings.of("content"))


async def test_reading_is_not_kept_when_a_change_came_meanwhile() -> None:
    """Between reading the rows and keeping what they say another request may have taken the change in."""

    class Slow(MemoryStore):
        meanwhile: str | None = None

        async def fetch(self, user: str, ids: Sequence[str]) -> tuple[ItemRow, ...]:
            found = await super().fetch(user, ids)
            if (id := self.meanwhile) is not None:
                self.meanwhile = None
                await memory.correct("u", id, "I live in Porto.")
                await memory.list("u")
            return found

    store = Slow()
    async with AsyncMemory.open(":memory:", store=store, embedder=NoEmbedder()) as memory:
        lives = await memory.remember("u", "I live in Oslo.")
        working, _ = await memory._parts.sets.of("u")
        store.meanwhile = lives.id
        assert await readings.replaced_by(memory._parts, "u", working, np.array([0])) == [None]
        told = await memory.history("u", lives.id)
        assert [one.content for one in told.records] == ["I live in Oslo.", "I live in Porto."]
        assert await memory.history("u", told.records[1].id) == told

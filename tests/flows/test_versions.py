"""A change that names the version it was based on is refused when the memory moved on: a lost update is an error."""

from __future__ import annotations

import asyncio

import pytest

from jiyi.errors import Conflict, InvalidInput, Outdated
from jiyi.memory import AsyncMemory
from jiyi.records import Status


async def test_change_is_refused_when_the_memory_moved_on(memory: AsyncMemory) -> None:
    first = await memory.remember("u", "我对花生过敏")
    await memory.confirm("u", first.id)
    for change in (
        memory.correct("u", first.id, "我对虾过敏", version=first.version),
        memory.confirm("u", first.id, version=first.version),
        memory.retract("u", first.id, version=first.version),
        memory.pin("u", first.id, version=first.version),
        memory.restore("u", first.id, version=first.version),
        memory.forget("u", id=first.id, version=first.version),
    ):
        with pytest.raises(Outdated, match="version"):
            await change
    now = await memory.get("u", first.id)
    assert (now.content, now.status) == (first.content, Status.CURRENT)


async def test_change_goes_through_when_based_on_the_present_version(memory: AsyncMemory) -> None:
    first = await memory.remember("u", "I love sushi.")
    assert first.version == (await memory.get("u", first.id)).version
    sure = await memory.confirm("u", first.id, version=first.version)
    new = await memory.correct("u", first.id, "I love ramen.", version=sure.version)
    assert new.content == "I love ramen."
    assert sure.confidence == 1.0
    found = await memory.forget("u", id=new.id, version=new.version)
    assert new.id in {one.id for one in found.memories}


async def test_one_wins_when_many_change_the_same_version(memory: AsyncMemory) -> None:
    first = await memory.remember("u", "I love sushi.")
    tries = (memory.correct("u", first.id, f"I love dish number {n}.", version=first.version) for n in range(8))
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(not isinstance(one, Exception) for one in done) == 1
    assert all(isinstance(one, Conflict | InvalidInput) for one in done if isinstance(one, Exception))


async def test_version_is_checked_when_it_is_no_number(memory: AsyncMemory) -> None:
    with pytest.raises(InvalidInput, match="version"):
        await memory.retract("u", "i", version="3")  # type: ignore[arg-type]

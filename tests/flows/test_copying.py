"""Copying a store into another of any kind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from jiyi.errors import Conflict, StoreError
from jiyi.flows.copying import NOTE, Copied, copy
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.ports import Store
from jiyi.settings import Settings
from jiyi.stores.memory import MemoryStore
from jiyi.stores.opening import open_store
from jiyi.stores.sqlite import SqliteStore
from jiyi.testing.copying_contract import fill
from jiyi.testing.samples import NOW, draft, put
from postgres import Shared

USERS = 5
Place = Callable[[str], str]


def silent(done: int, of: int) -> None:
    assert 0 < done <= of


@pytest.fixture(params=["sqlite to postgres", "postgres to sqlite"])
def places(request: pytest.FixtureRequest, tmp_path: Path, postgres: Shared) -> tuple[str, str]:
    """From where, and to where."""
    postgres.empty()
    file, server = str(tmp_path / "jiyi.db"), postgres.url()
    return (file, server) if request.param.startswith("sqlite") else (server, file)


@pytest.fixture
async def stores(places: tuple[str, str]) -> AsyncIterator[tuple[Store, Store]]:
    source, target = map(open_store, places)
    await source.open()
    await target.open()
    for number in range(USERS):
        await fill(source, f"user {number}")
    await source.note("embedder", "e5")
    yield source, target
    await source.close()
    await target.close()


async def carried(places: tuple[str, str]) -> Copied:
    source, target = map(open_store, places)
    await source.open()
    await target.open()
    done = await copy(source, target, silent)
    await source.close()
    await target.close()
    return done


async def test_copy_answers_as_the_first_did_when_opened(places: tuple[str, str], embedder: LocalEmbedder) -> None:
    async def look(memory: AsyncMemory) -> list[object]:
        now = await memory.list("ann")
        found = await memory.recall("ann", "where do I live?")
        return [
            [row for row in await memory.export("ann") if row["type"] != "head"],
            await memory.export("bob"),
            [await memory.history("ann", one.id) for one in now.items],
            [(hit.record.id, round(hit.score, 6)) for hit in found.hits],
            (await memory.profile("ann")).text,
        ]

    async with AsyncMemory.open(places[0], Settings(), embedder=embedder, clock=lambda: NOW) as memory:
        talk = memory.session("ann", "talk")
        for text in ("I live in Graz.", "我对花生过敏。", "I work nights.", "I live in Leeds now.", "I love chess."):
            await talk.add("user", text)
        await talk.update_state({"task": "moving house"})
        await memory.session("bob").add("user", "My dog is called Bo.")
        assert await memory.drain(30)
        chess = next(one for one in (await memory.list("ann")).items if "chess" in one.content)
        await memory.forget("ann", chess.id)
        await memory.recall("ann", "when do I work?")  # a use that is counted
    done = await carried(places)
    assert (done.placed, done.counts["users"]) == (2, 2)
    seen = []
    for place in places:
        async with AsyncMemory.open(place, Settings(), embedder=embedder, clock=lambda: NOW) as memory:
            seen.append(await look(memory))
            assert await memory.session("ann", "talk").state == {"task": "moving house"}
    assert seen[0] == seen[1]


async def test_copy_goes_on_where_it_was_when_broken_off(
    stores: tuple[Store, Store], places: tuple[str, str], embedder: LocalEmbedder
) -> None:
    source, target = stores

    def break_off(done: int, of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await copy(source, target, break_off)
    assert len(await target.users()) == 3
    with pytest.raises(StoreError, match="not finished"):
        await AsyncMemory.open(places[1], Settings(), embedder=embedder)
    await source.apply("user 1", put("m7"))  # one goes on, one leaves
    await source.erase("user 2")
    done = await copy(source, target, silent)
    assert done.placed == 3  # user 1 anew, users 3 and 4
    assert await target.users() == await source.users()
    assert [row.id for row in (await target.fetch("user 1", ["m7"]))] == ["m7"]
    assert await target.note("embedder") == "e5"
    again = await copy(source, target, silent)
    assert (again.placed, again.checksum) == (0, done.checksum)


async def test_copy_is_refused_when_the_target_holds_something_else(
    stores: tuple[Store, Store], tmp_path: Path
) -> None:
    source, target = stores
    await target.append("stranger", "s", [draft()], NOW)
    with pytest.raises(Conflict, match="not empty"):
        await copy(source, target, silent)
    await target.erase("stranger")
    await copy(source, target, silent)
    other = SqliteStore(tmp_path / "other.db")
    await other.open()
    with pytest.raises(Conflict, match="is a copy of"):
        await copy(other, target, silent)
    await target.append("user 1", "s", [draft()], NOW)
    with pytest.raises(Conflict, match=r"went on since.*'user 1'"):
        await copy(source, target, silent)
    assert len(await target.users()) == USERS
    await other.close()


async def test_copy_of_a_copy_under_way_is_refused(stores: tuple[Store, Store]) -> None:
    source, target = stores
    await source.note(NOTE, '{"from": "elsewhere", "finished": false}')
    with pytest.raises(StoreError, match="not finished"):
        await copy(source, target, silent)


async def test_copy_says_who_differs_when_somebody_writes_meanwhile(tmp_path: Path) -> None:
    source, target = MemoryStore(), SqliteStore(tmp_path / "jiyi.db")
    await source.open()
    await target.open()
    for number in range(USERS):
        await fill(source, f"user {number}")
    writing: list[asyncio.Task[object]] = []

    def write(done: int, of: int) -> None:
        if done == 2:
            writing.append(asyncio.create_task(source.append("user 0", "s", [draft()], NOW)))

    with pytest.raises(Conflict, match=r"1 user\(s\) differ \('user 0'\)"):
        await copy(source, target, write)
    assert writing[0].done()
    assert (await copy(source, target, silent)).placed == 1
    await target.close()

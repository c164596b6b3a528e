"""Users past the limit: an engine holds their vectors, and recall answers as before."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from jiyi import codec
from jiyi.errors import InvalidInput, NotInstalled, StoreError
from jiyi.ids import uuid7
from jiyi.indexes.engines.faiss import FaissIndex
from jiyi.indexes.engines.opening import open_index
from jiyi.indexes.large import ENGINES, LargeUsers
from jiyi.indexes.working_set import WorkingSet
from jiyi.language.passages import episode_texts, episode_tokens
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.ports import Store
from jiyi.records import Action, Episode
from jiyi.rows import ChangeRow, Head, ItemRow, Write
from jiyi.server.serving import open_serving
from jiyi.settings import RecallSettings, Settings, WorkerSettings
from jiyi.stores.postgres import PostgresStore
from jiyi.stores.sqlite import SqliteStore
from postgres import Shared

LIMIT = 60
START = datetime(2026, 1, 1, tzinfo=UTC)
THINGS = (
    "a red kite",
    "the night train",
    "摩卡咖啡",
    "an old violin",
    "西湖的荷花",
    "a broken boiler",
    "rye bread",
    "乒乓球拍",
)
PLACES = ("in Lisbon", "在杭州", "at the office", "在姐姐家", "on the ferry", "at the market", "in the attic", "在山里")
QUESTIONS = ("who talked about rye bread", "在杭州看到了什么", "what was on the ferry", "谁提到乒乓球拍", "the violin")


async def row(number: int, embedder: LocalEmbedder, said: str | None = None) -> ItemRow:
    at = START + timedelta(minutes=number)
    thing, place = THINGS[number % 8], PLACES[number // 8 % 8]
    parts = (
        ("user", said or f"I saw {thing} {place}, day {number}"),
        ("assistant", f"{place} {thing}: noted, {number}"),
    )
    one = Episode(
        id=uuid7(at, number), user="u", session=f"s{number // 6}", first=1, last=2, at=at, parts=parts, language="und"
    )
    vectors = await embedder.embed(episode_texts(one.parts))
    return ItemRow(id=one.id, body=codec.episode_body(one, vectors, episode_tokens(one.parts)), embedder=embedder.name)


async def put(store: Store, rows: list[ItemRow], removed: tuple[str, ...] = ()) -> None:
    body = codec.change_body("test", "made up", {})
    refs = [(Action.RECORD, one.id) for one in rows] + [(Action.UNRECORD, one) for one in removed]
    changes = tuple(ChangeRow(version=0, action=action, ref=ref, at=START, body=body) for action, ref in refs)
    await store.apply("u", Write(episodes=tuple(rows), removed=removed, scrubbed=removed, changes=changes))


class World:
    """One large user in a file, and memories that open it."""

    def __init__(self, folder: Path, embedder: LocalEmbedder) -> None:
        self.path = folder / "jiyi.db"
        self.store = SqliteStore(str(self.path))
        self.embedder = embedder

    def open(self, index: str = "faiss") -> AsyncMemory:
        settings = Settings(index=index, recall=RecallSettings(index_from=LIMIT), worker=WorkerSettings(inside=False))
        return AsyncMemory.open(str(self.path), settings, embedder=self.embedder)

    async def put(self, numbers: range, said: str | None = None) -> None:
        await put(self.store, [await row(number, self.embedder, said) for number in numbers])


@pytest.fixture
async def world(tmp_path: Path, embedder: LocalEmbedder) -> AsyncIterator[World]:
    made = World(tmp_path, embedder)
    await made.store.open()
    await made.store.note("embedder", embedder.name)
    await made.put(range(LIMIT + 20))
    yield made
    await made.store.close()


class Gone(FaissIndex):
    """An engine that cannot be reached any more."""

    async def open(self) -> None:
        raise StoreError("no route")

    async def taken(self, user: str) -> Head:
        raise StoreError("no route")


def large(memory: AsyncMemory) -> LargeUsers:
    found = memory._parts.large
    assert found is not None
    return found


async def held(memory: AsyncMemory) -> WorkingSet:
    return (await memory._parts.sets.of("u"))[0]


async def answers(memory: AsyncMemory) -> list[list[str]]:
    return [[hit.id for hit in (await memory.recall("u", asked, k=10)).hits] for asked in QUESTIONS]


async def outside(memory: AsyncMemory) -> WorkingSet:
    """Ask once, and wait until the user has moved out."""
    await memory.recall("u", QUESTIONS[0])
    await large(memory).settled("u")
    working = await held(memory)
    assert working.episodes.outside > 0
    return working


async def test_recall_answers_the_same_when_a_user_has_moved_out(world: World) -> None:
    async with world.open("none") as plain:
        right = await answers(plain)
    async with world.open() as memory:
        assert await answers(memory) == right, "before and while it moves"
        working = await outside(memory)
        assert len(working.episodes.vectors) == 0
        found = await answers(memory)
        shared = [len(set(a) & set(b)) / max(len(b), 1) for a, b in zip(found, right, strict=True)]
        assert np.mean(shared) >= 0.95
        assert [one[:1] for one in found] == [one[:1] for one in right]
        trace = (await memory.recall("u", QUESTIONS[0])).trace
        assert any("nearest from faiss" in note for stage in trace.stages for note in stage.notes)


async def test_recall_finds_what_was_written_when_the_engine_lags(world: World) -> None:
    async with world.open() as memory:
        await outside(memory)
        taken = await large(memory)._engine.taken("u")
        await world.put(range(200, 201), "my locker combination hangs behind the aquarium")
        hits = (await memory.recall("u", "what hangs behind the fish tank", k=3)).hits
        assert uuid7(START + timedelta(minutes=200), 200) in [hit.id for hit in hits]
        assert await large(memory)._engine.taken("u") == taken, "it was found before the engine knew of it"


async def test_recall_takes_in_what_is_newer_when_a_crash_came_between(world: World) -> None:
    async with world.open() as memory:
        await outside(memory)
    gone = uuid7(START + timedelta(minutes=3), 3)  # written while no process holds the index
    await put(world.store, [await row(4, world.embedder, "entirely other words")], removed=(gone,))
    await world.put(range(300, 310))
    async with world.open() as memory:
        working = await outside(memory)
        engine = large(memory)._engine
        assert (await engine.taken("u")).version == working.head.version
        assert await engine.count("u") == 2 * len(working.episodes)
        vector = (await world.embedder.embed(["entirely other words"]))[0]
        near = await engine.search("u", vector, 500)
        assert gone not in near.ids
        assert (near.ids[0], near.pieces[0]) == (uuid7(START + timedelta(minutes=4), 4), 0)
        assert float(near.scores[0]) > 0.99


async def test_user_comes_back_when_well_below_the_limit(world: World) -> None:
    async with world.open() as memory:
        await outside(memory)
        drop = [uuid7(START + timedelta(minutes=n), n) for n in range(22)]
        await put(world.store, [], removed=tuple(drop[:-2]))  # at the limit: hysteresis
        await memory.recall("u", QUESTIONS[0])
        await large(memory).settled("u")
        assert (await held(memory)).episodes.outside > 0
        await put(world.store, [], removed=tuple(uuid7(START + timedelta(minutes=n), n) for n in range(20, 40)))
        await memory.recall("u", QUESTIONS[0])
        await large(memory).settled("u")
        assert (await held(memory)).episodes.outside == 0
        assert await large(memory)._engine.count("u") == 0
        after = await answers(memory)
    async with world.open("none") as plain:
        assert after == await answers(plain)


async def test_recall_goes_on_when_the_engine_fails(world: World, tmp_path: Path) -> None:
    async with world.open() as memory:
        await outside(memory)
        right = await answers(memory)
        whole, large(memory)._engine = large(memory)._engine, Gone(str(tmp_path / "gone"))
        found = await memory.recall("u", QUESTIONS[0], k=10)
        assert len(set(right[0]) & {hit.id for hit in found.hits}) >= 8
        assert any("did not answer" in note for stage in found.trace.stages for note in stage.notes)
        large(memory)._engine = whole
        assert await answers(memory) == right


@pytest.mark.parametrize("lost", ["erased", "damaged"])
async def test_index_is_filled_anew_when_it_lost_everything(world: World, tmp_path: Path, lost: str) -> None:
    async with world.open("none") as plain:
        right = await answers(plain)
    async with world.open() as memory:
        await outside(memory)
        engine = large(memory)._engine
        assert isinstance(engine, FaissIndex)
        if lost == "erased":
            await engine.erase("u")
        else:
            for path in (tmp_path / "jiyi.db.candidates").iterdir():
                path.write_bytes(b"not what it was")
            engine._held.clear()
        found = await memory.recall("u", QUESTIONS[0], k=10)
        assert any("filled anew" in note for stage in found.trace.stages for note in stage.notes)
        await large(memory).settled("u")
        assert await answers(memory) == right, "exact, until it has moved out again"
        await outside(memory)
        assert await engine.count("u") == 2 * (LIMIT + 20)


async def test_forget_and_erase_reach_the_engine_when_a_user_is_outside(world: World, tmp_path: Path) -> None:
    async with world.open() as memory:
        await outside(memory)
        engine = large(memory)._engine
        before = await engine.count("u")
        await memory.forget("u", session="s2")
        assert await engine.count("u") == before - 12
        report = await memory.erase("u")
        assert report.leftovers == 0
        assert await engine.count("u") == 0
        assert not list((tmp_path / "jiyi.db.candidates").iterdir())


async def test_erase_reaches_an_engine_when_it_was_switched_off(world: World, tmp_path: Path) -> None:
    folder = tmp_path / "jiyi.db.candidates"
    async with world.open() as memory:
        await outside(memory)
    assert list(folder.iterdir())
    async with world.open("none") as memory:
        report = await memory.erase("u")
        assert (report.leftovers, report.unreached) == (0, ())
    assert not list(folder.iterdir())
    folder.rmdir()
    async with world.open("none") as memory:
        assert (await memory.erase("other")).unreached == ()
    assert not folder.exists()


async def test_erase_names_an_engine_when_it_is_switched_off_and_cannot_be_asked(world: World) -> None:
    await world.store.note(ENGINES, "pgvector:postgresql://127.0.0.1:9/nowhere?connect_timeout=1")
    async with world.open() as memory:
        await outside(memory)
        assert (await world.store.note(ENGINES) or "").splitlines()[1:] == ["faiss"]
        report = await memory.erase("u")
        assert report.unreached == ("pgvector:postgresql://127.0.0.1:9/nowhere?connect_timeout=1",)
        assert report.leftovers == 0


async def test_erase_wins_when_it_comes_while_a_user_moves_out(world: World) -> None:
    async with world.open() as memory:
        await memory.recall("u", QUESTIONS[0])
        await memory.erase("u")
        await large(memory).settled("u")
        assert await large(memory)._engine.count("u") == 0


async def test_fill_is_taken_back_when_another_process_erased_meanwhile(world: World) -> None:
    async with world.open() as memory:
        working = await held(memory)
        await large(memory)._open()
        await world.store.erase("u")  # by another process
        await large(memory)._fill("u", working)
        assert await large(memory)._engine.count("u") == 0


@pytest.mark.slow
async def test_auto_is_pgvector_when_the_store_is_postgres(postgres: Shared, embedder: LocalEmbedder) -> None:
    if postgres.server is not None:
        postgres.server.sql("CREATE EXTENSION IF NOT EXISTS vector", database="jiyi")
    postgres.drop("large")
    url = postgres.url("schema=large")
    store = PostgresStore(url)
    await store.open()
    await store.note("embedder", embedder.name)
    await put(store, [await row(number, embedder) for number in range(LIMIT + 20)])
    settings = Settings(index="auto", recall=RecallSettings(index_from=LIMIT), worker=WorkerSettings(inside=False))
    async with (
        AsyncMemory.open(url, settings, embedder=embedder) as one,
        AsyncMemory.open(url, settings, embedder=embedder) as other,
    ):
        right = await answers(one)
        await outside(one)
        await outside(other)  # the two share one copy, and both may fill it
        assert await answers(one) == await answers(other) == right
        assert await large(one)._engine.count("u") == 2 * (LIMIT + 20)
        await one.forget("u", session="s2")
        assert await large(other)._engine.count("u") == 2 * (LIMIT + 14)
        shared = [set(a) & set(b) for a, b in zip(await answers(one), await answers(other), strict=True)]
        assert np.mean([len(both) for both in shared]) >= 9
        await one.erase("u")
        assert (await other.recall("u", QUESTIONS[0])).hits == ()
        assert await large(other)._engine.count("u") == 0
    await store.close()
    postgres.drop("large")


@pytest.mark.parametrize("index", ["auto", "pgvector"])
async def test_server_has_the_engine_when_it_is_in_the_store_that_is_served(
    postgres: Shared, embedder: LocalEmbedder, index: str
) -> None:
    postgres.empty()
    async with open_serving(postgres.url(), Settings(index=index), embedder=embedder) as serving:
        assert isinstance(serving.memory, AsyncMemory)
        assert isinstance(large(serving.memory), LargeUsers)


@pytest.mark.parametrize("index", ["fais", "faiss", "qdrant", "none:x", ""])
def test_open_index_says_what_to_write_when_the_setting_makes_no_sense(index: str) -> None:
    with pytest.raises(InvalidInput, match=r"use 'none'|must say where"):
        open_index(Settings(index=index), ":memory:", ":memory:")


def test_open_index_chooses_by_the_store_when_auto() -> None:
    auto = Settings(index="auto")
    assert open_index(auto, ":memory:", ":memory:") is None
    assert isinstance(open_index(auto, "a.db", "a.db"), FaissIndex)
    made = open_index(auto, "postgresql://me:secret@host/x", "postgresql://host/x")
    assert made is not None
    assert made.place == "pgvector:jiyi"


def test_open_index_names_the_extra_when_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jiyi.indexes.engines.opening.find_spec", lambda name: None)
    with pytest.raises(NotInstalled, match=r"\[milvus\]"):
        open_index(Settings(index="milvus:x.db"), "a.db", "a.db")

"""A memory with a cache in front of its store: several programs, a cluster, a cache that dies in the middle."""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from jiyi.memory import AsyncMemory
from jiyi.rows import Write
from jiyi.settings import Settings, WorkerSettings
from jiyi.stores.memory import MemoryStore
from jiyi.testing.samples import NOW, draft, save
from jiyi.testing.valkey_server import Server, cluster
from postgres import Shared
from processes import Process, program
from valkey_tests import PATIENT, Looking, settled

NAMES = ("u", "{u}", "a}{b", "用户 １", "👩", " ", "x" * 3_000, "' OR 1=1 --")


def settings(url: str) -> Settings:
    return Settings(embedder="none", cache_url=SecretStr(url), worker=WorkerSettings(inside=False))


async def test_context_rests_on_copies_and_sees_every_change(tmp_path: Path, valkey: Server) -> None:
    path = str(tmp_path / "jiyi.db")
    with_cache = settings(valkey.url(PATIENT))
    without = with_cache.model_copy(update={"cache_url": None})
    async with (
        AsyncMemory.open(path, with_cache) as one,
        AsyncMemory.open(path, with_cache) as two,
        AsyncMemory.open(path, without) as plain,
    ):
        talk = [memory.session("u", "s") for memory in (one, two, plain)]
        for number in range(6):
            await talk[number % 3].add("user", f"Tell me about town number {number}.")
            await talk[(number + 1) % 3].update_state({"step": number})
            said = [(await one_talk.context("and now?", 2_000)).messages for one_talk in talk]
            assert said[0] == said[1] == said[2]
            assert f"town number {number}." in str(said[0])
        assert (await one.stats())["cache"]["hit"] > 3
        await plain.forget("u", session="s")
        said = [(await one_talk.context("and now?", 2_000)).messages for one_talk in talk]
        assert said[0] == said[1] == said[2]
        assert "town" not in str(said)


async def test_erasure_of_a_person_reaches_the_cache(tmp_path: Path, valkey: Server) -> None:
    async with AsyncMemory.open(str(tmp_path / "jiyi.db"), settings(valkey.url(PATIENT))) as memory:
        talk = memory.session("u", "s")
        await talk.add("user", "I dream of a red boat.")
        await talk.update_state({"boat": "red"})
        for _ in range(2):
            await talk.context("what of my boat?", 800)
        held = b"".join(valkey.ask("LRANGE", key, 0, -1)[0] for key in valkey.all_keys() if b":w:" in key)
        assert b"red boat" in held
        report = await memory.erase("u")
        assert report.leftovers == 0
        assert report.scanned["cache"] > 0
        assert valkey.all_keys() == []


async def test_secrets_never_come_into_the_cache(tmp_path: Path, valkey: Server) -> None:
    async with AsyncMemory.open(str(tmp_path / "jiyi.db"), settings(valkey.url(PATIENT))) as memory:
        talk = memory.session("u", "s")
        await talk.add("user", "My password is hunter2-Zq9!x and I like boats.")
        for _ in range(2):
            await talk.context("boats?", 800)
        await talk.add("user", "my password is hunter2-Zq9!x again")
        await talk.context("boats?", 800)
        held = repr([valkey.ask("DUMP", key) for key in valkey.all_keys()])
        assert "boats" in held
        assert "hunter2" not in held


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_programs_see_each_others_writes_when_the_cache_dies_between_them(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = str(tmp_path / "jiyi.db")
    if kind == "postgres":
        shared: Shared = request.getfixturevalue("postgres")
        shared.empty()
        place = shared.url()
    with Server(tmp_path / "valkey") as cache:
        monkeypatch.setenv("JIYI_CACHE_URL", cache.url(PATIENT))
        with Process(program, place) as one, Process(program, place) as two:
            said: list[str] = []
            for number in range(24):
                writer, reader = (one, two) if number % 2 else (two, one)
                said.append(f"Word number {number}.")
                assert writer.ask("say", "u", said[-1]) == number + 1
                for each in (reader, writer):
                    told = each.ask("told", "u", "go on")
                    missing = [text for text in said[-10:] if text not in told]  # older turns are in the summary
                    assert not missing
                if number % 8 == 3:
                    cache.kill()
                elif number % 8 == 5:
                    cache.start()
                elif number % 8 == 7:
                    cache.ask("FLUSHALL")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
async def test_cluster_serves_copies_of_every_user_when_one_server_dies(tmp_path: Path) -> None:
    inner = MemoryStore()
    with cluster(tmp_path) as nodes:
        store = Looking(inner, nodes[0].url(PATIENT))
        await store.open()
        users = [*NAMES, *(f"user {number}" for number in range(40))]
        for user in users:
            await store.append(user, "s", [draft(f"{user} 1".encode())], NOW)
            await store.save_session(user, save("s", 0, user.encode()))

        async def check(*texts: str) -> None:
            for user in users:
                rows = await store.messages(user, "s", newest=True, limit=9)
                assert [row.body.decode() for row in rows] == [f"{user} {text}" for text in texts]
                row = await store.session(user, "s")
                assert row is not None
                assert row.body == user.encode()
            await settled(store)

        await check("1")
        before = store.copies()
        await check("1")
        after = store.copies()
        assert after["hit"] - before["hit"] == 2 * len(users)
        assert all(len(node.all_keys()) > 5 for node in nodes), "the users are spread over all servers"
        assert sum(len(node.all_keys()) for node in nodes) == 2 * len(users)
        for user in NAMES:  # a whole user goes, wherever it lies
            report = await store.erase(user)
            assert report.scanned["cache"] > 0
            users.remove(user)
        assert sum(len(node.all_keys()) for node in nodes) == 2 * len(users)
        await store.apply(users[0], Write(drop_sessions=("s",)))
        del users[0]
        nodes[2].kill()
        for number in (2, 3):
            for user in users:
                await store.append(user, "s", [draft(f"{user} {number}".encode())], NOW)
            async with asyncio.timeout(60):
                for user in users:
                    rows = await store.messages(user, "s", newest=True, limit=9)
                    assert [row.body.decode() for row in rows] == [f"{user} {n}" for n in range(1, number + 1)]
        await store.close()
        gc.collect()  # nodes that the driver replaced are closed by this, and tell of it

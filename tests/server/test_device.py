"""Sync between devices: everything in order, nothing lost or doubled, across cuts; edits made alone are judged."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest

from jiyi.errors import InvalidInput
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.remote import RemoteMemory
from jiyi.server.operations import PREFIX, Right
from jiyi.server.requests import Edit
from jiyi.settings import ServerSettings, Settings
from server.conftest import Server, running

SYNC = f"{PREFIX}/memory/sync"


@pytest.fixture
def remote(memory: AsyncMemory) -> RemoteMemory:
    assert isinstance(memory, RemoteMemory)
    return memory


def edit(name: str, verb: str, id: str | None = None, base: int | None = None, **more: Any) -> Edit:
    return Edit(edit=name, verb=verb, id=id, base_version=base, **more)  # type: ignore[arg-type]


async def test_sync_answers_in_order_with_the_memories_as_they_are(
    remote: RemoteMemory, http: httpx2.AsyncClient
) -> None:
    first = await remote.remember("u", "I love sushi.")
    await remote.confirm("u", first.id)
    await remote.remember("u", "我住在杭州")
    answer = await http.get(SYNC, params={"user": "u", "last_version": 0})
    assert answer.headers["cache-control"] == "no-store"
    told = answer.json()
    assert (told["status"], told["more"]) == ("ok", False)
    assert [one["version"] for one in told["updates"]] == list(range(1, told["next_version"] + 1))
    with_memory = [one["memory"]["content"] for one in told["updates"] if one["memory"]]
    assert with_memory == ["I love sushi.", "我住在杭州"], "each comes once, with the last change to it"
    nothing = await remote.sync("u", told["next_version"], told["generation"])
    assert (nothing.status, nothing.updates, nothing.next_version) == ("ok", (), told["next_version"])


async def test_sync_pages_when_there_is_much(remote: RemoteMemory) -> None:
    for n in range(7):
        await remote.remember("u", f"My locker number {n} is by the window.")
    seen: list[int] = []
    version, more = 0, True
    while more:
        page = await remote.sync("u", version, limit=3)
        seen += [one.version for one in page.updates]
        version, more = page.next_version, page.more
    assert seen == list(range(1, len(seen) + 1))
    assert len(seen) == len(await remote.changes("u"))


async def test_device_begins_anew_when_the_user_was_erased(remote: RemoteMemory) -> None:
    await remote.remember("u", "I love sushi.")
    page = await remote.sync("u")
    await remote.erase("u")
    gone = await remote.sync("u", page.next_version, page.generation)
    assert (gone.status, gone.next_version, gone.updates) == ("reset", 0, ())
    for n in range(3):
        await remote.remember("u", f"My locker number {n} is by the window.")
    again = await remote.sync("u", page.next_version, page.generation)
    assert again.status == "reset", "the versions are another log's"


async def test_long_poll_answers_at_once_when_something_changes(remote: RemoteMemory) -> None:
    began = time.monotonic()
    waiting = asyncio.create_task(remote.sync("u", wait=20.0))
    await asyncio.sleep(0.2)
    await remote.remember("u", "I love sushi.")
    page = await waiting
    assert [one.action for one in page.updates] == ["add"]
    assert time.monotonic() - began < 10
    empty = await remote.sync("u", page.next_version, page.generation, wait=0.05)
    assert empty.updates == ()


async def follow(remote: RemoteMemory, user: str, count: int, **since: Any) -> list[int]:
    seen: list[int] = []
    async for update in remote.follow(user, **since):
        assert update is not None
        seen.append(update.version)
        if len(seen) == count:
            break
    return seen


async def test_stream_brings_changes_as_they_happen(remote: RemoteMemory) -> None:
    listening = asyncio.create_task(follow(remote, "u", 3))
    await asyncio.sleep(0.1)
    for n in range(3):
        await remote.remember("u", f"My locker number {n} is by the window.")
    assert await asyncio.wait_for(listening, 20) == [1, 2, 3]


async def test_stream_resumes_after_the_last_event_it_gave(http: httpx2.AsyncClient, remote: RemoteMemory) -> None:
    for n in range(4):
        await remote.remember("u", f"My locker number {n} is by the window.")
    ids: list[str] = []

    async def read(last: str | None, upto: int) -> None:
        headers = {} if last is None else {"Last-Event-ID": last}
        async with http.stream("GET", f"{SYNC}/stream", params={"user": "u"}, headers=headers) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert answer.headers["cache-control"] == "no-store"
            async for line in answer.aiter_lines():
                if line.startswith("id: "):
                    ids.append(line[4:])
                    if len(ids) == upto:
                        return

    await read(None, 2)
    await read(ids[-1], 4)
    assert [one.rpartition("-")[2] for one in ids] == ["1", "2", "3", "4"]
    bad = await http.get(f"{SYNC}/stream", params={"user": "u"}, headers={"Last-Event-ID": "no such"})
    assert bad.status_code == 400


async def test_stream_says_reset_when_the_log_is_another(http: httpx2.AsyncClient, remote: RemoteMemory) -> None:
    await remote.remember("u", "I love sushi.")
    async with http.stream("GET", f"{SYNC}/stream", params={"user": "u"}, headers={"Last-Event-ID": "12-7"}) as answer:
        lines = []
        async for line in answer.aiter_lines():
            lines.append(line)
            if line.startswith("event: change"):
                break
    assert "event: reset" in lines


async def test_nothing_is_lost_or_doubled_when_the_server_restarts_meanwhile(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    path, settings = str(tmp_path / "a.db"), Settings(server=ServerSettings(ping_seconds=0.2))
    seen: list[int] = []

    async def listen(remote: RemoteMemory) -> None:
        async for update in remote.follow("u"):
            assert update is not None
            seen.append(update.version)

    with running(path, settings, embedder) as first:
        port = first.port
        remote = await AsyncMemory.open(first.url)
        assert isinstance(remote, RemoteMemory)
        listening = asyncio.create_task(listen(remote))
        for n in range(5):
            await remote.remember("u", f"My locker number {n} is by the window.")
    with running(path, settings, embedder, port=port):
        for n in range(5, 10):
            await remote.remember("u", f"My locker number {n} is by the window.")
        for _ in range(200):
            if len(seen) >= 10:
                break
            await asyncio.sleep(0.05)
        listening.cancel()
        await remote.close()
    assert seen == list(range(1, 11))


async def test_stream_ends_when_its_key_is_revoked(embedder: LocalEmbedder) -> None:
    with running(":memory:", Settings(server=ServerSettings(ping_seconds=0.1)), embedder) as server:
        key, text = server.run(server.serving.ring.create("k", Right.READ, users=("u",)))  # type: ignore[misc]
        async with httpx2.AsyncClient(base_url=server.url, trust_env=False, timeout=60) as http:
            headers = {"Authorization": f"Bearer {text}"}
            async with http.stream("GET", f"{SYNC}/stream", headers=headers) as answer:
                assert answer.status_code == 200
                server.run(server.serving.ring.revoke(key.id))
                lines = [line async for line in answer.aiter_lines()]
    assert lines[0].startswith("retry:")


async def test_change_of_another_process_is_heard_of(tmp_path: Path, embedder: LocalEmbedder) -> None:
    path = str(tmp_path / "a.db")
    with running(path, embedder=embedder) as server:
        async with AsyncMemory.open(server.url) as remote, AsyncMemory.open(path, embedder=embedder) as beside:
            assert isinstance(remote, RemoteMemory)
            waiting = asyncio.create_task(remote.sync("u", wait=20.0))
            await asyncio.sleep(0.3)
            await beside.remember("u", "I love sushi.")
            assert len((await asyncio.wait_for(waiting, 10)).updates) == 1


# --- edits made alone ---------------------------------------------------------------------------------------------
async def test_edit_is_applied_when_nothing_happened_since(remote: RemoteMemory) -> None:
    one = await remote.remember("u", "I live in Bostn.")
    done = await remote.push("u", [
        edit("a", "correct", one.id, one.version, content="I live in Boston."),
        edit("b", "remember", content="I love chess."),
    ])  # fmt: skip
    assert [result.status for result in done.results] == ["applied", "applied"]
    assert done.results[0].memory is not None
    assert done.results[0].memory.content == "I live in Boston."
    assert done.next_version == (await remote.changes("u"))[-1].version


async def test_edit_is_merged_when_others_only_said_the_same(remote: RemoteMemory) -> None:
    one = await remote.remember("u", "I live in Bostn.")
    await remote.confirm("u", one.id)
    (done,) = (await remote.push("u", [edit("a", "correct", one.id, one.version, content="I live in Boston.")])).results
    assert done.status == "merged"
    assert [found.content for found in (await remote.list("u")).items] == ["I live in Boston."]


async def test_edit_is_refused_with_both_sides_when_others_changed_it(remote: RemoteMemory) -> None:
    one = await remote.remember("u", "I live in Bostn.")
    theirs = await remote.correct("u", one.id, "I live in Austin.")
    pushed = await remote.push("u", [
        edit("a", "correct", one.id, one.version, content="I live in Boston."),
        edit("b", "forget", one.id, one.version),
        edit("c", "confirm", "none", 1),
    ])  # fmt: skip
    assert [result.status for result in pushed.results] == ["refused"] * 3
    first = pushed.results[0]
    assert first.memory is not None
    assert first.memory.id == theirs.id
    assert first.yours["content"] == "I live in Boston."
    assert first.why
    assert [found.content for found in (await remote.list("u")).items] == ["I live in Austin."]


async def test_edit_counts_once_when_it_is_sent_again(remote: RemoteMemory, server: Server) -> None:
    one = await remote.remember("u", "I live in Bostn.")
    mine = [
        edit("a", "correct", one.id, one.version, content="I live in Boston."),
        edit("b", "remember", content="I love chess."),
    ]
    first = await remote.push("u", mine)
    assert await remote.push("u", mine) == first
    server.serving.device._done._kept.clear()  # as after a restart
    again = await remote.push("u", mine)
    assert [one.status for one in again.results] == ["applied", "applied"], "the store knows them"
    assert again.results[0].memory == first.results[0].memory
    assert len((await remote.list("u")).items) == 2


async def test_edit_that_is_so_already_is_merged(remote: RemoteMemory) -> None:
    one = await remote.remember("u", "I love sushi.")
    await remote.retract("u", one.id)
    (done,) = (await remote.push("u", [edit("a", "retract", one.id, one.version)])).results
    assert done.status == "merged"
    await remote.forget("u", id=one.id)
    (gone,) = (await remote.push("u", [edit("b", "forget", one.id, one.version)])).results
    assert (gone.status, gone.memory) == ("merged", None)


async def test_push_is_refused_when_it_is_no_list_of_edits(remote: RemoteMemory, http: httpx2.AsyncClient) -> None:
    with pytest.raises(InvalidInput):
        await remote.push("u", [{"edit": "a"}])  # type: ignore[list-item]
    answer = await http.post(SYNC, params={"user": "u"}, json={"edits": [{"edit": "a", "verb": "erase"}]})
    assert answer.status_code == 400

"""The client of a server passes the tests of the embedded memory: the same functions, with a memory over HTTP."""

from __future__ import annotations

import inspect

import pytest

from flows import test_context, test_curate, test_forget, test_observe, test_recall, test_versions
from jiyi.errors import Closed, InvalidInput, Unauthorized, Unreachable
from jiyi.memory import AsyncMemory, AsyncSession
from jiyi.remote import RemoteMemory, RemoteSession
from jiyi.server.operations import OPERATIONS
from jiyi.settings import Settings
from jiyi.sync import Memory
from server.conftest import Server

# What looks behind the verbs, or opens a memory of its own kind, is about the embedded one.
INSIDE = ("_parts", "AsyncMemory.open", "monkeypatch", "tmp_path", "memory.settings", "sqlite3", "1_000_000")


def _take_over() -> None:
    for module in (test_curate, test_forget, test_observe, test_recall, test_context, test_versions):
        for name, test in vars(module).items():
            if not name.startswith("test_") or not callable(test):
                continue
            needs = set(inspect.signature(test).parameters)
            if needs - {"memory", "clock"} and not hasattr(test, "pytestmark"):
                continue
            if "memory" in needs and not any(word in inspect.getsource(test) for word in INSIDE):
                globals()[f"{name}_over_http"] = test


_take_over()


def test_many_tests_are_taken_over_when_collected() -> None:
    assert sum(name.endswith("_over_http") for name in globals()) >= 40


def test_client_has_every_verb_of_the_table_when_made() -> None:
    for operation in OPERATIONS:
        kind, _, name = operation.name.rpartition(".")
        if not operation.live:
            assert name in vars(RemoteSession if kind else RemoteMemory), operation.name


def test_client_overrides_every_public_verb_when_made() -> None:
    for base, own in ((AsyncMemory, RemoteMemory), (AsyncSession, RemoteSession)):
        verbs = {n for n, v in vars(base).items() if not n.startswith("_") and (callable(v) or isinstance(v, property))}
        assert verbs - {"open"} <= set(vars(own)), base


async def test_open_says_unreachable_when_nobody_listens() -> None:
    with pytest.raises(Unreachable, match="does not answer"):
        await AsyncMemory.open("http://127.0.0.1:9")


@pytest.mark.parametrize("url", ["http://", "http://host:port", "https://:1"])
async def test_open_refuses_when_the_url_names_no_server(url: str) -> None:
    with pytest.raises(InvalidInput):
        await AsyncMemory.open(url)


async def test_verbs_say_closed_when_the_client_was_closed(server: Server) -> None:
    memory = await AsyncMemory.open(server.url)
    await memory.close()
    await memory.close()
    with pytest.raises(Closed):
        await memory.list("u")


async def test_arguments_are_refused_before_anything_is_sent_when_of_no_use(memory: AsyncMemory) -> None:
    for call, what in (
        (memory.recall("u", "x", k="3"), "k"),  # type: ignore[arg-type]
        (memory.remember("u", 7), "content"),  # type: ignore[arg-type]
        (memory.remember("u", "x", meta={"a": object()}), "meta"),
        (memory.list("u", limit="3"), "limit"),  # type: ignore[arg-type]
        (memory.get("", "x"), "user"),
        (memory.get("u", ""), "id"),
    ):
        with pytest.raises(InvalidInput, match=what):
            await call


@pytest.mark.parametrize("name", ["a/b", "..", "?x=1&y#z", "空 格", "%2F", "a//", "🙂"])
async def test_any_name_reaches_the_server_as_it_is(memory: AsyncMemory, name: str) -> None:
    session = memory.session(name, name)
    await session.add("user", "hello there")
    assert [one.session for one in await session.messages()] == [name]
    assert await memory.sessions(name) == (name,)


async def test_trace_answers_why_not_when_asked_over_http(memory: AsyncMemory) -> None:
    kept = await memory.remember("u", "I love chess.")
    found = await memory.recall("u", "chess", over=("memories",))
    assert found.trace.why_not(kept.id) == ("it is among the hits",)
    assert "written: no" in found.trace.why_not("nothing")[0]


async def test_lists_may_be_empty_when_asked_over_http(memory: AsyncMemory) -> None:
    await memory.remember("u", "I love chess.")
    assert (await memory.list("u", kinds=[])).total == 0
    assert (await memory.list("u", where={"kind": "preference"})).total == 1


def test_sync_face_works_when_opened_at_a_server(server: Server) -> None:
    with Memory.open(server.url) as memory:
        session = memory.session(user="u-1", id="s-7")
        session.add("user", "我以后都在杭州了，我不吃香菜")
        assert memory.drain(30)
        assert session.state == {}
        assert "杭州" in memory.recall(user="u-1", query="我住哪里").hits[0].content
        assert session.context("明天适合穿什么？", max_tokens=4000).messages[-1]["content"] == "明天适合穿什么？"
        assert memory.place == server.url


async def test_key_is_shown_when_the_settings_or_the_url_hold_one(server: Server) -> None:
    from jiyi.server.operations import Right

    _, text = server.run(server.serving.ring.create("t", Right.WRITE, users=("u",)))  # type: ignore[misc]
    with pytest.raises(Unauthorized):
        await AsyncMemory.open(server.url)
    async with AsyncMemory.open(server.url, Settings(key=text)) as memory:
        await memory.remember("u", "I love chess.")
        assert text not in memory.place
    async with AsyncMemory.open(server.url.replace("://", f"://:{text}@")) as memory:
        assert (await memory.list("u")).total == 1
        assert text not in memory.place


async def test_message_has_a_key_when_added_over_http_so_that_a_retry_is_harmless(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    assert (await session.add("user", "hello", key=None)).key
    assert (await session.add("user", "hello", key="mine")).key == "mine"

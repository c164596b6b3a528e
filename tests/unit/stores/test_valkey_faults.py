"""A cache that dies, hangs, forgets, lies or is cut off: nothing is lost and nothing old is read, it is only slower."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from jiyi.ports import Store
from jiyi.rows import Write
from jiyi.stores.memory import MemoryStore
from jiyi.stores.sqlite import SqliteStore
from jiyi.stores.valkey import CachedStore, link
from jiyi.stores.valkey.address import address
from jiyi.stores.valkey.news import News
from jiyi.testing.samples import NOW, draft, save
from jiyi.testing.valkey_server import Server
from valkey_tests import PATIENT, Looking, settled, until_up

EAGER = "patience=0.05"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One that a test may harm."""
    with Server(tmp_path / "valkey") as made:
        yield made


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "LONGEST", 0.2)


class Asked(MemoryStore):
    """Notes what it was asked to read."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def messages(self, user: str, session: str, **wanted: Any) -> Any:
        self.asked.append("messages")
        return await super().messages(user, session, **wanted)

    async def session(self, user: str, session: str) -> Any:
        self.asked.append("session")
        return await super().session(user, session)


@contextlib.asynccontextmanager
async def opened(server: Server, inner: Any = None, query: str = PATIENT) -> AsyncIterator[CachedStore]:
    store = Looking(MemoryStore() if inner is None else inner, server.url(query))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def said(store: Store, user: str = "u") -> list[bytes]:
    return [row.body for row in await store.messages(user, "s", newest=True, limit=100)]


async def state(store: Store, user: str = "u") -> bytes:
    row = await store.session(user, "s")
    assert row is not None
    return row.body


async def warm(store: CachedStore, user: str = "u", bodies: tuple[bytes, ...] = (b"one", b"two")) -> None:
    await store.append(user, "s", [draft(body) for body in bodies], NOW)
    await store.save_session(user, save("s", 0, b"state"))
    for _ in range(2):
        assert await said(store, user) == list(bodies)
        assert await state(store, user) == b"state"
        await settled(store)


async def test_bodies_are_not_read_from_the_store_when_there_are_copies(server: Server) -> None:
    inner = Asked()
    async with opened(server, inner) as store:
        await warm(store)
        inner.asked.clear()
        for _ in range(3):
            with store.one_look():
                assert await state(store) == b"state"
                assert await said(store) == [b"one", b"two"]
        await store.append("u", "s", [draft(b"three")], NOW)
        await store.save_session("u", save("s", 1, b"later"))
        await settled(store)
        assert await said(store) == [b"one", b"two", b"three"]
        assert await state(store) == b"later"
        assert inner.asked == []
        figures = (await store.stats())["cache"]
        assert figures["hit"] >= 8
        assert figures["unanswered"] == 0


async def test_read_sees_every_write_when_another_program_has_no_cache(server: Server) -> None:
    """It writes to the store alone: nobody tells the cache of it."""
    inner = MemoryStore()
    async with opened(server, inner) as store:
        await warm(store)
        await inner.append("u", "s", [draft(b"three")], NOW)
        assert await said(store) == [b"one", b"two", b"three"]
        await inner.apply("u", Write(messages=(("s", 1, b"cut"), ("s", 2, None))))
        assert await said(store) == [b"cut", b"three"]
        await inner.save_session("u", save("s", 1, b"new"))
        assert await state(store) == b"new"
        await inner.erase("u")
        assert await said(store) == []
        assert await store.session("u", "s") is None
        await inner.append("u", "s", [draft(b"new one"), draft(b"new two")], NOW)
        await inner.save_session("u", save("s", 0, b"second life"))
        assert await said(store) == [b"new one", b"new two"]
        assert await state(store) == b"second life"


async def test_read_sees_every_write_when_two_programs_share_the_cache(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "jiyi.db"
    async with opened(server, SqliteStore(path)) as one, opened(server, SqliteStore(path)) as two:
        await warm(one)
        expected = [b"one", b"two"]
        for number in range(30):
            writer, reader = (one, two) if number % 2 else (two, one)
            if number % 7 == 6:
                await writer.apply("u", Write(messages=(("s", number // 2, b"cut"),)))
                expected[number // 2 - 1] = b"cut"
            else:
                await writer.append("u", "s", [draft(f"{number}")], NOW)
                expected.append(str(number).encode())
            assert await said(reader) == expected
            assert await said(writer) == expected


async def test_nothing_old_is_read_when_the_hint_of_a_write_comes_late(server: Server) -> None:
    """A program that read before an erasure fills the cache after it."""
    inner = MemoryStore()
    async with opened(server, inner) as slow, opened(server, inner) as other:
        await warm(slow)
        stand, rows = await inner.stand("u", "s"), await inner.messages("u", "s")
        await other.apply("u", Write(messages=(("s", 1, b"cut"),)))
        late = slow._keep_window("u", "s", link_span(stand.stamp, rows))
        slow._link.tell(*late, slow._keep_body("u", "s", stand.stamp, 1, b"old"))
        await settled(slow)
        assert b"one" in b"".join(server.ask("LRANGE", slow._address.window("u", "s"), 0, -1))
        for store in (slow, other):
            assert await said(store) == [b"cut", b"two"]


def link_span(stamp: int, rows: Any) -> Any:
    from jiyi.stores.valkey.copies import Span

    return Span(stamp, 0, rows[-1].seq, rows)


async def test_work_goes_on_when_the_cache_is_killed_and_comes_back(server: Server) -> None:
    inner = Asked()
    async with opened(server, inner) as store:
        await warm(store)
        server.kill()
        for number in range(20):
            await store.append("u", f"t{number}", [draft(b"x")], NOW)
            assert await said(store) == [b"one", b"two"]
            assert await state(store) == b"state"
        await until_up(store, up=False)
        server.start()
        await until_up(store)
        await warm(store, "again")
        inner.asked.clear()
        assert await said(store, "again") == [b"one", b"two"]
        assert inner.asked == []


async def test_store_opens_when_there_is_no_cache(server: Server) -> None:
    server.kill()
    async with opened(server) as store:
        await store.append("u", "s", [draft(b"one")], NOW)
        assert await said(store) == [b"one"]
        assert not store._link.up
        server.start()
        await until_up(store)


def questions(store: CachedStore) -> int:
    return sum(one.answer is not None for one in store._link._queue)


async def test_calls_do_not_wait_when_the_cache_hangs(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """One question finds out; while it is open no other one waits."""
    monkeypatch.setattr(link, "OVERDUE", 60.0)
    async with opened(server, query=EAGER) as store:
        await store.append("u", "s", [draft(b"one")], NOW)
        await until_up(store)
        server.freeze()
        try:
            assert await said(store) == [b"one"]  # this one waited
            given_up = store._link.figures.unanswered
            sent = questions(store)
            for _ in range(50):
                assert await said(store) == [b"one"]
            assert store._link.figures.unanswered == given_up + 50
            assert questions(store) == sent, "a question was asked while another was open"
        finally:
            server.thaw()
        await until_up(store)


async def test_connection_is_replaced_when_the_cache_hangs_for_long(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "OVERDUE", 0.3)
    async with opened(server, query=EAGER) as store:
        await store.append("u", "s", [draft(b"one")], NOW)
        await until_up(store)
        server.freeze()
        try:
            assert await said(store) == [b"one"]
            async with asyncio.timeout(30):
                while store._link._client is not None:  # noqa: ASYNC110 - nobody else wants to know
                    await asyncio.sleep(0.01)
            assert await said(store) == [b"one"]
        finally:
            server.thaw()
        await until_up(store)
        assert await said(store) == [b"one"]


async def test_work_goes_on_when_connections_are_cut(server: Server) -> None:
    async with opened(server) as store:
        await warm(store)
        for number in range(5):
            server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            await store.append("u", f"t{number}", [draft(b"x")], NOW)
            assert await said(store) == [b"one", b"two"]
        await until_up(store)
        assert await said(store) == [b"one", b"two"]


async def test_work_goes_on_when_the_cache_is_slow_or_flushed(server: Server) -> None:
    async with opened(server, query=EAGER) as store:
        await store.append("u", "s", [draft(b"one")], NOW)
        sleeping = asyncio.create_task(asyncio.to_thread(server.ask, "DEBUG", "SLEEP", "0.4"))
        for _ in range(20):
            assert await said(store) == [b"one"]
            await asyncio.sleep(0.03)
        with contextlib.suppress(Exception):  # some servers do not let themselves be put to sleep
            await sleeping
        await until_up(store)
        await warm(store, "other")
        server.ask("FLUSHALL")
        assert await said(store, "other") == [b"one", b"two"]
        assert await state(store, "other") == b"state"


async def test_work_goes_on_when_the_cache_is_full(server: Server) -> None:
    async with opened(server) as store:
        await warm(store)
        server.ask("CONFIG", "SET", "maxmemory", "1")
        await store.append("u", "s", [draft(b"three")], NOW)
        await store.append("other", "s", [draft(b"x")], NOW)
        for _ in range(3):
            assert await said(store) == [b"one", b"two", b"three"]
            assert await said(store, "other") == [b"x"]
        assert store._link.up
        await store.apply("u", Write(messages=(("s", 1, b"cut"),)))
        assert await said(store) == [b"cut", b"two", b"three"]


async def test_work_goes_on_when_keys_hold_what_others_put_there(server: Server) -> None:
    async with opened(server) as store:
        await warm(store)
        address = store._address
        server.ask("SET", address.window("u", "s"), "not a list")
        server.ask("DEL", address.body("u", "s"))
        server.ask("RPUSH", address.body("u", "s"), "not a text")
        for _ in range(3):
            assert await said(store) == [b"one", b"two"]
            assert await state(store) == b"state"
            await settled(store)
        assert (await store.stats())["cache"]["hit"] > 4


async def test_store_works_without_copies_when_the_password_is_wrong(tmp_path: Path) -> None:
    with Server(tmp_path / "valkey", requirepass="right") as server:
        for url, up in ((server.url(), False), (f"redis://:right@127.0.0.1:{server.port}?{PATIENT}", True)):
            store = Looking(MemoryStore(), url)
            await store.open()
            await store.append("u", "s", [draft(b"one")], NOW)
            assert await said(store) == [b"one"]
            assert store._link.up is up
            await store.close()


async def test_copies_end_by_themselves_when_nobody_reads_them(server: Server) -> None:
    async with opened(server, query=f"{PATIENT}&expire=60") as store:
        await warm(store)
        for key in server.all_keys():
            assert 0 < server.ask("PTTL", key) <= 60_000
            server.ask("PEXPIRE", key, 30_000)
        assert await said(store) == [b"one", b"two"]
        assert await state(store) == b"state"
        for key in server.all_keys():
            assert server.ask("PTTL", key) > 30_000, "reading lengthens its life"
        assert len(server.all_keys()) == 2


# --- erasing ----------------------------------------------------------------------------------------------------
async def test_erase_clears_the_cache_and_says_so(server: Server) -> None:
    async with opened(server) as store:
        await warm(store, bodies=(b"a secret wish", b"two"))
        await warm(store, "v")
        report = await store.erase("u")
        assert report.leftovers == 0
        assert report.scanned["cache"] > 0
        assert len(server.all_keys()) == 2
        assert all(key.startswith(store._address.of("v").encode()) for key in server.all_keys())
        assert await said(store, "v") == [b"one", b"two"]


async def test_forget_takes_words_out_of_the_cache(server: Server) -> None:
    async with opened(server) as store:
        await warm(store, bodies=(b"a secret wish", b"two"))
        await store.apply("u", Write(messages=(("s", 1, None),)))
        assert server.all_keys() == []
        assert await said(store) == [b"two"]
        await settled(store)
        await store.apply("u", Write(drop_sessions=("s",)))
        assert server.all_keys() == []


async def test_erased_words_go_when_the_cache_comes_back(server: Server) -> None:
    async with opened(server) as store:
        await warm(store)
        await warm(store, "v")
        await warm(store, "w")
        server.freeze()
        try:
            report = await store.erase("u")
            await store.apply("v", Write(drop_sessions=("s",)))
            assert report.leftovers == 0
            assert "cache" not in report.scanned
            assert await said(store) == []
            assert await said(store, "v") == []
        finally:
            server.thaw()
        async with asyncio.timeout(30):
            while len(server.all_keys()) > 2:  # noqa: ASYNC110 - nobody tells of it
                await asyncio.sleep(0.02)
        await until_up(store)
        assert all(key.startswith(store._address.of("w").encode()) for key in server.all_keys())


# --- ending -----------------------------------------------------------------------------------------------------
async def _none_connected(server: Server) -> None:
    """Until the server has no connection but the one that asks."""
    async with asyncio.timeout(10):
        while len(server.ask("CLIENT", "LIST").splitlines()) > 1:  # noqa: ASYNC110 - nobody tells of it
            await asyncio.sleep(0.01)


async def test_no_connection_is_left_when_its_task_is_told_to_end_again_and_again(server: Server) -> None:
    for steps in range(1, 60):
        connecting = asyncio.create_task(link.connected(address(server.url(PATIENT))))
        for _ in range(steps):
            await asyncio.sleep(0)
        while not connecting.done():
            connecting.cancel()
            await asyncio.sleep(0)
        if not connecting.cancelled():
            await link.let_go(connecting.result())
        await _none_connected(server)


async def test_link_closes_its_connection_when_it_is_told_to_end_again_and_again(server: Server) -> None:
    for times in range(1, 8):
        one = link.Link(address(server.url(PATIENT)))
        await one.open()
        assert one.up
        assert one._task is not None
        for _ in range(times):
            one._task.cancel()
            await asyncio.sleep(0)
        await asyncio.wait((one._task,))
        await _none_connected(server)


async def test_listener_closes_its_connections_when_it_ends_at_once(server: Server) -> None:
    for steps in range(60):
        news = News(address(server.url()))
        news.hear(lambda: None)
        news.tell()
        for _ in range(steps):
            await asyncio.sleep(0)
        await news.close()
        await _none_connected(server)


# --- waking -----------------------------------------------------------------------------------------------------
async def test_worker_is_woken_when_another_program_queues_work(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "jiyi.db"
    woken = asyncio.Event()
    async with opened(server, SqliteStore(path)) as one, opened(server, SqliteStore(path)) as two:
        two.hear(woken.set)
        for kill in (False, True):
            if kill:
                server.ask("CLIENT", "KILL", "TYPE", "pubsub")
            async with asyncio.timeout(30):
                while not server.ask("PUBSUB", "NUMSUB", one._address.channel)[1]:  # noqa: ASYNC110 - the same
                    await asyncio.sleep(0.02)
            await asyncio.sleep(0.2)
            woken.clear()
            await one.append("u", "s", [draft(job=f"j{kill}")], NOW)
            async with asyncio.timeout(30):
                await woken.wait()

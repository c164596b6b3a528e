"""Deleted words leave the files: the database, its WAL, and the gaps inside pages."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from jiyi.rows import Use, Write
from jiyi.stores.sqlite import SqliteStore, clearing, gaps, raw, traces
from jiyi.testing.samples import NOW, change, draft, item, put, remove, save


def left(folder: Path, words: set[bytes]) -> set[bytes]:
    """Which of the words are in any file of the folder."""
    everything = b"\n".join(file.read_bytes() for file in folder.iterdir())
    return {word for word in words if word in everything}


def sound(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = SqliteStore(tmp_path / "jiyi.db", patience=2.0)
    await made.open()
    yield made
    await made.close()


class Crowd:
    """Users whose rows of all lengths lie between each other's, so that pages split and merge."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.users = [f"user-{n}" for n in range(6)]
        self.words: dict[str, set[bytes]] = {user: set() for user in self.users}

    def body(self, user: str) -> bytes:
        word = b"<%s %016x>" % (user.encode(), self.random.getrandbits(64))
        self.words[user].add(word)
        return word * self.random.choice((1, 2, 5, 12, 30, 90))

    async def live(self, store: SqliteStore, steps: int) -> None:
        for _ in range(steps):
            await asyncio.gather(*(self.step(store, user) for user in self.users))

    async def step(self, store: SqliteStore, user: str) -> None:
        session = f"s{self.random.randrange(4)}"
        await store.append(user, session, [draft(self.body(user))], NOW)
        id_ = f"{self.random.getrandbits(40):x}"
        words = self.body(user)
        await store.apply(user, Write(memories=(item(id_, words),), changes=(change(id_, body=self.body(user)),)))
        await store.touch([Use(user=user, id=id_, count=1, at=NOW)])


@pytest.mark.parametrize("seed", range(3))
async def test_erase_leaves_no_byte_when_rows_had_moved(store: SqliteStore, tmp_path: Path, seed: int) -> None:
    crowd = Crowd(seed)
    await crowd.live(store, 40)
    await store.save_session("user-2", save("s0", 0, crowd.body("user-2")))
    kept = {user: await store.load(user) for user in crowd.users if user != "user-2"}
    erased = await store.erase("user-2")
    assert erased.leftovers == 0
    assert erased.scanned["jiyi.db"] == (tmp_path / "jiyi.db").stat().st_size
    assert left(tmp_path, crowd.words["user-2"]) == set()
    assert left(tmp_path, {b"user-2"}) == set()
    assert {user: await store.load(user) for user in kept} == kept
    gone = crowd.words["user-2"]
    crowd.users.remove("user-2")
    await crowd.live(store, 20)  # pages remembered from before must not bring anything back
    assert left(tmp_path, gone) == set()
    await store.close()
    assert left(tmp_path, gone) == set()
    assert sound(tmp_path / "jiyi.db")


@pytest.mark.parametrize("seed", range(3))
async def test_gaps_are_empty_when_cleared(store: SqliteStore, tmp_path: Path, seed: int) -> None:
    crowd = Crowd(seed)
    await crowd.live(store, 40)
    await store.apply("user-1", Write(drop_sessions=("s0",)))
    held = raw.acquire(tmp_path / "jiyi.db")
    assert gaps.find(held) == []
    raw.release(held)


async def test_removed_words_are_in_no_file_when_apply_returns(store: SqliteStore, tmp_path: Path) -> None:
    memory, message, log = b"the word of the memory", b"the word of the message", b"the word in the log"
    await store.append("u", "s", [draft(message), draft(b"stays")], NOW)
    await store.apply("u", Write(memories=(item("a", memory),), changes=(change("a", body=log),)))
    assert left(tmp_path, {memory, message, log}) == {memory, message, log}
    await store.apply("u", remove("a"))
    assert left(tmp_path, {memory, message, log}) == {message}
    await store.apply("u", Write(messages=(("s", 1, b"cut"),)))
    assert left(tmp_path, {message}) == set()
    assert [row.body for row in await store.messages("u", "s")] == [b"cut", b"stays"]


async def test_words_do_not_come_back_when_another_store_remembers_the_page(store: SqliteStore, tmp_path: Path) -> None:
    crowd = Crowd(7)
    other = SqliteStore(tmp_path / "jiyi.db")
    await other.open()
    await crowd.live(store, 30)
    await crowd.live(other, 30)
    for user in crowd.users:
        await other.load(user)
    gone = crowd.words.pop("user-3")
    crowd.users.remove("user-3")
    assert (await store.erase("user-3")).leftovers == 0
    await crowd.live(other, 20)
    await crowd.live(store, 20)
    assert left(tmp_path, gone) == set()
    await other.close()
    await crowd.live(store, 5)
    await store.close()
    assert left(tmp_path, gone) == set()
    assert sound(tmp_path / "jiyi.db")


async def test_others_go_on_when_clearings_run_beside_them(store: SqliteStore, tmp_path: Path) -> None:
    async def write(user: str) -> None:
        for n in range(40):
            await store.append(user, "s", [draft(f"{n}")], NOW)

    async def forget(n: int) -> None:
        for k in range(4):
            secret = f"secret-{n}-{k}-of-nobody".encode()
            await store.apply(f"f{n}", put("m", body=secret))
            await store.apply(f"f{n}", remove("m"))
            assert left(tmp_path, {secret}) == set()

    await asyncio.gather(*(write(f"w{n}") for n in range(6)), *(forget(n) for n in range(4)))
    assert (await store.stats())["messages"] == 240
    await store.close()
    assert sound(tmp_path / "jiyi.db")


async def test_erase_says_so_when_an_old_reader_holds_the_words(
    store: SqliteStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = b"a secret that somebody still reads"
    await store.append("u", "s", [draft(secret)], NOW)
    reader = sqlite3.connect(tmp_path / "jiyi.db", isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM messages").fetchone() == (1,)
    erased = await store.erase("u")
    assert erased.leftovers > 0
    assert "could not be cleared" in caplog.text
    await store.append("v", "s", [draft(b"others go on")], NOW)
    reader.execute("COMMIT")
    reader.close()
    assert (await store.erase("nobody")).leftovers == 0  # the next one clears that too
    assert left(tmp_path, {secret}) == set()


async def test_open_clears_when_a_crash_came_before_it(store: SqliteStore, tmp_path: Path) -> None:
    crowd = Crowd(3)
    await crowd.live(store, 40)
    gone = crowd.words["user-0"]
    await store._writer.run(lambda c: store._erase(c, "user-0"))  # committed, and then the process dies
    await store.close()
    again = SqliteStore(tmp_path / "jiyi.db")
    await again.open()
    assert left(tmp_path, gone) == set()
    assert not again._readers.here(clearing.pending)
    await again.close()


async def test_erase_counts_no_trace_when_another_user_said_the_same(store: SqliteStore) -> None:
    words = b"the very same sentence, word for word, by two people"
    for user in ("u1", "u2"):
        await store.append(user, "s", [draft(words)], NOW)
    assert (await store.erase("u1")).leftovers == 0
    assert [row.body for row in await store.messages("u2", "s")] == [words]


def test_search_finds_samples_when_they_lie_across_chunks(tmp_path: Path) -> None:
    word = bytes(range(1, 17))
    for place in (0, 1, raw.CHUNK - 16, raw.CHUNK - 7, raw.CHUNK, raw.CHUNK + 100_000 - 16):
        data = bytearray(raw.CHUNK + 100_000)
        data[place : place + 16] = word
        for name, other in (("jiyi.db", "jiyi.db-wal"), ("jiyi.db-wal", "jiyi.db")):
            (tmp_path / name).write_bytes(data)
            (tmp_path / other).write_bytes(b"")
            held = raw.acquire(tmp_path / "jiyi.db")
            found, scanned = traces.search(held, tmp_path / "jiyi.db-wal", [word, bytes(range(50, 66))])
            raw.release(held)
            assert found == {word}
            assert scanned == {name: len(data), other: 0}


def test_samples_say_nothing_when_bodies_are_short_or_plain() -> None:
    assert traces.samples([b"", b"short", bytes(1000)], ["u"]) == []
    assert len(traces.samples([bytes(range(200))], ["a name of some length"])) == 6
    assert len(traces.samples((b"%016d-%016d" % (n, n) for n in range(10_000)), [])) <= traces.MOST


def test_samples_leave_times_out_when_a_body_holds_them() -> None:
    time = b"2026-11-30T17:05:29.123456+00:00"
    assert traces.samples([time, b"2026-11-30T17:05:29"], []) == []
    told = traces.samples([b"call 0044-7700-900123-or-900124 then"], [])
    assert len(told) == 3

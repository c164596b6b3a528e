# ruff: noqa: ASYNC221, ASYNC240 - what these tests do to files and disks has to happen between two calls
"""Full disks, read-only places, damaged files, locks: a clear error, nothing lost, and on again afterwards."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from jiyi.errors import (
    Conflict,
    InvalidInput,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
)
from jiyi.rows import Appended, Write
from jiyi.stores.sqlite import SqliteStore
from jiyi.stores.sqlite.connection import PAGE
from jiyi.testing.samples import NOW, change, draft, item, put, save


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = SqliteStore(tmp_path / "jiyi.db", patience=1.0)
    await made.open()
    yield made
    await made.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or subprocess.run([mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]).returncode:
        pytest.skip("this user cannot mount a small disk")
    yield folder
    subprocess.run([shutil.which("umount") or "umount", "-l", folder], check=True)


@pytest.fixture
def plain_user() -> Iterator[Path]:
    """A folder of a user whom permissions bind (root may write anywhere)."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    root = os.geteuid() == 0
    if root:
        os.chown(folder, 65_534, 65_534)
        os.seteuid(65_534)
    yield folder
    if root:
        os.seteuid(0)
    folder.chmod(0o777)
    shutil.rmtree(folder)


async def test_write_says_full_when_the_disk_is(small_disk: Path) -> None:
    store = SqliteStore(small_disk / "jiyi.db", patience=1.0)
    await store.open()
    kept = []
    with pytest.raises(StoreFull, match="free some space"):
        for n in range(100):
            await store.append("u", "s", [draft(b"%d" % n * 50_000)], NOW)
            kept.append(n)
    assert kept
    head = await store.head("u")
    assert len(await store.messages("u", "s")) == len(kept)
    with pytest.raises(StoreFull):
        await store.apply("u", put("m", body=b"x" * 300_000))
    assert await store.head("u") == head
    assert (await store.load("u")).memories == ()
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)  # space again
    await store.append("u", "s", [draft(b"after" * 50_000)], NOW)
    await store.apply("u", put("m", body=b"x" * 300_000))
    await store.close()
    again = SqliteStore(small_disk / "jiyi.db")
    await again.open()
    assert [row.seq for row in await again.messages("u", "s")] == list(range(1, len(kept) + 2))
    assert (await again.head("u")).version == 1
    await again.close()


async def test_open_says_full_when_there_is_no_room_for_a_file(small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(bytes(2 * 2**20 - 8_192))
    with pytest.raises(StoreFull):
        await SqliteStore(small_disk / "jiyi.db").open()
    (small_disk / "filler").unlink()
    store = SqliteStore(small_disk / "jiyi.db")
    await store.open()
    await store.append("u", "s", [draft()], NOW)
    await store.close()


async def test_small_writes_go_on_when_a_large_neighbour_fills_the_file(store: SqliteStore) -> None:
    def limit(pages: int) -> None:
        assert store._writer._connection is not None
        store._writer._connection.execute(f"PRAGMA max_page_count = {pages}")

    await store.append("u", "s", [draft(b"first")], NOW)
    used = (await store.stats())["bytes"] // PAGE
    await store._writer.alone(lambda c: limit(used + 40))
    calls = [store.append(f"u{n}", "s", [draft(b"x" * (5_000_000 if n == 3 else 10))], NOW) for n in range(8)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(answers.pop(3), StoreFull)
    assert answers == [(Appended(seq=1),)] * 7
    assert await store.messages("u3", "s") == ()
    await store._writer.alone(lambda c: limit(1_000_000))
    assert await store.append("u3", "s", [draft(b"x" * 5_000_000)], NOW) == (Appended(seq=1),)


async def test_open_says_read_only_when_the_file_is(plain_user: Path) -> None:
    store = SqliteStore(plain_user / "jiyi.db")
    await store.open()
    await store.append("u", "s", [draft()], NOW)
    await store.close()
    before = (plain_user / "jiyi.db").read_bytes()
    (plain_user / "jiyi.db").chmod(0o444)
    with pytest.raises(StoreReadOnly, match="writable"):
        await SqliteStore(plain_user / "jiyi.db").open()
    (plain_user / "jiyi.db").chmod(0o644)
    plain_user.chmod(0o555)
    with pytest.raises(StoreReadOnly, match="writable"):
        await SqliteStore(plain_user / "jiyi.db").open()
    with pytest.raises(StoreReadOnly, match="writable"):
        await SqliteStore(plain_user / "new.db").open()
    assert (plain_user / "jiyi.db").read_bytes() == before


async def test_open_says_what_is_wrong_when_the_path_is(tmp_path: Path) -> None:
    with pytest.raises(StoreReadOnly):
        await SqliteStore(tmp_path).open()
    with pytest.raises(StoreError, match="does not exist"):
        await SqliteStore(tmp_path / "no" / "folder" / "jiyi.db").open()
    assert list(tmp_path.iterdir()) == []


async def test_open_says_corrupt_when_the_file_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "jiyi.db"
    path.write_bytes(b"These are notes that I took by hand.\n" * 300)
    before = path.read_bytes()
    with pytest.raises(StoreCorrupt, match="backup"):
        await SqliteStore(path).open()
    assert path.read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
async def test_file_is_its_owners_alone_when_made(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "jiyi.db")
    await store.open()
    await store.append("u", "s", [draft()], NOW)
    assert {file.name for file in tmp_path.iterdir()} >= {"jiyi.db", "jiyi.db-wal"}
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    await store.close()


async def test_open_makes_a_store_when_the_file_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "jiyi.db"
    path.touch()
    store = SqliteStore(path)
    await store.open()
    assert await store.users() == ()
    await store.close()


async def test_read_says_corrupt_when_pages_are_damaged(tmp_path: Path) -> None:
    path = tmp_path / "jiyi.db"
    store = SqliteStore(path)
    await store.open()
    for n in range(40):
        await store.apply("u", put(f"m{n}", body=b"%d" % n * 700))
    await store.close()
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 3 // PAGE * PAGE)
        file.write(b"\xa5" * (size // 2))
    broken = SqliteStore(path)
    with pytest.raises(StoreCorrupt, match="backup"):
        await broken.open()
        await broken.load("u")
        await broken.changes("u")
        await broken.erase("u")
    await broken.close()


async def test_write_says_busy_when_another_holds_the_file_for_too_long(store: SqliteStore, tmp_path: Path) -> None:
    await store.append("u", "s", [draft()], NOW)
    other = sqlite3.connect(tmp_path / "jiyi.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    calls = [store.append("u", "s", [draft()], NOW) for _ in range(5)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(answer, StoreBusy) for answer in answers), answers
    assert len(await store.messages("u", "s")) == 1  # reading goes on
    other.execute("ROLLBACK")
    other.close()
    assert await store.append("u", "s", [draft()], NOW) == (Appended(seq=2),)


async def test_write_refuses_alone_when_its_values_cannot_be_kept(store: SqliteStore) -> None:
    bad = [
        store.append("\ud800", "s", [draft()], NOW),
        store.append("u", "s\udfff", [draft()], NOW),
        store.append("u", "s", [draft(key="\ud800")], NOW),
        store.apply("u", Write(memories=(item("\ud800"),), changes=(change("m"),))),
        store.save_session("u", save("s", 2**70)),
        store.touch([]),
    ]
    good = [store.append("u", "s", [draft(f"{n}")], NOW) for n in range(4)]
    answers = await asyncio.gather(*bad, *good, return_exceptions=True)
    assert [type(answer) for answer in answers[:4]] == [InvalidInput] * 4
    assert isinstance(answers[4], InvalidInput | Conflict)
    assert [answer[0].seq for answer in answers[6:]] == [1, 2, 3, 4]  # type: ignore[index]
    with pytest.raises(InvalidInput):
        await store.head("\ud800")


async def test_work_that_raises_anything_reaches_its_caller_when_others_share_the_batch(store: SqliteStore) -> None:
    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM messages")
        raise KeyError("a bug")

    calls = [store.append("u", "s", [draft()], NOW), store._writer.run(broken), store.append("u", "s", [draft()], NOW)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(answers[1], KeyError)
    assert len(await store.messages("u", "s")) == 2


async def test_threads_and_files_stay_the_same_when_stores_come_and_go(tmp_path: Path) -> None:
    async def live() -> None:
        store = SqliteStore(tmp_path / "jiyi.db")
        await store.open()
        await store.append("u", "s", [draft()], NOW)
        await asyncio.gather(*(store.load("u") for _ in range(8)))
        await store.erase("u")
        await store.close()

    await live()
    files = Path("/proc/self/fd")
    if not files.exists():
        pytest.skip("this system does not show open files")
    before = len(list(files.iterdir()))
    for _ in range(10):
        await live()
    assert len(list(files.iterdir())) == before


@pytest.mark.parametrize(("before", "after"), [(None, PAGE), (4_096, 4_096)])
async def test_a_file_keeps_the_pages_it_was_made_with(tmp_path: Path, before: int | None, after: int) -> None:
    path = tmp_path / "jiyi.db"
    if before is not None:
        old = sqlite3.connect(path)
        old.executescript(f"PRAGMA page_size = {before}; VACUUM; PRAGMA journal_mode = WAL;")
        old.close()
    store = SqliteStore(path)
    await store.open()
    for number in range(30):
        await store.apply("u", put(f"m{number}", body=b"w" * 1_500))
    await store.erase("u")
    await store.close()
    assert int.from_bytes(path.read_bytes()[16:18], "big") == after
    assert b"w" * 16 not in path.read_bytes()

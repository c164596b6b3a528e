"""Group commit: calls share commits, and hear of them afterwards."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from jiyi.errors import Conflict, InvalidInput
from jiyi.rows import Appended
from jiyi.stores.sqlite import SqliteStore
from jiyi.stores.sqlite.connection import prepare
from jiyi.stores.sqlite.writer import Writer
from jiyi.testing.samples import NOW, draft, save


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = SqliteStore(tmp_path / "jiyi.db")
    await made.open()
    yield made
    await made.close()


async def traced(store: SqliteStore) -> list[str]:
    """Every statement that the writer runs from now on."""
    seen: list[str] = []
    await store._writer.alone(lambda connection: connection.set_trace_callback(seen.append))
    return seen


async def test_calls_share_a_commit_when_they_come_together(store: SqliteStore) -> None:
    seen = await traced(store)
    await asyncio.gather(*(store.append(f"u{n}", "s", [draft()], NOW) for n in range(200)))
    assert 1 <= seen.count("COMMIT") <= 20
    assert not any(statement.startswith("SAVEPOINT") for statement in seen)


async def test_calls_are_guarded_when_one_of_them_fails(store: SqliteStore) -> None:
    seen = await traced(store)
    calls = [store.append(f"u{n}", "s", [draft()], NOW) for n in range(20)]
    answers = await asyncio.gather(*calls, store.save_session("v", save("s", 3)), return_exceptions=True)
    assert isinstance(answers.pop(), Conflict)
    assert answers == [(Appended(seq=1),)] * 20
    assert any(statement.startswith("SAVEPOINT") for statement in seen)
    assert await store.users() == tuple(sorted(f"u{n}" for n in range(20)))


async def test_write_is_on_disk_when_its_call_returns(store: SqliteStore, tmp_path: Path) -> None:
    reader = sqlite3.connect(tmp_path / "jiyi.db")

    async def write(n: int) -> None:
        await store.append("u", f"s{n}", [draft()], NOW)
        found = reader.execute("SELECT count(*) FROM messages WHERE session = ?", (f"s{n}",)).fetchone()
        assert found == (1,)

    await asyncio.gather(*(write(n) for n in range(50)))
    assert reader.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    modes = await store._writer.alone(
        lambda connection: [
            connection.execute(f"PRAGMA {pragma}").fetchone()[0]
            for pragma in ("synchronous", "secure_delete", "temp_store")
        ]
    )
    assert modes == [2, 1, 2]  # FULL, ON, MEMORY
    reader.close()


async def test_write_is_kept_when_its_caller_was_cancelled(store: SqliteStore) -> None:
    call = asyncio.create_task(store.append("u", "s", [draft()], NOW))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await store.append("v", "s", [draft()], NOW)
    assert len(await store.messages("u", "s")) == 1  # it had been accepted


async def test_store_serves_several_loops_when_threads_share_it(store: SqliteStore) -> None:
    failures: list[BaseException] = []

    def live(name: str) -> None:
        async def chat() -> None:
            for n in range(20):
                await store.append(name, "s", [draft(f"{n}")], NOW)
            assert len(await store.messages(name, "s")) == 20
            await store.load(name)

        try:
            asyncio.run(chat())
        except BaseException as error:  # noqa: BLE001 - shown by the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=live, args=(f"t{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    await asyncio.gather(*(asyncio.to_thread(thread.join) for thread in threads))
    assert failures == []


async def test_appends_take_few_statements_when_they_come_together(store: SqliteStore) -> None:
    await asyncio.gather(*(store.append(f"u{n}", "s", [draft()], NOW) for n in range(64)))
    seen = await traced(store)
    await asyncio.gather(*(store.append(f"u{n}", "s", [draft()], NOW) for n in range(64)))
    # of a message: where its user stands, its session counted up, itself; `draft` brings no job
    assert len(seen) <= 64 * 3 + 2 * seen.count("COMMIT")


async def test_appends_count_on_and_keys_hold_when_a_transaction_has_several(store: SqliteStore) -> None:
    calls = [store.append("u", f"s{n % 2}", [draft(key=f"k{n // 4}")], NOW) for n in range(16)]
    answers = [one for (one,) in await asyncio.gather(*calls)]
    for session in (0, 1):
        its = answers[session::2]
        assert [one.seq for one in its] == [1, 1, 2, 2, 3, 3, 4, 4]
        assert [one.repeated for one in its] == [False, True] * 4
        assert [row.seq for row in await store.messages("u", f"s{session}")] == [1, 2, 3, 4]


async def test_appends_of_others_are_kept_when_one_cannot_be_stored(store: SqliteStore) -> None:
    calls = [store.append(f"u{n}", "s" if n != 7 else "\ud800", [draft()], NOW) for n in range(20)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(answers.pop(7), InvalidInput)
    assert answers == [(Appended(seq=1),)] * 19


async def test_first_write_waits_when_another_has_the_file_for_itself(tmp_path: Path) -> None:
    """As a process has that closes it last, and a writer after a fork may meet."""
    path = tmp_path / "jiyi.db"
    prepare(path, 1.0)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for statement in ("PRAGMA locking_mode = EXCLUSIVE", "BEGIN IMMEDIATE", "DELETE FROM notes", "COMMIT"):
        other.execute(statement)
    writer = Writer(path, 10.0)
    writer.start()
    write = asyncio.ensure_future(writer.run(lambda connection: connection.execute("DELETE FROM notes").rowcount))
    await asyncio.sleep(0.1)
    assert not write.done()
    other.close()
    assert await write == 0
    writer.stop()

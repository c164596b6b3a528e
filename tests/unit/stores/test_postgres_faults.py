"""What goes wrong with a server, and how it is said; and coming back without hands."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import psycopg
import pytest
from psycopg import errors as pg

from jiyi.errors import (
    Closed,
    Conflict,
    InvalidInput,
    JiyiError,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
)
from jiyi.stores.postgres import PostgresStore
from jiyi.stores.postgres.address import address
from jiyi.stores.postgres.faults import translate
from jiyi.testing.postgres_server import Server
from jiyi.testing.samples import NOW, draft, put
from postgres import Shared, own


@pytest.fixture
async def store(postgres: Shared) -> AsyncIterator[PostgresStore]:
    postgres.empty()
    made = PostgresStore(postgres.url())
    await made.open()
    await made.append("u", "s", [draft(b"a")], NOW)
    yield made
    await made.close()


@pytest.fixture(scope="module")
def fragile() -> Iterator[Server]:
    """A server that tests may stop and kill."""
    with own() as server:
        yield server


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (pg.DiskFull("could not extend file"), StoreFull),
        (pg.DataCorrupted("invalid page"), StoreCorrupt),
        (pg.ReadOnlySqlTransaction("cannot execute INSERT"), StoreReadOnly),
        (pg.InsufficientPrivilege("permission denied"), StoreReadOnly),
        (pg.QueryCanceled("statement timeout"), StoreBusy),
        (pg.DeadlockDetected("deadlock"), StoreBusy),
        (pg.TooManyConnections("sorry"), StoreUnreachable),
        (pg.UniqueViolation("duplicate key"), Conflict),
        (pg.NumericValueOutOfRange("bigint"), InvalidInput),
        (psycopg.OperationalError("connection refused"), StoreUnreachable),
        (pg.SyntaxError("oops"), StoreError),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_error_is_ours_when_the_server_says_it(error: psycopg.Error, expected: type[JiyiError]) -> None:
    told = translate(error, "postgresql://host/db")
    assert type(told) is expected
    assert str(told).startswith("postgresql://host/db: ")


async def test_open_says_so_when_nobody_answers() -> None:
    for url in ("postgresql://u:geheim@127.0.0.1:1/db", "postgresql://u:geheim@/db?host=/nowhere"):
        with pytest.raises(StoreUnreachable, match="Is the server running") as caught:
            await PostgresStore(url).open()
        assert "geheim" not in str(caught.value)


async def test_open_says_so_when_the_database_or_role_is_not_there(postgres: Shared) -> None:
    base = postgres.url()
    with pytest.raises(StoreUnreachable, match="nothere"):
        await PostgresStore(base.replace("/jiyi?", "/nothere?")).open()
    with pytest.raises(StoreUnreachable, match="nobodyofthatname"):
        await PostgresStore(base.replace("jiyi_test@", "nobodyofthatname@")).open()


async def test_open_says_so_when_the_password_is_wrong(fragile: Server) -> None:
    rules = fragile.folder / "data" / "pg_hba.conf"
    fragile.sql("DROP ROLE IF EXISTS walled", "CREATE ROLE walled LOGIN PASSWORD 'right'")
    rules.write_text("local all walled scram-sha-256\n" + rules.read_text())
    fragile.sql("SELECT pg_reload_conf()")
    await asyncio.sleep(0.2)
    url = fragile.url().replace("jiyi_test@", "walled:wr%C3%B6ng@")
    with pytest.raises(StoreUnreachable, match="password authentication failed") as caught:
        await PostgresStore(url).open()
    assert "wröng" not in str(caught.value)
    assert "wr%C3" not in str(caught.value)


async def test_call_is_busy_when_all_connections_are_in_use(postgres: Shared, store: PostgresStore) -> None:
    small = PostgresStore(postgres.url("connections=1&patience=0.3"))
    await small.open()
    async with asyncio.TaskGroup() as group:
        group.create_task(small._connections._often(lambda link: link.execute("SELECT pg_sleep(1)")))
        await asyncio.sleep(0.1)
        with pytest.raises(StoreBusy, match="connections="):
            await small.head("u")
    assert (await small.head("u")).generation
    await small.close()


@pytest.mark.parametrize("query", ["patience=0.3", "options=-c%20statement_timeout%3D200"])
async def test_write_is_busy_when_somebody_holds_the_user(postgres: Shared, store: PostgresStore, query: str) -> None:
    other = PostgresStore(postgres.url(query))
    await other.open()
    with psycopg.connect(postgres.url(), options="-c search_path=jiyi -c jiyi.all=on") as link:
        link.execute("SELECT * FROM users FOR UPDATE")
        with pytest.raises(StoreBusy, match="Nothing of this call was kept"):
            await other.append("u", "s", [draft(b"b")], NOW)
        assert len(await other.messages("u", "s")) == 1  # readers do not wait
    await other.append("u", "s", [draft(b"c")], NOW)
    assert [row.body for row in await other.messages("u", "s")] == [b"a", b"c"]
    await other.close()


async def test_write_is_refused_when_the_server_only_reads(postgres: Shared, store: PostgresStore) -> None:
    standby = PostgresStore(postgres.url("options=-c%20default_transaction_read_only%3Don"))
    await standby.open()
    assert len(await standby.messages("u", "s")) == 1
    with pytest.raises(StoreReadOnly, match="primary"):
        await standby.append("u", "s", [draft(b"b")], NOW)
    assert len(await standby.messages("u", "s")) == 1
    await standby.close()


async def test_commits_wait_for_the_disk_when_the_role_would_not(
    postgres: Shared, store: PostgresStore, caplog: pytest.LogCaptureFixture
) -> None:
    hasty = PostgresStore(postgres.url("options=-c%20synchronous_commit%3Doff"))
    await hasty.open()
    assert "synchronous_commit" in caplog.text
    cursor = await hasty._connections._often(lambda link: link.execute("SHOW synchronous_commit"))
    assert await cursor.fetchall() == [("on",)]
    await hasty.close()


@pytest.mark.parametrize("end", [Server.kill, pytest.param(Server.stop, marks=pytest.mark.slow)])
async def test_calls_wait_when_the_server_restarts(fragile: Server, end: Callable[[Server], None]) -> None:
    store = PostgresStore(fragile.url(query="patience=20"))
    await store.open()
    session = end.__name__
    await asyncio.gather(*(store.append(f"u{n}", session, [draft(b"a", key="a")], NOW) for n in range(8)))
    await asyncio.to_thread(end, fragile)
    calls = [asyncio.create_task(store.append(f"u{n}", session, [draft(b"b")], NOW)) for n in range(4)]
    calls.append(asyncio.create_task(store.load("u0")))
    await asyncio.sleep(0.3)
    assert not any(call.done() for call in calls)
    await asyncio.to_thread(fragile.start)
    await asyncio.gather(*calls)
    for n in range(4):
        assert [row.body for row in await store.messages(f"u{n}", session)] == [b"a", b"b"]
    await store.close()


SLOW_COMMIT = """
CREATE OR REPLACE FUNCTION jiyi.linger() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep({seconds}); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT OR UPDATE ON jiyi.{table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION jiyi.linger();
"""
BUSY = "application_name = 'jiyi' AND wait_event = 'PgSleep'"


@contextmanager
def slow_commits(server: Server, seconds: float) -> Iterator[None]:
    """Until its end every commit of a message or a change takes so long, as on a disk that hardly moves."""
    tables = ("messages", "changes")
    server.sql(*(SLOW_COMMIT.format(table=table, seconds=seconds) for table in tables), database="jiyi")
    try:
        yield
    finally:
        server.sql(*(f"DROP TRIGGER slow_commit ON jiyi.{table}" for table in tables), database="jiyi")


@pytest.fixture
async def lingering(fragile: Server) -> AsyncIterator[PostgresStore]:
    """A store whose users are in the middle of their commit for half a minute, once they have written."""
    made = PostgresStore(fragile.url(query="patience=20"))
    await made.open()
    await made.append("slow", "s", [draft(b"a")], NOW)
    with slow_commits(fragile, 30):
        yield made
    await made.close()


async def test_writes_are_kept_or_busy_when_the_disk_hardly_moves(fragile: Server) -> None:
    """Whoever has a connection waits for the disk and is kept; whoever gets none hears so, and nothing of it is."""
    store = PostgresStore(fragile.url(query="connections=3&patience=1"))
    await store.open()
    await store.append("slow disk", "s", [draft(b"first")], NOW)
    users = [f"slow disk {n}" for n in range(3)]
    with slow_commits(fragile, 5):
        calls = [asyncio.create_task(store.append(user, "s", [draft(b"a")], NOW)) for user in users]
        async with asyncio.timeout(60):
            await backends(fragile, 3)
            with pytest.raises(StoreBusy, match="connections="):
                await store.append("slow disk", "s", [draft(b"late")], NOW)
            with pytest.raises(StoreBusy, match="connections="):
                await store.head("slow disk")
            assert [(await call)[0].seq for call in calls] == [1, 1, 1]
    await store.append("slow disk", "s", [draft(b"again")], NOW)
    assert [row.body for row in await store.messages("slow disk", "s")] == [b"first", b"again"]
    await store.close()


async def test_calls_wait_their_turn_when_there_are_more_than_connections(postgres: Shared) -> None:
    postgres.empty()
    store = PostgresStore(postgres.url("connections=2"))
    await store.open()
    calls = [store.append(f"u{n % 7}", "s", [draft(f"{n}")], NOW) for n in range(100)]
    await asyncio.gather(*calls, *(store.load(f"u{n % 7}") for n in range(100)))
    assert sum([len(await store.messages(f"u{n}", "s")) for n in range(7)]) == 100
    await store.close()


async def test_others_are_kept_once_when_one_of_many_writers_is_locked(postgres: Shared, store: PostgresStore) -> None:
    users = ["u", *(f"many {n}" for n in range(60))]
    with psycopg.connect(postgres.url(), options="-c search_path=jiyi -c jiyi.all=on") as link:
        link.execute("SELECT * FROM users WHERE \"user\" = 'u' FOR UPDATE")
        calls = {
            user: [asyncio.create_task(store.append(user, "s", [draft(f"{n}")], NOW)) for n in range(3)]
            for user in users[::-1]
        }
        async with asyncio.timeout(60):
            await asyncio.gather(*(call for user in users[1:] for call in calls[user]))
        assert not any(call.done() for call in calls["u"])
    await asyncio.gather(*calls["u"])
    for user in users[1:]:
        assert sorted(row.body for row in await store.messages(user, "s")) == [b"0", b"1", b"2"]
    assert len(await store.messages("u", "s")) == 4


async def backends(fragile: Server, least: int = 1) -> list[int]:
    """Processes of the server that are in the middle of a commit."""
    while True:
        with psycopg.connect(fragile.url(user="postgres")) as link:
            rows = link.execute(f"SELECT pid FROM pg_stat_activity WHERE {BUSY}").fetchall()  # type: ignore[arg-type]
        if len(rows) >= least:
            return [row[0] for row in rows]
        await asyncio.sleep(0.05)


async def test_write_says_that_it_is_unknown_when_the_connection_breaks_in_a_commit(
    fragile: Server, lingering: PostgresStore
) -> None:
    """Of a server that died in the middle nobody knows what it had kept."""
    calls = [
        asyncio.create_task(lingering.append("slow", "s", [draft(b"b")], NOW)),
        asyncio.create_task(lingering.apply("slower", put("m"))),
    ]
    async with asyncio.timeout(60):
        os.kill((await backends(fragile, 2))[0], signal.SIGKILL)  # the server ends all others then, and starts anew
        for call in calls:
            with pytest.raises(StoreUnreachable, match="not known whether"):
                await call
    assert [row.body for row in await lingering.messages("slow", "s")] == [b"a"]  # and the next call has a connection


async def test_write_is_kept_once_when_idle_connections_were_ended(postgres: Shared, store: PostgresStore) -> None:
    """What was not sent yet cannot have been kept: no call hears of it."""
    users = [f"u{n}" for n in range(6)]
    await asyncio.gather(*(store.append(user, "s", [draft(b"a")], NOW) for user in users))
    await ended(postgres)
    await asyncio.gather(*(store.append(user, "s", [draft(b"b")], NOW) for user in users))
    await ended(postgres)
    await asyncio.gather(*(store.apply(user, put("m")) for user in users))
    for user in users:
        assert [row.body for row in await store.messages(user, "s")][-2:] == [b"a", b"b"]
        assert (await store.head(user)).version == 1


async def ended(postgres: Shared) -> None:
    """Ends all connections of stores, and returns when they are gone."""
    postgres.rows("SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE application_name = 'jiyi'")
    await asyncio.sleep(0)


async def test_cancelled_call_leaves_the_connection_sound(postgres: Shared, store: PostgresStore) -> None:
    small = PostgresStore(postgres.url("connections=1"))
    await small.open()
    for wait in (0.0, 0.001, 0.002, 0.004, 0.008):
        call = asyncio.create_task(small.apply("u", put(*(f"m{n}" for n in range(50)))))
        await asyncio.sleep(wait)
        call.cancel()
        await asyncio.wait((call,))
        loaded = await small.load("u")
        assert loaded.head.version % 50 == 0
    await small.close()
    with pytest.raises(Closed):
        await small.head("u")


async def test_workers_hear_of_work_when_another_process_queues_it(postgres: Shared, store: PostgresStore) -> None:
    other = PostgresStore(postgres.url())
    await other.open()
    heard = asyncio.Event()
    store.hear(heard.set)
    await asyncio.wait_for(heard.wait(), 5)  # once when it begins to listen
    heard.clear()
    await other.append("u", "s", [draft(b"no job")], NOW)
    await asyncio.sleep(0.1)
    assert not heard.is_set()
    await other.append("u", "s", [draft(job="j")], datetime.now(UTC))
    await asyncio.wait_for(heard.wait(), 5)
    postgres.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    heard.clear()
    await asyncio.wait_for(heard.wait(), 5)  # listens again
    await other.close()


async def test_call_ends_as_cancelled_when_told_to_end_inside_a_statement(store: PostgresStore) -> None:
    """A driver tells it as an error of the statement, or not at all; a loop around the call would go on for ever."""
    for wait in (0.0, 0.001, 0.05):
        call = asyncio.create_task(store._connections._often(lambda link: link.execute("SELECT pg_sleep(60)")))
        await asyncio.sleep(wait)
        call.cancel()
        await asyncio.wait((call,), timeout=20)
        assert call.cancelled()
    assert (await store.head("u")).generation


UNCLOSED = """
import asyncio, sys
from jiyi.memory import AsyncMemory
from jiyi.settings import Settings

async def main():
    memory = await AsyncMemory.open(sys.argv[1], Settings(embedder="none"))
    await memory.session("u", "s").add("user", "I live in Graz.")
    raise SystemExit(3)

asyncio.run(main())
"""


@pytest.mark.slow
def test_program_ends_when_it_was_left_without_closing(postgres: Shared) -> None:
    postgres.empty()
    call = [sys.executable, "-c", UNCLOSED, postgres.url()]
    running = [subprocess.Popen(call, stderr=subprocess.DEVNULL) for _ in range(4)]
    try:
        assert [one.wait(60) for one in running] == [3] * 4
    finally:
        for one in running:
            one.kill()
            one.wait()


def test_url_is_read_when_it_names_more_than_a_place() -> None:
    found = address("postgresql://ann:p%40ss@db.example:6000/mem?schema=a&connections=3&patience=1.5&sslmode=require")
    assert (found.schema, found.connections, found.patience) == ("a", 3, 1.5)
    assert found.place == "postgresql://db.example:6000/mem?schema=a"
    assert found.options["sslmode"] == "require"
    assert found.options["password"] == "p@ss"
    assert "p@ss" not in repr(found)
    for url in (
        "postgresql://h/d?schema=A",
        "postgresql://h/d?schema=a;b",
        "postgresql://h/d?connections=0",
        "postgresql://h/d?connections=x",
        "postgresql://h/d?patience=nan",
        "postgresql://u:geheim@h/d?no_such=1",
    ):
        with pytest.raises(InvalidInput) as caught:
            address(url)
        assert "geheim" not in str(caught.value)

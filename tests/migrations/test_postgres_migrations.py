"""Making and changing the tables of a PostgreSQL store: many at once, half-way failures, older programs beside."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator

import psycopg
import pytest

from jiyi.errors import JiyiError, SchemaTooNew, StoreBusy, StoreError
from jiyi.stores.postgres import PostgresStore, migrating
from jiyi.stores.postgres.address import address
from jiyi.stores.postgres.connections import Connections
from jiyi.testing.postgres_server import Server
from jiyi.testing.samples import NOW, draft, put
from postgres import Shared, own

SCHEMA = "jiyi_migrations"
BASE = migrating.migrations()
NEWEST = BASE[-1].number
ALL = [(number,) for number in range(1, NEWEST + 1)]
KILL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE query LIKE '%pg_sleep(30)%' AND pid <> pg_backend_pid()"
)


@pytest.fixture
def url(postgres: Shared) -> Iterator[str]:
    postgres.drop(SCHEMA)
    yield postgres.url(f"schema={SCHEMA}&patience=20")
    postgres.drop(SCHEMA)


async def migrate(url: str, *steps: migrating.Migration) -> None:
    connection = await Connections(address(url)).connect()
    try:
        await migrating.prepare(connection, address(url), steps)
    finally:
        await connection.close()


def step(script: str, oldest: int = 1, number: int = NEWEST + 1) -> migrating.Migration:
    return migrating.migration(number, "test", f"-- oldest: {oldest}\n{script}")


def version(postgres: Shared) -> object:
    return postgres.rows(f"SELECT max(number) FROM {SCHEMA}.migrations")[0][0]


def test_migrations_are_numbered_without_gaps() -> None:
    found = migrating.migrations()
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    assert all(1 <= one.oldest <= one.number for one in found)
    with pytest.raises(ValueError, match="oldest"):
        migrating.migration(1, "x", "CREATE TABLE t ()")


async def test_one_migrates_when_many_open_at_once(url: str, postgres: Shared) -> None:
    stores = [PostgresStore(url) for _ in range(6)]
    await asyncio.gather(*(store.open() for store in stores))
    for n, store in enumerate(stores):
        await store.append("u", "s", [draft(f"{n}")], NOW)
    assert len(await stores[0].messages("u", "s")) == 6
    await asyncio.gather(*(store.close() for store in stores))
    assert postgres.rows(f"SELECT number FROM {SCHEMA}.migrations") == ALL


@pytest.mark.slow
def test_one_migrates_when_processes_open_at_once(url: str, postgres: Shared) -> None:
    code = (
        "import asyncio, sys; from jiyi.stores.postgres import PostgresStore\n"
        "async def opened(store):\n    await store.open()\n    await store.close()\n"
        "asyncio.run(opened(PostgresStore(sys.argv[1])))"
    )
    started = [subprocess.Popen([sys.executable, "-c", code, url], stderr=subprocess.PIPE) for _ in range(4)]
    for process in started:
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
    assert postgres.rows(f"SELECT number FROM {SCHEMA}.migrations") == ALL


async def test_failed_migration_leaves_nothing_when_it_breaks_half_way(url: str, postgres: Shared) -> None:
    await migrate(url, *BASE)
    broken = step("CREATE TABLE half (a int); INSERT INTO half VALUES (1); SELECT 1 / 0;")
    for _ in range(2):  # trying again is safe
        with pytest.raises(
            JiyiError, match=rf"migration {NEWEST + 1} \(test\) failed and nothing of it was kept"
        ) as caught:
            await migrate(url, *BASE, broken)
        assert "division by zero" in str(caught.value)
    assert version(postgres) == NEWEST
    assert postgres.rows(f"SELECT to_regclass('{SCHEMA}.half')") == [(None,)]
    store = PostgresStore(url)  # the program of before goes on
    await store.open()
    await store.append("u", "s", [draft()], NOW)
    await store.close()
    await migrate(url, *BASE, step("CREATE TABLE half (a int);"))
    assert version(postgres) == NEWEST + 1


async def test_migration_is_done_again_when_its_process_died(url: str, postgres: Shared) -> None:
    await migrate(url, *BASE)
    slow = step("CREATE TABLE half (a int); SELECT pg_sleep(30);")
    dying = asyncio.create_task(migrate(url, *BASE, slow))
    await asyncio.sleep(0.5)
    waiting = asyncio.create_task(migrate(url, *BASE, step("CREATE TABLE half (a int);")))
    await asyncio.sleep(0.2)
    assert not waiting.done()  # one at a time
    postgres.rows(KILL)
    with pytest.raises(StoreError):
        await dying
    await waiting
    assert version(postgres) == NEWEST + 1


@pytest.mark.slow
async def test_migration_is_done_again_when_the_server_died_in_it() -> None:
    """Half of its tables were made, and a row was rewritten; nothing of that is there afterwards."""
    with own() as fragile:
        await _die_in_migration(fragile)


async def _asleep(server: Server) -> None:
    """Returns when a migration has come to its sleep."""
    while True:
        with psycopg.connect(server.url(user="postgres"), autocommit=True) as link:
            if link.execute("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'").rowcount:
                return
        await asyncio.sleep(0.05)


async def _die_in_migration(fragile: Server) -> None:
    url = fragile.url(query="patience=60")
    await migrate(url, *BASE)
    store = PostgresStore(url)
    await store.open()
    await store.append("u", "s", [draft(b"a")], NOW)
    await store.close()
    script = "CREATE TABLE half (a int); UPDATE messages SET body = 'gone'; SELECT pg_sleep(30);"
    dying = asyncio.create_task(migrate(url, *BASE, step(script)))
    async with asyncio.timeout(60):
        await _asleep(fragile)
        await asyncio.to_thread(fragile.kill)
        with pytest.raises(StoreError):
            await dying
        await asyncio.to_thread(fragile.start)
        await migrate(url, *BASE, step("CREATE TABLE half (a int);"))  # nobody had to mend anything
    again = PostgresStore(url)
    await again.open()
    assert [row.body for row in await again.messages("u", "s")] == [b"a"]
    await again.close()


async def test_older_program_goes_on_when_a_newer_one_migrates(url: str) -> None:
    old = PostgresStore(url)
    await old.open()
    await old.append("u", "s", [draft(b"a")], NOW)

    async def busy() -> None:
        for n in range(40):
            await old.append("u", "s", [draft(f"{n}")], NOW)
            await old.apply("u", put(f"m{n}"))

    compatible = step("ALTER TABLE items ADD COLUMN later bigint NOT NULL DEFAULT 0;")
    await asyncio.gather(busy(), migrate(url, *BASE, compatible))
    assert (await old.load("u")).head.version == 40
    await old.close()
    again = PostgresStore(url)  # the older program, started anew
    await again.open()
    assert len((await again.load("u")).memories) == 40
    await again.close()
    await migrate(url, *BASE, compatible, step("SELECT 1;", oldest=NEWEST + 2, number=NEWEST + 2))
    with pytest.raises(SchemaTooNew, match="pip install -U jiyi"):
        await PostgresStore(url).open()


async def test_migration_gives_up_when_others_hold_the_tables(url: str, postgres: Shared) -> None:
    await migrate(url, *BASE)
    hurried = url.replace("patience=20", "patience=0.5")
    with postgres._emptier.transaction():
        postgres.rows(f"LOCK TABLE {SCHEMA}.items IN ACCESS SHARE MODE")
        with pytest.raises(StoreBusy, match="waits for others"):
            await migrate(hurried, *BASE, step("ALTER TABLE items ADD COLUMN later bigint;"))
    assert version(postgres) == NEWEST


async def test_open_refuses_when_the_schema_is_of_another_program(url: str, postgres: Shared) -> None:
    postgres.rows(f"CREATE SCHEMA {SCHEMA}")
    postgres.rows(f"CREATE TABLE {SCHEMA}.users (a int)")
    with pytest.raises(StoreError, match="another program"):
        await PostgresStore(url).open()
    assert postgres.rows(f"SELECT to_regclass('{SCHEMA}.items')") == [(None,)]

"""Row-level security: a second lock, which holds even when a statement is wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator

import psycopg
import pytest
from psycopg import errors as pg

from jiyi.errors import InvalidInput
from jiyi.stores.postgres import PostgresStore
from jiyi.stores.postgres.address import address
from jiyi.stores.postgres.connections import Connections, about
from jiyi.stores.postgres.names import LONGEST, is_short, short
from jiyi.stores.postgres.queries import SQL
from jiyi.testing.samples import MINUTE, NOW, draft, put, save
from postgres import Shared

TABLES = ("users", "sessions", "session_bodies", "messages", "items", "changes", "jobs")


@pytest.fixture
async def store(postgres: Shared) -> AsyncIterator[PostgresStore]:
    postgres.empty()
    made = PostgresStore(postgres.url())
    await made.open()
    for user in ("ann", "bob"):
        await made.append(user, "s", [draft(user.encode(), key="k", job="j")], NOW)
        await made.save_session(user, save("s", 0))
        await made.apply(user, put("m"))
    yield made
    await made.close()


async def test_rows_of_others_are_out_of_reach_when_a_statement_forgets_the_user(
    store: PostgresStore, postgres: Shared
) -> None:
    with psycopg.connect(postgres.url(), options="-c search_path=jiyi") as link:
        for table in TABLES:
            assert link.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), "no user named: no rows"
        link.execute(SQL["for_user"], {"user": "ann"})
        for table in TABLES:
            assert {row[0] for row in link.execute(f'SELECT "user" FROM {table}')} == {"ann"}, table
            assert link.execute(f"""UPDATE {table} SET "user" = "user" WHERE "user" = 'bob'""").rowcount == 0
            assert link.execute(f"""DELETE FROM {table} WHERE "user" = 'bob' OR true""").rowcount > 0
        for table in TABLES:
            assert link.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    assert [row.body for row in await store.messages("bob", "s")] == [b"bob"]
    assert (await store.jobs(user="bob")).total == 1


async def test_rows_cannot_be_given_to_others_when_written(store: PostgresStore, postgres: Shared) -> None:
    with psycopg.connect(postgres.url(), options="-c search_path=jiyi", autocommit=True) as link:
        for wrong in (
            """INSERT INTO removals VALUES ('bob', 'x', 1)""",
            """UPDATE items SET "user" = 'bob' WHERE "user" = 'ann'""",
        ):
            with pytest.raises(pg.InsufficientPrivilege), link.transaction():
                link.execute(SQL["for_user"], {"user": "ann"})
                link.execute(wrong)


async def test_a_part_by_itself_shows_nothing(store: PostgresStore, postgres: Shared) -> None:
    with psycopg.connect(postgres.url(), options="-c search_path=jiyi") as link:
        link.execute(SQL["for_all"])
        assert link.execute("SELECT count(*) FROM items").fetchone() == (2,)
        assert sum(link.execute(f"SELECT count(*) FROM items_{n}").fetchone() == (0,) for n in range(16)) == 16


async def test_the_user_of_a_transaction_is_forgotten_when_it_ends(postgres: Shared) -> None:
    connections = Connections(address(postgres.url("connections=1")))
    await connections.open()
    await connections.read(about("ann"), ("head", {"user": "ann"}))
    rows = await connections._often(lambda link: read(link))
    assert rows == [("",)]
    await connections.close()


async def read(link: psycopg.AsyncConnection) -> list[tuple[object, ...]]:
    return await (await link.execute("SELECT current_setting('jiyi.user', true)")).fetchall()


async def test_store_works_when_its_role_may_only_read_and_write_rows(store: PostgresStore, postgres: Shared) -> None:
    """The role of the programs need not own the tables, once another has made them."""
    if postgres.server is None:
        pytest.skip("only on a server where roles can be made")
    postgres.server.sql("DROP ROLE IF EXISTS jiyi_app", "CREATE ROLE jiyi_app LOGIN")
    for grant in (
        "GRANT USAGE ON SCHEMA jiyi TO jiyi_app",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA jiyi TO jiyi_app",
    ):
        postgres.rows(grant)
    small = PostgresStore(postgres.server.url(user="jiyi_app"))
    await small.open()
    await small.append("u", "s", [draft(job="j")], NOW)
    await small.apply("u", put("m"))
    assert [one.id for one in await small.claim("w", NOW, MINUTE)] == ["j"]
    assert (await small.stats())["users"]
    assert (await small.erase("u")).leftovers == 0
    await small.close()
    with psycopg.connect(postgres.server.url(user="jiyi_app")) as connection, pytest.raises(pg.InsufficientPrivilege):
        connection.execute("DROP TABLE jiyi.items")
    for revoke in ("REVOKE ALL ON ALL TABLES IN SCHEMA jiyi FROM jiyi_app", "REVOKE ALL ON SCHEMA jiyi FROM jiyi_app"):
        postgres.rows(revoke)


@pytest.mark.parametrize(
    "name",
    [
        "记" * 512,
        "👩‍👩‍👧" * 128,
        "".join(chr(0x4E00 + n * 7 % 20_000) for n in range(1_000)),  # which compresses badly
        "ｆｕｌｌ　ｗｉｄｔｈ",
        "x" * 1_000,
        "'; DROP TABLE items; --" * 40,
        short("y" * 5_000),  # looks like what stands for a long one
    ],
    ids=lambda name: ascii(name)[:20],
)
async def test_names_are_kept_whole_when_longer_than_an_index_holds(postgres: Shared, name: str) -> None:
    postgres.empty()
    store = PostgresStore(postgres.url())
    await store.open()
    twin = "!" + name
    for each in (name, twin):
        await store.append(each, each, [draft(each, key=each, job=each)], NOW)
        assert (await store.append(each, each, [draft(each, key=each)], NOW))[0].repeated
        await store.save_session(each, save(each, 0))
        await store.apply(each, put(each, "other"))
    assert await store.users() == tuple(sorted((name, twin)))
    assert await store.users(after=twin) == (name,)
    assert [row.key for row in await store.messages(name, name)] == [name]
    assert [row.id for row in await store.sessions(name)] == [name]
    session = await store.session(name, name)
    assert session is not None and session.id == name
    assert {row.id for row in (await store.load(name)).memories} == {name, "other"}
    assert [row.id for row in await store.fetch(name, ["other", name])] == ["other", name]
    assert [row.ref for row in await store.changes(name, ref=name)] == [name]
    await store.claim("w", NOW, MINUTE)  # the twin's, whose name comes first
    (job,) = await store.claim("w", NOW, MINUTE)
    assert (job.user, job.session, job.id) == (name, name, name)
    await store.postpone(name, [name], "w", due_at=None, error="a\x00\ud800b")
    assert [(its.id, its.error) for its in (await store.jobs(user=name)).jobs] == [(name, "a\ufffd?b")]
    assert (await store.erase(name)).leftovers == 0
    assert await store.users() == (twin,)
    await store.close()


@pytest.mark.parametrize("name", ["a\x00b", "\ud800"], ids=ascii)
async def test_names_are_refused_when_no_store_can_keep_them(store: PostgresStore, name: str) -> None:
    for call in (
        store.append(name, "s", [draft()], NOW),
        store.append("u", name, [draft()], NOW),
        store.append("u", "s", [draft(key=name)], NOW),
        store.apply("u", put(name)),
        store.messages(name, "s"),
        store.head(name),
        store.erase(name),
        store.users(after=name),
        store.note(name, "x"),
        store.fetch("u", [name]),
    ):
        with pytest.raises(InvalidInput):
            await call


def test_short_names_stand_for_one_long_name_each() -> None:
    names = ["a" * n for n in range(LONGEST - 2, LONGEST + 5)] + ["é" * LONGEST, "é" * LONGEST + "e"]
    assert len({short(name) for name in names}) == len(names)
    for name in names:
        stored = short(name)
        assert len(stored.encode()) <= LONGEST
        assert is_short(stored) == (stored != name)
        assert stored == name or short(stored) != stored

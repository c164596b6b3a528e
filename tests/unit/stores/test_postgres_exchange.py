"""Batches on a connection: values as the server reads them, and what is left after one that failed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from psycopg import DataError
from psycopg import errors as pg
from psycopg.pq import PipelineStatus, TransactionStatus

from jiyi.rows import MessageDraft
from jiyi.stores.postgres import PostgresStore, values
from jiyi.stores.postgres.connections import about
from jiyi.stores.postgres.exchange import Wire
from jiyi.stores.postgres.queries import STATEMENTS
from postgres import Shared

END_ALL = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND datname = current_database() AND backend_type = 'client backend'"""


@pytest.fixture
async def wire(postgres: Shared, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wire]:
    postgres.empty()
    store = PostgresStore(postgres.url())
    await store.open()
    await store.close()
    more = {
        "echo": "SELECT %(one)s, %(texts)s::text[], %(numbers)s::bigint[], %(bodies)s::bytea[]",
        "wrong": "SELECT 1 / %(zero)s",
        "setting": "SELECT current_setting('jiyi.user', true)",
    }
    for name, text in more.items():
        monkeypatch.setitem(STATEMENTS, name, values.statement(text))
    made = await Wire.connect(postgres.url(), autocommit=True, options="-c search_path=jiyi")
    yield made
    await made.close()


def echo(one: Any, texts: list[Any], numbers: list[Any], bodies: list[Any]) -> tuple[str, dict[str, Any]]:
    return "echo", {"one": one, "texts": texts, "numbers": numbers, "bodies": bodies}


@pytest.mark.parametrize("one", ["记忆", "", "NULL", "{a,b}", 2**63 - 1, -(2**63), True, False, b"\x00\xff", b"", None])
async def test_values_come_back_when_they_are_sent(wire: Wire, one: object) -> None:
    lists: tuple[list[Any], ...] = (["a", "", None, "“引号”", '"', "\\"], [0, -1, None, 2**62], [b"", b"\x00", None])
    for given in (lists, ([], [], []), ([None], [None], [None])):
        (answer,) = await wire.exchange([echo(one, *given)])
        assert answer.rows == [(one, *given)]


@pytest.mark.parametrize(
    ("one", "error"), [(2**63, DataError), (1.5, DataError), ("\ud800", UnicodeEncodeError), ("a\x00b", DataError)]
)
async def test_connection_is_sound_when_a_value_cannot_be_kept(wire: Wire, one: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        await wire.exchange([echo(one, [], [], [])])
    assert wire.pgconn.transaction_status == TransactionStatus.IDLE
    assert (await wire.exchange([echo(1, [], [], [])]))[0].value == 1


async def test_batch_tells_the_first_error_when_statements_fail(wire: Wire) -> None:
    user = ("add_user", {"user": "ann", "generation": 1})
    for _ in range(2):  # what was prepared behind the failure is prepared the next time
        with pytest.raises(pg.DivisionByZero):
            await wire.exchange([about("ann"), user, ("wrong", {"zero": 0}), ("head", {"user": "ann"})])
        assert wire.pgconn.pipeline_status == PipelineStatus.OFF
        assert wire.pgconn.transaction_status == TransactionStatus.IDLE
    _, head = await wire.exchange([about("ann"), ("head", {"user": "ann"})])
    assert head.rows == [], "a batch is whole or not at all"


async def test_batches_are_answered_each_by_itself_when_one_of_many_fails(wire: Wire) -> None:
    batches = [[about(str(n)), echo(n, [str(n)], [], []), ("head", {"user": "ann"})] for n in range(40)]
    batches[7].insert(1, ("wrong", {"zero": 0}))
    batches[9] = [("head", {"user": "ann"}), ("setting", {})]
    for _ in range(2):  # what was not prepared behind the failure is prepared the next time
        found = await wire.exchange_many(batches)
        assert found.pop(7) is None
        last = found.pop(8)
        assert last is not None
        assert last[1].value in (None, ""), "whose rows a batch is about ends with it"
        assert [one[1].value for one in found if one] == [n for n in range(40) if n not in (7, 9)]
        assert wire.pgconn.transaction_status == TransactionStatus.IDLE
    assert (await wire.exchange([echo(1, [], [], [])]))[0].value == 1


async def test_reads_go_together_when_many_wait(postgres: Shared) -> None:
    postgres.empty()
    store = PostgresStore(postgres.url())
    await store.open()
    at = datetime(2026, 1, 1, tzinfo=UTC)
    for user in range(30):
        drafts = [MessageDraft(body=f"{user}:{n}".encode()) for n in range(user + 1)]
        await store.append(f"user-{user}", "talk", drafts, at)
    reads = [asyncio.create_task(store.messages(f"user-{user}", "talk")) for user in range(30) for _ in range(4)]
    await asyncio.sleep(0)
    for given_up in reads[3::11]:
        given_up.cancel()
    found = await asyncio.gather(*reads, return_exceptions=True)
    for place, rows in enumerate(found):
        if place % 11 == 3:
            assert isinstance(rows, asyncio.CancelledError)
        else:
            assert not isinstance(rows, BaseException)
            assert [row.body for row in rows] == [f"{place // 4}:{n}".encode() for n in range(place // 4 + 1)]
    await store.close()


async def test_reads_are_answered_when_connections_are_ended_under_them(postgres: Shared) -> None:
    postgres.empty()
    store = PostgresStore(postgres.url())
    await store.open()
    await store.append("ann", "talk", [MessageDraft(body=b"kept")], datetime(2026, 1, 1, tzinfo=UTC))
    for _ in range(5):
        reads = [asyncio.create_task(store.messages("ann", "talk")) for _ in range(60)]
        await asyncio.sleep(0.002)
        postgres.rows(END_ALL)
        for rows in await asyncio.gather(*reads):
            assert [row.body for row in rows] == [b"kept"]
    await store.close()


async def test_statement_is_prepared_once_when_it_runs_often(wire: Wire) -> None:
    for number in range(5):
        await wire.exchange([echo(number, ["x"], [1], [b"x"]), echo(number, [], [], [])])
    rows = await (await wire.execute("SELECT name FROM pg_prepared_statements WHERE name LIKE 'jiyi%'")).fetchall()
    assert len(rows) == 1


async def test_connection_is_given_up_when_the_server_ends_it(wire: Wire, postgres: Shared) -> None:
    postgres.rows(f"SELECT pg_terminate_backend({wire.info.backend_pid})")
    with pytest.raises(psycopg.OperationalError):
        await wire.exchange([about("ann"), ("head", {"user": "ann"})])
    assert wire.broken

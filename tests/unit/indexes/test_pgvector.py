"""pgvector finds what is near in one user's partition, whatever way the planner takes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import psycopg
import pytest

from jiyi.indexes.engines import pgvector
from jiyi.indexes.engines.blocking import key_of
from jiyi.indexes.engines.pgvector import PgvectorIndex, find
from jiyi.testing.candidates_contract import WIDTH, around, fill, head, none, rows
from postgres import Shared

pytestmark = pytest.mark.slow
SIZE = 3_000


@pytest.fixture
async def url(postgres: Shared) -> AsyncIterator[str]:
    """Two large users and ten small ones."""
    if postgres.server is not None:
        postgres.server.sql("CREATE EXTENSION IF NOT EXISTS vector", database="jiyi")
    postgres.drop("vectors")
    url = postgres.url("schema=vectors")
    index = PgvectorIndex(url)
    await index.open()
    for number in range(12):
        size = SIZE if number < 2 else 50
        await fill(index, f"u{number}", rows(around(size, seed=number)), head(1))
    await index.close()
    yield url
    postgres.drop("vectors")


def plan(link: psycopg.Connection[tuple[object, ...]], user: str, **more: object) -> str:
    asked = {"user": key_of(user), "vector": vector(), "k": 20, "upto": None, "without": None, **more}
    return "\n".join(str(line[0]) for line in link.execute(f"EXPLAIN {find(WIDTH)}", asked))


def vector() -> str:
    return "[" + ",".join(str(one) for one in around(1, seed=77)[0].tolist()) + "]"


def partitions(plan: str) -> set[str]:
    """Users whose rows a plan touches."""
    return {f"u{number}" for number in range(12) if f"candidates_{key_of(f'u{number}')}" in plan}


async def test_search_stays_in_one_users_partition_when_planned(postgres: Shared, url: str) -> None:
    with psycopg.connect(postgres.url(), options="-c search_path=vectors,public") as link:
        link.execute("ANALYZE candidates")
        link.execute(pgvector.SURELY)
        assert partitions(plan(link, "u0")) == {"u0"}
        assert partitions(plan(link, "u5")) == {"u5"}
        assert partitions(plan(link, "u0", upto=5_000_000, without=3)) == {"u0"}
        link.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")  # as with more rows than these
        large = plan(link, "u0")
        assert f"Index Scan using candidates_{key_of('u0')}_graph" in large, "the graph of this user alone"
        assert partitions(large) == {"u0"}


async def test_search_stays_in_one_users_partition_when_the_plan_is_for_any_user(postgres: Shared, url: str) -> None:
    with psycopg.connect(postgres.url(), options="-c search_path=vectors,public") as link:
        link.execute("ANALYZE candidates")
        link.execute(pgvector.SURELY)
        link.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        link.execute(
            f"PREPARE any_user (text, text) AS {find(WIDTH)}".replace("%(user)s", "$1")
            .replace("%(vector)s", "$2")
            .replace("%(upto)s", "NULL")
            .replace("%(without)s", "NULL")
            .replace("%(k)s", "20")
        )
        ran = link.execute(f"EXPLAIN (ANALYZE, COSTS OFF) EXECUTE any_user ('{key_of('u1')}', '{vector()}')")
        lines = [str(line[0]) for line in ran.fetchall()]
        touched = [line for line in lines if "Scan" in line and "never executed" not in line]
        assert partitions("\n".join(touched)) == {"u1"}
        assert any("Subplans Removed: 11" in line for line in lines)


async def test_take_keeps_the_newer_when_another_process_was_faster(url: str) -> None:
    one, other = PgvectorIndex(url), PgvectorIndex(url)
    await one.open()
    await other.open()
    await one.take("u5", head(9), none(), ["e0"])
    await other.take("u5", head(4), rows(around(2, seed=1)))  # from a reading before that: e0 was still there
    assert await other.taken("u5") == head(9)
    assert await other.count("u5") == 48
    await one.close()
    await other.close()


async def test_search_goes_on_when_the_connection_was_cut(postgres: Shared, url: str) -> None:
    index = PgvectorIndex(url)
    await index.open()
    postgres.rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        f" AND pid = {index._link.info.backend_pid}"
    )
    with pytest.raises(Exception, match="pgvector"):
        await index.count("u5")
    assert await index.count("u5") == 50
    await index.close()


@pytest.mark.parametrize("name", ["TAKEN", "NOTE", "FORGET", "GONE", "COUNT", "FIND", "PUT"])
def test_statement_names_the_user_when_it_touches_rows(name: str) -> None:
    statement = getattr(pgvector, name)
    assert '"user"' in statement
    assert "%(user)s" in statement or name == "PUT"  # which fills that user's partition alone

"""Every store and the oracle in memory answer alike, whatever comes in whatever order."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from jiyi.stores.postgres import PostgresStore
from jiyi.stores.sqlite import SqliteStore
from machine import Stores
from postgres import Shared


class SqliteStores(Stores):
    def engine(self, folder: Path) -> SqliteStore:
        return SqliteStore(folder / "jiyi.db")


TestSqliteStores = SqliteStores.TestCase
TestSqliteStores.settings = settings(max_examples=15, stateful_step_count=30)


@pytest.mark.slow
def test_stores_answer_alike_when_tried_for_long() -> None:
    run_state_machine_as_test(SqliteStores, settings=settings(max_examples=400, stateful_step_count=50))


def on(postgres: Shared) -> type[Stores]:
    """The machine on a database, which it empties each time."""

    class PostgresStores(Stores):
        def engine(self, folder: Path) -> PostgresStore:
            postgres.empty()
            return PostgresStore(postgres.url())

    return PostgresStores


def test_postgres_answers_like_the_oracle(postgres: Shared) -> None:
    run_state_machine_as_test(on(postgres), settings=settings(max_examples=6, stateful_step_count=25))


@pytest.mark.slow
def test_postgres_answers_like_the_oracle_when_tried_for_long(postgres: Shared) -> None:
    run_state_machine_as_test(on(postgres), settings=settings(max_examples=150, stateful_step_count=50))

"""A store with a cache in front of it keeps the contract of the store."""

from __future__ import annotations

from pathlib import Path

import pytest

from jiyi.stores.postgres import PostgresStore
from jiyi.stores.sqlite import SqliteStore
from jiyi.stores.valkey import CachedStore
from jiyi.testing.store_contract import StoreContract
from jiyi.testing.valkey_server import Server
from postgres import Shared
from valkey_tests import PATIENT, Looking, over_memory


class TestMemoryAndValkey(StoreContract):
    @pytest.fixture(autouse=True)
    def _cache(self, valkey: Server) -> None:
        self.cache = valkey.url(PATIENT)

    def make(self, folder: Path) -> CachedStore:
        return over_memory(self.cache)


@pytest.mark.slow
class TestSqliteAndValkey(StoreContract):
    persistent = True

    @pytest.fixture(autouse=True)
    def _cache(self, valkey: Server) -> None:
        self.cache = valkey.url(PATIENT)

    def make(self, folder: Path) -> CachedStore:
        return Looking(SqliteStore(folder / "jiyi.db"), self.cache)


@pytest.mark.slow
class TestPostgresAndValkey(StoreContract):
    persistent = True

    @pytest.fixture(autouse=True)
    def _servers(self, postgres: Shared, valkey: Server) -> None:
        postgres.empty()
        self.url, self.cache = postgres.url(), valkey.url(PATIENT)

    def make(self, folder: Path) -> CachedStore:
        return Looking(PostgresStore(self.url), self.cache)


@pytest.mark.slow
class TestMemoryWithoutItsCache(StoreContract):
    """Nobody listens there."""

    def make(self, folder: Path) -> CachedStore:
        return over_memory("redis://127.0.0.1:1")

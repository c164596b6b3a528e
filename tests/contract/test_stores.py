"""Both stores keep the contract."""

from __future__ import annotations

from pathlib import Path

from jiyi.stores.memory import MemoryStore
from jiyi.stores.sqlite import SqliteStore
from jiyi.testing.store_contract import StoreContract


class TestMemoryStore(StoreContract):
    def make(self, folder: Path) -> MemoryStore:
        return MemoryStore()


class TestSqliteStore(StoreContract):
    persistent = True

    def make(self, folder: Path) -> SqliteStore:
        return SqliteStore(folder / "jiyi.db")

"""PostgreSQL keeps the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from jiyi.ports import Store
from jiyi.stores.postgres import PostgresStore
from jiyi.testing.samples import ODD_NAMES
from jiyi.testing.store_contract import StoreContract
from postgres import Shared

# Each of these looks at everybody three times: the rest of them is for the slow run.
FEW = ("john_doe", "JOHN", "a%", "用户１", "👩", "' OR 1=1 --")


class TestPostgresStore(StoreContract):
    persistent = True

    @pytest.fixture(autouse=True)
    def _database(self, postgres: Shared) -> None:
        postgres.empty()
        self.url = postgres.url()

    def make(self, folder: Path) -> PostgresStore:
        return PostgresStore(self.url)

    @pytest.mark.parametrize(
        "name", [pytest.param(n, marks=() if n in FEW else pytest.mark.slow) for n in ODD_NAMES], ids=ascii
    )
    async def test_writes_touch_one_user_when_names_look_alike(self, store: Store, name: str) -> None:
        await super().test_writes_touch_one_user_when_names_look_alike(store, name)

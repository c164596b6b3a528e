"""The contract on tables whose parts are on three servers, and on whole tables: arranged by the SQL of the docs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from jiyi.ports import Store
from jiyi.stores.postgres import PostgresStore
from jiyi.testing.postgres_server import OWNER, Server
from jiyi.testing.store_contract import StoreContract
from postgres import QUICK, Shared, own
from source import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs/en/several-servers.md").read_text(encoding="utf-8")
SCRIPTS = dict(re.findall(r"^```sql\n-- ([^\n]+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))


async def opened(server: Server) -> None:
    store = PostgresStore(server.url())
    await store.open()
    await store.close()


def run(server: Server, script: str) -> None:
    """As the owner of the tables."""
    with psycopg.connect(server.url(), autocommit=True) as link:
        link.execute(SCRIPTS[script].encode())


@pytest.fixture(scope="module")
def spread() -> Iterator[Shared]:
    """Three servers, of which the first hands on what is about users of the others."""
    with ExitStack() as running:
        first, *others = (running.enter_context(own(**QUICK)) for _ in range(3))
        for server in (first, *others):
            asyncio.run(opened(server))
        script = re.sub(r"\bjiyi\b(?=['; ]|$)(?! -c)", OWNER, SCRIPTS["on the first server, as a superuser"])
        script = script.replace(f"dbname '{OWNER}'", "dbname 'jiyi'")
        for name, server in zip(("db2.example", "db3.example"), others, strict=True):
            run(server, "on the second and third server")
            script = script.replace(name, str(server.folder))
        first.sql(script, database="jiyi")
        run(first, "on the first server, as the owner of the tables")
        found = Shared(first.url(), first)
        yield found
        found.close()


@pytest.fixture(scope="module")
def whole() -> Iterator[Shared]:
    with own(**QUICK) as server:
        asyncio.run(opened(server))
        run(server, "whole tables")
        found = Shared(server.url(), server)
        yield found
        found.close()


class OnServers(StoreContract):
    persistent = True

    def make(self, folder: Path) -> PostgresStore:
        return PostgresStore(self.url)

    @pytest.mark.parametrize("name", ["用户１"], ids=ascii)  # each of them looks at everybody three times
    async def test_writes_touch_one_user_when_names_look_alike(self, store: Store, name: str) -> None:
        await super().test_writes_touch_one_user_when_names_look_alike(store, name)


class TestPartsOnThreeServers(OnServers):
    @pytest.fixture(autouse=True)
    def _database(self, spread: Shared) -> None:
        spread.empty()
        self.url = spread.url()

    async def test_parts_are_elsewhere_when_they_were_placed(self, spread: Shared) -> None:
        rows = spread.rows("SELECT relkind, count(*) FROM pg_class WHERE relname ~ '^items_[0-9]+$' GROUP BY 1")
        assert sorted(rows) == [("f", 10), ("r", 6)]


class TestWholeTables(OnServers):
    @pytest.fixture(autouse=True)
    def _database(self, whole: Shared) -> None:
        whole.empty()
        self.url = whole.url()

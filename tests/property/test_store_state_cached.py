"""A store with a cache in front of it and the oracle answer alike, whatever comes in whatever order, and whatever
happens to the cache."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test

from jiyi.ports import Store
from jiyi.stores.postgres import PostgresStore
from jiyi.stores.sqlite import SqliteStore
from jiyi.stores.valkey import CachedStore
from jiyi.testing.valkey_server import Server
from machine import Stores, sessions, users
from postgres import Shared
from valkey_tests import PATIENT, Looking, over_memory


class Cached(Stores):
    """The machine, whose cache also loses things, and hears late or never of what was written."""

    cache: Server

    def store(self) -> CachedStore:
        found = self.stores[1]
        assert isinstance(found, CachedStore)
        return found

    @rule()
    def flush(self) -> None:
        self.cache.ask("FLUSHALL")

    @rule()
    def lose_one(self) -> None:
        for key in self.cache.all_keys()[:1]:
            self.cache.ask("DEL", key)

    @rule(user=users, session=sessions, junk=st.sampled_from((b"", b"\x01", b"junk" * 9)))
    def put_junk(self, user: str, session: str, junk: bytes) -> None:
        self.cache.ask("RPUSH", self.store()._address.window(user, session), junk)

    @rule(user=users, session=sessions)
    def take_out_a_span(self, user: str, session: str) -> None:
        self.cache.ask("LPOP", self.store()._address.window(user, session))

    @rule()
    def lose_hints(self) -> None:
        self.store()._link._queue.clear()

    @rule(user=users, session=sessions, after=st.integers(0, 5), limit=st.none() | st.integers(0, 4))
    def converse(self, user: str, session: str, after: int, limit: int | None) -> None:
        async def go(store: Store) -> Any:
            async def read() -> Any:
                row = await store.session(user, session)
                return row, await store.messages(user, session, after=after, limit=limit, newest=True)

            if not isinstance(store, CachedStore):
                return [await read()] * 3
            with store.one_look():
                return [await read(), await read(), await read()]

        self.both(go)


def on(cache: Server, make: Any) -> type[Cached]:
    class These(Cached):
        def engine(self, folder: Path) -> CachedStore:
            self.cache = cache
            cache.ask("FLUSHALL")
            found: CachedStore = make(folder)
            return found

    return These


def test_memory_with_a_cache_answers_like_the_oracle(valkey: Server) -> None:
    machine = on(valkey, lambda folder: over_memory(valkey.url(PATIENT)))
    run_state_machine_as_test(machine, settings=settings(max_examples=15, stateful_step_count=40))


@pytest.mark.slow
def test_sqlite_with_a_cache_answers_like_the_oracle(valkey: Server) -> None:
    machine = on(valkey, lambda folder: Looking(SqliteStore(folder / "jiyi.db"), valkey.url(PATIENT)))
    run_state_machine_as_test(machine, settings=settings(max_examples=30, stateful_step_count=50))


@pytest.mark.slow
def test_postgres_with_a_cache_answers_like_the_oracle(postgres: Shared, valkey: Server) -> None:
    def make(folder: Path) -> CachedStore:
        postgres.empty()
        return Looking(PostgresStore(postgres.url()), valkey.url(PATIENT))

    run_state_machine_as_test(on(valkey, make), settings=settings(max_examples=25, stateful_step_count=50))

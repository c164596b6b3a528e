"""The Valkey server that tests share: one for a run, emptied before each test that uses it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jiyi.stores.memory import MemoryStore
from jiyi.stores.valkey import CachedStore
from jiyi.testing.valkey_server import Server

PATIENT = "patience=5"  # a busy machine must not decide whether a copy is used


@contextmanager
def served() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="jiyi-valkey-") as folder, Server(Path(folder)) as server:
        yield server


def over_memory(url: str) -> CachedStore:
    return CachedStore(MemoryStore(), url)


async def settled(store: CachedStore) -> None:
    """Until all hints that wait were sent."""
    assert await store._link.ask(("PING",)) is not None


async def until_up(store: CachedStore, up: bool = True) -> None:
    """Until the store has a connection to its cache, or has noticed that it has none."""
    async with asyncio.timeout(30):
        while store._link.up is not up:  # noqa: ASYNC110 - nobody else wants to know
            await asyncio.sleep(0.01)

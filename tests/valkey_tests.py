"""The Valkey server that tests share: one for a run, emptied before each test that uses it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jiyi.rows import MessageRow, SessionRow
from jiyi.stores.memory import MemoryStore
from jiyi.stores.valkey import CachedStore
from jiyi.stores.valkey.store import _looked
from jiyi.testing.valkey_server import Server

PATIENT = "patience=5"  # a busy machine must not decide whether a copy is used


@contextmanager
def served() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="jiyi-valkey-") as folder, Server(Path(folder)) as server:
        yield server


class Looking(CachedStore):
    """Each read of a conversation is a look of its own, so that every one of them goes by the copies."""

    async def session(self, user: str, session: str) -> SessionRow | None:
        if _looked.get() is not None:
            return await super().session(user, session)
        with self.one_look():
            return await super().session(user, session)

    async def messages(self, user: str, session: str, **wanted: Any) -> tuple[MessageRow, ...]:
        if _looked.get() is not None:
            return await super().messages(user, session, **wanted)
        with self.one_look():
            return await super().messages(user, session, **wanted)


def over_memory(url: str) -> Looking:
    return Looking(MemoryStore(), url)


async def settled(store: CachedStore) -> None:
    """Until all hints that wait were sent."""
    assert await store._link.ask(("PING",)) is not None


async def until_up(store: CachedStore, up: bool = True) -> None:
    """Until the store has a connection to its cache, or has noticed that it has none."""
    async with asyncio.timeout(30):
        while store._link.up is not up:  # noqa: ASYNC110 - nobody else wants to know
            await asyncio.sleep(0.01)

"""Telling other processes that there is work, and hearing of it: NOTIFY and LISTEN.

A hint and no more: the table of users is the truth, which workers look at every now and then anyway. Notices are sent
after the commit, on a connection of the pool and at most one in a moment: a NOTIFY inside of a transaction makes all
commits of the database wait for each other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

import psycopg
from psycopg import sql

from jiyi.errors import JiyiError
from jiyi.stores.postgres.connections import EVERYBODY, Connections, cancels

PAUSE = 0.02  # seconds between two notices of one process
LAST = 1.0  # seconds that closing waits for a notice on its way
LOOK = 10.0  # seconds until it is looked whether listening should end
FIRST, LONGEST = 0.1, 5.0  # seconds until listening is tried again after the connection broke

log = logging.getLogger("jiyi.store")


class Herald:
    """`tell` after a commit that queued work; `hear` calls back when another process told. Ended by `close`."""

    def __init__(self, connections: Connections, channel: str) -> None:
        self._connections = connections
        self._channel = channel
        self._wake: Callable[[], None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._news = False

    def hear(self, wake: Callable[[], None]) -> None:
        """From now on call `wake` at every notice. Only the last one given is called."""
        self._wake = wake
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen(), name="jiyi-listen")

    def tell(self) -> None:
        """There is work. Returns at once."""
        self._news = True
        if self._telling is None:
            self._telling = asyncio.create_task(self._send(), name="jiyi-tell")

    async def close(self) -> None:
        if self._telling is not None:  # a notice on its way arrives, if the server is there at all
            await asyncio.wait((self._telling,), timeout=LAST)
        for task in (self._listening, self._telling):
            if task is not None:
                task.cancel()
                await asyncio.wait((task,))
        self._listening = self._telling = None

    async def _send(self) -> None:
        try:
            while self._news:
                self._news = False
                with contextlib.suppress(JiyiError):  # a hint that is lost costs a worker its next look
                    await self._connections.read(EVERYBODY, ("tell", {"channel": self._channel}))
                await asyncio.sleep(PAUSE)
        finally:
            self._telling = None

    async def _listen(self) -> None:
        pause = FIRST
        before = cancels()
        while cancels() == before:  # a driver may swallow that this task was told to end
            try:
                connection = await self._connections.connect()
                try:
                    await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
                    pause = FIRST
                    self._call()  # what was told while nobody listened
                    while cancels() == before:
                        async for _ in connection.notifies(timeout=LOOK):
                            self._call()
                finally:
                    await connection.close()
            except (psycopg.Error, JiyiError) as error:
                log.info("not listening (%s); trying again in %.1f s", type(error).__name__, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    def _call(self) -> None:
        if self._wake is not None:
            self._wake()

"""Telling other processes that there is work, and hearing of it, for stores that cannot do that themselves.

A hint and no more, as with the store's own: workers look every now and then anyway.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from jiyi.stores.valkey.address import Address
from jiyi.stores.valkey.link import FAULTS, FIRST, LONGEST, let_go, plain

PAUSE = 0.02  # seconds between two notices of one process
LOOK = 10.0  # seconds after which a connection that hears nothing is tried

log = logging.getLogger("jiyi.cache")


class News:
    """`tell` after a commit that queued work; `hear` calls back when a process told. Ended by `close`."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._wake: Callable[[], None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._news = False
        self._client = plain(address)

    def hear(self, wake: Callable[[], None]) -> None:
        """From now on call `wake` at every notice. Only the last one given is called."""
        self._wake = wake
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen(), name="jiyi-cache-listen")

    def tell(self) -> None:
        """There is work. Returns at once."""
        self._news = True
        if self._telling is None:
            self._telling = asyncio.create_task(self._send(), name="jiyi-cache-tell")

    async def close(self) -> None:
        for task in (self._listening, self._telling):
            while task is not None and not task.done():  # a driver may swallow that this task was told to end
                task.cancel()
                await asyncio.wait((task,), timeout=0.1)
        self._listening = self._telling = None
        await let_go(self._client)

    async def _send(self) -> None:
        try:
            while self._news:
                self._news = False
                with contextlib.suppress(*FAULTS):  # a hint that is lost costs a worker its next look
                    await self._client.publish(self._address.channel, b"")
                await asyncio.sleep(PAUSE)
        finally:
            self._telling = None

    async def _listen(self) -> None:
        pause = FIRST
        while True:
            listener = self._client.pubsub()
            try:
                await listener.subscribe(self._address.channel)
                self._call()  # what was told while nobody listened
                while True:
                    heard = await listener.get_message(ignore_subscribe_messages=True, timeout=LOOK)
                    pause = FIRST
                    if heard is None:
                        await listener.ping()
                    elif heard["type"] == "message":
                        self._call()
            except FAULTS as error:
                log.info("not listening (%s); trying again in %.1f s", type(error).__name__, pause)
            finally:
                with contextlib.suppress(*FAULTS):
                    await listener.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    def _call(self) -> None:
        if self._wake is not None:
            self._wake()

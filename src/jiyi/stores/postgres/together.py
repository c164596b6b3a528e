"""Reads of many callers at once, in one exchange with the server.

Lending a connection, waking the server and a turn of the event loop cost a read five times what the reading does. So
while AT_WORK exchanges are under way, further reads gather, and go out together as soon as one of them is back. A read
that finds the server idle goes at once. Each is a transaction by itself, as it is alone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from jiyi.errors import JiyiError
from jiyi.stores.postgres.exchange import Answer, Step

AT_WORK = 2  # exchanges beside each other
MOST = 32  # reads in one
Batch = Sequence[Step]


class Together:
    """`alone` runs one read whatever happens; `many` runs several in one go, with None for what must be run alone."""

    def __init__(
        self,
        alone: Callable[[Batch], Awaitable[list[Answer]]],
        many: Callable[[Sequence[Batch]], Awaitable[list[list[Answer] | None]]],
    ) -> None:
        self._alone = alone
        self._many = many
        self._at_work = 0
        self._waiting: deque[tuple[Batch, asyncio.Future[list[Answer] | None]]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()

    async def read(self, batch: Batch) -> list[Answer]:
        """The answers to a batch of statements."""
        if self._at_work < AT_WORK:
            self._at_work += 1
            try:
                return await self._alone(batch)
            finally:
                self._at_work -= 1
                self._go_on()
        coming: asyncio.Future[list[Answer] | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((batch, coming))
        found = await coming
        return await self._alone(batch) if found is None else found

    def _go_on(self) -> None:
        if self._waiting and self._at_work < AT_WORK:
            self._at_work += 1
            task = asyncio.create_task(self._exchange(), name="jiyi-reads")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _exchange(self) -> None:
        """One exchange after another while reads wait."""
        taken: list[tuple[Batch, asyncio.Future[list[Answer] | None]]] = []
        try:
            while self._waiting:
                taken = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
                taken = [one for one in taken if not one[1].done()]  # the rest were given up
                for (_, coming), found in zip(taken, await self._found(taken), strict=True):
                    if not coming.done():
                        coming.set_result(found)
                taken = []
        finally:
            self._at_work -= 1
            for _, coming in taken:  # broken off: each goes its own way
                if not coming.done():
                    coming.set_result(None)
            self._go_on()

    async def _found(
        self, taken: Sequence[tuple[Batch, asyncio.Future[list[Answer] | None]]]
    ) -> Sequence[list[Answer] | None]:
        if not taken:
            return ()
        try:
            return await self._many([batch for batch, _ in taken])
        except JiyiError:  # alone each is told what is wrong with it, or waits until the server is back
            return [None] * len(taken)

"""Reads of many callers at once, or writes, in one exchange with the server.

Lending a connection, waking the server and a turn of the event loop cost a read five times what the reading does. So
while AT_WORK exchanges are under way, further reads gather, and go out together as soon as one of them is back. A read
that finds the server idle goes at once. Each is a transaction by itself, as it is alone. Writes gather likewise, and
are one transaction: then what a commit costs is paid once.
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
Found = list[Answer] | JiyiError | None
Waiting = tuple[Batch, asyncio.Future[list[Answer] | None], asyncio.TimerHandle | None]


class Together:
    """`alone` runs one read whatever happens; `many` runs several in one go, with None for what must be run alone, and
    the error of what must not be run again. What was broken off in the middle is run `again`, or not at all. Who waits
    longer than `patience` seconds goes alone."""

    def __init__(
        self,
        alone: Callable[[Batch], Awaitable[list[Answer]]],
        many: Callable[[Sequence[Batch]], Awaitable[Sequence[Found]]],
        at_work: int = AT_WORK,
        again: bool = True,
        patience: float | None = None,
    ) -> None:
        self._alone = alone
        self._many = many
        self._most_at_work = at_work
        self._again = again
        self._patience = patience
        self._at_work = 0
        self._waiting: deque[Waiting] = deque()
        self._tasks: set[asyncio.Task[None]] = set()

    async def read(self, batch: Batch) -> list[Answer]:
        """The answers to a batch of statements."""
        if self._at_work < self._most_at_work:
            self._at_work += 1
            try:
                return await self._alone(batch)
            finally:
                self._at_work -= 1
                self._go_on()
        loop = asyncio.get_running_loop()
        coming: asyncio.Future[list[Answer] | None] = loop.create_future()
        late = None if self._patience is None else loop.call_later(self._patience, _alone, coming)
        self._waiting.append((batch, coming, late))
        found = await coming
        return await self._alone(batch) if found is None else found

    def _go_on(self) -> None:
        if self._waiting and self._at_work < self._most_at_work:
            self._at_work += 1
            task = asyncio.create_task(self._exchange(), name="jiyi-reads")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _exchange(self) -> None:
        """One exchange after another while reads wait."""
        taken: list[Waiting] = []
        try:
            while self._waiting:
                taken = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
                for _, _, late in taken:
                    if late is not None:
                        late.cancel()
                taken = [one for one in taken if not one[1].done()]  # the rest were given up
                for (_, coming, _), found in zip(taken, await self._found(taken), strict=True):
                    if coming.done():
                        continue
                    if isinstance(found, JiyiError):
                        coming.set_exception(found)
                    else:
                        coming.set_result(found)
                taken = []
        finally:
            self._at_work -= 1
            for _, coming, _ in taken:  # broken off: each goes its own way
                if not coming.done() and self._again:
                    coming.set_result(None)
                coming.cancel()
            self._go_on()

    async def _found(self, taken: Sequence[Waiting]) -> Sequence[Found]:
        if not taken:
            return ()
        try:
            return await self._many([batch for batch, _, _ in taken])
        except JiyiError:  # alone each is told what is wrong with it, or waits until the server is back
            return [None] * len(taken)


def _alone(coming: asyncio.Future[list[Answer] | None]) -> None:
    """Whoever waits for it goes alone."""
    if not coming.done():
        coming.set_result(None)

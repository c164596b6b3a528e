"""Who waits for a user's log to move on, and how they hear of it: at once when this process wrote, by a look at the
log's head now and then when another one did.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any, cast

from jiyi.ports import Rousing, Store
from jiyi.rows import Erased, Head, Write
from jiyi.server.peers import Peers

SHARE = 10  # of the time at most one part in so many goes to looking


class WatchedStore:
    """A store that tells the feed what it wrote; all else is the store's own."""

    def __init__(self, inner: Store, feed: Feed) -> None:
        self._inner = inner
        self._feed = feed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def apply(self, user: str, write: Write) -> Head:
        head = await self._inner.apply(user, write)
        if write.destroys:
            await self._feed.destroyed(user)
        if write.changes:
            self._feed.tell(user)
        return head

    async def erase(self, user: str) -> Erased:
        done = await self._inner.erase(user)
        await self._feed.destroyed(user)
        self._feed.tell(user)
        return done


class WatchedRousing(WatchedStore):
    """The same of a store that hears of other processes' work."""

    def hear(self, wake: Callable[[], None]) -> None:
        self._inner.hear(wake)  # type: ignore[attr-defined]  # it is one that does


def watched(inner: Store, feed: Feed) -> Store:
    """The store as the memory gets it."""
    kind = WatchedRousing if isinstance(inner, Rousing) else WatchedStore
    return cast(Store, kind(inner, feed))


class Feed:
    """Waiters by user. `close` ends every wait, so that streams end when a server stops."""

    def __init__(self, store: Store, look_seconds: float) -> None:
        self._store = store
        self._look_seconds = look_seconds
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._seen: dict[str, Head] = {}
        self._looking: asyncio.Task[None] | None = None
        self._forgetful: list[Callable[[str], None]] = []
        self.closed = False
        self.others = Peers()

    def when_lost(self, call: Callable[[str], None]) -> None:
        """What keeps people's words in this process gives those of a user up when some were destroyed."""
        self._forgetful.append(call)

    def lost(self, user: str) -> None:
        """Words of this user were destroyed."""
        for call in self._forgetful:
            call(user)

    async def destroyed(self, user: str) -> None:
        """This process destroyed words of this user: the others of the server hear of it before the caller does."""
        self.lost(user)
        await self.others.ask("lost", user=user)

    def tell(self, user: str) -> None:
        """The user's log has moved on."""
        for event in self._waiting.get(user, ()):
            event.set()

    def close(self) -> None:
        """No more waiting."""
        self.closed = True
        if self._looking is not None:
            self._looking.cancel()
        for user in list(self._waiting):
            self.tell(user)

    async def past(self, user: str, head: Head, seconds: float) -> Head:
        """Wait until the user's log is past `head`, at most `seconds`. Returns where it stands then."""
        event = asyncio.Event()
        self._waiting.setdefault(user, set()).add(event)
        end = time.monotonic() + seconds
        try:
            while True:
                now = await self._store.head(user)
                left = end - time.monotonic()
                if now != head or left <= 0 or self.closed:
                    return now
                self._seen[user] = now
                self._look()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), left)
                event.clear()
        finally:
            others = self._waiting[user]
            others.discard(event)
            if not others:
                del self._waiting[user]
                self._seen.pop(user, None)

    def _look(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._keep_looking(), name="jiyi-feed")

    async def _keep_looking(self) -> None:
        """Other processes write too. The more users are waited for, the rarer each is looked at."""
        rest = self._look_seconds
        while self._waiting and not self.closed:
            await asyncio.sleep(rest)
            began = time.monotonic()
            for user in list(self._waiting):
                if await self._store.head(user) != self._seen.get(user):
                    self.tell(user)
            rest = max(self._look_seconds, SHARE * (time.monotonic() - began))

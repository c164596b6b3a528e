"""One writer at a time per user within this process, so that writers do not make each other try again.

Between processes the store decides: a write against an outdated head is refused, and the flow starts anew.
"""

from __future__ import annotations

import asyncio
import weakref


class UserLocks:
    """`async with locks.of(user):`. A lock nobody holds or waits for takes no space."""

    def __init__(self) -> None:
        self._held: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    def of(self, user: str) -> asyncio.Lock:
        """The user's lock."""
        lock = self._held.get(user)
        if lock is None:
            lock = self._held[user] = asyncio.Lock()
        return lock

"""Use counts, gathered in memory and written in batches: a read never writes."""

from __future__ import annotations

from datetime import datetime

from jiyi.ports import Store
from jiyi.rows import Use

MOST = 10_000  # items held; beyond that the oldest counts are lost rather than memory


class Uses:
    """What was recalled since the last flush."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, str], tuple[int, datetime]] = {}

    def __len__(self) -> int:
        return len(self._held)

    def add(self, user: str, id: str, at: datetime) -> None:
        """Count one use."""
        count, _ = self._held.pop((user, id), (0, at))
        if len(self._held) >= MOST:
            del self._held[next(iter(self._held))]
        self._held[user, id] = (count + 1, at)

    def drop(self, user: str) -> None:
        """Forget the counts of a user who was erased."""
        for key in [key for key in self._held if key[0] == user]:
            del self._held[key]

    async def flush(self, store: Store) -> int:
        """Write them in one go. Returns how many items. What could not be written is kept for the next time."""
        held, self._held = self._held, {}
        if not held:
            return 0
        try:
            await store.touch([Use(user=u, id=i, count=count, at=at) for (u, i), (count, at) in held.items()])
        except BaseException:
            for (user, id), (count, at) in held.items():
                more, later = self._held.get((user, id), (0, at))
                self._held[user, id] = (count + more, max(at, later))
            raise
        return len(held)

"""The contexts that this process gave out last, for those who ask what happened in a turn. In memory only, few and not
for long; a user's go at once when words of theirs are destroyed."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from jiyi.server.wire import PlainContext

OF_ONE = 20  # contexts of one user
OF_ALL = 500
KEPT_SECONDS = 15 * 60.0  # also because another server of the same store may be the one that destroys words


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A context as it was given out. `id` goes into links: it tells nothing, and opens nothing without the right."""

    id: str
    user: str
    session: str
    input: str | None
    budget: int
    at: datetime
    context: PlainContext


class Recent:
    """Contexts by id, oldest first. `monotonic` gives seconds."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._held: OrderedDict[str, tuple[float, Given]] = OrderedDict()
        self._ids: dict[str, list[str]] = {}  # by user, oldest first
        self._losses: OrderedDict[int, int] = OrderedDict()  # by the hash of the user: no name outlives its owner
        self._lost = 0

    def begin(self) -> int:
        """Called before a context is made; what it answers goes to `keep`."""
        return self._lost

    def keep(self, begun: int, given: Given) -> None:
        """Keep a context, unless words of its user were destroyed since it was begun: they may stand in it."""
        if self._losses.get(hash(given.user), -1) >= begun:
            return
        self._held[given.id] = (self._monotonic(), given)
        its = self._ids.setdefault(given.user, [])
        its.append(given.id)
        if len(its) > OF_ONE:
            self._forget(its[0])
        if len(self._held) > OF_ALL:
            self._forget(next(iter(self._held)))

    def drop(self, user: str) -> None:
        """Words of this user were destroyed."""
        self._losses.pop(hash(user), None)
        self._losses[hash(user)] = self._lost
        self._lost += 1
        while len(self._losses) > OF_ALL:
            self._losses.popitem(last=False)
        for id in list(self._ids.get(user, ())):
            self._forget(id)

    def _forget(self, id: str) -> None:
        _, gone = self._held.pop(id)
        its = self._ids[gone.user]
        its.remove(id)
        if not its:
            del self._ids[gone.user]

    def of(self, user: str, session: str) -> list[Given]:
        """Those of a conversation, newest first."""
        self._age()
        found = [self._held[id][1] for id in self._ids.get(user, ())]
        return [one for one in reversed(found) if one.session == session]

    def get(self, user: str, id: str) -> Given | None:
        """One of this user's; None when it is none, or was too long ago."""
        self._age()
        _, found = self._held.get(id, (0.0, None))
        return found if found is not None and found.user == user else None

    def _age(self) -> None:
        before = self._monotonic() - KEPT_SECONDS
        for id in [id for id, (at, _) in self._held.items() if at < before]:
            self._forget(id)


def new_id() -> str:
    """A name that nobody guesses."""
    return secrets.token_urlsafe(9)

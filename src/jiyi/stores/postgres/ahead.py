"""What a context will ask for next, read with its first question: three round trips in one.

Inside of `looking` the first question about a session also reads where its user stands and its newest messages. Each of
these answers one later question of the same task, and is then gone: who asks again, as after a write, asks the server.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from jiyi.stores.postgres.exchange import Answer, Step

MESSAGES = 24  # the newest that are read; who wants more asks for them
Key = tuple[int, str, tuple[str, ...]]  # the store, the statement, the user and session
_held: ContextVar[dict[Key, Answer] | None] = ContextVar("ahead", default=None)


@contextmanager
def looking() -> Iterator[None]:
    """Read ahead inside of it."""
    before = _held.set({})
    try:
        yield
    finally:
        _held.reset(before)


def steps(user: str, session: str) -> tuple[Step, ...]:
    """What to read beside the session; nothing outside of `looking`."""
    if _held.get() is None:
        return ()
    newest = {"user": user, "session": session, "after": 0, "limit": MESSAGES}
    return ("head", {"user": user}), ("newest_messages", newest)


def keep(store: Any, user: str, session: str, answers: list[Answer]) -> None:
    """The answers to `steps`."""
    held = _held.get()
    if held is not None and answers:
        held[id(store), "head", (user,)], held[id(store), "newest_messages", (user, session)] = answers


def head(store: Any, user: str) -> Answer | None:
    """Where the user stands, if that was read and not asked for yet."""
    held = _held.get()
    return None if held is None else held.pop((id(store), "head", (user,)), None)


def newest(store: Any, user: str, session: str, after: int, limit: int | None) -> Answer | None:
    """The newest messages after `after`, newest first, if what was read holds them all."""
    held = _held.get()
    found = None if held is None else held.pop((id(store), "newest_messages", (user, session)), None)
    if found is None:
        return None
    rows = [row for row in found.rows if row[0] > after]
    whole = len(rows) < len(found.rows) or len(found.rows) < MESSAGES
    if not whole and (limit is None or limit > len(rows)):
        return None
    return Answer(rows[:limit], len(rows[:limit]))

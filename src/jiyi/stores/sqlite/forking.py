"""What a fork does to open stores.

SQLite's connections do not survive a fork: the child would believe in locks that only its parent has, and closing an
inherited connection can harm the parent's. So before a fork every store of the process closes its connections, between
two pieces of work. The parent opens them again when they are next needed; the child has none. A store that was opened
before the fork refuses to work in the child, which may open its own.
"""

from __future__ import annotations

import os
from typing import Protocol
from weakref import WeakSet

from jiyi.stores.sqlite import raw

PATIENCE = 5.0  # seconds to wait for work under way


class Pausable(Protocol):
    def pause(self, patience: float) -> None:
        """Finish the piece of work under way, close connections, and begin no other until `resume`."""

    def resume(self) -> None: ...


_open: WeakSet[Pausable] = WeakSet()
_paused: list[Pausable] = []


def watch(part: Pausable) -> None:
    _open.add(part)


def forget(part: Pausable) -> None:
    _open.discard(part)


def _before() -> None:
    _paused[:] = list(_open)
    for part in _paused:
        part.pause(PATIENCE)


def _in_parent() -> None:
    for part in _paused:
        part.resume()
    _paused.clear()


def _in_child() -> None:
    _open.clear()
    _paused.clear()
    raw.abandon()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)

"""What was read out of the words of memories, each kept until the memory itself changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

ENTRY_BYTES = 300  # of a value that is kept: what it is kept by, and some words


class Readings:
    """Values by what was read and by the memory's id. A page asks the same of all memories again and again, and to
    read every row for it takes a hundred times as long as to look here."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, Any]] = {}

    @property
    def nbytes(self) -> int:
        """Bytes it takes, about."""
        return ENTRY_BYTES * sum(map(len, self._kept.values()))

    def of(self, what: str) -> Mapping[str, Any]:
        """What is kept of one kind, by id."""
        return self._kept.get(what, {})

    def keep(self, what: str, found: Mapping[str, Any]) -> None:
        """Take these in."""
        self._kept.setdefault(what, {}).update(found)

    def drop(self, ids: Iterable[str]) -> None:
        """Forget what was read of these."""
        for id in ids if self._kept else ():
            for kept in self._kept.values():
                kept.pop(id, None)

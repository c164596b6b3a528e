"""Remembering what a pure function worked out of a text, so that it can be forgotten again.

The texts are people's words. When somebody's words are erased, they must not live on in the process because a
function was called with them: `clear` empties all of these memories at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
_clearing: list[Callable[[], None]] = []


def memo(most: int) -> Callable[[F], F]:
    """Like `functools.lru_cache(maxsize=most)`, for functions of users' words."""

    def wrap(function: F) -> F:
        remembering = lru_cache(maxsize=most)(function)
        _clearing.append(remembering.cache_clear)
        return remembering  # type: ignore[return-value]

    return wrap


def on_clear(empty: Callable[[], None]) -> None:
    """Call `empty`, too, whenever words are erased."""
    _clearing.append(empty)


def clear() -> None:
    """Forget everything that was remembered by any of them. What is asked again is worked out again."""
    for empty in _clearing:
        empty()

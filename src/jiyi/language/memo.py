"""Remembering what a pure function worked out of a text, so that it can be forgotten again.

The texts are people's words. When somebody's words are erased, they must not live on in the process because a
function was called with them: `clear` empties all of these memories at once.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Remembering(Protocol):
    """Something that holds words until it is told to forget them."""

    def cache_clear(self) -> None: ...


_all: weakref.WeakSet[Any] = weakref.WeakSet()


def memo(most: int) -> Callable[[F], F]:
    """Like `functools.lru_cache(maxsize=most)`, for functions of users' words."""

    def wrap(function: F) -> F:
        remembering = lru_cache(maxsize=most)(function)
        _all.add(remembering)
        return remembering  # type: ignore[return-value]

    return wrap


def held(remembering: Remembering) -> None:
    """Have `remembering.cache_clear()` called, too, whenever words are erased."""
    _all.add(remembering)


def clear() -> None:
    """Forget everything that was remembered by any of them. What is asked again is worked out again."""
    for one in list(_all):
        one.cache_clear()

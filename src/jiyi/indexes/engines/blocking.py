"""What all engines have in common: odd names, one thread, and errors that say which engine it was.

An engine says what it does in six blocking methods, over keys instead of users' names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np

from jiyi.errors import Closed, JiyiError, StoreError
from jiyi.language.regex import regex
from jiyi.ports import Nearest, Rows, Vectors
from jiyi.rows import Head

Answer = TypeVar("Answer")
_CREDENTIALS = regex(r"//[^/@]*@")
NOTHING = Head(generation=0, version=0)


def without_credentials(url: str) -> str:
    """A URL, or what holds one, without user and password."""
    return _CREDENTIALS.sub("//", url)


def key_of(name: str) -> str:
    """The name under which engines know a user: 32 hexadecimal digits, so that no engine has to bear what people
    call themselves, and none learns it."""
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def nearest(hits: Sequence[tuple[str, float]]) -> Nearest:
    """From (label, score) pairs."""
    named = [split(label) for label, _ in hits]
    return Nearest(
        ids=[id for id, _ in named],
        pieces=[piece for _, piece in named],
        scores=np.array([score for _, score in hits], dtype=np.float32),
    )


def labels(rows: Rows) -> list[str]:
    """One name for each vector: its item's id and its number in it."""
    return [f"{piece}:{id}" for id, piece in zip(rows.ids, rows.pieces, strict=True)]


def split(label: str) -> tuple[str, int]:
    piece, _, id = label.partition(":")
    return id, int(piece)


class Blocking:
    """Carries out an engine's blocking methods on one thread of its own, one after the other: most engines' clients
    do not bear several."""

    def __init__(self, place: str) -> None:
        self._place = without_credentials(place)
        self._thread: ThreadPoolExecutor | None = None

    @property
    def place(self) -> str:
        return self._place

    async def open(self) -> None:
        self._thread = self._thread or ThreadPoolExecutor(1, thread_name_prefix="jiyi-candidates")
        await self._on_thread(self._open)

    async def close(self) -> None:
        if self._thread is not None:
            await self._on_thread(self._close)
            self._thread.shutdown(wait=False)
            self._thread = None

    async def taken(self, user: str) -> Head:
        return await self._on_thread(self._taken, key_of(user))

    async def take(self, user: str, head: Head, rows: Rows, gone: Sequence[str] = ()) -> None:
        await self._on_thread(self._renewed, key_of(user), head, rows, list(gone))

    def _renewed(self, key: str, head: Head, rows: Rows, gone: list[str]) -> None:
        if self._taken(key).generation != head.generation:
            self._erase(key)
        old = dict.fromkeys([*gone, *rows.ids]) if head.version else ()
        self._take(key, head, rows, list(old))

    async def search(
        self, user: str, vector: Vectors, k: int, *, upto: int | None = None, without: int | None = None
    ) -> Nearest:
        return await self._on_thread(self._search, key_of(user), vector, k, upto, without)

    async def erase(self, user: str) -> int:
        key = key_of(user)
        await self._on_thread(self._erase, key)
        return await self._on_thread(self._count, key)

    async def count(self, user: str) -> int:
        return await self._on_thread(self._count, key_of(user))

    async def _on_thread(self, call: Callable[..., Answer], *arguments: Any) -> Answer:
        if self._thread is None:
            raise Closed("this index was closed, or is not open yet")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, call, *arguments)
        except JiyiError:
            raise
        except Exception as error:  # every engine has errors of its own
            raise StoreError(f"{self._place} failed: {type(error).__name__}: {error}") from error

    # --- what an engine says ------------------------------------------------------------------------------------
    def _open(self) -> None:
        """Connect."""

    def _close(self) -> None:
        """Let go."""

    def _taken(self, key: str) -> Head:
        raise NotImplementedError

    def _take(self, key: str, head: Head, rows: Rows, gone: list[str]) -> None:
        """`gone` names the items of `rows` too, where it may hold something of them."""
        raise NotImplementedError

    def _search(self, key: str, vector: Vectors, k: int, upto: int | None, without: int | None) -> Nearest:
        raise NotImplementedError

    def _erase(self, key: str) -> None:
        raise NotImplementedError

    def _count(self, key: str) -> int:
        raise NotImplementedError

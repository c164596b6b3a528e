"""Reading connections: one for calls so short that a thread would cost more, a few for the long ones."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from jiyi.stores.sqlite.connection import connect
from jiyi.stores.sqlite.faults import translated

THREADS = 4
T = TypeVar("T")


class Readers:
    """`here` reads in the calling thread (some microseconds), `away` in a thread of its own (for milliseconds)."""

    def __init__(self, path: Path, patience: float) -> None:
        self._path = path
        self._patience = patience
        self._lock = threading.Lock()
        self._near: sqlite3.Connection | None = None
        self._idle: deque[sqlite3.Connection] = deque()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="jiyi-reader")

    def here(self, read: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock, translated(str(self._path)):
            if self._near is None:
                self._near = connect(self._path, patience=self._patience, reading=True)
            return read(self._near)

    async def away(self, read: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._pooled, read)

    def _pooled(self, read: Callable[[sqlite3.Connection], T]) -> T:
        with translated(str(self._path)):
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = connect(self._path, patience=self._patience, reading=True)
            try:
                return read(connection)
            finally:
                self._idle.append(connection)

    def stop(self) -> None:
        """Wait for reads under way, then close all connections. Blocks."""
        self._threads.shutdown(wait=True)
        with self._lock:
            for connection in [*self._idle, *([self._near] if self._near else [])]:
                connection.close()
            self._idle.clear()
            self._near = None

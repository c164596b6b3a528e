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
from jiyi.stores.sqlite.faults import refused, translated

THREADS = 4
T = TypeVar("T")


class Readers:
    """`here` reads in the calling thread (some microseconds), `away` in a thread of its own (for milliseconds)."""

    def __init__(self, path: Path, patience: float) -> None:
        self._path = path
        self._patience = patience
        self._near: sqlite3.Connection | None = None
        self._near_lock = threading.Lock()
        self._idle: deque[sqlite3.Connection] = deque()
        self._turn = threading.Condition()
        self._busy = 0  # threads that are reading
        self._paused = False
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="jiyi-reader")

    def here(self, read: Callable[[sqlite3.Connection], T]) -> T:
        with self._near_lock:
            if self._near is None:
                with translated(str(self._path)):
                    self._near = connect(self._path, patience=self._patience, reading=True)
            try:  # not `translated`: a context manager costs as much as the read
                return read(self._near)
            except (sqlite3.Error, UnicodeEncodeError) as error:
                raise refused(error, str(self._path)) from error

    async def away(self, read: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._pooled, read)

    def _pooled(self, read: Callable[[sqlite3.Connection], T]) -> T:
        with self._turn:
            self._turn.wait_for(lambda: not self._paused)
            self._busy += 1
        try:
            with translated(str(self._path)):
                return self._lent(read)
        finally:
            with self._turn:
                self._busy -= 1
                self._turn.notify_all()

    def _lent(self, read: Callable[[sqlite3.Connection], T]) -> T:
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = connect(self._path, patience=self._patience, reading=True)
        try:
            return read(connection)
        finally:
            self._idle.append(connection)

    def pause(self, patience: float) -> None:
        """For a fork: wait for reads under way and close all connections; new reads wait for `resume`."""
        self._near_lock.acquire(timeout=patience)
        with self._turn:
            self._paused = True
            self._turn.wait_for(lambda: not self._busy, timeout=patience)
        self._close()

    def resume(self) -> None:
        with self._turn:
            self._paused = False
            self._turn.notify_all()
        if self._near_lock.locked():
            self._near_lock.release()

    def stop(self) -> None:
        """Wait for reads under way, then close all connections. Blocks."""
        self._threads.shutdown(wait=True)
        with self._near_lock:
            self._close()

    def _close(self) -> None:
        for connection in [*self._idle, *([self._near] if self._near else [])]:
            connection.close()
        self._idle.clear()
        self._near = None

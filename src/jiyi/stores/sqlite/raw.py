"""The store's file as bytes, beside SQLite.

POSIX drops all locks that a process has on a file as soon as it closes any descriptor of that file, SQLite's locks
with them. So a file that was opened here stays open until the last store of this process has let go of it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

CHUNK = 4 << 20  # bytes read at a time; whole pages of any size

_lock = threading.Lock()
_open: dict[tuple[int, int], RawFile] = {}


class RawFile:
    """A descriptor that all stores of this process on one file share. Use `acquire` and `release`."""

    def __init__(self, path: Path) -> None:
        self.descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
        status = os.fstat(self.descriptor)
        self.identity = (status.st_dev, status.st_ino)
        self.holders = 0
        self._lock = threading.Lock()

    def read(self, size: int, offset: int) -> bytes:
        with self._lock:
            os.lseek(self.descriptor, offset, os.SEEK_SET)
            parts = []
            while size and (part := os.read(self.descriptor, size)):
                parts.append(part)
                size -= len(part)
        return b"".join(parts)

    def write(self, data: bytes, offset: int) -> None:
        with self._lock:
            os.lseek(self.descriptor, offset, os.SEEK_SET)
            while data:
                data = data[os.write(self.descriptor, data) :]

    def size(self) -> int:
        return os.fstat(self.descriptor).st_size

    def sync(self) -> None:
        os.fsync(self.descriptor)

    def chunks(self, overlap: int = 0) -> Iterator[tuple[int, bytes]]:
        """(offset, bytes) of the whole file, each chunk with `overlap` bytes of the next."""
        offset = 0
        while data := self.read(CHUNK + overlap, offset):
            yield offset, data
            offset += CHUNK


def acquire(path: Path) -> RawFile:
    with _lock:
        status = path.stat()
        raw = _open.get((status.st_dev, status.st_ino))
        if raw is None:
            raw = RawFile(path)
            _open[raw.identity] = raw
        raw.holders += 1
        return raw


def release(raw: RawFile) -> None:
    """Let go. Call it after the last SQLite connection of the same store was closed."""
    with _lock:
        raw.holders -= 1
        if not raw.holders:
            del _open[raw.identity]
            os.close(raw.descriptor)


def abandon() -> None:
    """In a forked child: drop what the parent holds, whose file positions would otherwise be shared."""
    global _lock
    _lock = threading.Lock()
    for raw in _open.values():
        os.close(raw.descriptor)
    _open.clear()

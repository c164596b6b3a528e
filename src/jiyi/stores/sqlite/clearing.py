"""Taking deleted words out of the store's files.

In this order: the WAL is moved into the file and cut to nothing; gaps in pages are overwritten, under the write lock
and with the WAL still empty; then a row is written, which makes every connection of every process drop the pages that
it remembers, so that no old page comes back. The transaction that deletes leaves a note, and only the end of a clearing
takes it away: after a crash between the two, the next `open` clears.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from jiyi.stores.sqlite import gaps, traces
from jiyi.stores.sqlite.connection import connect
from jiyi.stores.sqlite.faults import is_busy
from jiyi.stores.sqlite.queries import Q
from jiyi.stores.sqlite.raw import RawFile
from jiyi.stores.sqlite.writer import Writer

PENDING, CLEARED = "store.clearing", "store.cleared"  # notes
MOMENT = 0.05  # seconds of waiting for others at a time

log = logging.getLogger("jiyi.store")


def own_files(path: Path) -> list[Path]:
    """The files that this store keeps things in, as far as they exist. (`-shm` holds page numbers, no words.)"""
    found = (path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm"))
    return [file for file in found if file.exists()]


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def announce(connection: sqlite3.Connection) -> None:
    """Inside a transaction that deletes words: note that they have to be cleared from the files."""
    connection.execute(Q["write_note"], {"name": PENDING, "value": "1"})


def pending(connection: sqlite3.Connection) -> bool:
    return connection.execute(Q["read_note"], {"name": PENDING}).fetchone() is not None


def checkpoint(connection: sqlite3.Connection) -> bool:
    """Move the WAL into the file and cut it to nothing. False when somebody reads an old state or writes."""
    connection.execute(f"PRAGMA busy_timeout = {MOMENT * 1000:.0f}")
    try:
        busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    finally:
        connection.execute("PRAGMA busy_timeout = 0")
    return not busy


def survey(raw: RawFile) -> list[int] | None:
    """The pages to wipe, after a checkpoint; None when the file has to be written anew instead. Reads all of it."""
    return gaps.find(raw) if gaps.sweepable(raw) else None


def wipe(path: Path, raw: RawFile, pages: list[int] | None) -> bool:
    """The end of a clearing. False when the WAL could not be emptied: try again.

    On a connection of its own, since the row that it writes makes only the others forget their pages.
    """
    connection = connect(path, patience=MOMENT)
    try:
        if pages is None:
            connection.execute("VACUUM")  # slow, and takes as much space again
        if not checkpoint(connection):
            return False
        connection.execute("BEGIN IMMEDIATE")
        if wal_of(path).stat().st_size:
            return False
        if pages is not None:
            gaps.wipe(raw, pages)
        connection.execute(Q["drop_note"], {"name": PENDING})
        connection.execute(Q["write_note"], {"name": CLEARED, "value": str(time.time_ns())})
        connection.execute("COMMIT")
        return True
    except sqlite3.OperationalError as error:
        if is_busy(error):
            return False
        raise
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.close()


class Clearing:
    """Clears the files of one open store. Calls that come while one is at work share the next."""

    def __init__(self, path: Path, raw: RawFile, writer: Writer, patience: float) -> None:
        self._path = path
        self._raw = raw
        self._writer = writer
        self._patience = patience
        self._lock = asyncio.Lock()
        self._asked = self._cleared = 0

    async def clear(self) -> bool:
        """False, with a warning in the log, when others kept the WAL busy for the whole patience."""
        self._asked += 1
        mine = self._asked
        async with self._lock:
            if self._cleared >= mine:
                return True
            asked = self._asked
            if not await self._all_steps():
                log.warning(
                    "%s: deleted words could not be cleared from the file yet, because another process reads an old "
                    "state of it; the next deletion or opening tries again",
                    self._path,
                )
                return False
            self._cleared = asked
            return True

    async def _all_steps(self) -> bool:
        until = time.monotonic() + self._patience
        if not await self._often(checkpoint, until):
            return False
        pages = await asyncio.to_thread(survey, self._raw)
        return await self._often(lambda _: wipe(self._path, self._raw, pages), until)

    async def _often(self, step: Callable[[sqlite3.Connection], bool], until: float) -> bool:
        """Try a step between the writer's batches, so that waiting for other processes holds nobody up."""
        while not await self._writer.alone(step):
            if time.monotonic() > until:
                return False
            await asyncio.sleep(MOMENT)
        return True

    async def search(self, wanted: Sequence[bytes]) -> tuple[set[bytes], dict[str, int]]:
        """Which samples are still in the files, and how many bytes of each were read."""
        return await asyncio.to_thread(traces.search, self._raw, wal_of(self._path), wanted)

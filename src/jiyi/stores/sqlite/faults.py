"""What SQLite says when something is wrong, in the words of `jiyi.errors`: each tells what to do next."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jiyi.errors import InvalidInput, JiyiError, StoreBusy, StoreCorrupt, StoreError, StoreFull, StoreReadOnly

ROOM = 64 * 1024  # bytes that SQLite's shared memory needs at least
BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})


def primary(error: sqlite3.Error) -> int:
    """SQLite's result code without its extended part; 0 when the error came from Python's side."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_busy(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and primary(error) in BUSY


def translate(error: sqlite3.Error, place: str) -> JiyiError:
    """The error that a caller sees for one of SQLite's."""
    code = primary(error)
    what = f"{place}: {error}"
    if code in BUSY:
        return StoreBusy(f"{what}. Another process has held the file for too long; try again, or look for it")
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _no_room(place)):
        return StoreFull(f"{what}. Nothing of this write was kept; free some space and try again")
    if code == sqlite3.SQLITE_READONLY:
        return StoreReadOnly(f"{what}. Make the file and its folder writable for this user")
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreReadOnly(f"{what}. The folder must exist and be writable for this user, and the path be a file")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreCorrupt(
            f"{what}. The file is damaged or no jiyi store; nothing was changed. Put a backup in its place, or save "
            "what is readable with `sqlite3 FILE .recover`"
        )
    if code == sqlite3.SQLITE_TOOBIG:
        return InvalidInput(f"{what}. SQLite keeps at most a gigabyte in one row")
    return StoreError(what)


def _no_room(place: str) -> bool:
    """Whether the disk is full: for the parts of SQLite that report that as an I/O error."""
    try:
        return shutil.disk_usage(Path(place).parent).free < ROOM
    except OSError:
        return False


def refused(error: sqlite3.Error | UnicodeEncodeError, place: str) -> JiyiError:
    """`translate`, and what Python's binding says of text that UTF-8 cannot hold."""
    if isinstance(error, UnicodeEncodeError):
        return InvalidInput("a name holds an unpaired surrogate, which no store can keep")
    return translate(error, place)


@contextmanager
def translated(place: str) -> Iterator[None]:
    """Run a block so that SQLite's errors leave it as ours."""
    try:
        yield
    except (sqlite3.Error, UnicodeEncodeError) as error:
        raise refused(error, place) from error

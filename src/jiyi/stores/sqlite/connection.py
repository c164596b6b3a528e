"""Connections as this store wants them, and bringing a file up to date."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import time
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from random import random
from typing import Any

from jiyi.errors import SchemaTooNew, StoreError
from jiyi.stores.sqlite.faults import is_busy, translated
from jiyi.stores.sqlite.queries import Q

OLDEST = (3, 37)  # RETURNING and the WAL fixes that came before it
PRIVATE = 0o600  # a new file is for its owner alone: it holds what people said
READ_CACHE = 16_384  # KiB per reader
PAGE = 8_192  # bytes, of a new file: a memory and its vector fit in, where half the size needs a page beside for each
CHECKPOINT = 2_048  # pages in the WAL (16 MB) at which a commit also moves them: twice as rare as by default
MAPPED = 1 << 30  # bytes: reading a page that the system holds then costs no call and no copy


def connect(path: Path, *, patience: float, reading: bool = False) -> sqlite3.Connection:
    """Open the file. `patience` is how many seconds SQLite itself waits for a lock.

    Temporary data stays in memory, so that no words land in files that nobody clears.
    """
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    try:
        for pragma in ("secure_delete = ON", "synchronous = FULL", "temp_store = MEMORY", "trusted_schema = OFF"):
            connection.execute(f"PRAGMA {pragma}")
        for pragma in ("fullfsync = ON", "checkpoint_fullfsync = ON"):  # macOS: fsync alone does not reach the disk
            connection.execute(f"PRAGMA {pragma}")
        if reading:
            connection.execute("PRAGMA query_only = ON")
            connection.execute(f"PRAGMA cache_size = -{READ_CACHE}")
            connection.execute(f"PRAGMA mmap_size = {MAPPED}")
        else:
            connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def begin(connection: sqlite3.Connection, patience: float) -> None:
    """BEGIN IMMEDIATE, tried again and again for `patience` seconds.

    Short random pauses instead of SQLite's own, which grow to 0.1 s: while another process commits without a rest, the
    lock is free for a moment only, and who looks often finds it.
    """
    until = time.monotonic() + patience
    while True:
        try:
            connection.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > until:
                raise
            time.sleep(0.0005 + 0.003 * random())  # noqa: S311 - jitter


def migrations() -> list[tuple[int, str]]:
    """(number, SQL) of every migration, in order."""
    scripts = (files(__package__) / "migrations").iterdir()
    named = ((re.fullmatch(r"(\d{4})_\w+\.sql", script.name), script) for script in scripts)
    return sorted((int(match.group(1)), script.read_text(encoding="utf-8")) for match, script in named if match)


def statements(script: str) -> list[str]:
    """The statements of a script one by one: `executescript` would commit the transaction around them."""
    found, current = [], ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            found.append(current.strip())
            current = ""
    return found


def prepare(path: Path, patience: float, steps: Sequence[tuple[int, str]] | None = None) -> None:
    """Make the file, or bring an older one up to date in one transaction. Safe for several processes at once.

    `steps` are the migrations, those of this version when None.
    """
    steps = migrations() if steps is None else steps
    if sqlite3.sqlite_version_info < OLDEST:
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old; 3.37 or later is needed (use a newer Python)")
    if not path.parent.is_dir():
        raise StoreError(f"{path}: the folder {path.parent} does not exist; make it first")
    with contextlib.suppress(OSError):  # what is wrong with the place, SQLite says below
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, PRIVATE))
    with translated(str(path)):
        connection = connect(path, patience=patience)
        try:
            _check(connection, path, steps)
            _use_wal(connection, path, patience)
            begin(connection, patience)
            try:
                _migrate(connection, path, steps)
                connection.execute(Q["drop_note"], {"name": ""})  # shows whether the file can be written at all
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
        finally:
            connection.close()


def _use_wal(connection: sqlite3.Connection, path: Path, patience: float) -> None:
    """Turn on the WAL, which stays on. This pragma does not always wait for locks by itself."""
    connection.execute(f"PRAGMA page_size = {PAGE}")  # says nothing to a file that has pages
    until = time.monotonic() + patience
    while True:
        try:
            mode: str = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            break
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > until:
                raise
            time.sleep(0.001 + 0.02 * random())  # noqa: S311 - jitter
    if mode.lower() != "wal":
        raise StoreError(
            f"{path}: this file system has no shared memory for a write-ahead log, as some network drives. "
            "Put the file on a local disk"
        )


def _version(connection: sqlite3.Connection) -> int:
    value: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return value


def _check(connection: sqlite3.Connection, path: Path, steps: Sequence[tuple[int, str]]) -> None:
    """Refuse a file of a later version, or of another program, before anything in it is touched."""
    version, newest = _version(connection), steps[-1][0]
    if version > newest:
        raise SchemaTooNew(
            f"{path} was written by a later jiyi (schema {version}; this one knows {newest}). "
            "Nothing was changed; upgrade with `pip install -U jiyi`"
        )
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if version == 0 and tables:
        raise StoreError(
            f"{path} is a database of another program (with tables {', '.join(sorted(tables)[:3])}); "
            "nothing was changed. Give jiyi a file of its own"
        )


def _migrate(connection: sqlite3.Connection, path: Path, steps: Sequence[tuple[int, str]]) -> None:
    _check(connection, path, steps)  # again, now under the lock: another process may have been first
    version = _version(connection)
    for number, script in steps:
        if number > version:
            for statement in statements(script):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")


def integrity(connection: sqlite3.Connection) -> list[Any]:
    """What SQLite's own check finds wrong; empty when all is well. For `doctor`."""
    return [row[0] for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]

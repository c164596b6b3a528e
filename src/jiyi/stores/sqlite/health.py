"""A look at a file without opening it as a store: nothing is migrated and nothing written."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from jiyi.stores.sqlite.connection import OLDEST, connect, integrity, migrations
from jiyi.stores.sqlite.faults import translated


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """`schema` is the file's (0: of another program or empty), `newest` the one that this version writes."""

    sqlite: str
    sqlite_fits: bool
    schema: int = 0
    newest: int = 0
    faults: tuple[str, ...] = ()


def library() -> Health:
    """What can be said without a file."""
    newest = migrations()[-1][0]
    return Health(sqlite=sqlite3.sqlite_version, sqlite_fits=sqlite3.sqlite_version_info >= OLDEST, newest=newest)


def look(path: Path, patience: float = 5.0) -> Health:
    """Check a file that exists. Reads all of it. Raises StoreBusy, StoreCorrupt, StoreReadOnly."""
    known = library()
    with translated(str(path)):
        connection = connect(path, patience=patience, reading=True)
        try:
            schema: int = connection.execute("PRAGMA user_version").fetchone()[0]
            faults = tuple(str(fault) for fault in integrity(connection))
        finally:
            connection.close()
    return Health(sqlite=known.sqlite, sqlite_fits=known.sqlite_fits, schema=schema, newest=known.newest, faults=faults)

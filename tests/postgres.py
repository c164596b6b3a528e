"""The PostgreSQL that tests share: one server for a run, emptied before each test that uses it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from jiyi.testing.postgres_server import Server

ELSEWHERE = os.environ.get("JIYI_TEST_POSTGRES")  # read before a fixture takes such variables away
# Rows that tests write need not outlive the machine. What acknowledges a commit stays as in production.
QUICK = {"fsync": "off", "full_page_writes": "off", "max_connections": "200", "max_wal_size": "256MB"}
ROOM = 1 << 30  # bytes
TABLES = ("jobs", "changes", "removals", "items", "messages", "session_bodies", "sessions", "names", "users", "notes")


class Shared:
    """A database. Each schema in it is a store; `empty` clears the one that stores use when none is named."""

    def __init__(self, url: str, server: Server | None) -> None:
        self._base = url
        self.server = server  # None: a server that is not ours
        self._emptier = psycopg.connect(url, autocommit=True, options="-c search_path=jiyi -c jiyi.all=on")

    def url(self, query: str = "") -> str:
        """A store's URL; `query` is joined to it."""
        return self._base + ("&" if "?" in self._base else "?") + query if query else self._base

    def empty(self) -> None:
        """Delete all rows, and connections that a failed test left."""
        if self._emptier.execute("SELECT to_regclass('users')").fetchone() != (None,):
            with self._emptier.pipeline():
                for table in TABLES:
                    self._emptier.execute(f"DELETE FROM {table}")

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        """Run a statement by itself, as the role that stores use."""
        cursor = self._emptier.execute(statement)
        return cursor.fetchall() if cursor.description else []

    def drop(self, schema: str) -> None:
        self._emptier.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")

    def close(self) -> None:
        self._emptier.close()


@contextmanager
def shared() -> Iterator[Shared]:
    if ELSEWHERE:
        found = Shared(ELSEWHERE, None)
        yield found
        found.close()
        return
    with own(**QUICK) as server:
        found = Shared(server.url(), server)
        yield found
        found.close()


@contextmanager
def own(**options: str) -> Iterator[Server]:
    """A server of its own, for tests that harm it."""
    with tempfile.TemporaryDirectory(prefix="jiyi-pg-", dir=_roomy()) as folder:
        Path(folder).chmod(0o755)  # as root, the server runs as somebody else
        with Server(Path(folder) / "s", **options) as server:
            yield server


def _roomy() -> Path | None:
    """Memory, where there is enough of it: a server has some thousand files. None: where temporary files are."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > ROOM else None

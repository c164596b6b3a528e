"""One SQLite file as a store."""

from jiyi.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]

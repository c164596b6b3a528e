"""A PostgreSQL database as a store. Needs the extra `jiyi[postgres]`."""

from jiyi.stores.postgres.store import PostgresStore

__all__ = ["PostgresStore"]

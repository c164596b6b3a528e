"""A look at a database without opening it as a store: nothing is migrated and nothing written."""

from __future__ import annotations

from dataclasses import dataclass

from jiyi.stores.postgres import migrating
from jiyi.stores.postgres.address import address
from jiyi.stores.postgres.connections import Connections


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """`schema` is the database's (0: no tables yet), `newest` the one that this version makes."""

    place: str
    server: str
    schema: int
    newest: int
    weaknesses: tuple[str, ...]


async def look(url: str) -> Health:
    """Connect once. Raises StoreUnreachable, SchemaTooNew, and StoreError for a server that cannot be used."""
    found = address(url)
    connection = await Connections(found).connect()
    try:
        schema, newest = await migrating.version(connection, found)
        seen = await migrating.look(connection, found)
        number = connection.info.server_version
        server = f"PostgreSQL {number // 10_000}.{number % 10_000}"
    finally:
        await connection.close()
    return Health(place=found.place, server=server, schema=schema, newest=newest, weaknesses=seen.weaknesses)

"""Making the tables, and bringing older ones up to date while the previous version still runs.

Each migration is a transaction under an advisory lock, so that of many processes that start at once one migrates and
the others wait, and a migration that fails leaves nothing of itself. Its file says in the first line which schema the
oldest program must know that may run beside it: `-- oldest: 1`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from time import monotonic
from typing import Any

import psycopg
from psycopg import AsyncConnection, sql
from psycopg import errors as pg

from jiyi.errors import SchemaTooNew, StoreBusy, StoreError
from jiyi.stores.postgres.address import Address
from jiyi.stores.postgres.faults import translate
from jiyi.stores.postgres.queries import SQL

OLDEST_SERVER = 140_000
LOCK_SECONDS = 2  # a migration that waits for a table makes all others wait behind it: it gives up and tries again


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """`oldest` is the lowest schema whose programs may run beside this one."""

    number: int
    name: str
    oldest: int
    script: str


def migrations() -> list[Migration]:
    """Those of this version, in order."""
    scripts = (files(__package__) / "migrations").iterdir()
    named = ((re.fullmatch(r"(\d{4})_(\w+)\.sql", script.name), script) for script in scripts)
    found = [migration(int(match[1]), match[2], script.read_text(encoding="utf-8")) for match, script in named if match]
    return sorted(found, key=lambda one: one.number)


def migration(number: int, name: str, script: str) -> Migration:
    first = re.match(r"-- oldest: (\d+)\n", script)
    if first is None:
        raise ValueError(f"migration {number} does not begin with '-- oldest: N'")
    return Migration(number=number, name=name, oldest=int(first[1]), script=script)


async def prepare(connection: AsyncConnection, address: Address, steps: Sequence[Migration] | None = None) -> None:
    """Bring the schema up to date. `steps` are the migrations, those of this version when None."""
    steps = migrations() if steps is None else steps
    try:
        await _fit(connection, address)
        if await _version(connection, address, steps) < steps[-1].number:
            await _make_schema(connection, address)
            for step in steps:
                await _patiently(connection, address, steps, step)
    except (psycopg.Error, UnicodeError) as error:
        raise translate(error, address.place) from error


async def version(connection: AsyncConnection, address: Address) -> tuple[int, int]:
    """The schema's version (0: there is none) and the newest that this program knows. Raises what `prepare` does,
    and changes nothing."""
    steps = migrations()
    try:
        await _fit(connection, address)
        return await _version(connection, address, steps), steps[-1].number
    except psycopg.Error as error:
        raise translate(error, address.place) from error


async def _fit(connection: AsyncConnection, address: Address) -> None:
    _, encoding, version, *_ = await _one(connection, "look")
    if version < OLDEST_SERVER:
        raise StoreError(f"{address.place}: PostgreSQL 14 or later is needed, not {version // 10_000}")
    if encoding != "UTF8":
        raise StoreError(
            f"{address.place}: the database's encoding is {encoding}, which cannot hold all languages. "
            "Make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
        )


async def _one(connection: AsyncConnection, name: str, **values: object) -> tuple[Any, ...]:
    row = await (await connection.execute(SQL[name], values or None)).fetchone()
    assert row is not None
    return row


async def _version(connection: AsyncConnection, address: Address, steps: Sequence[Migration]) -> int:
    """The schema's version; 0 when there is none. Refuses one that this program cannot work with."""
    _, noted, tables = await _one(connection, "schema_there", schema=address.schema)
    if not noted:
        if tables:
            raise StoreError(
                f"{address.place}: the schema {address.schema!r} holds tables of another program; nothing was changed. "
                "Name another with ?schema="
            )
        return 0
    row = await (await connection.execute(SQL["schema_version"])).fetchone()
    number, oldest = (0, 0) if row is None else row
    newest = steps[-1].number
    if number > newest and oldest > newest:
        raise SchemaTooNew(
            f"{address.place} was written by a later jiyi (schema {number}; this one knows {newest}). "
            "Nothing was changed; upgrade with `pip install -U jiyi`"
        )
    return int(number)


async def _make_schema(connection: AsyncConnection, address: Address) -> None:
    async with connection.transaction():
        await connection.execute(SQL["lock_schema"], {"schema": address.schema})
        there, noted, _ = await _one(connection, "schema_there", schema=address.schema)
        if not there:
            await connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(address.schema)))
        if not noted:
            await connection.execute(SQL["make_migrations"])


async def _patiently(
    connection: AsyncConnection, address: Address, steps: Sequence[Migration], step: Migration
) -> None:
    until = monotonic() + address.patience
    while True:
        try:
            await _step(connection, address, steps, step)
            return
        except pg.LockNotAvailable as error:
            if monotonic() > until:
                raise StoreBusy(
                    f"{address.place}: migration {step.number} ({step.name}) waits for others that use the tables; "
                    "nothing of it was kept. Try again when there is less to do"
                ) from error
            await asyncio.sleep(0.2)
        except psycopg.Error as error:
            told = translate(error, address.place)
            raise type(told)(
                f"migration {step.number} ({step.name}) failed and nothing of it was kept; the schema is as it was, "
                f"and the next opening tries again. {told}"
            ) from error


async def _step(connection: AsyncConnection, address: Address, steps: Sequence[Migration], step: Migration) -> None:
    async with connection.transaction():
        await connection.execute(SQL["lock_schema"], {"schema": address.schema})
        if await _version(connection, address, steps) >= step.number:
            return  # another process was first
        await connection.execute(SQL["no_time_limit"])
        await connection.execute(sql.SQL("SET LOCAL lock_timeout = {}").format(LOCK_SECONDS * 1000))
        await connection.execute(step.script.encode())
        values = {"number": step.number, "name": step.name, "oldest": step.oldest}
        await connection.execute(SQL["note_migration"], values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Of a server and the role: whether commits wait for the disk, whether parts are on other servers, and what
    weakens jiyi's promises."""

    durable: bool
    spread: bool
    weaknesses: tuple[str, ...]


async def look(connection: AsyncConnection, address: Address) -> Seen:
    try:
        commit, _, _, above, vacuum, spread = await _one(connection, "look")
    except psycopg.Error as error:
        raise translate(error, address.place) from error
    found = []
    if commit == "off":
        found.append("synchronous_commit is off for this role; jiyi turns it on for its own connections")
    if above:
        found.append("this role is above row-level security (superuser or BYPASSRLS): the second lock does not hold it")
    if vacuum == "off":
        found.append("autovacuum is off: erased words stay in the server's files until somebody runs VACUUM")
    return Seen(durable=commit != "off", spread=spread, weaknesses=tuple(found))

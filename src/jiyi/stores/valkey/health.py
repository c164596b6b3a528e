"""A look at a cache, for people: whether it answers, what it is, and what about it is worth a thought."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import AuthenticationError, AuthorizationError, ResponseError

from jiyi.errors import StoreUnreachable
from jiyi.stores.valkey.address import address
from jiyi.stores.valkey.link import FAULTS, OVERDUE, let_go, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """`server` is name, version and mode; `milliseconds` how long an answer took."""

    place: str
    server: str
    milliseconds: float
    patience: float
    weaknesses: tuple[str, ...]


async def look(url: str) -> Health:
    """Connect once. Raises InvalidInput, and StoreUnreachable when it does not answer."""
    found = address(url)
    client = plain(found)
    try:
        async with asyncio.timeout(3 * OVERDUE):
            await client.ping()
            loop = asyncio.get_running_loop()
            began = loop.time()
            await client.ping()
            took = loop.time() - began
            told = await _told(client)
    except (AuthenticationError, AuthorizationError) as error:
        raise StoreUnreachable(f"{found.place} refuses the name or the password ({type(error).__name__})") from error
    except FAULTS as error:
        raise StoreUnreachable(f"{found.place} does not answer ({type(error).__name__})") from error
    finally:
        await let_go(client)
    name = "Valkey" if "valkey_version" in told else "Redis"
    version = told.get("valkey_version", told.get("redis_version", "?"))
    mode = told.get("server_mode", told.get("redis_mode", "?"))
    return Health(
        place=found.place,
        server=f"{name} {version}, {mode}",
        milliseconds=took * 1000,
        patience=found.patience,
        weaknesses=tuple(_weaknesses(told)),
    )


async def _told(client: Redis) -> Mapping[str, Any]:
    """What it tells of itself; nothing where that is not allowed."""
    try:
        return {**await client.info("server"), **await client.info("memory"), **await client.info("persistence"),
                **await client.info("replication")}  # fmt: skip
    except ResponseError:
        return {}


def _weaknesses(told: Mapping[str, Any]) -> Iterator[str]:
    if told.get("maxmemory_policy") == "noeviction" and told.get("maxmemory"):
        yield "it refuses what is new when it is full (maxmemory-policy noeviction): allkeys-lru makes room instead"
    if told.get("maxmemory") == 0:
        yield "it may take all memory of its machine (maxmemory 0)"
    if told.get("aof_enabled"):
        yield "it writes people's words to its disk (appendonly yes), which a cache need not"
    if told.get("role") == "slave":
        yield "it is a replica, which takes no writes: nothing is ever kept in it"

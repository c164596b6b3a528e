"""From a PostgreSQL URL to what is needed for connecting."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

import psycopg
from psycopg.conninfo import conninfo_to_dict

from jiyi.errors import InvalidInput

OURS = ("schema", "connections", "patience")
SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,50}")
ALIVE = {"connect_timeout": 10, "keepalives_idle": 30, "tcp_user_timeout": 30_000}  # unless the URL says otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """`options` are libpq's. The schema holds the tables, `connections` is the most that one process opens, besides
    the one that listens, and `patience` how many seconds a call waits for a connection, a lock or a server that
    restarts."""

    options: dict[str, Any] = field(repr=False)
    schema: str = "jiyi"
    connections: int = 10
    patience: float = 30.0

    @property
    def place(self) -> str:
        """A URL for people: no user, no password."""
        schema = "" if self.schema == "jiyi" else f"schema={self.schema}"
        host = str(self.options.get("host", ""))
        database = quote(str(self.options.get("dbname", "")), safe="")
        if host.startswith("/"):
            return f"postgresql:///{database}?host={host}{schema and '&' + schema}"
        port = self.options.get("port")
        return f"postgresql://{host}{f':{port}' if port else ''}/{database}{schema and '?' + schema}"

    @property
    def channel(self) -> str:
        """What workers of this store listen to."""
        return f"jiyi_{self.schema}"

    def connecting(self) -> dict[str, Any]:
        """Keyword arguments of a connection. `synchronous_commit` is not among them: it stays as the server has it."""
        wait = int(self.patience * 1000)
        ours = (
            f"-c search_path={self.schema} -c lock_timeout={wait} -c jit=off "
            "-c plan_cache_mode=force_generic_plan "  # planning sixteen parts each time costs more than the statement
            f"-c idle_in_transaction_session_timeout={wait + 30_000}"
        )
        given = str(self.options.get("options", ""))
        return {**ALIVE, "application_name": "jiyi", **self.options, "options": f"{given} {ours}".strip()}


def address(url: str) -> Address:
    """Read a URL: libpq's, and in its query also `schema`, `connections` and `patience`. Raises InvalidInput."""
    base, _, query = url.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    own = {name: value for name, value in pairs if name in OURS}
    rest = urlencode([pair for pair in pairs if pair[0] not in OURS], quote_via=quote)
    try:
        options = conninfo_to_dict(f"{base}?{rest}" if rest else base)
    except (psycopg.Error, UnicodeError) as error:
        raise InvalidInput(f"this is no PostgreSQL URL ({_harmless(error)}); see the page on PostgreSQL") from error
    try:
        found = Address(
            options=dict(options),
            schema=own.get("schema", "jiyi"),
            connections=int(own.get("connections", "10")),
            patience=float(own.get("patience", "30")),
        )
    except ValueError as error:
        raise InvalidInput("`connections` and `patience` in a PostgreSQL URL must be numbers") from error
    if not SCHEMA.fullmatch(found.schema):
        raise InvalidInput(f"{found.schema!r} cannot be a schema: small letters, digits and _ only")
    if found.connections < 1 or not 0.05 <= found.patience <= 86_400:
        raise InvalidInput("a PostgreSQL URL needs connections >= 1 and patience from 0.05 to 86400 seconds")
    return found


def _harmless(error: Exception) -> str:
    """What libpq says of a URL, without the URL, which holds a password."""
    return str(error).split(":")[0].split('"')[0].strip()

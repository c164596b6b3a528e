"""From a cache's URL to what is needed for connecting, and the names of keys."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import blake2b
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from redis.asyncio.connection import ConnectionPool
from redis.exceptions import RedisError

from jiyi.errors import InvalidInput

SCHEMES = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss", "unix": "unix"}
OURS = ("prefix", "expire", "patience")
PREFIX = re.compile(r"[A-Za-z0-9_.-]{1,50}")
DATABASE = r"[0-9]{0,5}"
DIGEST = 16  # bytes of the digest that stands for a name in a key


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """`url` is the driver's. Keys begin with `prefix`, a copy lives `expire` seconds after it was last used, and a
    call waits `patience` seconds for an answer, after which the store is asked instead."""

    url: str = field(repr=False)
    prefix: str = "jiyi"
    expire: float = 3_600.0
    patience: float = 0.05

    @property
    def place(self) -> str:
        """A URL for people: no user, no password."""
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2]
        return f"{parts.scheme}://{host}{parts.path}"

    @property
    def milliseconds(self) -> int:
        """How long a copy lives."""
        return max(1, int(self.expire * 1000))

    @property
    def channel(self) -> str:
        """What workers listen to."""
        return f"{self.prefix}:work"

    def of(self, user: str) -> str:
        """What all keys of the user begin with. The digest is the hash tag, so they lie in one slot of a cluster;
        names with braces, blanks or a megabyte are no different from others, and nobody's name is in a key."""
        return f"{self.prefix}:{{{_digest(user)}}}:"

    def body(self, user: str, session: str) -> str:
        """The key of a session's body."""
        return f"{self.of(user)}b:{_digest(session)}"

    def window(self, user: str, session: str) -> str:
        """The key of a session's messages."""
        return f"{self.of(user)}w:{_digest(session)}"


def _digest(name: str) -> str:
    return blake2b(name.encode(), digest_size=DIGEST).hexdigest()


def address(url: str) -> Address:
    """Read a URL: the driver's, and in its query also `prefix`, `expire` and `patience`. Raises InvalidInput."""
    base, _, query = url.partition("?")
    scheme, separator, rest = base.partition("://")
    scheme = scheme.lower()
    if not separator or scheme not in SCHEMES:
        raise InvalidInput("a cache's URL begins with redis://, rediss://, valkey://, valkeys:// or unix://")
    database = "" if scheme == "unix" else rest.partition("/")[2].strip("/")
    if not re.fullmatch(DATABASE, database):  # the driver would take the first database, without a word
        raise InvalidInput("a cache's URL ends with the number of its database or with nothing: redis://host:6379/0")
    pairs = parse_qsl(query, keep_blank_values=True)
    own = {name: value for name, value in pairs if name in OURS}
    theirs = urlencode([pair for pair in pairs if pair[0] not in OURS], quote_via=quote)
    plain = f"{SCHEMES[scheme]}://{rest}" + (f"?{theirs}" if theirs else "")
    try:
        pool = ConnectionPool.from_url(plain)
        pool.connection_class(**pool.connection_kwargs)  # connects nowhere; a name that it does not know is refused
    except (ValueError, TypeError, RedisError) as error:
        raise InvalidInput("this is no URL of a Redis or Valkey server; see the page on the cache") from error
    try:
        found = Address(
            url=plain,
            prefix=own.get("prefix", "jiyi"),
            expire=float(own.get("expire", "3600")),
            patience=float(own.get("patience", "0.05")),
        )
    except ValueError as error:
        raise InvalidInput("`expire` and `patience` in a cache's URL must be numbers of seconds") from error
    if not PREFIX.fullmatch(found.prefix):
        raise InvalidInput(f"{found.prefix!r} cannot begin keys: letters, digits, '_', '.' and '-' only")
    if not 1 <= found.expire <= 604_800 or not 0.001 <= found.patience <= 10:
        raise InvalidInput("a cache's URL needs expire from 1 to 604800 and patience from 0.001 to 10 seconds")
    return found

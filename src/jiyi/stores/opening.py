"""From what a person writes to a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from urllib.parse import unquote, urlsplit

from pydantic import SecretStr

from jiyi import extras
from jiyi.errors import InvalidInput, NotInstalled
from jiyi.ports import Store
from jiyi.settings import small_scheme
from jiyi.stores.memory import MemoryStore
from jiyi.stores.sqlite import SqliteStore

if TYPE_CHECKING:
    from jiyi.stores.postgres import PostgresStore


def open_store(url: str, cache_url: SecretStr | None = None) -> Store:
    """The store for `url` (see `bare_store`); with copies in front of it at `cache_url` (redis://…), when one is given
    and the store is not in memory itself. An empty one is none."""
    store = bare_store(url)
    if cache_url is None or not cache_url.get_secret_value() or isinstance(store, MemoryStore):
        return store
    try:
        from jiyi.stores.valkey import CachedStore  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise NotInstalled(f"a cache needs an extra: {extras.command('redis')} ({error})") from error
    return cast(Store, CachedStore(store, cache_url.get_secret_value()))


def bare_store(url: str) -> MemoryStore | SqliteStore | PostgresStore:
    """The store for a path, `sqlite:///path`, `postgresql://…` or `:memory:`; it is not opened yet.

    `sqlite:///name` is relative to the working folder, `sqlite:////name` absolute. Raises InvalidInput for what is
    none of these, NotInstalled for a kind of store whose extra is missing or that is not here yet.
    """
    if not url:
        raise InvalidInput("a store needs a place: a path such as 'jiyi.db', ':memory:', or a URL")
    if url == ":memory:":
        return MemoryStore()
    url = small_scheme(url)
    scheme, separator, rest = url.partition("://")
    if not separator:
        return SqliteStore(url)
    if scheme == "sqlite":
        if not rest.startswith("/") or len(rest) < 2:
            raise InvalidInput(f"{url!r} names no file; write sqlite:///jiyi.db, or just jiyi.db")
        return SqliteStore(unquote(rest[1:]))
    if scheme in ("postgresql", "postgres"):
        try:
            from jiyi.stores.postgres import PostgresStore  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise NotInstalled(f"PostgreSQL stores need an extra: {extras.command('postgres')} ({error})") from error
        return PostgresStore(url)
    if scheme in ("http", "https"):
        raise InvalidInput("a server is no store: open its URL with `Memory.open`, which is its client")
    known = "a path, sqlite:///path, postgresql:// or :memory:"
    raise InvalidInput(f"no store is known for {urlsplit(url).scheme}://; use {known}")

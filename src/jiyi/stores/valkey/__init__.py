"""Redis or Valkey in front of a store: a cache and a hint. Needs the extra `jiyi[redis]`."""

from jiyi.stores.valkey.store import CachedStore

__all__ = ["CachedStore"]

"""URLs of a cache, and the names of keys."""

from __future__ import annotations

import pytest
from pydantic import SecretStr
from redis.crc import key_slot

from jiyi.errors import InvalidInput
from jiyi.settings import Settings
from jiyi.stores.memory import MemoryStore
from jiyi.stores.opening import open_store
from jiyi.stores.valkey import CachedStore
from jiyi.stores.valkey.address import address
from jiyi.testing.samples import ODD_NAMES

NAMES = (*ODD_NAMES, "{u}", "a{b", "}{", "{}u", " ", "u:w:x", "*", "[a-z]", "记" * 200_000)


def test_address_reads_what_is_ours_when_given_a_url() -> None:
    found = address("valkeys://ann:secret@host:7000/2?prefix=shop&expire=60&patience=0.2&socket_keepalive=True")
    assert (found.url, found.prefix) == ("rediss://ann:secret@host:7000/2?socket_keepalive=True", "shop")
    assert (found.expire, found.patience, found.milliseconds) == (60, 0.2, 60_000)
    assert found.place == "rediss://host:7000/2"
    assert "secret" not in repr(found)


@pytest.mark.parametrize(
    "url",
    [
        *("host:6379", "http://host", "redis://host:x", "redis://host?expire=x", "redis://host?expire=0"),
        *("redis://host?patience=nan", "redis://host?prefix=", "redis://host?prefix=a*", "redis://host?prefix={a}"),
        *("redis://host/notadb", "redis://host/0/1", "redis://host/-1", "redis://host/jiyi?expire=60"),
        *("redis://host?patiance=1", "redis://host?socket_keepalive=True&colour=red", "rediss://host?ssl_cert_reqs=x"),
    ],
)
def test_address_is_refused_when_it_means_nothing(url: str) -> None:
    with pytest.raises(InvalidInput):
        address(url)


@pytest.mark.parametrize("url", ["REDIS://Host/2", "Valkeys://Host", "unix:///run/valkey.sock?db=1"])
def test_address_is_read_when_the_scheme_is_in_capitals_or_a_socket_is_named(url: str) -> None:
    found = address(url)
    assert found.url.partition("://")[0] in ("redis", "rediss", "unix")
    assert found.url.partition("://")[2] == url.partition("://")[2]


def test_keys_of_a_user_lie_in_one_slot_and_apart_from_others() -> None:
    found = address("redis://host")
    seen: dict[str, tuple[str, str]] = {}
    for user in NAMES:
        slots = set()
        for session in NAMES:
            for key in (found.body(user, session), found.window(user, session)):
                assert key.startswith(found.of(user))
                assert len(key) < 100
                assert seen.setdefault(key, (user, session)) == (user, session)
                slots.add(key_slot(key.encode()))
        assert slots == {key_slot(found.of(user).encode())}
    starts = [found.of(user) for user in dict.fromkeys(NAMES)]
    assert not any(one != other and one.startswith(other) for one in starts for other in starts)


def test_store_has_a_cache_when_a_url_is_given() -> None:
    assert isinstance(open_store("jiyi.db", SecretStr("redis://host")), CachedStore)
    assert isinstance(open_store(":memory:", SecretStr("redis://host")), MemoryStore)
    with pytest.raises(InvalidInput, match="redis://"):
        open_store("jiyi.db", SecretStr("host:6379"))


def test_store_has_no_cache_when_the_url_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings(cache_url=SecretStr("")).cache_url is None
    monkeypatch.setenv("JIYI_CACHE_URL", "")
    assert Settings().cache_url is None
    assert not isinstance(open_store("jiyi.db", SecretStr("")), CachedStore)

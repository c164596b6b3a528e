"""From what a person writes to a store."""

from __future__ import annotations

from pathlib import Path

import pytest

from jiyi.errors import InvalidInput
from jiyi.stores.memory import MemoryStore
from jiyi.stores.opening import open_store
from jiyi.stores.postgres import PostgresStore
from jiyi.stores.sqlite import SqliteStore


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("jiyi.db", "jiyi.db"),
        ("folder/记忆.db", "folder/记忆.db"),
        ("sqlite:///jiyi.db", "jiyi.db"),
        ("sqlite:///a%20b.db", "a b.db"),
        ("a%20b.db", "a%20b.db"),  # a path is taken as it is
    ],
)
def test_store_is_a_file_when_given_a_path(url: str, path: str) -> None:
    store = open_store(url)
    assert isinstance(store, SqliteStore)
    assert store.place == str(Path(path).absolute())


def test_store_is_a_file_when_given_an_absolute_path(tmp_path: Path) -> None:
    path = tmp_path / "jiyi.db"
    for url in (str(path), f"sqlite:///{path}"):
        assert open_store(url).place == str(path)


def test_store_is_in_memory_when_asked() -> None:
    assert isinstance(open_store(":memory:"), MemoryStore)
    assert open_store(":memory:").place == ":memory:"


@pytest.mark.parametrize("url", ["http://host:8000", "https://host"])
def test_store_is_refused_when_the_url_is_that_of_a_server(url: str) -> None:
    with pytest.raises(InvalidInput, match="its client"):
        open_store(url)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("postgresql://ann:secret@host/db", "postgresql://host/db"),
        ("postgres://host/db?schema=other", "postgresql://host/db?schema=other"),
        ("POSTGRESQL://host/Db", "postgresql://host/Db"),
    ],
)
def test_store_is_a_database_when_given_its_url(url: str, place: str) -> None:
    store = open_store(url)
    assert isinstance(store, PostgresStore)
    assert store.place == place


@pytest.mark.parametrize("url", ["", "mysql://host/db", "sqlite://", "sqlite:///", "sqlite://jiyi.db"])
def test_store_is_refused_when_the_url_means_nothing(url: str) -> None:
    with pytest.raises(InvalidInput):
        open_store(url)

"""What every test runs under: no JIYI_ variables, no network but loopback, hypothesis without a stopwatch."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from jiyi.testing.valkey_server import Server
from postgres import Shared, shared
from valkey_tests import served

LOOPBACK = ("127.", "::1", "localhost")

settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")


def _no_network(event: str, args: tuple[Any, ...]) -> None:
    """A test that reaches out fails: what is tested works offline."""
    if event == "socket.connect" and isinstance(args[1], tuple) and not str(args[1][0]).startswith(LOOPBACK):
        raise AssertionError(f"a test connects to {args[1]!r}")
    if event == "socket.getaddrinfo" and args[0] and not str(args[0]).startswith(LOOPBACK):
        raise AssertionError(f"a test looks up {args[0]!r}")


sys.addaudithook(_no_network)


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The developer's own JIYI_ variables must not decide what a test sees."""
    for name in list(os.environ):
        if name.upper().startswith("JIYI_"):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[Server]:
    with served() as server:
        yield server


@pytest.fixture
def valkey(valkey_server: Server) -> Server:
    """An empty Valkey server: one for the whole run, from a wheel."""
    valkey_server.ask("FLUSHALL")
    return valkey_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Shared]:
    """A PostgreSQL database: one server for the whole run, from a wheel. JIYI_TEST_POSTGRES names another."""
    with shared() as found:
        yield found

"""A real server on a free port, in a thread of its own, and what it stands on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx2
import pytest

from flows.conftest import Clock
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.server import (
    mcp_server,  # noqa: F401 - loaded here, so that it is not under way in a thread meanwhile
    once,
)
from jiyi.server.keys import KEYS
from jiyi.server.running import Doors, serve
from jiyi.server.serving import Serving, open_serving
from jiyi.settings import Settings

HOST = "127.0.0.1"


@dataclass
class Server:
    """A server that runs in a thread."""

    port: int
    serving: Serving
    doors: Doors
    loop: asyncio.AbstractEventLoop

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def run(self, work: object) -> object:
        """Run a coroutine in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)  # type: ignore[arg-type]


@contextmanager
def running(
    url: str,
    settings: Settings | None = None,
    embedder: LocalEmbedder | None = None,
    clock: Clock | None = None,
    port: int = 0,
) -> Iterator[Server]:
    """Serve `url` until the block ends."""
    found: dict[str, object] = {}
    up = threading.Event()

    async def run() -> None:
        more = {} if clock is None else {"clock": clock}
        async with open_serving(url, settings or Settings(), embedder=embedder, **more) as serving:  # type: ignore[arg-type]
            found.update(serving=serving, loop=asyncio.get_running_loop())

            def listening(real: int) -> None:
                found["port"] = real
                up.set()

            await serve(serving, HOST, port, listening, lambda doors: found.update(doors=doors))

    def body() -> None:
        try:
            asyncio.run(run())
        except BaseException as error:  # noqa: BLE001 - told by the test, not by the thread
            found["error"] = error
        finally:
            up.set()

    thread = threading.Thread(target=body, name="jiyi-test-server", daemon=True)
    thread.start()
    assert up.wait(30)
    if "port" not in found:
        thread.join()
        raise AssertionError(f"the server did not start: {found.get('error')!r}")
    server = Server(found["port"], found["serving"], found["doors"], found["loop"])  # type: ignore[arg-type]
    try:
        yield server
    finally:
        server.doors.should_exit = True
        thread.join(20)
        assert not thread.is_alive()
        assert "error" not in found, found["error"]


@pytest.fixture(scope="session")
def embedder() -> Iterator[LocalEmbedder]:
    yield LocalEmbedder()


@pytest.fixture(scope="session")
def shared(embedder: LocalEmbedder) -> Iterator[tuple[Server, Clock]]:
    """One server for all tests: making one takes longer than most of them."""
    clock = Clock()
    with running(":memory:", embedder=embedder, clock=clock) as found:
        yield found, clock


async def emptied(serving: Serving) -> None:
    """As if it had just been opened on a new store."""
    for user in await serving.store.users():
        await serving.memory.erase(user)
    await serving.once.close()
    await serving.store.sweep(once.PREFIX, "9")  # type: ignore[attr-defined]
    await serving.store.note(KEYS, "[]")
    await serving.ring.refresh(now=True)


@pytest.fixture
def server(shared: tuple[Server, Clock]) -> Server:
    found, _ = shared
    found.run(emptied(found.serving))
    return found


@pytest.fixture
def clock(shared: tuple[Server, Clock]) -> Clock:
    shared[1].now = datetime(2026, 6, 1, 8, tzinfo=UTC)
    return shared[1]


@pytest.fixture
async def memory(server: Server, clock: Clock) -> AsyncIterator[AsyncMemory]:
    """The client of a real server."""
    async with AsyncMemory.open(server.url, Settings(), clock=clock) as opened:
        yield opened


@pytest.fixture
async def http(server: Server) -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False, timeout=60) as client:
        yield client

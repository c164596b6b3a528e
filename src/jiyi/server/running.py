"""A server that runs: where it listens, what it says when it stands, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import json
import logging
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from jiyi.errors import InvalidInput, Unreachable
from jiyi.server import problems
from jiyi.server.app import make_app
from jiyi.server.mcp_door import McpDoor
from jiyi.server.page.view import prepare
from jiyi.server.serving import Serving

log = logging.getLogger("jiyi.server")
GRACE_SECONDS = 10  # for requests under way when the server is told to end
BACKLOG = 2048
COLLECTED = (10_000, 20, 20)  # how seldom cycles are looked for: a request makes few, and hundreds of other things


class Protocol(H11Protocol):
    """uvicorn's, that refuses what is no HTTP, or has endless headers, as everything else is refused."""

    def send_400_response(self, msg: str) -> None:
        answer = problems.problem(
            InvalidInput.status, InvalidInput.code, "this is no HTTP request, or its headers are too long"
        )
        headers = [*answer.raw_headers, (b"connection", b"close")]
        events = (
            h11.Response(status_code=answer.status_code, headers=headers),
            h11.Data(data=bytes(answer.body)),
            h11.EndOfMessage(),
        )
        for event in events:
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class Doors(uvicorn.Server):
    """uvicorn, that tells when it listens, and ends streams before it waits for their ends."""

    def __init__(self, config: uvicorn.Config, serving: Serving, listening: Callable[[int], None]) -> None:
        super().__init__(config)
        self._serving = serving
        self._listening = listening

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and what service managers send end the server, and that is no failure. Only in the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started and sockets:
            self._listening(sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._serving.feed.close()
        await super().shutdown(sockets=sockets)


@contextlib.contextmanager
def logged(quiet: bool) -> Iterator[None]:
    """One JSON object per line on stderr, without anything of a person; as it was before when the server has ended."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    logs = [logging.getLogger(name) for name in ("jiyi.access", "jiyi.server")]
    before = [(one.propagate, one.level) for one in logs]
    for one in logs:
        one.addHandler(handler)
        one.propagate = False
        one.setLevel(logging.WARNING if quiet else logging.INFO)
    try:
        yield
    finally:
        for one, (propagate, level) in zip(logs, before, strict=True):
            one.removeHandler(handler)
            one.propagate = propagate
            one.setLevel(level)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_open(serving: Serving, host: str) -> None:
    """Without a key nobody but this machine is let in. Raises InvalidInput."""
    if not serving.ring.any and not is_loopback(host):
        raise InvalidInput(
            f"{host} can be reached by others, and there is no key yet: make one with `jiyi keys create`, "
            "or listen on 127.0.0.1"
        )


def bound(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A socket that has this address; with `shared` others of ours may have it too, and each gets its part of the
    connections. Raises Unreachable."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named, or asyncio would not switch off Nagle's delay (40 ms an answer) on what is accepted here.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise Unreachable(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
    return found


def _ended(door: asyncio.Task[None]) -> None:
    """A door that could not open is told of; the others stay open."""
    if not door.cancelled() and (error := door.exception()) is not None:
        log.error(json.dumps({"event": "mcp", "error": type(error).__name__}))


async def _settle(warm: Callable[[], Awaitable[None]]) -> None:
    """Make ready what requests will ask for; then have the collector of cycles leave alone what stays. Looking through
    all of it, as it would every few seconds, stops every request for 60 ms."""
    await warm()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


async def serve(
    serving: Serving,
    host: str,
    port: int,
    listening: Callable[[int], None],
    made: Callable[[Doors], None] = lambda _: None,
    *,
    shared: bool = False,
) -> None:
    """Serve until told to end. `listening` is called with the port once requests are answered, `made` with the server
    itself, for programs that end it by `should_exit`; with `shared` other processes may listen there too. Raises
    InvalidInput, Unreachable."""
    check_open(serving, host)
    listener = bound(host, port, shared=shared)
    mcp = McpDoor(serving)
    app, warm = make_app(serving, mcp.routes())
    config = uvicorn.Config(
        app,
        http=Protocol,  # bounds the headers; httptools, which would be taken where it is installed, keeps any number
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        backlog=BACKLOG,
        ws="none",
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = Doors(config, serving, listening)
    made(server)
    thresholds = gc.get_threshold()
    running = asyncio.create_task(mcp.run(), name="jiyi-mcp")
    running.add_done_callback(_ended)
    warming = asyncio.create_task(_settle(warm), name="jiyi-warm")
    asyncio.get_running_loop().run_in_executor(None, prepare)
    try:
        await server.serve(sockets=[listener])
    finally:
        warming.cancel()
        gc.unfreeze()
        gc.set_threshold(*thresholds)
        mcp.stop()
        await asyncio.wait((running,), timeout=GRACE_SECONDS)
        listener.close()

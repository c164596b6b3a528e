"""Several server processes on one port, kept alive by one that only looks after them: `jiyi serve --workers N`.

Each listens by itself and the kernel spreads connections over them. They share the store, and what each knows alone by
`peers`. One that dies is replaced; told to end, all finish what they have in hand.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import multiprocessing
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from jiyi.errors import InvalidInput, JiyiError, NotInstalled, Unreachable
from jiyi.server.limits import SharedRates
from jiyi.server.peers import RATES, Place
from jiyi.server.running import GRACE_SECONDS, Doors, bound, logged, serve
from jiyi.server.serving import open_serving
from jiyi.settings import Settings

log = logging.getLogger("jiyi.server")
SPAWN = multiprocessing.get_context("spawn")
END_SECONDS = GRACE_SECONDS + 10  # after which one that was told to end is killed
STEADY_SECONDS = 10.0  # one that lived longer is replaced at once; else the pauses grow
PAUSE_SECONDS, PAUSE_MOST_SECONDS = 1.0, 30.0


@dataclass(frozen=True, slots=True)
class Told:
    """What a worker is told."""

    url: str
    settings: Settings
    host: str
    port: int
    place: Place
    quiet: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """What a worker says once it listens."""

    port: int
    place: str
    keys: bool


def check_several(url: str) -> None:
    """Whether several processes can serve this store on this machine. Raises InvalidInput, NotInstalled."""
    if url == ":memory:" or url.startswith(("http://", "https://")):
        raise InvalidInput("several workers need a store that they can share: a file, or postgresql://…")
    if not hasattr(socket, "SO_REUSEPORT") or sys.platform == "win32":
        raise NotInstalled("this system cannot let several processes listen on one port: serve with one worker")


# --- a worker -------------------------------------------------------------------------------------------------------
def work(told: Told, pipe: Connection) -> None:
    """The body of a worker's process."""
    with logged(told.quiet):
        try:
            asyncio.run(_work(told, pipe))
        except JiyiError as error:
            pipe.send(error)
            sys.exit(1)


async def _work(told: Told, pipe: Connection) -> None:
    loop = asyncio.get_running_loop()
    async with open_serving(told.url, told.settings, place=told.place) as serving:

        def listening(port: int) -> None:
            pipe.send(Standing(port, serving.memory.place, serving.ring.any))

        def made(doors: Doors) -> None:
            """Nobody looks after a worker whose parent is gone, so it ends."""

            parent = multiprocessing.parent_process()
            assert parent is not None
            sentinel = parent.sentinel

            def end() -> None:
                loop.remove_reader(sentinel)
                doors.should_exit = True

            loop.add_reader(sentinel, end)

        await serve(serving, told.host, told.port, listening, made, shared=True)


# --- who looks after them -------------------------------------------------------------------------------------------
class Worker:
    """One of them, through all its lives."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._born = float("-inf")
        self._pause = 0.0
        self.process: SpawnProcess | None = None

    async def live(self) -> Standing:
        """Begin a life; returns when it listens. Raises what kept it from that."""
        ours, theirs = SPAWN.Pipe()
        process = SPAWN.Process(target=work, args=(self._told, theirs), name="jiyi-serve", daemon=True)
        self._born = time.monotonic()
        await asyncio.to_thread(process.start)
        theirs.close()
        self.process = process
        try:
            said = await asyncio.to_thread(ours.recv)
        except EOFError:
            raise Unreachable("a worker of the server ended before it listened; its log says why") from None
        finally:
            ours.close()
        if isinstance(said, JiyiError):
            raise said
        assert isinstance(said, Standing)
        return said

    async def died(self) -> None:
        """Wait for the end of this life."""
        assert self.process is not None
        ended = asyncio.Event()
        loop, sentinel = asyncio.get_running_loop(), self.process.sentinel
        loop.add_reader(sentinel, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(sentinel)

    async def keep(self) -> None:
        """Replace it whenever it dies, until cancelled."""
        while True:
            await self.died()
            assert self.process is not None
            self.process.join()
            self._note("died", self.process.exitcode)
            if time.monotonic() - self._born > STEADY_SECONDS:
                self._pause = 0.0
            while True:
                await asyncio.sleep(self._pause)
                self._pause = min(PAUSE_MOST_SECONDS, max(PAUSE_SECONDS, 2 * self._pause))
                try:
                    await self.live()
                except JiyiError as error:
                    self._note(error.code, None)
                    continue
                self._note("back", None)
                break

    def _note(self, state: str, exit: int | None) -> None:
        log.warning(json.dumps({"event": "worker", "worker": self._told.place.number, "state": state, "exit": exit}))

    def end(self) -> None:
        if self.process is not None and self.process.is_alive():
            self.process.terminate()

    def reap(self, until: float) -> None:
        """Wait for its end until that time, then make one."""
        if self.process is None:
            return
        self.process.join(max(0.0, until - time.monotonic()))
        if self.process.is_alive():
            self._note("killed", None)
            self.process.kill()
            self.process.join()


@contextlib.contextmanager
def _signals(stop: asyncio.Event) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, stop.set)
    try:
        yield
    finally:
        for one in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(one)


async def serve_several(
    url: str,
    settings: Settings,
    at: tuple[str, int],
    count: int,
    listening: Callable[[Standing], None],
    *,
    quiet: bool = False,
) -> None:
    """Serve with so many processes until told to end. `listening` is called once all of them listen. Raises what
    kept the first from that."""
    check_several(url)
    stop = asyncio.Event()
    host, port = at
    with tempfile.TemporaryDirectory(prefix="jiyi-serve-") as folder, _signals(stop):
        SharedRates.make(Path(folder) / RATES)
        if port:
            bound(host, port).close()  # another server's processes would share the port, and split the requests
        holder = bound(host, port, shared=True)  # holds the port between two lives
        port = holder.getsockname()[1]
        told = [Told(url, settings, host, port, Place(Path(folder), n, count), quiet) for n in range(count)]
        workers = [Worker(one) for one in told]
        keeping: list[asyncio.Task[None]] = []
        try:
            standing = await workers[0].live()  # one alone makes or upgrades the store
            await asyncio.gather(*(worker.live() for worker in workers[1:]))
            listening(standing)
            keeping = [asyncio.create_task(worker.keep(), name="jiyi-keep") for worker in workers]
            await stop.wait()
        finally:
            for task in keeping:
                task.cancel()
            await asyncio.gather(*keeping, return_exceptions=True)
            for worker in workers:
                worker.end()
            until = time.monotonic() + END_SECONDS
            await asyncio.gather(*(asyncio.to_thread(worker.reap, until) for worker in workers))
            holder.close()

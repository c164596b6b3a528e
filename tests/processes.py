"""Processes of their own that use one store: programs that are told what to do, and workers."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from jiyi.flows.copying import copy
from jiyi.memory import AsyncMemory
from jiyi.models.opening import open_embedder
from jiyi.ports import Embedder, Vectors
from jiyi.settings import Settings, WorkerSettings
from jiyi.stores.opening import open_store

SPAWN = multiprocessing.get_context("spawn")
PATIENCE = 60.0  # seconds until a process that does not answer fails the test


def settings(**worker: Any) -> Settings:
    """Of all of them: no model, and leases that are soon free when their worker dies."""
    told = {"inside": False, "lease_seconds": 2.0, "poll_seconds": 0.2, **worker}
    return Settings(embedder="none", worker=WorkerSettings(**told))


class Stuck:
    """An embedder that never ends, and says in a file that it has begun."""

    def __init__(self, inner: Embedder, begun: Path) -> None:
        self._inner = inner
        self._begun = begun
        self.name = inner.name
        self.dimensions = inner.dimensions

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        self._begun.touch()
        await asyncio.sleep(3_600)
        return await self._inner.embed(texts, purpose)

    async def close(self) -> None:
        pass


def program(pipe: Connection, url: str) -> None:
    """Do what the pipe says: the name of a function of this module and its arguments."""

    async def serve() -> None:
        async with AsyncMemory.open(url, settings()) as memory:
            while (asked := await asyncio.to_thread(pipe.recv)) is not None:
                pipe.send(await globals()[asked[0]](memory, *asked[1:]))

    asyncio.run(serve())


def work(pipe: Connection, url: str, begun: Path | None) -> None:
    """Be a worker; one that never ends its first job when `begun` names a file."""

    async def serve() -> None:
        told = settings()
        embedder = open_embedder(told)
        async with AsyncMemory.open(url, told, embedder=Stuck(embedder, begun) if begun else embedder) as memory:
            await memory.work()

    asyncio.run(serve())


def carry(pipe: Connection, source: str, target: str) -> None:
    """Copy a store; say so at the end."""

    async def go() -> str:
        here, there = open_store(source), open_store(target)
        await here.open()
        await there.open()
        return (await copy(here, there, lambda done, of: None)).checksum

    pipe.send(asyncio.run(go()))


async def say(memory: AsyncMemory, user: str, text: str) -> int:
    return (await memory.session(user, "talk").add("user", text)).seq


async def told(memory: AsyncMemory, user: str, question: str) -> str:
    """All that a model would be told."""
    return str((await memory.session(user, "talk").context(question, 4_000)).messages)


async def keep(memory: AsyncMemory, user: str, text: str) -> str:
    return (await memory.remember(user, text)).id


async def correct(memory: AsyncMemory, user: str, id_: str, text: str) -> str:
    return (await memory.correct(user, id_, text)).id


async def forget(memory: AsyncMemory, user: str, id_: str) -> None:
    await memory.forget(user, id_)


async def found(memory: AsyncMemory, user: str, query: str) -> list[str]:
    return [hit.record.content for hit in (await memory.recall(user, query, over=("memories",))).hits]


class Process:
    """A running process, killed at the end of the block."""

    def __init__(self, body: Any, *arguments: Any) -> None:
        self._pipe, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=body, args=(theirs, *arguments), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, *asked: Any) -> Any:
        self._pipe.send(asked)
        assert self._pipe.poll(PATIENCE), f"no answer to {asked[0]}"
        return self._pipe.recv()

    def said(self) -> Any:
        """What it says by itself."""
        assert self._pipe.poll(PATIENCE), "it says nothing"
        return self._pipe.recv()

    def kill(self) -> None:
        """Without warning."""
        if self._process.pid is not None and self._process.is_alive():
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.join(PATIENCE)

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        self._pipe.close()


def until_there(file: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < end, f"{file.name} never came"
        time.sleep(0.02)

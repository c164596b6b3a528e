"""Workers beside each other and beside the programs whose work they do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

import pytest

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.ports import Vectors
from jiyi.records import JobState
from jiyi.settings import Settings, WorkerSettings
from postgres import Shared

RARELY = 120.0  # seconds: a worker that polls so rarely was told, if it works at once


class Gate:
    """An embedder that lets nobody through until so many ask at once; notes how many ever did."""

    def __init__(self, inner: LocalEmbedder, wanted: int) -> None:
        self._inner = inner
        self._wanted = wanted
        self.open = asyncio.Event()
        self.asked = asyncio.Event()
        self.inside = self.most = 0
        self.name = inner.name
        self.dimensions = inner.dimensions

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        self.inside += 1
        self.most = max(self.most, self.inside)
        self.asked.set()
        if self.inside >= self._wanted:
            self.open.set()
        try:
            await self.open.wait()
            return await self._inner.embed(texts, purpose)
        finally:
            self.inside -= 1

    async def close(self) -> None:
        pass


def told(**worker: float) -> Settings:
    return Settings(worker=WorkerSettings(inside=False, **worker))  # type: ignore[arg-type]


async def test_worker_works_for_several_users_at_once_when_told_to(url: str, embedder: LocalEmbedder) -> None:
    gate = Gate(embedder, 3)
    async with AsyncMemory.open(url, told(concurrency=3), embedder=gate) as memory:
        for user in range(5):
            await memory.session(f"user {user}", "s").add("user", "I live in Graz.")
        async with asyncio.timeout(30):
            assert await memory.work(once=True) == 5
        assert gate.most == 3
        for user in range(5):
            assert (await memory.list(f"user {user}")).total == 1


async def test_worker_never_works_beside_itself_when_all_jobs_are_one_users(url: str, embedder: LocalEmbedder) -> None:
    gate = Gate(embedder, 1)
    async with AsyncMemory.open(url, told(concurrency=4, batch=1), embedder=gate) as memory:
        for city in ("Graz", "Leeds", "Lyon", "Oslo"):
            await memory.session("u", "s").add("user", f"I live in {city}.")
        assert await memory.work(once=True) == 4
        assert gate.most == 1
        assert [one.content for one in (await memory.list("u")).items] == ["I live in Oslo."]


@pytest.mark.parametrize("times", [1, 2])
async def test_work_ends_what_it_has_in_hand_when_cancelled_and_gives_it_back_when_cancelled_again(
    url: str, embedder: LocalEmbedder, times: int
) -> None:
    gate = Gate(embedder, 99)
    async with AsyncMemory.open(url, told(), embedder=gate) as memory:
        for user in ("one", "two"):
            await memory.session(user, "s").add("user", "I live in Graz.")
        working = asyncio.create_task(memory.work())
        await asyncio.wait_for(gate.asked.wait(), 30)
        for _ in range(times):
            working.cancel()
            await asyncio.sleep(0.1)
        gate.open.set()
        with suppress(asyncio.CancelledError):
            await asyncio.wait_for(working, 30)
        left = await memory.jobs()
        assert [(job.state, job.attempts) for job in left.jobs] == [(JobState.DUE, 0)] * times


async def test_worker_says_that_it_is_alive_when_the_store_answers(url: str, embedder: LocalEmbedder) -> None:
    beats: list[None] = []
    async with AsyncMemory.open(url, told(poll_seconds=0.01), embedder=embedder) as memory:
        working = asyncio.create_task(memory.work(alive=lambda: beats.append(None)))
        while len(beats) < 3:  # noqa: ASYNC110 - each is a call of the worker's
            await asyncio.sleep(0.01)
        working.cancel()
        await asyncio.wait((working,))


async def test_worker_learns_at_once_when_another_process_tells_it(postgres: Shared, embedder: LocalEmbedder) -> None:
    postgres.empty()
    away = Settings(worker=WorkerSettings(inside=False))
    here = Settings(worker=WorkerSettings(poll_seconds=RARELY))
    async with (
        AsyncMemory.open(postgres.url(), here, embedder=embedder),
        AsyncMemory.open(postgres.url(), away, embedder=embedder) as saying,
    ):
        await asyncio.sleep(0.5)  # the worker has looked once and found nothing
        await saying.session("u", "s").add("user", "I live in Graz.")
        assert await saying.drain(RARELY / 4)
        assert (await saying.list("u")).total == 1

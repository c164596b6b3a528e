"""Workers beside each other and beside the programs whose work they do."""

from __future__ import annotations

import asyncio

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.settings import Settings, WorkerSettings
from postgres import Shared

RARELY = 120.0  # seconds: a worker that polls so rarely was told, if it works at once


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

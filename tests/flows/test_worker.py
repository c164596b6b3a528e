from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Literal

import pytest

from jiyi.errors import EmbedderChanged, ModelUnavailable
from jiyi.flows.turn import delay
from jiyi.flows.worker import Worker
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.ports import Vectors
from jiyi.records import JobState
from jiyi.settings import Settings, WorkerSettings

from .conftest import Clock


class Flaky:
    """An embedder by endpoint that is down until told otherwise."""

    def __init__(self, inner: LocalEmbedder, name: str = "") -> None:
        self._inner = inner
        self.down = False
        self.name = name or inner.name
        self.dimensions = inner.dimensions

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        if self.down:
            raise ModelUnavailable("the embedding endpoint does not answer")
        return await self._inner.embed(texts, purpose)

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(("attempts", "seconds"), [(1, 1), (2, 2), (5, 16), (40, 300)])
def test_delay_doubles_and_is_bounded(attempts: int, seconds: float) -> None:
    assert delay(attempts, 1.0, 300.0) == timedelta(seconds=seconds)


async def test_messages_stay_and_memories_follow_when_a_model_was_down(
    url: str, embedder: LocalEmbedder, clock: Clock
) -> None:
    flaky = Flaky(embedder)
    flaky.down = True
    settings = Settings(worker=WorkerSettings(poll_seconds=0.01))
    async with AsyncMemory.open(url, settings, embedder=flaky, clock=clock) as memory:
        session = memory.session("u", "s")
        for text in ("I live in Leeds.", "I love chess.", "I'm allergic to nuts."):
            await session.add("user", text)
        assert await memory.drain(30)
        waiting = await memory.jobs()
        assert waiting.total == 3
        assert "model_unavailable" in (waiting.jobs[0].error or "")
        assert len(await session.messages()) == 3
        assert (await memory.list("u")).total == 0
        flaky.down = False
        clock.forward(minutes=10)
        assert await memory.drain(30)
        assert (await memory.list("u")).total == 3
        assert (await memory.jobs()).total == 0


async def test_a_job_becomes_a_dead_letter_and_is_tried_again_on_request(
    url: str, embedder: LocalEmbedder, clock: Clock
) -> None:
    flaky = Flaky(embedder)
    flaky.down = True
    settings = Settings(worker=WorkerSettings(attempts=2, poll_seconds=0.01))
    async with AsyncMemory.open(url, settings, embedder=flaky, clock=clock) as memory:
        await memory.session("u", "s").add("user", "I live in Leeds.")
        for _ in range(3):
            assert await memory.drain(30)
            clock.forward(hours=1)
        dead = await memory.jobs(state="dead")
        assert [(job.state, job.attempts) for job in dead.jobs] == [(JobState.DEAD, 2)]
        assert "Leeds" not in (dead.jobs[0].error or "")
        flaky.down = False
        assert await memory.retry(dead.jobs) == 1
        assert await memory.drain(30)
        assert (await memory.list("u")).total == 1


async def test_a_job_behind_a_failing_one_is_not_used_up_by_waiting(
    url: str, embedder: LocalEmbedder, clock: Clock
) -> None:
    flaky = Flaky(embedder)
    flaky.down = True
    settings = Settings(worker=WorkerSettings(attempts=5, poll_seconds=0.01, backoff_seconds=600))
    async with AsyncMemory.open(url, settings, embedder=flaky, clock=clock) as memory:
        session = memory.session("u", "s")
        for text in ("I live in Leeds.", "I love chess."):
            await session.add("user", text)
        for _ in range(3):
            clock.forward(hours=1)
            assert await memory.drain(30)
        waiting = {job.seq: job.attempts for job in (await memory.jobs()).jobs}
        assert waiting[1] > waiting[2] == 0


async def test_another_worker_takes_over_when_a_lease_ran_out(url: str, embedder: LocalEmbedder, clock: Clock) -> None:
    settings = Settings(worker=WorkerSettings(inside=False))
    async with AsyncMemory.open(url, settings, embedder=embedder, clock=clock) as memory:
        await memory.session("u", "s").add("user", "I live in Leeds.")
        taken = await memory._parts.store.claim("killed", clock(), timedelta(seconds=60))
        assert len(taken) == 1
        assert await memory.work(once=True) == 0
        clock.forward(seconds=61)
        assert await memory.work(once=True) == 1
        assert (await memory.list("u")).total == 1


async def test_two_workers_never_double_a_memory(url: str, embedder: LocalEmbedder) -> None:
    settings = Settings(worker=WorkerSettings(inside=False, batch=3))
    async with AsyncMemory.open(url, settings, embedder=embedder) as memory:
        for user in ("a", "b", "c"):
            for place in ("Oslo", "Porto", "Kyoto", "Leeds"):
                await memory.session(user, place).add("user", f"My cousin {place} Smith lives in {place}.")
        await asyncio.gather(*(Worker(memory._parts).once() for _ in range(8)))
        while await memory.work(once=True):
            pass
        for user in ("a", "b", "c"):
            contents = [one.content for one in (await memory.list(user)).items]
            assert len(contents) == len(set(contents))
            assert [change.version for change in await memory.changes(user)] == list(
                range(1, len(await memory.changes(user)) + 1)
            )


async def test_one_fact_in_several_wordings_is_one_memory(memory: AsyncMemory) -> None:
    for number, text in enumerate(("我住在杭州", "我家在杭州", "我现在住杭州", "我住在杭州。", "我一直住在杭州")):
        await memory.session("u", f"s{number}").add("user", text)
    assert await memory.drain(60)
    (kept,) = (await memory.list("u")).items
    assert len(kept.evidence) == 5


async def test_opening_with_another_embedder_is_refused_and_reembed_mends_it(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    path = tmp_path / "a.db"
    async with AsyncMemory.open(path, embedder=embedder) as memory:
        await memory.session("u", "s").add("user", "我喜欢吃北京烤鸭")
        assert await memory.drain(30)
        before = await memory.list("u")
    other = Flaky(embedder, name="another-model/2")
    with pytest.raises(EmbedderChanged, match="jiyi reembed"):
        await AsyncMemory.open(path, embedder=other)
    async with AsyncMemory.open(path, Settings(reembed=True), embedder=other) as memory:
        assert await memory.reembed(batch=1) == 2
        assert await memory.reembed() == 0
    async with AsyncMemory.open(path, embedder=other) as memory:
        after = await memory.list("u")
        assert [one.content for one in after.items] == [one.content for one in before.items]
        assert {one.embedder for one in after.items} == {"another-model/2"}
        assert (await memory.recall("u", "烤鸭")).hits

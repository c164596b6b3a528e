"""Reads that wait for each other go out together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from jiyi.errors import StoreUnreachable
from jiyi.stores.postgres.exchange import Answer, Step
from jiyi.stores.postgres.together import AT_WORK, MOST, Batch, Together


def read(number: int) -> tuple[Step, ...]:
    return (("head", {"user": number}),)


def answers(batch: Batch) -> list[Answer]:
    return [Answer([(values["user"],)], 1) for _, values in batch]


class Server:
    """Answers when `gate` is open."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.alone: list[object] = []
        self.many: list[int] = []
        self.broken = False

    async def one(self, batch: Batch) -> list[Answer]:
        self.alone.append(batch[0][1]["user"])
        await self.gate.wait()
        return answers(batch)

    async def several(self, batches: Sequence[Batch]) -> list[list[Answer] | None]:
        self.many.append(len(batches))
        await self.gate.wait()
        if self.broken:
            raise StoreUnreachable("gone")
        return [None if batch[0][1]["user"] == 50 else answers(batch) for batch in batches]


@pytest.mark.parametrize("broken", [False, True])
async def test_reads_are_all_answered_when_some_wait_and_some_fail(broken: bool) -> None:
    server = Server()
    server.broken = broken
    together = Together(server.one, server.several)
    reads = [asyncio.create_task(together.read(read(number))) for number in range(100)]
    await asyncio.sleep(0)
    assert server.alone == list(range(AT_WORK)), "who finds it idle goes at once"
    reads[60].cancel()
    reads[1].cancel()
    server.gate.set()
    found = await asyncio.gather(*reads, return_exceptions=True)
    for number, one in enumerate(found):
        if number in (1, 60):
            assert isinstance(one, asyncio.CancelledError)
        else:
            assert one == answers(read(number))
    assert sum(server.many) == 100 - AT_WORK - 1
    assert max(server.many) <= MOST
    assert sorted(server.alone[AT_WORK:], key=str) == (
        sorted([*range(2, 60), *range(61, 100)], key=str) if broken else [50]
    )
    assert await together.read(read(7)) == answers(read(7))
    assert server.alone[-1] == 7


async def test_reads_go_on_when_the_exchange_is_broken_off() -> None:
    server = Server()
    together = Together(server.one, server.several)
    reads = [asyncio.create_task(together.read(read(number))) for number in range(20)]
    await asyncio.sleep(0)
    for one in reads[:AT_WORK]:
        one.cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    for task in together._tasks:
        task.cancel()
    server.gate.set()
    found = await asyncio.gather(*reads[AT_WORK:])
    assert found == [answers(read(number)) for number in range(AT_WORK, 20)]

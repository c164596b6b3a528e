"""Reads that wait for each other go out together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from jiyi.errors import StoreUnreachable
from jiyi.stores.postgres.exchange import Answer, Step
from jiyi.stores.postgres.together import AT_WORK, MOST, Batch, Found, Together


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


async def test_writes_are_not_run_again_when_they_may_have_been_kept() -> None:
    server = Server()
    together = Together(server.one, server.several, 1, again=False)
    writes = [asyncio.create_task(together.read(read(number))) for number in (1, 2, 50)]
    await asyncio.sleep(0)
    server.gate.set()
    assert await asyncio.gather(*writes) == [answers(read(number)) for number in (1, 2, 50)]
    assert server.alone == [1, 50], "what was surely not kept goes alone"

    server.gate.clear()
    first, second = (asyncio.create_task(together.read(read(number))) for number in (3, 4))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait((first,))
    for _ in range(3):
        await asyncio.sleep(0)
    for task in together._tasks:
        task.cancel()
    await asyncio.wait((second,))
    assert second.cancelled()
    assert 4 not in server.alone


async def test_write_goes_alone_when_it_waits_too_long() -> None:
    server = Server()
    second = asyncio.Event()

    async def one(batch: Batch) -> list[Answer]:
        if batch == read(2):
            second.set()
        return await server.one(batch)

    together = Together(one, server.several, 1, patience=0.01)
    reads = [asyncio.create_task(together.read(read(number))) for number in (1, 2)]
    async with asyncio.timeout(60):
        await second.wait()
    server.gate.set()
    assert await asyncio.gather(*reads) == [answers(read(1)), answers(read(2))]
    assert server.many == [], "nobody else waited"


async def test_error_is_told_when_nobody_knows_whether_it_was_kept() -> None:
    server = Server()

    async def lost(batches: Sequence[Batch]) -> Sequence[Found]:
        return [StoreUnreachable("not known whether") for _ in batches]

    together = Together(server.one, lost, 1, again=False)
    writes = [asyncio.create_task(together.read(read(number))) for number in (1, 2, 3)]
    await asyncio.sleep(0)
    server.gate.set()
    found = await asyncio.gather(*writes, return_exceptions=True)
    assert found[0] == answers(read(1))
    assert [type(one) for one in found[1:]] == [StoreUnreachable, StoreUnreachable]
    assert server.alone == [1]

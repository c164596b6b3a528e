"""A fork leaves the parent's store working and the child's new one free of the parent's locks."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from jiyi.errors import StoreError
from jiyi.stores.sqlite import SqliteStore
from jiyi.testing.samples import NOW, draft, put

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


def in_child(work: Callable[[], Coroutine[Any, Any, None]]) -> int:
    """Run `work` in a forked child and return its exit code."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        asyncio.events._set_running_loop(None)
        asyncio.run(work())
        os._exit(0)
    except BaseException as error:  # noqa: BLE001 - nothing of the child may go on as a test
        print(repr(error), file=sys.stderr)
        os._exit(1)


async def test_store_refuses_in_the_child_when_it_was_opened_before(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "jiyi.db")
    await store.open()
    await store.append("u", "s", [draft(b"before")], NOW)

    async def work() -> None:
        for call in (store.head("u"), store.append("u", "s", [draft()], NOW), store.load("u")):
            with pytest.raises(StoreError, match="before a fork"):
                await call
        await store.close()  # lets go of nothing that is the parent's

    assert in_child(work) == 0
    await store.append("u", "s", [draft(b"after")], NOW)
    assert len(await store.messages("u", "s")) == 2
    await store.close()


async def test_child_writes_with_its_own_store_when_the_parent_goes_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "jiyi.db")
    await store.open()
    await store.load("u")

    async def work() -> None:
        own = SqliteStore(tmp_path / "jiyi.db", patience=5.0)
        await own.open()
        for n in range(10):
            await own.append("child", "s", [draft(f"{n}")], NOW)
        await own.apply("child", put("m"))
        await own.close()

    for _ in range(3):
        under_way = [asyncio.create_task(store.append("u", "s", [draft()], NOW)) for _ in range(20)]
        reads = [asyncio.create_task(store.load("u")) for _ in range(8)]
        await asyncio.sleep(0.001)  # fork in the middle of batches and reads
        assert in_child(work) == 0
        await asyncio.gather(*under_way, *reads)
    assert len(await store.messages("u", "s")) == 60
    assert len(await store.messages("child", "s")) == 30
    await store.close()

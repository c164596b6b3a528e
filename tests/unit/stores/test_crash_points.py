"""A process dies at each statement of a write in turn: before the commit nothing is there, after it everything."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from jiyi.rows import Write
from jiyi.stores.sqlite import SqliteStore
from jiyi.testing.samples import MINUTE, NOW, change, draft, item, job, put, save

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

Call = Callable[[SqliteStore], Coroutine[Any, Any, Any]]
WORDS = b"words that have to go"


async def prepared(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    await store.append("u", "s", [draft(WORDS, key="k", job="j1"), draft(b"two", job="j2")], NOW)
    await store.apply("u", put("a", "b", body=WORDS))
    await store.claim("w", NOW, MINUTE)
    await store.close()


async def everything(path: Path) -> list[Any]:
    store = SqliteStore(path)
    await store.open()
    loaded = await store.load("u")
    state = [
        replace(loaded, head=replace(loaded.head, generation=0)),
        await store.changes("u"),
        await store.messages("u", "s"),
        await store.sessions("u"),
        await store.jobs(),
        {name: count for name, count in (await store.stats()).items() if name != "bytes"},
    ]
    await store.close()
    return state


def die_at(path: Path, call: Call, statement: int) -> bool:
    """Make a call in a child that kills itself when the writer comes to its n-th statement. True when it died."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL

    async def live() -> None:
        store = SqliteStore(path)
        await store.open()
        left = statement

        def count(_: str) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        await store._writer.alone(lambda connection: connection.set_trace_callback(count))
        await call(store)
        os._exit(0)

    try:
        asyncio.run(live())
    finally:
        os._exit(1)


APPLY = Write(
    memories=(item("c"),),
    episodes=(item("e"),),
    removed=("a",),
    scrubbed=("a",),
    changes=(change("c"), change("e"), change("a", body=b"")),
    messages=(("s", 1, b"cut"),),
    sessions=(save("s", 0),),
    jobs=(job("j3"),),
    done=("j1", "j2"),
    worker="w",
)
CALLS: dict[str, Call] = {
    "append": lambda store: store.append("u", "s", [draft(b"three", key="k3", job="j3"), draft(b"four")], NOW),
    "apply": lambda store: store.apply("u", APPLY),
    "erase": lambda store: store.erase("u"),
    "drop": lambda store: store.apply("u", Write(drop_sessions=("s",))),
    "claim": lambda store: store.claim("w2", NOW + 2 * MINUTE, MINUTE),
}


@pytest.mark.parametrize("name", CALLS)
def test_write_is_whole_or_not_at_all_when_the_process_dies(name: str, tmp_path: Path) -> None:
    first, template = tmp_path / "first.db", tmp_path / "template.db"
    asyncio.run(prepared(template))
    shutil.copy(template, first)
    before = asyncio.run(everything(first))
    asyncio.run(_call(first, CALLS[name]))
    after = asyncio.run(everything(first))
    assert before != after
    seen = []
    for statement in range(1, 200):
        path = tmp_path / f"{statement}.db"
        shutil.copy(template, path)
        died = die_at(path, CALLS[name], statement)
        state = asyncio.run(everything(path))
        assert state in (before, after), statement
        seen.append(state == after)
        if name in ("apply", "erase") and seen[-1]:
            # Whether it died before or after clearing: who opened the file since has cleared it.
            remains = path.read_bytes()
            assert remains.count(WORDS) == (0 if name == "erase" else 1), statement  # memory b keeps them
        path.unlink()
        if not died:
            break
    assert not died
    assert len(seen) > 5
    assert seen == sorted(seen)  # nothing up to the commit, all from then on


async def _call(path: Path, call: Call) -> None:
    store = SqliteStore(path)
    await store.open()
    await call(store)
    await store.close()

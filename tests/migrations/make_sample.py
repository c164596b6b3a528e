"""Writes `NNNN.sql`: a store of the present schema with a little of everything, as text.

Run it once when a migration is added, before the next one is: `python tests/migrations/make_sample.py`. A sample that
is there is never written again: it stands for the files that people have.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from pathlib import Path

from jiyi.records import Action
from jiyi.rows import Use, Write
from jiyi.stores.sqlite import SqliteStore
from jiyi.stores.sqlite.connection import migrations
from jiyi.testing.samples import MINUTE, NOW, change, draft, item, job, put, remove, save


async def fill(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    await store.note("embedder", "sample-1")
    for user in ("u", "用户"):
        await store.append(user, "s", [draft(b"one", key="k1", job="j1"), draft("二".encode(), job="j2")], NOW)
        await store.append(user, "s", [draft(b"three")], NOW + MINUTE)
        await store.save_session(user, save("s", 0, b"state", NOW + MINUTE, ended=NOW + MINUTE), [job("j3")])
        await store.apply(user, put("a", "b", "c"))
        await store.apply(user, Write(episodes=(item("e", count=2, at=NOW),), changes=(change("e", Action.RECORD),)))
        await store.apply(user, remove("b"))
        await store.touch([Use(user=user, id="a", count=3, at=NOW + MINUTE)])
    first, second, *_ = await store.claim("w", NOW, MINUTE)
    await store.postpone(first.user, [first.id], "w", due_at=None, error="broken")
    await store.postpone(first.user, [second.id], "w", due_at=NOW + MINUTE, error="later")
    await store.close()


def main() -> None:
    number = migrations()[-1][0]
    sample = Path(__file__).with_name(f"{number:04}.sql")
    if sample.exists():
        raise SystemExit(f"{sample.name} is there already")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "jiyi.db"
        asyncio.run(fill(path))
        connection = sqlite3.connect(path)
        lines = [*connection.iterdump(), f"PRAGMA user_version = {number};"]
        connection.close()
    sample.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

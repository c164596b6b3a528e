"""Files of every earlier schema open; later ones, and those of others, are left alone."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from jiyi.errors import SchemaTooNew, StoreError
from jiyi.rows import Head
from jiyi.stores.sqlite import SqliteStore
from jiyi.stores.sqlite.connection import migrations, prepare, statements
from jiyi.testing.samples import MINUTE, NOW, draft, put

SAMPLES = sorted(Path(__file__).parent.glob("[0-9]*.sql"))
NEWEST = migrations()[-1][0]


def schema(path: Path) -> list[tuple[str, ...]]:
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute(
            "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
        )
        return [(kind, name, re.sub(r"\s+", " ", re.sub(r"--[^\n]*", "", sql))) for kind, name, sql in rows]
    finally:
        connection.close()


def sample(text: Path, path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(text.read_text(encoding="utf-8"))
    connection.close()


def test_there_is_a_sample_when_a_schema_was_ever_current() -> None:
    assert [int(text.stem) for text in SAMPLES] == [number for number, _ in migrations()]
    assert [number for number, _ in migrations()] == list(range(1, NEWEST + 1))


@pytest.mark.parametrize("text", SAMPLES, ids=lambda text: text.stem)
async def test_old_file_has_everything_when_opened(text: Path, tmp_path: Path) -> None:
    path = tmp_path / "jiyi.db"
    sample(text, path)
    store = SqliteStore(path)
    await store.open()
    assert await store.users() == ("u", "用户")
    assert await store.note("embedder") == "sample-1"
    for user in await store.users():
        head = await store.head(user)
        assert head.version == 5
        assert head.generation > 0
        messages = await store.messages(user, "s")
        assert [(row.seq, row.body, row.key) for row in messages] == [
            (1, b"one", "k1"),
            (2, "二".encode(), None),
            (3, b"three", None),
        ]
        session = await store.session(user, "s")
        assert session is not None
        assert (session.body, session.revision, session.last_seq) == (b"state", 1, 3)
        assert (session.started_at, session.ended_at) == (NOW, NOW + MINUTE)
        loaded = await store.load(user)
        assert [(row.id, row.version, row.recall_count) for row in loaded.memories] == [("a", 3, 3), ("c", 3, 0)]
        assert [(row.id, row.last_recalled_at) for row in loaded.episodes] == [("e", NOW)]
        assert loaded.gone == ("b",)
        assert [row.body for row in await store.changes(user)] == [b"why", b"", b"why", b"why", b""]
    jobs = (await store.jobs()).jobs
    assert [(its.user, its.id, its.state, its.error) for its in jobs] == [
        ("u", "j1", "dead", "broken"),
        ("u", "j2", "due", "later"),
        ("u", "j3", "leased", None),
        ("用户", "j1", "due", None),
        ("用户", "j2", "due", None),
        ("用户", "j3", "due", None),
    ]
    await store.append("u", "s", [draft(b"new", key="k1"), draft(b"four")], NOW)
    await store.apply("u", put("d"))
    await store.close()
    prepare(tmp_path / "new.db", 5.0)
    assert schema(path) == schema(tmp_path / "new.db")


async def test_newer_file_is_refused_when_opened(tmp_path: Path) -> None:
    path = tmp_path / "jiyi.db"
    store = SqliteStore(path)
    await store.open()
    await store.append("u", "s", [draft()], NOW)
    await store.close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(SchemaTooNew, match="upgrade"):
        await SqliteStore(path).open()
    assert path.read_bytes() == before


async def test_file_of_another_program_is_refused_when_opened(tmp_path: Path) -> None:
    path = tmp_path / "books.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE books (title TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        await SqliteStore(path).open()
    assert path.read_bytes() == before


def test_file_stays_as_it_was_when_a_step_fails(tmp_path: Path) -> None:
    path = tmp_path / "jiyi.db"
    prepare(path, 5.0)
    before = schema(path)
    good, bad = "CREATE TABLE more (user TEXT);", "CREATE TABLE even_more (user TEXT); INSERT INTO nowhere VALUES (1);"
    with pytest.raises(StoreError):
        prepare(path, 5.0, [*migrations(), (NEWEST + 1, good), (NEWEST + 2, bad)])
    assert schema(path) == before
    prepare(path, 5.0)
    prepare(path, 5.0, [*migrations(), (NEWEST + 1, good)])
    assert "more" in {name for _, name, _ in schema(path)}
    with pytest.raises(SchemaTooNew):
        prepare(path, 5.0)


def test_statements_are_one_by_one_when_a_script_is_read() -> None:
    script = (
        "-- a; b\nCREATE TABLE a (x TEXT DEFAULT ';');\n\nCREATE TRIGGER t AFTER INSERT ON a BEGIN\n SELECT 1;\nEND;\n"
    )
    assert len(statements(script)) == 2
    assert len(statements("CREATE TABLE a (x);\nCREATE TABLE b (x);")) == 2


OPEN = """
import asyncio, sys
from jiyi.stores.sqlite import SqliteStore

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    head = await store.head("u")
    await store.note(sys.argv[2], "here")
    await store.close()
    print(head.version)

asyncio.run(main())
"""


@pytest.mark.parametrize("old", [False, True], ids=["new file", "old file"])
async def test_several_processes_open_when_all_begin_at_once(tmp_path: Path, old: bool) -> None:
    path = tmp_path / "jiyi.db"
    if old:
        sample(SAMPLES[0], path)
    command = [sys.executable, "-c", OPEN, str(path)]
    running = [
        subprocess.Popen([*command, f"n{n}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: ASYNC220
        for n in range(4)
    ]
    for process in running:
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        assert out.strip() == ("5" if old else "0")
    store = SqliteStore(path)
    await store.open()
    assert [await store.note(f"n{n}") for n in range(4)] == ["here"] * 4
    assert await store.head("nobody") == Head(generation=0, version=0)
    await store.close()

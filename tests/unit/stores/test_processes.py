"""Several processes on one file, and processes that die in the middle of anything."""
# ruff: noqa: ASYNC251 - other processes are what is tested

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from jiyi.rows import Write
from jiyi.stores.sqlite import SqliteStore
from jiyi.testing.samples import change, item

RESIDENT = Path(__file__).with_name("resident.py")


def start(role: str, path: Path, name: str, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, str(RESIDENT), role, str(path), name, str(seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n", process.communicate()[1]
    return process


def lines(process: subprocess.Popen[str]) -> list[list[str]]:
    """What it said, whole lines only: the last one may be cut by a kill."""
    out, err = process.communicate(timeout=120)
    assert process.returncode in (0, -signal.SIGKILL), err
    return [line.split() for line in out.splitlines(keepends=True) if line.endswith("\n")]


async def finish_work(store: SqliteStore) -> None:
    """Do all jobs that are left; those of the dead come free when their leases run out."""
    deadline = time.monotonic() + 30
    while (await store.jobs()).total:
        assert time.monotonic() < deadline, "jobs are stuck"
        now = datetime.now(UTC)
        jobs = await store.claim("last", now, timedelta(seconds=60), limit=1_000)
        if not jobs:
            time.sleep(0.02)
            continue
        deadline = time.monotonic() + 30
        write = Write(
            memories=tuple(item(job.id, job.id.encode()) for job in jobs),
            changes=tuple(change(job.id, at=now) for job in jobs),
            done=tuple(job.id for job in jobs),
            worker="last",
        )
        await store.apply(jobs[0].user, write)


async def check(path: Path, kept: list[tuple[str, str]]) -> None:
    """Everything acknowledged is there, once; every job was done, once; the log has no gap."""
    store = SqliteStore(path)
    await store.open()
    await finish_work(store)
    users = await store.users()
    messages = {user: [row.key for row in await store.messages(user, "s")] for user in users}
    counts = {user: Counter(keys) for user, keys in messages.items()}
    for user, key in kept:
        assert counts[user][key] == 1, (user, key)
    for user in users:
        assert len(messages[user]) == len(set(messages[user]))
        log = await store.changes(user, limit=1_000_000)
        assert [row.version for row in log] == list(range(1, len(log) + 1))
        assert sorted(row.ref for row in log) == sorted(str(key) for key in messages[user])
        assert len((await store.load(user)).memories) == len(messages[user])
    await store.close()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


async def live_together(path: Path, *, readers: int, writers: int, workers: int, seconds: float) -> None:
    everybody = [start("read", path, f"r{n}", seconds) for n in range(readers)]
    everybody += [start("work", path, f"k{n}", seconds) for n in range(workers)]
    everybody += [start("write", path, f"w{n}", seconds) for n in range(writers)]
    said = [line for process in everybody for line in lines(process)]
    assert all(process.returncode == 0 for process in everybody)
    kept = [(line[1], line[2]) for line in said if line[0] == "kept"]
    assert kept
    await check(path, kept)


async def test_no_process_is_locked_out_when_several_share_a_file(tmp_path: Path) -> None:
    await live_together(tmp_path / "jiyi.db", readers=2, writers=2, workers=1, seconds=0.8)


@pytest.mark.slow
async def test_no_process_is_locked_out_when_eight_read_and_one_writes_for_a_minute(tmp_path: Path) -> None:
    await live_together(tmp_path / "jiyi.db", readers=8, writers=1, workers=1, seconds=60)


@pytest.mark.slow
async def test_no_process_is_locked_out_when_four_write_for_long(tmp_path: Path) -> None:
    await live_together(tmp_path / "jiyi.db", readers=2, writers=4, workers=2, seconds=20)


async def die(path: Path, times: int, seed: int) -> None:
    moments = random.Random(seed)
    kept: list[tuple[str, str]] = []
    for n in range(times):
        writer = start("write", path, f"w{n}", 60)
        worker = start("work", path, f"k{n}", 60)
        for process in moments.sample((writer, worker), 2):
            time.sleep(moments.uniform(0.0, 0.15))
            process.kill()
        kept += [(line[1], line[2]) for line in lines(writer) if line[0] == "kept"]
        lines(worker)
    assert kept
    await check(path, kept)


async def test_nothing_acknowledged_is_lost_when_processes_are_killed(tmp_path: Path) -> None:
    await die(tmp_path / "jiyi.db", 2, seed=1)


@pytest.mark.slow
async def test_nothing_acknowledged_is_lost_when_processes_are_killed_often(tmp_path: Path) -> None:
    await die(tmp_path / "jiyi.db", 30, seed=2)

"""Several programs and workers, each a process of its own, on one store."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from jiyi.memory import AsyncMemory
from jiyi.stores.opening import open_store
from jiyi.testing.copying_contract import fill
from postgres import Shared
from processes import PATIENCE, Process, carry, program, settings, until_there, work
from source import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")]

CITIES = ("Graz", "Leeds", "Lyon", "Oslo", "Porto", "Turin")
USERS = 8


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store is that processes can share."""
    if request.param == "sqlite":
        return str(tmp_path / "jiyi.db")
    shared: Shared = request.getfixturevalue("postgres")
    shared.empty()
    return shared.url()


def test_each_program_sees_what_the_other_wrote_when_it_reads_next(place: str) -> None:
    with Process(program, place) as one, Process(program, place) as two:
        for number in range(USERS):
            user = f"user {number}"
            writer, reader = (one, two) if number % 2 else (two, one)
            assert reader.ask("found", user, "where do I live?") == []  # now it holds a working set
            id_ = writer.ask("keep", user, "I live in Graz.")
            assert reader.ask("found", user, "where do I live?") == ["I live in Graz."]
            id_ = reader.ask("correct", user, id_, "I live in Leeds.")
            assert writer.ask("found", user, "where do I live?") == ["I live in Leeds."]
            writer.ask("forget", user, id_)
            assert "I live in Leeds." not in reader.ask("found", user, "where do I live?")


async def test_jobs_run_once_and_in_order_when_workers_share_many_users(place: str) -> None:
    """Each city replaces the one before: only in the order of the talk is the last one what counts."""
    with ExitStack() as running:
        programs = [running.enter_context(Process(program, place)) for _ in range(2)]
        for _ in range(2):
            running.enter_context(Process(work, place, None))
        for number, city in enumerate(CITIES):
            for user in range(USERS):
                seq = programs[(user + number) % 2].ask("say", f"user {user}", f"I live in {city}.")
                assert seq == number + 1
        async with AsyncMemory.open(place, settings()) as memory:
            assert await memory.drain(PATIENCE)
            for user in range(USERS):
                found = await memory.list(f"user {user}", status=("current", "superseded"))
                by_age = sorted(found.items, key=lambda one: one.evidence[0].seq)
                assert [one.content for one in by_age] == [f"I live in {city}." for city in CITIES]
                assert [one.status.value for one in by_age] == ["superseded"] * 5 + ["current"]
                assert [len(one.evidence) for one in by_age] == [1] * 6
            assert (await memory.jobs()).total == 0


async def test_another_worker_takes_over_when_one_is_killed_in_a_job(place: str, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    async with AsyncMemory.open(place, settings()) as memory:
        with Process(work, place, begun) as stuck:
            await memory.session("u", "talk").add("user", "I live in Graz.")
            await memory.session("u", "talk").add("user", "I live in Leeds.")
            await asyncio.to_thread(until_there, begun)
            with Process(work, place, None):
                assert (await memory.jobs(state="leased")).total > 0
                stuck.kill()
                assert await memory.drain(PATIENCE)
        found = await memory.list("u", status=("current", "superseded"))
        assert sorted((one.content, one.status.value) for one in found.items) == [
            ("I live in Graz.", "superseded"),
            ("I live in Leeds.", "current"),
        ]
        assert (await memory.jobs()).total == 0


async def test_copy_is_whole_when_it_was_killed_twice_on_the_way(tmp_path: Path, postgres: Shared) -> None:
    postgres.empty()
    path, url = str(tmp_path / "jiyi.db"), postgres.url()
    source, target = open_store(path), open_store(url)
    await source.open()
    await target.open()
    for number in range(16):
        await fill(source, f"user {number:02}")
    for wanted in (2, 6):
        with Process(carry, path, url):
            end = time.monotonic() + PATIENCE
            while len(await target.users()) < wanted:
                assert time.monotonic() < end, "nobody came over"
    left = len(await target.users())
    assert left < 16
    with Process(carry, path, url) as last:
        assert await asyncio.to_thread(last.said)
    for user in await source.users():
        assert (await target.whole(user)).ordered() == (await source.whole(user)).ordered()
    await source.close()
    await target.close()


def test_nothing_is_lost_when_processes_and_the_server_are_killed() -> None:
    call = [sys.executable, str(ROOT / "benchmarks" / "kill.py"), "--postgres", "--times", "8", "--every", "0.4"]
    done = subprocess.run([*call, "--seed", "2"], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 of them of the server" not in done.stdout

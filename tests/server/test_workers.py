"""Several processes on one port: requests are spread, counted together, and one that dies is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

from jiyi.errors import InvalidInput, RateLimited, Unreachable
from jiyi.memory import AsyncMemory
from jiyi.server.limits import SharedRates
from jiyi.server.operations import PREFIX
from jiyi.server.peers import Peers, Place
from jiyi.server.running import bound
from jiyi.server.workers import Standing, check_several, serve_several
from jiyi.settings import Settings
from postgres import Shared

JIYI = [sys.executable, "-c", "from jiyi.cli import app; app()"]

SCHEMA = "several_workers"  # of the tests on PostgreSQL


@dataclass
class Several:
    """`jiyi serve --workers 2`."""

    process: subprocess.Popen[str]
    url: str

    def workers(self) -> set[int]:
        """Their process ids."""
        found = set()
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if int(fields[1]) == self.process.pid and b"spawn_main" in command:
                found.add(int(folder.name))
        return found


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def several(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Several]:
    if request.param == "sqlite":
        yield from served(str(tmp_path_factory.mktemp("workers") / "w.db"))
        return
    postgres: Shared = request.getfixturevalue("postgres")
    postgres.drop(SCHEMA)
    yield from served(postgres.url(f"schema={SCHEMA}"))
    postgres.drop(SCHEMA)


def served(db: str) -> Iterator[Several]:
    """Two processes on a store, until the tests are through."""
    env = {**os.environ, "JIYI_EMBEDDER": "none"}
    command = [*JIYI, "serve", "--db", db, "--port", "0", "--workers", "2", "--json", "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdout is not None
    found = Several(process, json.loads(process.stdout.readline())["url"])
    try:
        yield found
    finally:
        workers = found.workers()
        process.terminate()
        assert process.wait(60) == 0
        assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()], "none outlives it"
        process.stdout.close()


async def fresh(url: str, method: str, path: str, **how: Any) -> httpx2.Response:
    """A request on a connection of its own, so that any process may get it."""
    async with httpx2.AsyncClient(base_url=url, trust_env=False, timeout=60, verify=False) as http:
        return await http.request(method, path, **how)


async def counted(url: str, name: str, **labels: str) -> dict[str, float]:
    """A figure by worker."""
    text = (await fresh(url, "GET", "/metrics")).text
    return {
        sample.labels["worker"]: sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    }


@pytest.mark.slow
async def test_figures_say_whose_they_are_when_processes_share_a_port(several: Several) -> None:
    for _ in range(24):
        assert (await fresh(several.url, "GET", f"{PREFIX}/profile", params={"user": "u"})).status_code == 200
    asked = await counted(several.url, "jiyi_operations_total", operation="profile", outcome="ok")
    assert set(asked) == {"0", "1"}
    assert sum(asked.values()) == 24
    assert min(asked.values()) > 0, "the kernel spreads connections"
    stored = (await fresh(several.url, "GET", "/metrics")).text
    assert stored.count("\njiyi_version{") == 1, "what is the same from each is told once"
    page = (await fresh(several.url, "GET", "/ui/running", headers={"Accept-Language": "en"})).text
    assert "Writes that succeeded" in page


@pytest.mark.slow
async def test_write_has_one_effect_when_it_comes_to_several_processes_at_once(several: Several) -> None:
    for number in range(3):
        before = len((await fresh(several.url, "GET", f"{PREFIX}/changes", params={"user": "k"})).json())
        how: dict[str, Any] = {"params": {"user": "k"}, "headers": {"Idempotency-Key": f"one-{number}"}}
        how["json"] = {"content": f"My locker {number} is by the window."}
        answers = await asyncio.gather(*(fresh(several.url, "POST", f"{PREFIX}/memories", **how) for _ in range(12)))
        assert {answer.status_code for answer in answers} <= {200, 409}
        assert all(answer.headers["retry-after"] for answer in answers if answer.status_code == 409)
        assert len({answer.json()["id"] for answer in answers if answer.status_code == 200}) == 1
        after = (await fresh(several.url, "GET", f"{PREFIX}/changes", params={"user": "k"})).json()
        assert len(after) == before + 1


@pytest.mark.slow
async def test_context_is_shown_by_any_process_until_words_are_destroyed(several: Several) -> None:
    user = {"user": "c"}
    async with AsyncMemory.open(several.url) as memory:
        await memory.session("c", "s").add("user", "I live in Zanzibar.")
        for n in range(4):
            body = {"input": f"question {n}", "max_tokens": 500}
            await fresh(several.url, "POST", f"{PREFIX}/sessions/s/context", params=user, json=body)
        for _ in range(4):
            page = (await fresh(several.url, "GET", "/ui/turn", params={**user, "session": "s"})).text
            assert [n for n in range(4) if f"question {n}" in page] == list(range(4))
        await memory.forget("c", about="Zanzibar")
        for _ in range(4):
            page = (await fresh(several.url, "GET", "/ui/turn", params={**user, "session": "s"})).text
            assert "question" not in page


@pytest.mark.slow
async def test_process_is_replaced_when_it_dies(several: Several) -> None:
    before = several.workers()
    assert len(before) == 2
    victim = min(before)
    os.kill(victim, signal.SIGKILL)
    until = time.monotonic() + 60
    while time.monotonic() < until:  # until two are there and both tell their figures
        if len(several.workers() - {victim}) == 2 and len(await counted(several.url, "jiyi_recall_seconds_count")) == 2:
            break
        await asyncio.sleep(0.1)
    after = several.workers()
    assert len(after) == 2
    assert len(after & before) == 1
    for _ in range(8):
        assert (await fresh(several.url, "GET", f"{PREFIX}/profile", params={"user": "u"})).status_code == 200


# --- what they share ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("url", [":memory:", "http://127.0.0.1:1"])
def test_several_processes_are_refused_when_they_cannot_share_a_store(url: str) -> None:
    with pytest.raises(InvalidInput, match="share"):
        check_several(url)


async def test_several_processes_are_refused_when_those_of_another_server_listen(tmp_path: Path) -> None:
    with bound("127.0.0.1", 0, shared=True) as theirs:
        theirs.listen()

        def listening(_: Standing) -> None:
            raise AssertionError("two servers share a port")

        with pytest.raises(Unreachable, match="in use"):
            settings = Settings(embedder="none")
            await serve_several(str(tmp_path / "w.db"), settings, theirs.getsockname(), 2, listening, quiet=True)


def test_rate_is_counted_together_when_processes_share_a_file(tmp_path: Path) -> None:
    SharedRates.make(tmp_path / "rates")
    one, other = SharedRates(5, tmp_path / "rates"), SharedRates(5, tmp_path / "rates")
    for _ in range(5):
        one.spend("a")
        other.spend("a")
    for rates in (one, other):
        with pytest.raises(RateLimited):
            rates.spend("a")
        rates.spend("b")


async def test_peers_leave_out_one_that_does_not_answer(tmp_path: Path) -> None:
    peers = [Peers(Place(tmp_path, number, 3)) for number in range(2)]

    async def answers(what: str, fields: dict[str, Any]) -> Any:
        return [what, fields]

    for peer in peers:
        await peer.open(answers)
    assert await peers[0].ask("x", a=1) == {1: ["x", {"a": 1}]}
    assert await Peers().ask("x") == {}
    for peer in peers:
        await peer.close()


@pytest.mark.parametrize("steps", [1, 2, 3, 10])
async def test_connections_are_closed_when_peers_end_before_they_answer(tmp_path: Path, steps: int) -> None:
    peers = Peers(Place(tmp_path, 0, 2))

    async def answers(what: str, fields: dict[str, Any]) -> Any:
        await asyncio.sleep(3600)

    await peers.open(answers)
    reader, writer = await asyncio.open_unix_connection(peers.place.socket(0) if peers.place else "")
    writer.write(b'["x", {}]\n')
    for _ in range(steps):
        await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await peers.close()
        with contextlib.suppress(ConnectionResetError):  # when it did not even read
            assert await reader.read() == b"", "the other end is told"
    writer.close()
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "jiyi-peer"]

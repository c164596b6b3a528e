"""A worker in a process of its own, beside others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

CALL = [sys.executable, "-c", "from jiyi.cli import app; app()"]


def started(store, *options: str) -> subprocess.Popen[str]:
    """A worker that has begun."""
    environment = {**os.environ, "JIYI_URL": str(store), "JIYI_EMBEDDER": "none", "JIYI_LANG": "en"}
    environment |= {"JIYI_WORKER__POLL_SECONDS": "0.05", "JIYI_WINDOW__MODEL": "some-model"}
    worker = subprocess.Popen([*CALL, "worker", *options], env=environment, stderr=subprocess.PIPE, text=True)
    assert worker.stderr is not None and "working on" in worker.stderr.readline()
    return worker


def until(true) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("end", "code", "last"), [(signal.SIGINT, 130, "jiyi: interrupted\n"), (signal.SIGTERM, 0, "ended\n")]
)
def test_worker_learns_what_others_add_and_ends_when_told(jiyi, store, tmp_path, end, code, last) -> None:
    health = tmp_path / "health"
    worker = started(store, "--concurrency", "2", "--health", str(health))
    try:
        jiyi("add", "I live in Graz.", "--no-wait")
        until(lambda: jiyi("list", "--json").value["total"])
        seen = health.stat().st_mtime_ns
        until(lambda: health.stat().st_mtime_ns > seen)
        worker.send_signal(end)
        said = worker.communicate(timeout=60)[1]
    finally:
        worker.kill()
        worker.wait()
    assert worker.returncode == code
    assert said == last
    assert not health.exists()
    assert jiyi("jobs", "--json").value["total"] == 0

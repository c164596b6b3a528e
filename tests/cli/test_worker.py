"""A worker in a process of its own, beside others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

CALL = [sys.executable, "-c", "from jiyi.cli import app; app()"]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_worker_learns_what_others_add_and_ends_when_told(jiyi, store, end) -> None:
    environment = {**os.environ, "JIYI_URL": str(store), "JIYI_EMBEDDER": "none", "JIYI_LANG": "en"}
    environment |= {"JIYI_WORKER__POLL_SECONDS": "0.05", "JIYI_WINDOW__MODEL": "some-model"}
    worker = subprocess.Popen([*CALL, "worker"], env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert worker.stderr is not None and "working on" in worker.stderr.readline()
        jiyi("add", "I live in Graz.", "--no-wait")
        until = time.monotonic() + 60
        while not jiyi("list", "--json").value["total"]:
            assert time.monotonic() < until, "nothing was learned"
            time.sleep(0.05)
        worker.send_signal(end)
        said = worker.communicate(timeout=60)[1]
    finally:
        worker.kill()
        worker.wait()
    assert worker.returncode == 130
    assert said == "jiyi: interrupted\n"
    assert jiyi("jobs", "--json").value["total"] == 0

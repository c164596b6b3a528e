from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from jiyi.cli import app


class Ran:
    """What a command did."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def value(self) -> Any:
        """The one JSON document on stdout."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)


Jiyi = Callable[..., Ran]


def runner(store: Path) -> Jiyi:
    """A command runner on one store. Most commands need no vectors, and an embedder takes seconds to load."""
    settings = {
        "JIYI_URL": str(store),
        "JIYI_LANG": "en",
        "JIYI_EMBEDDER": "none",
        "JIYI_WINDOW__MODEL": "some-model",
        "COLUMNS": "200",
        "JIYI_DEBUG": None,
    }

    def run(*arguments: str, code: int = 0, input: str | None = None) -> Ran:
        done = CliRunner().invoke(app, list(arguments), input=input, env=settings)
        assert done.exit_code == code, done.output + str(done.exception)
        return Ran(done.exit_code, done.stdout, done.stderr)

    run.settings = settings  # type: ignore[attr-defined]  # a test may change them
    return run


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store" / "jiyi.db"


@pytest.fixture
def jiyi(store: Path) -> Jiyi:
    """Runs a command on a store of its own; `code` is the expected exit code."""
    store.parent.mkdir()
    return runner(store)


@pytest.fixture(scope="session")
def run_on() -> Callable[[Path], Jiyi]:
    """For tests that share a store."""
    return runner

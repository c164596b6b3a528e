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


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store" / "jiyi.db"


@pytest.fixture
def jiyi(store: Path, monkeypatch: pytest.MonkeyPatch) -> Jiyi:
    """Runs a command on a store of its own; `code` is the expected exit code."""
    store.parent.mkdir()
    monkeypatch.setenv("JIYI_URL", str(store))
    monkeypatch.setenv("JIYI_LANG", "en")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("JIYI_DEBUG", raising=False)
    runner = CliRunner()

    def run(*arguments: str, code: int = 0, input: str | None = None) -> Ran:
        done = runner.invoke(app, list(arguments), input=input)
        assert done.exit_code == code, done.output + str(done.exception)
        return Ran(done.exit_code, done.stdout, done.stderr)

    return run

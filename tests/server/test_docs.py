"""The pages tell every operation and tool there is."""

from __future__ import annotations

import re

import pytest

from jiyi.server.operations import OPERATIONS
from jiyi.server.tools import TOOLS
from source import ROOT

ROW = re.compile(r"^\| `([\w.]+)` \| `(\w+) ([^`]+)` \| (\w+) \|$", re.MULTILINE)
LIVE = {
    ("stream", "GET", "/memory/sync/stream", "read"),
    ("token", "POST", "/tokens", "read"),
    ("me", "GET", "/me", "read"),
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_page_tells_every_operation(language: str) -> None:
    told = set(ROW.findall((ROOT / "docs" / language / "server.md").read_text(encoding="utf-8")))
    assert told == {(one.name, one.method, one.path, one.may.value) for one in OPERATIONS} | LIVE


@pytest.mark.parametrize("language", ["en", "zh"])
def test_page_tells_every_tool(language: str) -> None:
    page = (ROOT / "docs" / language / "mcp.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == {one.name for one in TOOLS}

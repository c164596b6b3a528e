"""The lock files hold what pyproject asks for, by hash, and name no place to get it from."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from source import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def pins(name: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for package, version in PIN.findall((ROOT / name).read_text(encoding="utf-8")):
        found.setdefault(canonicalize_name(package), set()).add(version)
    return found


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_lock_pins_by_hash_and_names_no_place(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"https?:|file:|--(index|extra|find)", text)
    for block in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in block, block.splitlines()[0]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("requirements.lock", PROJECT["dependencies"]),
        ("requirements-dev.lock", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]),
    ],
)
def test_lock_holds_each_dependency_when_pyproject_changes(name: str, wanted: list[str]) -> None:
    pinned = pins(name)
    for line in wanted:
        asked = Requirement(line)
        versions = pinned.get(canonicalize_name(asked.name), set())
        assert versions, f"{name} lacks {line}: make it anew (CONTRIBUTING.md)"
        assert all(asked.specifier.contains(version) for version in versions), f"{name} has {versions} for {line}"


def test_locks_agree_when_one_is_made_anew() -> None:
    core, dev = pins("requirements.lock"), pins("requirements-dev.lock")
    assert {name: dev.get(name) for name in core} == core

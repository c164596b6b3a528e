"""The lock of the heavy engines agrees with that of development."""

from __future__ import annotations

import re
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from source import ROOT

PIN = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    found = PIN.findall((ROOT / name).read_text(encoding="utf-8"))
    return {canonicalize_name(package): version for package, version in found}


def test_engines_lock_holds_what_the_extras_ask_for_when_they_change() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    pinned = pins("requirements-engines.lock")
    for line in extras["chroma"] + extras["milvus"]:
        asked = Requirement(line)
        assert asked.specifier.contains(pinned[canonicalize_name(asked.name)]), line


def test_engines_lock_is_hashed_and_names_no_place() -> None:
    text = (ROOT / "requirements-engines.lock").read_text(encoding="utf-8")
    assert not re.search(r"https?:|file:|--(index|extra|find)", text)
    assert all("--hash=sha256:" in block for block in re.split(r"\n(?=\S)", text.strip()))

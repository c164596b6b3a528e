"""The docs are true: their code runs, their links lead somewhere, both languages say the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from source import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "README.zh.md",
    ROOT / "ARCHITECTURE.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "benchmarks/README.md",
    *sorted(ROOT.glob("docs/**/*.md")),
]
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
LANGUAGES = {"python", "bash", "console", "json", "text", "toml", "sql"}


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


def ids(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [p for p in PAGES if p.exists() and blocks(p, "python")], ids=ids)
def test_python_runs_when_copied_from_a_page(page: Path, tmp_path: Path) -> None:
    """The blocks of a page in one process, as a reader would run them from top to bottom."""
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks(page, "python")), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", script.name],
        cwd=tmp_path, env=os.environ | {"PYTHONUTF8": "1"}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", [p for p in PAGES if p.exists() and blocks(p, "bash")], ids=ids)
def test_bash_runs_when_copied_from_a_page(page: Path, tmp_path: Path) -> None:
    """What only sets up a machine, or never ends, is marked `console` and not run here."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", "\n".join(blocks(page, "bash"))],
        cwd=tmp_path, env=os.environ | {"PATH": path, "PYTHONUTF8": "1"}, capture_output=True, text=True, timeout=300,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_page_is_whole_when_published(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.count("\n```") % 2 == 0, "a code block is not closed"
    assert {kind for kind, _ in BLOCK.findall(text)} <= LANGUAGES
    for link in LINK.findall(text):
        target = link.partition("#")[0]
        assert not target or (page.parent / target).exists(), f"{link} leads nowhere"


@pytest.mark.parametrize("page", sorted((ROOT / "docs/en").glob("*.md")), ids=ids)
def test_page_has_a_twin_in_chinese_with_the_same_shape(page: Path) -> None:
    twin = ROOT / "docs/zh" / page.name
    assert twin.exists()
    assert shape(page) == shape(twin)


def test_readmes_have_the_same_shape() -> None:
    assert shape(ROOT / "README.md") == shape(ROOT / "README.zh.md")


def shape(page: Path) -> dict[str, int]:
    """How many headings, rows and blocks; the same in both languages when both say the same."""
    text = page.read_text(encoding="utf-8")
    prose = BLOCK.sub("", text)
    return {
        "headings": len(re.findall(r"^#+ ", prose, re.MULTILINE)),
        "rows": len(re.findall(r"^\|", prose, re.MULTILINE)),
        "items": len(re.findall(r"^\s*(?:[-*]|\d+\.) ", prose, re.MULTILINE)),
        **{f"{kind} blocks": len(blocks(page, kind)) for kind in sorted(LANGUAGES)},
    }


def test_nothing_is_left_to_measure_when_published() -> None:
    open_ = [ids(page) for page in PAGES if "TODO-MEASURE" in page.read_text(encoding="utf-8")]
    assert not open_, f"figures are missing in {open_}"


def test_ci_runs_the_second_command_of_the_readme() -> None:
    commands = blocks(ROOT / "README.md", "console")
    assert commands[1].strip() in (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert commands == blocks(ROOT / "README.zh.md", "console")


def test_reference_pages_are_the_generated_ones_when_the_source_changes() -> None:
    check = [sys.executable, str(ROOT / "scripts" / "make_docs.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_benchmarks_are_told_of_when_there() -> None:
    said = (ROOT / "benchmarks/README.md").read_text(encoding="utf-8")
    there = {path.name for path in (ROOT / "benchmarks").glob("*.py")}
    assert there == set(re.findall(r"^\| `(\w+\.py)`", said, re.MULTILINE))


def test_glossary_defines_every_enumerated_value() -> None:
    from jiyi.records import Kind, Source, Status

    for language in ("en", "zh"):
        text = (ROOT / "docs" / language / "glossary.md").read_text(encoding="utf-8")
        missing = [value for values in (Kind, Status, Source) for value in values if f"`{value}`" not in text]
        assert not missing, f"docs/{language}/glossary.md lacks {missing}"

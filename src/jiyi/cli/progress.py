"""Progress bars on stderr: for people at a terminal, silent otherwise."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from jiyi.cli.frame import Frame

if TYPE_CHECKING:
    from jiyi.memory import AsyncMemory


def bars(frame: Frame) -> Progress:
    """A progress display, to be used with `with`."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=frame.err,
        transient=True,
        disable=not frame.lively,
    )


async def drained(frame: Frame, memory: AsyncMemory) -> None:
    """Wait until the background work that is due is done, showing how much is left."""
    left = (await memory.jobs(limit=1)).total
    with bars(frame) as progress:
        task = progress.add_task(frame.pick("memories", "记忆"), total=left)
        while not await memory.drain(timeout=0.2):
            now = (await memory.jobs(limit=1)).total
            left = max(left, now)
            progress.update(task, total=left, completed=left - now)
            await asyncio.sleep(0)

"""Moving house: everything of one store into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jiyi.cli.doctor import path_of
from jiyi.cli.frame import Frame, command, stop
from jiyi.trace import counted

PANEL = "Running it"
SQLITE = b"SQLite format 3\0"  # how a database file begins


def register(app: typer.Typer) -> None:
    command(app, "copy", PANEL)(copy)


def _is_foreign(path: Path | None) -> bool:
    """Whether the place to copy to is a file that holds something, and no database."""
    if path is None or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(SQLITE)) not in (b"", SQLITE)


async def copy(
    frame: Frame,
    source: Annotated[str, typer.Argument(metavar="FROM", help="The store to read: a path or a URL.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The store to make; empty, or a copy not finished.")],
) -> None:
    """Copy everything of a store into another of any kind, and compare the two. Goes on where it was stopped.

    Stop the programs and workers that use FROM first. Ids, times, evidence, history, waiting work and keys stay.
    """
    from jiyi.cli.progress import bars  # noqa: PLC0415 - start-up time
    from jiyi.flows import copying  # noqa: PLC0415 - start-up time
    from jiyi.stores.opening import open_store  # noqa: PLC0415 - start-up time

    if ":memory:" in (source, target):
        stop(frame.pick(":memory: ends with this command", ":memory: 随命令结束而消失"), 2, frame=frame)
    path = path_of(source)
    if path is not None and not path.exists():
        stop(frame.pick(f"there is no store at {path}", f"{path} 处没有存储"), 1, frame=frame, error="not_found")
    if _is_foreign(path_of(target)):
        stop(frame.pick(f"TO is not a jiyi store: {target}", f"TO 不是 jiyi 的存储：{target}"), 2, frame=frame)
    here, there = open_store(source), open_store(target)
    if here.place == there.place:
        stop(frame.pick("FROM and TO are the same place", "FROM 和 TO 是同一个地方"), 2, frame=frame)
    await here.open()
    try:
        await there.open()
        try:
            with bars(frame) as progress:
                task = progress.add_task(frame.pick("users", "用户"), total=None)
                done = await copying.copy(
                    here, there, lambda ready, of: progress.update(task, completed=ready, total=of)
                )
        finally:
            await there.close()
    finally:
        await here.close()
    frame.emit({"from": here.place, "to": there.place, "placed": done.placed, **done.counts, "checksum": done.checksum})
    told = {**done.counts, "placed": done.placed}
    nouns = (("users", "user"), ("messages", "message"), ("memories", "memory"), ("episodes", "episode"))
    counts = ", ".join(counted(told[name], noun) for name, noun in (*nouns, ("changes", "log row")))
    frame.say(
        f"{counts}: the same in both; {counted(done.placed, 'user')} copied now.",
        "{users} 个用户、{messages} 条消息、{memories} 条记忆、{episodes} 个片段、{changes} 条日志：两边一致；"
        "本次复制 {placed} 个用户。".format(**told),
    )

"""Running it: background work, numbers, a health check, and new vectors after a change of model."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jiyi.cli import doctor as checks
from jiyi.cli.frame import Frame, command, stop
from jiyi.trace import counted

if TYPE_CHECKING:
    from jiyi.memory import AsyncMemory
    from jiyi.records import Job

PANEL = "Running it"


def register(app: typer.Typer) -> None:
    for body in (worker, jobs, stats, doctor, reembed):
        command(app, body.__name__, PANEL)(body)


async def worker(
    frame: Frame,
    once: Annotated[bool, typer.Option("--once", help="End when no work is due.")] = False,
    concurrency: Annotated[
        int | None,
        typer.Option("--concurrency", min=1, metavar="N", help="Users worked for at a time. [default: the setting]"),
    ] = None,
    health: Annotated[
        Path | None,
        typer.Option("--health", metavar="FILE", help="Touch this file while the store answers; removed at the end."),
    ] = None,
) -> None:
    """Do background work until stopped with Ctrl-C or SIGTERM; any number may run beside each other and the programs.

    What is in hand is finished first; told a second time, the worker gives it back and ends at once.
    """
    alive = None if health is None else health.touch
    changes = {} if concurrency is None else {"concurrency": concurrency}
    try:
        async with frame.memory(worker=changes) as memory:
            if not once:
                await _work(frame, memory, alive)
                return
            done = await memory.work(once=True, alive=alive)
    finally:
        if health is not None:
            health.unlink(missing_ok=True)
    frame.emit({"done": done})
    frame.say(f"{counted(done, 'job')} done.", f"完成 {done} 个任务。")


async def _work(frame: Frame, memory: AsyncMemory, alive: Callable[[], None] | None) -> None:
    """Work until told to end. What service managers send is a good end; Ctrl-C is an interruption."""
    place, told = memory.place, False
    frame.err.print(
        frame.pick(f"working on {place}; Ctrl-C ends it", f"正在处理 {place}，按 Ctrl-C 结束"), markup=False
    )
    task = asyncio.current_task()
    assert task is not None

    def end() -> None:
        nonlocal told
        told = True
        task.cancel()

    with contextlib.suppress(NotImplementedError):  # Windows has no such handlers
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end)
    try:
        await memory.work(alive=alive)
    except asyncio.CancelledError:
        if not told:
            raise
        task.uncancel()
        frame.err.print(frame.pick("ended", "已结束"), markup=False)


async def jobs(
    frame: Frame,
    dead: Annotated[bool, typer.Option("--dead", help="Only those that were given up.")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Try those that were given up again.")] = False,
    all_users: Annotated[bool, typer.Option("--all-users", help="Not only --user's.")] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")] = 100,
) -> None:
    """List background work that is not finished, and try dead jobs again."""
    user = None if all_users else frame.user
    async with frame.memory() as memory:
        state = "dead" if dead or retry else None
        page = await memory.jobs(user, state, limit)
        again = await memory.retry(page.jobs) if retry else 0
    frame.emit({"jobs": page.jobs, "total": page.total, "retried": again})
    if frame.as_json:
        return
    if page.jobs:
        _print(frame, page.jobs)
        frame.say(f"{page.total} in all.", f"共 {page.total} 个。")
    else:
        frame.say("No work is waiting.", "没有等待的任务。")
    if retry:
        frame.say(f"{again} put back into the queue.", f"{again} 个已重新排队。")


def _print(frame: Frame, found: tuple[Job, ...]) -> None:
    from rich.text import Text  # noqa: PLC0415 - start-up time

    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    heads = (
        ("user", "用户"),
        ("work", "任务"),
        ("state", "状态"),
        ("tries", "次数"),
        ("due", "下次"),
        ("error", "错误"),
    )
    table = show.plain_table(*(frame.pick(*head) for head in heads))
    for job in found:
        error = Text(job.error or "", "yellow")
        work = f"{job.kind} {job.session} #{job.seq}"
        table.add_row(job.user, work, frame.word(job.state.value), str(job.attempts), frame.minute(job.due_at), error)
    frame.show(table)


async def stats(frame: Frame) -> None:
    """Count what is in the store."""
    async with frame.memory() as memory:
        found: dict[str, Any] = {"store": memory.place, **await memory.stats()}
    frame.emit(found)
    if not frame.as_json:
        from jiyi.cli import show  # noqa: PLC0415 - start-up time

        frame.show(show.pairs(found, frame))


async def doctor(
    frame: Frame,
    online: Annotated[bool, typer.Option("--online", help="Also ask the model's endpoint once.")] = False,
) -> None:
    """Check file, schema, models, jobs and disk, and say what to do. Changes nothing."""
    found = await checks.examine(frame, online)
    bad = any(check.level == "bad" for check in found)
    frame.emit({"ok": not bad, "checks": found})
    if not frame.as_json:
        signs = {"good": ("✓", "green"), "warn": ("!", "yellow"), "bad": ("✗", "red")}
        from rich.text import Text  # noqa: PLC0415 - start-up time

        for check in found:
            sign, style = signs[check.level]
            frame.show(Text.assemble((f"{sign} ", style), (f"{check.name}  ", "bold"), check.said))
            if check.advice:
                frame.show(Text(f"    → {check.advice}", style))
    if bad:
        stop(frame.pick("something is wrong; see above", "发现问题，见上"))


async def reembed(
    frame: Frame, batch: Annotated[int, typer.Option("--batch", min=1, help="Texts at a time.")] = 256
) -> None:
    """Make all vectors anew with the present embedder. Can be stopped, and goes on where it was."""
    from jiyi.cli.progress import bars  # noqa: PLC0415 - start-up time

    async with frame.memory(reembed=True) as memory:
        with contextlib.ExitStack() as stack:
            progress = stack.enter_context(bars(frame))
            progress.add_task(frame.pick("embedding", "重新计算向量"), total=None)
            done = await memory.reembed(batch)
    frame.emit({"done": done})
    frame.say(f"{done} embedded anew.", f"已重新计算 {done} 条。")

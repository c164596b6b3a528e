"""Forgetting: on request, for good, or by the policy."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from jiyi.cli.found import found
from jiyi.cli.frame import Frame, command, moment, stop
from jiyi.errors import NotFound

if TYPE_CHECKING:
    from jiyi.memory import AsyncMemory
    from jiyi.results import Maintained

PANEL = "Forgetting"
TOLD = 200  # things done by the policy that are told in words
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would happen.")]


def register(app: typer.Typer) -> None:
    for body in (forget, erase, maintain):
        command(app, body.__name__, PANEL)(body)


def sure(frame: Frame, question: str, yes: bool, *, dry: bool = False) -> bool:
    """Ask a person at a terminal; a script must say --yes. `dry`: the command has a --dry-run."""
    if yes:
        return True
    if frame.as_json or not sys.stdin.isatty():
        en, zh = (", or look first with --dry-run", "，或先用 --dry-run 查看") if dry else ("", "")
        stop(
            frame.pick(f"this erases for good: say --yes{en}", f"此操作无法撤销：请加 --yes{zh}"),
            2,
            frame=frame,
        )
    return typer.confirm(question)


async def forget(
    frame: Frame,
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="One memory.")] = None,
    about: Annotated[str | None, typer.Option("--about", metavar="TOPIC", help="All that is about this.")] = None,
    session: Annotated[str | None, typer.Option("--session", "-s", metavar="ID", help="A whole conversation.")] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Erase one memory, a topic or a conversation for good, with the words it came from."""
    if sum(one is not None for one in (id, about, session)) != 1:
        stop(
            frame.pick("give exactly one of ID, --about and --session", "请在 ID、--about、--session 中选择一个"),
            2,
            frame=frame,
        )
    async with frame.memory() as memory:
        full = await found(memory, frame.user, id) if id is not None else None
        plan = await memory.forget(frame.user, full, about, session, dry_run=True)
        nothing = not (plan.memories or plan.episodes or plan.messages or plan.cut or plan.sessions or plan.states)
        if not frame.as_json:
            from jiyi.cli import show  # noqa: PLC0415 - start-up time

            frame.show(show.forgotten(frame, plan))
        if nothing or dry_run or not sure(frame, frame.pick("Erase this for good?", "确定彻底删除？"), yes, dry=True):
            frame.emit(plan)
            if nothing:
                frame.say("Nothing was found.", "没有找到相关内容。")
            else:
                frame.say("Nothing was erased.", "没有删除任何内容。")
            return
        done = await memory.forget(frame.user, full, about, session, seen=plan.preview)
    frame.emit(done)
    frame.say("Erased for good.", "已彻底删除。")


async def erase(
    frame: Frame,
    person: Annotated[
        str | None, typer.Argument(metavar="USER", show_default=False, help="The user of whom nothing shall be left.")
    ] = None,
    yes: Yes = False,
) -> None:
    """Erase everything of a user, and search the files for what might be left."""
    if person is None:  # JIYI_USER and --user serve all commands: nobody is erased by what stands there for another
        stop(
            frame.pick("say who: `jiyi erase NAME`", "请写明删除谁的记忆：`jiyi erase 用户`"),
            2,
            frame=frame,
        )
    question = frame.pick(f"Erase everything of {person!r} for good?", f"确定彻底删除“{person}”的一切？")
    if not sure(frame, question, yes):
        frame.say("Nothing was erased.", "没有删除任何内容。")
        return
    async with frame.memory() as memory:
        report = await memory.erase(person)
    frame.emit(report)
    if not frame.as_json:
        from jiyi.cli import show  # noqa: PLC0415 - start-up time

        frame.show(show.pairs(report.rows, frame))
        scanned = sum(report.scanned.values())
        frame.say(
            f"{scanned:,} bytes searched afterwards, {report.leftovers} traces found.",
            f"随后检查了 {scanned:,} 字节，发现 {report.leftovers} 处残留。",
        )
    if report.unreached:
        names = ", ".join(report.unreached)
        stop(
            frame.pick(
                f"these engines are switched off and were not asked: {names}. They may still hold vectors of the user: "
                "name one in JIYI_INDEX and run the command again, or remove what it holds",
                f"以下引擎已停用，未能询问：{names}。其中可能仍有该用户的向量："
                "请用 JIYI_INDEX 指定后再运行一次，或删除其内容",
            )
        )
    if report.leftovers:
        stop(frame.pick("traces were left; run the command again", "仍有残留，请再次运行该命令"))


async def _words(memory: AsyncMemory, done: Maintained) -> dict[str, str]:
    """The content of the memories among them that are still there, for a table of ordinary length."""
    found: dict[str, str] = {}
    for user, ref, _, _ in done.items[:TOLD]:
        try:
            found[ref] = (await memory.get(user, ref)).content
        except NotFound:  # an episode or a session
            continue
    return found


async def maintain(
    frame: Frame,
    dry_run: DryRun = False,
    now: Annotated[str | None, typer.Option("--now", metavar="TIME", help="As if it were then (ISO 8601).")] = None,
) -> None:
    """Apply the policy of forgetting to all users: archive, expire, ask again."""
    at = moment(now, frame.settings().zone)
    async with frame.memory() as memory:
        done = await memory.maintain(at, dry_run)
        words = {} if frame.as_json else await _words(memory, done)
    frame.emit({"items": done.items, "counts": done.counts, "dry_run": done.dry_run})
    if frame.as_json:
        return
    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    if done.items:
        frame.show(show.maintained(frame, done, words))
        frame.show(show.pairs(done.counts, frame))
    else:
        frame.say("Nothing is due to be forgotten.", "没有需要遗忘的内容。")

"""What is known: remembering, recalling, listing, and where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jiyi.cli.found import STATUSES, found, statuses
from jiyi.cli.frame import Frame, command, moment
from jiyi.errors import InvalidInput, NotFound
from jiyi.trace import counted

if TYPE_CHECKING:
    from jiyi.memory import AsyncMemory
    from jiyi.records import MemoryRecord
    from jiyi.results import Page

PANEL = "What is known"
Id = Annotated[str, typer.Argument(metavar="ID", help="The memory's id, or the end of it as lists show it.")]
Query = Annotated[str, typer.Argument(metavar="QUERY", help="What to look for, in any words.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", metavar="KIND", help="Only this kind; may be repeated.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="Only with this tag; may be repeated.")]
As = Annotated[str | None, typer.Option("--as-of", metavar="TIME", help="What was held at that time (ISO 8601).")]
StatusOption = Annotated[
    str, typer.Option("--status", metavar="STATUS", help=f"{', '.join(STATUSES)}; with commas, or all.")
]


def register(app: typer.Typer) -> None:
    for name, body in (
        ("remember", remember),
        ("recall", recall),
        ("why-not", why_not),
        ("list", list_),
        ("show", show_),
        ("history", history),
        ("about", about),
        ("profile", profile),
    ):
        command(app, name, PANEL)(body)


async def remember(
    frame: Frame,
    content: Annotated[str, typer.Argument(metavar="TEXT", help="One sentence, in the user's own words.")],
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="fact, preference, event …")] = None,
    attribute: Annotated[str | None, typer.Option("--attribute", metavar="NAME", help="E.g. residence.")] = None,
    value: Annotated[str | None, typer.Option("--value", metavar="TEXT", help="The attribute's value.")] = None,
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it was said (ISO 8601).")] = None,
    tags: Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="May be repeated.")] = None,
) -> None:
    """Keep something said outright. What it contradicts is replaced, and stays in the history."""
    said_at = moment(at, frame.settings().zone)
    async with frame.memory() as memory:
        kept = await memory.remember(frame.user, content, kind, attribute, value, said_at, tags or ())
    frame.emit(kept)
    if not frame.as_json:
        from jiyi.cli import show  # noqa: PLC0415 - start-up time

        frame.show(show.memory(frame, kept))


async def recall(
    frame: Frame,
    query: Query,
    k: Annotated[int, typer.Option("--k", "-k", min=1, help="At most so many.")] = 5,
    explain: Annotated[bool, typer.Option("--explain", help="Why each was found, and what the stages did.")] = False,
    only: Annotated[str | None, typer.Option("--only", metavar="WHAT", help="memories or episodes.")] = None,
    kinds: Kinds = None,
    status: StatusOption = "current",
    as_of: As = None,
) -> None:
    """Find what answers a question, best first.

    Memories, and past turns of conversations (episodes).
    """
    if only not in (None, "memories", "episodes"):
        raise InvalidInput(f"--only takes memories or episodes, not {only!r}")
    if not query.strip():
        raise InvalidInput("the question is empty: say what to look for, or see all that is kept with `jiyi list`")
    over = (only,) if only else ("memories", "episodes")
    held_at = moment(as_of, frame.settings().zone)
    async with frame.memory() as memory:
        answer = await memory.recall(frame.user, query, k, over, kinds or None, as_of=held_at, status=statuses(status))
    frame.emit(answer)
    if frame.as_json:
        return
    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    if answer.hits or explain:
        frame.show(show.hits(frame, answer, explain))
    if answer.hits:
        return
    if not any(stage.went for stage in answer.trace.stages if stage.name == "load"):
        frame.say(f"Nothing is kept of {frame.user!r} yet.", f"还没有“{frame.user}”的记忆。")
    else:
        frame.say("Nothing is known about that.", "没有相关的记忆。")


async def why_not(frame: Frame, id: Id, query: Query) -> None:
    """Say why a memory is not among the answers to a query."""
    async with frame.memory() as memory:
        full = await found(memory, frame.user, id)
        reasons = (await memory.recall(frame.user, query)).trace.why_not(full)
        if reasons[:1] and reasons[0].startswith("written: no"):
            raise NotFound(f"user {frame.user!r} has no memory or past turn {id!r}: erased, never written, or not yet")
        record = await _get(memory, frame.user, full)
        after = await _get(memory, frame.user, record.superseded_by) if record and record.superseded_by else None
    frame.emit({"id": full, "query": query, "reasons": reasons})
    if not frame.as_json:
        from jiyi.cli import show  # noqa: PLC0415 - start-up time

        frame.show(show.why_not(frame, query, record, reasons, after))


async def _get(memory: AsyncMemory, user: str, id: str) -> MemoryRecord | None:
    """A memory, None when there is none with this id (an episode, or erased)."""
    try:
        return await memory.get(user, id)
    except NotFound:
        return None


async def list_(
    frame: Frame,
    kinds: Kinds = None,
    tags: Tags = None,
    status: StatusOption = "current",
    as_of: As = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")] = 100,
    cursor: Annotated[str | None, typer.Option("--cursor", metavar="CURSOR", help="Go on where a page ended.")] = None,
) -> None:
    """List the memories, newest first."""
    held_at = moment(as_of, frame.settings().zone)
    async with frame.memory() as memory:
        page = await memory.list(
            frame.user, kinds or None, tags or None, None, statuses(status), held_at, limit, cursor
        )
        every = page.total or (await memory.list(frame.user, status=STATUSES, limit=1)).total
    frame.emit(page)
    if not frame.as_json:
        _print(frame, page, every)


def _print(frame: Frame, page: Page, every: int) -> None:
    """`every` is how many there are whatever was asked for, when none was found."""
    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    if page.items:
        frame.show(show.memories(frame, page.items))
    elif every:
        frame.say(
            f"None of the {counted(every, 'memory')} of {frame.user!r} matches; `jiyi list --status all` shows them.",
            f"“{frame.user}”的 {every} 条记忆里没有符合条件的；`jiyi list --status all` 可查看全部。",
        )
    else:
        frame.say(f"Nothing is kept of {frame.user!r}.", f"还没有“{frame.user}”的记忆。")
    if page.cursor:
        shown, total = len(page.items), page.total
        frame.say(
            f"{shown} of {total}; more with --cursor {page.cursor}",
            f"{shown} / {total}；加 --cursor {page.cursor} 看下一页",
        )


async def show_(frame: Frame, id: Id) -> None:
    """Show everything about one memory."""
    async with frame.memory() as memory:
        record = await memory.get(frame.user, await found(memory, frame.user, id))
    frame.emit(record)
    if not frame.as_json:
        from jiyi.cli import show  # noqa: PLC0415 - start-up time

        frame.show(show.memory(frame, record))


async def history(frame: Frame, id: Id) -> None:
    """Show what a memory replaced, what replaced it, and why."""
    async with frame.memory() as memory:
        answer = await memory.history(frame.user, await found(memory, frame.user, id))
    frame.emit(answer)
    if not frame.as_json:
        from jiyi.cli import show  # noqa: PLC0415 - start-up time

        frame.show(show.history(frame, answer))


async def about(
    frame: Frame, entity: Annotated[str, typer.Argument(metavar="NAME", help="A person, a pet, a project …")]
) -> None:
    """Show what is known of one person or thing in the user's life."""
    async with frame.memory() as memory:
        answer = await memory.about(frame.user, entity)
    frame.emit(answer)
    if frame.as_json:
        return
    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    if answer.memories or answer.relations:
        frame.show(show.about(frame, answer))
    else:
        frame.say(f"Nothing is known of {entity}.", f"没有关于“{entity}”的记忆。")


async def profile(frame: Frame) -> None:
    """Show what is known of the user, as the model is told."""
    async with frame.memory() as memory:
        answer = await memory.profile(frame.user)
    frame.emit(answer)
    if answer.text:
        frame.show(answer.text)
    else:
        frame.say(f"Nothing is kept of {frame.user!r}.", f"还没有“{frame.user}”的记忆。")

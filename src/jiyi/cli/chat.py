"""Conversations: importing them, adding to them, showing them, and the context for the next one."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jiyi.cli.frame import Frame, command, moment
from jiyi.cli.grouped import Grouped
from jiyi.cli.learned import Learned, learned_since, version
from jiyi.errors import Conflict, InvalidInput, Refused, TooLong
from jiyi.trace import counted

if TYPE_CHECKING:
    from jiyi.chats import Chat
    from jiyi.memory import AsyncMemory

PANEL = "Conversations"
chat = typer.Typer(cls=Grouped, no_args_is_help=True, rich_markup_mode=None, help="Import and show conversations.")

File = Annotated[str, typer.Argument(metavar="FILE", help="The file, or - for standard input.")]
SessionName = Annotated[str | None, typer.Option("--session", "-s", metavar="ID", help="The conversation.")]
Zone = Annotated[
    str | None, typer.Option("--zone", metavar="ZONE", help="IANA time zone of the user, e.g. Asia/Shanghai.")
]
NoWait = Annotated[bool, typer.Option("--no-wait", help="Leave the learning to `jiyi worker`.")]

HEAD = 6  # messages of a conversation that its beginning is looked for in


def register(app: typer.Typer) -> None:
    app.add_typer(chat, name="chat", rich_help_panel=PANEL)
    command(app, "add", PANEL)(add)
    command(app, "context", PANEL)(context)


def read(file: str) -> str:
    """The text of a file or of standard input. Raises InvalidInput when it is none."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{file} is not UTF-8 text (byte {error.start})") from error
    except OSError as error:
        raise InvalidInput(f"{file}: {error.strerror}") from error


@command(chat, "import")
async def import_(
    frame: Frame,
    file: File,
    session: SessionName = None,
    zone: Zone = None,
    me: Annotated[
        str | None, typer.Option("--me", metavar="NAME", help="The sender who is the user, where people have names.")
    ] = None,
    no_wait: NoWait = False,
) -> None:
    """Read a chat and learn from it: OpenAI-style JSON or JSONL, a ChatGPT export, a conversation list.

    Importing a file again, or a longer export of the same chat, adds only what is new.
    """
    from jiyi.chats import parse  # noqa: PLC0415 - start-up time

    text = read(file)
    used_zone = zone or frame.settings().zone
    chats = parse(text, session or (Path(file).stem if file != "-" else "chat"), zone=used_zone, me=me)
    if session is not None and len(chats) > 1:
        raise InvalidInput(f"{file} holds {len(chats)} conversations; leave --session out")
    if session is not None and chats:
        chats = (replace(chats[0], session_id=session),)
    async with frame.memory(work=not no_wait) as memory:
        before = await version(memory, frame.user)
        taken = await _take(frame, memory, chats, zone)
        learned = None if no_wait else await learned_since(frame, memory, before)
        frame.emit({"sessions": [c.session_id for c in chats], **taken, "learned": learned})
        _report(frame, taken, learned, len(chats))


async def _take(frame: Frame, memory: AsyncMemory, chats: tuple[Chat, ...], zone: str | None) -> dict[str, Any]:
    """Add the messages. Counts those added, those there before, those changed since, those refused, what was cut."""
    counts: dict[str, Any] = {"added": 0, "known": 0, "changed": 0, "refused": [], "withheld": {}}
    from jiyi.cli.progress import bars  # noqa: PLC0415 - start-up time

    with bars(frame) as progress:
        task = progress.add_task(frame.pick("messages", "消息"), total=sum(len(c.messages) for c in chats))
        for one in chats:
            session = memory.session(frame.user, one.session_id, zone)
            had = {m.key for m in await session.messages()}
            for message in one.messages:
                progress.advance(task)
                if message.key in had:
                    counts["known"] += 1
                    continue
                try:
                    kept = await session.add(
                        message.role, message.content, message.at, message.name, message.meta, message.key
                    )
                except Conflict:
                    counts["changed"] += 1
                except (Refused, TooLong) as error:
                    counts["refused"].append({"key": message.key, "why": str(error)})
                else:
                    counts["added"] += 1
                    for category in kept.withheld:
                        counts["withheld"][category] = counts["withheld"].get(category, 0) + 1
    return counts


def _report(frame: Frame, taken: dict[str, Any], learned: Learned | None, chats: int) -> None:
    if frame.as_json:
        return
    from jiyi.cli import learned as shown  # noqa: PLC0415 - start-up time

    added, known = taken["added"], taken["known"]
    frame.say(
        f"{counted(added, 'message')} of {counted(chats, 'conversation')} added; there already: {known}.",
        f"导入 {chats} 个对话，新增 {added} 条消息，另有 {known} 条之前已导入。",
    )
    for refused in taken["refused"]:
        frame.say(f"Not added: {refused['why']}", f"未导入：{refused['why']}")
    if taken["withheld"]:
        cut = ", ".join(f"{frame.withheld([name])} ×{count}" for name, count in taken["withheld"].items())
        frame.say(f"Cut out before anything was written: {cut}", f"写入之前已略去：{cut}")
    if learned is None:
        frame.say("Memories follow when `jiyi worker` runs.", "运行 `jiyi worker` 后会生成记忆。")
    else:
        shown.report(frame, learned)


@command(chat, "show")
async def show_(
    frame: Frame,
    session: Annotated[str, typer.Argument(metavar="SESSION", help="The conversation.")],
    last: Annotated[int | None, typer.Option("--last", "-n", min=1, help="Only the last so many messages.")] = None,
) -> None:
    """Show a conversation with its summary and state."""
    async with frame.memory() as memory:
        one = memory.session(frame.user, session)
        messages = await one.messages()
        messages = messages[-last:] if last else messages
        summary, state = await one.summary, await one.state
    if not messages and not summary:
        raise InvalidInput(f"user {frame.user!r} has no conversation {session!r}; `jiyi chat list` shows them")
    frame.emit({"session": session, "messages": messages, "summary": summary, "state": state})
    if frame.as_json:
        return
    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    frame.show(show.messages(frame, messages))
    if summary:
        frame.say(f"Summary: {summary.topic} {summary.goal}".rstrip(), f"摘要：{summary.topic} {summary.goal}".rstrip())
    if state:
        frame.show(show.pairs(state, frame))


@command(chat, "list")
async def list_(frame: Frame, limit: Annotated[int, typer.Option("--limit", "-n", min=1)] = 100) -> None:
    """List the user's conversations: when each began, and with which words."""
    async with frame.memory() as memory:
        names = await memory.sessions(frame.user, limit=limit)
        heads = [] if frame.as_json else [await memory.session(frame.user, one).messages(limit=HEAD) for one in names]
    frame.emit({"sessions": names})
    if frame.as_json:
        return
    if not names:
        frame.say("No conversations yet.", "还没有对话。")
        return
    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    frame.show(show.conversations(frame, names, heads))


async def add(
    frame: Frame,
    content: Annotated[str, typer.Argument(metavar="TEXT", help="What was said, or - for standard input.")],
    session: Annotated[str, typer.Option("--session", "-s", metavar="ID", help="The conversation.")] = "cli",
    role: Annotated[str, typer.Option("--role", metavar="ROLE", help="user, assistant, system or tool.")] = "user",
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it was said (ISO 8601).")] = None,
    key: Annotated[str | None, typer.Option("--key", metavar="KEY", help="Makes a repeated call harmless.")] = None,
    zone: Zone = None,
    no_wait: NoWait = False,
) -> None:
    """Add a message to a conversation and learn from it."""
    text = read("-").rstrip("\r\n") if content == "-" else content
    said_at = moment(at, zone or frame.settings().zone)
    async with frame.memory(work=not no_wait) as memory:
        before = await version(memory, frame.user)
        kept = await memory.session(frame.user, session, zone).add(role, text, said_at, key=key)
        learned = None if no_wait else await learned_since(frame, memory, before)
    frame.emit({"message": kept, "learned": learned})
    if frame.as_json:
        return
    from jiyi.cli import learned as shown  # noqa: PLC0415 - start-up time

    frame.say(f"Kept as message {kept.seq} of {session}.", f"已保存为 {session} 的第 {kept.seq} 条消息。")
    if kept.withheld:
        cut = frame.withheld(kept.withheld)
        frame.say(f"Cut out before anything was written: {cut}", f"写入之前已略去：{cut}")
    if learned is not None:
        shown.report(frame, learned)


async def context(
    frame: Frame,
    input: Annotated[str, typer.Argument(metavar="INPUT", help="What the user says next.")],
    session: Annotated[str, typer.Option("--session", "-s", metavar="ID", help="The conversation.")] = "cli",
    max_tokens: Annotated[int, typer.Option("--max-tokens", "-m", min=1, help="The budget.")] = 4000,
    system: Annotated[str | None, typer.Option("--system", metavar="TEXT", help="The system prompt.")] = None,
    zone: Zone = None,
) -> None:
    """Show what would be sent to the model for INPUT, part by part with its tokens."""
    async with frame.memory() as memory:
        found = await memory.session(frame.user, session, zone).context(input, max_tokens, system)
    frame.emit(found)
    if frame.as_json:
        return
    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    frame.show(show.prompt(frame, found))
    frame.show(show.context(frame, found, max_tokens))

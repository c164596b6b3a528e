"""`jiyi demo`: two days of talk, what was kept of it and why, and what the third day makes of it."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import typer

from jiyi.cli import learned as log
from jiyi.cli.frame import Frame, command
from jiyi.trace import counted

if TYPE_CHECKING:
    from jiyi.demo import Said, Script
    from jiyi.memory import AsyncMemory
    from jiyi.results import Context, Page

PANEL = "Start here"
IDLE = ("nothing lasting about the user", "small talk", "a request")  # shown only where nothing else is


def register(app: typer.Typer) -> None:
    command(app, "demo", PANEL)(demo)


async def demo(frame: Frame) -> None:
    """Play a conversation of two days: see what is kept and why, and how the third day uses it.

    Uses a store of its own that is thrown away, or --db to keep it. Needs no key and no network.
    """
    from jiyi.demo import load, play  # noqa: PLC0415 - start-up time

    script = load(frame.lang)
    frame = replace(frame, zone=ZoneInfo(script.zone))
    user = frame.user if frame.user_given else f"demo-{frame.lang}"
    today = datetime.now(ZoneInfo(script.zone)).date()
    steps: list[dict[str, Any]] = []
    async with _memory(frame) as memory:
        _welcome(frame)
        before = await log.version(memory, user)
        day = -1
        async for said in play(memory, script, user, today):
            if said.day != day:
                day = said.day
                _heading(frame, day)
            learned = await log.read(memory, user, before)
            before = learned.version
            steps.append({"day": said.day + 1, "message": said.message, "learned": learned})
            _step(frame, said, learned)
        page = await memory.list(user)
        context = await memory.session(user, script.session(2), script.zone).context(
            script.input, script.max_tokens, script.system
        )
        frame.emit({"steps": steps, "memories": page.items, "context": context})
        if not frame.as_json:
            _known(frame, page, len(script.lines))
            _third_day(frame, script, context)
            _next(frame, memory.place, user)


@asynccontextmanager
async def _memory(frame: Frame) -> AsyncIterator[AsyncMemory]:
    """The given store, or one in a folder that is removed afterwards. Whatever the settings say, no model and
    no endpoint is asked."""
    from jiyi.memory import AsyncMemory  # noqa: PLC0415 - start-up time

    settings = frame.settings(worker={"inside": True}, model=None, embedder="local")
    with tempfile.TemporaryDirectory(prefix="jiyi-demo-", ignore_cleanup_errors=True) as folder:
        async with AsyncMemory.open(frame.url or Path(folder) / "demo.db", settings) as memory:
            yield memory


def _welcome(frame: Frame) -> None:
    frame.say(
        "Two days of talk with an assistant. Under each message: what jiyi made of it, by\n"
        "rules and a small model on this machine. Nothing is sent anywhere.\n",
        "有人和助手聊了两天。每条消息下面是 jiyi 的判断，\n全部由本机的规则和小模型完成，不联网。\n",
    )


def _heading(frame: Frame, day: int) -> None:
    if frame.as_json:
        return
    from rich.rule import Rule  # noqa: PLC0415 - start-up time

    frame.show(Rule(frame.pick(f"Day {day + 1}", f"第{'一二'[day]}天"), align="left", style="bright_black"))


def _step(frame: Frame, said: Said, learned: log.Learned) -> None:
    """A message, and under it what became of it."""
    if frame.as_json:
        return
    from rich.text import Text  # noqa: PLC0415 - start-up time

    frame.show(Text.assemble((frame.pick("user", "用户") + "  ", "bright_black"), (said.message.content, "bold")))
    frame.show(log.table(_outcomes(frame, said, learned)))
    frame.show("")


def _outcomes(frame: Frame, said: Said, learned: log.Learned) -> list[log.Outcome]:
    """Everything that came of a message."""
    found: list[log.Outcome] = []
    if said.message.withheld:
        cut = frame.withheld(said.message.withheld)
        en, zh = "never reached the disk", "没有写入磁盘"
        found.append(("cut", frame.pick("cut out", "已略去"), cut, frame.pick(en, zh)))
    found += log.outcomes(frame, learned)
    telling = [one for one in learned.left if one[1] not in IDLE]
    for quote, reason in telling if found or telling else learned.left[:1]:
        found.append(("left", frame.pick("left out", "不记"), quote, frame.reason(reason)))
    if not found:
        en, zh = "nothing here that will matter later", "没有以后用得上的内容"
        found.append(("left", frame.pick("left out", "不记"), said.message.content, frame.pick(en, zh)))
    return found


def _known(frame: Frame, page: Page, said: int) -> None:
    from rich.rule import Rule  # noqa: PLC0415 - start-up time

    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    count = len(page.items)
    title = frame.pick(
        f"{counted(said, 'message')} became {counted(count, 'memory')}", f"{said} 条消息，留下 {count} 条记忆"
    )
    frame.show(Rule(title, align="left", style="bright_black"))
    frame.show(show.memories(frame, page.items))


def _third_day(frame: Frame, script: Script, context: Context) -> None:
    from rich.panel import Panel  # noqa: PLC0415 - start-up time
    from rich.rule import Rule  # noqa: PLC0415 - start-up time

    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    title = frame.pick("Day 3, a new conversation", "第三天，一段新的对话")
    frame.show(Rule(title, align="left", style="bright_black"))
    frame.say(
        "The new session is empty. Asked for a context, jiyi makes this prompt for the model:",
        "新的会话是空的。请求上下文时，jiyi 为模型准备了这样的提示：",
    )
    frame.show(Panel(show.prompt(frame, context), border_style="cyan"))
    frame.show(show.parts(frame, context, script.max_tokens))


def _program() -> str:
    """As it was called: a plain `jiyi` is found only where its folder is on the path."""
    called = sys.argv[0]
    if Path(called).stem != "jiyi" or shutil.which("jiyi") == called:
        return "jiyi"
    return f'"{called}"' if " " in called else called


def _next(frame: Frame, place: str, user: str) -> None:
    from rich.rule import Rule  # noqa: PLC0415 - start-up time

    frame.show(Rule(frame.pick("Try next", "接着试试"), align="left", style="bright_black"))
    kept = frame.url is not None
    program = _program()
    lines: list[tuple[str, str]] = []
    if not kept:
        lines.append(
            (f"{program} --db demo.db demo", frame.pick("the same, and keep the store", "再来一遍，并保留数据"))
        )
    db = f"{program} --db {place if kept else 'demo.db'} --user {user}"
    ask = frame.pick('"what do I drink?"', '"我喝什么咖啡"')
    lines += [
        (f"{db} recall {ask} --explain", frame.pick("ask, and see why it answers so", "提问，并查看原因")),
        (f"{db} list --status all", frame.pick("all memories, the replaced ones too", "全部记忆，包括被取代的")),
        (f"{db} history ID", frame.pick("what one replaced, and why", "某条记忆的来历")),
        (
            f"{program} chat import FILE",
            frame.pick("your own chat (ChatGPT's export, OpenAI's JSON)", "导入自己的聊天记录"),
        ),
    ]
    for line, what in lines:
        frame.show(f"  {line}\n      {what}")

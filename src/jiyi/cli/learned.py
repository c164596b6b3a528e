"""What came of new messages: read from the user's log, which says everything with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jiyi.errors import NotFound
from jiyi.records import Action, Change, MemoryRecord
from jiyi.trace import counted

if TYPE_CHECKING:
    from rich.table import Table

    from jiyi.cli.frame import Frame
    from jiyi.memory import AsyncMemory

PAGE = 1000
MOST_LEFT = 10  # clauses that made no memory, named one by one
SPOKEN = (Action.RECORD, Action.UNRECORD)  # changes of episodes


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """`changes` are those of memories, in order; `memories` those they speak of, as they are now. `left` are
    (quote, reason) of what was not kept. `failed` counts jobs that wait for another try or were given up."""

    changes: tuple[Change, ...]
    memories: tuple[MemoryRecord, ...]
    left: tuple[tuple[str, str], ...]
    failed: int = 0
    version: int = 0  # where the log stands after it


async def log_since(memory: AsyncMemory, user: str, since: int) -> list[Change]:
    """All of the log after a version."""
    found: list[Change] = []
    while page := await memory.changes(user, since, PAGE):
        found.extend(page)
        since = page[-1].version
    return found


async def version(memory: AsyncMemory, user: str) -> int:
    """Where the user's log stands."""
    log = await log_since(memory, user, 0)
    return log[-1].version if log else 0


async def learned_since(frame: Frame, memory: AsyncMemory, since: int) -> Learned:
    """Wait for the background work, then read what it did."""
    from jiyi.cli.progress import drained  # noqa: PLC0415 - start-up time

    await drained(frame, memory)
    failed = (await memory.jobs(frame.user, limit=1)).total
    return await read(memory, frame.user, since, failed)


async def read(memory: AsyncMemory, user: str, since: int, failed: int = 0) -> Learned:
    """What the log says since a version."""
    log = await log_since(memory, user, since)
    mine = [change for change in log if change.action not in SPOKEN]
    left: dict[tuple[str, str], None] = {}
    for change in log:
        _, passed = change.patch.get("left", (None, None))
        left.update(dict.fromkeys((str(quote), str(reason)) for quote, reason in passed or ()))
    memories: list[MemoryRecord] = []
    for ref in dict.fromkeys(change.ref for change in mine):
        try:
            memories.append(await memory.get(user, ref))
        except NotFound:  # erased since
            continue
    version = log[-1].version if log else since
    return Learned(changes=tuple(mine), memories=tuple(memories), left=tuple(left), failed=failed, version=version)


Outcome = tuple[str, str, str, str]  # sign (a key of SIGNS), word, text, reason
SIGNS = {"kept": "green", "replaced": "yellow", "left": "bright_black", "cut": "red"}


def outcomes(frame: Frame, learned: Learned) -> list[Outcome]:
    """What became of memories, in words, in the order of the log."""
    known = {memory.id: memory for memory in learned.memories}
    return [_outcome(frame, change, known[change.ref]) for change in learned.changes if change.ref in known]


def _outcome(frame: Frame, change: Change, memory: MemoryRecord) -> Outcome:
    why = frame.plainly(change.why)
    if change.action is Action.SUPERSEDE:
        return "replaced", frame.pick("replaces", "取代"), memory.content, why
    if change.action in (Action.RETRACT, Action.CORRECT):
        return "replaced", frame.pick("was wrong", "旧的有误"), memory.content, why
    if change.action in (Action.ADD, Action.SUPPLEMENT):
        kind = frame.word(memory.kind.value)
        protected = frame.pick(", never forgotten by a rule", "，不会被规则遗忘") if memory.protected else ""
        return (
            "kept",
            frame.pick("kept", "记住"),
            memory.content,
            frame.pick("; ", "；").join(filter(None, (f"{kind}{protected}", why))),
        )
    return "kept", frame.word(change.action.value), memory.content, why


def left_out(frame: Frame, learned: Learned) -> list[Outcome]:
    """What made no memory, and why; the first of many. What a memory took up is not left out."""
    word = frame.pick("left out", "不记")
    taken = [one.quote for memory in learned.memories for one in memory.evidence if one.quote]
    left = [(quote, why) for quote, why in learned.left if not any(quote in one for one in taken)]
    return [("left", word, quote, frame.reason(why)) for quote, why in left[:MOST_LEFT]]


def table(found: list[Outcome]) -> Table:
    """Outcomes as lines."""
    from rich.table import Table  # noqa: PLC0415 - start-up time
    from rich.text import Text  # noqa: PLC0415 - start-up time

    made = Table.grid(padding=(0, 1))
    made.add_column(no_wrap=True, min_width=10)
    made.add_column(overflow="fold")
    for sign, word, text, why in found:
        row = Text(text, "bright_black" if sign == "left" else "default")
        if why:
            row.append(f"  ({why})", "bright_black")
        made.add_row(Text(f"  {word}", SIGNS[sign]), row)
    return made


def report(frame: Frame, learned: Learned) -> None:
    """Print it."""
    erased = sum(change.action is Action.ERASE for change in learned.changes)
    if erased:
        frame.say(f"Forgotten for good, as asked: {erased}.", f"按你的要求彻底忘记：{erased} 条。")
    if learned.memories:
        frame.show(table(outcomes(frame, learned)))
    elif not erased:
        frame.say("Nothing new to remember.", "没有需要记住的新内容。")
    if learned.left:
        frame.show(table(left_out(frame, learned)))
    if (more := len(learned.left) - MOST_LEFT) > 0:
        frame.say(
            f"Left out besides: {counted(more, 'clause')}; `jiyi changes --json` has them.",
            f"另有 {more} 处未记入，运行 `jiyi changes --json` 可查看。",
        )
    if learned.failed:
        frame.say(
            f"Not done: {counted(learned.failed, 'job')}; `jiyi jobs` says why.",
            f"{learned.failed} 个后台任务未完成，运行 `jiyi jobs` 查看原因。",
        )

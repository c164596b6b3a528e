"""Playing a conversation through a memory, turn by turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date

from jiyi.demo.script import Script
from jiyi.memory import AsyncMemory
from jiyi.records import Message

PATIENCE = 60.0  # seconds for what is learned from one turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A turn that was kept, and from which everything was learned that will be."""

    day: int
    message: Message  # the user's
    answers: tuple[Message, ...]


async def play(memory: AsyncMemory, script: Script, user: str, today: date) -> AsyncIterator[Said]:
    """Add the turns in order, each day a session of its own, and wait after each for its memories.

    Played again on the same store it adds nothing. The worker must run, in this process or another.
    """
    lines = list(script.lines)
    for place, line in enumerate(lines):
        if line.role != "user":
            continue
        session = memory.session(user, script.session(line.day), script.zone)
        end = next((i for i in range(place + 1, len(lines)) if lines[i].role == "user"), len(lines))
        turn = [
            await session.add(one.role, one.content, script.moment(one, today), key=f"demo-{place + i}")
            for i, one in enumerate(lines[place:end])
        ]
        await memory.drain(PATIENCE)
        yield Said(day=line.day, message=turn[0], answers=tuple(turn[1:]))

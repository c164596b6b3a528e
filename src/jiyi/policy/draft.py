"""A context in the making: the lines that are in, what they cost, and what goes first when it is too much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from jiyi.errors import BudgetTooSmall
from jiyi.language.count import message_tokens
from jiyi.language.memo import memo
from jiyi.policy import phrasing, profile
from jiyi.policy.shapes import Shape, Shaped, shaped
from jiyi.records import MemoryRecord, Summary, Turn
from jiyi.results import Included

Count = Callable[[str], int]

PROMPT_ORDER = ("profile", "state", "scratchpad", "summary", "recalled", "episodes", "untrusted")
# What goes first when the whole turns out to be over the budget after all.
FIRST_TO_GO = ("untrusted", "scratchpad", "episodes", "recalled", "recent", "summary", "profile", "state")
NO_ROOM = "no room"
LISTED = 60  # characters of a thing that the trace shows


@dataclass(slots=True, eq=False)
class Line:
    """One thing that may go into the system message. `keep`: goes last when space is short. It never changes, so the
    same one serves many prompts, and what a trace says of it is made once."""

    part: str
    text: str
    tokens: int
    reason: str
    ref: str | None = None
    keep: bool = False
    record: MemoryRecord | None = None
    recalled: bool = False  # the question brought it
    _included: Included | None = None
    _left: Included | None = None

    def included(self) -> Included:
        """What the trace says where it is in."""
        if self._included is None:
            what = listed(self.record.content if self.record else self.text)
            self._included = Included(part=self.part, what=what, tokens=self.tokens, reason=self.reason, ref=self.ref)
        return self._included

    def left(self) -> Included:
        """What the trace says where there was no room for it."""
        if self._left is None:
            self._left = Included(
                part=self.part, what=listed(self.text), tokens=self.tokens, reason=NO_ROOM, ref=self.ref
            )
        return self._left


@dataclass(slots=True)
class Draft:
    """A context in the making. `lines` are those that are in, by part."""

    language: str
    count: Count
    limit: int
    summary: Summary
    shape: Shape = Shape.OPENAI
    system: str = ""
    lines: dict[str, list[Line]] = field(default_factory=dict)
    turns: list[tuple[Turn, list[dict[str, Any]]]] = field(default_factory=list)
    last: list[dict[str, Any]] = field(default_factory=list)  # the input, or the turn that holds it
    left: list[Included] = field(default_factory=list)
    taken: set[Line] = field(default_factory=set)

    def leave(self, part: str, what: str, tokens: int, reason: str, ref: str | None = None) -> None:
        """Note what is not in, and why."""
        self.left.append(_left_out(part, what, tokens, reason, ref))

    def take(self, line: Line) -> None:
        """Put a line in."""
        self.lines.setdefault(line.part, []).append(line)
        self.taken.add(line)

    def system_text(self) -> str:
        """The system message: the caller's own words, then the parts under their headings."""
        sections = [self.system] if self.system else []
        for part in PROMPT_ORDER:
            lines = self.lines.get(part)
            if not lines:
                continue
            if part == "profile":
                body = [profile.grouped([(line.record, line.text) for line in lines if line.record], self.language)]
            elif part == "summary":
                body = [line.text for line in lines]
            else:
                body = [f"- {line.text}" for line in lines]
            sections.append(phrasing.section(part, body, self.language))
        return "\n\n".join(sections)

    def made(self) -> Shaped:
        """The prompt as it stands."""
        chats = [*(chat for _, chats in self.turns for chat in chats), *self.last]
        return shaped(self.shape, self.system_text(), chats, self.language)

    def total(self) -> int:
        """What it costs as it stands."""
        return self.made().tokens(self.count)

    def shrunk(self) -> tuple[Shaped, int]:
        """The prompt and its cost, with as much taken out as the limit asks. Raises BudgetTooSmall."""
        while True:
            prompt = self.made()
            cost = prompt.tokens(self.count)
            if cost <= self.limit:
                return prompt, cost
            if not self._drop_one():
                raise BudgetTooSmall(
                    f"the system prompt and the newest user message need {cost} tokens, {self.limit} are allowed"
                )

    def _drop_one(self) -> bool:
        for keep in (False, True):
            for part in FIRST_TO_GO:
                if part == "recent" and self.turns:
                    turn, _ = self.turns.pop(0)
                    self.leave("recent", turn.messages[0].content, 0, "no room for this turn", str(turn.first))
                    return True
                lines = self.lines.get(part, [])
                for place in range(len(lines) - 1, -1, -1):
                    if lines[place].keep is keep:
                        gone = lines.pop(place)
                        self.left.append(gone.left())
                        return True
        return False

    def included(self) -> tuple[Included, ...]:
        """What is in it, in the order of the prompt, with the reasons."""
        found: list[Included] = []
        if self.system:
            cost = self.count(self.system)
            what = listed(self.system)
            found.append(Included(part="system", what=what, tokens=cost, reason="the caller's own words"))
        for part in PROMPT_ORDER:
            found += [line.included() for line in self.lines.get(part, ())]
        for turn, chats in self.turns:
            cost = sum(message_tokens(chat, self.count) for chat in chats)
            what = listed(turn.messages[0].content)
            found.append(Included(part="recent", what=what, tokens=cost, reason="recent turn", ref=str(turn.first)))
        for chat in self.last:
            cost = message_tokens(chat, self.count)
            found.append(Included(part="input", what=listed(str(chat["content"])), tokens=cost, reason="the input"))
        return tuple(found)


@memo(8192)
def _left_out(part: str, what: str, tokens: int, reason: str, ref: str | None) -> Included:
    """Remembered: a context leaves out the same things as the one before."""
    return Included(part=part, what=listed(what), tokens=tokens, reason=reason, ref=ref)


@memo(4096)
def listed(text: str) -> str:
    """A thing on one line, cut to what a list shows."""
    text = phrasing.one_line(text[: 2 * LISTED])
    return text if len(text) <= LISTED else text[: LISTED - 1] + "…"

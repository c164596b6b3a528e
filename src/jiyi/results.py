"""What the verbs answer with (floor 0). What `recall` answers with is in `trace.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jiyi.records import Change, Episode, MemoryRecord, Relation
from jiyi.trace import counted, named


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Page:
    """Some memories in order, and the cursor that asks for the next ones (None: these were the last)."""

    items: tuple[MemoryRecord, ...]
    cursor: str | None = None
    total: int = 0  # how many match in all

    def __repr__(self) -> str:
        return (
            f"<Page: {len(self.items)} of {counted(self.total, 'memory')}: {named(one.content for one in self.items)}>"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored(MemoryRecord):
    """A memory that was brought back. `ended` is the current one that had taken its place and stepped back for it, as
    it is now (None: there was none); `why` says so in words."""

    ended: MemoryRecord | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class History:
    """One memory's life: the chain it belongs to, oldest first, and every change to any of them."""

    records: tuple[MemoryRecord, ...]
    changes: tuple[Change, ...]

    def __repr__(self) -> str:
        records = named(f"{one.status.value}: {one.content}" for one in self.records)
        return f"<History: {counted(len(self.records), 'memory')}, {counted(len(self.changes), 'change')}: {records}>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Profile:
    """What is known of the user, in the second person, and the memories that the text rests on."""

    text: str
    memories: tuple[MemoryRecord, ...]

    def __repr__(self) -> str:
        return f"<Profile of {counted(len(self.memories), 'memory')}: {named((self.text,))}>"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class About:
    """What is known of one person or thing in the user's life."""

    entity: str
    memories: tuple[MemoryRecord, ...]
    relations: tuple[Relation, ...]

    def __repr__(self) -> str:
        known = counted(len(self.memories), "memory")
        return f"<About {self.entity}: {known}: {named(one.content for one in self.memories)}>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Forgotten:
    """What an order to forget found. With `dry_run` nothing was removed yet.

    `messages` are (session, seq) of messages that are removed whole; `cut` are those that lose only the part
    about it. `states` are the ids of sessions whose state, scratchpad or summary loses words. `preview` stands for
    all of these together, without a word of them: handed back to `forget`, no more and no less may go.
    """

    memories: tuple[MemoryRecord, ...]
    episodes: tuple[Episode, ...]
    messages: tuple[tuple[str, int], ...]
    cut: tuple[tuple[str, int], ...]
    sessions: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    dry_run: bool = False
    preview: str = ""

    def __repr__(self) -> str:
        """How much of each; the words shall be gone, so they are not shown."""
        nouns = {"memories": "memory", "episodes": "episode", "messages": "message", "cut": "cut message"}
        nouns |= {"sessions": "session", "states": "state"}
        found = ", ".join(
            counted(len(getattr(self, name)), noun) for name, noun in nouns.items() if getattr(self, name)
        )
        return f"<Forgotten{' (not yet)' if self.dry_run else ''}: {found or 'nothing'}>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Maintained:
    """What the policy of forgetting did (or would do), user by user."""

    items: tuple[tuple[str, str, str, str], ...]  # (user, memory or episode or session id, action, reason)
    dry_run: bool = False

    def __repr__(self) -> str:
        found = ", ".join(f"{count} {action}" for action, count in self.counts.items())
        return f"<Maintained{' (not yet)' if self.dry_run else ''}: {found or 'nothing'}>"

    @property
    def counts(self) -> dict[str, int]:
        """How many items by action."""
        counts: dict[str, int] = {}
        for _, _, action, _ in self.items:
            counts[action] = counts.get(action, 0) + 1
        return counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Included:
    """One thing that went into a context, or was left out of it, with the tokens it takes and the reason."""

    part: str
    what: str
    tokens: int
    reason: str
    ref: str | None = None  # id of a memory or episode, or the seq of a message


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ContextTrace:
    """What a context is made of, why, and how many tokens each part takes."""

    included: tuple[Included, ...]
    left_out: tuple[Included, ...]
    parts: Mapping[str, int]  # tokens by part, in the order of the prompt
    milliseconds: Mapping[str, float]  # by stage
    recall: Any = None  # the recall's own trace

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} {tokens}" for name, tokens in self.parts.items())
        return f"<ContextTrace: {parts}; {counted(len(self.left_out), 'thing')} left out>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Context:
    """Messages ready for a chat API, within the budget, in one of three shapes:

    - `openai`: the system message first, then turns as they were;
    - `anthropic`: `system` apart; user and assistant alternate, tool calls and results are blocks;
    - `text`: one user message that holds all of it; `text` is its content.
    """

    messages: list[dict[str, Any]]
    tokens: int
    trace: ContextTrace
    system: str = ""  # where the shape has it apart
    shape: str = "openai"

    def __repr__(self) -> str:
        return f"<Context: {counted(len(self.messages), 'message')} ({self.shape}), {counted(self.tokens, 'token')}>"

    @property
    def text(self) -> str:
        """The prompt as one text: what goes to the model with the shape `text`, for reading with the others."""
        said = [str(one["content"]) for one in self.messages]
        return "\n\n".join(filter(None, (self.system, *said)))

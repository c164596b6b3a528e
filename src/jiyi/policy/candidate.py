"""What the judges of a turn pass on to each other: what might be kept, and what was left and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from jiyi.records import Kind, Relation, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A user message to judge, with what it may refer to.

    `said_at` is aware; `zone` the IANA name of the user's zone. `before` is the user's message before it and
    `answered` the assistant's message just before it (for "我也是", "yes, Thursday"); "" when there is none.
    """

    text: str
    said_at: datetime
    zone: str = "UTC"
    before: str = ""
    answered: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A memory as proposed: one self-contained first-person sentence in the language it was said in.

    `quote` is the clause of the message that it rests on, verbatim. `reason` says in words which witness spoke
    and which rule. `negated` marks a statement that something is not so ("I don't eat meat"). `corrects` marks
    a statement that an earlier one was never true ("you got that wrong"). `ends` marks one that says something
    is over without a new value ("I no longer work there").
    """

    kind: Kind
    content: str
    quote: str
    language: str
    attribute: str | None = None
    value: str | None = None
    entities: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    tags: tuple[str, ...] = ()
    confidence: float = 0.9
    importance: float = 0.5
    source: Source = Source.SAID
    protected: bool = False
    trusted: bool = True
    negated: bool = False
    corrects: bool = False
    ends: bool = False
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A clause that was not kept, and why."""

    quote: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that was made of one message."""

    kept: tuple[Candidate, ...] = ()
    left: tuple[Left, ...] = ()
    trigger: str = ""  # "said outright" | "known attribute" | "scan" | "session end" | "" (nothing to look at)

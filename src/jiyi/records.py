"""The nouns of jiyi: frozen records that every layer shares (floor 0, standard library only).

All times are timezone-aware UTC. Records never change in place; `dataclasses.replace` makes the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """What sort of thing a memory says."""

    FACT = "fact"
    PREFERENCE = "preference"
    EVENT = "event"
    RELATIONSHIP = "relationship"
    INSTRUCTION = "instruction"
    STATE = "state"


class Status(StrEnum):
    """How a memory stands now."""

    CURRENT = "current"
    PENDING = "pending"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    ARCHIVED = "archived"


class Source(StrEnum):
    """How a memory came to be held."""

    SAID = "said"
    INFERRED = "inferred"
    CORRECTED = "corrected"
    IMPORTED = "imported"
    FORM = "form"


class Role(StrEnum):
    """Who speaks in a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class Action(StrEnum):
    """What a change did. `RECORD` and `UNRECORD` speak of an episode, the rest of a memory."""

    ADD = "add"
    SAME = "same"  # said again: one more piece of evidence
    SUPERSEDE = "supersede"
    SUPPLEMENT = "supplement"  # added beside a memory it completes
    RETRACT = "retract"
    CONFIRM = "confirm"
    CORRECT = "correct"
    ARCHIVE = "archive"
    RESTORE = "restore"
    UPDATE = "update"  # a field other than the above: reembedding, expiry, protection
    ERASE = "erase"
    RECORD = "record"
    UNRECORD = "unrecord"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a session. `seq` counts from 1 within the session; gaps mean erased messages."""

    user: str
    session: str
    seq: int
    role: Role
    content: str
    at: datetime
    name: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    key: str | None = None
    withheld: tuple[str, ...] = ()  # categories that the guard cut out, e.g. ("password",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A user message and all that answers it. A leading turn may begin with a system or assistant message."""

    messages: tuple[Message, ...]

    @property
    def first(self) -> int:
        return self.messages[0].seq

    @property
    def last(self) -> int:
        return self.messages[-1].seq


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The rolling summary of a session: fixed fields, each bounded. `upto` is the last `seq` it covers (0: none)."""

    topic: str = ""
    goal: str = ""
    confirmed: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    preferences: tuple[str, ...] = ()
    upto: int = 0
    folds: int = 0  # how many times turns were folded into it

    def __bool__(self) -> bool:
        return bool(self.topic or self.goal or self.confirmed or self.pending or self.preferences)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecord:
    """What is kept of a session besides its messages."""

    user: str
    id: str
    last_seq: int = 0  # the newest seq that was ever given out
    state: Mapping[str, Any] = field(default_factory=dict)
    scratchpad: Mapping[str, Any] = field(default_factory=dict)  # tool results worth keeping for the session's length
    summary: Summary = field(default_factory=Summary)
    zone: str | None = None  # IANA name of the user's time zone
    scanned: int = 0  # the last `seq` that a light scan has looked at
    started_at: datetime | None = None
    updated_at: datetime | None = None
    ended_at: datetime | None = None
    revision: int = 0  # counts up at each save; a save names the one it was based on


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A place that a memory rests on. `quote` is the clause as it was said."""

    quote: str
    at: datetime
    session: str | None = None
    seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A (subject, relation, object) that a memory states. The user is written `user`."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRecord:
    """One self-contained sentence about the user, in the language and voice it was said in.

    `content`, `kind`, `attribute`, `value`, `entities`, `relations` and `language` never change after it was
    written; a change of those is a new memory and a link (`superseded_by`).
    """

    id: str
    user: str
    kind: Kind
    content: str
    attribute: str | None = None
    value: str | None = None
    entities: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    tags: tuple[str, ...] = ()
    language: str = "und"  # "zh", "en", "mixed" or "und"
    confidence: float = 0.9  # 0-1
    importance: float = 0.5  # 0-1
    source: Source = Source.SAID
    status: Status = Status.CURRENT
    evidence: tuple[Evidence, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime
    retired_at: datetime | None = None
    superseded_by: str | None = None
    protected: bool = False
    trusted: bool = True  # False: came from a tool result or a pasted page, and is shown as such
    expires_at: datetime | None = None
    last_recalled_at: datetime | None = None
    recall_count: int = 0
    embedder: str = ""  # name and version of the model that made its vector
    meta: Mapping[str, Any] = field(default_factory=dict)
    version: int = 0  # the user's log version of the last change to it


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """A past turn, verbatim and searchable. `content` holds the user's words first, then the answers."""

    id: str
    user: str
    session: str
    first: int  # seq of its first message
    last: int  # seq of its last message
    at: datetime
    parts: tuple[tuple[str, str], ...]  # (role, text) in order
    language: str = "und"
    embedder: str = ""
    last_recalled_at: datetime | None = None
    recall_count: int = 0
    version: int = 0

    @property
    def content(self) -> str:
        return "\n".join(f"{role}: {text}" for role, text in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One row of a user's log. `patch` maps each changed field to (before, after); an `add` has none.

    `ref` is the id of a memory or episode. After an erasure the row stays, its words do not.
    """

    user: str
    version: int
    action: Action
    ref: str
    by: str
    why: str
    at: datetime
    patch: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)


class JobState(StrEnum):
    """Where a job stands. A finished job has no row."""

    DUE = "due"
    LEASED = "leased"
    DEAD = "dead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Background work that belongs to a write, committed with it. `number` orders one user's jobs."""

    id: str
    user: str
    number: int
    kind: str  # "consolidate" | "compact" | "end"
    session: str
    seq: int  # the message it belongs to
    state: JobState = JobState.DUE
    attempts: int = 0
    due_at: datetime | None = None
    leased_by: str | None = None
    leased_until: datetime | None = None
    error: str | None = None  # never holds a message's words
    created_at: datetime | None = None

"""What is answered: the records of `records.py`, `results.py` and `rows.py` as JSON, and back.

Only what holds a function, or belongs to this door alone, has a shape of its own here. The same adapters write on
the server, read in the client and describe the answers in the OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from pydantic import TypeAdapter

from jiyi.records import Action, MemoryRecord
from jiyi.results import Context, ContextTrace, Included
from jiyi.trace import Hit, Recall, Stage, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainTrace:
    """A recall's stages. `why_not` answers for the ids that were asked about."""

    query: str
    stages: tuple[Stage, ...]
    why_not: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainRecall:
    """Hits, best first, and the trace."""

    hits: tuple[Hit, ...]
    trace: PlainTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainContextTrace:
    """What a context is made of."""

    included: tuple[Included, ...]
    left_out: tuple[Included, ...]
    parts: Mapping[str, int]
    milliseconds: Mapping[str, float]
    recall: PlainTrace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainContext:
    """Messages ready for a chat API."""

    messages: list[dict[str, Any]]
    tokens: int
    trace: PlainContextTrace
    system: str = ""
    shape: str = "openai"


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """One change of the user's log. `memory` is the memory as it is now; it comes with the last change to it, and
    with none when the change speaks of an episode or the memory was erased since."""

    version: int
    action: Action
    ref: str
    by: str
    why: str
    at: datetime
    patch: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    memory: MemoryRecord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Synced:
    """What a device does not have yet, in order. With `reset` it drops what it has and begins at version 0: the user
    was erased, or the store is another one. `more` says that the next page can be asked for at once."""

    status: Literal["ok", "reset"]
    next_version: int
    generation: str
    updates: tuple[Update, ...]
    more: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What became of an edit made alone. `applied`: as it was meant. `merged`: others had changed the memory
    meanwhile, and both changes hold (or said the same). `refused`: they cannot both hold; `memory` is how it stands
    now, `yours` what was asked, `why` the reason. Nothing was changed then."""

    edit: str
    status: Literal["applied", "merged", "refused"]
    memory: MemoryRecord | None = None
    yours: Mapping[str, Any] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """One judgement per edit, in order, and the version after all of them."""

    results: tuple[Judged, ...]
    next_version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A signed pass for one user, for a browser. It cannot be taken back before it runs out, but dies with its key."""

    token: str
    user: str
    right: str
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """Who is asking, as the server sees it. `users` None and `prefix` None: any user."""

    key: str | None
    right: str
    users: tuple[str, ...] | None
    prefix: str | None
    version: str


@lru_cache(maxsize=128)
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Writes, reads and describes values of a type."""
    return TypeAdapter(kind)


def dump(kind: Any, value: Any) -> bytes:
    """As JSON in UTF-8."""
    return adapter(kind).dump_json(value)


def plain_trace(trace: Trace, ids: Sequence[str] = ()) -> PlainTrace:
    """A trace without its function: the questions are asked now."""
    return PlainTrace(query=trace.query, stages=trace.stages, why_not={id: trace.why_not(id) for id in ids})


def plain_recall(found: Recall, ids: Sequence[str]) -> PlainRecall:
    return PlainRecall(hits=found.hits, trace=plain_trace(found.trace, ids))


def plain_context(made: Context) -> PlainContext:
    told = made.trace
    trace = PlainContextTrace(
        included=told.included,
        left_out=told.left_out,
        parts=told.parts,
        milliseconds=told.milliseconds,
        recall=plain_trace(told.recall) if isinstance(told.recall, Trace) else None,
    )
    return PlainContext(messages=made.messages, tokens=made.tokens, trace=trace, system=made.system, shape=made.shape)


def _no_answer(_: str) -> tuple[str, ...]:
    return ("this trace came over the network and cannot be asked: ask the answer of `recall`",)


def real_trace(told: PlainTrace, ask: Callable[[str], tuple[str, ...]] = _no_answer) -> Trace:
    return Trace(query=told.query, stages=told.stages, ask=ask)


def real_recall(told: PlainRecall, ask: Callable[[str], tuple[str, ...]]) -> Recall:
    return Recall(hits=told.hits, trace=real_trace(told.trace, ask))


def real_context(told: PlainContext) -> Context:
    trace = ContextTrace(
        included=told.trace.included,
        left_out=told.trace.left_out,
        parts=told.trace.parts,
        milliseconds=told.trace.milliseconds,
        recall=None if told.trace.recall is None else real_trace(told.trace.recall),
    )
    return Context(messages=told.messages, tokens=told.tokens, trace=trace, system=told.system, shape=told.shape)

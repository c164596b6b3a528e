"""What to send to the model: read the session, recall, and assemble within the budget. Nothing is written."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jiyi import codec, ids
from jiyi.errors import InvalidInput
from jiyi.flows import sessions
from jiyi.flows.parts import Parts
from jiyi.indexes.part import Part
from jiyi.layout import PROTECTED
from jiyi.policy import fold, guard, window
from jiyi.policy.assemble import Assembled, Material, assemble
from jiyi.policy.profile import Told, tell
from jiyi.records import Episode, Kind, MemoryRecord, Message, Role, SessionRecord, Status
from jiyi.results import Context, ContextTrace
from jiyi.trace import Recall

HITS = 8  # memories and past turns asked for; the budget decides how many go in
RECENT = 4  # things said last that "that plan" may refer to
STANDING = (Kind.PREFERENCE, Kind.INSTRUCTION)  # always worth a place, with what is protected
MOST_STANDING = 80  # memories considered for the profile: the protected, then the newest
ZONES = 4  # of one user, for which the profile is held ready
WINDOW_MESSAGES = 2_000  # read at most, newest first, by the strategies that do not fold


async def context(
    parts: Parts, user: str, session: str, input: str | None, max_tokens: int, system: str | None, zone: str | None
) -> Context:
    """See `AsyncSession.context`."""
    watch = _Watch()
    record = await sessions.record(parts, user, session)
    messages = await _window(parts, user, record)
    said = _input(parts, input)
    query = said if said is not None else next((m.content for m in reversed(messages) if m.role is Role.USER), "")
    if not query and not messages:
        raise InvalidInput("there is nothing to answer: pass an input, or add a user message first")
    watch.lap("session")
    zone = zone or record.zone or parts.settings.zone
    recalled = await _recall(parts, user, query, messages, zone) if query else None
    watch.lap("recall")
    told = await _told(parts, user, zone)
    watch.lap("profile")
    material = Material(
        input=said,
        session=_folded(parts, record, messages),
        now=parts.clock(),
        system=system,
        told=told,
        hits=recalled.hits if recalled else (),
        messages=messages,
        zone=zone,
    )
    settings = parts.settings.window
    made = assemble(material, max_tokens=max_tokens, count=parts.count, settings=settings)
    watch.lap("assemble")
    return _answer(made, recalled, watch)


class _Watch:
    """Milliseconds by stage."""

    def __init__(self) -> None:
        self.stages: dict[str, float] = {}
        self._since = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.stages[name] = (now - self._since) * 1000
        self._since = now


def _answer(made: Assembled, recalled: Recall | None, watch: _Watch) -> Context:
    trace = ContextTrace(
        included=made.included,
        left_out=made.left_out,
        parts=made.parts,
        milliseconds=watch.stages,
        recall=recalled.trace if recalled else None,
    )
    return Context(messages=made.messages, tokens=made.tokens, trace=trace)


def _input(parts: Parts, input: str | None) -> str | None:
    """The input as it may be shown to a model: secrets are cut out of it like out of a message."""
    if input is None:
        return None
    if not isinstance(input, str) or not input.strip():
        raise InvalidInput("input is empty; pass None when the newest user message is the input")
    inspected = guard.inspect(input, parts.settings.guard)
    return input if inspected.refused else inspected.text


async def _window(parts: Parts, user: str, record: SessionRecord) -> tuple[Message, ...]:
    """The messages that may stay verbatim: those that no summary covers, or the newest ones."""
    folding = parts.settings.window.strategy in ("summary", "summary_buffer")
    after = record.summary.upto if folding else 0
    rows = await parts.store.messages(user, record.id, after=after, limit=WINDOW_MESSAGES, newest=True)
    return tuple(codec.message(row, user, record.id) for row in rows)


def _folded(parts: Parts, record: SessionRecord, messages: Sequence[Message]) -> SessionRecord:
    """The session with turns folded that should have left the window, where the worker has not come to it yet."""
    settings = parts.settings.window
    if settings.strategy not in ("summary", "summary_buffer"):
        return record
    count = parts.count
    leaving = window.leaving(window.turns(messages), settings, count)
    if not leaving:
        return record
    summary = fold.fold(record.summary, leaving, max_tokens=settings.summary_tokens, count=count)
    return replace(record, summary=summary)


async def _recall(parts: Parts, user: str, query: str, messages: Sequence[Message], zone: str) -> Recall:
    """What is known that answers the query. A past turn whose statement was replaced or taken back since is left
    out: what is believed now stands against it, and the model would see two truths."""
    before = [one.content for one in messages if one.content and one.content != query]
    recent = before[-RECENT:]
    found = await parts.recaller.recall(ids.name(user, "user"), query, k=HITS, recent=recent, zone=zone)
    working, _ = await parts.sets.of(user)
    kept = tuple(hit for hit in found.hits if not _outdated(working.memories, hit.record))
    return replace(found, hits=kept)


def _outdated(part: Part, record: MemoryRecord | Episode) -> bool:
    """Whether a memory that rests on this turn was superseded or retracted since."""
    if isinstance(record, MemoryRecord) or not len(part):
        return False
    past = (codec.STATUSES.index(Status.SUPERSEDED), codec.STATUSES.index(Status.RETRACTED))
    status = part.heads.view["status"]
    seqs = range(record.first, record.last + 1)
    return any(status[place] in past for seq in seqs for place in part.marked(codec.said_mark(record.session, seq)))


async def _told(parts: Parts, user: str, zone: str) -> tuple[Told, ...]:
    """Current memories that belong into the profile: the protected, preferences, instructions, who the user is."""
    working, _ = await parts.sets.of(user)
    if zone in working.told:
        return working.told[zone]
    head = working.head
    places = _worth(working.memories)
    rows = await parts.store.fetch(user, [working.memories.ids[place] for place in places])
    told = tell([codec.memory(row, user) for row in rows], parts.count, zone)
    if working.head == head and len(working.told) < ZONES:
        working.told[zone] = told
    return told


def _worth(part: Part) -> list[int]:
    """Places of them, the protected first, then by importance and newness."""
    if not len(part):
        return []
    heads = part.heads.view
    current = part.alive.view & (heads["status"] == codec.STATUSES.index(Status.CURRENT))
    protected = current & ((heads["flags"] & PROTECTED) != 0)
    wanted = [codec.KINDS.index(kind) for kind in (*STANDING, Kind.FACT, Kind.RELATIONSHIP)]
    standing = np.flatnonzero((current & np.isin(heads["kind"], wanted)) | protected)
    order = np.lexsort((-heads["recorded_at"][standing], -heads["importance"][standing], ~protected[standing]))
    return [int(place) for place in standing[order][:MOST_STANDING]]

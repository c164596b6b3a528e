"""What to send to the model: read the session, recall, and assemble within the budget. Only that a question was put
into it is written."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from jiyi import codec, ids
from jiyi.errors import InvalidInput
from jiyi.flows import sessions, standing
from jiyi.flows.parts import Parts
from jiyi.indexes.part import Part
from jiyi.language.memo import memo
from jiyi.policy import confirming, fold, guard, window
from jiyi.policy.assemble import Assembled, Material, assemble
from jiyi.policy.prepared import Prepared
from jiyi.policy.shapes import Shape
from jiyi.policy.tables.talk import SMALL
from jiyi.records import Episode, MemoryRecord, Message, Role, SessionRecord, Status
from jiyi.results import Context, ContextTrace
from jiyi.rows import MessageRow
from jiyi.trace import Recall

HITS = 8  # memories and past turns asked for; the budget decides how many go in
LONGEST_GREETING = 60  # characters
RECENT = 4  # things said last that "that plan" may refer to
WINDOW_MESSAGES = 2_000  # read at most, newest first, by the strategies that do not fold
REMEMBERED = 2_000  # bytes of the longest message that is kept as it was read
MEANWHILE = 8  # messages that may have come since the session was read


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a context is asked for. See `AsyncSession.context`."""

    input: str | None
    max_tokens: int
    system: str | None = None
    zone: str | None = None
    shape: Shape = Shape.OPENAI


async def context(parts: Parts, user: str, session: str, wanted: Wanted) -> Context:
    """See `AsyncSession.context`. What is known is looked up once: no part of it contradicts another."""
    with parts.sets.one_look():
        return await _context(parts, user, session, wanted)


async def _context(parts: Parts, user: str, session: str, wanted: Wanted) -> Context:
    watch = _Watch()
    record = await sessions.record(parts, user, session)
    messages = await _window(parts, user, record)
    said = _input(parts, wanted.input)
    query = said if said is not None else next((m.content for m in reversed(messages) if m.role is Role.USER), "")
    watch.lap("session")
    zone = wanted.zone or record.zone or parts.settings.zone
    recalled = await _recall(parts, user, query, record, messages, zone) if _asks(query, messages) else None
    watch.lap("recall")
    told = await standing.told(parts, user, zone)
    question = _question(parts, record, told, recalled)
    watch.lap("profile")
    material = Material(
        input=said,
        session=_folded(parts, record, messages),
        now=parts.clock(),
        system=wanted.system,
        told=told,
        hits=recalled.hits if recalled else (),
        messages=messages,
        zone=zone,
        question=question,
    )
    settings = parts.settings.window
    made = assemble(material, max_tokens=wanted.max_tokens, count=parts.count, settings=settings, shape=wanted.shape)
    if not made.messages and not made.system:
        raise InvalidInput("there is nothing to answer: pass an input, or add a user message first")
    watch.lap("assemble")
    if made.asked and question is not None:
        await standing.mark_asked(parts, user, question, session, record.last_seq)
        watch.lap("asked")
    return _answer(made, recalled, watch, wanted.shape)


def _asks(query: str, messages: Sequence[Message]) -> bool:
    """Whether there is anything to recall for: at the start of a session a greeting brings up nothing, the profile
    stands alone."""
    greeted = len(messages) < 2 and len(query) <= LONGEST_GREETING and SMALL.match(query.strip().lower())
    return bool(query.strip()) and not greeted


def _question(parts: Parts, record: SessionRecord, told: Prepared, recalled: Recall | None) -> str | None:
    """The id of a preference to ask about."""
    days, now = parts.settings.forget.confirm_days, parts.clock()
    if record.id in told.asked_in or not told.may_ask(days, now):
        return None
    hits = {hit.id for hit in recalled.hits} if recalled else set()
    found = confirming.to_ask(told.preferences, hits, record.id, days, now)
    return found.id if found is not None else None


class _Watch:
    """Milliseconds by stage."""

    def __init__(self) -> None:
        self.stages: dict[str, float] = {}
        self._since = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.stages[name] = (now - self._since) * 1000
        self._since = now


def _answer(made: Assembled, recalled: Recall | None, watch: _Watch, shape: Shape) -> Context:
    trace = ContextTrace(
        included=made.included,
        left_out=made.left_out,
        parts=made.parts,
        milliseconds=watch.stages,
        recall=recalled.trace if recalled else None,
    )
    return Context(messages=made.messages, tokens=made.tokens, trace=trace, system=made.system, shape=shape.value)


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
    most = min(WINDOW_MESSAGES, record.last_seq - after + MEANWHILE)  # few are read without a change of threads
    rows = await parts.store.messages(user, record.id, after=after, limit=max(most, MEANWHILE), newest=True)
    return tuple(_message(row, user, record.id) for row in rows)


def _message(row: MessageRow, user: str, session: str) -> Message:
    """The message in a row. The same ones come again with every context of a conversation. What has `meta` is read
    anew: that can be changed by who gets it."""
    if len(row.body) > REMEMBERED or b'"meta"' in row.body:
        return codec.message(row, user, session)
    return _remembered(row, user, session)


_remembered = memo(4096)(codec.message)


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


async def _recall(
    parts: Parts, user: str, query: str, record: SessionRecord, messages: Sequence[Message], zone: str
) -> Recall:
    """What is known that answers the query. A past turn whose statement was replaced or taken back since is left
    out: what is believed now stands against it, and the model would see two truths."""
    before = [one.content for one in messages if one.content and one.content != query]
    recent = before[-RECENT:]
    own = record.id if _all_in_window(parts, record, messages) else None
    found = await parts.recaller.recall(ids.name(user, "user"), query, k=HITS, recent=recent, zone=zone, session=own)
    working, _ = await parts.sets.of(user)
    kept = tuple(hit for hit in found.hits if not _outdated(working.memories, hit.record))
    return replace(found, hits=kept)


def _all_in_window(parts: Parts, record: SessionRecord, messages: Sequence[Message]) -> bool:
    """Whether the session's own turns need not be recalled, since all of them are in the prompt verbatim."""
    if record.summary.upto or len(messages) == WINDOW_MESSAGES:
        return False
    turns = window.turns(messages)
    return len(window.verbatim(turns, parts.settings.window, parts.count)) == len(turns)


def _outdated(part: Part, record: MemoryRecord | Episode) -> bool:
    """Whether a memory that rests on this turn was superseded or retracted since."""
    if isinstance(record, MemoryRecord) or not len(part):
        return False
    past = (codec.STATUSES.index(Status.SUPERSEDED), codec.STATUSES.index(Status.RETRACTED))
    status = part.heads.view["status"]
    seqs = range(record.first, record.last + 1)
    return any(status[place] in past for seq in seqs for place in part.marked(codec.said_mark(record.session, seq)))

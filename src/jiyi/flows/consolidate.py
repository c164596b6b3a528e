"""From messages to memories: what a worker does with the jobs of one user, ended in one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from jiyi import codec, ids
from jiyi.errors import Conflict
from jiyi.flows import compact, forget, items, sessions
from jiyi.flows.parts import Parts
from jiyi.flows.shelf import Shelf, open_shelf
from jiyi.language.normalize import language_of
from jiyi.policy.candidate import Candidate, Extraction, Heard
from jiyi.policy.extract import extract
from jiyi.policy.orders import Order, order
from jiyi.policy.window import turns
from jiyi.ports import Vectors
from jiyi.records import Episode, Evidence, Job, Message, Role, SessionRecord, Turn
from jiyi.rows import ItemRow

TRIES = 8  # times the user's log may move on while we judge
CONSOLIDATE = "consolidate"
BEFORE = 12  # messages before a job's own that are read along, for what "me too" refers to


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One user message and what was made of it."""

    message: Message
    extraction: Extraction
    order: Order | None
    vectors: Vectors


async def run(parts: Parts, jobs: Sequence[Job], worker: str) -> None:
    """Carry out jobs of one user, in order, once: their end is part of the write that is their effect.

    When the user's log moved on meanwhile, judging starts again on what is true now. When a lease was lost,
    another worker has them: nothing is written.
    """
    user = jobs[0].user
    by_session: dict[str, list[Job]] = {}
    for job in jobs:
        by_session.setdefault(job.session, []).append(job)
    heard = [await _hear(parts, user, session, own) for session, own in by_session.items()]
    for _ in range(TRIES):
        shelf = await open_shelf(parts, user)
        for one in heard:
            await _judge(parts, shelf, one)
        try:
            write = shelf.write()
            await parts.store.apply(user, replace(write, done=tuple(job.id for job in jobs), worker=worker))
        except Conflict:
            until = parts.clock() + timedelta(seconds=parts.settings.worker.lease_seconds)
            if not await parts.store.extend(user, tuple(job.id for job in jobs), worker, until):
                return  # the lease ran out: whoever has the jobs now does them
            heard = [await _hear(parts, user, session, own) for session, own in by_session.items()]
            continue
        return
    raise Conflict(f"the memories of user {user!r} kept changing while {len(jobs)} job(s) were judged")


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What was read of one session for its jobs."""

    record: SessionRecord
    messages: tuple[Message, ...]
    due: frozenset[int]  # seqs of the jobs' messages
    ended: bool
    judged: tuple[Judged, ...]
    episodes: tuple[ItemRow, ...]


async def _hear(parts: Parts, user: str, session: str, jobs: Sequence[Job]) -> Session:
    """Read what the jobs speak of, judge each user message alone, and embed all in one batch."""
    record = await sessions.record(parts, user, session)
    due = frozenset(job.seq for job in jobs if job.kind == CONSOLIDATE)
    first = min(due, default=record.last_seq)
    after = max(0, min(first - 1 - BEFORE, record.summary.upto))
    messages = await sessions.messages(parts, user, session, after=after)
    judged = [await _listen(parts, record, messages, i) for i, one in enumerate(messages) if _speaks(one, due)]
    episodes: tuple[ItemRow, ...] = ()
    if parts.settings.episodes:
        touched = [turn for turn in turns(messages) if any(one.seq in due for one in turn.messages)]
        episodes = await items.episode_rows(parts, [_episode(turn) for turn in touched if _worth(turn)])
    return Session(
        record=record,
        messages=messages,
        due=due,
        ended=any(job.kind == "end" for job in jobs),
        judged=tuple(judged),
        episodes=episodes,
    )


def _speaks(message: Message, due: frozenset[int]) -> bool:
    return message.seq in due and message.role is Role.USER and bool(message.content)


async def _listen(parts: Parts, record: SessionRecord, messages: Sequence[Message], place: int) -> Judged:
    message = messages[place]
    earlier = [one for one in messages[:place] if one.content]
    answered = earlier[-1].content if earlier and earlier[-1].role is Role.ASSISTANT else ""
    before = next((one.content for one in reversed(earlier) if one.role is Role.USER), "")
    zone = record.zone or parts.settings.zone
    heard = Heard(text=message.content, said_at=message.at, zone=zone, before=before, answered=answered)
    wish = order(message.content)
    extraction = Extraction() if wish is not None else extract(heard)
    vectors = await parts.embedder.embed([one.content for one in extraction.kept])
    return Judged(message=message, extraction=extraction, order=wish, vectors=vectors)


async def _judge(parts: Parts, shelf: Shelf, session: Session) -> None:
    """Settle what was heard, in the order it was said."""
    for one in session.judged:
        if one.order is not None:
            await forget.obey(parts, shelf, one.order, one.message)
            continue
        for place, candidate in enumerate(one.extraction.kept):
            await shelf.settle(candidate, one.vectors[place], _evidence(candidate, one.message), by="consolidate")
    left = {one.message.seq: one.extraction.left for one in session.judged}
    for row in session.episodes:
        shelf.record(row, left)
    await compact.compact(parts, shelf, session.record, session.messages, session.due, session.ended)


def _evidence(candidate: Candidate, message: Message) -> Evidence:
    return Evidence(quote=candidate.quote, at=message.at, session=message.session, seq=message.seq)


def _worth(turn: Turn) -> bool:
    """A turn without a word of user or assistant (a system prompt, a bare tool result) is no episode."""
    return any(one.content and one.role in (Role.USER, Role.ASSISTANT) for one in turn.messages)


def _episode(turn: Turn) -> Episode:
    first = turn.messages[0]
    spoken = tuple((str(one.role), one.content) for one in turn.messages if one.content and one.role is not Role.SYSTEM)
    said = " ".join(text for role, text in spoken if role == Role.USER) or spoken[0][1]
    return Episode(
        id=episode_id(first),
        user=first.user,
        session=first.session,
        first=turn.first,
        last=turn.last,
        at=first.at,
        parts=spoken,
        language=language_of(said),
    )


def episode_id(first: Message) -> str:
    """The same turn always has the same id, so that an episode is replaced as its answers come in."""
    name = f"{first.user}\0{first.session}\0{first.seq}".encode()
    return ids.uuid7(first.at, int.from_bytes(hashlib.sha256(name).digest()[:10], "big"))

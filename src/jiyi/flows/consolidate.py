"""From messages to memories: what a worker does with the jobs of one user, ended in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from jiyi import spans
from jiyi.errors import Conflict
from jiyi.flows import compact, forget, items, scan, sessions
from jiyi.flows.episodes import episode_of
from jiyi.flows.erasure import of_order
from jiyi.flows.parts import Parts
from jiyi.flows.propose import Adviser
from jiyi.flows.shelf import Shelf, open_shelf
from jiyi.flows.wish import wish
from jiyi.models import keeping
from jiyi.policy import gate
from jiyi.policy.candidate import Candidate, Extraction, Heard, Left
from jiyi.policy.decide import filled_up, fills_up, hints, loose_ends, only_corrects, revision, said_before
from jiyi.policy.extract import extract, unsure
from jiyi.policy.extract.alone import hangs, is_chat, is_talk
from jiyi.policy.extract.builds import says_nothing
from jiyi.policy.orders import Order
from jiyi.policy.proposals import Said
from jiyi.policy.triggers import Hearing
from jiyi.policy.window import turns
from jiyi.ports import Vectors
from jiyi.records import Evidence, Job, Message, Role, SessionRecord, Turn
from jiyi.rows import ItemRow

CONSOLIDATE = "consolidate"
TRIES = 8  # times the user's log may move on while we judge
SHOWN = 40  # characters of what was not judged that the log quotes
BEFORE = 64  # messages before a job's own that are read along: the whole of its turn, what "me too" refers to


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One user message and what was made of it. `job` orders messages across sessions."""

    job: int
    message: Message
    said: Said
    order: Order | None
    vectors: Vectors  # of what is kept

    @property
    def extraction(self) -> Extraction:
        return self.said.extraction

    @property
    def heard(self) -> Hearing:
        return Hearing(message=self.message.content, extraction=self.extraction)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What was read of one session for its jobs."""

    record: SessionRecord
    messages: tuple[Message, ...]
    due: frozenset[int]  # seqs of the jobs' messages
    ended: bool
    judged: tuple[Judged, ...]
    episodes: tuple[ItemRow, ...]
    advised: str  # what the model had to do with it; "" when it was not asked


async def run(parts: Parts, jobs: Sequence[Job], worker: str) -> None:
    """Carry out jobs of one user, in order, once: their end is part of the write that is their effect.

    When the user's log moved on meanwhile, judging starts again on what is true now. When a lease was lost,
    another worker has them: nothing is written. An order to forget is carried out by itself, between what was
    said before it and what was said after it.
    """
    with spans.span("jiyi.job", after=[job.id for job in jobs], jiyi__jobs=len(jobs)):
        for some in await _cut_at_orders(parts, jobs):
            await _run(parts, some, worker)


async def _run(parts: Parts, jobs: Sequence[Job], worker: str) -> None:
    user = jobs[0].user
    done = tuple(job.id for job in jobs)
    adviser = Adviser(parts)
    for _ in range(TRIES):
        with spans.span("jiyi.extract") as span:
            heard = await _hear_all(parts, jobs, adviser)
            span.tell(jiyi__kept=sum(len(one.extraction.kept) for session in heard for one in session.judged))
        judged = sorted((one for session in heard for one in session.judged), key=lambda one: one.job)
        try:
            async with parts.locks.of(user):
                with spans.span("jiyi.decide"):
                    await _settle(parts, user, heard, judged, done, worker)
        except Conflict:
            until = parts.clock() + timedelta(seconds=parts.settings.worker.lease_seconds)
            if not await parts.store.extend(user, done, worker, until):
                return  # the lease ran out: whoever has the jobs now does them
            continue
        return
    raise Conflict(f"the memories of user {user!r} kept changing while {len(jobs)} job(s) were judged")


async def _settle(
    parts: Parts, user: str, heard: Sequence[Session], judged: Sequence[Judged], done: tuple[str, ...], worker: str
) -> None:
    """Decide on what is true now, and write it with the end of the jobs."""
    alone = judged[0] if len(judged) == 1 else None
    asked = None if alone is None else alone.order
    if alone is not None and asked is not None and await forget.obey(parts, asked, alone.message, done, worker):
        return
    shelf = await open_shelf(parts, user)
    for one in judged:
        kept = () if only_corrects(one.message.content) else one.extraction.kept  # it only sets right what was known
        for place, candidate in enumerate(kept):
            whole, vector = await _whole(parts, shelf, candidate, one.vectors[place])
            evidence = _evidence(candidate, one.message)
            await shelf.settle(whole, vector, evidence, by="consolidate", heard=one.heard)
        await _revise(parts, shelf, one)
    for session in heard:
        await _keep(parts, shelf, session)
    write = replace(shelf.write(), done=done, worker=worker)
    with spans.span("jiyi.apply", jiyi__memories=len(write.memories), jiyi__changes=len(write.changes)):
        await parts.store.apply(user, write)


async def _whole(parts: Parts, shelf: Shelf, candidate: Candidate, vector: Vectors) -> tuple[Candidate, Vectors]:
    """A candidate that only what is known makes a whole sentence ("I dropped Wednesdays", "Immy's in year 6 now"), with
    its vector; any other as it is."""
    if not fills_up(candidate):
        return candidate, vector
    whole = filled_up(candidate, await shelf.near(candidate, vector))
    return whole, (await parts.embedder.embed([whole.content]))[0]


async def _cut_at_orders(parts: Parts, jobs: Sequence[Job]) -> list[list[Job]]:
    """The jobs in order, each order to forget alone in its group."""
    groups: list[list[Job]] = [[]]
    for job in jobs:
        if await _is_order(parts, job):
            groups += [[job], []]
        else:
            groups[-1].append(job)
    return [group for group in groups if group]


async def _is_order(parts: Parts, job: Job) -> bool:
    if job.kind != CONSOLIDATE:
        return False
    found = await sessions.messages(parts, job.user, job.session, after=job.seq - 1, limit=1)
    return bool(found) and _speaks(found[0], frozenset({job.seq})) and await wish(parts, found[0]) is not None


async def _hear_all(parts: Parts, jobs: Sequence[Job], adviser: Adviser) -> list[Session]:
    by_session: dict[str, list[Job]] = {}
    for job in jobs:
        by_session.setdefault(job.session, []).append(job)
    return [await _hear(parts, session, own, adviser) for session, own in by_session.items()]


async def _hear(parts: Parts, session: str, jobs: Sequence[Job], adviser: Adviser) -> Session:
    """Read what the jobs of a session speak of, judge each user message alone, ask the model (where there is one) what
    was missed in them together, embed what is kept, and take up the turns."""
    user = jobs[0].user
    record = await sessions.record(parts, user, session)
    numbers = {job.seq: job.number for job in jobs if job.kind == CONSOLIDATE}
    due = frozenset(numbers)
    first = min(due, default=record.last_seq)
    after = first - 1 - BEFORE
    if parts.settings.window.strategy in compact.FOLDING:
        after = min(after, record.summary.upto)  # what may have to be folded is read too
    messages = await sessions.messages(parts, user, session, after=max(0, after))
    listened = [
        await _listen(parts, record, messages, place, numbers[one.seq])
        for place, one in enumerate(messages)
        if _speaks(one, due)
    ]
    judged, advised = await _advised(parts, listened, adviser)
    episodes: tuple[ItemRow, ...] = ()
    if parts.settings.episodes:
        touched = [turn for turn in turns(messages) if any(one.seq in due for one in turn.messages)]
        worth = [turn for turn in touched if await _worth(parts, turn)]
        episodes = await items.episode_rows(parts, [episode_of(turn) for turn in worth])
    return Session(
        record=record,
        messages=messages,
        due=due,
        ended=any(job.kind == "end" for job in jobs),
        judged=judged,
        episodes=episodes,
        advised=advised,
    )


def _speaks(message: Message, due: frozenset[int]) -> bool:
    return message.seq in due and message.role is Role.USER and bool(message.content)


async def _listen(parts: Parts, record: SessionRecord, messages: Sequence[Message], place: int, job: int) -> Judged:
    message = messages[place]
    earlier = [one for one in messages[:place] if one.content]
    answered = earlier[-1].content if earlier and earlier[-1].role is Role.ASSISTANT else ""
    before = next((one.content for one in reversed(earlier) if one.role is Role.USER), "")
    zone = record.zone or parts.settings.zone
    heard = Heard(text=message.content, said_at=message.at, zone=zone, before=before, answered=answered)
    asked = await wish(parts, message)
    ordered = asked is not None and asked.certain
    said = Said(heard=heard, extraction=Extraction()) if ordered else await _judge(parts, heard)
    vectors = await _embedded(parts, said.extraction)
    return Judged(job=job, message=message, said=said, order=asked, vectors=vectors)


async def _embedded(parts: Parts, extraction: Extraction) -> Vectors:
    return await parts.embedder.embed([one.content for one in extraction.kept])


async def _judge(parts: Parts, heard: Heard) -> Said:
    """What is made of a message by patterns, and by the second witness where they are unsure: it only reads the
    bundled embedder's vectors."""
    first = extract(heard)
    doubts = unsure(first) if parts.embedder.name == keeping.EMBEDDER else ()
    if not doubts:
        return Said(heard=heard, extraction=first)
    opinions = keeping.opinions(heard, doubts, await parts.embedder.embed(keeping.texts(heard, doubts)))
    return Said(heard=heard, extraction=extract(heard, opinions=opinions), opinions=opinions)


async def _advised(parts: Parts, judged: Sequence[Judged], adviser: Adviser) -> tuple[tuple[Judged, ...], str]:
    """The messages of a session with the model heard on all of them at once, and what the log shall say of it."""
    extractions, note = await adviser.hear([one.said for one in judged])
    changed: list[Judged] = []
    for one, extraction in zip(judged, extractions, strict=True):
        if extraction is one.extraction:
            changed.append(one)
            continue
        vectors = await _embedded(parts, extraction)
        changed.append(replace(one, said=replace(one.said, extraction=extraction), vectors=vectors))
    return tuple(changed), note


async def _revise(parts: Parts, shelf: Shelf, one: Judged) -> None:
    """What was left of a message, but changes something known."""
    hinted = [bare for bare in hints(one.extraction, one.said.heard) if not is_chat(bare.content)]
    ends = (*loose_ends(one.extraction, one.said.heard), *hinted)
    loose = [
        bare
        for bare in ends
        if bare.corrects or not (hangs(bare.content) or is_talk(bare.content) or says_nothing(bare.content))
    ]
    if not loose:
        return
    vectors = await parts.embedder.embed([bare.content for bare in loose])
    told = False
    for bare, vector in zip(loose, vectors, strict=True):
        if told and bare.quote == one.message.content.strip():
            continue  # a part of the message said it
        near = await shelf.near(bare, vector)
        place = (one.message.session, one.message.seq)
        changed = revision(bare, said_before(bare, near, *place), place)
        if changed is not None:
            told = True
            if changed.content != bare.content:
                vector = (await parts.embedder.embed([changed.content]))[0]
            await shelf.settle(changed, vector, _evidence(changed, one.message), by="consolidate", heard=one.heard)


async def _keep(parts: Parts, shelf: Shelf, session: Session) -> None:
    """A session's turns, state and summary, after a look at several turns together when one is due."""
    last = max(session.due, default=session.record.last_seq)
    seen = await scan.scan(parts, shelf, session.record, session.messages, last, session.ended)
    left = {one.message.seq: (*one.extraction.left, *_unread(one.message)) for one in session.judged}
    for row in session.episodes:
        shelf.record(row, left, session.advised, seen.note if row is session.episodes[-1] else "")
    record, messages = session.record, session.messages
    await compact.compact(parts, shelf, record, messages, session.due, ended=session.ended, scanned=seen.upto)


def _unread(message: Message) -> tuple[Left, ...]:
    """What of a very long message was not judged. It is in the episode, and is found there."""
    count = len(message.content) - gate.HEAD_READ - gate.TAIL_READ
    if len(message.content) <= gate.LONGEST_READ:
        return ()
    quote = message.content[gate.HEAD_READ : gate.HEAD_READ + SHOWN].strip() + "…"
    return (Left(quote=quote, reason=f"too long: {count} characters were not looked through for memories"),)


def _evidence(candidate: Candidate, message: Message) -> Evidence:
    return Evidence(quote=candidate.quote, at=message.at, session=message.session, seq=message.seq)


async def _worth(parts: Parts, turn: Turn) -> bool:
    """A turn without a word of user or assistant is no episode, nor is one that is an order to forget, or was one
    before it was carried out: the answer to it may well repeat what shall be forgotten."""
    spoken = [one for one in turn.messages if one.content and one.role in (Role.USER, Role.ASSISTANT)]
    asked = [one for one in spoken if one.role is Role.USER]
    if not spoken or any(of_order(one.content) for one in asked):
        return False
    return not any([await wish(parts, one) is not None for one in asked])

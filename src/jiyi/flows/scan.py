"""The light scan: a look at several turns together, every few turns and at the end of a session."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jiyi.flows.parts import Parts
from jiyi.flows.shelf import Shelf
from jiyi.policy import repeats, triggers
from jiyi.policy.orders import order
from jiyi.policy.repeats import ASKED_OFTEN, Question, Seen, Spoken
from jiyi.policy.triggers import Hearing
from jiyi.records import Episode, Evidence, Message, Role, SessionRecord

log = logging.getLogger("jiyi.worker")

MOST_MESSAGES = 64  # after so many a scan is due, however few turns they are
MOST_ASKED = 20  # questions of one scan that are looked for in other conversations


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """How far a session was looked at, and what is said of it in the log ("" when no scan was due)."""

    upto: int
    note: str = ""


async def scan(
    parts: Parts, shelf: Shelf, record: SessionRecord, messages: Sequence[Message], last: int, ended: bool
) -> Scanned:
    """Look over the turns since the last scan, when there are enough of them or the session has `ended`. `last` is the
    newest seq that was judged; `messages` also hold some of before. What is found is settled on the shelf."""
    spoken = _spoken(messages, record.scanned, last)
    fresh = [one for one in spoken if one.own]
    every = parts.settings.judge.scan_turns
    full = bool(every) and (len(fresh) >= every or last - record.scanned >= MOST_MESSAGES)
    if not fresh or not (ended or full):
        return Scanned(upto=record.scanned)
    name = triggers.END if ended else triggers.SCAN
    found = [*repeats.finished(spoken), *await _asked_often(parts, shelf, spoken)]
    for seen in found:
        await _settle(parts, shelf, seen, name)
    note = f"{name}: {len(fresh)} turn(s) looked at together, {len(found)} thing(s) seen in them"
    log.debug("%s", note)
    return Scanned(upto=last, note=note)


def _spoken(messages: Iterable[Message], scanned: int, last: int) -> list[Spoken]:
    """What the user said, without orders to forget and questions about what is known."""
    return [
        Spoken(text=one.content, at=one.at, session=one.session, seq=one.seq, own=one.seq > scanned)
        for one in messages
        if one.role is Role.USER and one.content and one.seq <= last and order(one.content) is None
    ]


async def _asked_often(parts: Parts, shelf: Shelf, spoken: Sequence[Spoken]) -> list[Seen]:
    """The questions that were asked often enough by now, here and in other conversations."""
    here = [question for one in spoken for question in repeats.questions(one)]
    least = parts.settings.judge.repeats
    found: list[Seen] = []
    for question in [one for one in here if one.said.own][:MOST_ASKED]:
        if any(question.said in (said for _, said in seen.places) for seen in found):
            continue
        session = question.said.session
        past = [one for turn in await shelf.turns_like(question.text) if turn.session != session for one in _of(turn)]
        near = [
            one
            for one in (*here, *past)
            if one.said != question.said and repeats.alike(question.text, one.text) >= repeats.NEAR
        ]
        if len({(one.said.session, one.said.seq) for one in near}) + 1 < least:
            continue
        vectors = await parts.embedder.embed([question.text, *(one.text for one in near)])
        meanings = vectors[1:] @ vectors[0] if vectors.size else [0.0] * len(near)
        same = {
            (one.said.session, one.said.seq): one
            for one, meaning in zip(near, meanings, strict=True)
            if repeats.same(question.text, one.text, float(meaning))
        }
        if len(same) + 1 >= least:
            found.append(repeats.asked_often(question, list(same.values())))
    return found


def _of(turn: Episode) -> list[Question]:
    """The questions of a past turn."""
    said = next((text for role, text in turn.parts if role == Role.USER), "")
    return list(repeats.questions(Spoken(text=said, at=turn.at, session=turn.session, seq=turn.first, own=False)))


async def _settle(parts: Parts, shelf: Shelf, seen: Seen, name: str) -> None:
    """One memory, with a piece of evidence for each place. A question that made one before goes to that."""
    candidate = seen.candidate
    vector = (await parts.embedder.embed([candidate.content]))[0]
    if ASKED_OFTEN in candidate.tags:
        asked = repeats.asked_of(candidate.content)
        for near in await shelf.near(candidate, vector):
            known = near.record
            if ASKED_OFTEN in known.tags and repeats.same(asked, repeats.asked_of(known.content), near.similarity):
                candidate = repeats.again(candidate, known.content)
                break
    for quote, said in seen.places:
        evidence = Evidence(quote=quote, at=said.at, session=said.session, seq=said.seq)
        await shelf.settle(candidate, vector, evidence, by="consolidate", heard=Hearing(scan=name))

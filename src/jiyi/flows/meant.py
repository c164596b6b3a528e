"""What an order to forget means of all that is known of a user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

import numpy as np

from jiyi import codec
from jiyi.errors import NotFound
from jiyi.flows import placing, sessions
from jiyi.flows.aside import aside
from jiyi.flows.erasure import Chosen
from jiyi.flows.parts import Parts
from jiyi.models import targets as witness
from jiyi.policy.orders import Order, select, topic_of
from jiyi.policy.selection import about_it, staying
from jiyi.policy.standout import Item, standout
from jiyi.policy.times import spoken_of
from jiyi.policy.topic import topics
from jiyi.ports import Vectors
from jiyi.records import Episode, MemoryRecord, Message, Status
from jiyi.rows import ItemRow

SHORT_TURN = 160  # characters; the vector of a longer turn says little about one sentence of it
LONGEST_ORDER = 400  # characters that are compared
SHORTLIST = 48  # of the nearest, what is looked at closely
AT_ONCE = 1_024  # vectors that are compared together
LEAST_TIME = timedelta(hours=1)  # of a time at which something was said
OF_HEALTH = frozenset({"allergy", "health.condition", "medication", "blood_type", "health.measure", "pregnancy"})
TOUCHES = 0.45  # similarity from which a protected fact touches what shall stay


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Everything kept of a user, read at one moment."""

    memories: dict[str, MemoryRecord]
    episodes: dict[str, Episode]
    rows: dict[str, ItemRow]


def with_earlier(known: Known, ids: set[str]) -> frozenset[str]:
    chain = set(ids)
    while more := {one.id for one in known.memories.values() if one.superseded_by in chain} - chain:
        chain |= more
    return frozenset(chain)


def of_session(known: Known, session: str) -> Chosen:
    """What rests on this session alone."""
    memories = {
        one.id
        for one in known.memories.values()
        if one.evidence and all(evidence.session == session for evidence in one.evidence)
    }
    turns = {one.id for one in known.episodes.values() if one.session == session}
    return Chosen(memories=frozenset(memories), turns=frozenset(turns))


async def about_topic(parts: Parts, known: Known, about: str) -> Chosen:
    """What is about a topic, by words, meaning, attributes and names."""
    memories, episodes = list(known.memories.values()), list(known.episodes.values())
    vector = (await parts.embedder.embed([about], "query"))[0]
    name = parts.embedder.name
    near = _nearnesses([known.rows[id] for id in (*known.memories, *known.episodes)], vector, name)
    size = sum(len(one.content) for one in memories) + sum(len(one.content) for one in episodes)
    found = await aside(size, partial(select, about, memories, episodes, near))
    return Chosen(
        memories=with_earlier(known, set(found.memories)),
        quotes=found.quotes,
        values=found.values,
        about=about,
    )


def _nearness(row: ItemRow, vector: Vectors, embedder: str) -> float:
    """How near it is in meaning; 0 for what another model embedded, since that tells nothing."""
    if row.embedder != embedder:
        return 0.0
    own = codec.vectors_of(row.body)
    return float((own @ vector).max()) if own.size and own.shape[1] == len(vector) else 0.0


def _nearnesses(rows: Sequence[ItemRow], vector: Vectors, embedder: str) -> list[float]:
    """`_nearness` of each. Those of one vector, as most are, are compared together."""
    found, single = [0.0] * len(rows), []
    for place, row in enumerate(rows):
        if row.embedder == embedder:
            if (own := codec.single_vector(row.body, len(vector))) is not None:
                single.append((place, own))
            else:
                found[place] = _nearness(row, vector, embedder)
    for first in range(0, len(single), AT_ONCE):
        some = single[first : first + AT_ONCE]
        stored = np.frombuffer(b"".join(own for _, own in some), dtype="<f2").reshape(len(some), -1)
        for (place, _), near in zip(some, (stored.astype(np.float32) @ vector).tolist(), strict=True):
            found[place] = near
    return found


async def by_topic(parts: Parts, known: Known, about: str) -> Chosen:
    """What a topic means that was given by hand, without what it says shall stay. Raises NotFound as `meant` does."""
    asked = topic_of(about)
    if asked.scope == "all":
        return (await all_but(parts, known, asked.spared))[0]
    return await _spare(parts, known, asked, await about_topic(parts, known, asked.about))


async def meant(parts: Parts, known: Known, order: Order, message: Message) -> tuple[Chosen, bool]:
    """What an order means, and whether it surely does. Raises NotFound when it names what shall stay, and nothing known
    is meant by that."""
    if order.scope == "all" and order.spared:
        chosen, sure = await all_but(parts, known, order.spared)
        return chosen, sure and (order.certain or order.both)
    if order.scope == "all":
        return Chosen(memories=frozenset(known.memories), turns=frozenset(known.episodes)), True
    if order.scope == "session":
        return of_session(known, message.session), True
    if order.scope == "last":
        return placing.last(known.memories, known.episodes, message, order.count, order.things), True
    if order.scope == "then":
        return await _then(parts, known, order.about, message), True
    found = await _spare(parts, known, order, await about_topic(parts, known, order.about))
    if found.memories or found.quotes or parts.embedder.name != witness.EMBEDDER:
        return found, True
    likely, sure = await _standing_out(parts, known, order.about, message.content)
    return (likely, sure and order.both) if likely.memories or likely.quotes else (found, True)


async def _spare(parts: Parts, known: Known, order: Order, found: Chosen) -> Chosen:
    """Without what the order says shall stay: what has its words, or is nearer to them than to the topic."""
    ids, quotes = sorted(found.memories), found.quotes
    if not order.spared or not (ids or quotes):
        return found
    texts = [*(known.memories[one].content for one in ids), *quotes]
    asked = await parts.embedder.embed([order.about, order.spared], "query")
    near = await parts.embedder.embed(texts, "document") @ asked.T
    said = about_it(order.spared)
    stays = [said(text) or own > topic for text, (topic, own) in zip(texts, near.tolist(), strict=True)]
    kept = frozenset(text for text, stay in zip(texts, stays, strict=True) if stay)
    kept |= {e.quote for one, stay in zip(ids, stays, strict=False) if stay for e in known.memories[one].evidence}
    return replace(
        found,
        memories=frozenset(one for one, stay in zip(ids, stays, strict=False) if not stay),
        quotes=tuple(text for text in quotes if text not in kept),
        values=tuple(value for value in found.values if not any(value in text for text in kept)),
        spared=kept,
    )


async def all_but(parts: Parts, known: Known, words: str) -> tuple[Chosen, bool]:
    """Everything but what the words mean, which are looked for like the topic of an order. Sure only when each thing
    that they name is known. Raises NotFound when none is."""
    named = [topic.text for topic in topics(words)] or [words]
    found = [await _staying(parts, known, one) for one in named]
    ids = frozenset[str]().union(*(one.memories for one in found))
    quotes = tuple(quote for one in found for quote in one.quotes)
    if not (ids or quotes):
        raise NotFound(f"nothing known is meant by {words!r}, which shall stay: nothing was forgotten")
    ids |= await _safe(parts, known, words, ids)
    judge = staying(words, [known.memories[one] for one in ids], quotes)
    every = frozenset(one for one in known.memories if one not in ids)
    return Chosen(memories=every, stays=judge), all(one.memories or one.quotes for one in found)


async def _staying(parts: Parts, known: Known, words: str) -> Chosen:
    found = await about_topic(parts, known, words)
    if found.memories or found.quotes or parts.embedder.name != witness.EMBEDDER:
        return found
    return (await _standing_out(parts, known, words, words))[0]


async def _safe(parts: Parts, known: Known, words: str, ids: frozenset[str]) -> frozenset[str]:
    """Facts of health that touch what shall stay: the pen that one carries belongs to the allergy."""
    asked = (await parts.embedder.embed([words], "query"))[0]
    name = parts.embedder.name
    kept = [asked, *(codec.vectors_of(known.rows[one].body)[0] for one in ids if known.rows[one].embedder == name)]
    health = [one for one in known.memories.values() if one.protected and one.attribute in OF_HEALTH]
    return frozenset(
        one.id for one in health if any(_nearness(known.rows[one.id], vector, name) >= TOUCHES for vector in kept)
    )


async def _standing_out(parts: Parts, known: Known, about: str, said: str) -> tuple[Chosen, bool]:
    """What a learned witness sees in an order whose words name nothing known: memories, and short turns that nothing
    was learned from."""
    memories = [one for one in known.memories.values() if one.status is not Status.SUPERSEDED]
    learned = {(e.session, e.seq) for one in known.memories.values() for e in one.evidence}
    turns = [
        one
        for one in known.episodes.values()
        if len(one.content) <= SHORT_TURN
        and not any((one.session, seq) in learned for seq in range(one.first, one.last + 1))
    ]
    every: list[MemoryRecord | Episode] = [*memories, *turns]
    asked = await parts.embedder.embed([about, said[:LONGEST_ORDER]], "query")
    stored = [_nearness(known.rows[one.id], asked[0], parts.embedder.name) for one in every]
    usual, count = sum(stored) / max(len(stored), 1), len(every)
    every = [every[place] for place in sorted(range(len(every)), key=lambda place: -stored[place])[:SHORTLIST]]
    # Once more without the full stop, which a memory has and a topic has not: it moves the vector of a short sentence.
    texts = [one.content if isinstance(one, MemoryRecord) else _said(one) for one in every]
    things = await parts.embedder.embed([text.rstrip(".。!！") for text in texts], "document")
    attributes = [one.attribute if isinstance(one, MemoryRecord) else None for one in every]
    found = standout(
        about,
        [
            Item(text=text, attribute=attribute, chance=chance)
            for text, attribute, chance in zip(
                texts, attributes, witness.chances(asked, things, count, usual), strict=True
            )
        ],
    )
    meant = [every[place] for place in found.places]
    quotes = [text for one in meant if isinstance(one, Episode) for role, text in one.parts if role == "user"]
    chosen = {one.id for one in meant if isinstance(one, MemoryRecord)}
    return Chosen(memories=with_earlier(known, chosen), quotes=tuple(quotes), about=about), found.sure


def _said(turn: Episode) -> str:
    return "\n".join(text for role, text in turn.parts if role == "user")


async def _then(parts: Parts, known: Known, words: str, message: Message) -> Chosen:
    """What was said at a time before the message, in the user's zone."""
    record = await sessions.record(parts, message.user, message.session)
    time = spoken_of(words, message.at, record.zone or parts.settings.zone, ahead=False)
    if time is None or time.since >= message.at:
        return Chosen()
    short = max((LEAST_TIME - (time.until - time.since)) / 2, timedelta())  # "an hour ago" is not meant to the minute
    return placing.within(known.memories, known.episodes, time.since - short, min(time.until + short, message.at))

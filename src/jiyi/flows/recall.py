"""Recall: understand, find, fuse, weigh, show; each step in the trace."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from jiyi import codec
from jiyi.errors import InvalidInput
from jiyi.flows import door
from jiyi.flows.found import Found
from jiyi.flows.rank_episodes import find_episodes
from jiyi.flows.rank_memories import find_memories
from jiyi.flows.rerank import Ranked, rerank
from jiyi.flows.unsettled import look
from jiyi.flows.why_not import explain
from jiyi.indexes.large import LargeUsers
from jiyi.indexes.uses import Uses
from jiyi.indexes.words import Floats
from jiyi.indexes.working_set import WorkingSet, WorkingSets
from jiyi.language.tokens import terms
from jiyi.layout import mark, signed_hash
from jiyi.policy import filters
from jiyi.policy.reference import FAMILY, Person, anchored, may_refer, people_of
from jiyi.policy.rewrite import Understood, understand
from jiyi.policy.weigh import half_lives
from jiyi.ports import Clock, Embedder, Nearest, Reranker, Store
from jiyi.records import Episode, Kind, MemoryRecord, Status
from jiyi.settings import Settings
from jiyi.trace import Hit, Recall, Stage, Trace

OVER = ("memories", "episodes")
Known = MemoryRecord | Episode
MOST = 1_000  # hits that may be asked for
READ_AHEAD = 4  # rows read beyond the hits wanted, since some fall to filters and near-copies
SHOWN_LEFT_OUT = 20
MOST_PEOPLE = 200  # memories about people that are read for their names, the newest
SURE_EVENT = 0.5  # the score from which an event is the one that is meant although it has none of its words
ANCHORS = 3  # events that a time may count from, best first


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a recall may answer with."""

    k: int = 5
    over: tuple[str, ...] = OVER
    kinds: tuple[Kind, ...] | None = None
    tags: tuple[str, ...] | None = None
    where: Mapping[str, Any] | None = None
    as_of: datetime | None = None
    status: tuple[Status, ...] = (Status.CURRENT,)


@dataclass(slots=True)
class Watch:
    """Collects the stages and how long each took."""

    clock: Callable[[], float]
    stages: list[Stage] = field(default_factory=list)
    since: float = 0.0

    def lap(self, name: str, came: int = 0, went: int = 0, **more: Any) -> None:
        """The stage that ends now."""
        now = self.clock()
        took = (now - self.since) * 1000
        self.stages.append(Stage(name=name, came=came, went=went, milliseconds=took, **more))
        self.since = now


class Recaller:
    """Answers queries over a store's working sets. `monotonic` gives seconds, for the trace."""

    def __init__(
        self,
        *,
        store: Store,
        embedder: Embedder,
        sets: WorkingSets,
        uses: Uses,
        settings: Settings,
        clock: Clock,
        reranker: Reranker | None = None,
        large: LargeUsers | None = None,
        monotonic: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._sets = sets
        self._uses = uses
        self._settings = settings
        self._clock = clock
        self._monotonic = monotonic
        self._reranker = reranker
        self._large = large
        self._half_lives = half_lives(settings.forget.half_life_days)

    async def recall(
        self,
        user: str,
        query: str,
        *,
        k: int = 5,
        over: Sequence[str] = OVER,
        kinds: Sequence[Kind] | None = None,
        tags: Sequence[str] | None = None,
        where: Mapping[str, Any] | None = None,
        as_of: datetime | None = None,
        status: Sequence[Status] = (Status.CURRENT,),
        session: str | None = None,
        recent: Sequence[str] = (),
        zone: str | None = None,
        count_uses: bool = True,
    ) -> Recall:
        """The best `k` memories and past turns for a query.

        `recent` are the last things said in the conversation, oldest first: what "that plan" refers to.
        `session` is the conversation that asks: its own turns are not recalled (they are in the window).
        Raises InvalidInput and UnknownField for a filter that cannot be evaluated.
        """
        asked = Asked(
            k=k,
            over=tuple(over),
            kinds=None if kinds is None else tuple(kinds),
            tags=None if tags is None else tuple(tags),
            where=where,
            as_of=as_of,
            status=tuple(status),
        )
        _check(asked)
        watch = Watch(self._monotonic, since=self._monotonic())
        now = self._clock()
        zone = zone or self._settings.zone
        people = await self._people(user) if may_refer(query) else ()
        asking, between = await self._between(user, query, zone)
        understood = understand(asking, now=now, zone=zone, recent=recent, people=people, between=between)
        watch.lap("understand", 1, 1, notes=understood.notes)
        vectors = await self._vectors(understood, watch)
        held = await self._load(user, watch)
        near = await self._near(user, held, asked, vectors, session, watch)
        await look(self._sets, user, held)
        found = self._find(held, asked, understood, vectors, now, session, watch, near)
        for part in found:
            part.least = max(part.least, self._settings.recall.minimum_score)
        ranked = sorted((one for part in found for one in part.best(k + READ_AHEAD)), key=lambda one: -one[0])
        ranked = await self._reranked(user, understood, found, ranked, watch)
        hits = await self._show(user, held, asked, found, ranked, watch)
        shown = frozenset([hit.id for hit in hits])
        if count_uses:
            for hit in hits:
                self._uses.add(user, hit.id, now)
            for kept in (held.memories, held.episodes):
                kept.used(shown, now)
        trace = Trace(
            query=query, stages=tuple(watch.stages), ask=lambda id: explain(id, held, found, shown, watch.stages)
        )
        return Recall(hits=tuple(hits), trace=trace)

    async def _load(self, user: str, watch: Watch) -> WorkingSet:
        held, how = await self._sets.of(user)
        items = len(held.memories) + len(held.episodes)
        watch.lap("load", items, items, notes=(how,))
        return held

    async def _people(self, user: str) -> tuple[Person, ...]:
        """The named people and animals of the user's life."""
        held, _ = await self._sets.of(user)
        if held.people is None:
            part = held.memories
            marks = [mark("attribute", name) for name in FAMILY] if len(part) else []
            places = sorted({int(place) for one in marks for place in part.marked(one)})[-MOST_PEOPLE:]
            head = held.head
            rows = await self._sets.read(user, [part.ids[place] for place in places])
            known = [record for row in rows if (record := codec.memory(row, user)).status is Status.CURRENT]
            if held.head != head:
                return people_of(known)
            held.people = people_of(known)
        return held.people

    async def _between(self, user: str, query: str, zone: str) -> tuple[str, tuple[datetime, datetime] | None]:
        """What is asked, and the time that it speaks of by an event ("two days before my trip") where it does and the
        event is known; else the query as it is."""
        time = anchored(query)
        if time is None:
            return query, None
        found = await self.recall(user, time.what, k=ANCHORS, over=("memories",), zone=zone, count_uses=False)
        meant = {term for term in terms(time.what) if len(term) > 1}
        for hit in found.hits:
            event = hit.record
            if hit.score < SURE_EVENT and meant.isdisjoint(terms(event.content)):
                continue  # the nearest of all is not the one that is meant: a wrong time hides what is right
            if isinstance(event, MemoryRecord) and event.kind is Kind.EVENT and event.valid_from is not None:
                begin = event.valid_from
                between = time.around(begin, max(event.valid_to or begin, begin + timedelta(days=1)))
                return (time.rest if len(time.rest) > 1 else query), between
        return query, None

    async def _vectors(self, understood: Understood, watch: Watch) -> Floats:
        vectors: Floats = await self._embedder.embed(understood.asks, "query")
        watch.lap("embed", len(understood.asks), len(vectors), notes=(self._embedder.name,))
        return vectors

    async def _near(
        self, user: str, held: WorkingSet, asked: Asked, vectors: Floats, session: str | None, watch: Watch
    ) -> Sequence[Nearest | None]:
        """What an engine holds near the questions, for a user past the limit."""
        if self._large is None or "episodes" not in asked.over:
            return [None] * len(vectors)
        upto = None if asked.as_of is None else codec.micros(asked.as_of)
        without = None if session is None else signed_hash(session)
        near, note = await self._large.near(user, held, vectors, upto=upto, without=without)
        if note:
            watch.lap("candidates", len(held.episodes), sum(len(one.ids) for one in near if one), notes=(note,))
        return near

    def _find(
        self,
        held: WorkingSet,
        asked: Asked,
        understood: Understood,
        vectors: Floats,
        now: datetime,
        session: str | None,
        watch: Watch,
        near: Sequence[Nearest | None],
    ) -> list[Found]:
        found: list[Found] = []
        if "memories" in asked.over and len(held.memories):
            one = find_memories(held.memories, asked, understood, vectors, now, self._half_lives)
            found.append(one)
            watch.lap("memories", len(held.memories), one.eligible, notes=one.notes)
        if "episodes" in asked.over and len(held.episodes) and asked.kinds is None and asked.tags is None:
            one = find_episodes(held.episodes, asked, understood, vectors, session, near, held.hidden)
            found.append(one)
            watch.lap("episodes", len(held.episodes), one.eligible, notes=one.notes)
        return found

    async def _reranked(
        self, user: str, understood: Understood, found: list[Found], ranked: list[Ranked], watch: Watch
    ) -> list[Ranked]:
        """The best few in the order of the reranker too, where there is one."""
        if self._reranker is None or not ranked:
            return ranked
        few = self._settings.recall.rerank
        more = sorted((one for part in found for one in part.best(max(few, len(ranked)))), key=lambda one: -one[0])
        rows = {row.id: row for row in await self._sets.read(user, [part.id_at(i) for _, i, part in more[:few]])}
        best, note = await rerank(self._reranker, user, understood.focus, more[:few], rows)
        watch.lap("rerank", len(best), len(best), notes=(note,))
        return best + more[few:]

    async def _show(
        self,
        user: str,
        held: WorkingSet,
        asked: Asked,
        found: list[Found],
        ranked: list[Ranked],
        watch: Watch,
    ) -> list[Hit]:
        """Read the best ones and drop what must not be shown: filtered out, near-copies, too far from the query."""
        hits: list[Hit] = []
        left: list[tuple[str, str]] = []
        at = 0
        while at < len(ranked) and len(hits) < asked.k:
            few = asked.k - len(hits) + (READ_AHEAD if at or asked.where else 0)
            batch = ranked[at : at + few]
            at += len(batch)
            known = await self._sets.records(user, held, {part.id_at(i): part.over for _, i, part in batch})
            for one in found:
                one.look([place for _, place, part in batch if part is one])
            for score, place, part in batch:
                if len(hits) == asked.k:
                    break
                id = part.id_at(place)
                hit, why = self._hit(known.get(id), asked, part, place, score)
                if hit is not None:
                    hits.append(hit)
                elif len(left) < SHOWN_LEFT_OUT:
                    left.append((id, why))
            if at >= len(ranked) and len(hits) < asked.k:
                ranked = sorted((one for part in found for one in part.more()), key=lambda one: -one[0])
                at = 0
        watch.lap("show", sum(part.eligible for part in found), len(hits), left_out=tuple(left))
        for part in found:
            part.left.update(left)
        return hits

    def _hit(self, record: Known | None, asked: Asked, part: Found, place: int, score: float) -> tuple[Hit | None, str]:
        if record is None:
            return None, "it was erased meanwhile"
        if not filters.matches(asked.where, record):
            return None, "the filter `where` leaves it out"
        copy = part.copy_of(place)
        if copy is not None:
            return None, f"says the same as {copy}, which ranks before it"
        legs, reasons, unit = part.reasons(place, record)
        return Hit(record=record, score=round(min(float(score), 1.0), 4), reasons=reasons, legs=legs, part=unit), ""


def _check(asked: Asked) -> None:
    door.number(asked.k, "k", 1, MOST)
    for name in asked.over:
        if name not in OVER:
            raise InvalidInput("over must name 'memories', 'episodes' or both, and nothing else")
    filters.check(asked.where)

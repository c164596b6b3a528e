"""Scoring the memories and episodes of one working set for one query: all legs over all items, exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from jiyi.codec import micros
from jiyi.flows.rank_episodes import candidates
from jiyi.indexes.part import Mask, Part
from jiyi.indexes.words import Floats
from jiyi.language.tokens import query_terms
from jiyi.layout import session_hash
from jiyi.policy import rank
from jiyi.policy.coefficients import EPISODES
from jiyi.policy.rewrite import Understood
from jiyi.ports import Nearest
from jiyi.records import Episode, Kind, MemoryRecord, Status
from jiyi.trace import Hit

OUT = np.float32(-1)  # the score of what may not be shown
SAME = 0.985  # cosine over which two texts say the same
LEAST_EPISODE = 0.0
NOTHING = 1.1  # no score reaches it: nothing is known of what is asked


class Limits(Protocol):
    """What the caller allows."""

    @property
    def kinds(self) -> tuple[Kind, ...] | None: ...
    @property
    def tags(self) -> tuple[str, ...] | None: ...
    @property
    def as_of(self) -> datetime | None: ...
    @property
    def status(self) -> tuple[Status, ...]: ...


@dataclass(slots=True, kw_only=True)
class Found:
    """The scores of one part: of the best `few` at once, of all when they are asked for (`scores`: by item, OUT for
    what may not be shown). `unit` is the best unit of each item, `legs` give the scores of a unit."""

    over: str
    part: Part
    few: NDArray[np.int64]
    best_scores: Floats
    whole: Callable[[], Floats]
    unit: Sequence[int] | NDArray[np.int32]
    legs: Mapping[str, Callable[[int], float]]
    reasons_by_leg: Mapping[str, str] = field(default_factory=dict)
    query_terms: Mapping[str, int] = field(default_factory=dict)
    eligible: int = 0
    least: float = 0.0
    notes: tuple[str, ...] = ()
    left: dict[str, str] = field(default_factory=dict)
    why_out: Callable[[], dict[str, Mask]] = dict
    _all: Floats | None = None
    _shown: list[tuple[int, str, Floats | None]] = field(default_factory=list)
    _given: int = 0

    @property
    def scores(self) -> Floats:
        """The score of each item."""
        if self._all is None:
            self._all = self.whole()
        return self._all

    def best(self, count: int) -> list[tuple[float, int, Found]]:
        """The best `count` items as (score, place, self), best first, the newer one first where scores tie; none
        under `least`."""
        places, scores = self.few, self.best_scores
        if count > len(places) and self.eligible > len(places):
            places, scores = np.arange(len(self.scores)), self.scores
        kept = scores >= max(self.least, 0.0)
        places, scores = places[kept], scores[kept]
        if len(places) > count:
            edge = np.partition(scores, len(places) - count)[len(places) - count]
            places, scores = places[scores >= edge], scores[scores >= edge]
        order = np.lexsort((-places, -scores))[: max(count, 0)]
        self._given = len(order)
        return [(float(scores[one]), int(places[one]), self) for one in order]

    def more(self) -> list[tuple[float, int, Found]]:
        """The items after those given so far, ten times as many; empty when there are none."""
        given = self._given
        return self.best(given * 10)[given:] if given else []

    def legs_of(self, place: int) -> dict[str, float]:
        """The scores of an item by leg."""
        return {name: score(int(self.unit[place])) for name, score in self.legs.items()}

    def id_at(self, place: int) -> str:
        return self.part.ids[place]

    def copy_of(self, place: int, hits: Sequence[Hit]) -> str | None:
        """The id of a hit that says the same, when there is one. Otherwise the item counts as shown."""
        unit = int(self.unit[place])
        vector = self.part.vector_of(unit) if self.over == "memories" else None
        shown = {hit.id for hit in hits}
        for other, id, mine in self._shown:
            if id not in shown:
                continue
            near = vector is not None and mine is not None and float(mine @ vector) > SAME
            if near or self.part.words.same(unit, other):
                return id
        self._shown.append((unit, self.id_at(place), vector))
        return None

    def reasons(self, place: int, record: MemoryRecord | Episode) -> tuple[dict[str, float], tuple[str, ...], int]:
        """Scores by leg, the reasons in words, and which part of an episode fits best."""
        unit = int(self.unit[place])
        first = unit if isinstance(self.unit, range) else int(np.searchsorted(self.part.item.view, place))
        legs = {name: round(score, 4) for name, score in self.legs_of(place).items()}
        held = set(self.part.words.tokens_of(unit).tolist())
        words = _matched_words([term for term, hashed in self.query_terms.items() if hashed in held])
        reasons = [f"keywords: {', '.join(words)}"] if words else []
        for name, text in self.reasons_by_leg.items():
            if legs.get(name, 0) > 0:
                own = record.attribute if name == "attribute" and isinstance(record, MemoryRecord) else None
                reasons.append(f"fills {own}" if own else text)
        meaning = legs.get("meaning", 0.0)
        if meaning >= 0.2 or not reasons:  # what has no other sign was found by its nearness alone
            reasons.insert(bool(words), f"meaning {meaning:.2f}")
        if isinstance(record, MemoryRecord):
            reasons += _standing(record)
        return legs, tuple(reasons), unit - first


def _standing(record: MemoryRecord) -> list[str]:
    found = []
    if len(record.evidence) > 1:
        found.append(f"said {len(record.evidence)} times")
    if record.recall_count:
        found.append("used before" if record.recall_count == 1 else f"used {record.recall_count} times")
    if record.status is Status.SUPERSEDED:
        found.append("no longer so" + (f" since {record.retired_at:%Y-%m-%d}" if record.retired_at else ""))
    elif record.status is not Status.CURRENT:
        found.append(record.status.value)
    if not record.trusted:
        found.append("untrusted source")
    return found


def _matched_words(found: Sequence[str]) -> list[str]:
    """The query's terms that a text has, neighbouring Chinese pairs joined, characters inside them left out."""
    joined: list[str] = []
    for term in found:
        if joined and len(term) == 2 and joined[-1][-1] == term[0] and not term.isascii():
            joined[-1] += term[1]
        elif not any(term in other for other in joined):
            joined.append(term)
    return [word for word in dict.fromkeys(joined) if not any(word in other and word != other for other in joined)][:8]


def find_episodes(
    part: Part,
    limits: Limits,
    asked: Understood,
    vectors: Floats,
    session: str | None,
    near: Sequence[Nearest | None],
) -> Found:
    """Score all past turns, each part of a turn by itself and with its neighbours. `vectors` has a row for each
    question of `asked`, `near` what an engine found for it."""
    mask, why_out = _allowed_episodes(part, limits, session)
    alive = part.unit_alive.view & mask[part.item.view]
    unit_scores = np.zeros(len(alive), dtype=np.float32)
    words, meaning, whole = (np.zeros(len(alive), dtype=np.float32) for _ in range(3))
    seen, sure = 0, -np.inf
    for text, vector, hits in zip(asked.asks, vectors, near, strict=True):
        best = candidates(part, text, vector, asked, alive, hits)
        unit_scores = np.maximum(unit_scores, _behind(best.rough, alive))
        if len(best.units):
            chances = rank.chance(rank.score(best.view, EPISODES))
            likely = rank.known(best.view, chances)
            sure = max(sure, likely)
            chances = chances * np.float32(1 / (1 + np.exp(-likely - 1)))
            unit_scores[best.units] = np.maximum(unit_scores[best.units], chances)
        words, meaning = np.maximum(words, best.words), np.maximum(meaning, best.meaning)
        whole = np.maximum(whole, best.session)
        seen += len(best.units)
    unit_scores[~alive] = OUT
    scores, unit = part.best_by_item(unit_scores)
    scores = scores.copy()
    scores[~mask] = OUT
    return Found(
        over="episodes",
        part=part,
        few=np.arange(len(scores)),
        best_scores=scores,
        whole=lambda: scores,
        unit=unit,
        legs={
            "keywords": words.item,
            "meaning": meaning.item,
            "session": whole.item,
            "chance": unit_scores.item,
        },
        query_terms=query_terms(asked.focus),
        eligible=int(np.count_nonzero(mask)),
        least=LEAST_EPISODE if sure > rank.UNKNOWN else NOTHING,
        notes=(f"{seen} parts looked at closely", f"sure that something is known: {sure:.1f}"),
        why_out=lambda: why_out,
    )


def _behind(rough: Floats, alive: Mask) -> Floats:
    """Scores for what was not looked at closely: in the order of the first stage, behind all that was."""
    held = rough[alive]
    if not len(held):
        return np.zeros(len(rough), dtype=np.float32)
    low, high = float(held.min()), float(held.max())
    made: Floats = np.clip((rough - low) / max(high - low, 1e-6), 0, 1) * np.float32(1e-4)
    return made


def _allowed_episodes(part: Part, limits: Limits, session: str | None) -> tuple[Mask, dict[str, Mask]]:
    mask = part.alive.view.copy()
    why_out = {"it was removed since": ~mask}
    head = part.heads.view
    if session is not None:
        own = head["session"] == session_hash(session)
        why_out["it is of the conversation that asks"] = own
        mask &= ~own
    if limits.as_of is not None:
        late = head["valid_from"] > micros(limits.as_of)
        why_out["it was said after that time"] = late
        mask &= ~late
    return mask, why_out

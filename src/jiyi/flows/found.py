"""What was found among the memories, or the episodes, of one user for one query."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jiyi.indexes.part import Mask, Part
from jiyi.indexes.words import Floats
from jiyi.records import Episode, Kind, MemoryRecord, Status

OUT = np.float32(-1)  # the score of what may not be shown
SAME = 0.985  # cosine over which two texts say the same


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


class Units(NamedTuple):
    """Units that are looked at together, and the tokens of each."""

    numbers: NDArray[np.int64]
    tokens: list[list[int]]


Leg = Callable[[Units], list[float]]  # the value of each


class Shown(NamedTuple):
    """What showing an item asks for."""

    unit: int
    tokens: list[int]
    legs: dict[str, float]
    near: Sequence[int] | None  # numbers of those that mean the same, of what was looked at; None without a vector
    number: int  # its own, in the order in which they were looked at


@dataclass(slots=True, kw_only=True)
class Found:
    """The scores of one part: of the best `few` at once, of all when they are asked for (`scores`: by item, OUT for
    what may not be shown). `unit` gives the best unit of an item, `legs` the scores of a unit. No item beside the
    `few` has a score over `beyond`."""

    over: str
    part: Part
    few: NDArray[np.int64]
    best_scores: Floats
    whole: Callable[[], Floats]
    unit: Callable[[int], int]
    legs: Mapping[str, Leg]
    reasons_by_leg: Mapping[str, str] = field(default_factory=dict)
    query_terms: Mapping[str, int] = field(default_factory=dict)
    eligible: int = 0
    least: float = 0.0
    beyond: float = 0.0
    notes: tuple[str, ...] = ()
    left: dict[str, str] = field(default_factory=dict)
    why_out: Callable[[], dict[str, Mask]] = dict
    _all: Floats | None = None
    _looked: dict[int, Shown] = field(default_factory=dict)
    _vectors: list[Floats] = field(default_factory=list)  # of what was looked at so far, stretches of it
    _shown: list[str] = field(default_factory=list)
    _said: dict[tuple[int, ...], int] = field(default_factory=dict)  # where in it something has these tokens, …
    _meant: dict[int, int] = field(default_factory=dict)  # … or this number
    _joined: dict[tuple[str, ...], list[str]] = field(default_factory=dict)  # many hits have the same words
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
        if self.eligible > len(places) and np.count_nonzero(scores > self.beyond) < count:
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
        unit = self.unit(place)
        units = Units(np.array([unit], dtype=np.int64), [self.part.words.tokens_of(unit).tolist()])
        return {name: values(units)[0] for name, values in self.legs.items()}

    def id_at(self, place: int) -> str:
        return self.part.ids[place]

    def look(self, places: Sequence[int]) -> None:
        """Work out together what showing these items asks for: one by one takes several times as long."""
        if not places:
            return
        numbers = [self.unit(place) for place in places]
        units = Units(np.array(numbers, dtype=np.int64), self.part.words.tokens_of_each(numbers))
        legs = [(name, values(units)) for name, values in self.legs.items()]
        before = sum(map(len, self._vectors))
        near = self._nearness(units.numbers)
        for at, (place, unit, tokens) in enumerate(zip(places, numbers, units.tokens, strict=True)):
            own = {name: values[at] for name, values in legs}
            self._looked[place] = Shown(unit, tokens, own, near[at], before + at)

    def _nearness(self, units: NDArray[np.int64]) -> list[Sequence[int] | None]:
        """Which memories mean the same, of those that were looked at before, and of each other."""
        made: list[Sequence[int] | None] = [None] * len(units)
        if self.over != "memories":
            return made
        vectors, held = self.part.vectors_of(units)
        if vectors is None:
            return made
        self._vectors.append(vectors)
        rows, others = np.nonzero(vectors @ np.concatenate(self._vectors).T > np.float64(SAME))
        near: list[list[int]] = [[] for _ in units]
        for row, other in zip(rows.tolist(), others.tolist(), strict=True):
            near[row].append(other)
        return [one if there else None for one, there in zip(near, held, strict=True)]

    def copy_of(self, place: int) -> str | None:
        """The id of the first item shown that says the same, when there is one. Otherwise this one counts as shown. It
        was looked at."""
        mine = self._looked[place]
        said = tuple(sorted(mine.tokens))
        same = [self._said[said]] if said and said in self._said else []
        same += [self._meant[number] for number in mine.near or () if number in self._meant]
        if same:
            return self._shown[min(same)]
        self._said.setdefault(said, len(self._shown))
        if mine.near is not None:
            self._meant[mine.number] = len(self._shown)
        self._shown.append(self.id_at(place))
        return None

    def reasons(self, place: int, record: MemoryRecord | Episode) -> tuple[dict[str, float], tuple[str, ...], int]:
        """Scores by leg, the reasons in words, and which part of an episode fits best. The item was looked at."""
        mine = self._looked[place]
        unit = 0 if self.over == "memories" else mine.unit - int(self.part.item.view.searchsorted(place))
        legs = {name: round(score, 4) if score else 0.0 for name, score in mine.legs.items()}
        held = set(mine.tokens)
        found = tuple([term for term, hashed in self.query_terms.items() if hashed in held])
        words = self._joined.get(found)
        if words is None:
            words = self._joined[found] = _matched_words(found)
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
        return legs, tuple(reasons), unit


def _standing(record: MemoryRecord) -> list[str]:
    found = []
    if len(record.evidence) > 1:
        found.append(f"said {len(record.evidence)} times")
    if record.recall_count:
        found.append("used before" if record.recall_count == 1 else f"used {record.recall_count} times")
    if record.status is Status.SUPERSEDED:
        ended = record.valid_to or record.retired_at  # what an old chat tells was over long before it was taken in
        found.append("no longer so" + (f" since {ended:%Y-%m-%d}" if ended else ""))
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
    words = list(dict.fromkeys(joined))
    return [word for word in words if sum([word in other for other in words]) == 1][:8]

"""Scoring the memories and episodes of one working set for one query: all legs over all items, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from jiyi.codec import KINDS, STATUSES, micros
from jiyi.flows.rank_episodes import candidates
from jiyi.indexes.part import Part
from jiyi.indexes.words import Floats
from jiyi.language.normalize import fold
from jiyi.language.script import chinese
from jiyi.language.tokens import hash_of, hashes, terms
from jiyi.layout import CHINESE, NEVER, PROTECTED, mark, session_hash
from jiyi.policy import fuse, rank
from jiyi.policy.coefficients import EPISODES
from jiyi.policy.memory_coefficients import MEMORIES
from jiyi.policy.rewrite import Understood
from jiyi.policy.weigh import DAY, half_lives, weights
from jiyi.ports import Nearest
from jiyi.records import Episode, Kind, MemoryRecord, Status
from jiyi.trace import Hit

OUT = np.float32(-1)  # the score of what may not be shown
SAME = 0.985  # cosine over which two texts say the same
NAME_CHARACTERS = 400  # of the query are looked through for names
LEAST_MEMORY = 0.01  # chance that it answers
BESIDE = 0.03  # of the best memory's chance; below it a memory is not shown
LEAST_EPISODE = 0.0
WEIGHED = 512
LEAST_WEIGHT = np.float32(0.45)
ANCHORED = 2.5  # how much the time counts when it was worked out from something known: it is what is asked for
NOTHING = 1.1  # no score reaches it: nothing is known of what is asked

Mask = NDArray[np.bool_]


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
    """The scores of one part. `scores` is by item, OUT for what may not be shown; `unit` the best unit of each."""

    over: str
    part: Part
    scores: Floats
    unit: NDArray[np.int32]
    legs: dict[str, Floats]
    reasons_by_leg: dict[str, str] = field(default_factory=dict)
    query_terms: tuple[str, ...] = ()
    eligible: int = 0
    least: float = 0.0
    notes: tuple[str, ...] = ()
    left: dict[str, str] = field(default_factory=dict)
    why_out: dict[str, Mask] = field(default_factory=dict)
    _shown: list[tuple[int, str]] = field(default_factory=list)
    _given: int = 0

    def best(self, count: int) -> list[tuple[float, int, Found]]:
        """The best `count` items as (score, place, self), best first, the newer one first where scores tie; none
        under `least`."""
        held = np.flatnonzero(self.scores >= max(self.least, 0.0))
        if len(held) > count:
            edge = np.partition(self.scores[held], len(held) - count)[len(held) - count]
            held = held[self.scores[held] >= edge]
        order = held[np.lexsort((-held, -self.scores[held]))][: max(count, 0)]
        self._given = len(order)
        return [(float(self.scores[place]), int(place), self) for place in order]

    def more(self) -> list[tuple[float, int, Found]]:
        """The items after those given so far, ten times as many; empty when there are none."""
        given = self._given
        return self.best(given * 10)[given:] if given else []

    def id_at(self, place: int) -> str:
        return self.part.ids[place]

    def copy_of(self, place: int, hits: Sequence[Hit]) -> str | None:
        """The id of a hit that says the same, when there is one. Otherwise the item counts as shown."""
        unit = int(self.unit[place])
        words = self.part.words
        vector = self.part.vector_of(unit) if self.over == "memories" else None
        shown = {hit.id for hit in hits}
        for other, id in self._shown:
            if id not in shown:
                continue
            mine = self.part.vector_of(other) if vector is not None else None
            near = vector is not None and mine is not None and float(mine @ vector) > SAME
            if near or words.same(unit, other):
                return id
        self._shown.append((unit, self.id_at(place)))
        return None

    def reasons(self, place: int, record: MemoryRecord | Episode) -> tuple[dict[str, float], tuple[str, ...], int]:
        """Scores by leg, the reasons in words, and which part of an episode fits best."""
        unit = int(self.unit[place])
        first = int(np.searchsorted(self.part.item.view, place))
        legs = {
            name: round(float(scores[place if len(scores) == len(self.part.ids) else unit]), 4)
            for name, scores in self.legs.items()
        }
        held = set(self.part.words.tokens_of(unit).tolist())
        words = _matched_words([term for term in self.query_terms if hash_of(term) in held])
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


def allowed(part: Part, limits: Limits, past: bool, now: datetime) -> tuple[Mask, dict[str, Mask]]:
    """Which memories may be shown, and for each rule those that it leaves out."""
    head = part.heads.view
    out: dict[str, Mask] = {"it was replaced or removed since": ~part.alive.view}
    if limits.as_of is not None:
        at = micros(limits.as_of)
        pending = head["status"] == STATUSES.index(Status.PENDING)
        out["it was not yet held at that time"] = (head["recorded_at"] > at) | pending
        out["it was no longer held at that time"] = (head["retired_at"] != NEVER) & (head["retired_at"] <= at)
    else:
        wanted = list(limits.status) + ([Status.SUPERSEDED] if past and limits.status == (Status.CURRENT,) else [])
        for status in STATUSES:
            if status not in wanted:
                out[f"it is {status.value}"] = head["status"] == STATUSES.index(status)
        expires = head["expires_at"]
        out["it has expired"] = (expires != NEVER) & (expires <= micros(now))
    if limits.kinds is not None:
        numbers = [KINDS.index(kind) for kind in limits.kinds]
        out["it is of another kind"] = ~np.isin(head["kind"], numbers)
    if limits.tags is not None:
        tagged = np.zeros(len(head), dtype=np.bool_)
        for tag in limits.tags:
            tagged[part.marked(mark("tag", tag))] = True
        out["it has none of the tags"] = ~tagged
    mask = np.ones(len(head), dtype=np.bool_)
    for rule in out.values():
        mask &= ~rule
    return mask, out


def names_in(text: str, part: Part) -> list[int]:
    """Marks of entities and relations that the text names: every run of up to four words or six characters."""
    seen = fold(text[:NAME_CHARACTERS])
    words = seen.replace("'s", " ").split()
    if not part.marked_at_all():
        return []
    grams = {" ".join(words[i : i + n]).strip(".,?!;:\"'，。？！") for n in (1, 2, 3, 4) for i in range(len(words))}
    for start in range(len(seen)):
        if not seen[start].isascii():
            grams.update(seen[start : start + n] for n in range(2, 7))
    hashed = (hash_of(f"{kind}:{gram}") for gram in sorted(grams) if gram for kind in ("entity", "relation"))
    return [one for one in hashed if part.has_mark(one)]


def find_memories(
    part: Part,
    limits: Limits,
    asked: Understood,
    vectors: Floats,
    now: datetime,
    half_life_days: Mapping[str, float],
) -> Found:
    """Score all memories; of several questions the best answered one counts. `vectors` has a row for each."""
    mask, why_out = allowed(part, limits, asked.past, now)
    words, meaning, scores = (np.zeros(len(part.ids), dtype=np.float32) for _ in range(3))
    fixed = about(part, asked)
    for text, vector in zip(asked.asks, vectors, strict=True):
        look = look_at(part, text, vector, asked, fixed)
        scores = np.maximum(scores, fuse.memory_scores(look, MEMORIES))
        words, meaning = np.maximum(words, look.words), np.maximum(meaning, look.meaning)
    scores[~mask] = OUT
    _weigh(part, scores, now, half_life_days)
    return Found(
        over="memories",
        part=part,
        scores=scores,
        unit=np.arange(len(part.ids), dtype=np.int32),
        legs={
            "keywords": words,
            "meaning": meaning,
            "attribute": fixed["slot"],
            "names": fixed["named"],
            "touched": fixed["guard"] + fixed["touched"],
            "time": fixed["timed"],
        },
        reasons_by_leg={
            "attribute": "fills " + ", ".join(asked.attributes),
            "names": "speaks of a person or thing that is asked about",
            "touched": "the topic touches it",
            "time": "of the time that is asked about",
        },
        query_terms=tuple(terms(asked.focus)),
        eligible=int(np.count_nonzero(mask)),
        least=max(LEAST_MEMORY, BESIDE * float(scores.max(initial=0))),
        why_out=why_out,
    )


def about(part: Part, asked: Understood) -> dict[str, Floats]:
    """What each memory has of all questions of `asked` alike: the fields of a `Look` that no words or vectors make."""
    slot = _held(part, [mark("attribute", name) for name in asked.attributes])
    touched = _held(part, [mark("attribute", name) for name in asked.touches])
    head = part.heads.view
    protected = (head["flags"] & PROTECTED > 0).astype(np.float32)
    return {
        "slot": slot,
        "guard": touched * protected,
        "touched": touched * (1 - protected),
        "other": _other_slot(head["attribute"], slot, touched, asked).astype(np.float32),
        "named": _held(part, names_in(asked.focus, part)),
        "timed": _in_time(head["valid_from"], asked),
    }


def look_at(part: Part, text: str, vector: Floats, asked: Understood, fixed: Mapping[str, Floats]) -> fuse.Look:
    """What each memory has of one question of `asked`. `fixed` is `about(part, asked)`."""
    matched = part.match(_hashes(text, asked))
    rarity = matched.idf[matched.term]
    rarest = np.zeros(len(part.ids), dtype=np.float32)
    np.maximum.at(rarest, matched.unit, rarity)
    cover = np.bincount(matched.unit, weights=rarity, minlength=len(part.ids)) / max(float(matched.idf.sum()), 1e-6)
    return fuse.Look(
        words=part.keyword_scores(matched),
        cover=cover.astype(np.float32),
        rarest=rarest,
        lengths=part.words.lengths.view,
        meaning=part.near_scores(vector),
        foreign=((part.heads.view["flags"] & CHINESE > 0) != chinese(text)).astype(np.float32),
        **fixed,
    )


def _weigh(part: Part, scores: Floats, now: datetime, half_life_days: Mapping[str, float]) -> None:
    """Weigh the best WEIGHED in place. No other can come among the first, since weights lie close to 1; those are
    put behind."""
    held = scores > OUT
    few = np.flatnonzero(held) if len(scores) <= WEIGHED else np.argpartition(-scores, WEIGHED)[:WEIGHED]
    few = few[held[few]]
    head = part.heads.view
    made = scores[few] * weights(
        head["kind"][few],
        ((micros(now) - head["recorded_at"][few]) / DAY).astype(np.float32),
        head["confidence"][few],
        head["importance"][few],
        part.recalled.view[few],
        half_lives(half_life_days),
    )
    scores[held] *= LEAST_WEIGHT
    scores[few] = made


def _other_slot(attribute: NDArray[np.uint32], slot: Floats, guard: Floats, asked: Understood) -> Mask:
    """Memories that fill another slot than those asked for: near in words and meaning, but no answer."""
    if not asked.attributes:
        return np.zeros(len(attribute), dtype=np.bool_)
    made: Mask = (attribute != 0) & (slot == 0) & (guard == 0)
    return made


def _held(part: Part, marks: Sequence[int]) -> Floats:
    """1 where an item carries one of the marks."""
    made = np.zeros(len(part.ids), dtype=np.float32)
    for one in marks:
        made[part.marked(one)] = 1
    return made


def _in_time(valid_from: NDArray[np.int64], asked: Understood) -> Floats:
    """1 for what was so from within the time that the query speaks of."""
    if asked.since is None or asked.until is None:
        return np.zeros(len(valid_from), dtype=np.float32)
    within = (valid_from >= micros(asked.since)) & (valid_from < micros(asked.until))
    return within * np.float32(ANCHORED if asked.anchored else 1)


def _hashes(text: str, asked: Understood) -> NDArray[np.uint32]:
    own = hashes(text)
    if not asked.topic:
        return own
    return np.concatenate((own, np.array([hash_of(term) for term in asked.topic], dtype=np.uint32)))


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
        scores=scores,
        unit=unit,
        legs={"keywords": words, "meaning": meaning, "session": whole, "chance": unit_scores},
        query_terms=tuple(terms(asked.focus)),
        eligible=int(np.count_nonzero(mask)),
        least=LEAST_EPISODE if sure > rank.UNKNOWN else NOTHING,
        notes=(f"{seen} parts looked at closely", f"sure that something is known: {sure:.1f}"),
        why_out=why_out,
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

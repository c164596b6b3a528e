"""Scoring all memories of a working set for one query, exactly; the best of them are weighed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from jiyi.codec import KINDS, STATUSES, micros
from jiyi.flows.found import OUT, Found, Leg, Limits, Units
from jiyi.indexes.part import Mask, Part
from jiyi.indexes.words import Floats, Matched
from jiyi.language.normalize import fold
from jiyi.language.script import chinese
from jiyi.language.tokens import hash_of, query_terms, terms
from jiyi.layout import CHINESE, NEVER, PROTECTED, mark
from jiyi.policy import fuse
from jiyi.policy.memory_coefficients import MEMORIES
from jiyi.policy.rewrite import EATING, EATING_ZH, Understood
from jiyi.policy.weigh import DAY, weights
from jiyi.records import Kind, Status

NAME_CHARACTERS = 400  # of the query are looked through for names
LEAST = 0.01  # chance that it answers
BESIDE = 0.03  # of the best memory's chance; below it a memory is not shown
WEIGHED = 512
LEAST_WEIGHT = np.float32(0.45)
OUTRIGHT = 2.2  # how much a slot counts that is asked for and nothing else: what fills it is the answer
BESIDE_IT = 0.7  # of what that counts, a slot that often tells it as well
SECOND_STEP = 2.5  # how much a name counts that is known beside one of the question: its memory has few of the words
ELSEWHEN = -3.0  # what speaks against an event of another time than the question's
ANCHORED = 2.5  # how much the time counts when it was worked out from something known: it is what is asked for
LIGHTLY = 0.4  # of what a protected memory counts that the topic surely touches, one that it only may touch
REASONS = {
    "names": "speaks of a person or thing that is asked about",
    "touched": "the topic touches it",
    "time": "of the time that is asked about",
}

Sparse = Floats | None  # None where no memory has it


def find_memories(
    part: Part, limits: Limits, asked: Understood, vectors: Floats, now: datetime, half_lives: Floats
) -> Found:
    """Score all memories; of several questions the best answered one counts. `vectors` has a row for each;
    `half_lives` are those of `weigh`."""
    mask = allowed(part, limits, asked.past, now)
    fixed = about(part, asked)
    every = [matched_by(part, text, asked) for text in asked.asks]
    looks = [
        look_at(part, matched, text, vector, fixed)
        for matched, text, vector in zip(every, asked.asks, vectors, strict=True)
    ]
    sums = fuse.memory_sums(looks[0], MEMORIES)
    meaning = looks[0].meaning
    for look in looks[1:]:
        sums = np.maximum(sums, fuse.memory_sums(look, MEMORIES))
        meaning = np.maximum(meaning, look.meaning)
    scorers = [part.keyword_scorer(matched) for matched in every]
    few = _best(sums, mask)
    scores = fuse.chances(sums[few]) * _weights(part, few, now, half_lives)
    return Found(
        over="memories",
        part=part,
        few=few,
        best_scores=scores,
        whole=lambda: _whole(sums, mask, few, scores),
        unit=int,
        legs={
            "keywords": lambda units: [max([score(tokens) for score in scorers]) for tokens in units.tokens],
            "meaning": lambda units: np.maximum(meaning.take(units.numbers), 0).tolist(),
            "attribute": _leg(fixed["slot"]),
            "names": _leg(fixed["named"]),
            "touched": _leg(fixed["guard"], fixed["touched"]),
            "time": _leg(fixed["timed"]),
        },
        reasons_by_leg={"attribute": "fills " + ", ".join(asked.attributes), **REASONS},
        query_terms=query_terms(asked.focus),
        eligible=int(np.count_nonzero(mask)),
        least=max(LEAST, BESIDE * float(scores.max(initial=0))),
        why_out=lambda: rules(part, limits, asked.past, now),
    )


def _leg(*parts: Sparse) -> Leg:
    """The value of each memory, of all parts together."""
    held = [one for one in parts if one is not None]
    if not held:
        return _nothing

    def values(units: Units) -> list[float]:
        found: list[float] = sum([one.take(units.numbers) for one in held[1:]], held[0].take(units.numbers)).tolist()
        return found

    return values


def _nothing(units: Units) -> list[float]:
    return [0.0] * len(units.tokens)


@cache
def _allergies() -> NDArray[np.uint32]:
    """The terms of being allergic; not made at import, since that loads the stemmer."""
    return np.array([hash_of(term) for term in ("过敏", *terms("allergic allergy intolerant"))], dtype=np.uint32)


@cache
def _of_eating() -> NDArray[np.uint32]:
    """The terms of illnesses that food bears on, and of what one must not eat."""
    return np.array(sorted({hash_of(term) for term in [*EATING_ZH.split(), *terms(EATING)]}), dtype=np.uint32)


def _best(sums: Floats, mask: Mask) -> NDArray[np.int64]:
    """Places of the likeliest WEIGHED that may be shown."""
    if len(sums) <= WEIGHED:
        return np.flatnonzero(mask)
    seen = np.where(mask, sums, np.float32(-np.inf))
    few = np.argpartition(seen, len(seen) - WEIGHED)[-WEIGHED:]
    return few[mask[few]]


def _whole(sums: Floats, mask: Mask, few: NDArray[np.int64], scores: Floats) -> Floats:
    """The scores of all. None that was not weighed can come among the first, since weights lie close to 1: those are
    put behind."""
    made = fuse.chances(sums) * LEAST_WEIGHT
    made[~mask] = OUT
    made[few] = scores
    return made


def _weights(part: Part, few: NDArray[np.int64], now: datetime, half_lives: Floats) -> Floats:
    head = part.heads.view
    return weights(
        head["kind"][few],
        ((micros(now) - head["recorded_at"][few]) / DAY).astype(np.float32),
        head["confidence"][few],
        head["importance"][few],
        part.recalled.view[few],
        half_lives,
    )


# --- what may be shown ----------------------------------------------------------------------------------------------
def allowed(part: Part, limits: Limits, past: bool, now: datetime) -> Mask:
    """Which memories may be shown."""
    plain = limits.kinds is None and limits.tags is None and limits.as_of is None and not past
    if not plain or limits.status != (Status.CURRENT,):
        mask = np.ones(len(part.ids), dtype=np.bool_)
        for rule in rules(part, limits, past, now).values():
            mask &= ~rule
        return mask
    mask = part.kept("current", _current)
    if not part.kept("expires", _expiring).size:
        return mask
    expires = part.heads.view["expires_at"]
    living: Mask = mask & ((expires == NEVER) | (expires > micros(now)))
    return living


def _current(part: Part) -> Mask:
    current: Mask = part.alive.view & (part.heads.view["status"] == STATUSES.index(Status.CURRENT))
    return current


def _expiring(part: Part) -> NDArray[np.int64]:
    return np.flatnonzero(part.heads.view["expires_at"] != NEVER)


def rules(part: Part, limits: Limits, past: bool, now: datetime) -> dict[str, Mask]:
    """For each rule the memories that it leaves out."""
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
            tagged[part.places_marked(mark("tag", tag))] = True
        out["it has none of the tags"] = ~tagged
    return out


# --- what each has of the questions ---------------------------------------------------------------------------------
def about(part: Part, asked: Understood) -> dict[str, Sparse]:
    """What each memory has of all questions of `asked` alike: the fields of a `Look` that no words or vectors make."""
    slot = _held(part, [mark("attribute", name) for name in asked.attributes])
    if slot is not None and (outright := _held(part, [mark("attribute", name) for name in asked.outright])) is not None:
        slot = np.maximum(slot, np.float32(OUTRIGHT) * outright)
    if (beside := _held(part, [mark("attribute", name) for name in asked.beside])) is not None:
        beside *= np.float32(BESIDE_IT * (OUTRIGHT if asked.outright else 1))
        slot = beside if slot is None else np.maximum(slot, beside)
    touched = _held(part, [mark("attribute", name) for name in asked.touches])
    protected = part.kept("protected", _protected)
    return {
        "slot": slot,
        "guard": _guard(part, asked, touched),
        "touched": None if touched is None else touched * (1 - protected),
        "other": _other_slot(part, slot, touched, asked),
        "named": _named(part, asked),
        "timed": _in_time(part, asked),
    }


def _guard(part: Part, asked: Understood, touched: Sparse) -> Sparse:
    """1 for what is protected and touched by the topic: by its slot, or as an allergy of somebody of the user's, which
    is filed under who it is. LIGHTLY for what it only may touch, but for an illness that food bears on."""
    made = touched
    if made is not None and (lightly := _held(part, [mark("attribute", name) for name in asked.lightly])) is not None:
        lightly *= 1 - part.kept("food bears on it", _eating)
        made = made * (1 - np.float32(1 - LIGHTLY) * lightly)
    if "allergy" in asked.touches:
        tells = part.kept("tells an allergy", _tells_an_allergy)
        made = tells if made is None else np.maximum(made, tells)
    return None if made is None else made * part.kept("protected", _protected)


def _eating(part: Part) -> Floats:
    made = np.zeros(len(part.ids), dtype=np.float32)
    made[part.match(_of_eating()).unit] = 1
    return made


def _tells_an_allergy(part: Part) -> Floats:
    made = np.zeros(len(part.ids), dtype=np.float32)
    made[part.match(_allergies()).unit] = 1
    return made


def _named(part: Part, asked: Understood) -> Sparse:
    """What is about a person or thing of the question, or about one that is known beside it."""
    named = _held(part, names_in(asked.focus, part))
    if (second := _held(part, [mark("entity", name) for name in asked.around])) is not None:
        second *= np.float32(SECOND_STEP)
        named = second if named is None else np.maximum(named, second)
    return named


def matched_by(part: Part, text: str, asked: Understood) -> Matched:
    """Where the terms of one question of `asked` occur."""
    return part.match(np.array([*query_terms(text).values(), *map(hash_of, asked.topic)], dtype=np.uint32))


def look_at(part: Part, matched: Matched, text: str, vector: Floats, fixed: Mapping[str, Sparse]) -> fuse.Look:
    """What each memory has of one question. `matched` is `matched_by` of it, `fixed` what `about` gave."""
    rarity = matched.idf.take(matched.term)
    rarest = np.zeros(len(part.ids), dtype=np.float32)
    np.maximum.at(rarest, matched.unit, rarity)
    held = np.bincount(matched.unit, weights=rarity.astype(np.float64), minlength=len(part.ids))
    said = part.kept("said in Chinese", _said_in_chinese)
    return fuse.Look(
        cover=(held / max(float(matched.idf.sum()), 1e-6)).astype(np.float32),
        rarest=rarest,
        length=part.kept("length", _length),
        meaning=part.near_scores(vector),
        foreign=1 - said if chinese(text) else said,
        **fixed,
    )


def _length(part: Part) -> Floats:
    return np.log1p(part.words.lengths.view)


def _said_in_chinese(part: Part) -> Floats:
    return (part.heads.view["flags"] & CHINESE > 0).astype(np.float32)


def _protected(part: Part) -> Floats:
    return (part.heads.view["flags"] & PROTECTED > 0).astype(np.float32)


def names_in(text: str, part: Part) -> list[int]:
    """Marks of entities and relations that the text names: every run of up to four words or six characters."""
    if not part.marked_at_all():
        return []
    seen = fold(text[:NAME_CHARACTERS])
    words = seen.replace("'s", " ").split()
    grams = {" ".join(words[i : i + n]).strip(".,?!;:\"'，。？！") for n in (1, 2, 3, 4) for i in range(len(words))}
    for start in range(len(seen)):
        if not seen[start].isascii():
            grams.update(seen[start : start + n] for n in range(2, 7))
    found = []
    for gram in sorted(grams - {""}):
        encoded = gram.encode("utf-8", "surrogatepass")
        found += [one for begun in _BEGUN if part.has_mark(one := crc32(encoded, begun) or 1)]
    return found


_BEGUN = tuple(crc32(f"{kind}:".encode()) for kind in ("entity", "relation"))  # `hash_of` goes on from there


def _other_slot(part: Part, slot: Sparse, touched: Sparse, asked: Understood) -> Sparse:
    """Memories that fill another slot than those asked for: near in words and meaning, but no answer."""
    if not asked.attributes:
        return None
    made = part.heads.view["attribute"] != 0
    for own in (slot, touched):
        if own is not None:
            made = made & (own == 0)
    filled: Floats = made.astype(np.float32)
    return filled


def _held(part: Part, marks: Sequence[int]) -> Sparse:
    """1 where an item carries one of the marks."""
    found = [places for one in marks if len(places := part.places_marked(one))]
    if not found:
        return None
    made = np.zeros(len(part.ids), dtype=np.float32)
    for places in found:
        made[places] = 1
    return made


def _in_time(part: Part, asked: Understood) -> Sparse:
    """1 for what was so from within the time that the query speaks of, and for an event that was going on then; less
    than 0 for an event that was over long before, whose words may be the same ("last week")."""
    if asked.since is None or asked.until is None:
        return None
    head = part.heads.view
    begin, since, until = head["valid_from"], micros(asked.since), micros(asked.until)
    made = np.zeros(len(begin), dtype=np.float32)
    event = (head["kind"] == KINDS.index(Kind.EVENT)) & (begin != NEVER)
    end = np.maximum(begin, head["valid_to"])  # NEVER is less than any
    apart = max(until - since, int(7 * DAY))  # a time in words is not meant to the day, and "Thursdays" is any of them
    made[event & (end < since - apart)] = ELSEWHEN
    within = (begin >= since) & (begin < until) | (event & (begin < until) & (end > since))
    made[within] = ANCHORED if asked.anchored else 1
    return made

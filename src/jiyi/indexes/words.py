"""Exact BM25 over the units of one part of a working set.

Postings are made when a user is loaded (one sort of all tokens: 0.5 ms for 1,000 memories) and what is added later
is scanned until it is a twentieth of the whole. Reading a term's postings costs as much as the term is frequent;
scanning all tokens for each term costs as much as the person has said, 40 times more at 50,000 turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jiyi.indexes.grown import Grown
from jiyi.language.tokens import hash_of
from jiyi.ports import Hashes

K1, B = 1.2, 0.75
# A person's first memories tell little about which words are common: so many others are imagined beside them, in
# which the commonest terms stand in two thirds and any other in a fiftieth.
OTHERS = 50.0
_FUNCTION = "喜欢爱我你他她是在有不这那么什哪个们和就都也很要会能好上下来去说想看人一到里过对没为吗呢谁几多怎"
_FREQUENT = """喜欢 什么 哪个 哪里 哪些 一个 没有 现在 可以 知道 觉得 今天 自己 怎么 多少 时候 一下 这个 那个 我们 他们
like love favourit favorit want need time day know think make good thing"""
COMMON = np.array(
    sorted(
        {*map(hash_of, _FUNCTION), *(hash_of(a + b) for a in _FUNCTION for b in _FUNCTION)}
        | {hash_of(term) for term in _FREQUENT.split()}
    ),
    dtype=np.uint32,
)
TAIL_TOKENS = 20_000  # scanned rather than sorted anew
TAIL_SHARE = 20  # … or up to this part of the whole
FEW_TOKENS = 8_000  # of all: sorting so many takes as long as scanning a tail for two questions

Floats = NDArray[np.float32]
Places = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Matched:
    """Where the terms of a query occur: one entry per (term, unit). `idf` by term; unknown terms have the most."""

    terms: Hashes  # the query's distinct terms
    term: Places  # index into `terms` and `idf`
    unit: Places
    count: Floats
    idf: Floats
    found: NDArray[np.int64]  # living units that hold the term, by term


class Words:
    """Token hashes of all units, in order of arrival."""

    def __init__(self) -> None:
        self._tokens: Grown[np.uint32] = Grown(np.uint32)
        self._unit: Grown[np.int32] = Grown(np.int32)  # the unit of each token
        self._first: Grown[np.int64] = Grown(np.int64)  # where each unit's tokens begin
        self.lengths: Grown[np.float32] = Grown(np.float32)
        self._sorted = 0  # tokens that the postings cover
        self._terms: Hashes = np.zeros(0, dtype=np.uint32)
        self._starts: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        self._posted: Places = np.zeros(0, dtype=np.int32)
        self._counts: Floats = np.zeros(0, dtype=np.float32)

    @property
    def nbytes(self) -> int:
        parts = (
            self._tokens,
            self._unit,
            self._first,
            self.lengths,
            self._terms,
            self._starts,
            self._posted,
            self._counts,
        )
        return sum(part.nbytes for part in parts)

    def add(self, tokens: Hashes, lengths: NDArray[np.int64]) -> None:
        """Take in units whose tokens stand one after the other in `tokens`."""
        first = len(self.lengths)
        units = np.repeat(np.arange(first, first + len(lengths), dtype=np.int32), lengths)
        self._first.add(np.cumsum(lengths) - lengths + len(self._tokens))
        self._tokens.add(tokens)
        self._unit.add(units)
        self.lengths.add(lengths.astype(np.float32))
        tail = len(self._tokens) - self._sorted
        few = len(self._tokens) <= FEW_TOKENS
        if few or not self._sorted or tail > max(TAIL_TOKENS, len(self._tokens) // TAIL_SHARE):
            self._sort()

    def tokens_of(self, unit: int) -> Hashes:
        """The tokens of one unit, in order."""
        first = int(self._first.view[unit])
        return self._tokens.view[first : first + int(self.lengths.view[unit])]

    def tokens_of_each(self, units: Sequence[int]) -> list[list[int]]:
        """The same of several units."""
        first, lengths, tokens = self._first.view, self.lengths.view, self._tokens.view
        starts = [first.item(unit) for unit in units]
        return [
            tokens[start : start + int(lengths.item(unit))].tolist() for start, unit in zip(starts, units, strict=True)
        ]

    def tokens_of_many(self, units: NDArray[np.int64], most: int) -> tuple[Hashes, NDArray[np.int64]]:
        """The first `most` tokens of each of these units, one after the other, and whose each is (index into
        `units`)."""
        counts = np.minimum(self.lengths.view[units].astype(np.int64), most)
        owner = np.repeat(np.arange(len(units)), counts)
        return self._tokens.view[_ranges(self._first.view[units], counts)], owner

    def _sort(self) -> None:
        tokens, units = self._tokens.view, self._unit.view
        keys = tokens.astype(np.uint64) << np.uint64(32)
        keys |= units.astype(np.uint64)
        keys.sort()
        edge = np.flatnonzero(np.diff(keys)) + 1 if len(keys) else np.zeros(0, dtype=np.int64)
        starts = np.concatenate(([0], edge)) if len(keys) else edge
        self._counts = np.diff(np.append(starts, len(keys))).astype(np.float32)
        firsts = keys[starts]
        self._posted = (firsts & np.uint64(0xFFFFFFFF)).astype(np.int32)
        terms = (firsts >> np.uint64(32)).astype(np.uint32)
        change = np.flatnonzero(np.diff(terms)) + 1 if len(terms) else np.zeros(0, dtype=np.int64)
        heads = np.concatenate(([0], change)) if len(terms) else change
        self._terms = terms[heads]
        self._starts = np.append(heads, len(terms)).astype(np.int64)
        self._sorted = len(tokens)

    def match(self, query: Hashes, alive: NDArray[np.bool_], living: int) -> Matched:
        """Where the query's distinct terms occur in living units. `living` is how many there are."""
        terms = np.array(sorted(set(query.tolist())), dtype=np.uint32)  # np.unique takes a millisecond for ten
        ranges = self._ranges_of(terms)
        unit = np.concatenate([self._posted[a:b] for a, b in ranges] or [self._posted[:0]])
        count = np.concatenate([self._counts[a:b] for a, b in ranges] or [self._counts[:0]])
        term = np.repeat(np.arange(len(terms), dtype=np.int32), [b - a for a, b in ranges])
        if self._sorted < len(self._tokens) and len(terms):
            late_term, late_unit, late_count = self._late(terms)
            term = np.concatenate((term, late_term))
            unit, count = np.concatenate((unit, late_unit)), np.concatenate((count, late_count))
        if living < len(alive):
            kept = alive[unit]
            term, unit, count = term[kept], unit[kept], count[kept]
        found = np.bincount(term, minlength=len(terms))
        return Matched(terms, term, unit, count, _idf(terms, found, living), found)

    def found(self, terms: Hashes, alive: NDArray[np.bool_], living: int) -> tuple[NDArray[np.int64], Floats]:
        """In how many living units each of these distinct terms, in order, occurs, and how rare it is."""
        ranges = self._ranges_of(terms)
        if living < len(alive):
            found = np.array([np.count_nonzero(alive[self._posted[a:b]]) for a, b in ranges], dtype=np.int64)
        else:
            found = np.array([b - a for a, b in ranges], dtype=np.int64)
        if self._sorted < len(self._tokens) and len(terms):
            late_term, late_unit, _ = self._late(terms)
            found += np.bincount(late_term[alive[late_unit]], minlength=len(terms))
        return found, _idf(terms, found, living)

    def _ranges_of(self, terms: Hashes) -> list[tuple[int, int]]:
        """Where the postings of each term lie."""
        if not len(self._terms):
            return [(0, 0)] * len(terms)
        at = np.searchsorted(self._terms, terms)
        at[at == len(self._terms)] = 0
        starts = self._starts[at]
        ends = np.where(self._terms[at] == terms, self._starts[at + 1], starts)
        return list(zip(starts.tolist(), ends.tolist(), strict=True))

    def scorer(self, matched: Matched, average: float) -> Callable[[list[int]], float]:
        """BM25 of one unit after another, by its tokens. For a few of them it takes less than `bm25` for all."""
        rarity: dict[int, float] = dict(zip(matched.terms.tolist(), matched.idf.tolist(), strict=True))

        def score(held: list[int]) -> float:
            near = K1 * (1 - B + B * len(held) / max(average, 1e-6))
            counts: dict[int, int] = {}
            for token in held:
                if token in rarity:
                    counts[token] = counts.get(token, 0) + 1
            return sum([rarity[token] * count * (K1 + 1) / (count + near) for token, count in counts.items()])

        return score

    def _late(self, terms: Hashes) -> tuple[Places, Places, Floats]:
        """Occurrences in the units that the postings do not cover yet."""
        tokens, units = self._tokens.view[self._sorted :], self._unit.view[self._sorted :]
        at = np.searchsorted(terms, tokens)
        at[at == len(terms)] = 0
        hit = terms[at] == tokens
        keys, times = np.unique((units[hit].astype(np.int64) << 32) | at[hit], return_counts=True)
        return (keys & 0xFFFFFFFF).astype(np.int32), (keys >> 32).astype(np.int32), times.astype(np.float32)


def _ranges(starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """start, start + 1, … of each range, one after the other."""
    total = int(sizes.sum())
    ends = np.cumsum(sizes)
    made: NDArray[np.int64] = np.arange(total) + np.repeat(starts - ends + sizes, sizes)
    return made


def bm25(matched: Matched, place: Places, lengths: Floats, average: float) -> Floats:
    """BM25 of every place, where `place` says which one each entry of `matched` counts for: the unit itself, or
    the session it belongs to (entries of one term and place must then be summed before: see `gather`)."""
    near = lengths * np.float32(K1 * B / max(average, 1e-6)) + np.float32(K1 * (1 - B))
    weight = near.take(place)
    weight += matched.count
    np.divide(matched.count, weight, out=weight)
    weight *= (matched.idf * np.float32(K1 + 1)).take(matched.term)
    scores: Floats = np.bincount(place, weights=weight, minlength=len(lengths)).astype(np.float32)
    return scores


def gather(matched: Matched, place: Places, places: int) -> tuple[Matched, Places]:
    """Sum the counts of each term over the units of one place. Returns entries per (term, place)."""
    terms = len(matched.idf)
    key = place.take(matched.unit)
    if places * terms > np.iinfo(np.int32).max:
        key = key.astype(np.int64)
    key = key * terms + matched.term
    sums = np.bincount(key, weights=matched.count, minlength=places * terms) if terms else np.zeros(0)
    held = np.flatnonzero(sums)
    where = (held // max(terms, 1)).astype(np.int32)
    term = (held % max(terms, 1)).astype(np.int32)
    found = np.bincount(term, minlength=terms)
    idf = _idf(matched.terms, found, places)
    return Matched(matched.terms, term, where, sums[held].astype(np.float32), idf, found), where


def _idf(terms: Hashes, found: NDArray[np.int64], living: int) -> Floats:
    """How rare each term is, with OTHERS imagined beside what is held."""
    near = COMMON[np.minimum(np.searchsorted(COMMON, terms), len(COMMON) - 1)]  # np.isin takes half a millisecond
    prior = np.where(near == terms, OTHERS * 2 / 3, OTHERS / 50)
    held = found + prior
    made: Floats = np.log1p((living + OTHERS - held + 0.5) / (held + 0.5)).astype(np.float32)
    return made

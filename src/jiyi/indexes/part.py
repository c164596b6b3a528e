"""One half of a working set: a user's memories, or episodes, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jiyi.codec import micros
from jiyi.errors import StoreCorrupt
from jiyi.indexes.grown import Columns, Grown
from jiyi.indexes.halves import widen
from jiyi.indexes.sketch import EXACT, FROM, Sketch, sketch_bytes
from jiyi.indexes.words import Floats, Matched, Places, Words, bm25, gather
from jiyi.layout import BEGINNING, HEAD, MAGIC, NEVER, PREFIX, UNIT
from jiyi.ports import Hashes, Nearest, Rows, Vectors
from jiyi.rows import ItemRow

Mask = NDArray[np.bool_]
FIXED = np.dtype([("begun", BEGINNING), ("head", HEAD)])  # what every body begins with
AT_ONCE = 128  # bodies whose vectors are read together
NOWHERE = np.zeros(0, dtype=np.int64)
COMPACT_AT = 4  # dead rows over a quarter of all: build anew


class Part:
    """Items (memories or episodes) and their units, each addressed by its place in arrival order.

    A changed item is a new place; its old one is dead. Nothing here is sealed or copied: arrays returned may be
    views, good until the next `take`.
    """

    def __init__(self, embedder: str | None = None) -> None:
        """With the name of an embedder, vectors of any other are left out: they cannot be compared with its own."""
        self._embedder = embedder
        self.dimensions = 0  # those of the first item that has vectors
        self.ids: list[str] = []
        self.places: dict[str, int] = {}
        self.heads = Columns(HEAD)
        self.alive: Grown[np.bool_] = Grown(np.bool_)
        self.recalled: Grown[np.uint32] = Grown(np.uint32)
        self.recalled_at: Grown[np.int64] = Grown(np.int64)
        self.item: Grown[np.int32] = Grown(np.int32)  # the item of each unit
        self.unit_alive: Grown[np.bool_] = Grown(np.bool_)
        self.role: Grown[np.uint8] = Grown(np.uint8)
        self.traits: Grown[np.uint8] = Grown(np.uint8)
        self.speaker: Grown[np.uint32] = Grown(np.uint32)
        self.session: Grown[np.int32] = Grown(np.int32)  # number of each unit's session
        self._sessions: dict[int, int] = {}
        self.words = Words()
        self.vectors: Grown[np.float32] = Grown(np.float32, 0)
        self.unit: Grown[np.int32] = Grown(np.int32)  # the unit of each vector
        self._marks: dict[int, list[int]] = {}
        self._chain: tuple[Places, Places] | None = None
        self._kept: dict[str | int, NDArray[Any]] = {}
        self._average: float | None = None
        self._of_sessions: tuple[Floats, float] | None = None
        self._living: int | None = None
        self._sketch: Sketch | None = None
        self._one_each = True  # each unit has one vector, in order
        self._bytes_of_ids = 0
        self.outside = 0  # so many of the first vectors are held by an engine, and here only in short
        self.stale = False  # some of those are of items that went or changed since

    def __len__(self) -> int:
        return len(self.places)

    @property
    def nbytes(self) -> int:
        """Bytes it takes, about."""
        columns = self.heads.nbytes + self.alive.nbytes + self.recalled.nbytes + self.recalled_at.nbytes
        units = self.item.nbytes + self.unit_alive.nbytes + self.role.nbytes * 6 + self.session.nbytes
        units += self.unit.nbytes
        marks = sum(64 + 8 * len(places) for places in self._marks.values())
        vectors = self.vectors.nbytes
        if self._sketch is not None:
            vectors += self._sketch.nbytes
        elif len(self.vectors) >= FROM:
            vectors += sketch_bytes(len(self.vectors), self.dimensions)  # it will be made
        return columns + units + vectors + self.words.nbytes + marks + self._bytes_of_ids

    # --- taking in --------------------------------------------------------------------------------------------
    def take(self, rows: Sequence[ItemRow], gone: Sequence[str] = ()) -> None:
        """Put or replace these items and drop those `gone`."""
        self._average = self._living = self._of_sessions = None
        self._kept = {}
        for id in gone if self.places else ():
            self._kill(id)
        for row in rows if self.places else ():
            self._kill(row.id)
        self._add(rows)
        if self._sketch is not None:
            self._sketch.add(self.vectors.view[len(self._sketch) - self.outside :])

    def let_go(self) -> None:
        """Hold the vectors in short only: an engine has taken them all in. What comes later is held in full."""
        if len(self.vectors):
            self._sketch = self._sketch or Sketch(self.vectors.view)
            self.outside += len(self.vectors)
            self.vectors = Grown(np.float32, self.dimensions)
        self.stale = False

    def crowded(self) -> bool:
        """True when so many dead rows are held that loading anew is cheaper than carrying them."""
        return len(self.ids) > 64 and (len(self.ids) - len(self.places)) * COMPACT_AT > len(self.ids)

    def _kill(self, id: str) -> None:
        place = self.places.pop(id, None)
        if place is None:
            return
        self.alive.view[place] = False
        items = self.item.view
        first, last = np.searchsorted(items, [place, place + 1])
        self.unit_alive.view[first:last] = False
        self.stale = self.stale or self.outside > 0
        self._chain = None

    def _add(self, rows: Sequence[ItemRow]) -> None:
        """Cut the bodies into columns: what they begin with tells where their sections lie, and each section of all
        becomes one array."""
        if not rows:
            return
        bodies = [row.body for row in rows]
        sizes = np.array([len(body) for body in bodies])
        if (sizes < PREFIX.size + HEAD.itemsize).any():
            raise StoreCorrupt("an item's body is too short to be one")
        fixed = np.frombuffer(b"".join([body[: FIXED.itemsize] for body in bodies]), dtype=FIXED)
        begun = fixed["begun"]
        if (begun["magic"] != MAGIC).any():
            raise StoreCorrupt("an item's body does not begin as one of this version")
        units, marks, tokens, pieces = (begun[name].astype(np.int64) for name in ("units", "marks", "tokens", "pieces"))
        width = begun["dimensions"].astype(np.int64)
        own = np.array([self._embedder in (None, row.embedder) for row in rows])
        if not self.dimensions and (pieces * width * own).any():
            self.dimensions = int(width[pieces * width * own > 0][0])
            self.vectors = Grown(np.float32, self.dimensions)
        units_at = np.full(len(rows), PREFIX.size + HEAD.itemsize)
        marks_at = units_at + units * UNIT.itemsize
        vectors_at = marks_at + 4 * marks
        tokens_at = vectors_at + 2 * pieces * width
        end = tokens_at + 4 * tokens
        if (end > sizes).any():
            raise StoreCorrupt("an item's body ends before what it says it holds")
        known = (width == self.dimensions) & own
        start = len(self.ids)
        self.places.update(zip([row.id for row in rows], range(start, start + len(rows)), strict=True))
        self.ids += [row.id for row in rows]
        self._bytes_of_ids += 150 * len(rows)  # two references, the string, its place
        if marks.any():
            self._put_marks(start, marks, np.frombuffer(_cut(bodies, marks_at, vectors_at), dtype="<u4"))
        self._put_items(rows, fixed["head"])
        self._put_units(
            start,
            units,
            np.where(known, pieces, 0) * bool(self.dimensions),
            np.frombuffer(_cut(bodies, units_at, marks_at), dtype=UNIT),
            np.frombuffer(_cut(bodies, tokens_at, end), dtype="<u4"),
        )
        if self.dimensions:
            held = np.where(known, pieces, 0)
            self.vectors.add(_vectors(bodies, vectors_at, held, self.dimensions))

    def _put_marks(self, start: int, counts: NDArray[np.int64], marks: Hashes) -> None:
        owners = np.repeat(np.arange(start, start + len(counts)), counts)
        for one, place in zip(marks.tolist(), owners.tolist(), strict=True):
            self._marks.setdefault(one, []).append(place)

    def _put_items(self, rows: Sequence[ItemRow], head: NDArray[np.void]) -> None:
        never = int(NEVER)
        self.heads.add(head)
        self.alive.add(np.ones(len(rows), dtype=np.bool_))
        self.recalled.add(np.array([row.recall_count for row in rows], dtype=np.uint32))
        times = (row.last_recalled_at for row in rows)
        self.recalled_at.add(np.array([never if at is None else micros(at) for at in times], dtype=np.int64))
        for mark in set(head["attribute"].tolist()) - {0}:
            where = np.flatnonzero(head["attribute"] == mark) + len(self.ids) - len(rows)
            self._marks.setdefault(mark, []).extend(where.tolist())

    def _put_units(
        self,
        start: int,
        unit_counts: NDArray[np.int64],
        piece_counts: NDArray[np.int64],
        units: NDArray[np.void],
        tokens: Hashes,
    ) -> None:
        item = np.repeat(np.arange(start, start + len(unit_counts), dtype=np.int32), unit_counts)
        first = len(self.item)
        pieces = units["pieces"].astype(np.int64)
        lost = np.repeat(piece_counts == 0, unit_counts)  # vectors of another model: not taken in
        pieces[lost] = 0
        sessions = self.heads.view["session"][start:].tolist()
        known = {one: self._sessions.setdefault(one, len(self._sessions)) for one in dict.fromkeys(sessions)}
        numbers = np.array([known[one] for one in sessions], dtype=np.int32)
        self.item.add(item)
        self.unit_alive.add(np.ones(len(item), dtype=np.bool_))
        self.role.add(units["role"])
        self.traits.add(units["traits"])
        self.speaker.add(units["speaker"])
        self.session.add(np.repeat(numbers, unit_counts))
        self.words.add(tokens, units["tokens"].astype(np.int64))
        self.unit.add(np.repeat(np.arange(first, first + len(item), dtype=np.int32), pieces))
        self._one_each = self._one_each and bool((pieces == 1).all())
        self._chain = None

    # --- looking up -------------------------------------------------------------------------------------------
    def kept(self, name: str | int, make: Callable[[Part], NDArray[Any]]) -> NDArray[Any]:
        """What `make` works out of the columns alone: made once and kept under its name until something changes."""
        found = self._kept.get(name)
        if found is None:
            found = self._kept[name] = make(self)
        return found

    def marked(self, mark: int) -> list[int]:
        """Places of living items that carry this mark (attribute, entity, relation, tag), in arrival order."""
        found: list[int] = self.places_marked(mark).tolist()
        return found

    def places_marked(self, mark: int) -> NDArray[np.int64]:
        """The same as an array."""
        if mark not in self._marks:
            return NOWHERE
        return self.kept(mark, lambda part: part._marked(mark))

    def _marked(self, mark: int) -> NDArray[np.int64]:
        places = np.array(self._marks[mark], dtype=np.int64)
        return places[self.alive.view[places]]

    def marked_at_all(self) -> bool:
        """Whether any item carries a mark."""
        return bool(self._marks)

    def has_mark(self, mark: int) -> bool:
        return mark in self._marks

    @property
    def sessions(self) -> int:
        """How many sessions were seen; units' session numbers lie below."""
        return len(self._sessions)

    def session_number(self, hashed: int) -> int | None:
        """The number of a session by the hash of its id."""
        return self._sessions.get(hashed)

    def chain(self) -> tuple[Places, Places]:
        """For each unit the one before and the one after it in its session (-1: none). Dead ones have neither."""
        if self._chain is None:
            count = len(self.item)
            before, after = np.full(count, -1, dtype=np.int32), np.full(count, -1, dtype=np.int32)
            living = np.flatnonzero(self.unit_alive.view).astype(np.int32)
            session = self.session.view[living]
            first = self.heads.view["first"][self.item.view[living]].astype(np.int64)
            order = living[np.lexsort((living, first, session))]
            same = self.session.view[order[:-1]] == self.session.view[order[1:]]
            left, right = order[:-1][same], order[1:][same]
            before[right], after[left] = left, right
            self._chain = before, after
        return self._chain

    def units_of_sessions(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The living units of these sessions, one session after the other, and where each session's begin (and, last,
        how many there are)."""
        order, all_edges = self.kept("by session", _by_session), self.kept("edges of sessions", _edges_of_sessions)
        starts, ends = all_edges[numbers], all_edges[numbers + 1]
        units = np.concatenate([order[:0], *(order[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True))])
        return units, np.concatenate([[0], np.cumsum(ends - starts)])

    def used(self, ids: Collection[str], at: datetime) -> None:
        """Count one use of each that is here, and here only; `Uses` brings it to the store."""
        places = [self.places[id] for id in ids if id in self.places]
        if places:
            self.recalled.view[places] += 1
            self.recalled_at.view[places] = micros(at)

    # --- scoring ----------------------------------------------------------------------------------------------
    def living(self) -> int:
        """How many units are alive."""
        if self._living is None:
            self._living = int(np.count_nonzero(self.unit_alive.view))
        return self._living

    def match(self, query: Hashes) -> Matched:
        """Where the query's terms occur."""
        return self.words.match(query, self.unit_alive.view, self.living())

    def keyword_scores(self, matched: Matched) -> Floats:
        """Exact BM25 by unit."""
        return bm25(matched, matched.unit, self.words.lengths.view, self.average_length())

    def keyword_scorer(self, matched: Matched) -> Callable[[list[int]], float]:
        """The same for one unit after another, by its tokens."""
        return self.words.scorer(matched, self.average_length())

    def average_length(self) -> float:
        """Terms of a living unit, on average."""
        if self._average is None:
            lengths = self.words.lengths.view[self.unit_alive.view]
            self._average = float(lengths.mean()) if len(lengths) else 1.0
        return self._average

    def session_scores(self, matched: Matched) -> Floats:
        """Exact BM25 of whole sessions, by session number."""
        lengths, average = self._session_lengths()
        entries, where = gather(matched, self.session.view, self.sessions)
        return bm25(entries, where, lengths, average)

    def _session_lengths(self) -> tuple[Floats, float]:
        """Terms of each session, and on average."""
        if self._of_sessions is None:
            alive = self.unit_alive.view
            counted = np.bincount(
                self.session.view[alive], weights=self.words.lengths.view[alive], minlength=self.sessions
            )
            lengths: Floats = counted.astype(np.float32)
            self._of_sessions = lengths, float(lengths.mean()) if len(lengths) else 1.0
        return self._of_sessions

    def meaning_scores(self, vector: Vectors) -> Floats:
        """Dot product with the nearest piece, by unit; 0 for a unit without vectors."""
        if self.outside:
            return self.near_scores(vector)
        if not len(self.vectors) or len(vector) != self.dimensions:
            return np.zeros(len(self.item), dtype=np.float32)
        return self._by_unit(self.vectors.view @ vector)

    def near_scores(self, vector: Vectors, near: Nearest | None = None) -> Floats:
        """The same, but in a large part only the nearest are exact; the rest are within a few hundredths. `near` is
        what the engine found, where one holds the vectors."""
        if self._sketch is None and len(self.vectors) >= FROM:  # who only looks at memories needs none
            self._sketch = Sketch(self.vectors.view)
        if self._sketch is None or len(vector) != self.dimensions:
            return self.meaning_scores(vector) if not self.outside else np.zeros(len(self.item), dtype=np.float32)
        scores = self._sketch.scores(vector)
        if not self.outside:
            nearest = np.argpartition(scores, len(scores) - EXACT)[-EXACT:]
            scores[nearest] = self.vectors.view.take(nearest, axis=0) @ vector
            return self._by_unit(scores)
        if near is not None:
            rows, held = self._rows(near)
            scores[rows] = near.scores[held]
        scores[self.outside :] = self.vectors.view @ vector  # the last word: the engine may not know of these yet
        return self._by_unit(scores)

    def _rows(self, near: Nearest) -> tuple[NDArray[np.int64], Mask]:
        """The rows of vectors that an engine names, and which of its hits they are: those that are still held."""
        places = np.array([self.places.get(id, -1) for id in near.ids], dtype=np.int64)
        units = np.searchsorted(self.item.view, places)
        rows = np.searchsorted(self.unit.view, units) + np.array(near.pieces, dtype=np.int64)
        last = np.minimum(rows, len(self.unit) - 1)
        held = (places >= 0) & (rows == last) & (self.item.view[self.unit.view[last]] == places)
        return rows[held], held

    def rows_of(self, first: int, last: int) -> Rows:
        """The vectors of the living among the items `first` to `last`, as an engine takes them in. None of them may
        be outside."""
        edges = np.searchsorted(self.unit.view, np.searchsorted(self.item.view, [first, last]))
        rows = np.arange(*edges)
        units = self.unit.view[rows]
        kept = self.unit_alive.view[units]
        rows, items = rows[kept], self.item.view[units[kept]]
        begun = np.searchsorted(self.unit.view, np.searchsorted(self.item.view, items))
        head = self.heads.view
        return Rows(
            ids=[self.ids[place] for place in items.tolist()],
            pieces=(rows - begun).tolist(),
            at=head["valid_from"][items].astype(np.int64),
            sessions=head["session"][items].view(np.int64),
            vectors=self.vectors.view[rows - self.outside],
        )

    def _by_unit(self, flat: Floats) -> Floats:
        """The best piece's score, by unit. What is no number (an embedder failed) is near nothing, so that the words
        alone decide."""
        if not np.isfinite(flat.sum()):
            flat = np.nan_to_num(flat, nan=0.0, posinf=0.0, neginf=0.0)
        if self._one_each:
            return flat
        unit = self.unit.view
        starts = np.flatnonzero(np.diff(unit, prepend=-1))
        scores = np.zeros(len(self.item), dtype=np.float32)
        scores[unit[starts]] = np.maximum.reduceat(flat, starts)
        return scores

    def vectors_of(self, units: NDArray[np.int64]) -> tuple[Floats | None, list[bool]]:
        """The first vector of each unit, and which have one here: others have none, or an engine holds it."""
        rows = units if self._one_each else self.first_vectors(units)
        held = (rows >= self.outside) & (rows < len(self.unit))
        if not held.any():
            return None, []
        return self.vectors.view.take(np.where(held, rows - self.outside, 0), axis=0), held.tolist()

    def likeness(self, units: NDArray[np.int64], best: int) -> Floats:
        """Cosine of the first vectors of units with that of `best`; 0 for itself and without vectors."""
        made = np.zeros(len(units), dtype=np.float32)
        own = self.first_vectors(np.array([best]))
        if best < 0 or own[0] < 0:
            return made
        rows = self.first_vectors(units)
        held = rows >= 0
        if self.outside:
            assert self._sketch is not None
            made[held] = self._sketch.between(rows[held], int(own[0]))
        else:
            made[held] = self.vectors.view[rows[held]] @ self.vectors.view[own[0]]
        made[units == best] = 0
        return made

    def first_vectors(self, units: NDArray[np.int64]) -> NDArray[np.int64]:
        """Row of the first vector of each unit; -1 when it has none."""
        held = self.unit.view
        rows = np.searchsorted(held, units)
        if not len(held):
            return np.full(len(units), -1)
        return np.where(held[np.minimum(rows, len(held) - 1)] == units, rows, -1)

    def best_by_item(self, scores: Floats) -> tuple[Floats, Places]:
        """The best unit's score of each item, and which unit it is."""
        items = self.item.view
        if len(items) == len(self.ids):
            return scores, np.arange(len(items), dtype=np.int32)
        starts = np.flatnonzero(np.diff(items, prepend=-1))
        best = np.maximum.reduceat(scores, starts)
        at = np.repeat(best, np.diff(np.append(starts, len(items))))
        hits = np.flatnonzero(scores == at)
        first = hits[np.unique(items[hits], return_index=True)[1]]
        return best, first.astype(np.int32)


def _by_session(part: Part) -> NDArray[np.int64]:
    living = np.flatnonzero(part.unit_alive.view)
    return living[np.argsort(part.session.view[living], kind="stable")]


def _edges_of_sessions(part: Part) -> NDArray[np.int64]:
    """Where each session's units begin in that order, and, last, how many there are."""
    return np.searchsorted(part.session.view[part.kept("by session", _by_session)], np.arange(part.sessions + 1))


def _vectors(bodies: Sequence[bytes], starts: NDArray[np.int64], pieces: NDArray[np.int64], width: int) -> Vectors:
    """The vectors of all bodies, `pieces` of each. A few bodies at a time, so that they stay in the processor's
    cache."""
    ends, stop = starts + 2 * width * pieces, np.cumsum(pieces)
    made: Vectors = np.empty((int(stop[-1]), width), dtype=np.float32)
    done = 0
    for first in range(0, len(bodies), AT_ONCE):
        some = slice(first, first + AT_ONCE)
        upto = int(stop[some][-1])
        flat = np.frombuffer(_cut(bodies[some], starts[some], ends[some]), dtype="<f2")
        widen(flat.reshape(-1, width), made[done:upto])
        done = upto
    return made


def _cut(bodies: Sequence[bytes], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> bytes:
    """The same section of every body, one after the other."""
    edges = zip(bodies, starts.tolist(), ends.tolist(), strict=True)
    return b"".join([body[start:end] for body, start, end in edges])


def present(times: NDArray[np.int64]) -> Mask:
    """Which entries of a time column hold a time."""
    held: Mask = times != NEVER
    return held

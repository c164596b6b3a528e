"""What every engine for very large users must do: the docstrings of `jiyi.ports.CandidateIndex`, with exact search as
the yardstick.

    class TestMyIndex(CandidatesContract):
        def make(self, folder):            # called for each test; `folder` is empty and the test's own
            return MyIndex(folder / "x")

Set `files = False` when deleted bytes leave the engine's files later than the call that deletes them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio
from numpy.typing import NDArray

from jiyi.indexes.engines.blocking import NOTHING
from jiyi.ports import CandidateIndex, Nearest, Rows, Vectors
from jiyi.rows import Head
from jiyi.testing.samples import ODD_NAMES

WIDTH = 48
K = (1, 10, 100, 512)
LEAST = 0.95  # of the true nearest that must be found


def around(count: int, seed: int, width: int = WIDTH) -> Vectors:
    """Unit vectors in heaps, as texts on a few topics make them; the same topics whatever the seed."""
    topics = np.random.default_rng(0).standard_normal((24, width))
    random = np.random.default_rng(seed)
    made = topics[random.integers(0, 24, count)] + 0.7 * random.standard_normal((count, width))
    unit: Vectors = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)
    return unit


def rows(vectors: Vectors, name: str = "e", first: int = 0) -> Rows:
    """Two vectors an item, ten items a session, one a second."""
    numbers = np.arange(first, first + len(vectors))
    return Rows(
        ids=[f"{name}{one // 2}" for one in numbers],
        pieces=(numbers % 2).tolist(),
        at=numbers // 2 * 1_000_000,
        sessions=numbers // 20 - 50,
        vectors=vectors,
    )


def none(width: int = WIDTH) -> Rows:
    empty = np.zeros(0, dtype=np.int64)
    return Rows(ids=(), pieces=(), at=empty, sessions=empty, vectors=np.zeros((0, width), dtype=np.float32))


def head(version: int, generation: int = 7) -> Head:
    return Head(generation=generation, version=version)


@dataclass(frozen=True, slots=True)
class Oracle:
    """Exact search."""

    held: Rows

    def nearest(self, vector: Vectors, k: int, allowed: NDArray[np.bool_] | None = None) -> set[tuple[str, int]]:
        scores = self.held.vectors @ vector
        if allowed is not None:
            scores = np.where(allowed, scores, -np.inf)
        best = np.argsort(-scores)[:k]
        return {(self.held.ids[at], self.held.pieces[at]) for at in best.tolist() if scores[at] > -np.inf}


def pairs(found: Nearest) -> list[tuple[str, int]]:
    return list(zip(found.ids, found.pieces, strict=True))


def recall(found: Sequence[tuple[str, int]], right: set[tuple[str, int]]) -> float:
    return len(set(found) & right) / max(len(right), 1)


async def fill(index: CandidateIndex, user: str, held: Rows, at: Head) -> None:
    """As a user moves in: many calls with version 0, then one that notes the version."""
    for first in range(0, len(held.ids), 500):
        part = slice(first, first + 500)
        some = Rows(
            ids=held.ids[part],
            pieces=held.pieces[part],
            at=held.at[part],
            sessions=held.sessions[part],
            vectors=held.vectors[part],
        )
        await index.take(user, head(0, at.generation), some)
    await index.take(user, at, none(held.vectors.shape[1]))


def holding(folder: Path, words: bytes) -> list[Path]:
    """Files that hold them."""
    return [path for path in folder.rglob("*") if path.is_file() and words in path.read_bytes()]


@pytest.mark.asyncio
class CandidatesContract:
    """All of it."""

    files = True
    size = 1_500  # vectors of the large user; fewer where taking in is slow

    def make(self, folder: Path) -> CandidateIndex:
        """An index, not yet open, that keeps its things in `folder`."""
        raise NotImplementedError

    @pytest_asyncio.fixture
    async def index(self, tmp_path: Path) -> AsyncIterator[CandidateIndex]:
        made = self.make(tmp_path)
        await made.open()
        yield made
        await made.close()

    async def _crowd(self, index: CandidateIndex) -> Oracle:
        """One large user among others, all of whose rows are as near to any question."""
        held = rows(around(self.size, seed=1))
        for number in range(2):
            others = rows(around(self.size // 2, seed=10 + number))
            await fill(index, f"other-{number}", others, head(1, 100 + number))
        await fill(index, "large", held, head(5))
        return Oracle(held)

    # --- finding ----------------------------------------------------------------------------------------------
    async def test_search_finds_what_exact_search_finds_when_others_are_around(self, index: CandidateIndex) -> None:
        oracle = await self._crowd(index)
        for k in K:
            found = []
            for vector in around(12, seed=99):
                hits = await index.search("large", vector, k)
                assert len(hits.ids) == len(set(pairs(hits))) == min(k, self.size)
                assert (np.diff(hits.scores) <= 1e-3).all(), "the nearest first"
                found.append(recall(pairs(hits), oracle.nearest(vector, k)))
                place = oracle.held.ids.index(hits.ids[0]) + hits.pieces[0]
                assert abs(float(oracle.held.vectors[place] @ vector) - float(hits.scores[0])) < 0.01
            assert np.mean(found) >= LEAST, f"of the nearest {k}"

    @pytest.mark.parametrize("share", [0.5, 0.1, 0.01])
    async def test_search_fills_k_when_a_filter_leaves_few(self, index: CandidateIndex, share: float) -> None:
        oracle = await self._crowd(index)
        upto = max(int(self.size / 2 * share), 4) * 1_000_000
        allowed = oracle.held.at <= upto
        found = []
        for vector in around(8, seed=98):
            hits = await index.search("large", vector, 10, upto=upto)
            assert len(hits.ids) == 10
            assert all(oracle.held.at[oracle.held.ids.index(id)] <= upto for id in hits.ids)
            found.append(recall(pairs(hits), oracle.nearest(vector, 10, allowed)))
        assert np.mean(found) >= LEAST

    async def test_search_leaves_a_session_out_when_it_holds_the_nearest(self, index: CandidateIndex) -> None:
        oracle = await self._crowd(index)
        for place in (0, self.size // 2, self.size - 1):
            vector, session = oracle.held.vectors[place], int(oracle.held.sessions[place])
            assert (oracle.held.ids[place], oracle.held.pieces[place]) in pairs(await index.search("large", vector, 1))
            hits = await index.search("large", vector, 20, without=session)
            right = oracle.nearest(vector, 20, oracle.held.sessions != session)
            assert recall(pairs(hits), right) >= LEAST
            both = await index.search("large", vector, 5, upto=int(oracle.held.at[place]) - 1, without=session)
            assert (oracle.held.ids[place], oracle.held.pieces[place]) not in pairs(both)

    async def test_search_finds_all_when_k_is_larger(self, index: CandidateIndex) -> None:
        held = rows(around(7, seed=3))
        await fill(index, "u", held, head(1))
        assert sorted(pairs(await index.search("u", held.vectors[0], 512))) == sorted(zip(held.ids, held.pieces))  # noqa: B905

    async def test_search_finds_nothing_when_the_user_is_unknown_or_empty(self, index: CandidateIndex) -> None:
        vector = around(1, seed=4)[0]
        assert pairs(await index.search("nobody", vector, 10)) == []
        assert await index.taken("nobody") == NOTHING
        assert await index.count("nobody") == await index.erase("nobody") == 0
        await index.take("empty", head(3), none())
        assert pairs(await index.search("empty", vector, 10)) == []
        assert await index.taken("empty") == head(3)

    # --- taking in --------------------------------------------------------------------------------------------
    async def test_take_replaces_an_item_when_it_comes_again(self, index: CandidateIndex) -> None:
        old, new = around(40, seed=5), around(1, seed=6)
        await fill(index, "u", rows(old), head(1))
        alone = Rows(ids=["e3"], pieces=[0], at=np.array([0]), sessions=np.array([0]), vectors=new)
        for _ in range(2):  # the same call twice has the effect of one
            await index.take("u", head(2), alone)
            assert await index.taken("u") == head(2)
            assert await index.count("u") == 39, "its second vector is gone too"
            hits = await index.search("u", new[0], 1)
            assert pairs(hits) == [("e3", 0)]
            assert float(hits.scores[0]) > 0.99
            assert ("e3", 1) not in pairs(await index.search("u", old[7], 100))

    async def test_take_drops_items_when_they_are_gone(self, index: CandidateIndex) -> None:
        old = around(40, seed=7)
        await fill(index, "u", rows(old), head(1))
        await fill(index, "v", rows(old), head(1))
        await index.take("u", head(2), none(), ["e0", "e5", "never there"])
        assert await index.count("u") == 36
        assert not {"e0", "e5"} & set((await index.search("u", old[0], 100)).ids)
        assert await index.count("v") == 40, "nothing of another user's went"

    async def test_take_starts_anew_when_the_generation_is_another(self, index: CandidateIndex) -> None:
        await fill(index, "u", rows(around(40, seed=8)), head(9))
        await index.take("u", head(1, generation=8), rows(around(4, seed=9), "new"))
        assert await index.count("u") == 4
        assert await index.taken("u") == head(1, generation=8)

    async def test_taken_tells_nothing_to_rely_on_when_a_fill_was_cut_off(
        self, index: CandidateIndex, tmp_path: Path
    ) -> None:
        await index.take("u", head(0), rows(around(40, seed=11)))
        assert not (await index.taken("u")).version
        await index.close()
        again = self.make(tmp_path)
        await again.open()
        assert not (await again.taken("u")).version
        assert await again.erase("u") == 0
        await fill(again, "u", rows(around(20, seed=12)), head(4))
        assert (await again.taken("u"), await again.count("u")) == (head(4), 20)
        await again.close()

    async def test_index_is_as_before_when_opened_again(self, index: CandidateIndex, tmp_path: Path) -> None:
        held = rows(around(200, seed=13))
        await fill(index, "u", held, head(3))
        await index.take("u", head(4), none(), ["e1"])
        before = pairs(await index.search("u", held.vectors[50], 20))
        await index.close()
        await index.close()
        again = self.make(tmp_path)
        await again.open()
        assert await again.taken("u") == head(4)
        assert await again.count("u") == 198
        assert pairs(await again.search("u", held.vectors[50], 20)) == before
        await again.close()

    # --- strangers, and erasing ---------------------------------------------------------------------------------
    async def test_users_stay_strangers_when_their_names_look_alike(self, index: CandidateIndex) -> None:
        vectors = around(len(ODD_NAMES) * 2, seed=14)
        for number, user in enumerate(ODD_NAMES):
            own = rows(vectors[number * 2 : number * 2 + 2], f"{number}-")
            await index.take(user, head(1, 1_000 + number), own)
        erased = ODD_NAMES[3]
        assert await index.erase(erased) == 0
        for number, user in enumerate(ODD_NAMES):
            found = await index.search(user, vectors[number * 2], 10)
            right = [] if user == erased else [(f"{number}-0", 0), (f"{number}-0", 1)]
            assert sorted(pairs(found)) == right, ascii(user)

    async def test_items_come_back_by_their_ids_when_those_are_odd(self, index: CandidateIndex) -> None:
        vectors, zero = around(len(ODD_NAMES), seed=15), np.zeros(len(ODD_NAMES), dtype=np.int64)
        odd = Rows(ids=list(ODD_NAMES), pieces=[0] * len(ODD_NAMES), at=zero, sessions=zero, vectors=vectors)
        await index.take("u", head(1), odd)
        for id, vector in zip(ODD_NAMES, vectors, strict=True):
            assert pairs(await index.search("u", vector, 1)) == [(id, 0)], ascii(id)
        await index.take("u", head(2), none(), list(ODD_NAMES[::2]))
        assert await index.count("u") == len(ODD_NAMES[1::2])

    async def test_erase_leaves_nothing_when_the_user_goes(self, index: CandidateIndex, tmp_path: Path) -> None:
        marked = rows(around(60, seed=16), "ERASED-ITEM-")
        await fill(index, "u", marked, head(1))
        await fill(index, "v", rows(around(60, seed=17), "kept-"), head(1))
        assert await index.erase("u") == 0
        assert await index.count("u") == 0
        assert await index.taken("u") == NOTHING
        assert pairs(await index.search("u", marked.vectors[0], 100)) == []
        assert await index.count("v") == 60
        await index.close()
        if self.files:
            assert not holding(tmp_path, b"ERASED-ITEM-")
        again = self.make(tmp_path)
        await again.open()
        assert await again.count("u") == 0
        assert await again.count("v") == 60
        await again.close()

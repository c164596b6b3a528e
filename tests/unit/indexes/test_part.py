"""Working sets: exact scores, deltas, and the cache."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jiyi import codec
from jiyi.errors import StoreCorrupt
from jiyi.indexes.grown import Grown
from jiyi.indexes.part import Part
from jiyi.indexes.sketch import Sketch
from jiyi.indexes.uses import Uses
from jiyi.indexes.words import K1, B, _idf
from jiyi.indexes.working_set import WorkingSets
from jiyi.language.passages import episode_tokens
from jiyi.language.tokens import hash_of, hashes, terms
from jiyi.layout import PREFIX, mark
from jiyi.records import Action, Episode, Kind, MemoryRecord
from jiyi.rows import ChangeRow, ItemRow, Loaded, Write
from jiyi.stores.memory import MemoryStore

AT = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = ("tea", "coffee", "milk", "river", "stone", "茶", "山", "水")
sentences = st.lists(st.sampled_from(WORDS), min_size=0, max_size=6).map(" ".join)


def row(id: str, text: str, seed: int = 0, *, dimensions: int = 8, **more: object) -> ItemRow:
    vector = np.random.default_rng(seed).standard_normal((1, dimensions)).astype(np.float32)
    record = MemoryRecord(id=id, user="u", kind=Kind.FACT, content=text, recorded_at=AT, **more)  # type: ignore[arg-type]
    return ItemRow(id=id, body=codec.memory_body(record, vector / np.linalg.norm(vector), hashes(text)))


def turn(id: str, session: str, first: int, *parts: tuple[str, str]) -> ItemRow:
    episode = Episode(id=id, user="u", session=session, first=first, last=first + 1, at=AT, parts=parts)
    vectors = np.eye(len(parts), 8, dtype=np.float32)
    return ItemRow(id=id, body=codec.episode_body(episode, vectors, episode_tokens(parts)))


def naive(texts: dict[str, str], query: str) -> dict[str, float]:
    """BM25 as it is written in the books."""
    held = {id: terms(text) for id, text in texts.items()}
    average = sum(map(len, held.values())) / max(len(held), 1)
    scores = {}
    for id, found in held.items():
        counts, total = Counter(found), 0.0
        for term in set(terms(query)):
            have = sum(term in other for other in held.values())
            idf = float(_idf(np.array([hash_of(term)], dtype=np.uint32), np.array([have]), len(held))[0])
            near = counts[term] + K1 * (1 - B + B * len(found) / max(average, 1e-6))
            total += idf * counts[term] * (K1 + 1) / near if counts[term] else 0.0
        scores[id] = total
    return scores


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), sentences), max_size=30), st.lists(st.integers(0, 9)), sentences)
def test_keyword_scores_are_bm25_when_items_come_change_and_go(
    puts: list[tuple[int, str]], gone: list[int], query: str
) -> None:
    part, texts = Part(), {}
    for number, text in puts:
        part.take([row(f"m{number}", text)])
        texts[f"m{number}"] = text
    part.take([], [f"m{number}" for number in gone])
    for number in gone:
        texts.pop(f"m{number}", None)
    scores = part.keyword_scores(part.match(hashes(query)))
    wanted = naive(texts, query)
    assert set(part.places) == set(texts)
    for id, score in wanted.items():
        assert abs(scores[part.places[id]] - score) < 1e-3


def test_keyword_scores_are_the_same_when_the_tail_is_scanned() -> None:
    whole, grown = Part(), Part()
    rows = [row(f"m{i}", " ".join(WORDS[(i * j) % 8] for j in range(1, 5))) for i in range(50)]
    whole.take(rows)
    for one in rows:
        grown.take([one])
    query = hashes("tea river 茶")
    assert np.allclose(whole.keyword_scores(whole.match(query)), grown.keyword_scores(grown.match(query)))


def test_near_scores_are_exact_for_the_nearest_when_the_part_is_large() -> None:
    draw = np.random.default_rng(3)
    mixed = draw.standard_normal((24, 64)).astype(np.float32)  # real vectors lie near few directions
    vectors = draw.standard_normal((6_000, 24)).astype(np.float32) @ mixed
    vectors += 0.3 * draw.standard_normal(vectors.shape).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    record = MemoryRecord(id="x", user="u", kind=Kind.FACT, content="tea", recorded_at=AT)
    part = Part()
    rows = [
        ItemRow(id=f"m{i}", body=codec.memory_body(record, vectors[i : i + 1], hashes("tea"))) for i in range(6_000)
    ]
    part.take(rows[:5_000])
    exact, near = part.meaning_scores(vectors[7]), part.near_scores(vectors[7])
    best = np.argsort(-exact)[:20]
    assert np.array_equal(np.argsort(-near)[:20], best)
    assert np.abs(exact - near).max() < 0.2
    part.take(rows[5_000:])
    assert part.near_scores(vectors[5_500]).argmax() == 5_500


def test_sketch_keeps_the_dot_product_when_all_components_are_kept() -> None:
    vectors = np.random.default_rng(1).standard_normal((50, 16)).astype(np.float32)
    sketch = Sketch(vectors)
    assert np.allclose(sketch.scores(vectors[3] - sketch._mean), vectors @ (vectors[3] - sketch._mean), atol=1e-3)


def test_chain_links_turns_of_a_session_when_they_come_out_of_order() -> None:
    part = Part()
    part.take(
        [
            turn("b", "s", 3, ("user", "second"), ("assistant", "answer")),
            turn("x", "t", 1, ("user", "other")),
            turn("a", "s", 1, ("user", "first")),
        ]
    )
    before, after = part.chain()
    # units: b user 0, b assistant 1, x 2, a 3
    assert before.tolist() == [3, 0, -1, -1]
    assert after.tolist() == [1, -1, -1, 0]
    part.take([], ["b"])
    assert part.chain()[1].tolist() == [-1, -1, -1, -1]


def test_marked_finds_items_when_they_carry_a_mark() -> None:
    part = Part()
    part.take([row("a", "tea", attribute="drink", entities=("Ann",)), row("b", "milk", tags=("x",))])
    assert part.marked(mark("attribute", "drink")) == [0]
    assert part.marked(mark("entity", "ANN")) == [0]
    assert part.marked(mark("tag", "x")) == [1]
    part.take([row("a", "tea")])
    assert part.marked(mark("entity", "Ann")) == []


def test_best_by_item_takes_the_best_part_when_an_episode_has_several() -> None:
    part = Part()
    part.take([turn("a", "s", 1, ("user", "tea"), ("assistant", "coffee milk")), turn("b", "s", 3, ("user", "milk"))])
    scores, unit = part.best_by_item(np.array([1, 5, 2], dtype=np.float32))
    assert scores.tolist() == [5, 2]
    assert unit.tolist() == [1, 2]


def test_meaning_scores_are_zero_when_vectors_are_of_another_size() -> None:
    part = Part()
    part.take([row("a", "tea"), row("b", "tea", dimensions=4)])
    assert part.meaning_scores(np.ones(4, dtype=np.float32)).tolist() == [0, 0]
    scores = part.meaning_scores(np.ones(8, dtype=np.float32))
    assert scores[0] != 0
    assert scores[1] == 0


class Counting(MemoryStore):
    """Counts loads, and is slow enough for them to meet."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[int] = []

    async def load(self, user: str, since: int = 0) -> Loaded:
        self.loads.append(since)
        await asyncio.sleep(0.01)
        return await super().load(user, since)


def _write(*rows: ItemRow, removed: tuple[str, ...] = ()) -> Write:
    refs = [one.id for one in rows] + list(removed)
    body = codec.change_body("test", "", {})
    changes = tuple(ChangeRow(version=0, action=Action.ADD, ref=ref, at=AT, body=body) for ref in refs)
    return Write(memories=rows, removed=removed, changes=changes)


async def _store() -> Counting:
    store = Counting()
    await store.open()
    return store


async def test_of_loads_once_when_many_ask_at_once() -> None:
    store = await _store()
    await store.apply("u", _write(row("a", "tea")))
    sets = WorkingSets(store, 2**30)
    found = await asyncio.gather(*(sets.of("u") for _ in range(20)))
    assert store.loads == [0]
    assert len({id(one) for one, _ in found}) == 1


async def test_of_takes_the_delta_when_the_log_moved_on() -> None:
    store = await _store()
    await store.apply("u", _write(row("a", "tea"), row("b", "milk")))
    sets = WorkingSets(store, 2**30)
    await sets.of("u")
    await store.apply("u", _write(row("c", "stone"), removed=("a",)))
    held, how = await sets.of("u")
    assert (how, sorted(held.memories.places)) == ("delta", ["b", "c"])
    assert (await sets.of("u"))[1] == "warm"


async def test_of_loads_anew_when_the_user_was_erased() -> None:
    store = await _store()
    await store.apply("u", _write(row("a", "tea")))
    sets = WorkingSets(store, 2**30)
    await sets.of("u")
    await store.erase("u")
    held, _ = await sets.of("u")
    assert len(held.memories) == 0
    await store.apply("u", _write(row("z", "milk")))
    held, how = await sets.of("u")
    assert (how, sorted(held.memories.places)) == ("cold", ["z"])


async def test_of_lets_the_oldest_go_when_bytes_run_out() -> None:
    store = await _store()
    for user in "abc":
        await store.apply(user, _write(*(row(f"{user}{i}", "tea milk") for i in range(50))))
    sets = WorkingSets(store, 2**30)
    await sets.of("a")
    sets = WorkingSets(store, int(sets.nbytes * 2.5))
    for user in "abc":
        await sets.of(user)
    assert len(sets) == 2
    assert (await sets.of("c"))[1] == "warm"
    assert (await sets.of("a"))[1] == "cold"
    await store.apply("a", _write(*(row(f"a{i}", "tea, milk and stone") for i in range(20)), removed=("a40",)))
    assert (await sets.of("a"))[1] == "delta"
    await sets.renew("c")
    assert sets.nbytes == sum([(await sets.of(user))[0].nbytes for user in "ca"])
    sets.drop("a")
    sets.drop("a")
    assert sets.nbytes == (await sets.of("c"))[0].nbytes


def test_add_leaves_little_room_when_an_array_is_large() -> None:
    grown: Grown[np.float32] = Grown(np.float32, 4)
    grown.add(np.ones((10_000, 4), dtype=np.float32))
    for _ in range(3):
        grown.add(np.zeros((1, 4), dtype=np.float32))
    assert grown.nbytes < 1.15 * 10_003 * 4 * 4
    assert grown.view.sum() == 40_000


async def test_uses_are_written_in_one_go_when_flushed() -> None:
    store = await _store()
    await store.apply("u", _write(row("a", "tea")))
    uses = Uses()
    for hours in range(3):
        uses.add("u", "a", AT + timedelta(hours=hours))
    uses.add("v", "b", AT)
    uses.drop("v")
    assert await uses.flush(store) == 1
    (held,) = await store.fetch("u", ["a"])
    assert (held.recall_count, held.last_recalled_at) == (3, AT + timedelta(hours=2))
    assert await uses.flush(store) == 0


@pytest.mark.parametrize("cut", [1, 20, 60, 95])
def test_damaged_bodies_are_corrupt_when_taken_in(cut: int) -> None:
    rows = [row(f"m{n}", f"I like tea number {n}.") for n in range(3)]
    short = rows[1]._replace(body=rows[1].body[: PREFIX.size + cut])
    with pytest.raises(StoreCorrupt):
        Part().take([rows[0], short, rows[2]])


def test_part_is_the_same_when_rows_come_at_once_or_one_by_one() -> None:
    rows = [row(f"m{n}", f"I like tea number {n} and {'cake ' * (n % 3)}.") for n in range(40)]
    whole, slow = Part(), Part()
    whole.take(rows)
    for one in rows:
        slow.take([one])
    assert whole.ids == slow.ids
    assert whole.places == slow.places
    assert (whole.vectors.view == slow.vectors.view).all()
    for unit in range(40):
        assert (whole.words.tokens_of(unit) == slow.words.tokens_of(unit)).all()
    whole.take(rows[:5])  # an array that was taken over is not written by a later change
    assert len(whole) == 40
    assert int(whole.alive.view.sum()) == 40

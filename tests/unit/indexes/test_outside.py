"""A part whose vectors an engine holds: what it keeps in short, and what it makes of the engine's answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np

from jiyi import codec
from jiyi.indexes.engines.qdrant import QdrantIndex
from jiyi.indexes.part import Part
from jiyi.indexes.sketch import FROM
from jiyi.language.passages import episode_tokens
from jiyi.ports import Nearest, Vectors
from jiyi.records import Episode
from jiyi.rows import ItemRow
from jiyi.testing.candidates_contract import around

START = datetime(2026, 1, 1, tzinfo=UTC)
WIDTH = 64


def episodes(vectors: Vectors, first: int = 0) -> list[ItemRow]:
    """Two vectors each: what was said and what was answered."""
    found = []
    for number in range(len(vectors) // 2):
        parts = (("user", f"said {number}"), ("assistant", f"answered {number}"))
        one = Episode(
            id=f"e{first + number}", user="u", session=f"s{number // 4}", first=1, last=2,
            at=START + timedelta(seconds=first + number), parts=parts, language="en",
        )  # fmt: skip
        body = codec.episode_body(one, vectors[number * 2 : number * 2 + 2], episode_tokens(parts))
        found.append(ItemRow(id=one.id, body=body, embedder="m"))
    return found


def filled(count: int) -> tuple[Part, Vectors]:
    vectors = around(count, seed=1, width=WIDTH)
    part = Part("m")
    part.take(episodes(vectors))
    return part, vectors.astype(np.float16).astype(np.float32)


def test_rows_of_gives_each_living_vector_once_when_asked_in_pieces() -> None:
    part, vectors = filled(200)
    part.take([], gone=["e7", "e99"])
    some = [part.rows_of(first, min(first + 33, 100)) for first in range(0, 100, 33)]
    named = [(id, piece) for one in some for id, piece in zip(one.ids, one.pieces, strict=True)]
    right = [(f"e{n}", piece) for n in range(100) if n not in (7, 99) for piece in (0, 1)]
    assert named == right
    held = np.vstack([one.vectors for one in some])
    assert np.allclose(held, vectors[[int(id[1:]) * 2 + piece for id, piece in right]])
    assert some[0].at[2] == codec.micros(START + timedelta(seconds=1))


def test_near_scores_are_exact_where_the_engine_or_the_tail_tells() -> None:
    part, vectors = filled(400)
    question = around(1, seed=2, width=WIDTH)[0]
    part.let_go()
    assert part.outside == 400
    assert len(part.vectors) == 0
    late = around(20, seed=3, width=WIDTH)
    part.take(episodes(late, 500))
    near = Nearest(ids=["e3", "e150", "never"], pieces=[1, 0, 0], scores=np.array([0.5, 0.25, 0.9], dtype=np.float32))
    scores = part.near_scores(question, near)
    assert (scores[7], scores[300]) == (0.5, 0.25)
    assert np.allclose(scores[400:], late.astype(np.float16).astype(np.float32) @ question, atol=1e-3)
    others = np.delete(np.arange(400), [7, 300])
    assert np.abs(scores[others] - (vectors @ question)[others]).max() < 0.05, "by the sketch"


def test_near_scores_trust_the_tail_when_the_engine_names_what_changed_since() -> None:
    part, _ = filled(400)
    part.let_go()
    assert not part.stale
    new = around(2, seed=4, width=WIDTH)
    part.take(episodes(new, 3))  # e3 comes again with other words
    assert part.stale
    near = Nearest(ids=["e3", "e3"], pieces=[0, 7], scores=np.array([0.99, 0.98], dtype=np.float32))
    scores = part.near_scores(new[1], near)
    assert scores[part.item.view == part.places["e3"]][1] > 0.99
    assert abs(scores[part.item.view == part.places["e3"]][0] - float(new[0] @ new[1])) < 0.01


def test_likeness_is_about_the_cosine_when_vectors_are_outside() -> None:
    part, vectors = filled(FROM)
    exact = part.likeness(np.arange(60), 5)
    part.let_go()
    assert np.allclose(exact, np.where(np.arange(60) == 5, 0, vectors[:60] @ vectors[5]), atol=0.01)
    assert np.abs(part.likeness(np.arange(60), 5) - exact).max() < 0.05
    assert not part.likeness(np.arange(60), -1).any()


def test_part_takes_less_when_vectors_are_outside() -> None:
    vectors = around(FROM, seed=5, width=512)
    part = Part("m")
    part.take(episodes(vectors))
    before = part.nbytes
    part.let_go()
    assert before - part.nbytes == 512 * 4 * FROM


def test_place_holds_no_credentials_when_the_url_does() -> None:
    assert QdrantIndex("http://me:secret@host:6333").place == "qdrant:http://host:6333"

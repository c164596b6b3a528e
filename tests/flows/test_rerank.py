"""A reranker over recall: what it may change, and that its failure changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from jiyi.errors import ModelUnavailable
from jiyi.memory import AsyncMemory
from jiyi.models.rerank import LocalReranker, Score
from jiyi.settings import Settings, WorkerSettings

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
KEPT = ("我对花生过敏", "I live in Porto.", "My sister lives in Lyon.", "I used to play the cello.", "我晚饭常吃面条")


def shortest(query: str, texts: list[str]) -> Sequence[float]:
    return [-float(len(text)) for text in texts]


def failing(query: str, texts: list[str]) -> Sequence[float]:
    raise ModelUnavailable("the reranker does not answer")


def one_short(query: str, texts: list[str]) -> Sequence[float]:
    return [1.0]


async def _asked(score: Score | None, query: str) -> tuple[list[str], list[float], str]:
    """The contents of the hits, their scores, and what the trace says of the reranker."""
    settings = Settings(worker=WorkerSettings(inside=False))
    reranker = None if score is None else LocalReranker("judge", lambda: score)
    async with AsyncMemory.open(":memory:", settings, reranker=reranker, clock=lambda: NOW) as memory:
        for content in KEPT:
            await memory.remember("u", content)
        found = await memory.recall("u", query)
    if reranker is not None:
        await reranker.close()
    note = next((stage.notes[0] for stage in found.trace.stages if stage.name == "rerank"), "")
    return [hit.content for hit in found], [hit.score for hit in found], note


async def test_recall_takes_the_rerankers_order_when_it_has_one() -> None:
    order, scores, note = await _asked(
        lambda query, texts: [float("Lyon" in text) for text in texts], "where do I live?"
    )
    assert "Lyon" in order[0]
    assert scores == sorted(scores, reverse=True)
    assert note.startswith("judge read the best ")


@pytest.mark.parametrize("score", [failing, one_short])
async def test_recall_answers_as_before_and_says_so_when_the_reranker_fails(score: Score) -> None:
    order, _, note = await _asked(score, "where do I live?")
    assert order == (await _asked(None, "where do I live?"))[0]
    assert note.startswith("judge failed")


async def test_recall_keeps_the_allergy_in_its_place_when_the_reranker_does_not_see_why() -> None:
    without, _, _ = await _asked(None, "今天晚饭吃什么？")
    order, _, _ = await _asked(lambda query, texts: [float("面条" in text) for text in texts], "今天晚饭吃什么？")
    assert order.index("我对花生过敏") <= without.index("我对花生过敏")


async def test_recall_has_no_stage_of_reranking_when_there_is_no_reranker() -> None:
    assert (await _asked(None, "where do I live?"))[2] == ""

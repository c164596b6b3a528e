"""Rerankers against a real server on loopback, and what is said when a package is missing."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from jiyi.errors import InvalidInput, ModelReplyInvalid, ModelUnavailable, NotInstalled
from jiyi.models.endpoint import Patience
from jiyi.models.opening import open_reranker
from jiyi.models.rerank import HttpReranker, LocalReranker, onnx
from jiyi.settings import Settings

QUICK = Patience(timeout=5, tries=2, backoff=0.01, longest_wait=0.5)
TEXTS = ["I moved to Bergen.", "我不吃香菜。", ""]


def jina(*scores: float) -> tuple[int, Any]:
    """As Jina, Infinity and vLLM answer: best first."""
    rows = [{"index": i, "relevance_score": score} for i, score in enumerate(scores)]
    return 200, {"model": "m", "results": sorted(rows, key=lambda row: -row["relevance_score"])}


def tei(*scores: float) -> tuple[int, Any]:
    rows = [{"index": i, "score": score} for i, score in enumerate(scores)]
    return 200, sorted(rows, key=lambda row: -row["score"])


async def asked(url: str, model: str = "m1", **options: Any) -> list[float]:
    one = HttpReranker(url, model, **options, patience=QUICK)
    try:
        return list(await one.rerank("where do I live?", TEXTS))
    finally:
        await one.close()


async def test_rerank_gives_scores_in_order_of_the_texts_when_results_come_best_first(served: Any) -> None:
    served.script = [jina(0.1, 0.7, 0.2)]
    assert await asked(served.url, key="not-a-real-key-1") == [0.1, 0.7, 0.2]
    assert served.paths == ["/v1/rerank"]
    assert served.headers[0]["Authorization"] == "Bearer not-a-real-key-1"
    request = served.requests[0]
    assert (request["model"], request["query"], request["top_n"]) == ("m1", "where do I live?", 3)
    assert request["documents"] == ["I moved to Bergen.", "我不吃香菜。", "-"]


async def test_rerank_speaks_as_tei_when_no_model_is_named(served: Any) -> None:
    served.script = [tei(-3.0, 2.5, 0.0)]
    assert await asked(served.url, "") == [-3.0, 2.5, 0.0]
    assert served.requests[0] == {
        "query": "where do I live?",
        "texts": ["I moved to Bergen.", "我不吃香菜。", "-"],
        "truncate": True,
    }


async def test_rerank_tries_the_other_shape_once_and_remembers_when_the_first_is_refused(served: Any) -> None:
    served.script = [(422, {"error": {"code": "missing"}}), tei(1.0, 2.0, 3.0)]
    one = HttpReranker(served.url + "/rerank", "m1", patience=QUICK)
    assert list(await one.rerank("q", TEXTS)) == [1.0, 2.0, 3.0]
    assert list(await one.rerank("q", TEXTS)) == [1.0, 2.0, 3.0]
    assert ["documents" in request for request in served.requests] == [True, False, False]
    await one.close()


@pytest.mark.parametrize(
    "answer",
    [
        (200, {"results": [{"index": 0, "relevance_score": 1.0}]}),
        (200, {"results": [{"index": 7, "relevance_score": 1.0}]}),
        (200, {"answer": "none"}),
        (200, {"results": [{"index": i, "relevance_score": "high"} for i in range(3)]}),
        (200, b"not json"),
    ],
)
async def test_rerank_says_that_the_reply_is_invalid_when_scores_are_missing(served: Any, answer: Any) -> None:
    served.script = [answer]
    with pytest.raises(ModelReplyInvalid):
        await asked(served.url)


async def test_rerank_is_unavailable_when_the_server_fails(served: Any) -> None:
    served.script = [(503, {})]
    with pytest.raises(ModelUnavailable):
        await asked(served.url)


async def test_rerank_asks_in_parts_when_there_are_more_texts_than_a_server_takes(served: Any) -> None:
    served.script = [tei(*range(32)), tei(*range(18))]
    one = HttpReranker(served.url, patience=QUICK)
    scores = await one.rerank("q", [f"text {i}" for i in range(50)])
    assert list(scores) == [*range(32), *range(18)]
    assert [request["texts"][0] for request in served.requests] == ["text 0", "text 32"]
    await one.close()


async def test_rerank_asks_nobody_when_there_is_nothing_to_score(served: Any) -> None:
    one = HttpReranker(served.url, "m1", patience=QUICK)
    assert list(await one.rerank("q", [])) == []
    assert served.requests == []
    await one.close()


async def test_local_reranker_scores_in_its_thread_when_the_model_has_loaded() -> None:
    one = LocalReranker("lengths", lambda: lambda query, texts: [float(len(query + text)) for text in texts])
    assert list(await one.rerank("ab", ["c", "def"])) == [3.0, 5.0]
    await one.close()


@pytest.mark.skipif(importlib.util.find_spec("onnxruntime") is not None, reason="onnxruntime is here")
async def test_onnx_reranker_names_what_to_install_when_its_package_is_missing(tmp_path: Path) -> None:
    one = onnx(str(tmp_path))
    with pytest.raises(NotInstalled, match="pip install onnxruntime"):
        await one.rerank("q", ["a"])
    await one.close()


def test_open_reranker_gives_none_when_none_is_set() -> None:
    assert open_reranker(Settings()) is None


@pytest.mark.parametrize("name", ["http", "onnx:", "best", "sentence-transformers"])
def test_open_reranker_refuses_when_the_name_or_its_url_is_missing(name: str) -> None:
    with pytest.raises(InvalidInput):
        open_reranker(Settings(reranker=name))


def test_open_reranker_gives_the_one_that_the_settings_name() -> None:
    found = open_reranker(Settings(reranker="http:bge-reranker-v2-m3", reranker_url="http://127.0.0.1:9/v1"))
    assert found is not None and found.name == "rerank:bge-reranker-v2-m3"

"""Each model gets before a text what it was trained with."""

from __future__ import annotations

import pytest

from jiyi.models.prefixes import NONE, prefix_of


@pytest.mark.parametrize(
    ("model", "query", "document"),
    [
        ("intfloat/multilingual-e5-small", "query: x", "passage: x"),
        ("e5-large-v2", "query: x", "passage: x"),
        ("BAAI/bge-small-zh-v1.5", "为这个句子生成表示以用于检索相关文章：x", "x"),
        ("BAAI/bge-large-en-v1.5", "Represent this sentence for searching relevant passages: x", "x"),
        ("nomic-embed-text:v1.5", "search_query: x", "search_document: x"),
        ("embeddinggemma:300m", "task: search result | query: x", "title: none | text: x"),
    ],
)
def test_prefix_stands_before_the_text_when_the_model_wants_one(model: str, query: str, document: str) -> None:
    prefix = prefix_of(model)
    assert (prefix.before("x", "query"), prefix.before("x", "document")) == (query, document)


@pytest.mark.parametrize("model", ["intfloat/multilingual-e5-large-instruct", "Qwen/Qwen3-Embedding-0.6B"])
def test_prefix_is_an_instruction_for_questions_only_when_the_model_follows_instructions(model: str) -> None:
    prefix = prefix_of(model)
    assert prefix.before("x", "query").startswith("Instruct: ") and prefix.before("x", "query").endswith("Query: x")
    assert prefix.before("x", "document") == "x"


@pytest.mark.parametrize("model", ["bge-m3", "text-embedding-3-small", "some-house-e500-model", ""])
def test_prefix_is_empty_when_the_model_wants_none_or_is_unknown(model: str) -> None:
    assert prefix_of(model) is NONE


def test_request_names_the_purpose_when_the_endpoint_takes_it_apart() -> None:
    prefix = prefix_of("jina-embeddings-v3")
    assert (prefix.request("query"), prefix.request("document")) == (
        {"task": "retrieval.query"},
        {"task": "retrieval.passage"},
    )

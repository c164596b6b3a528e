from __future__ import annotations

import pytest

from jiyi.language.count import PER_MESSAGE, PER_REPLY, cached, message_tokens, messages_tokens, table_of, tokenizer
from jiyi.language.estimate import CL100K, O200K, estimate

TEXTS = [
    "我住在杭州，不吃香菜，最近在学吉他。",
    "I moved to Porto last year and I work as a nurse.",
    "下周三下午三点和王经理在国贸开会，记得带合同。",
    "def add(a: int, b: int) -> int:\n    return a + b\n",
    "| name | age |\n|------|-----|\n| Ann  | 31  |\n",
    "訂單編號 20261126-0042，總計 1,299.00 元",
    "😀🍜👍 太好吃了!!!",
    "https://example.org/a/b?c=1&d=2#top",
    "4f3c2b1a-9d8e-7f6a-5b4c-3d2e1f0a9b8c",
    "龘靐齉爩𠮷㐂",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "the quick brown fox jumps over the lazy dog " * 20,
    "今天天气不错我们去公园散步吧" * 20,
]


@pytest.mark.parametrize(
    ("model", "table"),
    [
        ("gpt-4o", "o200k_base"),
        ("openai/gpt-4o-mini-2024-07-18", "o200k_base"),
        ("gpt-4.1-nano", "o200k_base"),
        ("gpt-5.1", "o200k_base"),
        ("o3-mini", "o200k_base"),
        ("ft:gpt-4o-mini:acme::abc", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("gpt-4-turbo", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("claude-sonnet-4", None),
        ("qwen-max", None),
        ("ollama-thing", None),
    ],
)
def test_table_of_knows_the_model(model: str, table: str | None) -> None:
    assert table_of(model) == table


@pytest.mark.parametrize("text", TEXTS)
def test_estimate_errs_above_when_the_table_is_known(text: str) -> None:
    for model, weights in (("gpt-4o", O200K), ("gpt-4", CL100K)):
        real = tokenizer(model).count(text)
        assert real <= estimate(text, weights) <= 2 * real + 12


@pytest.mark.parametrize("model", ["claude-sonnet-4", "qwen-max", "deepseek-chat", "a-model-nobody-knows"])
def test_tokenizer_errs_above_both_tables_when_the_model_is_another(model: str) -> None:
    counter = tokenizer(model)
    assert not counter.exact
    for text in TEXTS:
        assert counter.count(text) >= max(tokenizer("gpt-4").count(text), tokenizer("gpt-4o").count(text))


def test_count_takes_any_text() -> None:
    for model in ("gpt-4o", "claude-x"):
        for text in ("", "\0", "\ud800", "￿" * 3, "\u200d"):
            assert tokenizer(model).count(text) >= 0


def test_messages_tokens_counts_overhead_names_and_calls() -> None:
    count = tokenizer("gpt-4o").count
    plain = {"role": "user", "content": "hello"}
    assert message_tokens(plain, count) == PER_MESSAGE + 1
    assert messages_tokens([plain, plain], count) == PER_REPLY + 2 * (PER_MESSAGE + 1)
    assert message_tokens({**plain, "name": "Ann"}, count) > message_tokens(plain, count)
    called = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "function": {"name": "f"}}]}
    assert message_tokens(called, count) > PER_MESSAGE
    assert message_tokens({"role": "tool", "content": "x", "tool_call_id": "c1"}, count) > PER_MESSAGE + 1


def test_cached_counts_a_text_once_when_it_comes_again() -> None:
    asked: list[str] = []

    def count(text: str) -> int:
        asked.append(text)
        return len(text)

    counted = cached(count)
    assert counted("abc") == counted("abc") == 3
    assert asked == ["abc"]
    assert counted("x" * 10_000) == 10_000

"""Counting what a chat model will count: exactly for OpenAI's tables when the extra `[tokens]` is installed, else by
an estimate that errs above.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jiyi.language.normalize import clean
from jiyi.language.script import han_count
from jiyi.ports import Tokenizer

try:  # the tables weigh 75 MB, so they are an extra
    import bpe_openai
except ImportError:  # pragma: no cover - the other branch runs where the extra is not installed
    bpe_openai = None

PER_MESSAGE = 4  # role, separators and the end mark of one chat message
PER_NAME = 1  # a `name` beside the role
PER_REPLY = 3  # the beginning of the answer that every request is primed with

# Model names, without a provider's prefix, to OpenAI's tables. First match wins.
_TABLES = (
    (re.compile(r"(gpt-4o|gpt-4\.\d|gpt-5|chatgpt-4o|gpt-oss|o[1-9])(\b|-|$)"), "o200k_base"),
    (re.compile(r"(gpt-4|gpt-3\.5|gpt-35|text-embedding-3|text-embedding-ada-002)(\b|-|$)"), "cl100k_base"),
)


@dataclass(frozen=True, slots=True)
class Exact:
    """Counts with the model's own table."""

    name: str
    encode: Callable[[str], list[int]]
    exact: bool = True

    def count(self, text: str) -> int:
        return len(self.encode(clean(text)))


@dataclass(frozen=True, slots=True)
class Estimate:
    """Counts by classes of characters; errs above."""

    name: str
    factor: float
    exact: bool = False

    def count(self, text: str) -> int:
        han = han_count(text)
        return min(len(text.encode("utf-8", "replace")), int(self.factor * (1.3 * han + (len(text) - han) / 2.8)) + 1)


def table_of(model: str) -> str | None:
    """The name of OpenAI's table for a model, None for models of others or unknown ones."""
    name = model.lower().removeprefix("ft:")
    name = name.rpartition("/")[2].split(":")[0]
    return next((table for pattern, table in _TABLES if pattern.match(name)), None)


@lru_cache(maxsize=64)
def tokenizer(model: str) -> Tokenizer:
    """The counter for a chat model, by its name; a provider's prefix such as `openai/` is ignored.

    Exact for OpenAI's models when the extra `[tokens]` is installed, otherwise an estimate that errs above.
    """
    table = table_of(model)
    if table is not None and bpe_openai is not None:
        return Exact(table, bpe_openai.get_encoding(table).encode_ordinary)
    return Estimate(f"estimate:{table or model}", 1.0 if table else 1.4)


def message_tokens(message: Mapping[str, Any], count: Callable[[str], int]) -> int:
    """What one chat message costs, with its overhead. Tool calls count as their compact JSON."""
    content = message.get("content")
    total = PER_MESSAGE + (count(content) if isinstance(content, str) and content else 0)
    if content and not isinstance(content, str):
        total += count(json.dumps(content, ensure_ascii=False, default=str))
    if message.get("name"):
        total += PER_NAME + count(str(message["name"]))
    if message.get("tool_calls"):
        total += count(json.dumps(message["tool_calls"], ensure_ascii=False, default=str))
    if message.get("tool_call_id"):
        total += count(str(message["tool_call_id"]))
    return total


def messages_tokens(messages: Iterable[Mapping[str, Any]], count: Callable[[str], int]) -> int:
    """What a list of chat messages costs a request, with the overhead of each and of the reply's beginning."""
    return PER_REPLY + sum(message_tokens(message, count) for message in messages)

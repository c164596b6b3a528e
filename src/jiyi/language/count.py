"""Counting what a chat model will count: exactly for OpenAI's tables when the extra `[tokens]` is installed, else by
an estimate that errs above.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from jiyi.language.estimate import CL100K, EITHER, O200K, Weights, estimate
from jiyi.language.memo import memo
from jiyi.language.normalize import clean
from jiyi.ports import Tokenizer

INSTALLED = find_spec("bpe_openai") is not None  # its tables weigh 75 MB, so it is an extra

PER_MESSAGE = 4  # role, separators and the end mark of one chat message
PER_NAME = 1  # a `name` beside the role
PER_REPLY = 3  # the beginning of the answer that every request is primed with

# Model names, without a provider's prefix, to OpenAI's tables. First match wins.
_TABLES = (
    (re.compile(r"(gpt-4o|gpt-4\.\d|gpt-5|chatgpt-4o|gpt-oss|o[1-9])(\b|-|$)"), "o200k_base"),
    (re.compile(r"(gpt-4|gpt-3\.5|gpt-35|text-embedding-3|text-embedding-ada-002)(\b|-|$)"), "cl100k_base"),
)


SLICE = 50_000  # characters counted at once
REMEMBERED = 4_000  # characters of the longest text whose count is remembered
PIECED = 400  # characters from which on a text is counted line by line, since its lines come again in the next prompt
_LINE = re.compile(r"\n(?=[^\s/])")  # no token of either table reaches over it


@lru_cache(maxsize=4)
def _encoder(table: str) -> Callable[[str], list[int]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it opens its tables in a way that Python 3.11 warns of
        import bpe_openai  # noqa: PLC0415 - an extra; its tables take a second to load, so not before a text is counted

    encode: Callable[[str], list[int]] = bpe_openai.get_encoding(table).encode_ordinary
    return encode


@dataclass(frozen=True, slots=True)
class Exact:
    """Counts with the model's own table."""

    name: str
    exact: bool = True

    def count(self, text: str) -> int:
        whole = clean(text)
        if len(whole) < PIECED:
            return _encoded(self.name, whole)
        ends = [found.end() for found in _LINE.finditer(whole)]
        lines = (whole[first:past] for first, past in zip((0, *ends), (*ends, len(whole)), strict=True))
        return sum((_remembered if len(line) <= REMEMBERED else _encoded)(self.name, line) for line in lines)


def _encoded(table: str, text: str) -> int:
    """In slices: the table refuses longer texts, and a cut adds a token or two at most, so this errs above."""
    encode = _encoder(table)
    return sum(len(encode(text[at : at + SLICE])) for at in range(0, len(text), SLICE))


_remembered = memo(8192)(_encoded)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Counts by classes of characters; errs above. See `jiyi.language.estimate`."""

    name: str
    weights: Weights
    factor: float = 1.0
    single_digits: bool = False
    exact: bool = False

    def count(self, text: str) -> int:
        return estimate(text, self.weights, self.factor, single_digits=self.single_digits)


# Tables that are not published or not at hand: how much coarser than OpenAI's they may be. First match wins.
_FACTORS = (
    (re.compile(r"claude"), 1.4),
    (re.compile(r"qwen|qwq|deepseek|glm|kimi|moonshot|llama-?3|llama-?4|yi-|doubao|hunyuan|ernie|minimax"), 1.1),
)
UNKNOWN_FACTOR = 1.25


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
    if table is not None and INSTALLED:
        return Exact(table)
    if table is not None:
        return Estimate(f"estimate:{table}", O200K if table == "o200k_base" else CL100K)
    factor = next((f for pattern, f in _FACTORS if pattern.search(model.lower())), UNKNOWN_FACTOR)
    return Estimate(f"estimate:{model}", EITHER, factor, single_digits=True)


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


def cached(count: Callable[[str], int], most: int = 8192) -> Callable[[str], int]:
    """The same counter, which remembers texts of ordinary length: a context counts the same messages again and
    again."""
    remembered = memo(most)(count)

    def counted(text: str) -> int:
        return remembered(text) if len(text) <= REMEMBERED else count(text)

    return counted

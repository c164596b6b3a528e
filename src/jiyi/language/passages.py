"""Which texts of an item are embedded, and which tokens it is found by. Long texts are cut into passages."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jiyi.errors import InvalidInput
from jiyi.language.regex import regex
from jiyi.language.tokens import SEPARATOR, hashes
from jiyi.ports import Hashes

_OTHERS = frozenset({"assistant", "tool", "system"})
_END = regex(r"[。！？!?；;…\n]+[”’」』）)\"']*|\.(?=\s)")
_WIDE = regex("[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


PASSAGE_TOKENS = 128  # of an episode's passages: a vector says one thing well, not ten
MOST_PASSAGES = 3  # vectors of what the user said; of a longer part the beginning is read. Its words all count
MOST_OF_OTHERS = 1  # vectors of an answer: it says in its beginning what it is about, and its words find the rest


def episode_passages(parts: Sequence[tuple[str, str]]) -> list[tuple[str, ...]]:
    """The passages of each part, at least one each."""
    return [
        pieces(clean(text), PASSAGE_TOKENS)[: MOST_OF_OTHERS if role in _OTHERS else MOST_PASSAGES]
        for role, text in parts
    ] or [("",)]


def episode_texts(parts: Sequence[tuple[str, str]]) -> list[str]:
    """The texts of an episode to embed, in order; `codec.episode_body` takes one vector for each."""
    return [passage for part in episode_passages(parts) for passage in part]


def episode_tokens(parts: Sequence[tuple[str, str]]) -> Hashes:
    """The tokens of an episode's parts, with a SEPARATOR between them."""
    found: list[Hashes] = []
    for _, text in parts:
        found += [hashes(text), np.array([SEPARATOR], dtype=np.uint32)]
    return np.concatenate(found[:-1]) if found else np.zeros(0, dtype=np.uint32)


def clean(text: str) -> str:
    """The text as a model can take it: NUL becomes a space, an unpaired surrogate the replacement sign."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def weight(text: str) -> float:
    """About how many tokens a multilingual model makes of it: one per Han character, one per four others."""
    wide = len(_WIDE.findall(text))
    return wide + (len(text) - wide) / 4


def pieces(text: str, tokens: int = 512) -> tuple[str, ...]:
    """The text in parts of at most about `tokens`, cut at sentence ends, or hard where a sentence is longer.

    A short text is one piece, as it is. Linear in the length of the text.
    """
    if tokens < 8:
        raise InvalidInput("a piece of fewer than 8 tokens says nothing")
    if len(text) <= tokens or weight(text) <= tokens:
        return (text,)
    parts: list[str] = []
    held, size = [""], 0.0
    for sentence in _sentences(text, tokens):
        cost = weight(sentence)
        if size + cost > tokens and size:
            parts.append("".join(held))
            held, size = [], 0.0
        held.append(sentence)
        size += cost
    parts.append("".join(held))
    return tuple(part for part in (p.strip() for p in parts) if part) or ("",)


def _sentences(text: str, tokens: int) -> list[str]:
    """Sentences with their ends; one over the limit is cut where spaces allow, else anywhere."""
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        found.append(text[start : match.end()])
        start = match.end()
    found.append(text[start:])
    short: list[str] = []
    for sentence in found:
        at = 0
        while len(sentence) - at > tokens:  # so many characters never weigh more; the pieces are joined again
            space = sentence.rfind(" ", at + tokens // 2, at + tokens)
            cut = space + 1 if space > 0 else at + tokens
            short.append(sentence[at:cut])
            at = cut
        short.append(sentence[at:])
    return short

"""Search terms of a text: Han characters and character pairs, stemmed English words, identifiers, emoji.

Characters and pairs find more than dictionary words do, and a query of one character still hits; see the decision
records for the figures. Linear in the length of the text.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any
from zlib import crc32

import numpy as np

from jiyi.language.memo import memo
from jiyi.language.normalize import fold
from jiyi.language.regex import regex
from jiyi.language.script import EMOJI, HAN, HANGUL, KANA
from jiyi.ports import Hashes

SEPARATOR = 0  # a hash that no term has: stands between texts that share one array

_PARTICLES = frozenset("的了吗呢吧啊呀嘛么哦噢喔嗯啦哈唉诶呗")
_STOP = """
a about above after again all also am an and any are as at be because been before being below between both but by
can could did do does doing done down during each few for from further had has have having he her here hers herself
him himself his how i if in into is it its itself just let ll me more most my myself no nor not now of off on once
only or other our ours ourselves out over own re s same shall she should so some such t than that the their theirs
them themselves then there these they this those through to too under until up us ve very was we were what when
where which while who whom why will with would you your yours yourself yourselves d m don didn doesn isn aren wasn
weren hasn haven hadn won wouldn couldn shouldn ain im ive id ill dont didnt doesnt isnt cant
"""
_STOP_WORDS = frozenset(_STOP.split())
_CJK = HAN + KANA + HANGUL
_TERM = regex(
    rf"(?P<cjk>[{_CJK}]+)"
    rf"|(?P<word>(?:[^\W{_CJK}_]|_)+(?:[.\-/@:&](?:[^\W{_CJK}_]|_)+|['’](?:[^\W{_CJK}_])+)*(?:\+\+|\#(?!\w))?)"
    rf"|(?P<emoji>[{EMOJI}])"
)
_PART = regex(r"[^\W_]+")
_PLAIN = regex(r"[a-z]+")

_stemming = threading.Lock()  # the stemmer keeps the word it works on in itself


@cache
def _stemmer() -> Any:
    """Loaded at the first word, since it comes with those of thirty other languages."""
    return import_module("snowballstemmer").stemmer("english")


@memo(1 << 16)
def stem(word: str) -> str:
    """The English stem of a lower-case word ("running" -> "run")."""
    if len(word) > 40:
        return word
    with _stemming:
        result: str = _stemmer().stemWord(word)
    return result


@memo(1 << 16)
def _word(token: str) -> tuple[str, ...]:
    """The terms of one folded token that is not Chinese: a word's stem, or an identifier whole and in its parts."""
    if "'" in token or "’" in token:
        token = token.replace("’", "'").removesuffix("'s")
        if "'" in token and _PLAIN.fullmatch(token.replace("'", "")):
            head, _, tail = token.partition("'")
            token = head if tail in ("ll", "re", "ve", "d", "m", "t") else token.replace("'", "")
            if tail == "t":
                token = head.removesuffix("n")
    if token in _STOP_WORDS:
        return ()
    if _PLAIN.fullmatch(token):
        return (stem(token),)
    parts = [part for part in _PART.findall(token) if part not in _STOP_WORDS]
    stems = tuple(stem(part) if _PLAIN.fullmatch(part) else part for part in parts)
    if len(parts) < 2 or token.replace(".", "").isdigit():
        return (token, *stems) if token.endswith(("++", "#")) else (token,)
    return (token, *(part for part in stems if len(part) > 1))


def _pairs(run: str, out: list[str]) -> None:
    """Characters and pairs of one run of Han (or kana, or Hangul), in order; particles only inside pairs."""
    before = ""
    for character in run:
        if before:
            out.append(before + character)
        if character not in _PARTICLES:
            out.append(character)
        before = character


def terms(text: str) -> list[str]:
    """The search terms of a text, in order, repeated as often as they occur.

    Chinese: each character and each pair of neighbours, simplified; bare particles (的, 了, 吗 …) stand only in
    pairs. English: lower-case stems without stop words. Numbers and identifiers (`pnpm`, `v2.3`, `c++`,
    `gpt-4o`) whole, compound ones also in their parts. Emoji one by one.
    """
    found: list[str] = []
    for match in _TERM.finditer(fold(text)):
        kind = match.lastgroup
        token = match.group()
        if kind == "word":
            found.extend(_word(token) if len(token) <= 100 else (token,))
        elif kind == "cjk":
            _pairs(token, found)
        else:
            found.append(token)
    return found


def may_hold(folded: str, term: str) -> bool:
    """False when a folded text surely lacks a term: a stem of four letters or more begins as its word does, so that
    the text must hold its first three. Saves taking the text apart."""
    if len(term) < 4 or not _PLAIN.fullmatch(term) or "'" in folded or "’" in folded:
        return True
    return term[:3] in folded


def hash_of(term: str) -> int:
    """A stable 32-bit number for a term, the same in every process and version; never SEPARATOR."""
    return crc32(term.encode("utf-8", "surrogatepass")) or 1


def hashes(text: str) -> Hashes:
    """The hashes of the text's terms, in order."""
    found = terms(text)
    return np.fromiter(map(hash_of, found), dtype=np.uint32, count=len(found))


@memo(256)
def query_terms(text: str) -> Mapping[str, int]:
    """The distinct terms of a question, in order, with their hashes: several legs look for them."""
    return MappingProxyType({term: hash_of(term) for term in terms(text)})

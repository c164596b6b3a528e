"""One form for texts that mean the same: for storing (`clean`), for comparing (`fold`), for patterns (`shadow`).

The traditional-to-simplified table comes from OpenCC (Apache-2.0), as `opencc-python-reimplemented` ships it: it is
read once, character by character; phrases are not needed, because both sides of a comparison are folded alike.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from jiyi.language.script import language_of as language_of
from jiyi.language.sentences import clauses as clauses
from jiyi.language.sentences import sentences as sentences

REPLACEMENT = "\ufffd"

# Written with another character in places where the simplified standard has one; not in OpenCC's character table.
_VARIANTS = {"著": "着", "妳": "你", "牠": "它", "祂": "他", "祇": "只", "佔": "占", "彆": "别"}

# Characters that are not seen: zero-width, direction marks, variation selectors, soft hyphen, byte-order mark.
_INVISIBLE = (
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10),
)

_BETWEEN = "\0"  # texts that are looked at together: no stored text has it, and no character is read with it as one
SHORT = 64  # characters up to which it is faster to map a text than to ask whether any of it would change

# Of what stands in Chinese text all the time, and has a compatible form: replaced before the slow general way is taken.
_WIDE = tuple((wide, unicodedata.normalize("NFKC", wide)) for wide in "，！？：；（）")


@cache
def simplified() -> Mapping[int, str]:
    """Code point of a traditional or variant character -> its simplified one. One character each."""
    text = (files("opencc") / "dictionary" / "TSCharacters.txt").read_text("utf-8")
    pairs = (line.split("\t") for line in text.splitlines() if "\t" in line)
    table = {ord(key): value.split(" ")[0] for key, value in pairs if len(key) == 1}
    table.update({ord(key): value for key, value in _VARIANTS.items()})
    return {key: value for key, value in table.items() if len(value) == 1}


@cache
def _folding() -> dict[int, str | None]:
    return {**simplified(), **dict.fromkeys(_INVISIBLE)}


@cache
def _shadowing() -> dict[int, str]:
    wide = {0xFF01 + i: chr(0x21 + i) for i in range(94) if chr(0x21 + i).isalnum()}
    return {**simplified(), **wide, 0x3000: " ", 0x00A0: " ", 0x2019: "'", 0x02BC: "'", 0xFF07: "'"}


class Characters:
    """A table of characters for `str.translate`, made at its first use. Translating is slow for every character that
    it leaves alone, and most texts have no other: so long texts are looked through first."""

    def __init__(self, make: Callable[[], Mapping[int, str | None]]) -> None:
        self._make = make
        self._table: Mapping[int, str | None] | None = None
        self._changing: NDArray[np.bool_]  # by UTF-16 unit: of a character beyond 0xFFFF only the halves are seen

    def map(self, text: str) -> str:
        """The text with its characters replaced."""
        if self._table is None:
            table = self._make()
            self._changing = np.zeros(1 << 16, dtype=np.bool_)
            self._changing[[code for code in table if code < 1 << 16]] = True
            self._changing[0xD800:0xE000] = True
            self._table = table
        if len(text) > SHORT:
            units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2")
            if not self._changing[units].any():
                return text
        return text.translate(self._table)


_FOLDED, _SHADOWED = Characters(_folding), Characters(_shadowing)


def fold(text: str) -> str:
    """The text as search and comparison see it. Not for showing; lengths and offsets may change.

    NFKC (full-width to half-width, ligatures apart), case folded, traditional characters to simplified ones, and
    invisible characters removed. `fold(fold(x)) == fold(x)`.
    """
    if text.isascii():
        return text.lower()
    once = _fold_once(text)
    while (again := _fold_once(once)) != once:  # compositions that folding itself brought about
        once = again
    return once


def _fold_once(text: str) -> str:
    return _FOLDED.map(_compatible(_FOLDED.map(text)).casefold())


def _compatible(text: str) -> str:
    """NFKC."""
    for wide, plain in _WIDE:
        text = text.replace(wide, plain)
    return text if unicodedata.is_normalized("NFKC", text) else unicodedata.normalize("NFKC", text)


def shadow(text: str) -> str:
    """The text as patterns see it: simplified, lower case, ASCII letters, digits and apostrophes for full-width ones.

    It has the same length, character by character, so that a span found in it can be cut from the original.
    Punctuation stays as it was written.
    """
    if text.isascii():
        return text.lower()
    mapped = _SHADOWED.map(text)
    lowered = mapped.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := c.lower()) == 1 else c for c in mapped)


def visible(name: str) -> str:
    """A name as it is shown to who must not take it for another: characters that are not seen, or that turn the
    direction of what follows, as their numbers ("\\u202e")."""
    return "".join(f"\\u{ord(c):04x}" if ord(c) in _INVISIBLE or not c.isprintable() else c for c in name)


def folded(texts: Sequence[str]) -> list[str]:
    """`fold` of each text, several times as fast as one by one."""
    together = _BETWEEN.join(texts)
    if together.count(_BETWEEN) != len(texts) - 1:  # one of them has the mark itself, or there is none
        return [fold(text) for text in texts]
    return fold(together).split(_BETWEEN)


def shadowed(texts: Sequence[str]) -> list[str]:
    """`shadow` of each text, likewise."""
    together = _BETWEEN.join(texts)
    if together.count(_BETWEEN) != len(texts) - 1 or len(_SHADOWED.map(together).lower()) != len(together):
        return [shadow(text) for text in texts]
    return shadow(together).split(_BETWEEN)


def clean(text: str) -> str:
    """The text as it is stored: what no database or encoder takes becomes U+FFFD, all else stays as it is.

    Replaced: NUL, and surrogates without a partner (a high one followed by a low one becomes the character that
    they stand for).
    """
    if text.isascii():
        return text.replace("\0", REPLACEMENT) if "\0" in text else text
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", REPLACEMENT)

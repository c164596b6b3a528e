"""A text as the detectors see it: full-width and styled characters plain, invisible ones gone.

Secrets hidden by `１３８`, `1<zero-width>3<zero-width>8`, `𝟏𝟑𝟖` or `1️⃣3️⃣8️⃣` look the same in it. Traditional characters
become simplified ones, so that each pattern is written once.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from jiyi.language.normalize import Characters, simplified
from jiyi.language.regex import regex

INVISIBLE = regex(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20e3\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e01ef]"
)


def _table() -> dict[int, str | None]:
    table: dict[int, str | None] = {
        code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "，；！？（）"
    }
    for low, high in ((0x2460, 0x2468), (0x2070, 0x2079), (0x2080, 0x2089), (0x1D400, 0x1D7FF), (0x660, 0x669)):
        for code in range(low, high + 1):
            plain = unicodedata.normalize("NFKC", chr(code))
            digit = unicodedata.decimal(plain, None) if len(plain) == 1 else None
            if len(plain) == 1 and plain.isascii():
                table[code] = plain
            elif digit is not None:
                table[code] = str(digit)
    table.update(dict.fromkeys((0x3000, 0xA0, 0x2002, 0x2003, 0x2009, 0x202F), " "))
    table.update(dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212), "-"))
    table.update({ord("“"): '"', ord("”"): '"', ord("‘"): "'", ord("’"): "'", 0xFF3F: "_"})
    return {**table, **{code: table.get(ord(plain), plain) for code, plain in simplified().items()}}


_PLAIN = Characters(_table)


@dataclass(frozen=True, slots=True)
class View:
    """`text` is what detectors search; `places` maps its indices back, None when they are the same."""

    text: str
    places: list[int] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the given text that `start:end` of the view stands for."""
        if self.places is None or start >= end:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def view(text: str) -> View:
    """The view of a text, made in linear time."""
    if text.isascii():
        return View(text, None)
    plain = _PLAIN.map(text)
    if INVISIBLE.search(plain) is None:
        return View(plain, None)
    places = [index for index, character in enumerate(plain) if not INVISIBLE.match(character)]
    return View("".join([plain[index] for index in places]), places)

"""Cutting Chinese and English text into sentences and clauses."""

from __future__ import annotations

import re
from itertools import pairwise

from jiyi.language.regex import regex
from jiyi.language.script import HAN

# Left whole wherever they stand: URLs, e-mail addresses, Windows paths, numbers, dotted names.
_WHOLE = regex(r"https?://[!-~]+|www\.[!-~]+|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}|[A-Za-z]:\\[!-~]*")
_WHOLE_SIGNS = ("://", "www.", "@", ":\\")  # one of which each of them has
_BREAK = regex(r"[。！？!?｡]+|\.+|[\n\r\u2028\u2029]+")
_CLOSERS = "\"'”’」』）)】》]"
# Abbreviations after which a sentence goes on, those that may also end one, and words that begin a new one.
_NEVER = """dr mr mrs ms prof rev sr jr st vs e.g i.e cf approx dept est fig gen gov lt col capt sgt hon mt ave blvd
jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri"""
_SOMETIMES = "etc inc ltd co corp a.m p.m u.s u.k ph.d b.a m.a d.c"
_BEGIN = "I He She It We You They The This That These Those My Our Your But And So Then If When What"
_NEVER_END = frozenset(_NEVER.split())
_SOMETIMES_END = frozenset(_SOMETIMES.split())
_STARTERS = frozenset(_BEGIN.split())
_WORD_BEFORE = regex(r"[A-Za-z](?:[A-Za-z.]{0,10})$")
_NEXT_WORD = regex(r"[\"'“‘(\[]?([A-Za-z]+)")
# Words of somebody else, titles and code: what stands between a pair of marks.
QUOTED = regex(
    r"“[^“”]{0,300}”|「[^「」]{0,300}」|『[^『』]{0,300}』|《[^《》]{0,100}》|`[^`]{0,300}`|\"[^\"\n]{0,300}\"|"
    r"(?<!\w)‘[^‘’]{0,300}’(?!\w)"
)
_PAIRS = {"“": "”", "「": "」", "『": "』", "《": "》"}
LONGEST_QUOTE = 200  # characters; a quotation mark that closes later than this is taken for a slip

_CLAUSE = regex(
    rf"[，；;､]+|[,]+(?=\s|[{HAN}]|$)|(?<=[{HAN}]),|\s+[-–]\s+|——+|—|…+|[～~]+(?=\s|[{HAN}]|$)"
    rf"|(?<=[{HAN}])[ \t\u3000]+(?=[{HAN}])"
)


def _wholes(text: str) -> list[tuple[int, int]]:
    """Spans that are left whole; most texts show at once that they hold none."""
    if not any(sign in text for sign in _WHOLE_SIGNS):
        return []
    return [match.span() for match in _WHOLE.finditer(text)]


def _quotes(text: str) -> list[tuple[int, int]]:
    """Spans inside paired quotation marks, outermost only; each closes within LONGEST_QUOTE characters."""
    spans: list[tuple[int, int]] = []
    end = 0
    for match in re.finditer("[“「『《]", text):
        start = match.start()
        if start < end:
            continue
        close = text.find(_PAIRS[match.group()], start, start + LONGEST_QUOTE)
        if close > start and "\n" not in text[start:close]:
            end = close + 1
            spans.append((start, end))
    return spans


def _ends_sentence(text: str, start: int, begin: int, end: int) -> bool:
    """Whether the mark text[begin:end] ends the sentence that began at `start`."""
    mark = text[begin]
    if mark in "。！？｡\n\r\u2028\u2029":
        return True
    after = text[end : end + 1]
    if mark in "!?":
        closed = not after or after.isspace() or after in _CLOSERS or not after.isascii()
        return closed or (after.isupper() and text[begin - 1 : begin].islower())
    if after and not (after.isspace() or after in _CLOSERS or not after.isascii()):
        return False
    if end - begin > 1:  # an ellipsis ends a sentence only where another one visibly begins
        following = text[end:].lstrip()[:1] if after else ""
        return not following or following.isupper()
    return _stop_ends(text, start, begin, end)


def _stop_ends(text: str, start: int, begin: int, end: int) -> bool:
    """Whether a single full stop is more than the end of an abbreviation, an initial or an item's number."""
    before = text[max(start, begin - 12) : begin]
    following = text[end : end + 40].lstrip()
    if before.strip().isdigit() and text[start:begin].strip().isdigit():
        return False  # "1. milk"
    word = _WORD_BEFORE.search(before)
    if word is None:
        return True
    name = word.group().lower()
    upcoming = _NEXT_WORD.match(following)
    if name == "no":
        return not following[:1].isdigit()
    if name in _NEVER_END:
        return not following
    if name in _SOMETIMES_END:
        return upcoming is None or upcoming.group(1)[:1].isupper()
    if len(name) == 1 and word.group().isupper() and name != "i" and upcoming is not None:
        return upcoming.group(1) in _STARTERS or not upcoming.group(1)[:1].isupper()
    return True


def _cuts(text: str) -> list[int]:
    """Offsets where a new sentence begins."""
    if _BREAK.search(text) is None:
        return []
    kept = sorted(_wholes(text) + _quotes(text))
    cuts: list[int] = []
    start = place = 0
    for match in _BREAK.finditer(text):
        begin, end = match.span()
        while place < len(kept) and kept[place][1] <= begin:
            place += 1
        if place < len(kept) and kept[place][0] <= begin and end < kept[place][1]:
            continue
        if begin < start or not _ends_sentence(text, start, begin, end):
            continue
        while end < len(text) and text[end] in _CLOSERS:
            end += 1
        cuts.append(end)
        start = end
    return cuts


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a Chinese, English or mixed text, stripped, none empty, with their end marks.

    Kept together: `C:\\a/b`, `2.3`, `e.g.`, `Dr. Wu`, `J. K.`, URLs, and what stands in “ ” 「 」 『 』 《 》.
    A line break ends a sentence.
    """
    bounds = [0, *_cuts(text), len(text)]
    pieces = (text[a:b].strip() for a, b in pairwise(bounds))
    return tuple(piece for piece in pieces if piece)


def clauses(text: str) -> tuple[str, ...]:
    """The clauses: sentences cut further at commas, semicolons, dashes, ellipses, and spaces between Han characters.

    The marks between clauses are dropped, a sentence's end mark stays. Commas in numbers and in quotations stay.
    """
    found: list[str] = []
    for sentence in sentences(text):
        kept = _quotes(sentence) + _wholes(sentence)
        last = 0
        for match in _CLAUSE.finditer(sentence):
            if any(a < match.start() < b for a, b in kept):
                continue
            found.append(sentence[last : match.start()])
            last = match.end()
        found.append(sentence[last:])
    return tuple(piece for raw in found if (piece := raw.strip()))

"""Cutting what was forgotten out of texts that hold more than that."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jiyi.language.normalize import shadow
from jiyi.language.script import HAN, has_han
from jiyi.language.sentences import sentences

# Where one clause ends and the next may stand without it.
BREAK = re.compile(
    rf"[，,；;、]+\s*(?!\d{{3}})|\s+[-–—]+\s+|…+|——+|(?<=[{HAN}])\s+(?=[{HAN}])"
    r"|\s+(?=(?:and|but|so|while|because|although|though|plus|whereas|then)\s+(?:also\s+|then\s+|now\s+)?(?:i|i'm|i've|i'd|my|we|we're|our|he|she|it|it's|they|the|this|that|you|your|please|there|no|not|currently|living|work|live|love|like|have)\b)"
    rf"|(?<=[{HAN}])(?=(?:但是?|不过|而且|并且|同时|另外|还有|所以|因为|然后)我?)",
    re.IGNORECASE,
)
LEADING = re.compile(
    rf"^(?:[\s，,；;、。.!?…:：-]+|(?:and|but|so|then|while|because|although|though|plus|whereas)\b\s*|(?:但是?|不过|而且|并且|同时|另外|还有|所以|因为|然后)(?=[{HAN}]))+",
    re.IGNORECASE,
)
SHORTEST = 4  # characters of a quote that is looked for inside a clause


def clause_spans(text: str) -> list[tuple[int, int]]:
    """Where the clauses of a text stand, in order: `start:end` of each, without the marks between them."""
    spans: list[tuple[int, int]] = []
    at = 0
    for sentence in sentences(text):
        start = text.index(sentence, at)
        at = start + len(sentence)
        last = start
        for match in BREAK.finditer(text, start, at):
            if text[last : match.start()].strip():
                spans.append((last, match.start()))
            last = match.end()
        if text[last:at].strip():
            spans.append((last, at))
    return spans


def redact(text: str, quotes: Sequence[str], values: Sequence[str] = ()) -> str | None:
    """The text without the clauses that carry what was forgotten; None when nothing is left.

    A clause goes when it holds one of `values` (a salary, a name; whole words in English), or when it is said in one
    of `quotes`. Of a quote that spans several clauses, only those with a value go, if any has one: "My salary is 90k
    and I live in Leeds" keeps Leeds. A text that holds none of it is returned as it is.
    """
    spans = clause_spans(text)
    telling = _pattern(values)
    folded = [_bare(quote) for quote in quotes]
    gone = set()
    for index, (start, end) in enumerate(spans):
        if telling is not None and telling.search(shadow(text[start:end])):
            gone.add(index)
    for quote in folded:
        if not quote:
            continue
        covered = [i for i, (start, end) in enumerate(spans) if _said_in(_bare(text[start:end]), quote)]
        if not any(i in gone for i in covered) or len(covered) == 1:
            gone.update(covered)
    if not gone:
        return text
    return _rest(text, spans, gone)


def _rest(text: str, spans: Sequence[tuple[int, int]], gone: set[int]) -> str | None:
    """What stays, with the marks between clauses that stay next to each other."""
    pieces: list[str] = []
    for index, (start, end) in enumerate(spans):
        if index in gone:
            if pieces and index + 1 < len(spans) and "\n" in text[end : spans[index + 1][0]]:
                pieces.append("\n")
            continue
        if pieces and pieces[-1] != "\n":
            joined = index - 1 not in gone
            pieces.append(text[spans[index - 1][1] : start] if joined else _joint(pieces[-1], text[start:end]))
        piece = text[start:end]
        if index - 1 in gone or not pieces:
            piece = LEADING.sub("", piece)
        pieces.append(piece)
    rest = "".join(pieces).strip().strip("，,；;、").strip()
    return rest if re.search(r"\w", rest) else None


def _joint(before: str, after: str) -> str:
    if before.rstrip()[-1:] in "。.!?！？":
        return "" if has_han(before) else " "
    return "，" if has_han(before + after) else ", "


def _pattern(values: Sequence[str]) -> re.Pattern[str] | None:
    parts = []
    for value in dict.fromkeys(shadow(value).strip() for value in values):
        if len(value) < 2:
            continue
        before = r"(?<![a-z0-9])" if value[0].isascii() and value[0].isalnum() else ""
        after = r"(?![a-z0-9])" if value[-1].isascii() and value[-1].isalnum() else ""
        parts.append(before + re.escape(value) + after)
    return re.compile("|".join(parts)) if parts else None


def _bare(text: str) -> str:
    """Letters and digits only, folded."""
    return re.sub(r"[\W_]+", "", shadow(text))


def _said_in(clause: str, quote: str) -> bool:
    if not clause:
        return False
    if clause == quote:
        return True
    if len(quote) >= SHORTEST and quote in clause:
        return True
    return len(clause) >= 2 and clause in quote

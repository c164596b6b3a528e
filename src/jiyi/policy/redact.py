"""Cutting what was forgotten out of texts that hold more than that."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import HAN, has_han
from jiyi.language.sentences import sentences

# Where one clause ends and the next may stand without it.
BREAK = regex(
    rf"[，,；;、]+\s*(?!\d{{3}})|\s+[-–—]+\s+|…+|——+|(?<=[{HAN}])\s+(?=[{HAN}])"
    r"|\s+(?=(?:and|but|so|while|because|although|though|plus|whereas|then)\s+(?:also\s+|then\s+|now\s+)?(?:i|i'm|i've|i'd|my|we|we're|our|he|she|it|it's|they|the|this|that|you|your|please|there|no|not|currently|living|work|live|love|like|have)\b)"
    rf"|(?<=[{HAN}])(?=(?:但是?|不过|而且|并且|同时|另外|还有|所以|因为|然后)我?)",
    re.IGNORECASE,
)
LEADING = regex(
    rf"^(?:[\s，,；;、。.!?…:：-]+|(?:and|but|so|then|while|because|although|though|plus|whereas)\b\s*|(?:但是?|不过|而且|并且|同时|另外|还有|所以|因为|然后)(?=[{HAN}]))+",
    re.IGNORECASE,
)
LONGEST_ECHO = 300  # characters of an answer's sentence that goes whole
PIECE, PIECE_ZH = 8, 4  # letters of a clause that, away from its quote, is still taken for a piece of it
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


def redact(
    text: str,
    quotes: Sequence[str],
    values: Sequence[str] = (),
    about: Callable[[str], bool] | None = None,
    *,
    echo: bool = False,
) -> str | None:
    """The text without the clauses that carry what was forgotten; None when nothing is left.

    A clause goes when it holds one of `values` (a salary, a name; whole words in English), or when it is said in one
    of `quotes`. Of a quote that spans several clauses, only those with a value go, if any has one: "My salary is 90k
    and I live in Leeds" keeps Leeds. A clause goes too when `about` says so. In an `echo` (what was not said by the user,
    and may say the thing in one clause and name it in the next) the whole sentence of that clause goes. A text that
    holds none of it is returned as it is.
    """
    spans = clause_spans(text)
    telling = _pattern(values)
    folded = [_bare(quote) for quote in quotes]
    whole = _bare(text) if folded else ""
    gone = set()
    for index, (start, end) in enumerate(spans):
        if telling is not None and telling.search(shadow(text[start:end])):
            gone.add(index)
    for quote in folded:
        if not quote:
            continue
        within = quote in whole
        covered = [i for i, (start, end) in enumerate(spans) if _said_in(_bare(text[start:end]), quote, within)]
        if not any(i in gone for i in covered) or len(covered) == 1:
            gone.update(covered)
    if about is not None:
        mine = {index for index, (start, end) in enumerate(spans) if about(text[start:end])}
        gone |= _same_sentence(text, spans, mine) if echo else mine
    if not gone:
        return text
    return _rest(text, spans, gone)


def _same_sentence(text: str, spans: Sequence[tuple[int, int]], chosen: set[int]) -> set[int]:
    """The chosen clauses with all others of their sentences; of a very long sentence the chosen ones only."""
    if not chosen:
        return chosen
    found, at = set(chosen), 0
    for sentence in sentences(text):
        start = text.index(sentence, at)
        at = start + len(sentence)
        within = {index for index, (a, b) in enumerate(spans) if start <= a and b <= at}
        if len(sentence) <= LONGEST_ECHO and within & chosen:
            found |= within
    return found


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


def _said_in(clause: str, quote: str, within: bool) -> bool:
    """Whether a clause holds a quote or is a piece of it. `within`: its text holds the whole quote; elsewhere a short
    piece ("ok", in "booked") says nothing."""
    if not clause:
        return False
    if clause == quote:
        return True
    if len(quote) >= SHORTEST and quote in clause:
        return True
    least = 2 if within else PIECE_ZH if has_han(clause) else PIECE
    return len(clause) >= least and clause in quote

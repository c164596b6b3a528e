"""Cutting what was forgotten out of texts that hold more than that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from jiyi.language.normalize import shadow, shadowed
from jiyi.language.regex import regex
from jiyi.language.script import HAN, has_han, is_latin
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
EDGES = (24, PIECE, PIECE_ZH)  # characters of a clause's ends by which the quotes that may hold it are found
FEW = 64  # texts that are sooner looked for one by one
MIXING = np.uint64(0x9E3779B97F4A7C15)
UNMIXING = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))
NOTED = 1 << 20  # places for beginnings: with thousands of them few are mistaken for another
BEGINNINGS = (16, 4, 2)  # characters of what is looked for by which it is filed, as many as it has


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
    """The text without the clauses that carry what was forgotten; None when nothing is left. See `Redactor`."""
    return Redactor(quotes, values, about).cut(text, echo=echo)


class Redactor:
    """Cuts the same out of many texts: what is said in `quotes`, holds one of `values`, or is `about` something."""

    def __init__(
        self, quotes: Sequence[str], values: Sequence[str] = (), about: Callable[[str], bool] | None = None
    ) -> None:
        self._values = _Values(values)
        self._quotes = _Quotes(quotes)
        self._about = about

    def cut(self, text: str, *, echo: bool = False) -> str | None:
        """The text without the clauses that carry what was forgotten; None when nothing is left.

        A clause goes when it holds one of the values (a salary, a name; whole words in English), or when it is said
        in one of the quotes. Of a quote that spans several clauses, only those with a value go, if any has one: "My
        salary is 90k and I live in Leeds" keeps Leeds. A clause goes too when `about` says so. In an `echo` (what was
        not said by the user, and may say the thing in one clause and name it in the next) the whole sentence of that
        clause goes. A text that holds none of it is returned as it is.
        """
        seen = shadow(text)
        spans = clause_spans(text)
        gone: set[int] = set()
        if self._values.any_in(seen):
            gone = {i for i, (start, end) in enumerate(spans) if self._values.told(seen[start:end])}
        if self._quotes:
            clauses = [_letters(seen[start:end]) for start, end in spans]
            for quote, within in self._quotes.likely(_letters(seen), clauses):
                covered = [i for i, clause in enumerate(clauses) if _said_in(clause, quote, within)]
                if not any(i in gone for i in covered) or len(covered) == 1:
                    gone.update(covered)
        if self._about is not None:
            mine = {index for index, (start, end) in enumerate(spans) if self._about(text[start:end])}
            gone |= _same_sentence(text, spans, mine) if echo else mine
        return _rest(text, spans, gone) if gone else text

    def spares(
        self, texts: Sequence[str], about: Callable[[Sequence[str]], Sequence[bool]] | None = None
    ) -> list[bool]:
        """Whether each of the texts surely holds none of it, so that `cut` would return it as it is, in an `echo` too.
        Several times as fast for many texts as cutting each. `about` is the same judge as that of `cut`, of many at once.
        """
        seen = shadowed(texts)
        letters = [_letters(one) for one in seen]
        open_ = [not one for one in self._values.perhaps(seen)]
        if self._quotes:
            open_ = [ok and not one for ok, one in zip(open_, self._quotes.perhaps(letters), strict=True)]
        clauses: list[tuple[int, str]] = []  # with the place of its text
        for place, text in enumerate(texts):
            if not open_[place]:
                continue
            spans = clause_spans(text)
            if self._quotes and any(self._quotes.pieces(_letters(seen[place][start:end])) for start, end in spans):
                open_[place] = False
            elif self._about is not None:
                clauses += [(place, text[start:end]) for start, end in spans]
        if self._about is not None and clauses:
            asked = [clause for _, clause in clauses]
            judged = map(self._about, asked) if about is None else about(asked)
            for (place, _), meant in zip(clauses, judged, strict=True):
                open_[place] = open_[place] and not meant
        return open_


class _Quotes:
    """Quotes, folded, so that those which a text can have anything of are soon found: a person whose name is to be
    forgotten may stand in hundreds, and each of thousands of texts is looked through."""

    def __init__(self, quotes: Sequence[str]) -> None:
        self._all = [bare for quote in quotes if (bare := bared(quote))]
        self._short = [place for place, quote in enumerate(self._all) if len(quote) < SHORTEST]
        self._long = _Literals(quote if len(quote) >= SHORTEST else "" for quote in self._all)
        self._pieces: dict[int, dict[str, list[int]]] = {size: {} for size in EDGES}
        for place, quote in enumerate(self._all):
            for size, held in self._pieces.items():
                for piece in {quote[at : at + size] for at in _places(quote, size)}:
                    held.setdefault(piece, []).append(place)

    def __bool__(self) -> bool:
        return bool(self._all)

    def likely(self, whole: str, clauses: Sequence[str]) -> list[tuple[str, bool]]:
        """The quotes that one of a text's clauses may be said in, in the order they came, and whether the whole text
        holds each. `whole` and `clauses` are folded."""
        found = {*self._short, *(place for place, _ in self._long.within(whole))}  # the whole holds what a clause holds
        for clause in clauses:
            found.update(self.pieces(clause))
        return [(self._all[place], self._all[place] in whole) for place in sorted(found)]

    def perhaps(self, letters: Sequence[str]) -> list[bool]:
        """Whether each of the texts may hold one of them whole: False only where it does not."""
        found = self._long.perhaps(letters)
        short = {self._all[place] for place in self._short}
        if short:
            found = [one or any(quote in text for quote in short) for one, text in zip(found, letters, strict=True)]
        return found

    def pieces(self, clause: str) -> list[int]:
        """Which of them a clause that is long enough stands in: of those that hold its first letters and its last
        ones."""
        if len(clause) < (PIECE_ZH if has_han(clause) else PIECE):
            return []
        size = next(one for one in EDGES if one <= len(clause))
        held = self._pieces[size]
        first, last = held.get(clause[:size], ()), held.get(clause[-size:], ())
        return [place for place in min(first, last, key=len) if clause in self._all[place]]


def _places(text: str, size: int) -> range:
    """Where a piece of this size may begin."""
    return range(len(text) - size + 1)


class _Windows:
    """Numbers for the pieces of a text, equal where the pieces are: polynomials of their characters, modulo 2**64."""

    def __init__(self, text: str) -> None:
        characters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.uint64)
        self.size = len(characters)
        steps = np.full(self.size + 1, MIXING)
        steps[0] = 1
        self._sums = np.concatenate(([np.uint64(0)], np.cumsum(characters * np.cumprod(steps)[1:])))
        steps[1:] = UNMIXING
        self._back = np.cumprod(steps)

    def at(self, places: NDArray[np.int64], length: int) -> NDArray[np.uint64]:
        """The numbers of the pieces of this length that begin at these places. They must lie in the text."""
        found: NDArray[np.uint64] = (self._sums[places + length] - self._sums[places]) * self._back[places]
        return found

    def all(self, length: int) -> NDArray[np.uint64]:
        """The same at every place where one can begin."""
        if self.size < length:
            return np.zeros(0, dtype=np.uint64)
        found: NDArray[np.uint64] = (self._sums[length:] - self._sums[:-length]) * self._back[: self.size - length + 1]
        return found


def _few_bits(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers below NOTED."""
    return (numbers * MIXING) >> np.uint64(64 - NOTED.bit_length() + 1)


class _Literals:
    """Texts that are looked for all at once, by how they begin. Empty ones are never found."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = list(texts)
        self._begun: dict[int, dict[str, list[int]]] = {}
        for place, text in enumerate(self._texts):
            if size := next((one for one in BEGINNINGS if one <= len(text)), 0):
                self._begun.setdefault(size, {}).setdefault(text[:size], []).append(place)
        self._noted: dict[int, NDArray[np.bool_]] = {}  # by size of a beginning, the numbers that one has
        self._whole: dict[int, dict[int, NDArray[np.uint64]]] = {}  # by that and by length, those of whole ones

    def perhaps(self, texts: Sequence[str]) -> list[bool]:
        """Whether each of the texts may hold one of them: False only where it holds none. All places of all texts are
        looked at together."""
        found = np.zeros(len(texts), dtype=np.bool_)
        ends = np.cumsum([len(text) + 1 for text in texts])
        windows = _Windows("\0".join(texts))
        for size in self._begun:
            if size not in self._noted:
                self._note(size)
            places = np.flatnonzero(self._noted[size][_few_bits(windows.all(size))])
            for length, whole in self._whole[size].items():
                inside = places[places + length <= windows.size]
                hit = inside[np.isin(windows.at(inside, length), whole)]
                found[np.searchsorted(ends, hit, side="right")] = True
        return list(map(bool, found))

    def _note(self, size: int) -> None:
        begun = self._begun[size]
        noted = self._noted[size] = np.zeros(NOTED, dtype=np.bool_)
        noted[_few_bits(_Windows("".join(begun)).all(size)[::size])] = True
        by_length: dict[int, list[str]] = {}
        for text in {self._texts[place] for filed in begun.values() for place in filed}:
            by_length.setdefault(len(text), []).append(text)
        self._whole[size] = {
            length: _Windows("".join(some)).all(length)[::length] for length, some in by_length.items()
        }

    def within(self, text: str) -> Iterator[tuple[int, int]]:
        """Which of them stand in a text, as (the number it came as, where it begins)."""
        for size, begun in self._begun.items():
            pieces = [text[at : at + size] for at in _places(text, size)]
            if begun.keys().isdisjoint(pieces):
                continue
            for at, piece in enumerate(pieces):
                for place in begun.get(piece, ()):
                    if text.startswith(self._texts[place], at):
                        yield place, at


class _Values:
    """Words that tell what was forgotten: a salary, a name; whole words where they are in Latin letters or digits."""

    def __init__(self, values: Sequence[str]) -> None:
        shadows = (shadow(value).strip() for value in values)
        self._all = list(dict.fromkeys(one for one in shadows if len(one) >= 2))
        self._literals = _Literals(self._all)

    def any_in(self, seen: str) -> bool:
        """Whether the letters of one of them stand anywhere in a text, or in a part of it, as `shadow` shows it."""
        if len(self._all) <= FEW:
            return any(one in seen for one in self._all)
        return next(self._literals.within(seen), None) is not None

    def perhaps(self, texts: Sequence[str]) -> list[bool]:
        """The same of many texts at once, and now and then of one that has none of them."""
        return self._literals.perhaps(texts) if self._all else [False] * len(texts)

    def told(self, seen: str) -> bool:
        """Whether a text tells one of them."""
        for place, at in self._literals.within(seen):
            value = self._all[place]
            before, after = seen[at - 1 : at], seen[at + len(value) : at + len(value) + 1]
            if not (is_latin(value[0]) and is_latin(before)) and not (is_latin(value[-1]) and is_latin(after)):
                return True
        return False


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


def bared(text: str) -> str:
    """Letters and digits only, folded."""
    return _letters(shadow(text))


def _letters(seen: str) -> str:
    return _OTHER.sub("", seen)


_OTHER = regex(r"[\W_]+")


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

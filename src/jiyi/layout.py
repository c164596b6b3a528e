"""How an item's body is laid out, so that a working set can take in thousands without parsing any words:

    PREFIX | HEAD | units | marks u32 | vectors f16 | tokens u32 | JSON

A *unit* is what is ranked by itself: the whole of a memory, or one part of an episode (what the user said, what the
assistant answered). Each has its own tokens and its own vectors, a long one several. *Marks* are hashes of what an
item is about (attribute, entities, relations, tags), for exact look-ups. The JSON tail (content, evidence, …) is
decoded only for what is shown.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jiyi.errors import StoreCorrupt
from jiyi.language.normalize import fold
from jiyi.language.regex import regex
from jiyi.language.tokens import SEPARATOR, hash_of
from jiyi.ports import Hashes, Vectors

PREFIX = struct.Struct("<2sHHHHI")  # magic, units, pieces, dimensions, marks, tokens
MAGIC = b"J1"
BEGINNING = np.dtype(  # PREFIX, for many bodies at once
    [("magic", "S2"), ("units", "<u2"), ("pieces", "<u2"), ("dimensions", "<u2"), ("marks", "<u2"), ("tokens", "<u4")]
)
NEVER = np.iinfo(np.int64).min  # stands for None in a time column

# Columns of the working set. Times are microseconds since 1970 (NEVER: none). For an episode only `valid_from`
# (when it was said), `session`, `first` and `last` mean something.
HEAD = np.dtype(
    [
        ("kind", "u1"),
        ("status", "u1"),
        ("source", "u1"),
        ("flags", "u1"),  # PROTECTED, UNTRUSTED, CHINESE
        ("confidence", "<f4"),
        ("importance", "<f4"),
        ("recorded_at", "<i8"),
        ("retired_at", "<i8"),
        ("valid_from", "<i8"),
        ("valid_to", "<i8"),
        ("expires_at", "<i8"),
        ("session", "<u8"),  # hash of the session's id (0: none)
        ("attribute", "<u4"),  # mark of the attribute (0: none)
        ("first", "<u4"),
        ("last", "<u4"),
        ("said", "<u2"),  # pieces of evidence
    ]
)
PROTECTED, UNTRUSTED, CHINESE = 1, 2, 4
# `traits` are the bits of `language.traits`, `speaker` is the mark of who spoke when a name was given (0: none).
UNIT = np.dtype([("role", "u1"), ("traits", "u1"), ("pieces", "<u2"), ("tokens", "<u4"), ("speaker", "<u4")])
ROLES = ("user", "assistant", "tool", "system")  # a unit's role; any other name counts as the user's
MOST_PIECES = 65_535


def mark(kind: str, name: str) -> int:
    """The hash of what an item is about. `kind` is "attribute", "entity", "relation", "speaker" or "tag"."""
    return hash_of(f"{kind}:{fold(name).strip()}")


def session_hash(session: str) -> int:
    """A 64-bit number for a session's id; never 0."""
    digest = hashlib.blake2b(session.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little") or 1


def signed_hash(session: str) -> int:
    """The same number as engines hold it, who know signed ones only."""
    number = session_hash(session)
    return number - (1 << 64) if number >> 63 else number


def role_number(role: str) -> int:
    """Where a role stands in ROLES; a speaker's name counts as the user."""
    return ROLES.index(role) if role in ROLES else 0


_SPEAKER = regex(r"\s*([^\W\d_][\w.'’\- ]{0,30}?)\s?[:：]\s")


def speaker_mark(text: str) -> int:
    """The mark of the name that a text begins with ("Ann: I moved."); 0 when it begins with none."""
    found = _SPEAKER.match(text[:40])
    return mark("speaker", found[1]) if found else 0


class Layout(NamedTuple):  # one is made for every body that is read: a frozen dataclass takes longer
    """Where each section of a body begins, in bytes."""

    units: int
    pieces: int
    dimensions: int
    marks: int
    tokens: int
    units_at: int
    marks_at: int
    vectors_at: int
    tokens_at: int
    json_at: int


def layout(body: bytes) -> Layout:
    """The sections of an item's body. Raises StoreCorrupt."""
    if len(body) < PREFIX.size + HEAD.itemsize:
        raise StoreCorrupt("an item's body is too short to be one")
    magic, units, pieces, dimensions, marks, tokens = PREFIX.unpack_from(body)
    if magic != MAGIC:
        raise StoreCorrupt("an item's body does not begin as one of this version")
    units_at = PREFIX.size + HEAD.itemsize
    marks_at = units_at + units * UNIT.itemsize
    vectors_at = marks_at + 4 * marks
    tokens_at = vectors_at + 2 * pieces * dimensions
    json_at = tokens_at + 4 * tokens
    if len(body) < json_at:
        raise StoreCorrupt("an item's body ends before what it says it holds")
    return Layout(units, pieces, dimensions, marks, tokens, units_at, marks_at, vectors_at, tokens_at, json_at)


def split(tokens: Hashes, parts: int) -> list[int]:
    """How many tokens each part has, when `tokens` holds the parts' with a SEPARATOR between them; all of them
    are the first part's when the separators do not tell so many parts."""
    ends = np.flatnonzero(tokens == SEPARATOR)
    if len(ends) != parts - 1:
        return [len(tokens) - len(ends)] + [0] * (parts - 1)
    edges = np.concatenate(([-1], ends, [len(tokens)]))
    counts: list[int] = (np.diff(edges) - 1).tolist()
    return counts


def pack(
    head: tuple[int | float, ...],
    units: Sequence[tuple[int, int, int, int, int]],
    marks: Sequence[int],
    vectors: Vectors,
    tokens: Hashes,
    tail: bytes,
) -> bytes:
    """The body. `units` are as UNIT says; separators in `tokens` are dropped."""
    pieces, dimensions = vectors.shape
    tokens = tokens[tokens != SEPARATOR]
    return b"".join(
        (
            PREFIX.pack(MAGIC, len(units), pieces, dimensions, len(marks), len(tokens)),
            np.array(head, dtype=HEAD).tobytes(),
            np.array(list(units), dtype=UNIT).tobytes(),
            np.array(marks, dtype="<u4").tobytes(),
            np.ascontiguousarray(vectors, dtype="<f2").tobytes(),
            np.ascontiguousarray(tokens, dtype="<u4").tobytes(),
            tail,
        )
    )


_NO_SECTIONS = PREFIX.pack(MAGIC, 0, 0, 0, 0, 0)


def without_sections(body: bytes) -> bytes:
    """The body with its head and its JSON alone."""
    return b"".join((_NO_SECTIONS, body[PREFIX.size : PREFIX.size + HEAD.itemsize], body[layout(body).json_at :]))


def vectors_of(body: bytes) -> Vectors:
    """The item's vectors, (pieces, dimensions) float32."""
    at = layout(body)
    flat = np.frombuffer(body, dtype="<f2", count=at.pieces * at.dimensions, offset=at.vectors_at)
    return flat.reshape(at.pieces, at.dimensions).astype(np.float32)


def single_vector(body: bytes, dimensions: int) -> bytes | None:
    """The bytes (float16) of the item's only vector; None when it has another number of them, or of dimensions."""
    at = layout(body)
    if at.pieces != 1 or at.dimensions != dimensions:
        return None
    return body[at.vectors_at : at.vectors_at + 2 * dimensions]


def tokens_of(body: bytes) -> Hashes:
    """The item's token hashes, in the order of the text."""
    at = layout(body)
    return np.frombuffer(body, dtype="<u4", count=at.tokens, offset=at.tokens_at)


def units_of(body: bytes) -> NDArray[np.void]:
    """The item's units, as UNIT."""
    at = layout(body)
    return np.frombuffer(body, dtype=UNIT, count=at.units, offset=at.units_at)

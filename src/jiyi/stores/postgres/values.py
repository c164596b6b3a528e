"""Values of statements as the server reads them: binary, with their types."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from psycopg import DataError

HOLE = re.compile(r"%\((\w+)\)s(?:::(\w+)\[\])?")
BOOL, BYTEA, BIGINT, TEXT, UNKNOWN = 16, 17, 20, 25, 0  # what the server calls the types
ARRAYS = {"bytea": (1001, BYTEA), "bigint": (1016, BIGINT), "text": (1009, TEXT)}  # of an array, of what is in it

Given = tuple[list[bytes | None], tuple[int, ...]]  # values and their types


class Statement(NamedTuple):
    """A statement in which `$1` stands for the first of `names`. `arrays` has the types of those that are arrays."""

    text: bytes
    names: tuple[str, ...]
    arrays: Mapping[str, tuple[int, int]]


def statement(text: str) -> Statement:
    """From a statement with names in it; one that is an array says so behind it: `%(ids)s::text[]`."""
    holes = HOLE.findall(text)
    places = {name: f"${place}" for place, name in enumerate(dict.fromkeys(name for name, _ in holes), 1)}
    asked = HOLE.sub(lambda hole: hole[0].replace(f"%({hole[1]})s", places[hole[1]]), text)
    return Statement(asked.encode(), tuple(places), {name: ARRAYS[kind] for name, kind in holes if kind})


def given(statement: Statement, values: Mapping[str, Any]) -> Given:
    """Raises UnicodeEncodeError and DataError for what the server cannot keep."""
    raw: list[bytes | None] = []
    types = []
    for name in statement.names:
        if name in statement.arrays:
            kind, of = statement.arrays[name]
            raw.append(_array(of, values[name]))
        else:
            kind, one = _single(values[name])
            raw.append(one)
        types.append(kind)
    return raw, tuple(types)


def _single(value: Any) -> tuple[int, bytes | None]:
    if value is None:
        return UNKNOWN, None
    kind = type(value)
    if kind is str:
        return TEXT, value.encode()
    if kind is bool:
        return BOOL, b"\x01" if value else b"\x00"
    if isinstance(value, int):
        return BIGINT, _number(value)
    if isinstance(value, str):
        return TEXT, value.encode()
    if isinstance(value, bytes | bytearray | memoryview):
        return BYTEA, bytes(value)
    raise DataError(f"a value of type {kind.__name__} cannot be stored")


def _number(value: int) -> bytes:
    try:
        return struct.pack("!q", value)
    except struct.error as error:
        raise DataError(f"a number is out of range: {error}") from error


def _array(of: int, values: Sequence[Any]) -> bytes:
    parts = [struct.pack("!iiiii", 1, 1, of, len(values), 1) if values else struct.pack("!iii", 0, 0, of)]
    for value in values:
        _, raw = _single(value)
        parts += (b"\xff\xff\xff\xff",) if raw is None else (struct.pack("!i", len(raw)), raw)
    return b"".join(parts)

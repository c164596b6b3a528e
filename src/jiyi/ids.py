"""Identifiers: UUIDv7, and the checks on what callers may use as user, session and key."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta

from jiyi.errors import InvalidInput, NaiveTime

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MAX_NAME = 512  # characters of a user, session or key
DRAWN = 256  # random numbers drawn at once: each call of the system lets another thread go first, and then waits for it

_drawn: list[int] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_drawn.clear)  # else both processes would make the same ids


def _random() -> int:
    """80 random bits from the operating system, each handed out once."""
    try:
        return _drawn.pop()
    except IndexError:
        bits = os.urandom(10 * DRAWN)
        numbers = [int.from_bytes(bits[at : at + 10], "big") for at in range(0, len(bits), 10)]
        last = numbers.pop()
        _drawn.extend(numbers)
        return last


def uuid7(at: datetime, random: int | None = None) -> str:
    """A UUIDv7 (RFC 9562 §5.7) for the moment `at`, lower case with hyphens.

    `random` (74 bits) makes it reproducible; without it the bits come from the operating system.
    """
    if at.tzinfo is None:
        raise NaiveTime("uuid7 needs a timezone-aware time")
    millis = max(0, (at - EPOCH) // timedelta(milliseconds=1)) & ((1 << 48) - 1)
    bits = (_random() if random is None else random) & ((1 << 74) - 1)
    value = (millis << 80) | (0x7 << 76) | ((bits >> 62) << 64) | (0b10 << 62) | (bits & ((1 << 62) - 1))
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def name(value: str, what: str) -> str:
    """`value` if it can be a user, session or key; else `InvalidInput` that says why.

    Any text of 1 to 512 characters is one: spaces, emoji, quotes, `%`, paths. Only NUL and unpaired
    surrogates are refused, since no database can hold them. Names are compared by code point, never folded.
    """
    if not isinstance(value, str) or not value:
        raise InvalidInput(f"{what} must be a non-empty string, not one of type {type(value).__name__}")
    if len(value) > MAX_NAME:
        raise InvalidInput(f"{what} has {len(value)} characters; at most {MAX_NAME} are allowed")
    if "\x00" in value or any("\ud800" <= c <= "\udfff" for c in value):
        raise InvalidInput(f"{what} holds a NUL or an unpaired surrogate, which no store can keep")
    return value

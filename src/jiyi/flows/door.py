"""The door: what a caller passes is checked here, argument by argument, before a flow sees it.

Each check returns the value as the flows want it, or raises InvalidInput with a sentence that names the argument,
what it must be and what it was. A person's text is never quoted: only its type is told.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, SupportsIndex, TypeVar
from zoneinfo import ZoneInfo

from jiyi import ids
from jiyi.errors import InvalidInput, NaiveTime, TooLong
from jiyi.language.normalize import clean

MOST = 2**63 - 1  # the largest number that every store holds
YEARS = (1900, 2200)  # a time outside is a slip of units or a placeholder
DEEPEST = 32  # nested lists and mappings in JSON values
SHOWN = 40  # characters of an unknown choice that an error repeats

Choice = TypeVar("Choice", bound=StrEnum)
T = TypeVar("T")


def _was(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, str) and len(value) <= SHOWN else _was(value)


def name(value: str, what: str) -> str:
    """A user, session, key or id: see `ids.name`."""
    if not isinstance(value, str):
        raise InvalidInput(f"{what} must be a non-empty text, not {_was(value)}")
    return ids.name(value, what)


def text(value: str, what: str, most: int | None = None) -> str:
    """Any text, also an empty one, as a store can keep it. Raises TooLong past `most` characters."""
    if not isinstance(value, str):
        raise InvalidInput(f"{what} must be text, not {_was(value)}")
    if most is not None and len(value) > most:
        raise TooLong(f"{what} has {len(value):,} characters; at most {most:,} are allowed")
    return clean(value)


def text_or_none(value: str | None, what: str, most: int | None = None) -> str | None:
    """A text, or None where it was left out."""
    return None if value is None else text(value, what, most)


def texts(value: Iterable[str], what: str) -> tuple[str, ...]:
    """Several texts. A single one stands for itself: it is never taken apart into letters."""
    if isinstance(value, str):
        return (text(value, what),)
    if isinstance(value, bytes | bytearray | Mapping) or not isinstance(value, Iterable):
        raise InvalidInput(f"{what} must be a list of texts, not {_was(value)}")
    return tuple(text(one, f"each of {what}") for one in value)


def choice(value: str, what: str, kind: type[Choice]) -> Choice:
    """One of the values of an enumeration."""
    try:
        return kind(value)
    except ValueError as error:
        raise InvalidInput(f"{what} must be one of {', '.join(kind)}, not {_shown(value)}") from error


def choices(value: Iterable[str], what: str, kind: type[Choice]) -> tuple[Choice, ...]:
    """Several values of an enumeration; a single one stands for itself."""
    return tuple(choice(one, what, kind) for one in texts(value, what))


def number(value: SupportsIndex, what: str, least: int = 0, most: int = MOST) -> int:
    """A whole number from `least` to `most`. True, 1.5 and "3" are none."""
    if type(value) is not int and (isinstance(value, bool) or not isinstance(value, SupportsIndex)):
        raise InvalidInput(f"{what} must be a whole number, not {_was(value)}")
    whole = value.__index__()
    if not least <= whole <= most:
        bounds = f"at least {least}" if whole < least else f"at most {most:,}"
        raise InvalidInput(f"{what} must be {bounds}" + (f", not {whole}" if abs(whole) <= MOST else ""))
    return whole


def seconds(value: float, what: str) -> float:
    """A length of time in seconds, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidInput(f"{what} must be a number of seconds, not {_was(value)}")
    if not 0 <= value <= MOST:
        raise InvalidInput(f"{what} must be 0 seconds or more, and a number of them that a clock can count")
    return float(value)


def flag(value: bool, what: str) -> bool:
    """True or False: a text such as "no" would count as true."""
    if not isinstance(value, bool):
        raise InvalidInput(f"{what} must be True or False, not {_was(value)}")
    return value


def moment(value: datetime, what: str = "a time") -> datetime:
    """A time in UTC, of the years 1900 to 2200. Raises NaiveTime: one without a zone would be guessed wrong."""
    if not isinstance(value, datetime):
        raise InvalidInput(f"{what} must be a datetime, not {_was(value)}")
    if value.tzinfo is None or value.utcoffset() is None:
        raise NaiveTime(f"{what}: {value.isoformat()} has no time zone; pass e.g. datetime(..., tzinfo=UTC)")
    if not YEARS[0] <= value.year <= YEARS[1]:
        raise InvalidInput(f"{what} must lie in the years {YEARS[0]} to {YEARS[1]}, not in {value.year}")
    return value.astimezone(UTC)


def zone(value: str, what: str = "zone") -> str:
    """The IANA name of a time zone."""
    if not isinstance(value, str):
        raise InvalidInput(f"{what} must be the name of a time zone, not {_was(value)}")
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError) as error:
        raise InvalidInput(f"unknown time zone {_shown(value)}; use an IANA name such as 'Asia/Shanghai'") from error
    return value


def mapping(value: Mapping[str, Any], what: str) -> Mapping[str, Any]:
    """A mapping; its values are looked at where they are used."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{what} must be a mapping, not {_was(value)}")
    return value


def several(value: Iterable[T], what: str, kind: type[Any]) -> tuple[T, ...]:
    """Several things of one type, such as rows or jobs. What can be gone through only once is gone through here."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise InvalidInput(f"{what} must be a list of {kind.__name__} values, not {_was(value)}")
    found = tuple(value)
    for place, one in enumerate(found, 1):
        if not isinstance(one, kind):
            raise InvalidInput(f"{what}: number {place} must be a {kind.__name__}, not {_was(one)}")
    return found


def json_value(value: Any, what: str, depth: int = 0) -> Any:
    """A JSON value as it can be stored: its texts and keys cleaned, tuples as lists."""
    if depth > DEEPEST:
        raise InvalidInput(f"{what} is nested deeper than {DEEPEST}")
    if isinstance(value, str):
        return clean(value)
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InvalidInput(f"{what} holds a number that is not finite, which JSON does not know")
        return value
    if isinstance(value, list | tuple):
        return [json_value(one, what, depth + 1) for one in value]
    if isinstance(value, Mapping):
        return {_key(key, what): json_value(one, what, depth + 1) for key, one in value.items()}
    raise InvalidInput(
        f"{what} must be a mapping of JSON values (text, numbers, lists, mappings); it holds {_was(value)}"
    )


def _key(key: object, what: str) -> str:
    if not isinstance(key, str):
        raise InvalidInput(f"the keys of {what} must be text, not {_was(key)}")
    return clean(key)

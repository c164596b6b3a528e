"""`where`: a filter over memories, the same on every engine, because one function here evaluates it on records.

    {"kind": "fact"}                                    a value: equal
    {"kind": ["fact", "event"]}                         a list: any of them
    {"confidence": {">=": 0.8, "<": 1}}                 = != > >= < <= in not_in contains starts any all none exists
    {"tags": {"any": ["work"]}, "meta.project": "x"}    all of several fields must hold
    {"or": [{…}, {…}]}   {"and": […]}   {"not": {…}}

A field that is not set (None, or a missing meta key) equals only None and fails every order comparison. Times are
`datetime` or ISO 8601 with a zone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from jiyi.errors import InvalidInput, NaiveTime, UnknownField
from jiyi.records import Episode, Kind, MemoryRecord, Source, Status

Where = Mapping[str, Any]
_TIMES = frozenset({"valid_from", "valid_to", "recorded_at", "retired_at", "expires_at", "last_recalled_at", "at"})
_LISTS = frozenset({"tags", "entities"})
_NUMBERS = frozenset({"confidence", "importance", "recall_count", "version"})
_FLAGS = frozenset({"protected", "trusted"})
_WORDS = frozenset(
    {"id", "kind", "content", "attribute", "value", "language", "source", "status", "superseded_by", "embedder"}
)
_EPISODE_ONLY = frozenset({"session"})
FIELDS = _TIMES | _LISTS | _NUMBERS | _FLAGS | _WORDS | _EPISODE_ONLY
_ENUMS: Mapping[str, type[Enum]] = {"kind": Kind, "source": Source, "status": Status}
_LOGIC = frozenset({"and", "or", "not"})
MOST_DEPTH = 16

Record = MemoryRecord | Episode


def check(where: Where | None) -> None:
    """Raise UnknownField or InvalidInput when a filter cannot be evaluated; nothing is ever silently ignored."""
    if where is not None:
        _check(where, 0)


def _check(where: Any, depth: int) -> None:
    if not isinstance(where, Mapping):
        raise InvalidInput(f"a filter is a mapping from fields to conditions, not {type(where).__name__}")
    if depth > MOST_DEPTH:
        raise InvalidInput(f"a filter may be nested {MOST_DEPTH} deep at most")
    for name, condition in where.items():
        if name in ("and", "or"):
            if isinstance(condition, str) or not isinstance(condition, Sequence):
                raise InvalidInput(f"{name!r} takes a list of filters")
            for one in condition:
                _check(one, depth + 1)
        elif name == "not":
            _check(condition, depth + 1)
        else:
            _check_field(name, condition)


def _check_field(name: Any, condition: Any) -> None:
    if not isinstance(name, str) or (name not in FIELDS and not (name.startswith("meta.") and len(name) > 5)):
        known = ", ".join(sorted(FIELDS))
        raise UnknownField(f"a filter names the unknown field {name!r}; known are {known} and meta.…")
    for operator, value in _conditions(condition):
        if operator not in _OPERATORS:
            raise InvalidInput(f"unknown operator {operator!r} on {name!r}; known are {', '.join(_OPERATORS)}")
        if operator in _TAKE_LISTS and (isinstance(value, str) or not isinstance(value, Sequence)):
            raise InvalidInput(f"{operator!r} on {name!r} takes a list")
        if operator == "exists":
            if not isinstance(value, bool):
                raise InvalidInput(f"'exists' on {name!r} takes true or false")
            continue
        for one in value if operator in _TAKE_LISTS else (value,):
            _constant(name, one, operator)


def _conditions(condition: Any) -> list[tuple[str, Any]]:
    if isinstance(condition, Mapping):
        if not condition:
            raise InvalidInput("a field's condition is empty")
        return list(condition.items())
    if isinstance(condition, list | tuple | set | frozenset):
        return [("in", list(condition))]
    return [("=", condition)]


def _constant(name: str, value: Any, operator: str = "=") -> Any:
    """A value of the filter as the field holds it. Raises InvalidInput when it can never be one."""
    if value is None:
        return None
    if isinstance(value, float) and math.isnan(value):
        raise InvalidInput(f"{name!r} is compared with something that is not a number (NaN)")
    if name in _TIMES:
        return _moment(name, value)
    if name in _NUMBERS:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InvalidInput(f"{name!r} is compared with a number, not {value!r}")
        return value
    if name in _FLAGS:
        if not isinstance(value, bool):
            raise InvalidInput(f"{name!r} is true or false, not {value!r}")
        return value
    if name in _ENUMS and operator in ("=", "!=", "in", "not_in"):
        known = [member.value for member in _ENUMS[name]]
        if value not in known:
            raise InvalidInput(f"{name!r} is one of {', '.join(known)}, not {value!r}")
        return str(value)
    if not name.startswith("meta.") and not isinstance(value, str):
        raise InvalidInput(f"{name!r} is compared with text, not {value!r}")
    return value


def _moment(name: str, value: Any) -> datetime:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError as error:
            raise InvalidInput(f"{name!r} is compared with a time in ISO 8601, not {value!r}") from error
    if not isinstance(value, datetime):
        raise InvalidInput(f"{name!r} is compared with a time, not {value!r}")
    if value.tzinfo is None:
        raise NaiveTime(f"{name!r} is compared with a time that has no zone; add one, such as +08:00")
    if not 1 < value.year < 9999:  # another zone could push it over the edge of the calendar
        raise InvalidInput(f"{name!r} is compared with a time in the year {value.year}; use one of 2 to 9998")
    return value.astimezone(UTC)


def matches(where: Where | None, record: Record) -> bool:
    """Whether a record passes a filter (checked before; None passes everything). A field that this kind of record
    does not have counts as not set."""
    if where is None:
        return True
    return all(_holds(name, condition, record) for name, condition in where.items())


def _holds(name: str, condition: Any, record: Record) -> bool:
    if name == "and":
        return all(matches(one, record) for one in condition)
    if name == "or":
        return any(matches(one, record) for one in condition)
    if name == "not":
        return not matches(condition, record)
    held = _value(name, record)
    return all(_test(name, held, operator, value) for operator, value in _conditions(condition))


def _value(name: str, record: Record) -> Any:
    if name.startswith("meta."):
        held: Any = getattr(record, "meta", {})
        for key in name.split(".")[1:]:
            held = held.get(key) if isinstance(held, Mapping) else None
        return held
    return getattr(record, name, None)


def _test(name: str, held: Any, operator: str, value: Any) -> bool:
    if operator in _TAKE_LISTS:
        value = [_constant(name, one, operator) for one in value]
    elif operator != "exists":
        value = _constant(name, value, operator)
    return _OPERATORS[operator](held, value)


def _items(held: Any) -> tuple[Any, ...]:
    return tuple(held) if isinstance(held, list | tuple | set | frozenset) else () if held is None else (held,)


def _equal(held: Any, value: Any) -> bool:
    """Equality; a list field equals a value when it holds it."""
    if isinstance(held, list | tuple) and not isinstance(value, list | tuple):
        return value in held if value is not None else not held
    if isinstance(held, bool) != isinstance(value, bool):
        return False
    return bool(held == value)


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def test(held: Any, value: Any) -> bool:
        if held is None or value is None or isinstance(held, bool) or isinstance(value, bool):
            return False
        if isinstance(held, int | float) != isinstance(value, int | float):
            return False
        try:
            return compare(held, value)
        except TypeError:  # a meta field of another type is simply not in order with the value
            return False

    return test


_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": _equal,
    "!=": lambda held, value: not _equal(held, value),
    ">": _ordered(lambda held, value: bool(held > value)),
    ">=": _ordered(lambda held, value: bool(held >= value)),
    "<": _ordered(lambda held, value: bool(held < value)),
    "<=": _ordered(lambda held, value: bool(held <= value)),
    "in": lambda held, value: any(_equal(held, one) for one in value),
    "not_in": lambda held, value: not any(_equal(held, one) for one in value),
    "contains": lambda held, value: (
        value in held if isinstance(held, str) and isinstance(value, str) else value in _items(held)
    ),
    "starts": lambda held, value: isinstance(held, str) and isinstance(value, str) and held.startswith(value),
    "any": lambda held, value: any(one in _items(held) for one in value),
    "all": lambda held, value: all(one in _items(held) for one in value),
    "none": lambda held, value: not any(one in _items(held) for one in value),
    "exists": lambda held, value: (held is not None and held != ()) is value,
}
_TAKE_LISTS = frozenset({"in", "not_in", "any", "all", "none"})

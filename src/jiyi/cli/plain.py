"""Records as JSON-able data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any


def plain(value: Any) -> Any:
    """Dataclasses as objects, times as ISO 8601, tuples and sets as lists, durations in seconds.

    A field that holds a function is left out: it is not data.
    """
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((f.name, getattr(value, f.name)) for f in fields(value))
        return {name: plain(one) for name, one in pairs if not callable(one)}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in value]
    if hasattr(value, "item"):  # a number of numpy's
        return value.item()
    return str(value)

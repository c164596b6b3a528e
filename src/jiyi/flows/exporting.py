"""Rows of a store as an export has them: every field of a record as JSON-able data, straight from the stored JSON.

To make records of tens of thousands of rows, only to take them apart again, takes most of the time of a download. What
is not stored as usual goes the long way, which says what is damaged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from pydantic_core import from_json

from jiyi import codec
from jiyi.layout import layout
from jiyi.records import Action, Change, Episode, Evidence, Kind, MemoryRecord, Message, Relation, Role, Source, Status
from jiyi.rows import ChangeRow, ItemRow, MessageRow

Told = dict[str, Any]


def plain(value: Any) -> Any:
    """A record, or a part of one, as JSON-able data: times as ISO 8601, tuples as lists."""
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is datetime:
        return value.isoformat()
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if kind is tuple or kind is list:
        return [plain(one) for one in value] if value else []
    if names := _names(kind):  # type: ignore[arg-type]
        held = ((name, getattr(value, name)) for name in names)
        return {name: one if type(one) in _AS_IT_IS else plain(one) for name, one in held}
    return value


_AS_IT_IS = frozenset({str, int, float, bool, type(None), *(Kind, Status, Source, Role, Action)})


@lru_cache(maxsize=32)
def _names(kind: type) -> tuple[str, ...]:
    """The fields of a kind of record; of anything else none."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


# --- straight from the store ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """What the stored JSON of a kind of record holds: every field as it is when it is not there, in the order of the
    record, and those that must be there."""

    every: Told
    must: frozenset[str]


def _shape(kind: type, must: str) -> _Shape:
    every: Told = {}
    for one in fields(kind):
        made = one.default_factory() if one.default_factory is not MISSING else one.default
        every[one.name] = None if made is MISSING else plain(made)
    return _Shape(every=every, must=frozenset(must.split()))


_MEMORY = _shape(MemoryRecord, "kind content confidence importance source status protected trusted recorded_at")
_EPISODE = _shape(Episode, "session first last at parts language")
_MESSAGE = _shape(Message, "role content at")
_CHANGE = _shape(Change, "by why patch")
_EVIDENCE, _RELATION = _names(Evidence), _names(Relation)
_KINDS, _STATUSES, _SOURCES, _ROLES = (frozenset(one.value for one in kind) for kind in (Kind, Status, Source, Role))
_TIMES = ("recorded_at", "retired_at", "valid_from", "valid_to", "expires_at")


def memory(row: ItemRow, user: str) -> Told:
    """A memory's row. Raises StoreCorrupt."""
    held = _stored(row.body, layout(row.body).json_at, _MEMORY)
    if held is None or not _memory_as_usual(held):
        return _long(codec.memory(row, user))
    return {**_MEMORY.every, **held, **_columns(row, user)}


def _memory_as_usual(held: Told) -> bool:
    if not (held["kind"] in _KINDS and held["status"] in _STATUSES and held["source"] in _SOURCES):
        return False
    said = held.get("evidence", ())
    if not (_alike(said, _EVIDENCE) and _alike(held.get("relations", ()), _RELATION)):
        return False
    return all(_time(one["at"]) for one in said) and all(_time(held[name]) for name in _TIMES if name in held)


def episode(row: ItemRow, user: str) -> Told:
    """A past turn's row. Raises StoreCorrupt."""
    held = _stored(row.body, layout(row.body).json_at, _EPISODE)
    if held is None or not _time(held["at"]) or not all(_texts(one) and len(one) == 2 for one in held["parts"]):
        return _long(codec.episode(row, user))
    return {**_EPISODE.every, **held, **_columns(row, user)}


def message(row: MessageRow, user: str, session: str) -> Told:
    """A message's row. Raises StoreCorrupt."""
    held = _stored(row.body, 0, _MESSAGE)
    if held is None or held["role"] not in _ROLES or not _time(held["at"]):
        return _long(codec.message(row, user, session))
    return {**_MESSAGE.every, "user": user, "session": session, "seq": row.seq, **held, "key": row.key}


def change(row: ChangeRow, user: str) -> Told:
    """A row of the log. Raises StoreCorrupt."""
    held = _stored(row.body, 0, _CHANGE)
    patch = None if held is None else held["patch"]
    if (
        held is None
        or type(patch) is not dict
        or not all(type(one) is list and len(one) == 2 for one in patch.values())
    ):
        return _long(codec.change(row, user))
    place = {"user": user, "version": row.version, "action": row.action, "ref": row.ref, "at": row.at.isoformat()}
    return {**_CHANGE.every, **place, **held}


def _long(record: MemoryRecord | Episode | Message | Change) -> Told:
    told: Told = plain(record)
    return told


def _stored(body: bytes, at: int, shape: _Shape) -> Told | None:
    """The object that is stored from a place of a body on; None when it has not all that it must, or something else
    than there can be."""
    try:
        held = codec.fitting(from_json(body[at:] if at else body))
    except (ValueError, TypeError, AttributeError):
        return None
    return held if held.keys() <= shape.every.keys() and shape.must <= held.keys() else None


def _alike(some: Any, names: tuple[str, ...]) -> bool:
    """Whether each of some is an object of just these fields, in this order."""
    return not some or all(type(one) is dict and tuple(one) == names for one in some)


def _texts(some: Any) -> bool:
    return type(some) is list and {*map(type, some)} <= {str}


def _time(at: Any) -> bool:
    """Whether it is a time, written as it would be written again."""
    return type(at) is str and _as_written(at)


@lru_cache(maxsize=256)  # a memory and its evidence are often of one moment
def _as_written(at: str) -> bool:
    try:
        read = datetime.fromisoformat(at)
    except ValueError:
        return False
    return read.tzinfo is not None and read.isoformat() == at


def _columns(row: ItemRow, user: str) -> Told:
    """What is no part of the JSON, but of a memory and of an episode."""
    used = None if row.last_recalled_at is None else row.last_recalled_at.isoformat()
    return {
        "id": row.id,
        "user": user,
        "version": row.version,
        "embedder": row.embedder,
        "last_recalled_at": used,
        "recall_count": row.recall_count,
    }

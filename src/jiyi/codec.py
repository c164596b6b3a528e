"""Records to bodies and back: what is inside the opaque bytes that a store keeps.

An item's body is laid out so that a working set can take in thousands without parsing any words:

    magic "J1" | u16 pieces | u16 dimensions | u32 tokens | HEAD (fixed struct) | vectors f16 | tokens u32 | JSON

The JSON tail (content, evidence, …) is decoded only for what is shown.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import numpy as np

from jiyi.errors import StoreCorrupt
from jiyi.ports import Hashes, Vectors
from jiyi.records import (
    Change,
    Episode,
    Evidence,
    Kind,
    MemoryRecord,
    Message,
    Relation,
    Role,
    SessionRecord,
    Source,
    Status,
    Summary,
)
from jiyi.rows import ChangeRow, ItemRow, MessageRow, SessionRow

PREFIX = struct.Struct("<2sHHI")
MAGIC = b"J1"
KINDS, STATUSES, SOURCES = tuple(Kind), tuple(Status), tuple(Source)
NEVER = np.iinfo(np.int64).min  # stands for None in a time column

# Columns of the working set. Times are microseconds since 1970 (NEVER: none). For an episode only `valid_from`
# (when it was said), `first` and `last` mean something.
HEAD = np.dtype(
    [
        ("kind", "u1"),
        ("status", "u1"),
        ("source", "u1"),
        ("flags", "u1"),  # 1 protected, 2 untrusted
        ("confidence", "<f4"),
        ("importance", "<f4"),
        ("recorded_at", "<i8"),
        ("retired_at", "<i8"),
        ("valid_from", "<i8"),
        ("valid_to", "<i8"),
        ("expires_at", "<i8"),
        ("first", "<u4"),
        ("last", "<u4"),
    ]
)
PROTECTED, UNTRUSTED = 1, 2


def micros(at: datetime | None) -> int:
    """A time as a HEAD column holds it. Integer arithmetic: a float would lose microseconds."""
    if at is None:
        return int(NEVER)
    delta = at - EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _time(value: Any) -> datetime | None:
    return value if value is None or isinstance(value, datetime) else datetime.fromisoformat(value)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a record holds a {type(value).__name__}, which has no JSON form")


def dump(value: Any) -> bytes:
    """Compact JSON in UTF-8; datetimes as ISO 8601 in UTC."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain).encode()


def _pack(head: tuple[Any, ...], vectors: Vectors, tokens: Hashes, tail: dict[str, Any]) -> bytes:
    pieces, dimensions = vectors.shape
    return b"".join(
        (
            PREFIX.pack(MAGIC, pieces, dimensions, len(tokens)),
            np.array(head, dtype=HEAD).tobytes(),
            np.ascontiguousarray(vectors, dtype="<f2").tobytes(),
            np.ascontiguousarray(tokens, dtype="<u4").tobytes(),
            dump(tail),
        )
    )


def layout(body: bytes) -> tuple[int, int, int]:
    """(pieces, dimensions, tokens) of an item's body. Raises StoreCorrupt."""
    if len(body) < PREFIX.size + HEAD.itemsize:
        raise StoreCorrupt("an item's body is too short to be one")
    magic, pieces, dimensions, tokens = PREFIX.unpack_from(body)
    if magic != MAGIC:
        raise StoreCorrupt("an item's body does not begin as one of this version")
    return pieces, dimensions, tokens


def vectors_of(body: bytes) -> Vectors:
    """The item's vectors, (pieces, dimensions) float32."""
    pieces, dimensions, _ = layout(body)
    start = PREFIX.size + HEAD.itemsize
    flat = np.frombuffer(body, dtype="<f2", count=pieces * dimensions, offset=start)
    return flat.reshape(pieces, dimensions).astype(np.float32)


def tokens_of(body: bytes) -> Hashes:
    """The item's token hashes, in the order of the text."""
    pieces, dimensions, tokens = layout(body)
    start = PREFIX.size + HEAD.itemsize + 2 * pieces * dimensions
    return np.frombuffer(body, dtype="<u4", count=tokens, offset=start)


def _tail(body: bytes) -> dict[str, Any]:
    pieces, dimensions, tokens = layout(body)
    start = PREFIX.size + HEAD.itemsize + 2 * pieces * dimensions + 4 * tokens
    tail: dict[str, Any] = json.loads(body[start:])
    return tail


def memory_body(record: MemoryRecord, vectors: Vectors, tokens: Hashes) -> bytes:
    """Everything of a memory but its id, user, version and use counts, which are columns."""
    head = (
        KINDS.index(record.kind),
        STATUSES.index(record.status),
        SOURCES.index(record.source),
        PROTECTED * record.protected + UNTRUSTED * (not record.trusted),
        record.confidence,
        record.importance,
        micros(record.recorded_at),
        micros(record.retired_at),
        micros(record.valid_from),
        micros(record.valid_to),
        micros(record.expires_at),
        0,
        0,
    )
    tail = asdict(record)
    for column in ("id", "user", "version", "last_recalled_at", "recall_count", "embedder"):
        del tail[column]
    return _pack(head, vectors, tokens, {name: value for name, value in tail.items() if value not in (None, (), "")})


def memory(row: ItemRow, user: str) -> MemoryRecord:
    """The record in a row."""
    return memory_from({**_tail(row.body), **_columns(row, user)})


def memory_from(data: Mapping[str, Any]) -> MemoryRecord:
    """The record in decoded JSON. Raises KeyError, TypeError or ValueError when it is none."""
    plain = dict(data)
    for name in ("valid_from", "valid_to", "recorded_at", "retired_at", "expires_at", "last_recalled_at"):
        if name in plain:
            plain[name] = _time(plain[name])
    plain["kind"], plain["source"], plain["status"] = (
        Kind(plain["kind"]),
        Source(plain["source"]),
        Status(plain["status"]),
    )
    plain["entities"], plain["tags"] = tuple(plain.get("entities", ())), tuple(plain.get("tags", ()))
    plain["relations"] = tuple(Relation(**one) for one in plain.get("relations", ()))
    plain["evidence"] = tuple(Evidence(**{**one, "at": _time(one["at"])}) for one in plain.get("evidence", ()))
    return MemoryRecord(**plain)


def _columns(row: ItemRow, user: str) -> dict[str, Any]:
    return {
        "id": row.id,
        "user": user,
        "version": row.version,
        "embedder": row.embedder,
        "last_recalled_at": row.last_recalled_at,
        "recall_count": row.recall_count,
    }


def episode_body(episode: Episode, vectors: Vectors, tokens: Hashes) -> bytes:
    """Everything of an episode but its id, user, version and use counts."""
    at = micros(episode.at)
    none = int(NEVER)
    head = (0, 0, 0, 0, 1.0, 0.5, at, none, at, none, none, episode.first, episode.last)
    tail = {
        "session": episode.session,
        "first": episode.first,
        "last": episode.last,
        "at": episode.at,
        "parts": episode.parts,
        "language": episode.language,
    }
    return _pack(head, vectors, tokens, tail)


def episode(row: ItemRow, user: str) -> Episode:
    """The episode in a row."""
    return episode_from({**_tail(row.body), **_columns(row, user)})


def episode_from(data: Mapping[str, Any]) -> Episode:
    """The episode in decoded JSON. Raises KeyError, TypeError or ValueError when it is none."""
    parts = tuple((str(role), str(text)) for role, text in data["parts"])
    times = {"at": _time(data["at"]), "last_recalled_at": _time(data.get("last_recalled_at"))}
    return Episode(**{**data, **times, "parts": parts})


def message_body(message: Message) -> bytes:
    """Everything of a message but user, session, seq and key."""
    body: dict[str, Any] = {"role": message.role, "content": message.content, "at": message.at}
    if message.name is not None:
        body["name"] = message.name
    if message.meta:
        body["meta"] = message.meta
    if message.withheld:
        body["withheld"] = message.withheld
    return dump(body)


def message(row: MessageRow, user: str, session: str) -> Message:
    """The message in a row."""
    return message_from({**json.loads(row.body), "user": user, "session": session, "seq": row.seq, "key": row.key})


def message_from(data: Mapping[str, Any]) -> Message:
    """The message in decoded JSON. Raises KeyError, TypeError or ValueError when it is none."""
    plain = {name: value for name, value in data.items() if name != "type"}
    plain["role"] = Role(plain["role"])
    plain["at"] = _time(plain["at"])
    plain["withheld"] = tuple(plain.get("withheld", ()))
    return Message(**plain)


def session_body(record: SessionRecord) -> bytes:
    """State, scratchpad, summary and zone of a session."""
    return dump(
        {
            "state": record.state,
            "scratchpad": record.scratchpad,
            "summary": asdict(record.summary),
            "zone": record.zone,
        }
    )


def session(row: SessionRow, user: str) -> SessionRecord:
    """The session in a row."""
    body: dict[str, Any] = json.loads(row.body) if row.body else {}
    summary: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in body.get("summary", {}).items()}
    return SessionRecord(
        user=user,
        id=row.id,
        last_seq=row.last_seq,
        revision=row.revision,
        started_at=row.started_at,
        updated_at=row.updated_at,
        ended_at=row.ended_at,
        state=body.get("state", {}),
        scratchpad=body.get("scratchpad", {}),
        summary=Summary(**summary),
        zone=body.get("zone"),
    )


def change_body(by: str, why: str, patch: Mapping[str, tuple[Any, Any]]) -> bytes:
    """Who, why, and the fields that moved."""
    return dump({"by": by, "why": why, "patch": {name: list(pair) for name, pair in patch.items()}})


def change(row: ChangeRow, user: str) -> Change:
    """The log row; a scrubbed one has no body and says so."""
    body: dict[str, Any] = json.loads(row.body) if row.body else {"by": "", "why": "erased", "patch": {}}
    return Change(
        user=user,
        version=row.version,
        action=row.action,
        ref=row.ref,
        at=row.at,
        by=body["by"],
        why=body["why"],
        patch={name: (before, after) for name, (before, after) in body["patch"].items()},
    )

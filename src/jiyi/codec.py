"""Records to bodies and back: what is inside the opaque bytes that a store keeps.

`layout.py` says how the body of a memory or an episode is laid out.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import UTC, datetime
from types import NoneType
from typing import Any

import numpy as np

from jiyi.errors import StoreCorrupt
from jiyi.language.passages import episode_passages
from jiyi.language.script import chinese
from jiyi.language.tokens import SEPARATOR
from jiyi.language.traits import traits
from jiyi.layout import CHINESE, layout, mark, pack, role_number, session_hash, speaker_mark, split, without_sections
from jiyi.layout import HEAD as HEAD
from jiyi.layout import NEVER as NEVER
from jiyi.layout import PROTECTED as PROTECTED
from jiyi.layout import UNTRUSTED as UNTRUSTED
from jiyi.layout import single_vector as single_vector
from jiyi.layout import tokens_of as tokens_of
from jiyi.layout import vectors_of as vectors_of
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

KINDS, STATUSES, SOURCES = tuple(Kind), tuple(Status), tuple(Source)


def micros(at: datetime | None) -> int:
    """A time as a HEAD column holds it. Integer arithmetic: a float would lose microseconds."""
    if at is None:
        return int(NEVER)
    delta = at - EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# What reading a damaged body raises: cut short, no UTF-8 or JSON, or another shape than that of a record.
_DAMAGE = (struct.error, KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)


def _corrupt(what: str, id: object) -> StoreCorrupt:
    return StoreCorrupt(f"the body of {what} {id} is damaged; nothing was changed")


def _time(value: Any) -> datetime | None:
    if value is None:
        return None
    at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    if at.tzinfo is None:
        raise ValueError("a time of a record has no zone")
    return at


# What the plain fields of records are. Fields that are missing have defaults.
_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("id", "user", "session", "content", "language", "embedder"), (str,)),
    **dict.fromkeys(("attribute", "value", "superseded_by", "name", "key"), (str, NoneType)),
    **dict.fromkeys(("seq", "first", "last", "version", "recall_count"), (int,)),
    **dict.fromkeys(("confidence", "importance"), (int, float)),
    **dict.fromkeys(("protected", "trusted"), (bool,)),
    **dict.fromkeys(("tags", "entities", "withheld", "relations", "evidence", "parts"), (list, tuple)),
    "meta": (Mapping,),
}
_USUAL = {name: kinds[0] for name, kinds in _TYPES.items()}  # the type that JSON gives: looked at first
_WORDS = ("tags", "entities", "withheld")
_KIND, _SOURCE, _STATUS = ({one.value: one for one in kind} for kind in (Kind, Source, Status))


def fitting(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data as it is. Raises TypeError for a field of another type: a text where a list belongs would be taken
    apart into letters, a number where text belongs would be found out much later."""
    for name, value in data.items():
        if type(value) is not _USUAL.get(name) and name in _TYPES and not isinstance(value, _TYPES[name]):
            raise TypeError(f"{name} is a {type(value).__name__}")
    for name in _WORDS:
        if (words := data.get(name)) and not set(map(type, words)) <= {str}:
            raise TypeError(f"{name} holds something else than text")
    return dict(data)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"a record holds a {type(value).__name__}, which has no JSON form")


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_plain)


def dump(value: Any) -> bytes:
    """Compact JSON in UTF-8; datetimes as ISO 8601 in UTC."""
    return _ENCODER.encode(value).encode()


_DECODER = json.JSONDecoder()


def _tail_text(body: bytes) -> str:
    return body[layout(body).json_at :].decode("utf-8", "surrogatepass")  # given bytes, `loads` would guess first


def _tail(body: bytes) -> dict[str, Any]:
    tail: dict[str, Any] = json.loads(_tail_text(body))
    return tail


def content_of(row: ItemRow) -> str:
    """The content of the memory in a row, without reading the rest of it. Raises StoreCorrupt."""
    (content,) = _some(row, ("content",), "confidence", "")
    return str(content)


def names_of(row: ItemRow) -> tuple[tuple[str, ...], tuple[Relation, ...]]:
    """The entities and relations of the memory in a row, likewise. Raises StoreCorrupt."""
    names, relations = _some(row, ("entities", "relations"), "confidence", ())
    try:
        return tuple(names), tuple(Relation(**one) for one in relations)
    except _DAMAGE as error:
        raise _corrupt("memory", row.id) from error


def replaced_by(row: ItemRow) -> str | None:
    """The id of what took the place of the memory in a row, likewise. Raises StoreCorrupt."""
    (found,) = _some(row, ("superseded_by",), "protected", None)
    return None if found is None else str(found)


def brief(row: ItemRow) -> ItemRow:
    """The row with as much of its body as its record is made of: without vectors, tokens and marks."""
    return row._replace(body=without_sections(row.body))


def _some(row: ItemRow, names: Sequence[str], until: str, missing: Any) -> list[Any]:
    """Some fields of a memory, of those that `dump` writes before `until`, which always is there; what comes after
    may hold fields of the same names. No text holds bare quotation marks."""
    try:
        text = _tail_text(row.body)
        end = text.index(f'"{until}":')
        places = [(text.find(f'"{name}":', 0, end), len(name) + 3) for name in names]
        return [missing if at < 0 else _DECODER.raw_decode(text, at + size)[0] for at, size in places]
    except (*_DAMAGE, StoreCorrupt) as error:
        raise _corrupt("memory", row.id) from error


SET_ASIDE = "set_aside"  # in `meta`: an order to forget that was not certain may have meant it
ASIDE = mark("aside", "order")  # the mark of such memories


def _marks(record: MemoryRecord) -> tuple[int, ...]:
    """What a memory is about and rests on: its entities, the people and things of its relations, its tags, and the
    messages that said it."""
    found = [mark("entity", name) for name in record.entities]
    found += [mark("tag", tag) for tag in record.tags]
    for relation in record.relations:
        found.append(mark("relation", relation.relation))
        found += [mark("entity", name) for name in (relation.subject, relation.object) if name != "user"]
    found += [said_mark(one.session, one.seq) for one in record.evidence if one.session and one.seq is not None]
    if record.meta.get(SET_ASIDE):
        found.append(ASIDE)
    return tuple(dict.fromkeys(found))[:65_535]


def said_mark(session: str, seq: int) -> int:
    """The mark of memories that rest on this message."""
    return mark("said", f"{session}\0{seq}")


def memory_body(record: MemoryRecord, vectors: Vectors, tokens: Hashes) -> bytes:
    """Everything of a memory but its id, user, version and use counts, which are columns."""
    head = (
        KINDS.index(record.kind),
        STATUSES.index(record.status),
        SOURCES.index(record.source),
        PROTECTED * record.protected + UNTRUSTED * (not record.trusted) + CHINESE * chinese(record.content),
        record.confidence,
        record.importance,
        micros(record.recorded_at),
        micros(record.retired_at),
        micros(record.valid_from),
        micros(record.valid_to),
        micros(record.expires_at),
        0,
        mark("attribute", record.attribute) if record.attribute else 0,
        0,
        0,
        min(len(record.evidence), 65_535),
    )
    tail = asdict(record)
    for column in ("id", "user", "version", "last_recalled_at", "recall_count", "embedder"):
        del tail[column]
    kept = {name: value for name, value in tail.items() if value not in (None, (), "")}
    words = int(np.count_nonzero(tokens != SEPARATOR))
    return pack(
        head, [(0, traits(record.content), vectors.shape[0], words, 0)], _marks(record), vectors, tokens, dump(kept)
    )


def memory(row: ItemRow, user: str) -> MemoryRecord:
    """The record in a row. Raises StoreCorrupt."""
    try:
        return memory_from({**_tail(row.body), **_columns(row, user)})
    except (*_DAMAGE, StoreCorrupt) as error:
        raise _corrupt("memory", row.id) from error


def memory_from(data: Mapping[str, Any]) -> MemoryRecord:
    """The record in decoded JSON. Raises KeyError, TypeError or ValueError when it is none."""
    plain = fitting(data)
    for name in ("valid_from", "valid_to", "recorded_at", "retired_at", "expires_at", "last_recalled_at"):
        if name in plain:
            plain[name] = _time(plain[name])
    plain["kind"], plain["source"] = _KIND[plain["kind"]], _SOURCE[plain["source"]]
    plain["status"] = _STATUS[plain["status"]]
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
    """Everything of an episode but its id, user, version and use counts.

    `vectors` has one row for each of `passages.episode_texts`, `tokens` are those of `passages.episode_tokens`.
    With other shapes the episode is one unit.
    """
    at, none, session = micros(episode.at), int(NEVER), session_hash(episode.session)
    head = (0, 0, 0, 0, 1.0, 0.5, at, none, at, none, none, session, 0, episode.first, episode.last, 1)
    tail = {
        "session": episode.session,
        "first": episode.first,
        "last": episode.last,
        "at": episode.at,
        "parts": episode.parts,
        "language": episode.language,
    }
    return pack(head, _units(episode, vectors, tokens), (), vectors, tokens, dump(tail))


def _units(episode: Episode, vectors: Vectors, tokens: Hashes) -> list[tuple[int, int, int, int, int]]:
    """Each part of an episode, as UNIT says."""
    pieces = [len(part) for part in episode_passages(episode.parts)]
    if sum(pieces) != vectors.shape[0]:
        pieces = [vectors.shape[0]] + [0] * (len(pieces) - 1)
    parts = episode.parts or (("user", ""),)
    counts = split(tokens, len(pieces))
    return [
        (role_number(role), traits(text), pieces[i], counts[i], speaker_mark(text))
        for i, (role, text) in enumerate(parts)
    ]


def episode(row: ItemRow, user: str) -> Episode:
    """The episode in a row. Raises StoreCorrupt."""
    try:
        return episode_from({**_tail(row.body), **_columns(row, user)})
    except (*_DAMAGE, StoreCorrupt) as error:
        raise _corrupt("episode", row.id) from error


def episode_from(data: Mapping[str, Any]) -> Episode:
    """The episode in decoded JSON. Raises KeyError, TypeError or ValueError when it is none."""
    data = fitting(data)
    parts = tuple((str(role), str(text)) for role, text in data["parts"])
    times = {"at": _time(data["at"]), "last_recalled_at": _time(data.get("last_recalled_at"))}
    return Episode(**{**data, **times, "parts": parts})


def message_body(message: Message) -> bytes:
    """Everything of a message but user, session, seq and key."""
    at = message.at.astimezone(UTC).isoformat()
    body: dict[str, Any] = {"role": message.role.value, "content": message.content, "at": at}
    if message.name is not None:
        body["name"] = message.name
    if message.meta:
        body["meta"] = message.meta
    if message.withheld:
        body["withheld"] = message.withheld
    return dump(body)


def message(row: MessageRow, user: str, session: str) -> Message:
    """The message in a row. Raises StoreCorrupt."""
    try:
        return message_from({**json.loads(row.body), "user": user, "session": session, "seq": row.seq, "key": row.key})
    except _DAMAGE as error:
        raise _corrupt(f"message {row.seq} of session", repr(session)) from error


def message_from(data: Mapping[str, Any]) -> Message:
    """The message in decoded JSON. Raises KeyError, TypeError or ValueError when it is none."""
    plain = {name: value for name, value in fitting(data).items() if name != "type"}
    plain["role"] = Role(plain["role"])
    plain["at"] = _time(plain["at"])
    plain["withheld"] = tuple(plain.get("withheld", ()))
    return Message(**plain)


def session_body(record: SessionRecord) -> bytes:
    """State, scratchpad, summary, zone and scan of a session."""
    return dump(
        {
            "state": record.state,
            "scratchpad": record.scratchpad,
            "summary": asdict(record.summary),
            "zone": record.zone,
            "scanned": record.scanned,
        }
    )


def session(row: SessionRow, user: str) -> SessionRecord:
    """The session in a row. Raises StoreCorrupt."""
    try:
        return _session(row, user)
    except _DAMAGE as error:
        raise _corrupt("session", repr(row.id)) from error


def _session(row: SessionRow, user: str) -> SessionRecord:
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
        scanned=body.get("scanned", 0),
    )


def change_body(by: str, why: str, patch: Mapping[str, tuple[Any, Any]]) -> bytes:
    """Who, why, and the fields that moved."""
    return dump({"by": by, "why": why, "patch": {name: list(pair) for name, pair in patch.items()}})


def change(row: ChangeRow, user: str) -> Change:
    """The log row; a scrubbed one has no body and says so. Raises StoreCorrupt."""
    try:
        return _change(row, user)
    except _DAMAGE as error:
        raise _corrupt("change", row.version) from error


def _change(row: ChangeRow, user: str) -> Change:
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

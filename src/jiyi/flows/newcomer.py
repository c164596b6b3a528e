"""An export that arrives where its user is unknown: taken in whole, with its history, numbers and times."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from jiyi import codec, ids
from jiyi.errors import InvalidInput
from jiyi.flows import items
from jiyi.flows.parts import Parts
from jiyi.ports import Copying
from jiyi.records import Action, Episode, MemoryRecord, SessionRecord, Summary
from jiyi.rows import ChangeRow, Head, ItemRow, MessageRow, SessionRow, Whole

BATCH = 200  # texts that are embedded at a time
# Who, why and what of a log row whose words were taken away.
ERASED: tuple[str, str, dict[str, Any]] = ("", "erased", {})


async def settle(
    parts: Parts,
    user: str,
    rows: Sequence[Mapping[str, Any]],
    memories: Sequence[MemoryRecord],
    episodes: Sequence[Episode],
) -> dict[str, int] | None:
    """Place the user as the export tells, and return counts by type. None, and nothing is written, when that cannot
    be: the user is known, the store cannot do it, or the log is not whole. Raises InvalidInput for a damaged row."""
    store = parts.store
    if not isinstance(store, Copying) or await store.head(user) != Head(generation=0, version=0):
        return None
    log: list[ChangeRow] = _parsed(rows, "change", user)
    sessions: list[SessionRow] = _parsed(rows, "session", user)
    messages: list[tuple[str, MessageRow]] = _parsed(rows, "message", user)
    versions = [*(one.version for one in memories), *(one.version for one in episodes)]
    if not _fits(rows, log, sessions, messages, versions):
        return None
    whole = Whole(
        head=Head(generation=secrets.randbits(63) or 1, version=len(log)),
        sessions=tuple(sessions),
        messages=tuple(messages),
        memories=await _memories(parts, memories),
        episodes=await _episodes(parts, episodes),
        changes=tuple(log),
    )
    await store.settle_in(user, whole)
    return {"memory": len(memories), "episode": len(episodes), "message": len(messages), "session": len(sessions)}


def _fits(
    rows: Sequence[Mapping[str, Any]],
    log: Sequence[ChangeRow],
    sessions: Sequence[SessionRow],
    messages: Sequence[tuple[str, MessageRow]],
    versions: Sequence[int],
) -> bool:
    """Whether these rows are all of a user: a log without gaps, and nothing that rests on what is not there."""
    told = next(row.get("version") for row in rows if row.get("type") == "head")
    newest = {row.id: row.last_seq for row in sessions}
    return (
        told == len(log)
        and [row.version for row in log] == list(range(1, len(log) + 1))
        and all(0 < version <= len(log) for version in versions)
        and all(0 < row.seq <= newest.get(session, 0) for session, row in messages)
    )


async def _memories(parts: Parts, records: Sequence[MemoryRecord]) -> tuple[ItemRow, ...]:
    found: list[ItemRow] = []
    for start in range(0, len(records), BATCH):
        some = records[start : start + BATCH]
        placed = zip(await items.memory_rows(parts, some), some, strict=True)
        found += [row._replace(version=record.version) for row, record in placed]
    return tuple(found)


async def _episodes(parts: Parts, records: Sequence[Episode]) -> tuple[ItemRow, ...]:
    found: list[ItemRow] = []
    for start in range(0, len(records), BATCH):
        some = records[start : start + BATCH]
        placed = zip(await items.episode_rows(parts, some), some, strict=True)
        found += [row._replace(version=record.version) for row, record in placed]
    return tuple(found)


def _parsed(rows: Sequence[Mapping[str, Any]], kind: str, user: str) -> list[Any]:
    found = []
    for number, row in enumerate(rows, 1):
        if row.get("type") != kind:
            continue
        try:
            found.append(PARSERS[kind]({**row, "user": user}))
        except (AttributeError, KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
            raise InvalidInput(f"row {number} is no {kind}: {type(error).__name__}; nothing was imported") from error
    return found


def time_of(text: str) -> datetime:
    """A moment of an export. Raises TypeError, ValueError or OverflowError for what is none."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError("a time has no zone")
    return at.astimezone(UTC)


def _number(value: Any) -> int:
    """A number that every store can keep."""
    found = int(value)
    if not 0 <= found < 2**63:
        raise ValueError("a number is out of range")
    return found


def _change(row: Mapping[str, Any]) -> ChangeRow:
    by, why, patch = row["by"], row["why"], dict(row["patch"])
    pairs = {name: (before, after) for name, (before, after) in patch.items()}
    body = b"" if (by, why, patch) == ERASED else codec.change_body(str(by), str(why), pairs)
    at, action, ref = time_of(row["at"]), Action(row["action"]), str(row["ref"])
    if ref:
        ids.name(ref, "ref")
    return ChangeRow(version=_number(row["version"]), action=action, ref=ref, at=at, body=body)


def _session(row: Mapping[str, Any]) -> SessionRow:
    told: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in row["summary"].items()}
    revision, ended = _number(row["revision"]), row.get("ended_at")
    record = SessionRecord(
        user=row["user"],
        id=row["id"],
        state=dict(row["state"]),
        scratchpad=dict(row["scratchpad"]),
        summary=Summary(**told),
        zone=row.get("zone"),
        scanned=_number(row["scanned"]),
    )
    return SessionRow(
        id=record.id,
        body=codec.session_body(record) if revision else b"",
        last_seq=_number(row["last_seq"]),
        revision=revision,
        started_at=time_of(row["started_at"]),
        updated_at=time_of(row["updated_at"]),
        ended_at=None if ended is None else time_of(ended),
    )


def _message(row: Mapping[str, Any]) -> tuple[str, MessageRow]:
    message = codec.message_from(row)
    return message.session, MessageRow(seq=message.seq, body=codec.message_body(message), key=message.key)


PARSERS = {"change": _change, "session": _session, "message": _message}

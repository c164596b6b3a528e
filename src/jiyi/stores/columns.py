"""From the columns of a statement to rows of `jiyi.rows`: the statements of every SQL engine have the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from jiyi.records import Action, Job, JobState
from jiyi.rows import ChangeRow, Head, ItemRow, Loaded, MessageRow, SessionRow, Size, Stand, Whole
from jiyi.stores.times import maybe_moment, maybe_stamp, moment, stamp

Columns = tuple[Any, ...]
NOBODY = Head(generation=0, version=0)


def messages(rows: Iterable[Columns]) -> tuple[MessageRow, ...]:
    return tuple(MessageRow(seq=seq, body=body, key=key) for seq, body, key in rows)


def session(row: Columns) -> SessionRow:
    return SessionRow(
        id=row[0],
        last_seq=row[1],
        revision=row[2],
        started_at=moment(row[3]),
        updated_at=moment(row[4]),
        ended_at=maybe_moment(row[5]),
        body=row[6] or b"",
    )


def sizes(rows: Iterable[Columns]) -> tuple[Size, ...]:
    return tuple(Size(user=row[0], changes=row[1], items=row[2], messages=row[3]) for row in rows)


def stand(row: Columns | None) -> Stand:
    """The row of `stand`; None when there is no such user."""
    if row is None:
        return Stand(head=NOBODY)
    head = Head(generation=row[7], version=row[8])
    return Stand(head=head) if row[0] is None else Stand(head=head, session=session((*row[:6], None)), stamp=row[6])


def item(row: Columns) -> ItemRow:
    """The columns of `item`, `all_items` or `newer_items` stand in the order of ItemRow's fields."""
    if row[4] is None:
        return ItemRow._make(row[:6])
    return ItemRow._make((*row[:4], moment(row[4]), row[5]))


def loaded(at: Head, rows: list[Columns], gone: list[Columns]) -> Loaded:
    make = ItemRow._make
    memories = [make(row[:6]) if row[4] is None else item(row) for row in rows if not row[6]]
    episodes = [make(row[:6]) if row[4] is None else item(row) for row in rows if row[6]]
    return Loaded(
        head=at,
        memories=tuple(memories),
        episodes=tuple(episodes),
        gone=tuple([row[0] for row in gone]),
    )


def changes(rows: Iterable[Columns]) -> tuple[ChangeRow, ...]:
    return tuple(
        ChangeRow(version=version, action=Action(action), ref=about, at=moment(at), body=body)
        for version, action, about, at, body in rows
    )


def job(row: Columns) -> Job:
    return Job(
        id=row[0],
        user=row[1],
        number=row[2],
        kind=row[3],
        session=row[4],
        seq=row[5],
        state=JobState(row[6]),
        attempts=row[7],
        due_at=maybe_moment(row[8]),
        leased_by=row[9],
        leased_until=maybe_moment(row[10]),
        error=row[11],
        created_at=moment(row[12]),
    )


def whole(at: Head, rows: Mapping[str, list[Columns]]) -> Whole:
    """A user out of the rows of the statements that read all of one."""
    return Whole(
        head=at,
        sessions=tuple(map(session, rows["sessions"])),
        messages=tuple((row[0], MessageRow(seq=row[1], body=row[2], key=row[3])) for row in rows["all_messages"]),
        memories=tuple(item(row) for row in rows["all_items"] if not row[6]),
        episodes=tuple(item(row) for row in rows["all_items"] if row[6]),
        removals=tuple((row[0], row[1]) for row in rows["all_removals"]),
        changes=changes(rows["changes"]),
        jobs=tuple(map(job, rows["jobs_of"])),
    )


def values_of_session(row: SessionRow) -> dict[str, Any]:
    """The way back, but for the body, which stands elsewhere."""
    return {
        "id": row.id,
        "last_seq": row.last_seq,
        "revision": row.revision,
        "started_at": stamp(row.started_at),
        "updated_at": stamp(row.updated_at),
        "ended_at": maybe_stamp(row.ended_at),
    }


def values_of_item(row: ItemRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "version": row.version,
        "embedder": row.embedder,
        "recall_count": row.recall_count,
        "last_recalled_at": maybe_stamp(row.last_recalled_at),
        "body": row.body,
    }


def values_of_job(one: Job) -> dict[str, Any]:
    return {
        "number": one.number,
        "id": one.id,
        "kind": one.kind,
        "session": one.session,
        "seq": one.seq,
        "state": one.state.value,
        "attempts": one.attempts,
        "due_at": maybe_stamp(one.due_at),
        "leased_by": one.leased_by,
        "leased_until": maybe_stamp(one.leased_until),
        "error": one.error,
        "created_at": maybe_stamp(one.created_at),
    }

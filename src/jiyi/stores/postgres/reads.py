"""From the columns of a statement to rows of `jiyi.rows`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jiyi.records import Action, Job, JobState
from jiyi.rows import ChangeRow, Head, ItemRow, Loaded, MessageRow, SessionRow
from jiyi.stores.postgres.connections import Answer, Row
from jiyi.stores.times import maybe_moment, moment

NOBODY = Head(generation=0, version=0)


def head(answer: Answer) -> Head:
    return Head(generation=answer.rows[0][0], version=answer.rows[0][1]) if answer.rows else NOBODY


def messages(rows: Iterable[Row]) -> tuple[MessageRow, ...]:
    return tuple(MessageRow(seq=seq, body=body, key=key) for seq, body, key in rows)


def session(row: Row) -> SessionRow:
    return SessionRow(
        id=row[0],
        last_seq=row[1],
        revision=row[2],
        started_at=moment(row[3]),
        updated_at=moment(row[4]),
        ended_at=maybe_moment(row[5]),
        body=row[6] or b"",
    )


def item(row: Row) -> ItemRow:
    return ItemRow(
        id=row[0],
        body=row[1],
        embedder=row[2],
        version=row[3],
        last_recalled_at=None if row[4] is None else moment(row[4]),
        recall_count=row[5],
    )


def loaded(at: Head, rows: list[Row], gone: list[Row]) -> Loaded:
    return Loaded(
        head=at,
        memories=tuple([item(row) for row in rows if not row[6]]),
        episodes=tuple([item(row) for row in rows if row[6]]),
        gone=tuple([row[0] for row in gone]),
    )


def changes(rows: Iterable[Row]) -> tuple[ChangeRow, ...]:
    return tuple(
        ChangeRow(version=version, action=Action(action), ref=about, at=moment(at), body=body)
        for version, action, about, at, body in rows
    )


def job(row: Row) -> Job:
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


def counts(answers: dict[str, Answer]) -> dict[str, Any]:
    """Rows in the whole store, for people."""
    items: dict[bool, int] = dict(answers["count_items"].rows)
    states: dict[str, int] = dict(answers["count_job_states"].rows)
    found: dict[str, Any] = {
        name: answers[f"count_{name}"].value for name in ("users", "sessions", "messages", "changes")
    }
    found["memories"], found["episodes"] = items.get(False, 0), items.get(True, 0)
    found["jobs"] = {state.value: states.get(state.value, 0) for state in JobState}
    found["bytes"] = answers["count_bytes"].value
    return found

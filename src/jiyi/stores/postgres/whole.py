"""A user as a whole: the steps that read one, and that place one with every number as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from jiyi.errors import Conflict
from jiyi.rows import ItemRow, Whole
from jiyi.stores.columns import values_of_job, values_of_session
from jiyi.stores.postgres.connections import NOTHING, Again, Link
from jiyi.stores.postgres.exchange import Step
from jiyi.stores.postgres.names import cleaned, short, shorts
from jiyi.stores.postgres.writes import keep_names
from jiyi.stores.times import maybe_stamp, stamp

T = TypeVar("T")

ALL = 1 << 62  # more rows than there can be
READ = ("sessions", "all_messages", "all_items", "all_removals", "changes", "jobs_of")
MOST, HEAVIEST = 1_000, 4 << 20  # rows and bytes that are sent at a time


def reading(user: str) -> list[Step]:
    """The head, then what `READ` names. `user` as it is stored."""
    values = {"user": user, "after": "", "since": 0, "limit": ALL, "state": None}
    return [(name, values) for name in ("head", *READ)]


async def place(link: Link, user: str, whole: Whole) -> None:
    stored = short(user)
    locked, _ = await link.run(("ready_at", {"user": stored}), ("no_time_limit", NOTHING))
    if locked.rows:
        raise Conflict(f"{user!r} is known here already")
    (made,) = await link.run(("add_user", {"user": stored, "generation": whole.head.generation}))
    if not made.count:
        raise Again  # somebody made it meanwhile
    for step in _steps(user, stored, whole):
        await link.run(step)
    await link.commit(("advance", {"user": stored, "changes": whole.head.version}), ("settle", {"user": stored}))


def _steps(user: str, stored: str, whole: Whole) -> Iterator[Step]:
    own = {"user": stored}
    for given in _batches(_names(user, whole), lambda name: len(name or "")):
        yield from keep_names(stored, given)
    for session in whole.sessions:
        yield "place_session", {**own, **values_of_session(session), "id": short(session.id)}
        if session.revision:
            yield "save_session_body", {**own, "session": short(session.id), "body": session.body}
    for said in _batches(whole.messages, lambda pair: len(pair[1].body)):
        columns = {
            "sessions": shorts(session for session, _ in said),
            "seqs": [row.seq for _, row in said],
            "keys": [None if row.key is None else short(row.key) for _, row in said],
            "bodies": [row.body for _, row in said],
        }
        yield "place_message", {**own, **columns}
    for items, episode in ((whole.memories, False), (whole.episodes, True)):
        for batch in _batches(items, lambda row: len(row.body)):
            yield "place_item", {**own, "episode": episode, **_columns(batch)}
    for gone in _batches(whole.removals, lambda pair: len(pair[0])):
        yield "place_removal", {**own, "ids": shorts(id_ for id_, _ in gone), "versions": [v for _, v in gone]}
    for log in _batches(whole.changes, lambda row: len(row.body)):
        columns = {
            "version": log[0].version - 1,  # a log has no gaps
            "actions": [change.action.value for change in log],
            "refs": shorts(change.ref for change in log),
            "times": [stamp(change.at) for change in log],
            "bodies": [change.body for change in log],
        }
        yield "add_change", {**own, **columns}
    for one in whole.jobs:
        error = None if one.error is None else cleaned(one.error)
        names = {"id": short(one.id), "session": short(one.session), "error": error}
        yield "place_job", {**own, **values_of_job(one), **names}


def _columns(batch: list[ItemRow]) -> dict[str, object]:
    return {
        "ids": shorts(row.id for row in batch),
        "versions": [row.version for row in batch],
        "embedders": [row.embedder for row in batch],
        "counts": [row.recall_count for row in batch],
        "times": [maybe_stamp(row.last_recalled_at) for row in batch],
        "bodies": [row.body for row in batch],
    }


def _names(user: str, whole: Whole) -> Iterator[str | None]:
    """All names, of which the long ones are kept apart."""
    yield user
    yield from (session.id for session in whole.sessions)
    yield from (row.id for row in (*whole.memories, *whole.episodes))
    yield from (id_ for id_, _ in whole.removals)
    yield from (row.key for _, row in whole.messages)
    yield from (row.ref for row in whole.changes)
    for job in whole.jobs:
        yield from (job.id, job.session)


def _batches(rows: Iterable[T], weight: Callable[[T], int]) -> Iterator[list[T]]:
    """The rows in order, in lists that are not too big for one message."""
    batch: list[T] = []
    heavy = 0
    for row in rows:
        if batch and (len(batch) >= MOST or heavy + weight(row) > HEAVIEST):
            yield batch
            batch, heavy = [], 0
        batch.append(row)
        heavy += weight(row)
    if batch:
        yield batch

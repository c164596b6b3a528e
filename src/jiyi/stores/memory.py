"""The store in memory: the oracle that the others are compared with, and what ':memory:' opens.

Plain dictionaries and no cleverness. Every call runs to its end without waiting, so no other task can come between.
A writing call works on a copy of the user's shelf and puts it in place when nothing was raised: whole or not at all.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from jiyi.errors import Closed, Conflict, InvalidInput
from jiyi.records import Job, JobState
from jiyi.rows import (
    Appended,
    ChangeRow,
    Erased,
    Head,
    ItemRow,
    JobDraft,
    JobPage,
    Loaded,
    MessageDraft,
    MessageRow,
    SessionRow,
    SessionSave,
    Size,
    Stand,
    Use,
    Whole,
    Write,
)
from jiyi.stores import columns
from jiyi.stores.times import stamp


@dataclass(slots=True)
class Shelf:
    """All that is kept of one user. Rows are frozen, so a copy of the containers is a copy of the shelf."""

    generation: int
    version: int = 0
    sessions: dict[str, SessionRow] = field(default_factory=dict)
    messages: dict[str, dict[int, MessageRow]] = field(default_factory=dict)
    memories: dict[str, ItemRow] = field(default_factory=dict)
    episodes: dict[str, ItemRow] = field(default_factory=dict)
    removals: dict[str, int] = field(default_factory=dict)
    changes: list[ChangeRow] = field(default_factory=list)
    jobs: dict[str, Job] = field(default_factory=dict)  # in order of number
    stamps: dict[str, int] = field(default_factory=dict)  # of sessions, drawn when first asked for

    @property
    def head(self) -> Head:
        return Head(generation=self.generation, version=self.version)

    def copied(self) -> Shelf:
        twin = copy.copy(self)
        for name in ("sessions", "memories", "episodes", "removals", "changes", "jobs", "stamps"):
            setattr(twin, name, copy.copy(getattr(self, name)))
        twin.messages = {session: dict(its) for session, its in self.messages.items()}
        return twin


class MemoryStore:
    """A `Store` that lives as long as its process."""

    def __init__(self) -> None:
        self._shelves: dict[str, Shelf] = {}
        self._notes: dict[str, str] = {}
        self._open = False

    @property
    def place(self) -> str:
        return ":memory:"

    async def open(self) -> None:
        self._open = True

    async def close(self) -> None:
        self._open = False

    def _live(self, *names: str) -> None:
        if not self._open:
            raise Closed("the store in memory is not open")
        for name in names:
            try:
                name.encode()
            except UnicodeEncodeError as error:
                raise InvalidInput("a name holds an unpaired surrogate, which no store can keep") from error

    def _meet(self, user: str) -> Shelf:
        """A copy of the user's shelf, or a new one; it counts once it is put back into `_shelves`."""
        shelf = self._shelves.get(user)
        return Shelf(secrets.randbits(63) or 1) if shelf is None else shelf.copied()

    async def note(self, name: str, value: str | None = None) -> str | None:
        self._live(name)
        if value is not None:
            self._notes[name] = value
        return self._notes.get(name)

    async def swap(self, name: str, old: str | None, new: str | None) -> str | None:
        self._live(name)
        if self._notes.get(name) == old:
            self._notes.pop(name, None)
            if new is not None:
                self._notes[name] = new
        return self._notes.get(name)

    async def sweep(self, prefix: str, below: str) -> int:
        self._live(prefix)
        kept = {name: text for name, text in self._notes.items() if not (name.startswith(prefix) and text < below)}
        gone, self._notes = len(self._notes) - len(kept), kept
        return gone

    async def largest(self, limit: int = 20) -> tuple[Size, ...]:
        self._live()
        order = sorted(self._shelves.items(), key=lambda one: (-one[1].version, one[0]))
        return columns.sizes(
            (user, its.version, len(its.memories) + len(its.episodes), sum(map(len, its.messages.values())))
            for user, its in order[:limit]
        )

    async def notes(self) -> dict[str, str]:
        self._live()
        return dict(self._notes)

    async def whole(self, user: str) -> Whole:
        self._live(user)
        shelf = self._shelves.get(user)
        if shelf is None:
            return Whole(head=Head(generation=0, version=0))
        return Whole(
            head=shelf.head,
            sessions=tuple(shelf.sessions.values()),
            messages=tuple((session, row) for session, its in shelf.messages.items() for row in its.values()),
            memories=tuple(shelf.memories.values()),
            episodes=tuple(shelf.episodes.values()),
            removals=tuple(shelf.removals.items()),
            changes=tuple(shelf.changes),
            jobs=tuple(shelf.jobs.values()),
        )

    async def settle_in(self, user: str, held: Whole) -> None:
        self._live(user)
        if user in self._shelves:
            raise Conflict(f"{user!r} is known here already")
        shelf = Shelf(
            held.head.generation,
            held.head.version,
            sessions={row.id: row for row in held.sessions},
            memories={row.id: row for row in held.memories},
            episodes={row.id: row for row in held.episodes},
            removals=dict(held.removals),
            changes=sorted(held.changes, key=lambda row: row.version),
            jobs={job.id: job for job in sorted(held.jobs, key=lambda job: job.number)},
        )
        for session, row in held.messages:
            shelf.messages.setdefault(session, {})[row.seq] = row
        self._shelves[user] = shelf

    # --- the conversation -------------------------------------------------------------------------------------
    async def append(
        self, user: str, session: str, drafts: Sequence[MessageDraft], at: datetime
    ) -> tuple[Appended, ...]:
        self._live(user, session)
        stamp(at)
        shelf = self._meet(user)
        messages = shelf.messages.setdefault(session, {})
        keyed = any(draft.key is not None for draft in drafts)
        places = {row.key: row.seq for row in messages.values() if row.key is not None} if keyed else {}
        answers = []
        for draft in drafts:
            if draft.key is not None and draft.key in places:
                answers.append(Appended(seq=places[draft.key], repeated=True))
                continue
            row = shelf.sessions.get(session) or _new_session(session, at)
            row = replace(row, last_seq=row.last_seq + 1, updated_at=at)
            shelf.sessions[session] = row
            messages[row.last_seq] = MessageRow(seq=row.last_seq, body=draft.body, key=draft.key)
            if draft.key is not None:
                places[draft.key] = row.last_seq
            jobs = [JobDraft(id=i, kind=k, session=session, seq=row.last_seq, due_at=at) for i, k in draft.jobs]
            _queue(shelf, user, jobs)
            answers.append(Appended(seq=row.last_seq))
        if any(not answer.repeated for answer in answers):
            self._shelves[user] = shelf
        return tuple(answers)

    async def messages(
        self, user: str, session: str, *, after: int = 0, limit: int | None = None, newest: bool = False
    ) -> tuple[MessageRow, ...]:
        self._live(user, session)
        shelf = self._shelves.get(user)
        kept = {} if shelf is None else shelf.messages.get(session, {})
        rows = [row for _, row in sorted(kept.items()) if row.seq > after]
        if limit is None:
            return tuple(rows)
        return tuple(rows[max(0, len(rows) - limit) :] if newest else rows[:limit])

    async def session(self, user: str, session: str) -> SessionRow | None:
        self._live(user, session)
        shelf = self._shelves.get(user)
        return None if shelf is None else shelf.sessions.get(session)

    async def stand(self, user: str, session: str) -> Stand:
        self._live(user, session)
        shelf = self._shelves.get(user)
        row = None if shelf is None else shelf.sessions.get(session)
        if shelf is None or row is None:
            return Stand(head=await self.head(user))
        stamp = shelf.stamps.setdefault(session, secrets.randbits(62) + 1)
        return Stand(head=shelf.head, session=replace(row, body=b""), stamp=stamp)

    async def sessions(self, user: str, *, after: str = "", limit: int = 100) -> tuple[SessionRow, ...]:
        self._live(user)
        shelf = self._shelves.get(user)
        rows = {} if shelf is None else shelf.sessions
        return tuple(row for id_, row in sorted(rows.items()) if id_ > after)[:limit]

    async def save_session(self, user: str, save: SessionSave, jobs: Sequence[JobDraft] = ()) -> int:
        self._live(user, save.id)
        shelf = self._meet(user)
        revision = _save(shelf, save)
        _queue(shelf, user, jobs)
        self._shelves[user] = shelf
        return revision

    # --- what is known ----------------------------------------------------------------------------------------
    async def head(self, user: str) -> Head:
        self._live(user)
        shelf = self._shelves.get(user)
        return Head(generation=0, version=0) if shelf is None else shelf.head

    async def load(self, user: str, since: int = 0) -> Loaded:
        self._live(user)
        shelf = self._shelves.get(user)
        if shelf is None:
            return Loaded(head=Head(generation=0, version=0), memories=(), episodes=())
        return Loaded(
            head=shelf.head,
            memories=tuple(row for _, row in sorted(shelf.memories.items()) if row.version > since),
            episodes=tuple(row for _, row in sorted(shelf.episodes.items()) if row.version > since),
            gone=tuple(id_ for id_, version in sorted(shelf.removals.items()) if version > since),
        )

    async def fetch(self, user: str, ids: Sequence[str]) -> tuple[ItemRow, ...]:
        self._live(user, *ids)
        shelf = self._shelves.get(user)
        if shelf is None:
            return ()
        found = (shelf.memories.get(id_) or shelf.episodes.get(id_) for id_ in ids)
        return tuple(row for row in found if row is not None)

    async def apply(self, user: str, write: Write) -> Head:
        self._live(user)
        if (write.memories or write.episodes or write.removed) and not write.changes:
            raise InvalidInput("a write that puts or removes memories or episodes needs a change in the log")
        at = await self.head(user)
        if write.expect is not None and write.expect != at:
            raise Conflict(f"the log of {user!r} has moved on from version {write.expect.version} to {at.version}")
        known = user in self._shelves
        shelf = self._meet(user)
        for id_ in dict.fromkeys(write.done):
            job = shelf.jobs.pop(id_, None)
            if job is None or job.state is not JobState.LEASED or job.leased_by != write.worker:
                raise Conflict(f"job {id_!r} is no longer leased to {write.worker!r}")
        _destroy(shelf, write)
        _record(shelf, write)
        for save in write.sessions:
            _save(shelf, save)
        _queue(shelf, user, write.jobs)
        if known or write.changes or write.sessions or write.jobs:
            self._shelves[user] = shelf
            return shelf.head
        return at

    async def changes(
        self, user: str, *, since: int = 0, limit: int = 1000, ref: str | None = None
    ) -> tuple[ChangeRow, ...]:
        self._live(user)
        shelf = self._shelves.get(user)
        rows = [] if shelf is None else shelf.changes
        return tuple(row for row in rows if row.version > since and ref in (None, row.ref))[:limit]

    async def touch(self, uses: Sequence[Use]) -> None:
        self._live()
        for use in uses:
            shelf = self._shelves.get(use.user)
            for shelved in () if shelf is None else (shelf.memories, shelf.episodes):
                if row := shelved.get(use.id):
                    at = use.at if row.last_recalled_at is None else max(row.last_recalled_at, use.at)
                    shelved[use.id] = row._replace(recall_count=row.recall_count + use.count, last_recalled_at=at)

    async def erase(self, user: str) -> Erased:
        self._live(user)
        shelf = self._shelves.pop(user, None)
        rows = {
            "memories": len(shelf.memories) if shelf else 0,
            "episodes": len(shelf.episodes) if shelf else 0,
            "removals": len(shelf.removals) if shelf else 0,
            "messages": sum(map(len, shelf.messages.values())) if shelf else 0,
            "sessions": len(shelf.sessions) if shelf else 0,
            "changes": len(shelf.changes) if shelf else 0,
            "jobs": len(shelf.jobs) if shelf else 0,
            "users": 1 if shelf else 0,
        }
        return Erased(rows=rows, scanned={}, leftovers=0)

    async def users(self, *, after: str = "", limit: int = 1000) -> tuple[str, ...]:
        self._live(after)
        return tuple(user for user in sorted(self._shelves) if user > after)[:limit]

    # --- background work --------------------------------------------------------------------------------------
    async def claim(self, worker: str, now: datetime, lease: timedelta, limit: int = 32) -> tuple[Job, ...]:
        self._live()
        if limit < 1:
            raise InvalidInput(f"a claim takes at least one job, not {limit}")
        ready = [(at, user) for user, shelf in self._shelves.items() if (at := _ready(shelf)) and at <= now]
        if not ready:
            return ()
        user = min(ready)[1]
        jobs = self._shelves[user].jobs
        claimed: list[Job] = []
        for job in list(jobs.values()):
            if job.state is JobState.DEAD:
                continue
            if _due(job) > now or len(claimed) == limit:
                break
            claimed.append(
                replace(
                    job, state=JobState.LEASED, attempts=job.attempts + 1, leased_by=worker, leased_until=now + lease
                )
            )
        jobs.update((job.id, job) for job in claimed)
        return tuple(claimed)

    def _own(self, user: str, jobs: Sequence[str], worker: str) -> list[Job]:
        """Those of `jobs` that are leased to `worker`."""
        kept = self._shelves[user].jobs if user in self._shelves else {}
        found = (kept.get(id_) for id_ in dict.fromkeys(jobs))
        return [j for j in found if j is not None and j.state is JobState.LEASED and j.leased_by == worker]

    async def extend(self, user: str, jobs: Sequence[str], worker: str, until: datetime) -> bool:
        self._live(user)
        own = self._own(user, jobs, worker)
        if len(own) < len(set(jobs)):
            return False
        for job in own:
            self._shelves[user].jobs[job.id] = replace(job, leased_until=until)
        return True

    async def postpone(
        self, user: str, jobs: Sequence[str], worker: str, *, due_at: datetime | None, error: str | None
    ) -> None:
        self._live(user)
        state = JobState.DEAD if due_at is None else JobState.DUE
        for job in self._own(user, jobs, worker):
            self._shelves[user].jobs[job.id] = replace(
                job,
                state=state,
                due_at=due_at,
                leased_by=None,
                leased_until=None,
                error=job.error if error is None else error,
                attempts=job.attempts - (error is None),
            )

    async def jobs(self, *, user: str | None = None, state: JobState | None = None, limit: int = 100) -> JobPage:
        self._live()
        shelves = self._shelves.items() if user is None else [(user, self._shelves.get(user))]
        found = [job for _, shelf in shelves if shelf for job in shelf.jobs.values() if state in (None, job.state)]
        if user is None:
            found.sort(key=lambda job: (job.created_at, job.user, job.number))
        return JobPage(jobs=tuple(found[:limit]), total=len(found))

    async def retry(self, user: str, jobs: Sequence[str], now: datetime) -> int:
        self._live(user)
        kept = self._shelves[user].jobs if user in self._shelves else {}
        dead = [id_ for id_ in dict.fromkeys(jobs) if id_ in kept and kept[id_].state is JobState.DEAD]
        for id_ in dead:
            kept[id_] = replace(kept[id_], state=JobState.DUE, due_at=now, attempts=0, error=None)
        return len(dead)

    async def next_due(self, now: datetime) -> datetime | None:
        self._live()
        return min((at for shelf in self._shelves.values() if (at := _ready(shelf))), default=None)

    async def stats(self) -> dict[str, Any]:
        self._live()
        shelves = self._shelves.values()
        states = [job.state for shelf in shelves for job in shelf.jobs.values()]
        return {
            "users": len(shelves),
            "sessions": sum(len(shelf.sessions) for shelf in shelves),
            "messages": sum(len(its) for shelf in shelves for its in shelf.messages.values()),
            "memories": sum(len(shelf.memories) for shelf in shelves),
            "episodes": sum(len(shelf.episodes) for shelf in shelves),
            "changes": sum(len(shelf.changes) for shelf in shelves),
            "jobs": {state.value: states.count(state) for state in JobState},
            "bytes": 0,
        }


def _new_session(session: str, at: datetime) -> SessionRow:
    return SessionRow(id=session, body=b"", last_seq=0, revision=0, started_at=at, updated_at=at)


def _save(shelf: Shelf, save: SessionSave) -> int:
    stamp(save.at)
    row = shelf.sessions.get(save.id) or _new_session(save.id, save.at)
    if row.revision != save.revision:
        raise Conflict(f"session {save.id!r} is at revision {row.revision}, not {save.revision}")
    ended_at = row.ended_at if save.ended_at is None else save.ended_at
    shelf.sessions[save.id] = replace(
        row, body=save.body, revision=row.revision + 1, updated_at=save.at, ended_at=ended_at
    )
    return row.revision + 1


def _queue(shelf: Shelf, user: str, drafts: Sequence[JobDraft]) -> None:
    for draft in drafts:
        stamp(draft.due_at)
    last = max((job.number for job in shelf.jobs.values()), default=0)
    for number, draft in enumerate(drafts, last + 1):
        shelf.jobs[draft.id] = Job(
            id=draft.id,
            user=user,
            number=number,
            kind=draft.kind,
            session=draft.session,
            seq=draft.seq,
            due_at=draft.due_at,
            created_at=draft.due_at,
        )


def _destroy(shelf: Shelf, write: Write) -> None:
    for session in (*write.drop_sessions, *(one[0] for one in write.messages)):
        shelf.stamps.pop(session, None)
    for session in write.drop_sessions:
        shelf.sessions.pop(session, None)
        shelf.messages.pop(session, None)
        shelf.jobs = {id_: job for id_, job in shelf.jobs.items() if job.session != session}
    for session, seq, body in write.messages:
        rows = shelf.messages.get(session, {})
        if seq in rows:
            row = rows.pop(seq)
            if body is not None:
                rows[seq] = replace(row, body=body)
    for id_ in write.removed:
        if shelf.memories.pop(id_, None) or shelf.episodes.pop(id_, None):
            shelf.removals[id_] = shelf.version + len(write.changes)
    if write.scrubbed:
        shelf.changes = [replace(row, body=b"") if row.ref in write.scrubbed else row for row in shelf.changes]


def _record(shelf: Shelf, write: Write) -> None:
    """Put the items and write the log."""
    for change in write.changes:
        stamp(change.at)
    version = shelf.version + len(write.changes)
    for items, here, there in (
        (write.memories, shelf.memories, shelf.episodes),
        (write.episodes, shelf.episodes, shelf.memories),
    ):
        for item in items:
            before = here.get(item.id) or there.pop(item.id, None)
            here[item.id] = _used(item, before)._replace(version=version)
            shelf.removals.pop(item.id, None)
    shelf.changes += [replace(change, version=number) for number, change in enumerate(write.changes, shelf.version + 1)]
    shelf.version = version


def _used(item: ItemRow, before: ItemRow | None) -> ItemRow:
    """Use counts only grow: a put that was prepared before a `touch` does not take it back."""
    if before is None:
        return item
    times = [at for at in (item.last_recalled_at, before.last_recalled_at) if at is not None]
    count = max(item.recall_count, before.recall_count)
    return item._replace(recall_count=count, last_recalled_at=max(times, default=None))


def _due(job: Job) -> datetime:
    at = job.leased_until if job.state is JobState.LEASED else job.due_at
    assert at is not None
    return at


def _ready(shelf: Shelf) -> datetime | None:
    """When the user's next jobs can be claimed: the first that waits is due, and no lease is running."""
    waiting = [job for job in shelf.jobs.values() if job.state is not JobState.DEAD]
    if not waiting:
        return None
    leases = [_due(job) for job in waiting if job.state is JobState.LEASED]
    return max(_due(waiting[0]), *leases) if leases else _due(waiting[0])

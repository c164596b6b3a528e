"""What a store sees: rows whose words and vectors are one opaque `body` (floor 0, standard library only).

A store never looks into a body. So a body can be sealed at rest without any store knowing, every filter is
evaluated by one function over records instead of by each engine's SQL, and a new field needs no migration.
The columns beside it are those that SQL needs to find, order and lock rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from jiyi.records import Action, Job


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Where a user's log stands. `generation` is drawn anew when a user is first seen (again after an erasure),
    so that a cache of an erased person can never pass for fresh. An unknown user has (0, 0)."""

    generation: int
    version: int


class ItemRow(NamedTuple):
    """A memory or an episode at rest. A named tuple, since thousands are made at once; name its fields all the same."""

    id: str
    body: bytes
    embedder: str = ""
    version: int = 0  # set by the store: the log version of the write that last put it
    last_recalled_at: datetime | None = None
    recall_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRow:
    seq: int
    body: bytes
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageDraft:
    """A message about to be appended. The store gives it the next `seq` of its session.

    `jobs` are (job id, kind) pairs that are committed with it.
    """

    body: bytes
    key: str | None = None
    jobs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """Where a draft went. `repeated` is true when its key was there before: nothing was written."""

    seq: int
    repeated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    id: str
    body: bytes  # empty until the first save
    last_seq: int
    revision: int
    started_at: datetime
    updated_at: datetime
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """Where a user's log and one of the sessions stand: all that tells whether a copy of them is still good.

    `stamp` is drawn anew, never to come again, when a session is made and whenever a message of it is rewritten or
    deleted. So (stamp, seq) is one message whose words never change, and (stamp, revision) one body. It is 0 where
    there is no session, and for one that was made before stores had stamps: of that no copy may be kept."""

    head: Head
    session: SessionRow | None = None  # without its body
    stamp: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSave:
    """New body of a session, based on `revision`. `ended_at` is left as it is when None."""

    id: str
    body: bytes
    revision: int
    at: datetime
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    version: int  # 0 in a draft: the store numbers changes in order, without gaps
    action: Action
    ref: str
    at: datetime
    body: bytes  # by, why, patch


@dataclass(frozen=True, slots=True, kw_only=True)
class JobDraft:
    id: str
    kind: str
    session: str
    seq: int
    due_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """All that one decision changes, carried out in one transaction or not at all.

    `expect` is the head that the decision was made against: if the user's log has moved on since, the store
    raises `Conflict` and changes nothing. `done` are the jobs that end with this write; each must still be
    leased to `worker`, else `Conflict`. So a job has its effect once, however often it is run.
    """

    expect: Head | None = None
    memories: tuple[ItemRow, ...] = ()  # put: insert, or replace by id
    episodes: tuple[ItemRow, ...] = ()
    removed: tuple[str, ...] = ()  # ids of memories or episodes, deleted for good
    messages: tuple[tuple[str, int, bytes | None], ...] = ()  # (session, seq, new body; None deletes)
    scrubbed: tuple[str, ...] = ()  # refs whose earlier log rows lose their body
    changes: tuple[ChangeRow, ...] = ()
    sessions: tuple[SessionSave, ...] = ()
    drop_sessions: tuple[str, ...] = ()  # sessions deleted with their messages and jobs
    jobs: tuple[JobDraft, ...] = ()
    done: tuple[str, ...] = ()
    worker: str | None = None

    @property
    def destroys(self) -> bool:
        """True when words leave for good, so that the store must also clear them from its files."""
        return bool(self.removed or self.messages or self.scrubbed or self.drop_sessions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A user's items changed after a version, and the ids gone since then."""

    head: Head
    memories: tuple[ItemRow, ...]
    episodes: tuple[ItemRow, ...]
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """All that is held of one user, as it is: what is carried from one store to another."""

    head: Head
    sessions: tuple[SessionRow, ...] = ()
    messages: tuple[tuple[str, MessageRow], ...] = ()  # with their session
    memories: tuple[ItemRow, ...] = ()
    episodes: tuple[ItemRow, ...] = ()
    removals: tuple[tuple[str, int], ...] = ()  # ids of items that are gone, and the version of that
    changes: tuple[ChangeRow, ...] = ()
    jobs: tuple[Job, ...] = ()

    def ordered(self) -> Whole:
        """The same with its rows in the order of their names, so that two of them can be compared."""
        return Whole(
            head=self.head,
            sessions=tuple(sorted(self.sessions, key=lambda row: row.id)),
            messages=tuple(sorted(self.messages, key=lambda pair: (pair[0], pair[1].seq))),
            memories=tuple(sorted(self.memories, key=lambda row: row.id)),
            episodes=tuple(sorted(self.episodes, key=lambda row: row.id)),
            removals=tuple(sorted(self.removals)),
            changes=tuple(sorted(self.changes, key=lambda row: row.version)),
            jobs=tuple(sorted(self.jobs, key=lambda job: job.number)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A recalled item: how often since the last flush, and when last."""

    user: str
    id: str
    count: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPage:
    jobs: tuple[Job, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much is held of a user."""

    user: str
    changes: int  # of the log, all that ever were
    items: int  # memories and episodes
    messages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What an erasure removed and what was searched afterwards."""

    rows: Mapping[str, int]  # rows deleted, by table
    scanned: Mapping[str, int]  # bytes searched for leftovers, by file or table
    leftovers: int  # places where a trace was still found; 0 is the promise
    # engines that once held vectors of this store's large users, are switched off and could not be asked
    unreached: tuple[str, ...] = ()

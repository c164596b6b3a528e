"""The seams where engines plug in. The docstrings are the specification; `jiyi.testing` checks it.

Rules for every port: methods may be called from many tasks at once; times are aware UTC; errors are those of
`jiyi.errors`; an engine never opens a connection to anywhere that its settings do not name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

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

Vectors = NDArray[np.float32]
Hashes = NDArray[np.uint32]


class Store(Protocol):
    """Keeps what was acknowledged. Users are strangers: no call sees or touches rows of another user.

    Durability: when a writing call returns, its effect survives a crash of the process and of the machine.
    Atomicity: a writing call happens whole or not at all. Order: the changes of one user are numbered 1, 2, 3 …
    in commit order, without gaps; a reader who sees version n sees all of 1..n. Names (user, session, key, id)
    are compared byte for byte: no case folding, no patterns, no trimming.
    """

    @property
    def place(self) -> str:
        """Where it keeps things, for messages to people: a path, ':memory:', or a URL without credentials."""
        ...

    async def open(self) -> None:
        """Connect, and bring an older schema up to date. Raises SchemaTooNew, StoreCorrupt, StoreReadOnly."""
        ...

    async def close(self) -> None:
        """Finish what was accepted, then let go. Calls after it raise `Closed`. Closing twice is fine."""
        ...

    async def note(self, name: str, value: str | None = None) -> str | None:
        """Read a note about the whole store ("embedder", …), or write it when `value` is given. Returns it."""
        ...

    # --- the conversation -------------------------------------------------------------------------------------
    async def append(
        self, user: str, session: str, drafts: Sequence[MessageDraft], at: datetime
    ) -> tuple[Appended, ...]:
        """Add messages to a session in order, with their jobs; the session is made when it is new.

        `seq` counts up by one in a session, also across processes. A draft whose `key` is already in this
        session writes nothing and answers the first one's seq with `repeated=True`.
        """
        ...

    async def messages(
        self, user: str, session: str, *, after: int = 0, limit: int | None = None, newest: bool = False
    ) -> tuple[MessageRow, ...]:
        """Messages with seq > `after`, ascending. With `newest`, the last `limit` of them (still ascending)."""
        ...

    async def session(self, user: str, session: str) -> SessionRow | None: ...

    async def sessions(self, user: str, *, after: str = "", limit: int = 100) -> tuple[SessionRow, ...]:
        """The user's sessions by id (code point order), those with id > `after`."""
        ...

    async def save_session(self, user: str, save: SessionSave, jobs: Sequence[JobDraft] = ()) -> int:
        """Replace a session's body (made when new), with `jobs`. `Conflict` when `save.revision` is not the
        stored revision (a new session has 0). Returns the new revision, one higher."""
        ...

    # --- what is known ----------------------------------------------------------------------------------------
    async def head(self, user: str) -> Head:
        """Where the user's log stands: the check that a cache is fresh. Cheap: called for every read."""
        ...

    async def load(self, user: str, since: int = 0) -> Loaded:
        """All memories and episodes put after version `since`, and the ids removed since then; one snapshot."""
        ...

    async def fetch(self, user: str, ids: Sequence[str]) -> tuple[ItemRow, ...]:
        """The memories and episodes with these ids, in the order asked; unknown ids are left out."""
        ...

    async def apply(self, user: str, write: Write) -> Head:
        """Carry out a write (see `Write`). Where it destroys words, their bytes are gone from the store's own
        files when it returns. Returns the head after it."""
        ...

    async def changes(
        self, user: str, *, since: int = 0, limit: int = 1000, ref: str | None = None
    ) -> tuple[ChangeRow, ...]:
        """Log rows with version > `since`, ascending; with `ref`, only those about that id."""
        ...

    async def touch(self, uses: Sequence[Use]) -> None:
        """Add to use counts, in one write for many users. Not logged: the version does not move."""
        ...

    async def erase(self, user: str) -> Erased:
        """Delete every row of the user (log, jobs and sessions too), clear it from the files, and search them."""
        ...

    async def users(self, *, after: str = "", limit: int = 1000) -> tuple[str, ...]:
        """Known users by name (code point order), those > `after`."""
        ...

    # --- background work --------------------------------------------------------------------------------------
    async def claim(self, worker: str, now: datetime, lease: timedelta, limit: int = 32) -> tuple[Job, ...]:
        """Lease the oldest due jobs of one user, at most `limit`, in order of `number`. Each counts an attempt.

        A user with a job leased and not yet run out is left alone, so one user's jobs never run beside each
        other. A job that is not yet due holds back the later ones of its user; a dead one does not. A lease that
        ran out is due again. Empty when there is nothing to do.
        """
        ...

    async def extend(self, user: str, jobs: Sequence[str], worker: str, until: datetime) -> bool:
        """Lengthen a lease. False when one of them is no longer this worker's."""
        ...

    async def postpone(
        self, user: str, jobs: Sequence[str], worker: str, *, due_at: datetime | None, error: str | None
    ) -> None:
        """Give leased jobs back, to be tried at `due_at`; with None they become dead letters.

        `error` says what went wrong with them. None means that they were not tried (one before them failed): their
        claim is not counted as an attempt, and what was noted of them stays.
        """
        ...

    async def jobs(self, *, user: str | None = None, state: JobState | None = None, limit: int = 100) -> JobPage:
        """Jobs that are not finished, oldest first, and how many there are in all."""
        ...

    async def retry(self, user: str, jobs: Sequence[str], now: datetime) -> int:
        """Make dead letters due again with their attempts forgotten. Returns how many there were."""
        ...

    async def next_due(self, now: datetime) -> datetime | None:
        """When the next job can be claimed: `now` or earlier means at once, None means there is none."""
        ...

    async def stats(self) -> dict[str, Any]:
        """Counts for people: users, sessions, messages, memories, episodes, changes, jobs by state, bytes."""
        ...


@runtime_checkable
class Rousing(Protocol):
    """A store that may also hear of work that other processes queued. A hint: the store itself stays the truth."""

    def hear(self, wake: Callable[[], None]) -> None:
        """From now on until `close`, call `wake` in this loop when another process has queued work. A call may come
        for nothing, and may be missing after a broken connection. Called again, the last `wake` counts."""
        ...


@runtime_checkable
class Swapping(Protocol):
    """A store by whose notes several processes can agree. Without it each server agrees with itself alone."""

    async def swap(self, name: str, old: str | None, new: str | None) -> str | None:
        """Make the note `new` if it is `old` now (None: there is none), in one step, whoever else does the same.
        Returns the note as it is afterwards, changed or not."""
        ...

    async def sweep(self, prefix: str, below: str) -> int:
        """Remove the notes whose name begins with `prefix` and whose value sorts before `below`, by code points.
        Returns how many."""
        ...


@runtime_checkable
class Standing(Protocol):
    """A store that a cache may stand in front of."""

    async def stand(self, user: str, session: str) -> Stand:
        """Where the log of the user and this session stand. Cheap, and no words are read: asked before every read of
        a copy."""
        ...


@runtime_checkable
class Sizing(Protocol):
    """A store that knows its largest users, for people who run it."""

    async def largest(self, limit: int = 20) -> tuple[Size, ...]:
        """The users whose logs are the longest, longest first."""
        ...


@runtime_checkable
class Copying(Protocol):
    """A store whose users can be carried over whole, with every number and time as it is: `jiyi copy`."""

    async def whole(self, user: str) -> Whole:
        """All that is held of the user, in one snapshot; of an unknown one the head (0, 0) and nothing."""
        ...

    async def settle_in(self, user: str, held: Whole) -> None:
        """Keep this user as another store held it: all or nothing. `Conflict` when the user is known here."""
        ...

    async def notes(self) -> dict[str, str]:
        """The notes that others wrote, by name; not those that the store keeps for itself."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Vectors on their way to a `CandidateIndex`: one entry each."""

    ids: Sequence[str]  # of the items they belong to
    pieces: Sequence[int]  # which of its item's vectors each is, from 0
    at: NDArray[np.int64]  # when it was said, microseconds since 1970
    sessions: NDArray[np.int64]  # a number for the session it was said in
    vectors: Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """What a `CandidateIndex` found: one entry for each vector, the nearest first."""

    ids: Sequence[str]
    pieces: Sequence[int]
    scores: NDArray[np.float32]  # dot products


class CandidateIndex(Protocol):
    """Holds the vectors of a few very large users outside of the process, and finds the nearest of one user.

    It is a copy and never the truth: the store is. It may lose everything at any time and is then filled anew. Three
    rules keep a copy that lags from ever hiding something:

    - It follows the user's log. `taken` says up to which version; it is noted after the rows of that version are in,
      never before. So a crash between the store's commit and `take` leaves it behind, and not wrong: what is newer
      is taken in by the log.
    - Whoever asks keeps the vectors that are newer than `taken` and compares those itself.
    - A hit is a hint. The item's row in the store says whether it is still there and what it says.

    Users are strangers: no call sees or touches rows of another user, however alike their names, and nothing is
    filtered after an approximate search over all users: that loses most of what is right. `search` finds at least 95
    of the 100 nearest, with any filter, whatever the number of users and rows around them; scores are exact to a
    hundredth.
    Calls for one user are not made beside each other by one process. Any error but `NotInstalled` is a `StoreError`:
    recall then goes on without, and says so in its trace.
    """

    @property
    def place(self) -> str:
        """Where it keeps things, for messages to people; without credentials."""
        ...

    async def open(self) -> None:
        """Connect and make what is missing."""
        ...

    async def close(self) -> None:
        """Let go. Closing twice is fine."""
        ...

    async def taken(self, user: str) -> Head:
        """The head up to which it holds the user; (0, 0) when it holds nothing that can be relied on."""
        ...

    async def take(self, user: str, head: Head, rows: Rows, gone: Sequence[str] = ()) -> None:
        """Put the rows in place of all that it held of their items, drop those of the items `gone`, then note `head`.
        The same call twice has the effect of one. All rows of an item come in one call. When `head.generation` is
        another than that of `taken`, all that it held of the user goes first. With version 0 it is being filled: rows
        of new items only, and nothing to rely on until a call with a version has returned."""
        ...

    async def search(
        self, user: str, vector: Vectors, k: int, *, upto: int | None = None, without: int | None = None
    ) -> Nearest:
        """The `k` nearest of the user's rows, fewer when there are fewer. Only those said at `upto` or before, and not
        those of the session `without`, where these are given: `k` are found among the rest."""
        ...

    async def erase(self, user: str) -> int:
        """Drop all that it holds of the user, from its files too. Returns how many rows are still found: 0."""
        ...

    async def count(self, user: str) -> int:
        """How many rows it holds of the user."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors whose dot product says how near their meanings are.

    `name` identifies model and version: vectors of different names are never compared. Any text is accepted
    (empty, NUL, unpaired surrogates, a megabyte): what the model cannot take is replaced or cut by the adapter.
    """

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        """One row per text, float32, each of length 1. Blocking work runs off the event loop."""
        ...

    async def close(self) -> None: ...


class Reranker(Protocol):
    """Scores documents for a query, higher is better, any scale: a cross-encoder for the best few of what was found.

    A failure (any JiyiError) leaves the order as it was and is in the trace; it is never the caller's error.
    """

    @property
    def name(self) -> str: ...

    async def rerank(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """One finite score per document. Blocking work runs off the event loop."""
        ...

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    text: str
    tokens_in: int
    tokens_out: int


class ChatModel(Protocol):
    """A language model. Raises ModelUnavailable (also on a timeout) or ModelReplyInvalid."""

    @property
    def name(self) -> str: ...

    async def complete(
        self, messages: Sequence[dict[str, str]], *, schema: dict[str, Any] | None = None, max_tokens: int = 1024
    ) -> Completion:
        """Answer a chat. With `schema`, the reply is asked to be JSON of that shape (the caller still checks)."""
        ...

    async def close(self) -> None: ...


class Tokenizer(Protocol):
    """Counts what a chat model will count. Pure and offline."""

    @property
    def name(self) -> str: ...

    @property
    def exact(self) -> bool:
        """True: the model's own table. False: a calibrated estimate that errs above."""
        ...

    def count(self, text: str) -> int: ...


class Clock(Protocol):
    """The time, aware UTC. Passed in, so that tests and imports can set it."""

    def __call__(self) -> datetime: ...

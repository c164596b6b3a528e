"""`Memory`, the sync face: each verb of `AsyncMemory`, run on a loop in the background.

Made by `python scripts/make_sync.py` from `memory.py`; change that file, not this one.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Any, TypeVar

from jiyi.background import Background
from jiyi.memory import AsyncMemory, AsyncSession, utc_now
from jiyi.ports import ChatModel, Clock, Embedder, Reranker, Store
from jiyi.records import Change, Job, MemoryRecord, Message, Summary
from jiyi.results import About, Context, Forgotten, History, Maintained, Page, Profile, Restored
from jiyi.rows import Erased, JobPage
from jiyi.settings import Settings
from jiyi.trace import Recall

T = TypeVar("T")


async def _waited(work: Awaitable[T]) -> T:
    return await work


class Memory:
    """An agent's memory. `with Memory.open(url) as memory:` or open and `close()`.

    Every verb names the user whose memory it touches, and none reads anything of another. Writes are durable
    when they return. Safe to use from many threads, and from a notebook.
    """

    def __init__(self, inner: AsyncMemory, background: Background) -> None:
        self._inner = inner
        self._background = background
        # Ends with the program if nobody closes it: its leases go back, its buffers are written.
        background.at_exit(inner.close())

    @classmethod
    def open(
        cls,
        url: str | os.PathLike[str] | None = None,
        settings: Settings | None = None,
        *,
        store: Store | None = None,
        embedder: Embedder | None = None,
        model: ChatModel | None = None,
        reranker: Reranker | None = None,
        clock: Clock = utc_now,
    ) -> Memory:
        """Open a memory: a path to an SQLite file (made when missing), `:memory:`, or the URL of a server.

        `settings` default to the environment (`JIYI_…`). `store`, `embedder`, `model`, `reranker` and `clock`
        replace what the settings name; those passed in are not closed with the memory. Raises SchemaTooNew,
        StoreCorrupt, StoreReadOnly, and EmbedderChanged when the vectors in the store come from another model
        (`jiyi reembed` then makes them anew).
        """
        opening = AsyncMemory.open(
            url, settings, store=store, embedder=embedder, model=model, reranker=reranker, clock=clock
        )
        background = Background()
        try:
            return cls(background.call(_waited(opening)), background)
        except BaseException:
            background.stop()
            raise

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._background.call(work)

    def close(self) -> None:
        """Finish the jobs in hand, write what is buffered, and let go. Closing twice is fine, and so is waiting no
        longer: a `close` that was cancelled goes on by itself, and another waits for its end."""
        self._background.finish()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def session(self, user: str, id: str | None = None, zone: str | None = None) -> Session:
        """A conversation of this user: the one called `id`, or a new one. `zone` is the user's IANA time zone,
        in which "yesterday" is read; it is kept with the session. Nothing is written until something is added.
        """
        return Session(self, self._inner.session(user, id, zone))

    @property
    def settings(self) -> Settings:
        """The settings it was opened with."""
        return self._inner.settings

    @property
    def place(self) -> str:
        """Where it keeps things: a path, `:memory:`, or a URL without credentials."""
        return self._inner.place

    def sessions(self, user: str, after: str = "", limit: int = 100) -> tuple[str, ...]:
        """Ids of the user's sessions in code point order, those after `after`."""
        return self._run(self._inner.sessions(user, after, limit))

    def remember(
        self,
        user: str,
        content: str,
        kind: str | None = None,
        attribute: str | None = None,
        value: str | None = None,
        at: datetime | None = None,
        tags: Sequence[str] = (),
        meta: Mapping[str, Any] | None = None,
    ) -> MemoryRecord:
        """Keep something said outright, by a form or a tool. It goes through the same guard and the same
        decision as what is said in conversation: said again it gains evidence, contradicted it is superseded.
        Returns the memory that now holds it. Raises InvalidInput, Refused.
        """
        return self._run(self._inner.remember(user, content, kind, attribute, value, at, tags, meta))

    def recall(
        self,
        user: str,
        query: str,
        k: int = 5,
        over: Sequence[str] = ("memories", "episodes"),
        kinds: Sequence[str] | None = None,
        tags: Sequence[str] | None = None,
        where: Mapping[str, Any] | None = None,
        as_of: datetime | None = None,
        status: Sequence[str] = ("current",),
        zone: str | None = None,
    ) -> Recall:
        """The memories and past turns that answer `query`, best first, at most `k`, each with a score from 0 to
        1 and its reasons. `where` filters by fields, `as_of` asks what was held at that time. The trace says
        what each stage did; `trace.why_not(id)` says where one dropped out.
        """
        return self._run(self._inner.recall(user, query, k, over, kinds, tags, where, as_of, status, zone))

    def list(
        self,
        user: str,
        kinds: Sequence[str] | None = None,
        tags: Sequence[str] | None = None,
        where: Mapping[str, Any] | None = None,
        status: Sequence[str] = ("current",),
        as_of: datetime | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page:
        """The user's memories, newest first, a page at a time."""
        return self._run(self._inner.list(user, kinds, tags, where, status, as_of, limit, cursor))

    def get(self, user: str, id: str) -> MemoryRecord:
        """One memory, whatever its status. Raises NotFound."""
        return self._run(self._inner.get(user, id))

    def history(self, user: str, id: str) -> History:
        """What became of a memory: what it replaced, what replaced it, and every change with its reason."""
        return self._run(self._inner.history(user, id))

    def profile(self, user: str) -> Profile:
        """What is known of the user, in the second person, with the memories that it rests on."""
        return self._run(self._inner.profile(user))

    def about(self, user: str, entity: str) -> About:
        """What is known of one person or thing in the user's life, with its relations."""
        return self._run(self._inner.about(user, entity))

    def correct(self, user: str, id: str, content: str, version: int | None = None) -> MemoryRecord:
        """Put a memory right: the old one is retracted (it was wrong), a new one with its evidence and metadata
        takes its place. Returns the new one. With `version`, only if the memory is still in that version."""
        return self._run(self._inner.correct(user, id, content, version))

    def confirm(self, user: str, id: str, version: int | None = None) -> MemoryRecord:
        """The user says that a memory is so. A pending one becomes current (and replaces what it contradicts)."""
        return self._run(self._inner.confirm(user, id, version))

    def pin(self, user: str, id: str, pinned: bool = True, version: int | None = None) -> MemoryRecord:
        """Keep a memory from being forgotten by a rule (`protected`); with `pinned` False rules may again. Raises
        InvalidInput for one that the rules themselves protect: health, safety, identity."""
        return self._run(self._inner.pin(user, id, pinned, version))

    def retract(self, user: str, id: str, why: str = "", version: int | None = None) -> MemoryRecord:
        """The memory was never true, or should no longer be used. It stays in the history."""
        return self._run(self._inner.retract(user, id, why, version))

    def restore(self, user: str, id: str, version: int | None = None) -> Restored:
        """Bring back an archived, retracted or superseded memory. A current one that had replaced it steps back (so
        an update is undone): it is the `ended` of the answer."""
        return self._run(self._inner.restore(user, id, version))

    def forget(
        self,
        user: str,
        id: str | None = None,
        about: str | None = None,
        session: str | None = None,
        dry_run: bool = False,
        version: int | None = None,
        seen: str | None = None,
    ) -> Forgotten:
        """Erase one memory, all that is about something, or a whole session, for good: memories, episodes, and
        the words of the messages they came from. `dry_run` shows what would go; its `preview`, handed in as `seen`,
        makes sure that no more and no less goes than it showed (else Conflict is raised and nothing is written).
        Exactly one of `id`, `about` and `session` is given. What `about` says shall stay does: "my sister except her
        birthday", "everything except my allergy" (NotFound when nothing known is meant by that)."""
        return self._run(self._inner.forget(user, id, about, session, dry_run, version, seen))

    def erase(self, user: str) -> Erased:
        """Erase everything of a user, clear it from the files, and search them. The report says what was
        removed and what was searched."""
        return self._run(self._inner.erase(user))

    def maintain(self, now: datetime | None = None, dry_run: bool = False) -> Maintained:
        """Apply the policy of forgetting to all users, as of `now`. `dry_run` shows the plan."""
        return self._run(self._inner.maintain(now, dry_run))

    def changes(self, user: str, since: int = 0, limit: int = 1000, ref: str | None = None) -> tuple[Change, ...]:
        """The user's log after version `since`, in order and without gaps; with `ref`, only what became of the memory
        of that id."""
        return self._run(self._inner.changes(user, since, limit, ref))

    def export(self, user: str) -> tuple[dict[str, Any], ...]:
        """All that is held of a user as JSON-able rows: memories, episodes, messages, sessions and the log."""
        return self._run(self._inner.export(user))

    def import_(self, rows: Sequence[Mapping[str, Any]], user: str | None = None) -> dict[str, int]:
        """Take in what `export` gave, for the same user or another. What is there already is left as it is.
        Returns counts by type."""
        return self._run(self._inner.import_(rows, user))

    def drain(self, timeout: float | None = None) -> bool:
        """Wait until no background work is due; False when `timeout` seconds passed first."""
        return self._run(self._inner.drain(timeout))

    def jobs(self, user: str | None = None, state: str | None = None, limit: int = 100) -> JobPage:
        """Background work that is not finished; `state="dead"` lists what was given up."""
        return self._run(self._inner.jobs(user, state, limit))

    def retry(self, jobs: Sequence[Job]) -> int:
        """Try dead jobs again. Returns how many were."""
        return self._run(self._inner.retry(jobs))

    def reembed(self, batch: int = 256) -> int:
        """Make the vectors anew with the present embedder, in batches; goes on where it was stopped. Returns
        how many memories and episodes were done."""
        return self._run(self._inner.reembed(batch))

    def work(self, once: bool = False, alive: Callable[[], None] | None = None) -> int:
        """Be a worker: run background jobs until cancelled, or with `once` until none is due. Cancelled, it finishes
        the jobs in hand; cancelled again, it gives them back. `alive` is called whenever the store has answered."""
        return self._run(self._inner.work(once, alive))

    def stats(self) -> dict[str, Any]:
        """Counts for people: users, sessions, messages, memories, episodes, changes, jobs, bytes. With a chat model
        `model` says what it was asked and answered since this memory was opened: calls, failed, tokens in and out."""
        return self._run(self._inner.stats())


class Session:
    """One conversation of one user. Made by `Memory.session`."""

    def __init__(self, memory: Memory, inner: AsyncSession) -> None:
        self._memory = memory
        self._inner = inner
        self.user = inner.user
        self.id = inner.id

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._memory._run(work)

    def add(
        self,
        role: str,
        content: str,
        at: datetime | None = None,
        name: str | None = None,
        meta: Mapping[str, Any] | None = None,
        key: str | None = None,
    ) -> Message:
        """Keep a message; durable when this returns. `key` makes a repeated call harmless. `withheld` of the
        result names what the guard cut out. Raises InvalidInput, NaiveTime, TooLong, Refused, Conflict.
        """
        return self._run(self._inner.add(role, content, at, name, meta, key))

    def context(self, input: str | None, max_tokens: int, system: str | None = None, shape: str = "openai") -> Context:
        """What to send to the model for `input`, never over `max_tokens`: system, profile, state, summary,
        recalled memories, recent whole turns, and the input last. `input` None means that the newest user message,
        already added, is the input; before the first one the profile stands alone. `shape` is `openai`, `anthropic`
        or `text` (see `Context`). Nothing is written but that a preference was asked about, where one has not been
        confirmed for long. Raises BudgetTooSmall.
        """
        return self._run(self._inner.context(input, max_tokens, system, shape))

    def messages(self, after: int = 0, limit: int | None = None) -> tuple[Message, ...]:
        """The messages in order, those with `seq` greater than `after`."""
        return self._run(self._inner.messages(after, limit))

    @property
    def state(self) -> dict[str, Any]:
        """What the task has come to."""
        return self._run(_waited(self._inner.state))

    @property
    def scratchpad(self) -> dict[str, Any]:
        """Tool results kept for the session's length."""
        return self._run(_waited(self._inner.scratchpad))

    @property
    def summary(self) -> Summary:
        """The rolling summary of the turns that left the window."""
        return self._run(_waited(self._inner.summary))

    def update_state(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Merge `changes` into the state: nested mappings merge, None removes. Returns the new state."""
        return self._run(self._inner.update_state(changes))

    def note(self, name: str, value: Any) -> dict[str, Any]:
        """Put a tool result on the scratchpad (None removes it). Returns the scratchpad."""
        return self._run(self._inner.note(name, value))

    def end(self) -> None:
        """Close the conversation: what is still to be learned from it is learned in the background."""
        self._run(self._inner.end())

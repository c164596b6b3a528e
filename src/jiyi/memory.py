"""`AsyncMemory`, the faculty itself: every verb, each a call into a flow. `sync.py` is made from this file."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from types import TracebackType
from typing import Any

from jiyi import ids, spans
from jiyi.errors import Closed, InvalidInput
from jiyi.flows import context as context_flow
from jiyi.flows import curate, door, flush, forget, observe, read, reembed, sessions, traced, transfer, worker
from jiyi.flows.opening import open_parts
from jiyi.flows.parts import Parts
from jiyi.policy.shapes import Shape
from jiyi.ports import ChatModel, Clock, Embedder, Reranker, Store
from jiyi.records import Change, Job, JobState, Kind, MemoryRecord, Message, Status, Summary
from jiyi.results import About, Context, Forgotten, History, Maintained, Page, Profile, Restored
from jiyi.rows import Erased, JobPage
from jiyi.settings import Settings, small_scheme
from jiyi.trace import Recall


def utc_now() -> datetime:
    """The system's time, aware UTC."""
    return datetime.now(UTC)


class AsyncMemory:
    """An agent's memory. Open it with `await AsyncMemory.open(url)` or `async with AsyncMemory.open(url)`.

    Every verb names the user whose memory it touches, and none reads anything of another. Writes are durable
    when they return. One object may be used by any number of tasks of one event loop.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts_open: Parts | None = parts
        self._worker: worker.Worker | None = None
        self._flusher: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._pid = os.getpid()

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
    ) -> Opening:
        """Open a memory: a path to an SQLite file (made when missing), `:memory:`, or the URL of a server.

        `settings` default to the environment (`JIYI_…`). `store`, `embedder`, `model`, `reranker` and `clock`
        replace what the settings name; those passed in are not closed with the memory. Raises SchemaTooNew,
        StoreCorrupt, StoreReadOnly, and EmbedderChanged when the vectors in the store come from another model
        (`jiyi reembed` then makes them anew).
        """
        return Opening(cls, url, settings, (store, embedder, model, reranker), clock)

    @property
    def _parts(self) -> Parts:
        if self._parts_open is None:
            raise Closed("this memory was closed; open it again")
        if os.getpid() != self._pid:
            raise Closed("this memory was opened before a fork; open it again in the new process")
        return self._parts_open

    @property
    def settings(self) -> Settings:
        """The settings it was opened with."""
        return self._parts.settings

    @property
    def place(self) -> str:
        """Where it keeps things: a path, `:memory:`, or a URL without credentials."""
        return self._parts.store.place

    async def close(self) -> None:
        """Finish the jobs in hand, write what is buffered, and let go. Closing twice is fine, and so is waiting no
        longer: a `close` that was cancelled goes on by itself, and another waits for its end."""
        parts, self._parts_open = self._parts_open, None
        if parts is not None and os.getpid() == self._pid:
            self._closing = asyncio.create_task(self._let_go(parts), name="jiyi-close")
        if self._closing is not None:
            await asyncio.shield(self._closing)

    async def _let_go(self, parts: Parts) -> None:
        if self._flusher is not None:
            self._flusher.cancel()
            await asyncio.wait((self._flusher,))
        if self._worker is not None:
            await self._worker.stop()
        await parts.uses.flush(parts.store)
        for engine in parts.owned:
            await engine.close()

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # --- conversation -----------------------------------------------------------------------------------------
    def session(self, user: str, id: str | None = None, zone: str | None = None) -> AsyncSession:
        """A conversation of this user: the one called `id`, or a new one. `zone` is the user's IANA time zone,
        in which "yesterday" is read; it is kept with the session. Nothing is written until something is added.
        """
        id = ids.uuid7(self._parts.clock()) if id is None else id
        return AsyncSession(self, user, id, None if zone is None else door.zone(zone))

    async def sessions(self, user: str, after: str = "", limit: int = 100) -> tuple[str, ...]:
        """Ids of the user's sessions in code point order, those after `after`."""
        return await sessions.names(self._parts, user, door.text(after, "after"), door.number(limit, "limit"))

    # --- what is known ----------------------------------------------------------------------------------------
    async def remember(
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
        said = curate.Said(
            kind=None if kind is None else door.choice(kind, "kind", Kind),
            attribute=door.text_or_none(attribute, "attribute", ids.MAX_NAME),
            value=door.text_or_none(value, "value", self._parts.settings.limits.memory_characters),
            at=None if at is None else door.moment(at, "at"),
            tags=door.texts(tags, "tags"),
            meta={} if meta is None else door.mapping(meta, "meta"),
        )
        return await curate.remember(self._parts, user, content, said)

    async def recall(
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
        with spans.span("jiyi.recall") as span:
            found = await self._parts.recaller.recall(
                ids.name(user, "user"),
                door.text(query, "query"),
                k=door.number(k, "k", 1),
                over=door.texts(over, "over"),
                kinds=None if kinds is None else door.choices(kinds, "kinds", Kind),
                tags=None if tags is None else door.texts(tags, "tags"),
                where=where,
                as_of=None if as_of is None else door.moment(as_of, "as_of"),
                status=door.choices(status, "status", Status),
                zone=self._parts.settings.zone if zone is None else door.zone(zone),
            )
            traced.recall(span, found)
        return found

    async def list(
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
        wanted = read.Filter(
            kinds=None if kinds is None else door.choices(kinds, "kinds", Kind),
            tags=None if tags is None else door.texts(tags, "tags"),
            where=where,
            status=door.choices(status, "status", Status),
            as_of=None if as_of is None else door.moment(as_of, "as_of"),
        )
        return await read.listed(self._parts, user, wanted, limit, cursor)

    async def get(self, user: str, id: str) -> MemoryRecord:
        """One memory, whatever its status. Raises NotFound."""
        return await read.get(self._parts, user, id)

    async def history(self, user: str, id: str) -> History:
        """What became of a memory: what it replaced, what replaced it, and every change with its reason."""
        return await read.history(self._parts, user, id)

    async def profile(self, user: str) -> Profile:
        """What is known of the user, in the second person, with the memories that it rests on."""
        return await read.profile(self._parts, user)

    async def about(self, user: str, entity: str) -> About:
        """What is known of one person or thing in the user's life, with its relations."""
        return await read.about(self._parts, user, entity)

    # --- setting it right -------------------------------------------------------------------------------------
    # `version` in these verbs is the `version` of the record that the change is based on: when the memory has changed
    # since, Outdated is raised and nothing is written. None changes whatever is there.
    async def correct(self, user: str, id: str, content: str, version: int | None = None) -> MemoryRecord:
        """Put a memory right: the old one is retracted (it was wrong), a new one with its evidence and metadata
        takes its place. Returns the new one. With `version`, only if the memory is still in that version."""
        base = None if version is None else door.number(version, "version")
        return await curate.correct(self._parts, ids.name(user, "user"), door.name(id, "id"), content, base)

    async def confirm(self, user: str, id: str, version: int | None = None) -> MemoryRecord:
        """The user says that a memory is so. A pending one becomes current (and replaces what it contradicts)."""
        base = None if version is None else door.number(version, "version")
        return await curate.confirm(self._parts, ids.name(user, "user"), door.name(id, "id"), base)

    async def pin(self, user: str, id: str, pinned: bool = True, version: int | None = None) -> MemoryRecord:
        """Keep a memory from being forgotten by a rule (`protected`); with `pinned` False rules may again. Raises
        InvalidInput for one that the rules themselves protect: health, safety, identity."""
        base = None if version is None else door.number(version, "version")
        user, id = ids.name(user, "user"), door.name(id, "id")
        return await curate.pin(self._parts, user, id, door.flag(pinned, "pinned"), base)

    async def retract(self, user: str, id: str, why: str = "", version: int | None = None) -> MemoryRecord:
        """The memory was never true, or should no longer be used. It stays in the history."""
        base = None if version is None else door.number(version, "version")
        user, id = ids.name(user, "user"), door.name(id, "id")
        return await curate.retract(self._parts, user, id, door.text(why, "why"), base)

    async def restore(self, user: str, id: str, version: int | None = None) -> Restored:
        """Bring back an archived, retracted or superseded memory. A current one that had replaced it steps back (so
        an update is undone): it is the `ended` of the answer."""
        base = None if version is None else door.number(version, "version")
        return await curate.restore(self._parts, ids.name(user, "user"), door.name(id, "id"), base)

    # --- forgetting -------------------------------------------------------------------------------------------
    async def forget(
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
        return await forget.forget(
            self._parts,
            user,
            id=None if id is None else door.name(id, "id"),
            about=door.text_or_none(about, "about", self._parts.settings.limits.memory_characters),
            session=None if session is None else door.name(session, "session"),
            dry_run=door.flag(dry_run, "dry_run"),
            version=None if version is None else door.number(version, "version"),
            seen=door.text_or_none(seen, "seen"),
        )

    async def erase(self, user: str) -> Erased:
        """Erase everything of a user, clear it from the files, and search them. The report says what was
        removed and what was searched."""
        return await forget.erase(self._parts, user)

    async def maintain(self, now: datetime | None = None, dry_run: bool = False) -> Maintained:
        """Apply the policy of forgetting to all users, as of `now`. `dry_run` shows the plan."""
        now = None if now is None else door.moment(now, "now")
        return await forget.maintain(self._parts, now=now, dry_run=door.flag(dry_run, "dry_run"))

    # --- the log ----------------------------------------------------------------------------------------------
    async def changes(self, user: str, since: int = 0, limit: int = 1000, ref: str | None = None) -> tuple[Change, ...]:
        """The user's log after version `since`, in order and without gaps; with `ref`, only what became of the memory
        of that id."""
        return await read.changes(self._parts, user, since, limit, ref)

    async def export(self, user: str) -> tuple[dict[str, Any], ...]:
        """All that is held of a user as JSON-able rows: memories, episodes, messages, sessions and the log."""
        return await transfer.export(self._parts, user)

    async def import_(self, rows: Sequence[Mapping[str, Any]], user: str | None = None) -> dict[str, int]:
        """Take in what `export` gave, for the same user or another. What is there already is left as it is.
        Returns counts by type."""
        owner = None if user is None else door.name(user, "user")
        return await transfer.import_(self._parts, door.several(rows, "rows", Mapping), owner)

    # --- running it -------------------------------------------------------------------------------------------
    async def drain(self, timeout: float | None = None) -> bool:  # noqa: ASYNC109 - the public name of the verb
        """Wait until no background work is due; False when `timeout` seconds passed first."""
        return await worker.drain(
            self._parts, self._worker, None if timeout is None else door.seconds(timeout, "timeout")
        )

    async def jobs(self, user: str | None = None, state: str | None = None, limit: int = 100) -> JobPage:
        """Background work that is not finished; `state="dead"` lists what was given up."""
        return await self._parts.store.jobs(
            user=None if user is None else door.name(user, "user"),
            state=None if state is None else door.choice(state, "state", JobState),
            limit=door.number(limit, "limit"),
        )

    async def retry(self, jobs: Sequence[Job]) -> int:
        """Try dead jobs again. Returns how many were."""
        return await worker.retry(self._parts, door.several(jobs, "jobs", Job))

    async def reembed(self, batch: int = 256) -> int:
        """Make the vectors anew with the present embedder, in batches; goes on where it was stopped. Returns
        how many memories and episodes were done."""
        return await reembed.reembed(self._parts, door.number(batch, "batch", 1))

    async def work(self, once: bool = False, alive: Callable[[], None] | None = None) -> int:
        """Be a worker: run background jobs until cancelled, or with `once` until none is due. Cancelled, it finishes
        the jobs in hand; cancelled again, it gives them back. `alive` is called whenever the store has answered."""
        return await worker.work(self._parts, door.flag(once, "once"), alive)

    async def stats(self) -> dict[str, Any]:
        """Counts for people: users, sessions, messages, memories, episodes, changes, jobs, bytes. With a chat model
        `model` says what it was asked and answered since this memory was opened: calls, failed, tokens in and out."""
        found = await self._parts.store.stats()
        return found if self._parts.model is None else {**found, "model": self._parts.spent.plain()}

    def _begin(self) -> None:
        self._flusher = asyncio.create_task(flush.flushing(self._parts), name="jiyi-flush")
        if self._parts.settings.worker.inside:
            self._worker = worker.Worker(self._parts)
            self._worker.start()


class AsyncSession:
    """One conversation of one user. Made by `AsyncMemory.session`."""

    def __init__(self, memory: AsyncMemory, user: str, id: str, zone: str | None) -> None:
        self._memory = memory
        self.user = ids.name(user, "user")
        self.id = ids.name(id, "session")
        self._zone = zone
        self._zone_kept = zone is None

    @property
    def _parts(self) -> Parts:
        return self._memory._parts

    async def add(
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
        at = None if at is None else door.moment(at, "at")
        name = door.text_or_none(name, "name", ids.MAX_NAME)
        meta = None if meta is None else door.mapping(meta, "meta")
        if not self._zone_kept and self._zone is not None:
            await sessions.set_zone(self._parts, self.user, self.id, self._zone)
            self._zone_kept = True
        with spans.span("jiyi.add"):
            return await observe.add(
                self._parts, self.user, self.id, role, content, at=at, name=name, meta=meta, key=key
            )

    async def context(
        self, input: str | None, max_tokens: int, system: str | None = None, shape: str = "openai"
    ) -> Context:
        """What to send to the model for `input`, never over `max_tokens`: system, profile, state, summary,
        recalled memories, recent whole turns, and the input last. `input` None means that the newest user message,
        already added, is the input; before the first one the profile stands alone. `shape` is `openai`, `anthropic`
        or `text` (see `Context`). Nothing is written but that a preference was asked about, where one has not been
        confirmed for long. Raises BudgetTooSmall.
        """
        input, system = door.text_or_none(input, "input"), door.text_or_none(system, "system")
        wanted = context_flow.Wanted(
            input=input,
            max_tokens=door.number(max_tokens, "max_tokens", 1),
            system=system,
            zone=self._zone,
            shape=door.choice(shape, "shape", Shape),
        )
        with spans.span("jiyi.context") as span:
            made = await context_flow.context(self._parts, self.user, self.id, wanted)
            traced.context(span, made)
        return made

    async def messages(self, after: int = 0, limit: int | None = None) -> tuple[Message, ...]:
        """The messages in order, those with `seq` greater than `after`."""
        most = None if limit is None else door.number(limit, "limit")
        return await sessions.messages(self._parts, self.user, self.id, door.number(after, "after"), most)

    @property
    def state(self) -> Awaitable[dict[str, Any]]:
        """What the task has come to."""
        return sessions.state(self._parts, self.user, self.id)

    @property
    def scratchpad(self) -> Awaitable[dict[str, Any]]:
        """Tool results kept for the session's length."""
        return sessions.scratchpad(self._parts, self.user, self.id)

    @property
    def summary(self) -> Awaitable[Summary]:
        """The rolling summary of the turns that left the window."""
        return sessions.summary(self._parts, self.user, self.id)

    async def update_state(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Merge `changes` into the state: nested mappings merge, None removes. Returns the new state."""
        return await sessions.update_state(self._parts, self.user, self.id, door.mapping(changes, "changes"))

    async def note(self, name: str, value: Any) -> dict[str, Any]:
        """Put a tool result on the scratchpad (None removes it). Returns the scratchpad."""
        return await sessions.note(self._parts, self.user, self.id, name, value)

    async def end(self) -> None:
        """Close the conversation: what is still to be learned from it is learned in the background."""
        await sessions.end(self._parts, self.user, self.id)


class Opening:
    """A memory about to be opened: awaited it gives the memory, in `async with` it also closes it."""

    def __init__(
        self,
        kind: type[AsyncMemory],
        url: str | os.PathLike[str] | None,
        settings: Settings | None,
        engines: tuple[Store | None, Embedder | None, ChatModel | None, Reranker | None],
        clock: Clock,
    ) -> None:
        place = os.fspath(url) if isinstance(url, str | os.PathLike) else url
        if place is not None and not isinstance(place, str):
            raise InvalidInput(f"url must be a path or a URL as text, not a value of type {type(url).__name__}")
        if settings is not None and not isinstance(settings, Settings):
            raise InvalidInput(f"settings must be a Settings, not a value of type {type(settings).__name__}")
        self._kind = kind
        self._url = None if place is None else small_scheme(place)
        self._settings = settings
        self._engines = engines
        self._clock = clock
        self._memory: AsyncMemory | None = None

    async def _open(self) -> AsyncMemory:
        store, embedder, model, reranker = self._engines
        settings = self._settings if self._settings is not None else Settings()
        url = settings.url if self._url is None else self._url
        if store is None and url.startswith(("http://", "https://")):
            if embedder is not None or model is not None or reranker is not None:
                raise InvalidInput("a server has its own models; open its URL without them")
            # The client of a server lives a floor above, so it is asked for by name.
            self._memory = await import_module("jiyi.remote").connect(url, settings, self._clock)
            return self._memory
        parts = await open_parts(self._url, settings, store, embedder, model, self._clock, reranker)
        self._memory = self._kind(parts)
        self._memory._begin()
        # The loop gets a turn, so that the worker stands ready before the first verb.
        await asyncio.sleep(0)
        return self._memory

    def __await__(self) -> Generator[Any, None, AsyncMemory]:
        return self._open().__await__()

    async def __aenter__(self) -> AsyncMemory:
        return await self._open()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._memory is not None:
            await self._memory.close()

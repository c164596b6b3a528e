"""A store with copies in front of it. The store is the truth: before a copy is read it says by a few numbers where it
stands, and a copy that does not fit them is not used. So no invalidation can be lost, since none is needed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

from jiyi.ports import Copying, Rousing, Standing, Store, Swapping
from jiyi.rows import (
    Appended,
    Erased,
    Head,
    JobDraft,
    MessageDraft,
    MessageRow,
    SessionRow,
    SessionSave,
    Stand,
    Whole,
    Write,
)
from jiyi.stores.valkey import copies
from jiyi.stores.valkey.address import Address, address
from jiyi.stores.valkey.copies import Span
from jiyi.stores.valkey.link import Command, Link
from jiyi.stores.valkey.news import News

STAMPS = 20_000  # sessions whose stamps are remembered, so that what is written here goes into their copies
MOST_ROWS, MOST_BYTES = 2_000, 1 << 20  # of the messages that a copy holds
MOST_SPANS = 512  # of a list that grows while nobody reads it
MANY = 16  # spans after which a copy is written anew in one

Looked = dict[tuple[int, str], "_Look"]
_looked: ContextVar[Looked | None] = ContextVar("looked_at", default=None)


class Inner(Store, Standing, Copying, Swapping, Protocol):
    """What a store must be able to do."""


@dataclass(slots=True)
class _Copy:
    """What the cache said of a session; not checked yet. None: it was not asked, or did not answer."""

    body: object = None
    spans: Sequence[object] | None = None


@dataclass(slots=True)
class _Look:
    """How a user stood when this was first asked, for all reads that belong together."""

    head: Head
    sessions: dict[str, tuple[Stand, _Copy]] = field(default_factory=dict)


class CachedStore:
    """A `Store` with copies of sessions and their newest messages in Redis or Valkey; all else is the store's own.
    `url` is the cache's, see `address`. When the cache is not there, everything goes to the store."""

    def __init__(self, inner: Inner, url: str) -> None:
        self._inner = inner
        self._address: Address = address(url)
        self._link = Link(self._address)
        self._news = News(self._address)
        self._stamps: OrderedDict[tuple[str, str], int] = OrderedDict()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    @property
    def place(self) -> str:
        return self._inner.place

    async def open(self) -> None:
        await self._inner.open()
        await self._link.open()

    async def close(self) -> None:
        await self._link.close()
        await self._news.close()
        await self._inner.close()

    async def stats(self) -> dict[str, Any]:
        """The store's, and under `cache` how often copies served."""
        return {**await self._inner.stats(), "cache": {**self.copies(), "up": self._link.up}}

    def copies(self) -> dict[str, int]:
        """How often a copy served, did not, and the cache did not answer at all."""
        return asdict(self._link.figures)

    # --- reading ----------------------------------------------------------------------------------------------
    @contextmanager
    def one_look(self) -> Iterator[None]:
        """Inside of it the store is asked once where a user and a session stand, and what this task reads rests on
        that, until it writes something of the user. Copies are used here alone: one question to the store and one to
        the cache stand for several reads. A single read is no dearer than its question, and goes to the store."""
        before = _looked.set({})
        try:
            yield
        finally:
            _looked.reset(before)

    async def stand(self, user: str, session: str) -> Stand:
        return await self._inner.stand(user, session)

    async def head(self, user: str) -> Head:
        look = (_looked.get() or {}).get((id(self), user))
        return await self._inner.head(user) if look is None else look.head

    async def session(self, user: str, session: str) -> SessionRow | None:
        looked = _looked.get()
        if looked is None:
            return await self._inner.session(user, session)
        stand, copy = await self._look(looked, user, session)
        row = stand.session
        if row is None:
            return None
        if not row.revision:
            return row  # nothing was saved of it yet, so its body is empty
        body = copies.body_from(copy.body, stand.stamp, row.revision)
        if body is not None:
            self._link.figures.hit += 1
            return replace(row, body=body)
        self._wrote(user)  # what else is read must not be older than this
        found = await self._inner.session(user, session)
        self._link.figures.miss += 1
        if found is not None and self._current(user, session, stand.stamp):
            self._link.tell(self._keep_body(user, session, stand.stamp, found.revision, found.body))
        return found

    async def messages(
        self, user: str, session: str, *, after: int = 0, limit: int | None = None, newest: bool = False
    ) -> tuple[MessageRow, ...]:
        looked = _looked.get()
        if looked is None or (limit is not None and limit < 1):
            return await self._inner.messages(user, session, after=after, limit=limit, newest=newest)
        stand, copy = await self._look(looked, user, session)
        last = 0 if stand.session is None else stand.session.last_seq
        if stand.stamp and after >= last:
            return ()
        spans = [copies.span_from(one) for one in copy.spans or ()]
        span = copies.joined(spans, stand.stamp) if stand.stamp else None
        if span is not None and copies.answer(span, after, limit, newest) is not None:
            self._link.figures.hit += 1
            span = await self._to_the_end(user, session, span, last)
            if len(spans) > MANY or len(spans) > sum(one is not None and one.stamp == stand.stamp for one in spans):
                self._link.tell(*self._keep_window(user, session, span))
            found = copies.answer(span, after, limit, newest)
            assert found is not None
            return found
        rows = await self._inner.messages(user, session, after=after, limit=limit, newest=newest)
        self._link.figures.miss += 1
        if newest and self._current(user, session, stand.stamp):
            span = copies.read(stand.stamp, rows, after, limit, last)
            self._link.tell(*self._keep_window(user, session, span))
        return rows

    async def _to_the_end(self, user: str, session: str, span: Span, last: int) -> Span:
        """The span with what came after it was written."""
        if span.upto >= last:
            return span
        rows = await self._inner.messages(user, session, after=span.upto)
        new = copies.read(span.stamp, rows, span.upto, None, last)
        self._link.tell(*self._add(user, session, new))
        return Span(span.stamp, span.after, new.upto, (*span.rows, *new.rows))

    async def _look(self, looked: Looked, user: str, session: str) -> tuple[Stand, _Copy]:
        """Where the session stands by the store's word, and then, never before, what the cache has of it."""
        look = looked.get((id(self), user))
        if look is not None and session in look.sessions:
            return look.sessions[session]
        stand = await self._inner.stand(user, session)
        copy = await self._copy(user, session, stand)
        look = looked.setdefault((id(self), user), _Look(stand.head))
        look.sessions[session] = (stand, copy)
        return stand, copy

    async def _copy(self, user: str, session: str, stand: Stand) -> _Copy:
        row = stand.session
        if row is None or not stand.stamp:
            return _Copy()
        self._remember(user, session, stand.stamp)
        commands: list[Command] = []
        if row.last_seq:
            key = self._address.window(user, session)
            commands += [("LRANGE", key, 0, -1), ("PEXPIRE", key, self._address.milliseconds)]
        if row.revision:
            commands.append(("GETEX", self._address.body(user, session), "PX", self._address.milliseconds))
        replies = await self._link.ask(*commands) if commands else None
        if replies is None:
            return _Copy()
        spans = replies[0] if row.last_seq else None
        return _Copy(replies[-1] if row.revision else None, spans if isinstance(spans, list) else None)

    # --- writing ----------------------------------------------------------------------------------------------
    async def append(
        self, user: str, session: str, drafts: Sequence[MessageDraft], at: datetime
    ) -> tuple[Appended, ...]:
        try:
            answers = await self._inner.append(user, session, drafts, at)
        finally:
            self._wrote(user)
        rows = tuple(
            MessageRow(seq=answer.seq, body=draft.body, key=draft.key)
            for draft, answer in zip(drafts, answers, strict=True)
            if not answer.repeated
        )
        stamp = self._stamps.get((user, session))
        if rows and stamp is not None and rows[-1].seq - rows[0].seq == len(rows) - 1:
            self._link.tell(*self._add(user, session, Span(stamp, rows[0].seq - 1, rows[-1].seq, rows)))
        if any(draft.jobs for draft in drafts):
            self._rouse()
        return answers

    async def save_session(self, user: str, save: SessionSave, jobs: Sequence[JobDraft] = ()) -> int:
        try:
            revision = await self._inner.save_session(user, save, jobs)
        finally:
            self._wrote(user)
        self._saved(user, save)
        if jobs:
            self._rouse()
        return revision

    async def apply(self, user: str, write: Write) -> Head:
        try:
            head = await self._inner.apply(user, write)
        finally:
            self._wrote(user)
        gone = dict.fromkeys((*write.drop_sessions, *(place[0] for place in write.messages)))
        for session in gone:
            self._stamps.pop((user, session), None)
        for save in write.sessions:
            self._saved(user, save)
        await self._link.delete(
            *(key(user, session) for session in gone for key in (self._address.body, self._address.window))
        )
        if write.jobs:
            self._rouse()
        return head

    async def erase(self, user: str) -> Erased:
        """The store's, and then every key of the user in the cache, which is looked through as well. When the cache
        does not answer, the report has no `cache` under `scanned`, and its keys go once it is back: nobody can read
        them here, since no stamp comes again."""
        try:
            report = await self._inner.erase(user)
        finally:
            self._wrote(user)
        for pair in [pair for pair in self._stamps if pair[0] == user]:
            del self._stamps[pair]
        cleared = await self._link.clear(self._address.of(user))
        if cleared is None:
            return report
        looked, left = cleared
        return replace(report, scanned={**report.scanned, "cache": looked}, leftovers=report.leftovers + left)

    async def settle_in(self, user: str, held: Whole) -> None:
        try:
            await self._inner.settle_in(user, held)
        finally:
            self._wrote(user)
        if held.jobs:
            self._rouse()

    async def retry(self, user: str, jobs: Sequence[str], now: datetime) -> int:
        count = await self._inner.retry(user, jobs, now)
        self._rouse()
        return count

    # --- work -------------------------------------------------------------------------------------------------
    def hear(self, wake: Callable[[], None]) -> None:
        """Call `wake` when another process has queued work: by the store's own means, or else by the cache's."""
        if isinstance(self._inner, Rousing):
            self._inner.hear(wake)
        else:
            self._news.hear(wake)

    def _rouse(self) -> None:
        if not isinstance(self._inner, Rousing):
            self._news.tell()

    # --- what a checker of protocols must see -----------------------------------------------------------------
    async def whole(self, user: str) -> Whole:
        return await self._inner.whole(user)

    async def notes(self) -> dict[str, str]:
        return await self._inner.notes()

    async def swap(self, name: str, old: str | None, new: str | None) -> str | None:
        return await self._inner.swap(name, old, new)

    async def sweep(self, prefix: str, below: str) -> int:
        return await self._inner.sweep(prefix, below)

    # --- copies -----------------------------------------------------------------------------------------------
    def _wrote(self, user: str) -> None:
        """What was looked at before is old."""
        if (looked := _looked.get()) is not None:
            looked.pop((id(self), user), None)

    def _current(self, user: str, session: str, stamp: int) -> bool:
        """Whether a copy is still worth keeping: not when words were taken away here meanwhile."""
        return bool(stamp) and self._stamps.get((user, session)) == stamp

    def _remember(self, user: str, session: str, stamp: int) -> None:
        self._stamps[user, session] = stamp
        self._stamps.move_to_end((user, session))
        if len(self._stamps) > STAMPS:
            self._stamps.popitem(last=False)

    def _saved(self, user: str, save: SessionSave) -> None:
        stamp = self._stamps.get((user, save.id))
        if stamp is not None:
            self._link.tell(self._keep_body(user, save.id, stamp, save.revision + 1, save.body))

    def _keep_body(self, user: str, session: str, stamp: int, revision: int, body: bytes) -> Command:
        copy = copies.body_to(stamp, revision, body)
        return ("SET", self._address.body(user, session), copy, "PX", self._address.milliseconds)

    def _keep_window(self, user: str, session: str, span: Span) -> tuple[Command, ...]:
        """In place of what was there."""
        key = self._address.window(user, session)
        copy = copies.span_to(copies.trimmed(span, MOST_ROWS, MOST_BYTES))
        return ("DEL", key), ("RPUSH", key, copy), ("PEXPIRE", key, self._address.milliseconds)

    def _add(self, user: str, session: str, span: Span) -> tuple[Command, ...]:
        """Behind what is there; where nothing is, nothing becomes of it."""
        key = self._address.window(user, session)
        if span.nbytes > MOST_BYTES:
            return (("DEL", key),)
        return ("RPUSHX", key, copies.span_to(span)), ("LTRIM", key, -MOST_SPANS, -1)

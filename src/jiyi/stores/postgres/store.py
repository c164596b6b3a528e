"""The PostgreSQL store: one database, any number of processes on any number of machines."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any, TypeVar

from jiyi.errors import Closed, InvalidInput, StoreError
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
from jiyi.stores.postgres import ahead, leases, migrating, reads, whole, writes
from jiyi.stores.postgres.address import address
from jiyi.stores.postgres.connections import EVERYBODY, NOTHING, Connections, Link, about
from jiyi.stores.postgres.exchange import Answer, Row, Step
from jiyi.stores.postgres.herald import Herald
from jiyi.stores.postgres.names import encoded, is_short, short, shorts
from jiyi.stores.times import maybe_moment, stamp

T = TypeVar("T")
log = logging.getLogger("jiyi.store")

COUNTS = (
    *("count_users", "count_sessions", "count_messages", "count_items", "count_changes", "count_job_states"),
    "count_bytes",
)


class PostgresStore:
    """A `Store` in a PostgreSQL database. `url` is libpq's; its query may also name `schema` (jiyi), `connections`
    (10, of this process) and `patience` (30, seconds that a call waits)."""

    def __init__(self, url: str) -> None:
        self._address = address(url)
        self._connections = Connections(self._address)
        self._herald = Herald(self._connections, self._address.channel)
        self._process = 0  # the process that opened it; 0 while it is not open
        self._calls = 0  # under way
        self._idle = asyncio.Event()

    @property
    def place(self) -> str:
        return self._address.place

    async def open(self) -> None:
        if self._process:
            raise StoreError(f"{self.place} is open already")
        connection = await self._connections.connect()
        try:
            await migrating.prepare(connection, self._address)
            seen = await migrating.look(connection, self._address)
        finally:
            await connection.close()
        self._connections.insisting = not seen.durable
        self._connections.spread = seen.spread
        for weakness in seen.weaknesses:
            log.warning("%s: %s", self.place, weakness)
        await self._connections.open()
        self._process = os.getpid()

    async def close(self) -> None:
        if self._process != os.getpid():
            return
        self._process = 0
        while self._calls:  # what was accepted is finished
            self._idle.clear()
            await self._idle.wait()
        await self._herald.close()
        await self._connections.close()

    def hear(self, wake: Callable[[], None]) -> None:
        """Call `wake` when another process has queued work. See `jiyi.ports.Rousing`."""
        self._live()
        self._herald.hear(wake)

    def _live(self) -> None:
        """Refuse calls after `close`, and in a child process: connections do not survive a fork."""
        if self._process != os.getpid():
            if self._process == 0:
                raise Closed(f"{self.place} is not open")
            raise StoreError(f"{self.place} was opened before a fork; open it again in the child process")

    async def _counted(self, call: Awaitable[T]) -> T:
        """Await a call that `close` has to wait for."""
        self._calls += 1
        try:
            return await call
        finally:
            self._calls -= 1
            if not self._calls:
                self._idle.set()

    async def _read(self, whose: Step, *steps: Step) -> list[Answer]:
        return await self._counted(self._connections.read(whose, *steps))

    async def _snapshot(self, whose: Step, *steps: Step) -> list[Answer]:
        return await self._counted(self._connections.snapshot(whose, *steps))

    async def _write(self, user: str, work: Callable[[Link], Awaitable[T]], *, rouse: bool = False) -> T:
        done = await self._counted(self._connections.write(about(short(user)), work))
        if rouse:
            self._herald.tell()
        return done

    async def _full(self, rows: list[Row], whose: Step = EVERYBODY, user: str = "") -> list[Row]:
        """Rows with the names that are too long for an index in full."""
        wanted = {value for row in rows for value in row if isinstance(value, str) and is_short(value)}
        if not wanted:
            return rows
        query = "long_names" if user else "all_long_names"
        (answer,) = await self._read(whose, (query, {"user": user, "shorts": list(wanted)}))
        full: dict[str, str] = dict(answer.rows)
        return [tuple(full.get(value, value) if isinstance(value, str) else value for value in row) for row in rows]

    async def _own(self, user: str, answer: Answer) -> list[Row]:
        return await self._full(answer.rows, about(user), user)

    async def note(self, name: str, value: str | None = None) -> str | None:
        self._live()
        encoded(name)
        if value is None:
            (found,) = await self._read(EVERYBODY, ("read_note", {"name": name}))
            return None if found.value is None else bytes(found.value).decode()
        try:
            raw = value.encode()
        except UnicodeEncodeError as error:
            raise InvalidInput("a note holds an unpaired surrogate, which no store can keep") from error

        async def work(link: Link) -> None:
            await link.run()
            await link.commit(("write_note", {"name": name, "value": raw}))

        await self._write("", work)
        return value

    async def swap(self, name: str, old: str | None, new: str | None) -> str | None:
        self._live()
        if old is None and new is None:
            return await self.note(name)
        query = "add_note" if old is None else "remove_note" if new is None else "change_note"
        values = {"name": name, "old": encoded(old or ""), "value": encoded(new or "")}

        async def work(link: Link) -> int:
            await link.run()
            (done,) = await link.commit((query, values))
            return done.count

        return new if await self._write("", work) else await self.note(name)

    async def sweep(self, prefix: str, below: str) -> int:
        self._live()

        async def work(link: Link) -> int:
            await link.run()
            (done,) = await link.commit(("sweep_notes", {"prefix": prefix, "below": encoded(below)}))
            return done.count

        return await self._write("", work)

    async def largest(self, limit: int = 20) -> tuple[Size, ...]:
        self._live()
        (found,) = await self._read(EVERYBODY, ("largest", {"limit": limit}))
        return columns.sizes(await self._full(found.rows))

    async def notes(self) -> dict[str, str]:
        self._live()
        (found,) = await self._read(EVERYBODY, ("notes", NOTHING))
        return {name: bytes(value).decode() for name, value in found.rows}

    async def whole(self, user: str) -> Whole:
        self._live()
        user = short(user)
        head, *answers = await self._snapshot(about(user), *whole.reading(user))
        rows = [await self._own(user, answer) for answer in answers]
        return columns.whole(reads.head(head), dict(zip(whole.READ, rows, strict=True)))

    async def settle_in(self, user: str, held: Whole) -> None:
        self._live()
        await self._write(user, lambda link: whole.place(link, user, held), rouse=bool(held.jobs))

    # --- the conversation -------------------------------------------------------------------------------------
    async def append(
        self, user: str, session: str, drafts: Sequence[MessageDraft], at: datetime
    ) -> tuple[Appended, ...]:
        self._live()
        stamp(at)
        if not drafts:
            return ()
        appended = await self._counted(writes.append(self._connections, user, session, drafts, at))
        if any(draft.jobs for draft in drafts):
            self._herald.tell()
        return appended

    async def messages(
        self, user: str, session: str, *, after: int = 0, limit: int | None = None, newest: bool = False
    ) -> tuple[MessageRow, ...]:
        self._live()
        user = short(user)
        session = short(session)
        values = {"user": user, "session": session, "after": after, "limit": limit}
        found = ahead.newest(self, user, session, after, limit) if newest else None
        if found is None:
            (found,) = await self._read(about(user), ("newest_messages" if newest else "messages", values))
        if newest:
            found.rows.reverse()
        return columns.messages(await self._own(user, found))

    async def session(self, user: str, session: str) -> SessionRow | None:
        self._live()
        user, session = short(user), short(session)
        more = ahead.steps(user, session)
        found, *rest = await self._read(about(user), ("session", {"user": user, "session": session}), *more)
        ahead.keep(self, user, session, rest)
        return columns.session((await self._own(user, found))[0]) if found.rows else None

    async def stand(self, user: str, session: str) -> Stand:
        self._live()
        user = short(user)
        (found,) = await self._read(about(user), ("stand", {"user": user, "session": short(session)}))
        return columns.stand((await self._own(user, found))[0] if found.rows else None)

    async def sessions(self, user: str, *, after: str = "", limit: int = 100) -> tuple[SessionRow, ...]:
        self._live()
        user = short(user)
        (found,) = await self._read(about(user), ("sessions", {"user": user, "after": short(after), "limit": limit}))
        return tuple(columns.session(row) for row in await self._own(user, found))

    async def save_session(self, user: str, save: SessionSave, jobs: Sequence[JobDraft] = ()) -> int:
        self._live()
        return await self._write(user, lambda link: writes.save_session(link, user, save, jobs), rouse=bool(jobs))

    # --- what is known ----------------------------------------------------------------------------------------
    async def head(self, user: str) -> Head:
        self._live()
        user = short(user)
        found = ahead.head(self, user)
        if found is None:
            (found,) = await self._read(about(user), ("head", {"user": user}))
        return reads.head(found)

    def one_look(self) -> AbstractContextManager[None]:
        """Inside of it a task reads ahead what a context asks for. See `ahead`."""
        return ahead.looking()

    async def load(self, user: str, since: int = 0) -> Loaded:
        self._live()
        user = short(user)
        values = {"user": user, "since": since}
        items = "newer_items" if since > 0 else "all_items"
        head, rows, gone = await self._snapshot(about(user), ("head", values), (items, values), ("removals", values))
        found, lost = sorted(await self._own(user, rows), key=itemgetter(0)), sorted(await self._own(user, gone))
        return columns.loaded(reads.head(head), found, lost)

    async def fetch(self, user: str, ids: Sequence[str]) -> tuple[ItemRow, ...]:
        self._live()
        user = short(user)
        if not ids:
            return ()
        wanted = shorts(ids)
        (found,) = await self._read(about(user), ("item", {"user": user, "ids": wanted}))
        rows = await self._own(user, found)
        items = {stored[0]: row for stored, row in zip(found.rows, map(columns.item, rows), strict=True)}
        return tuple(items[id_] for id_ in wanted if id_ in items)

    async def apply(self, user: str, write: Write) -> Head:
        self._live()
        return await self._write(user, lambda link: writes.apply(link, user, write), rouse=bool(write.jobs))

    async def changes(
        self, user: str, *, since: int = 0, limit: int = 1000, ref: str | None = None
    ) -> tuple[ChangeRow, ...]:
        self._live()
        user = short(user)
        values = {"user": user, "since": since, "limit": limit, "ref": None if ref is None else short(ref)}
        (found,) = await self._read(about(user), ("changes" if ref is None else "changes_of", values))
        return columns.changes(await self._own(user, found))

    async def touch(self, uses: Sequence[Use]) -> None:
        """One transaction for each user: locks of many users at once would make writers wait for each other."""
        self._live()
        of_user: dict[str, list[Use]] = {}
        for use in uses:
            of_user.setdefault(use.user, []).append(use)
        for user, its in of_user.items():
            stored = short(user)
            await self._counted(self._connections.post(about(stored), *writes.touching(stored, its)))

    async def erase(self, user: str) -> Erased:
        """Delete every row of the user, and count what is left. Their bytes stay in the server's files until it
        has vacuumed, written over its log and rotated its backups: `scanned` is empty, since nobody can look there."""
        self._live()
        rows = await self._write(user, lambda link: writes.erase(link, user))
        stored = short(user)
        (left,) = await self._read(about(stored), ("count_left", {"user": stored}))
        return Erased(rows=rows, scanned={}, leftovers=left.value)

    async def users(self, *, after: str = "", limit: int = 1000) -> tuple[str, ...]:
        self._live()
        (found,) = await self._read(EVERYBODY, ("users", {"after": short(after), "limit": limit}))
        return tuple(row[0] for row in await self._full(found.rows))

    # --- background work --------------------------------------------------------------------------------------
    async def claim(self, worker: str, now: datetime, lease: timedelta, limit: int = 32) -> tuple[Job, ...]:
        self._live()
        if limit < 1:
            raise InvalidInput(f"a claim takes at least one job, not {limit}")
        rows = await self._counted(leases.claim(self._connections, worker, now, lease, limit))
        return tuple(map(columns.job, await self._full(rows)))

    async def extend(self, user: str, jobs: Sequence[str], worker: str, until: datetime) -> bool:
        self._live()
        return await self._write(user, lambda link: leases.extend(link, user, jobs, worker, until))

    async def postpone(
        self, user: str, jobs: Sequence[str], worker: str, *, due_at: datetime | None, error: str | None
    ) -> None:
        self._live()
        steps = leases.postponing(user, jobs, worker, due_at, error)
        await self._counted(self._connections.post(about(short(user)), *steps))

    async def jobs(self, *, user: str | None = None, state: JobState | None = None, limit: int = 100) -> JobPage:
        self._live()
        stored = None if user is None else short(user)
        values = {"user": stored, "state": None if state is None else state.value, "limit": limit}
        page, count = ("jobs", "count_jobs") if stored is None else ("jobs_of", "count_jobs_of")
        whose = EVERYBODY if stored is None else about(stored)
        rows, total = await self._snapshot(whose, (page, values), (count, values))
        return JobPage(jobs=tuple(map(columns.job, await self._full(rows.rows))), total=total.value)

    async def retry(self, user: str, jobs: Sequence[str], now: datetime) -> int:
        self._live()
        _, again, _ = await self._counted(self._connections.post(about(short(user)), *leases.retrying(user, jobs, now)))
        self._herald.tell()
        return again.count

    async def next_due(self, now: datetime) -> datetime | None:
        self._live()
        (found,) = await self._read(EVERYBODY, ("next_due", NOTHING))
        return maybe_moment(found.value)

    async def stats(self) -> dict[str, Any]:
        self._live()
        answers = await self._snapshot(EVERYBODY, *((name, NOTHING) for name in COUNTS))
        return reads.counts(dict(zip(COUNTS, answers, strict=True)))

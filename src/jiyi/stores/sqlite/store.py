"""The SQLite store: one file, WAL, every commit synchronous, several processes at once."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from jiyi.errors import Closed, InvalidInput, StoreError, StoreReadOnly
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
from jiyi.stores.sqlite import appends, clearing, forking, leases, raw, reads, traces, whole, writes
from jiyi.stores.sqlite.connection import prepare
from jiyi.stores.sqlite.readers import Readers
from jiyi.stores.sqlite.writer import Writer
from jiyi.stores.times import maybe_moment, stamp

FEW = 64  # rows that are read in the calling thread: less work than a change of threads


class SqliteStore:
    """A `Store` in a SQLite file. `patience` is how many seconds a write waits for other processes."""

    def __init__(self, path: str | os.PathLike[str], *, patience: float = 30.0) -> None:
        self._path = Path(path).absolute()
        self._patience = patience
        self._process = 0  # the process that opened it; 0 while it is not open
        self._raw: raw.RawFile
        self._writer: Writer
        self._readers: Readers
        self._clearing: clearing.Clearing

    @property
    def place(self) -> str:
        return str(self._path)

    async def open(self) -> None:
        if self._process:
            raise StoreError(f"{self._path} is open already")
        await asyncio.to_thread(prepare, self._path, self._patience)
        try:
            self._raw = raw.acquire(self._path)
        except OSError as error:
            raise StoreReadOnly(f"{self._path}: {error}. Make the file writable for this user") from error
        self._writer = Writer(self._path, self._patience)
        self._readers = Readers(self._path, self._patience)
        self._clearing = clearing.Clearing(self._path, self._raw, self._writer, min(self._patience, 10.0))
        self._writer.start()
        self._process = os.getpid()
        forking.watch(self)
        if self._readers.here(clearing.pending):
            await self._clearing.clear()  # a crash came between a deletion and its clearing

    async def close(self) -> None:
        if self._process == os.getpid():
            self._process = 0
            forking.forget(self)
            await asyncio.to_thread(self._stop)

    def pause(self, patience: float) -> None:
        """Before a fork: no connection is open when this returns. See `forking`."""
        self._writer.pause(patience)
        self._readers.pause(patience)

    def resume(self) -> None:
        self._writer.resume()
        self._readers.resume()

    def _stop(self) -> None:
        self._writer.stop()
        self._readers.stop()
        raw.release(self._raw)

    def _live(self) -> None:
        """Refuse calls after `close`, and in a child process: SQLite's connections do not survive a fork."""
        if self._process != os.getpid():
            if self._process == 0:
                raise Closed(f"{self._path} is not open")
            raise StoreError(f"{self._path} was opened before a fork; open it again in the child process")

    async def note(self, name: str, value: str | None = None) -> str | None:
        self._live()
        if value is None:
            return self._readers.here(lambda c: reads.note(c, name))
        written: str = await self._writer.run(lambda c: writes.note(c, name, value))
        return written

    async def swap(self, name: str, old: str | None, new: str | None) -> str | None:
        self._live()
        found: str | None = await self._writer.run(lambda c: writes.swap(c, name, old, new))
        return found

    async def sweep(self, prefix: str, below: str) -> int:
        self._live()
        gone: int = await self._writer.run(lambda c: writes.sweep(c, prefix, below))
        return gone

    async def largest(self, limit: int = 20) -> tuple[Size, ...]:
        self._live()
        return await self._readers.away(lambda c: reads.largest(c, limit))

    async def notes(self) -> dict[str, str]:
        self._live()
        return await self._readers.away(whole.notes)

    async def whole(self, user: str) -> Whole:
        self._live()
        return await self._readers.away(lambda c: whole.read(c, user))

    async def settle_in(self, user: str, held: Whole) -> None:
        self._live()
        await self._writer.run(lambda c: whole.place(c, user, held))

    # --- the conversation -------------------------------------------------------------------------------------
    async def append(
        self, user: str, session: str, drafts: Sequence[MessageDraft], at: datetime
    ) -> tuple[Appended, ...]:
        self._live()
        call = appends.Append(user, session, drafts, at)
        added: tuple[Appended, ...] = await self._writer.share(appends.append, call)
        return added

    async def messages(
        self, user: str, session: str, *, after: int = 0, limit: int | None = None, newest: bool = False
    ) -> tuple[MessageRow, ...]:
        self._live()

        def read(connection: sqlite3.Connection) -> tuple[MessageRow, ...]:
            return reads.messages(connection, user, session, after=after, limit=limit, newest=newest)

        if limit is not None and limit <= FEW:
            return self._readers.here(read)
        return await self._readers.away(read)

    async def session(self, user: str, session: str) -> SessionRow | None:
        self._live()
        return self._readers.here(lambda c: reads.session(c, user, session))

    async def stand(self, user: str, session: str) -> Stand:
        self._live()
        return self._readers.here(lambda c: reads.stand(c, user, session))

    async def sessions(self, user: str, *, after: str = "", limit: int = 100) -> tuple[SessionRow, ...]:
        self._live()
        return await self._readers.away(lambda c: reads.sessions(c, user, after, limit))

    async def save_session(self, user: str, save: SessionSave, jobs: Sequence[JobDraft] = ()) -> int:
        self._live()
        revision: int = await self._writer.run(lambda c: writes.save_session(c, user, save, jobs))
        return revision

    # --- what is known ----------------------------------------------------------------------------------------
    async def head(self, user: str) -> Head:
        self._live()
        return self._readers.here(lambda c: reads.head(c, user))

    async def load(self, user: str, since: int = 0) -> Loaded:
        self._live()
        return await self._readers.away(lambda c: reads.load(c, user, since))

    async def fetch(self, user: str, ids: Sequence[str]) -> tuple[ItemRow, ...]:
        self._live()
        if len(ids) <= FEW:
            return self._readers.here(lambda c: reads.fetch(c, user, ids))
        return await self._readers.away(lambda c: reads.fetch(c, user, ids))

    async def apply(self, user: str, write: Write) -> Head:
        self._live()
        head: Head = await self._writer.run(lambda c: self._apply(c, user, write))
        if write.destroys:
            await self._clearing.clear()
        return head

    def _apply(self, connection: sqlite3.Connection, user: str, write: Write) -> Head:
        if write.destroys:
            clearing.announce(connection)
        return writes.apply(connection, user, write)

    async def changes(
        self, user: str, *, since: int = 0, limit: int = 1000, ref: str | None = None
    ) -> tuple[ChangeRow, ...]:
        self._live()
        return await self._readers.away(lambda c: reads.changes(c, user, since=since, limit=limit, ref=ref))

    async def touch(self, uses: Sequence[Use]) -> None:
        self._live()
        await self._writer.run(lambda c: writes.touch(c, uses))

    async def erase(self, user: str) -> Erased:
        self._live()
        rows, samples = await self._writer.run(lambda c: self._erase(c, user))
        await self._clearing.clear()
        found, scanned = await self._clearing.search(samples)
        leftovers = await self._readers.away(lambda c: traces.unexplained(c, found))
        return Erased(rows=rows, scanned=scanned, leftovers=leftovers)

    def _erase(self, connection: sqlite3.Connection, user: str) -> tuple[dict[str, int], list[bytes]]:
        clearing.announce(connection)
        samples = traces.samples(reads.bodies(connection, user), reads.names(connection, user))
        return writes.erase(connection, user), samples

    async def users(self, *, after: str = "", limit: int = 1000) -> tuple[str, ...]:
        self._live()
        return await self._readers.away(lambda c: reads.users(c, after, limit))

    # --- background work --------------------------------------------------------------------------------------
    async def claim(self, worker: str, now: datetime, lease: timedelta, limit: int = 32) -> tuple[Job, ...]:
        self._live()
        if limit < 1:
            raise InvalidInput(f"a claim takes at least one job, not {limit}")
        due = self._readers.here(reads.next_due)
        if due is None or due > stamp(now):
            return ()  # the common case costs no write
        claimed: tuple[Job, ...] = await self._writer.run(lambda c: leases.claim(c, worker, now, lease, limit))
        return claimed

    async def extend(self, user: str, jobs: Sequence[str], worker: str, until: datetime) -> bool:
        self._live()
        kept: bool = await self._writer.run(lambda c: leases.extend(c, user, jobs, worker, until))
        return kept

    async def postpone(
        self, user: str, jobs: Sequence[str], worker: str, *, due_at: datetime | None, error: str | None
    ) -> None:
        self._live()
        await self._writer.run(lambda c: leases.postpone(c, user, jobs, worker, due_at, error))

    async def jobs(self, *, user: str | None = None, state: JobState | None = None, limit: int = 100) -> JobPage:
        self._live()
        return await self._readers.away(lambda c: reads.jobs(c, user, state, limit))

    async def retry(self, user: str, jobs: Sequence[str], now: datetime) -> int:
        self._live()
        count: int = await self._writer.run(lambda c: leases.retry(c, user, jobs, now))
        return count

    async def next_due(self, now: datetime) -> datetime | None:
        self._live()
        return maybe_moment(self._readers.here(reads.next_due))

    async def stats(self) -> dict[str, Any]:
        self._live()
        found = await self._readers.away(reads.counts)
        found["bytes"] = sum(file.stat().st_size for file in clearing.own_files(self._path))
        return found

"""Connections of one process, and running batches of statements in transactions on them.

All statements of a batch travel together (libpq's pipeline), so that a read costs one round trip and most writes two.
A transaction first says whose rows it is about: the policies of the tables show it no others.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Any, Self, TypeVar

import psycopg
from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation
from psycopg.pq import TransactionStatus
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from jiyi.errors import StoreBusy, StoreUnreachable
from jiyi.stores.postgres.address import Address
from jiyi.stores.postgres.exchange import Answer, Step, Values, Wire
from jiyi.stores.postgres.faults import AGAIN, STARTING, translate
from jiyi.stores.postgres.together import Batch, Found, Together

T = TypeVar("T")

NOTHING: Values = {}
EVERYBODY: Step = ("for_all", NOTHING)
WRITES = 4  # of many users beside each other, each of them one transaction
MOMENT = 0.05  # seconds between two tries
ASK_AGAIN = 2.0  # seconds for which the pool is asked at a time
TAKEN = 5  # times that a write is run again because of a row that is there already: its numbers were somebody's
RECONNECT = 1.0  # seconds after which the pool gives up connecting, until it is asked again


class Again(Exception):
    """Somebody was first: run the transaction again from its beginning."""


def about(user: str) -> Step:
    """The step that says whose rows a transaction is about. `user` as it is stored."""
    return ("for_user", {"user": user})


def cancels() -> int:
    """How often the running task was told to end."""
    task = asyncio.current_task()
    return 0 if task is None else task.cancelling()


class Pooled(Wire):
    """A connection as the pool makes it. The pool takes it for a failure when its task is told to end meanwhile, and
    goes on: then a program that did not close its store would never end. So the task is told again, when it waits."""

    @classmethod
    async def connect(cls, *arguments: Any, **options: Any) -> Self:
        try:
            return await super().connect(*arguments, **options)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None:
                asyncio.get_running_loop().call_later(MOMENT, task.cancel)
            raise


class Link:
    """A connection inside a transaction."""

    def __init__(self, connection: Wire, opening: tuple[Step, ...]) -> None:
        self._connection = connection
        self._opening = opening  # steps that go ahead of the first batch
        self.committing = False

    async def run(self, *steps: Step) -> list[Answer]:
        """Run a batch; one answer for each step."""
        ahead, self._opening = self._opening, ()
        return (await self._connection.exchange((*ahead, *steps)))[len(ahead) :]

    async def commit(self, *steps: Step) -> list[Answer]:
        """Run a last batch and commit with it."""
        self.committing = True
        return (await self.run(*steps, ("commit", NOTHING)))[:-1]


class Connections:
    """Opened by `open`. Every call waits at most `patience` for a connection; one that broke is replaced, and what
    was under way on it is run again unless it may have been committed."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._pool: AsyncConnectionPool[Pooled] | None = None
        self.spread = False  # parts are on other servers
        self.insisting = False  # on durable commits, where the server or the role has them switched off
        self._together = Together(self._read, self._read_many)
        self._gathered = Together(self._post, self._post_many, WRITES, again=False, patience=address.patience)

    @property
    def place(self) -> str:
        return self._address.place

    def arguments(self) -> dict[str, Any]:
        """Of a connection."""
        own = self._address.connecting()
        if self.insisting:
            own["options"] += " -c synchronous_commit=on"
        return {**own, "autocommit": True}

    async def connect(self) -> AsyncConnection:
        """A connection of its own, the caller's to close. Waits for a server that is starting."""
        until = monotonic() + self._address.patience
        while True:
            try:
                return await AsyncConnection.connect(**self.arguments())
            except STARTING as error:
                if monotonic() > until:
                    raise translate(error, self.place) from error
            except (psycopg.Error, UnicodeError) as error:
                if "starting up" not in str(error) or monotonic() > until:  # the code is lost on the way
                    raise translate(error, self.place) from error
            await asyncio.sleep(MOMENT)

    async def open(self) -> None:
        self._pool = AsyncConnectionPool(
            connection_class=Pooled,
            kwargs=self.arguments(),
            min_size=1,
            max_size=self._address.connections,
            timeout=self._address.patience,
            max_idle=60.0,
            reconnect_timeout=RECONNECT,
            open=False,
            name=self._address.channel,
        )
        await self._pool.open()

    async def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await pool.close()

    async def read(self, whose: Step, *steps: Step) -> list[Answer]:
        """Run statements that only read, in one round trip. Each sees the newest state; see `snapshot`."""
        batch = (whose, *steps)
        if whose is EVERYBODY:
            return (await self._read(batch))[1:]  # may take long: no other read shall wait for it
        return (await self._together.read(batch))[1:]

    async def _read(self, batch: Batch) -> list[Answer]:
        return await self._often(lambda connection: connection.exchange(batch))  # without BEGIN: a transaction itself

    async def _read_many(self, batches: Sequence[Batch]) -> list[list[Answer] | None]:
        """None for one that failed."""
        try:
            return await self._once(lambda connection: connection.exchange_many(batches))
        except (psycopg.Error, PoolTimeout, UnicodeError) as error:
            raise translate(error, self.place) from error

    async def snapshot(self, whose: Step, *steps: Step) -> list[Answer]:
        """Run statements that only read, all of one state."""

        async def work(connection: Wire) -> list[Answer]:
            return await Link(connection, (("begin_snapshot", NOTHING), whose)).commit(*steps)

        return await self._often(work)

    async def write(self, whose: Step, work: Callable[[Link], Awaitable[T]]) -> T:
        """Run `work` in a transaction, which it commits; rolled back when it raises or returns without."""

        async def run(connection: Wire) -> T:
            link = Link(connection, (("begin", NOTHING), *self._hold(whose)))
            try:
                return await work(link)
            except psycopg.OperationalError as error:
                if link.committing:
                    self._check(connection, error)
                raise

        return await self._often(run)

    async def post(self, whose: Step, *steps: Step) -> list[Answer]:
        """Run statements that write, in one round trip: kept all, or none of them."""

        async def run(connection: Wire) -> list[Answer]:
            try:
                return await Link(connection, self._hold(whose)).run(*steps)  # without BEGIN, see `read`
            except psycopg.OperationalError as error:
                self._check(connection, error)
                raise

        return await self._often(run)

    async def gather(self, whose: Step, *steps: Step) -> list[Answer]:
        """The same for what every user writes often: when many do, it goes out with what others write, in one
        transaction. Whoever is locked, or cannot be written, goes alone."""
        if self.spread:  # one transaction on several servers may be kept by half
            return await self.post(whose, *steps)
        return (await self._gathered.read((whose, *steps)))[1:]

    async def _post(self, batch: Batch) -> list[Answer]:
        return [Answer([], 0), *await self.post(*batch)]

    async def _post_many(self, batches: Sequence[Batch]) -> Sequence[Found]:
        """None for each when nothing was kept."""
        order = sorted(range(len(batches)), key=lambda at: str(batches[at][0][1]["user"]))  # all lock in one order
        steps = [("impatient", NOTHING), *(step for at in order for step in batches[at])]

        async def run(connection: Wire) -> list[Answer]:
            try:
                return await connection.exchange(steps)
            except psycopg.OperationalError as error:
                self._check(connection, error)
                raise

        try:
            answers = iter((await self._once(run))[1:])
        except StoreUnreachable as error:
            return [error] * len(batches)
        except (psycopg.Error, PoolTimeout, UnicodeError):
            return [None] * len(batches)
        found = {at: [next(answers) for _ in batches[at]] for at in order}
        return [found[at] for at in range(len(batches))]

    def _hold(self, whose: Step) -> tuple[Step, ...]:
        return (("hold", whose[1]), whose) if self.spread and whose[1] else (whose,)

    def _check(self, connection: Wire, error: psycopg.OperationalError) -> None:
        """Raise when the connection broke where nobody can know whether the server still committed."""
        if not connection.undone and (connection.broken or isinstance(error, STARTING)):
            raise StoreUnreachable(
                f"{self.place}: the connection broke during a commit, so it is not known whether this write "
                "was kept. Look, or repeat it with the same key"
            ) from error

    async def _often(self, work: Callable[[Wire], Awaitable[T]]) -> T:
        """Run `work` on a connection, again when that was broken or somebody was first."""
        until = monotonic() + self._address.patience
        before = cancels()
        taken = 0  # how often somebody had taken a number first
        while True:
            try:
                done = await self._once(work)
                if cancels() > before:  # swallowed on the way
                    raise asyncio.CancelledError
                return done
            except (Again, *AGAIN) as error:
                if monotonic() > until:
                    raise StoreBusy(f"{self.place}: others were always first; try again") from error
            except UniqueViolation as error:
                taken += 1
                if taken > TAKEN:
                    raise translate(error, self.place) from error
            except PoolTimeout as error:
                raise await self._why(error) from error
            except psycopg.OperationalError as error:
                # A statement's own error has a code and leaves the connection whole; a broken one is replaced.
                lost = error.sqlstate is None or isinstance(error, STARTING)
                if cancels() > before:  # ending a statement in the middle is told as its error
                    raise asyncio.CancelledError from error
                if not lost or self._pool is None or monotonic() > until:
                    raise translate(error, self.place) from error
                await self._renew()
            except (psycopg.Error, UnicodeError) as error:
                raise translate(error, self.place) from error

    async def _once(self, work: Callable[[Wire], Awaitable[T]]) -> T:
        pool = self._pool
        assert pool is not None
        connection = await self._borrow(pool)
        try:
            answer = await work(connection)
            await _leave(connection)
            return answer
        except Exception:
            await _leave(connection)
            raise
        except BaseException:  # cancelled in the middle of anything
            await connection.close()
            raise
        finally:
            await pool.putconn(connection)

    async def _borrow(self, pool: AsyncConnectionPool[Pooled]) -> Pooled:
        """A connection of the pool. Asked for again and again, since only a new question makes the pool try the
        server again soon after it was away."""
        until = monotonic() + self._address.patience
        while True:
            left = until - monotonic()
            try:
                return await pool.getconn(max(0.001, min(left, ASK_AGAIN)))
            except PoolTimeout:
                if left <= ASK_AGAIN:
                    raise

    async def _renew(self) -> None:
        """Throw out the connections that the server no longer knows."""
        if self._pool is not None:
            with contextlib.suppress(psycopg.Error):
                await self._pool.check()
        await asyncio.sleep(MOMENT)

    async def _why(self, error: PoolTimeout) -> Exception:
        """The reason why no connection came: the server's, if it lets none in."""
        try:
            probe = await AsyncConnection.connect(**self.arguments())
        except (psycopg.Error, UnicodeError) as reason:
            return translate(reason, self.place)
        await probe.close()
        return translate(error, self.place)


async def _leave(connection: AsyncConnection) -> None:
    """Roll back what was not committed; a connection that cannot is closed."""
    if connection.closed or connection.pgconn.transaction_status == TransactionStatus.IDLE:
        return
    try:
        await connection.rollback()
    except psycopg.Error:
        await connection.close()

"""The one writing thread of a store, with group commit.

Calls that arrive while a commit is under way share the next one: one transaction, one fsync. When one of them fails
(a `Conflict`), the transaction is rolled back and run again with each call in a savepoint of its own, so that its
neighbours do not notice: savepoints copy every page they touch, and nearly all batches go through without. When
SQLite itself breaks off (disk full), each call gets a transaction of its own. A caller hears of its result only after
the commit that holds it.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from jiyi.errors import Closed, Conflict, InvalidInput
from jiyi.stores.sqlite.connection import begin, connect
from jiyi.stores.sqlite.faults import translate

MOST = 512  # calls that share a commit
Work = Callable[[sqlite3.Connection], Any]
Many = Callable[[sqlite3.Connection, Sequence[Any]], Sequence[Any]]


class Call:
    """One piece of work, and the future that waits for it in its loop."""

    __slots__ = ("alone", "error", "future", "loop", "many", "result", "what", "work")

    def __init__(self, work: Work, *, alone: bool = False, many: Many | None = None, what: Any = None) -> None:
        self.work = work
        self.alone = alone  # runs outside of a transaction
        self.many = many  # does the work of several such calls at once, given `what` each of them wants
        self.what = what
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def settle(self) -> None:
        if not self.future.done():
            if self.error is None:
                self.future.set_result(self.result)
            else:
                self.future.set_exception(self.error)


class Writer:
    """Started by `start`; `stop` finishes what was accepted."""

    def __init__(self, path: Path, patience: float) -> None:
        self._path = path
        self._patience = patience
        self._calls: queue.SimpleQueue[Call | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=f"jiyi-writer-{path.name}", daemon=True)
        self._lock = threading.Lock()  # orders submit against stop
        self._serving = threading.Lock()  # held while a batch is served; a fork waits for it
        self._stopped = False
        self._connection: sqlite3.Connection | None = None

    def start(self) -> None:
        self._thread.start()

    async def run(self, work: Work) -> Any:
        """Carry out `work` in a transaction; returns when that is on disk. Whatever `work` raises is raised here."""
        return await self._submit(Call(work))

    async def share(self, many: Many, what: Any) -> Any:
        """Carry out `many` for `what`, and for what other calls in the same transaction want from it: it gets a list of
        that and gives a list of answers. When it raises for all, it is called for each alone."""
        return await self._submit(Call(lambda connection: many(connection, (what,))[0], many=many, what=what))

    async def alone(self, work: Work) -> Any:
        """Carry out `work` outside of any transaction, while no other call of this store writes."""
        return await self._submit(Call(work, alone=True))

    def _submit(self, call: Call) -> asyncio.Future[Any]:
        with self._lock:
            if self._stopped:
                raise Closed(f"{self._path} was closed")
            self._calls.put(call)
        return call.future

    def stop(self) -> None:
        """Finish what was accepted and end the thread. Blocks; twice is fine."""
        with self._lock:
            if not self._stopped:
                self._stopped = True
                self._calls.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            batch: list[Call] = []
            call = self._calls.get()
            while call is not None:
                batch.append(call)
                if len(batch) >= MOST:
                    break
                try:
                    call = self._calls.get_nowait()
                except queue.Empty:
                    break
            going = call is not None
            with self._serving:
                try:
                    self._serve(batch)
                except Exception as error:  # noqa: BLE001 - whoever waits must hear of it, and the thread live on
                    for call in batch:
                        call.error = call.error or error
                    deliver(batch)
        self._close()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def pause(self, patience: float) -> None:
        """For a fork: wait for the batch under way and close the connection; the next batch waits for `resume`."""
        if self._serving.acquire(timeout=patience):
            self._close()

    def resume(self) -> None:
        if self._serving.locked():
            self._serving.release()

    def _serve(self, batch: list[Call]) -> None:
        together = [call for call in batch if not call.alone]
        if together and not self._attempt(together, guarded=False) and not self._attempt(together, guarded=True):
            for call in together:
                self._attempt([call], guarded=True)
        deliver(together)
        for call in batch:
            if call.alone:
                self._single(call)
                deliver([call])

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            # Another process that closes the file last has it for itself for a moment: wait, as `begin` does later.
            self._connection = connect(self._path, patience=self._patience)
            self._connection.execute("PRAGMA busy_timeout = 0")
        return self._connection

    def _attempt(self, calls: list[Call], *, guarded: bool) -> bool:
        """Run calls in one transaction, `guarded` by savepoints or not. False when it has to be done more carefully."""
        try:
            connection = self._open()
            begin(connection, self._patience)
        except sqlite3.Error as error:
            for call in calls:
                call.error = translate(error, str(self._path))
            return True
        try:
            if len(calls) > 1 and not guarded:
                if not _all_of(connection, calls):
                    return False
            else:
                for call in calls:
                    _guarded_step(connection, call) if guarded else _step(connection, call)
            if guarded or calls[0].error is None:
                connection.execute("COMMIT")
            return True
        except sqlite3.Error as error:
            if len(calls) > 1:
                return False
            calls[0].error = translate(error, str(self._path))
            return True
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _single(self, call: Call) -> None:
        try:
            call.result = call.work(self._open())
        except sqlite3.Error as error:
            call.error = translate(error, str(self._path))
        except Exception as error:  # noqa: BLE001 - the caller gets it; this thread must live on for the others
            call.error = error


def _all_of(connection: sqlite3.Connection, calls: list[Call]) -> bool:
    """Run calls, neighbours that can be done at once as one. False when one fails: then what was done must go."""
    for many, run in groupby(calls, key=lambda call: call.many or call):
        its = list(run)
        if len(its) > 1 and not isinstance(many, Call):
            try:
                answers = many(connection, [call.what for call in its])
            except Exception:  # noqa: BLE001 - each is tried again by itself, and then its own caller hears of it
                return False
            for call, answer in zip(its, answers, strict=True):
                call.result, call.error = answer, None
        else:
            _step(connection, its[0])
            if its[0].error is not None:
                return False
    return True


def _guarded_step(connection: sqlite3.Connection, call: Call) -> None:
    connection.execute("SAVEPOINT call")
    _step(connection, call)
    if call.error is not None:
        connection.execute("ROLLBACK TO call")
    connection.execute("RELEASE call")


def _step(connection: sqlite3.Connection, call: Call) -> None:
    """Run one call and keep what it answers or raises. Errors that may have ended the transaction go up."""
    call.result = call.error = None
    try:
        call.result = call.work(connection)
    except sqlite3.IntegrityError as error:
        call.error = Conflict(f"a row of this write is there already: {error}")
    except (sqlite3.ProgrammingError, sqlite3.InterfaceError, UnicodeEncodeError, OverflowError) as error:
        call.error = InvalidInput(f"a value of this write cannot be stored: {error}")
    except sqlite3.Error:
        raise
    except Exception as error:  # noqa: BLE001 - the caller gets it; its neighbours go on
        call.error = error


def deliver(calls: list[Call]) -> None:
    """Hand results to the loops that wait for them, one wake-up per loop."""
    waiting: dict[asyncio.AbstractEventLoop, list[Call]] = {}
    for call in calls:
        waiting.setdefault(call.loop, []).append(call)
    for loop, its in waiting.items():
        try:
            loop.call_soon_threadsafe(_settle, its)
        except RuntimeError:  # the loop is gone, and with it whoever waited
            continue


def _settle(calls: list[Call]) -> None:
    for call in calls:
        call.settle()

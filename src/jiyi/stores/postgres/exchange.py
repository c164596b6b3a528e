"""Sending a batch of statements and reading its answers.

A cursor for each statement costs several times what libpq itself needs for it, and a turn of the event loop besides.
So a batch is written to its connection as a whole, in libpq's pipeline mode, and the answers are read as they come. A
statement is prepared once for a connection. The driver does the rest: connecting, waiting, reading values, errors.
"""

from __future__ import annotations

import select
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import AsyncConnection, errors
from psycopg.adapt import Transformer
from psycopg.pq import ConnStatus, ExecStatus, PipelineStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.rows import tuple_row
from psycopg.waiting import Ready, Wait

from jiyi.stores.postgres.queries import STATEMENTS
from jiyi.stores.postgres.values import Given, given

Values = Mapping[str, Any]
Step = tuple[str, Values]
Row = tuple[Any, ...]
Key = tuple[str, tuple[int, ...]]  # of what is prepared: the statement's name and the types of its values

FAILED = (ExecStatus.FATAL_ERROR, ExecStatus.PIPELINE_ABORTED)
BINARY = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """Of one statement: its rows, and how many rows it changed."""

    rows: list[Row]
    count: int

    @property
    def value(self) -> Any:
        """The first column of the first row; None when there is no row."""
        return self.rows[0][0] if self.rows else None


class Wire(AsyncConnection[Row]):
    """A connection that batches are sent on."""

    def __init__(self, pgconn: PGconn, row_factory: Any = tuple_row) -> None:
        super().__init__(pgconn, row_factory)
        self.statements: dict[Key, bytes] = {}
        self.named = 0  # given to prepared statements; none is used twice
        self.undone = False  # the last batch broke off where it surely had not been committed

    async def exchange(self, steps: Sequence[Step]) -> list[Answer]:
        """Run a batch; one answer for each step. When no transaction is open, the batch is one by itself, unless it
        begins one. Raises the driver's error for the first statement that failed; those behind it did not run."""
        calls = [(name, given(STATEMENTS[name], values)) for name, values in steps]
        self.undone = True  # nothing was sent yet
        _notice(self.pgconn)
        self.undone = False
        try:
            coming = self._send(calls)
            (results,) = await self.wait(_talk(self.pgconn, 1))
        finally:
            _end(self.pgconn)
        broken = [place for place, result in enumerate(results) if result.status in FAILED]
        for place in broken:
            if place < len(coming) and (key := coming[place]) is not None:
                del self.statements[key]
        if broken:
            # An error of the commit itself, or behind the last statement, does not say whether it was kept. One without
            # a code is not the server's word: the driver found the connection lost.
            error = errors.error_from_result(results[broken[0]])
            self.undone = bool(error.sqlstate) and broken[0] < len(coming) - (steps[-1][0] == "commit")
            raise error
        reading = Transformer(self)
        return [_answer(reading, result) for key, result in zip(coming, results, strict=True) if key is None]

    async def exchange_many(self, batches: Sequence[Sequence[Step]]) -> list[list[Answer] | None]:
        """Run several batches that only read, each a transaction by itself, in one round trip. None for one that
        failed. Raises the driver's error when the connection broke; then each may be run anew."""
        calls = [[(name, given(STATEMENTS[name], values)) for name, values in steps] for steps in batches]
        _notice(self.pgconn)
        try:
            coming = [self._send(one) for one in calls]
            results = await self.wait(_talk(self.pgconn, len(batches)))
        finally:
            _end(self.pgconn)
        reading = Transformer(self)
        return [self._answers(*one, reading) for one in zip(coming, results, strict=True)]

    def _answers(self, coming: Sequence[Key | None], results: Sequence[PGresult], reading: Any) -> list[Answer] | None:
        """Of one batch of many."""
        broken = [key for key, result in zip(coming, results, strict=False) if result.status in FAILED]
        for key in broken:
            if key is not None:
                self.statements.pop(key, None)
        if broken:
            return None
        return [_answer(reading, result) for key, result in zip(coming, results, strict=True) if key is None]

    def _send(self, calls: Sequence[tuple[str, Given]]) -> list[Key | None]:
        """Write a batch. For each result that will come: what it prepares, or None if it is a step's."""
        pgconn = self.pgconn
        pgconn.enter_pipeline_mode()
        coming: list[Key | None] = []
        for name, (values, types) in calls:
            key = (name, types)
            if key not in self.statements:
                self.named += 1
                self.statements[key] = b"jiyi%d" % self.named
                pgconn.send_prepare(self.statements[key], STATEMENTS[name].text, types)
                coming.append(key)
            pgconn.send_query_prepared(self.statements[key], values, (BINARY,) * len(values), BINARY)
            coming.append(None)
        pgconn.pipeline_sync()
        return coming


def _notice(pgconn: PGconn) -> None:
    """Take what the server said since the last batch: that it is leaving, for one. Raises then. After this it is known
    that nothing was sent to a server that was gone already."""
    while _readable(pgconn.socket):
        pgconn.consume_input()


def _readable(socket: int) -> bool:
    """Whether something came that was not read yet, or the end."""
    if not hasattr(select, "poll"):  # on Windows
        return bool(select.select((socket,), (), (), 0)[0])
    looking = select.poll()
    looking.register(socket, select.POLLIN)
    return bool(looking.poll(0))


def _talk(pgconn: PGconn, batches: int) -> Generator[Wait, Ready | int, list[list[PGresult]]]:
    """Write what is still to be written and read the results of each batch, up to the one that ends it."""
    results: list[list[PGresult]] = [[]]
    writing = bool(pgconn.flush())
    while True:
        ready = yield Wait.RW if writing else Wait.R
        if not ready:
            continue
        if writing:
            writing = bool(pgconn.flush())
        if ready & Ready.R:
            try:
                pgconn.consume_input()
            except psycopg.OperationalError:
                if len(results) == batches and results[-1] and results[-1][-1].status in FAILED:
                    return results  # the server said why it ended
                raise
            empty = False
            while not pgconn.is_busy():
                result = pgconn.get_result()
                if result is None:
                    if empty:
                        break  # nothing more for now: one None only ends the results of a statement
                    empty = True
                    continue
                empty = False
                if result.status != ExecStatus.PIPELINE_SYNC:
                    results[-1].append(result)
                elif len(results) == batches:
                    return results
                else:
                    results.append([])


def _end(pgconn: PGconn) -> None:
    """Leave the pipeline. What was broken off in the middle cannot, and its connection is of no more use."""
    if pgconn.status == ConnStatus.OK and pgconn.pipeline_status != PipelineStatus.OFF:
        try:
            pgconn.exit_pipeline_mode()
        except psycopg.OperationalError:
            pgconn.finish()


def _answer(reading: Any, result: PGresult) -> Answer:
    rows: list[Row] = []
    if result.status == ExecStatus.TUPLES_OK and result.ntuples:
        reading.set_pgresult(result)
        rows = reading.load_rows(0, result.ntuples, tuple)
    return Answer(rows, result.command_tuples or 0)

"""Background work: claim users' due jobs and carry them out, several users at the same time if wanted."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

from jiyi import ids
from jiyi.errors import Closed, JiyiError
from jiyi.flows.parts import Parts
from jiyi.flows.turn import Turn
from jiyi.ports import Rousing
from jiyi.records import Job, JobState

log = logging.getLogger("jiyi.worker")

SNAPSHOT = 200  # unfinished jobs looked at to see whether any is due


class Worker:
    """Runs jobs until stopped. Any number may run, in any process: the store hands each user to one at a time.

    It works on `worker.concurrency` users at the same time, each under a name of its own, so that a lease which ran
    out is never taken for one that still holds. `alive` is called whenever the store has answered.
    """

    def __init__(self, parts: Parts, alive: Callable[[], None] | None = None) -> None:
        self._parts = parts
        self._settings = parts.settings.worker
        self._alive = alive if alive is not None else lambda: None
        name = f"w-{ids.uuid7(parts.clock())}"
        self._free = [f"{name}-{number}" for number in range(self._settings.concurrency)]  # names that hold no jobs
        self._turns: dict[asyncio.Task[None], str] = {}
        self._stopping = False
        self._task: asyncio.Task[None] | None = None

    @property
    def working(self) -> bool:
        """On jobs in hand; after their end the store may still be clearing its files."""
        return bool(self._turns)

    def start(self) -> asyncio.Task[None]:
        """Work in a task of the running loop, which is returned."""
        self._task = asyncio.create_task(self.run(), name="jiyi-worker")
        return self._task

    async def stop(self) -> None:
        """Finish the jobs in hand, then end. Cancelled, it gives them back instead."""
        self._stopping = True
        self._parts.wake.set()
        if self._task is not None:
            await self._task

    async def run(self) -> None:
        """Work until `stop`. Errors of a job go onto the job; errors of the store are logged and waited out."""
        if isinstance(self._parts.store, Rousing):
            self._parts.store.hear(self._parts.wake.set)
        try:
            while not self._stopping:
                self._parts.wake.clear()
                try:
                    began = await self._begin()
                except Closed:
                    break
                except JiyiError as error:
                    log.warning("the store did not answer (%s); trying again", error.code)
                    began = 0
                if not began and not self._stopping:
                    await self._pause()
        except asyncio.CancelledError:
            self._break_off()
            raise
        finally:
            await self._settled()

    async def once(self) -> int:
        """Work until nothing is due. Returns how many jobs there were. The store's errors are raised."""
        count = 0
        try:
            while True:
                while began := await self._begin():
                    count += began
                if not self._turns:
                    return count
                ended, _ = await asyncio.wait(self._turns, return_when=asyncio.FIRST_COMPLETED)
                for turn in ended:
                    turn.result()
        except asyncio.CancelledError:
            self._break_off()
            raise
        finally:
            await self._settled()

    async def _begin(self) -> int:
        """Claim one user's due jobs and start on them. Returns how many there were (0: nothing is due, or all hands
        are full)."""
        if not self._free:
            return 0
        name = self._free.pop()
        jobs: tuple[Job, ...] = ()
        try:
            lease = timedelta(seconds=self._settings.lease_seconds)
            jobs = await self._parts.store.claim(name, self._parts.clock(), lease, self._settings.batch)
            self._alive()
        finally:
            if not jobs:
                self._free.append(name)
        if jobs:
            turn = asyncio.create_task(Turn(self._parts, jobs, name).run(), name="jiyi-turn")
            self._turns[turn] = name
            turn.add_done_callback(self._end)
        return len(jobs)

    def _end(self, turn: asyncio.Task[None]) -> None:
        self._free.append(self._turns.pop(turn))
        self._parts.wake.set()  # the user may have more, and a hand is free
        if not turn.cancelled() and (error := turn.exception()) is not None:
            log.warning("jobs were left to the end of their lease: %s", type(error).__name__)

    def _break_off(self) -> None:
        for turn in self._turns:
            turn.cancel()

    async def _settled(self) -> None:
        """Until no jobs are in hand; broken off, until they are given back."""
        while self._turns:
            try:
                await asyncio.wait(self._turns)
            except asyncio.CancelledError:
                self._break_off()
                await asyncio.wait(self._turns)
                raise

    async def _pause(self) -> None:
        """Until a job is committed here, one falls due, or it is time to look for those of other processes."""
        wait = self._settings.poll_seconds
        with contextlib.suppress(JiyiError):
            now = self._parts.clock()
            due = await self._parts.store.next_due(now)
            self._alive()
            if due is not None and self._free:
                wait = min(wait, max(0.0, (due - now).total_seconds()))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(wait, 0.005)):
                await self._parts.wake.wait()


async def drain(parts: Parts, worker: Worker | None, timeout_seconds: float | None = None) -> bool:
    """Wait until no job is due and none is being run. False when `timeout_seconds` passed first.

    Jobs that wait for a later try, those behind them, and dead letters are not due. With no worker of our own,
    this waits for the others' work.
    """
    deadline = None if timeout_seconds is None else asyncio.get_running_loop().time() + timeout_seconds
    while await _busy(parts) or (worker is not None and worker.working):
        if deadline is not None and asyncio.get_running_loop().time() >= deadline:
            return False
        parts.wake.set()
        await asyncio.sleep(0.005 if worker is not None else 0.05)
    return True


async def _busy(parts: Parts) -> bool:
    """Whether a job is leased or could be claimed now, told from one snapshot: between two questions a worker
    could end one batch and take the next."""
    limit = SNAPSHOT
    while True:
        page = await parts.store.jobs(limit=limit)
        now = parts.clock()
        waiting: set[str] = set()
        for job in sorted(page.jobs, key=lambda one: one.number):
            if job.state is JobState.DEAD or job.user in waiting:
                continue
            if job.state is JobState.LEASED or job.due_at is None or job.due_at <= now:
                return True
            waiting.add(job.user)
        if len(page.jobs) >= page.total:
            return False
        limit = page.total + SNAPSHOT


async def retry(parts: Parts, jobs: Sequence[Job]) -> int:
    """Dead letters back into the queue."""
    count = 0
    for job in jobs:
        count += await parts.store.retry(job.user, (job.id,), parts.clock())
    parts.wake.set()
    return count


async def work(parts: Parts, once: bool, alive: Callable[[], None] | None = None) -> int:
    """Run jobs until cancelled, or until none is due. Returns how many were run. Cancelled, it finishes the jobs in
    hand first; cancelled again, it gives them back."""
    worker = Worker(parts, alive)
    if once:
        return await worker.once()
    try:
        await asyncio.shield(worker.start())
    except asyncio.CancelledError:
        await worker.stop()
        raise
    return 0

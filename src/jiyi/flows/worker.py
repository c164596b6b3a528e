"""Background work: claim a user's due jobs, carry them out, end them in the transaction of their effect."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from jiyi import ids
from jiyi.errors import Closed, Conflict, JiyiError
from jiyi.flows import consolidate
from jiyi.flows.parts import Parts
from jiyi.ports import Rousing
from jiyi.records import Job, JobState

log = logging.getLogger("jiyi.worker")

SNAPSHOT = 200  # unfinished jobs looked at to see whether any is due


def delay(attempts: int, first_seconds: float, most_seconds: float) -> timedelta:
    """Wait before the next try: doubles with each attempt, bounded. No jitter: one user's jobs go one by one."""
    return timedelta(seconds=min(most_seconds, first_seconds * 2.0 ** min(attempts - 1, 32)))


class Worker:
    """Runs jobs until stopped. Any number may run, in any process: the store hands each user to one at a time."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._settings = parts.settings.worker
        self._name = f"w-{ids.uuid7(parts.clock())}"
        self._stopping = False
        self.working = False  # on jobs in hand; after their end the store may still be clearing its files
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Work in a task of the running loop."""
        self._task = asyncio.create_task(self.run(), name="jiyi-worker")

    async def stop(self) -> None:
        """Finish the jobs in hand, then end."""
        self._stopping = True
        self._parts.wake.set()
        if self._task is not None:
            await self._task

    async def run(self) -> None:
        """Work until `stop`. Errors of a job go onto the job; errors of the store are logged and waited out."""
        if isinstance(self._parts.store, Rousing):
            self._parts.store.hear(self._parts.wake.set)
        while not self._stopping:
            self._parts.wake.clear()
            try:
                worked = await self.once()
            except Closed:
                return
            except JiyiError as error:
                log.warning("the store did not answer (%s); trying again", error.code)
                worked = 0
            if not worked and not self._stopping:
                await self._pause()

    async def _pause(self) -> None:
        """Until a job is committed here, one falls due, or it is time to look for those of other processes."""
        wait = self._settings.poll_seconds
        with contextlib.suppress(JiyiError):
            now = self._parts.clock()
            due = await self._parts.store.next_due(now)
            if due is not None:
                wait = min(wait, max(0.0, (due - now).total_seconds()))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._parts.wake.wait(), max(wait, 0.005))

    async def once(self) -> int:
        """Claim one user's due jobs and run them. Returns how many there were (0: nothing was due)."""
        now = self._parts.clock()
        lease = timedelta(seconds=self._settings.lease_seconds)
        jobs = await self._parts.store.claim(self._name, now, lease, self._settings.batch)
        if jobs:
            self.working = True
            try:
                await self._carry_out(jobs)
            finally:
                self.working = False
        return len(jobs)

    async def _carry_out(self, jobs: tuple[Job, ...]) -> None:
        """All together; when that fails one by one, so that a bad job does not hold its neighbours."""
        keeper = asyncio.create_task(self._keep_lease(jobs))
        try:
            error = await self._try(jobs)
            if error is None:
                return
            if len(jobs) == 1:
                await self._give_back(jobs, error)
                return
            for place, job in enumerate(jobs):
                error = await self._try((job,))
                if error is not None:
                    # Its later neighbours keep their order behind it unless it is dead.
                    await self._give_back((job,), error)
                    if job.attempts < self._settings.attempts:
                        await self._hand_back(jobs[place + 1 :])
                        return
        finally:
            keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await keeper

    async def _try(self, jobs: tuple[Job, ...]) -> Exception | None:
        try:
            await consolidate.run(self._parts, jobs, self._name)
        except Closed:
            raise
        except Exception as error:
            log.warning("%d job(s) failed: %s", len(jobs), type(error).__name__)
            log.debug("the failure in full", exc_info=True)
            return error
        return None

    async def _give_back(self, jobs: tuple[Job, ...], error: Exception) -> None:
        job = jobs[0]
        now = self._parts.clock()
        settings = self._settings
        due: datetime | None = now + delay(job.attempts, settings.backoff_seconds, settings.backoff_most_seconds)
        if job.attempts >= settings.attempts:
            due = None
        await self._postpone(jobs, due, described(error))

    async def _hand_back(self, jobs: tuple[Job, ...]) -> None:
        if jobs:
            await self._postpone(jobs, self._parts.clock(), None)

    async def _postpone(self, jobs: tuple[Job, ...], due: datetime | None, error: str | None) -> None:
        # A lease that was lost meanwhile is another worker's business.
        with contextlib.suppress(Conflict):
            await self._parts.store.postpone(
                jobs[0].user, tuple(job.id for job in jobs), self._name, due_at=due, error=error
            )

    async def _keep_lease(self, jobs: tuple[Job, ...]) -> None:
        seconds = self._settings.lease_seconds
        while True:
            await asyncio.sleep(seconds / 3)
            until = self._parts.clock() + timedelta(seconds=seconds)
            with contextlib.suppress(JiyiError):
                await self._parts.store.extend(jobs[0].user, tuple(job.id for job in jobs), self._name, until)


def described(error: Exception) -> str:
    """What a job may say of an error: never the words of a message, which a foreign exception could hold."""
    return f"{error.code}: {error}" if isinstance(error, JiyiError) else type(error).__name__


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


async def work(parts: Parts, once: bool) -> int:
    """Run jobs in this task: until cancelled, or until none is due. Returns how many were run."""
    worker = Worker(parts)
    if not once:
        await worker.run()
        return 0
    count = 0
    while ran := await worker.once():
        count += ran
    return count

"""A turn of a user: some jobs that a worker has leased, carried out in order and ended or given back."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import datetime, timedelta

from jiyi.errors import Closed, Conflict, JiyiError
from jiyi.flows import consolidate
from jiyi.flows.parts import Parts
from jiyi.records import Job

log = logging.getLogger("jiyi.worker")

LAST_SECONDS = 5.0  # for giving back what was leased, when the turn was broken off


def delay(attempts: int, first_seconds: float, most_seconds: float) -> timedelta:
    """Wait before the next try: doubles with each attempt, bounded. No jitter: one user's jobs go one by one."""
    return timedelta(seconds=min(most_seconds, first_seconds * 2.0 ** min(attempts - 1, 32)))


def described(error: Exception) -> str:
    """What a job may say of an error: never the words of a message, which a foreign exception could hold."""
    return f"{error.code}: {error}" if isinstance(error, JiyiError) else type(error).__name__


class Turn:
    """`jobs` are one user's, leased under `name`, which no other turn bears at the same time."""

    def __init__(self, parts: Parts, jobs: tuple[Job, ...], name: str) -> None:
        self._parts = parts
        self._settings = parts.settings.worker
        self._jobs = jobs
        self._name = name

    async def run(self) -> None:
        """Errors of a job go onto the job; those of the store are raised. Broken off, it gives the jobs back."""
        keeper = asyncio.create_task(self._keep_lease())
        try:
            await self._carry_out()
        except asyncio.CancelledError:
            with contextlib.suppress(JiyiError, TimeoutError):
                async with asyncio.timeout(LAST_SECONDS):
                    await self._hand_back(self._jobs)
            raise
        finally:
            keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await keeper

    async def _carry_out(self) -> None:
        """All together; when that fails one by one, so that a bad job does not hold its neighbours."""
        jobs = self._jobs
        error = await self._try(jobs)
        if error is None:
            return
        if len(jobs) == 1:
            await self._give_back(jobs[0], error)
            return
        for place, job in enumerate(jobs):
            error = await self._try((job,))
            if error is not None:
                # Its later neighbours keep their order behind it unless it is dead.
                await self._give_back(job, error)
                if job.attempts < self._settings.attempts:
                    await self._hand_back(jobs[place + 1 :])
                    return

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

    async def _give_back(self, job: Job, error: Exception) -> None:
        settings = self._settings
        now = self._parts.clock()
        due: datetime | None = now + delay(job.attempts, settings.backoff_seconds, settings.backoff_most_seconds)
        if job.attempts >= settings.attempts:
            due = None
        await self._postpone((job,), due, described(error))

    async def _hand_back(self, jobs: tuple[Job, ...]) -> None:
        if jobs:
            await self._postpone(jobs, self._parts.clock(), None)

    async def _postpone(self, jobs: tuple[Job, ...], due: datetime | None, error: str | None) -> None:
        # A lease that was lost meanwhile is another worker's business.
        with contextlib.suppress(Conflict):
            await self._parts.store.postpone(
                jobs[0].user, tuple(job.id for job in jobs), self._name, due_at=due, error=error
            )

    async def _keep_lease(self) -> None:
        seconds = self._settings.lease_seconds
        user, jobs = self._jobs[0].user, tuple(job.id for job in self._jobs)
        while True:
            await asyncio.sleep(seconds / 3)
            until = self._parts.clock() + timedelta(seconds=seconds)
            with contextlib.suppress(JiyiError):
                await self._parts.store.extend(user, jobs, self._name, until)

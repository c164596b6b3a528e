"""Background work: claiming, leases, retries, dead letters."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

from jiyi.errors import Conflict, InvalidInput
from jiyi.ports import Store
from jiyi.records import JobState
from jiyi.rows import Head, Write
from jiyi.testing.contract import Contract, asynchronous
from jiyi.testing.samples import MINUTE, NOW, SECOND, change, draft, item, job


async def queue(store: Store, user: str, *ids: str, at: datetime = NOW) -> None:
    for id_ in ids:
        await store.append(user, "s", [draft(job=id_)], at)


async def claim(
    store: Store, worker: str = "w", now: datetime = NOW, lease: timedelta = MINUTE, limit: int = 32
) -> list[str]:
    return [its.id for its in await store.claim(worker, now, lease, limit)]


@asynchronous
class WorkContract(Contract):
    async def test_claim_gives_nothing_when_there_is_nothing(self, store: Store) -> None:
        assert await claim(store) == []
        assert await store.next_due(NOW) is None
        assert (await store.jobs()).total == 0

    async def test_claim_leases_in_order_when_jobs_are_due(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2", "j3")
        jobs = await store.claim("w", NOW, MINUTE, limit=2)
        assert [its.id for its in jobs] == ["j1", "j2"]
        for its in jobs:
            assert (its.state, its.attempts, its.leased_by) == (JobState.LEASED, 1, "w")
            assert (its.leased_until, its.user, its.session) == (NOW + MINUTE, "u", "s")
        assert [its.number for its in jobs] == sorted(its.number for its in jobs)
        assert tuple(its for its in (await store.jobs()).jobs if its.state is JobState.LEASED) == jobs

    async def test_claim_leaves_a_user_alone_when_a_lease_runs(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        assert await claim(store, limit=1) == ["j1"]
        assert await claim(store, "w2") == []
        assert await claim(store) == []  # not even to the same worker
        await store.apply("u", Write(done=("j1",), worker="w"))
        assert await claim(store, "w2") == ["j2"]

    async def test_claim_takes_another_user_when_one_is_leased(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2", at=NOW - SECOND)
        await queue(store, "v", "j3")
        assert await claim(store, "w1") == ["j1", "j2"]
        assert await claim(store, "w2") == ["j3"]
        assert await claim(store, "w3") == []

    async def test_claim_begins_with_the_longest_due_when_users_wait(self, store: Store) -> None:
        await queue(store, "b", "late", at=NOW - SECOND)
        await queue(store, "c", "first", at=NOW - MINUTE)
        await queue(store, "a", "future", at=NOW + SECOND)
        assert await claim(store) == ["first"]
        assert await claim(store) == ["late"]
        assert await claim(store) == []
        assert await claim(store, now=NOW + SECOND) == ["future"]

    async def test_claim_holds_back_the_later_when_a_job_is_not_due(self, store: Store) -> None:
        await store.apply("u", Write(jobs=(job("j1"), job("j2", NOW + MINUTE), job("j3"))))
        assert await claim(store) == ["j1"]
        await store.apply("u", Write(done=("j1",), worker="w"))
        assert await claim(store) == []
        assert await claim(store, now=NOW + MINUTE) == ["j2", "j3"]

    async def test_claim_goes_past_a_job_when_it_is_dead(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        assert await claim(store, limit=1) == ["j1"]
        await store.postpone("u", ["j1"], "w", due_at=None, error="broken")
        assert await claim(store) == ["j2"]
        (dead,) = (await store.jobs(state=JobState.DEAD)).jobs
        assert (dead.id, dead.error, dead.due_at, dead.leased_by, dead.attempts) == ("j1", "broken", None, None, 1)

    async def test_claim_takes_a_job_again_when_its_lease_ran_out(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        assert await claim(store, "w1") == ["j1", "j2"]
        assert await claim(store, "w2", NOW + MINUTE - timedelta(microseconds=1)) == []
        jobs = await store.claim("w2", NOW + MINUTE, MINUTE)
        assert [(its.id, its.attempts, its.leased_by) for its in jobs] == [("j1", 2, "w2"), ("j2", 2, "w2")]
        with pytest.raises(Conflict):
            await store.apply("u", Write(done=("j1", "j2"), worker="w1"))
        await store.apply("u", Write(done=("j1", "j2"), worker="w2"))
        assert (await store.jobs()).total == 0

    async def test_claim_gives_each_job_once_when_workers_race(self, store: Store, twin: Store) -> None:
        for n in range(12):
            await queue(store, f"u{n}", f"j{n}a", f"j{n}b")
        calls = [its.claim(f"w{n}{its is twin}", NOW, MINUTE) for n in range(10) for its in (store, twin)]
        answers = await asyncio.gather(*calls)
        ids = [its.id for jobs in answers for its in jobs]
        assert len(ids) == len(set(ids)) == 24
        assert all(len({its.user for its in jobs}) <= 1 for jobs in answers)

    async def test_claim_refuses_when_asked_for_none(self, store: Store) -> None:
        with pytest.raises(InvalidInput):
            await store.claim("w", NOW, MINUTE, limit=0)

    async def test_done_jobs_end_with_the_write_when_it_is_kept(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        await claim(store)
        write = Write(memories=(item("m"),), changes=(change("m"),), done=("j1", "j2"), worker="w", jobs=(job("j3"),))
        await store.apply("u", write)
        assert [its.id for its in (await store.jobs()).jobs] == ["j3"]
        assert await claim(store) == ["j3"]
        with pytest.raises(Conflict):  # so a job has its effect once
            await store.apply("u", write)
        assert len(await store.changes("u")) == 1

    async def test_done_is_a_conflict_when_the_job_is_not_the_workers(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        for write in (Write(done=("j1",), worker="w"), Write(done=("j1",)), Write(done=("unknown",), worker="w")):
            with pytest.raises(Conflict):
                await store.apply("u", write)
        await claim(store, limit=1)
        for write in (
            Write(done=("j1",), worker="x"),
            Write(done=("j1",)),
            Write(done=("j1", "j2"), worker="w"),
            Write(expect=Head(generation=1, version=1), done=("j1",), worker="w"),
        ):
            with pytest.raises(Conflict):
                await store.apply("u", write)
        assert (await store.jobs()).total == 2
        with pytest.raises(Conflict):
            await store.apply("v", Write(done=("j1",), worker="w"))
        assert await store.users() == ("u",)

    async def test_extend_lengthens_when_all_are_the_workers(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        await claim(store)
        assert await store.extend("u", ["j1", "j2"], "w", NOW + 5 * MINUTE)
        assert await claim(store, "w2", NOW + 2 * MINUTE) == []
        assert await claim(store, "w2", NOW + 5 * MINUTE) == ["j1", "j2"]
        assert not await store.extend("u", ["j1", "j2"], "w", NOW + 9 * MINUTE)

    async def test_extend_changes_nothing_when_one_is_not_the_workers(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        await claim(store, limit=1)
        for ids, worker in ((["j1", "j2"], "w"), (["j1"], "x"), (["j1", "unknown"], "w")):
            assert not await store.extend("u", ids, worker, NOW + 5 * MINUTE)
        assert not await store.extend("v", ["j1"], "w", NOW + 5 * MINUTE)
        assert await claim(store, "w2", NOW + MINUTE) == ["j1", "j2"]

    async def test_extend_holds_the_user_when_only_some_are_lengthened(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        await claim(store)
        assert await store.extend("u", ["j2"], "w", NOW + 5 * MINUTE)
        assert await claim(store, "w2", NOW + MINUTE) == []
        assert await claim(store, "w2", NOW + 5 * MINUTE) == ["j1", "j2"]

    async def test_postpone_gives_back_when_a_time_is_given(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        await claim(store, limit=1)
        await store.postpone("u", ["j1"], "w", due_at=NOW + MINUTE, error="model away")
        first = (await store.jobs()).jobs[0]
        assert (first.state, first.due_at, first.error, first.attempts) == ("due", NOW + MINUTE, "model away", 1)
        assert (first.leased_by, first.leased_until) == (None, None)
        assert await claim(store) == []  # it holds back j2
        assert await store.next_due(NOW) == NOW + MINUTE
        jobs = await store.claim("w", NOW + MINUTE, MINUTE)
        assert [(its.id, its.attempts) for its in jobs] == [("j1", 2), ("j2", 1)]

    async def test_postpone_counts_no_attempt_when_no_error_is_given(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        await claim(store)
        await store.postpone("u", ["j1"], "w", due_at=NOW, error="broken")
        await store.postpone("u", ["j2"], "w", due_at=NOW, error=None)
        assert [(its.id, its.attempts, its.error) for its in (await store.jobs()).jobs] == [
            ("j1", 1, "broken"),
            ("j2", 0, None),
        ]

    async def test_postpone_leaves_jobs_alone_when_they_are_not_the_workers(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2")
        await claim(store, limit=1)
        before = await store.jobs()
        await store.postpone("u", ["j1", "j2", "unknown"], "x", due_at=None, error="no")
        await store.postpone("u", ["j2"], "w", due_at=None, error="no")
        await store.postpone("v", ["j1"], "w", due_at=None, error="no")
        assert await store.jobs() == before

    async def test_retry_revives_when_jobs_are_dead(self, store: Store) -> None:
        await queue(store, "u", "j1", "j2", "j3")
        await claim(store, limit=2)
        await store.postpone("u", ["j1", "j2"], "w", due_at=None, error="broken")
        assert await store.retry("u", ["j1", "j2", "j3", "unknown", "j1"], NOW + SECOND) == 2
        jobs = await store.claim("w", NOW + SECOND, MINUTE)
        assert [(its.id, its.attempts, its.error) for its in jobs] == [
            ("j1", 1, None),
            ("j2", 1, None),
            ("j3", 1, None),
        ]
        assert await store.retry("u", ["j1"], NOW) == 0
        assert await store.retry("v", ["j1"], NOW) == 0
        assert await store.retry("u", [], NOW) == 0

    async def test_jobs_pages_and_counts_when_filtered(self, store: Store) -> None:
        await queue(store, "u", "u1", "u2", at=NOW)
        await queue(store, "v", "v1", at=NOW - MINUTE)
        await queue(store, "u", "u3", at=NOW - 2 * MINUTE)  # a clock set back
        page = await store.jobs()
        assert ([its.id for its in page.jobs], page.total) == (["u3", "v1", "u1", "u2"], 4)
        page = await store.jobs(user="u", limit=2)
        assert ([its.id for its in page.jobs], page.total) == (["u1", "u2"], 3)
        assert await claim(store, limit=1) == ["v1"]
        page = await store.jobs(state=JobState.DUE)
        assert ([its.id for its in page.jobs], page.total) == (["u3", "u1", "u2"], 3)
        page = await store.jobs(user="v", state=JobState.LEASED)
        assert ([its.id for its in page.jobs], page.total) == (["v1"], 1)
        assert (await store.jobs(user="v", state=JobState.DEAD)).total == 0

    async def test_next_due_says_when_work_can_be_claimed(self, store: Store) -> None:
        await store.apply("u", Write(jobs=(job("j1", NOW + MINUTE),)))
        assert await store.next_due(NOW) == NOW + MINUTE
        await queue(store, "v", "j2", at=NOW - MINUTE)
        due = await store.next_due(NOW)
        assert due is not None
        assert due <= NOW
        assert await claim(store) == ["j2"]
        assert await store.next_due(NOW) == NOW + MINUTE  # v's lease, and u's job
        await store.apply("v", Write(done=("j2",), worker="w"))
        assert await claim(store, now=NOW + MINUTE) == ["j1"]
        assert await store.next_due(NOW + MINUTE) == NOW + 2 * MINUTE  # when the lease runs out
        await store.postpone("u", ["j1"], "w", due_at=None, error="e")
        assert await store.next_due(NOW) is None

    async def test_job_comes_last_when_an_earlier_clock_made_it(self, store: Store) -> None:
        await queue(store, "u", "j1", at=NOW)
        await queue(store, "u", "j2", at=NOW - MINUTE)
        assert await claim(store, now=NOW - SECOND) == []  # j1 is not due by that clock, and comes first
        assert await claim(store) == ["j1", "j2"]

    async def test_dropped_session_takes_its_jobs_when_they_are_leased(self, store: Store) -> None:
        await queue(store, "u", "j1")
        await store.append("u", "other", [draft(job="j2")], NOW)
        assert await claim(store, limit=1) == ["j1"]
        await store.apply("u", Write(drop_sessions=("s",)))
        with pytest.raises(Conflict):
            await store.apply("u", Write(done=("j1",), worker="w"))
        assert await claim(store, "w2") == ["j2"]

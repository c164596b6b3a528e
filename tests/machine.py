"""A machine that makes the same calls on the oracle in memory and on another store, and compares."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from jiyi.errors import JiyiError
from jiyi.ports import Store
from jiyi.records import Action, JobState
from jiyi.rows import Head, ItemRow, JobDraft, Loaded, MessageDraft, SessionSave, Use, Write
from jiyi.stores.memory import MemoryStore
from jiyi.testing.copying_contract import able
from jiyi.testing.samples import NOW, change

USERS = ("u", "u%", "用户")
SESSIONS = ("s", "S", "s ")
IDS = ("a", "b", "c", "d")
WORKERS = ("w1", "w2")

users = st.sampled_from(USERS)
sessions = st.sampled_from(SESSIONS)
ids = st.sampled_from(IDS)
workers = st.sampled_from(WORKERS)
bodies = st.binary(max_size=12)
times = st.integers(-5, 20).map(lambda n: NOW + timedelta(seconds=n))  # the clock goes both ways
versions = st.integers(0, 6)


def few(strategy: st.SearchStrategy[Any], most: int = 3) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=most).map(tuple)


items = st.builds(
    ItemRow,
    id=ids,
    body=bodies,
    embedder=st.sampled_from(("e1", "e2")),
    last_recalled_at=st.none() | times,
    recall_count=st.integers(0, 3),
)
changes = st.builds(change, ids, st.sampled_from(tuple(Action)), bodies, times)
saves = st.builds(
    SessionSave, id=sessions, body=bodies, revision=st.integers(0, 2), at=times, ended_at=st.none() | times
)


class Stores(RuleBasedStateMachine):
    """Each call goes to both; answers and errors must be the same. Generations are random, so they are renamed."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.runner = self.stack.enter_context(asyncio.Runner())
        folder = self.stack.enter_context(tempfile.TemporaryDirectory())
        self.stores: tuple[Store, Store] = (MemoryStore(), self.engine(Path(folder)))
        for store in self.stores:
            self.runner.run(store.open())
        self.jobs = self.moves = 0
        self.names: tuple[dict[int, str], dict[int, str]] = ({0: "none"}, {0: "none"})

    def engine(self, folder: Path) -> Store:
        """The store that is compared with the oracle; empty."""
        raise NotImplementedError

    def teardown(self) -> None:
        self.compare_everything()
        for store in self.stores:
            self.runner.run(store.close())
        self.stack.close()

    def both(self, call: Callable[[Store], Coroutine[Any, Any, Any]]) -> Any:
        """Make a call on both stores and compare."""
        oracle, other = (self.answer(place, call) for place in (0, 1))
        assert other == oracle
        return oracle

    def answer(self, place: int, call: Callable[[Store], Coroutine[Any, Any, Any]]) -> Any:
        try:
            answer = self.runner.run(call(self.stores[place]))
        except JiyiError as error:
            return type(error)
        if isinstance(answer, Head):
            return self.renamed(place, answer)
        if isinstance(answer, Loaded):
            return (self.renamed(place, answer.head), replace(answer, head=Head(generation=0, version=0)))
        return answer

    def renamed(self, place: int, head: Head) -> tuple[str, int]:
        """Generations by when they were first seen, since the numbers themselves differ between the stores."""
        names = self.names[place]
        return names.setdefault(head.generation, f"g{len(names)}"), head.version

    def job(self) -> str:
        self.jobs += 1
        return f"j{self.jobs:04}"

    @rule(
        user=users,
        session=sessions,
        drafts=few(st.tuples(bodies, st.none() | st.sampled_from(("k1", "k2")), st.integers(0, 2))),
        at=times,
    )
    def append(self, user: str, session: str, drafts: tuple[Any, ...], at: Any) -> None:
        rows = [
            MessageDraft(body=body, key=key, jobs=tuple((self.job(), "consolidate") for _ in range(jobs)))
            for body, key, jobs in drafts
        ]
        self.both(lambda s: s.append(user, session, rows, at))

    @rule(user=users, save=saves, due=few(times, 2))
    def save_session(self, user: str, save: SessionSave, due: tuple[Any, ...]) -> None:
        jobs = [JobDraft(id=self.job(), kind="end", session=save.id, seq=1, due_at=at) for at in due]
        self.both(lambda s: s.save_session(user, save, jobs))

    @rule(
        user=users,
        memories=few(items),
        episodes=few(items, 1),
        removed=few(ids, 2),
        scrubbed=few(ids, 1),
        log=few(changes),
    )
    def apply_items(self, user: str, **parts: Any) -> None:
        log = parts.pop("log")
        write = Write(changes=log, **parts)
        self.both(lambda s: s.apply(user, write))

    @rule(
        user=users,
        messages=few(st.tuples(sessions, st.integers(1, 4), st.none() | bodies), 2),
        saved=few(saves, 1),
        dropped=few(sessions, 1),
        due=few(times, 2),
        stale=st.booleans(),
    )
    def apply_sessions(
        self, user: str, messages: Any, saved: Any, dropped: Any, due: tuple[Any, ...], stale: bool
    ) -> None:
        jobs = tuple(JobDraft(id=self.job(), kind="compact", session="s", seq=1, due_at=at) for at in due)
        expect = Head(generation=5, version=5) if stale else None
        write = Write(expect=expect, messages=messages, sessions=saved, drop_sessions=dropped, jobs=jobs)
        self.both(lambda s: s.apply(user, write))

    @rule(user=users, log=few(changes, 2))
    def apply_expecting(self, user: str, log: Any) -> None:
        async def go(store: Store) -> Head:
            return await store.apply(user, Write(expect=await store.head(user), changes=log))

        self.both(go)

    @rule(user=users, count=st.integers(0, 3), worker=workers, data=st.data())
    def finish(self, user: str, count: int, worker: str, data: Any) -> None:
        chosen = self.some_jobs(user, data, count)
        self.both(lambda s: s.apply(user, Write(done=chosen, worker=worker)))

    def some_jobs(self, user: str, data: Any, most: int) -> tuple[str, ...]:
        known = [its.id for its in self.runner.run(self.stores[0].jobs(user=user)).jobs]
        return tuple(data.draw(st.lists(st.sampled_from([*known, "unknown"]), max_size=most)))

    @rule(worker=workers, now=times, seconds=st.integers(1, 8), limit=st.integers(1, 3))
    def claim(self, worker: str, now: Any, seconds: int, limit: int) -> None:
        self.both(lambda s: s.claim(worker, now, timedelta(seconds=seconds), limit))

    @rule(now=times, worker=workers, data=st.data(), end=st.sampled_from(("done", "later", "dead", "extend", "crash")))
    def work(self, now: Any, worker: str, data: Any, end: str) -> None:
        """What a worker does: claim, and then end the jobs in one way or another."""
        jobs = self.both(lambda s: s.claim(worker, now, timedelta(seconds=5), 3))
        if not jobs:
            return
        user, its = jobs[0].user, tuple(job.id for job in jobs)
        part = its[: data.draw(st.integers(1, len(its)))]
        if end == "done":
            self.both(lambda s: s.apply(user, Write(done=part, worker=worker, changes=(change("a"),))))
        elif end == "extend":
            self.both(lambda s: s.extend(user, part, worker, now + timedelta(seconds=9)))
        elif end != "crash":
            due = None if end == "dead" else now + timedelta(seconds=3)
            self.both(lambda s: s.postpone(user, part, worker, due_at=due, error="e"))

    @rule(user=users, worker=workers, until=times, data=st.data())
    def extend(self, user: str, worker: str, until: Any, data: Any) -> None:
        chosen = self.some_jobs(user, data, 2)
        self.both(lambda s: s.extend(user, chosen, worker, until))

    @rule(user=users, worker=workers, due=st.none() | times, data=st.data())
    def postpone(self, user: str, worker: str, due: Any, data: Any) -> None:
        chosen = self.some_jobs(user, data, 2)
        self.both(lambda s: s.postpone(user, chosen, worker, due_at=due, error="later"))

    @rule(user=users, now=times, data=st.data())
    def retry(self, user: str, now: Any, data: Any) -> None:
        chosen = self.some_jobs(user, data, 3)
        self.both(lambda s: s.retry(user, chosen, now))

    @rule(uses=few(st.builds(Use, user=users, id=ids, count=st.integers(1, 3), at=times)))
    def touch(self, uses: Any) -> None:
        self.both(lambda s: s.touch(uses))

    @rule(user=users)
    def erase(self, user: str) -> None:
        oracle, other = (self.runner.run(store.erase(user)) for store in self.stores)
        assert dict(other.rows) == dict(oracle.rows)
        assert other.leftovers == 0

    @rule(user=users)
    def move(self, user: str) -> None:
        """Both hold the same of the user; and a user who was placed as a whole goes on as one who grew there."""
        oracle, other = (self.runner.run(able(store).whole(user)).ordered() for store in self.stores)
        assert other.head.version == oracle.head.version
        assert replace(other, head=oracle.head) == oracle
        if not oracle.head.generation:
            return
        self.moves += 1
        placed = replace(oracle, head=replace(oracle.head, generation=self.moves))  # one that both know
        for store in self.stores:
            self.runner.run(store.erase(user))
            self.runner.run(able(store).settle_in(user, placed))

    @rule(name=st.sampled_from(("embedder", "x")), value=st.none() | st.text(max_size=3))
    def note(self, name: str, value: str | None) -> None:
        self.both(lambda s: s.note(name, value))

    @rule(
        user=users,
        session=sessions,
        after=st.integers(0, 3),
        limit=st.none() | st.integers(0, 3),
        newest=st.booleans(),
        since=versions,
    )
    def read(self, user: str, session: str, after: int, limit: int | None, newest: bool, since: int) -> None:
        self.both(lambda s: s.messages(user, session, after=after, limit=limit, newest=newest))
        self.both(lambda s: s.load(user, since))
        self.both(lambda s: s.changes(user, since=since, limit=2))
        self.both(lambda s: s.changes(user, since=since, ref="a"))
        self.both(lambda s: s.sessions(user, after=session, limit=2))
        self.both(lambda s: s.users(after=user, limit=2))
        self.both(lambda s: s.fetch(user, ["c", "unknown", "a"]))
        self.both(lambda s: s.jobs(state=JobState.DUE, limit=2))

    @rule()
    def compare_everything(self) -> None:
        self.both(lambda s: s.users())
        self.both(lambda s: s.jobs())
        self.both(lambda s: s.next_due(NOW))
        self.both(lambda s: able(s).notes())
        for user in USERS:
            self.both(lambda s, user=user: s.load(user))
            self.both(lambda s, user=user: s.changes(user))
            self.both(lambda s, user=user: s.sessions(user))
        oracle, other = (self.runner.run(store.stats()) for store in self.stores)
        assert {name: other[name] for name in oracle} | {"bytes": 0} == oracle

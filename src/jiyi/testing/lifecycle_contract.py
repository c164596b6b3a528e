"""Opening, closing, notes, counting."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from jiyi.errors import Closed
from jiyi.ports import Sizing, Store, Swapping
from jiyi.rows import Write
from jiyi.testing.contract import Contract, asynchronous
from jiyi.testing.samples import MINUTE, NOW, draft, item, job, put, save


def swapping(store: Store) -> Swapping:
    if not isinstance(store, Swapping):
        pytest.skip("this store swaps no notes")
    return store


@asynchronous
class LifecycleContract(Contract):
    async def test_open_keeps_what_was_written_when_closed_before(self, store: Store, tmp_path: Path) -> None:
        if not self.persistent:
            pytest.skip("this store does not outlive its process")
        await store.append("u", "s", [draft(b"kept", key="k", job="j")], NOW)
        head = await store.apply("u", put("m"))
        await store.note("n", "v")
        await store.close()
        again = self.make(tmp_path)
        await again.open()
        try:
            assert [row.body for row in await again.messages("u", "s")] == [b"kept"]
            assert await again.head("u") == head
            assert (await again.load("u")).memories[0].id == "m"
            assert (await again.jobs()).total == 1
            assert await again.note("n") == "v"
        finally:
            await again.close()

    async def test_close_finishes_what_was_accepted_when_calls_are_under_way(
        self, store: Store, tmp_path: Path
    ) -> None:
        calls = [asyncio.create_task(store.append("u", "s", [draft(f"{n}")], NOW)) for n in range(50)]
        await asyncio.sleep(0)  # all have been called
        await store.close()
        done = await asyncio.gather(*calls, return_exceptions=True)
        kept = [answer for answer in done if not isinstance(answer, BaseException)]
        assert all(isinstance(answer, Closed) for answer in done if isinstance(answer, BaseException))
        if self.persistent:
            again = self.make(tmp_path)
            await again.open()
            assert len(await again.messages("u", "s")) == len(kept)
            await again.close()

    async def test_every_call_raises_closed_when_closed(self, store: Store) -> None:
        await store.close()
        await store.close()  # closing twice is fine
        for call in (
            lambda: store.note("n"),
            lambda: store.note("n", "v"),
            lambda: store.append("u", "s", [draft()], NOW),
            lambda: store.messages("u", "s"),
            lambda: store.session("u", "s"),
            lambda: store.sessions("u"),
            lambda: store.save_session("u", save("s", 0)),
            lambda: store.head("u"),
            lambda: store.load("u"),
            lambda: store.fetch("u", ["m"]),
            lambda: store.apply("u", put("m")),
            lambda: store.changes("u"),
            lambda: store.touch([]),
            lambda: store.erase("u"),
            lambda: store.users(),
            lambda: store.claim("w", NOW, MINUTE),
            lambda: store.extend("u", ["j"], "w", NOW),
            lambda: store.postpone("u", ["j"], "w", due_at=None, error="e"),
            lambda: store.jobs(),
            lambda: store.retry("u", ["j"], NOW),
            lambda: store.next_due(NOW),
            lambda: store.stats(),
        ):
            with pytest.raises(Closed):
                await call()

    async def test_place_names_where_things_are_when_asked(self, store: Store) -> None:
        assert store.place

    async def test_note_returns_what_was_written_when_read(self, store: Store) -> None:
        assert await store.note("embedder") is None
        assert await store.note("embedder", "use-3") == "use-3"
        assert await store.note("embedder") == "use-3"
        assert await store.note("embedder", "e5") == "e5"
        assert await store.note("embedder") == "e5"
        assert await store.note("Embedder") is None
        assert await store.note("empty", "") == ""
        assert await store.note("empty") == ""

    async def test_swap_changes_a_note_when_it_is_still_the_old_one(self, store: Store) -> None:
        notes = swapping(store)
        assert await notes.swap("n", "a", "b") is None, "there is none"
        assert await notes.swap("n", None, None) is None
        assert await notes.swap("n", None, "a") == "a"
        assert await notes.swap("n", None, "b") == "a", "there is one"
        assert await notes.swap("n", "x", None) == "a"
        assert await notes.swap("n", "a", "用") == "用"
        assert await store.note("n") == "用"
        assert await notes.swap("n", "用", None) is None
        assert await store.note("n") is None

    async def test_swap_is_won_by_one_when_many_try_at_once(self, store: Store) -> None:
        notes = swapping(store)
        found = await asyncio.gather(*(notes.swap("n", None, f"{number}") for number in range(20)))
        assert len(set(found)) == 1
        assert found[0] == await store.note("n")

    async def test_sweep_removes_what_is_below_when_the_prefix_fits(self, store: Store) -> None:
        notes = swapping(store)
        for name, value in (("a.1", "2026-01"), ("a.2", "2026-03"), ("a%", "2026-01"), ("b.1", "2026-01")):
            await store.note(name, value)
        assert await notes.sweep("a.", "2026-02") == 1
        assert [await store.note(name) for name in ("a.1", "a.2", "a%", "b.1")] == [None, "2026-03", *["2026-01"] * 2]

    async def test_largest_lists_the_longest_logs_first_when_asked(self, store: Store) -> None:
        if not isinstance(store, Sizing):
            pytest.skip("this store does not know its largest users")
        long = "用" * 1_000
        await store.apply("a", put("m1"))
        await store.apply(long, put("m1", "m2"))
        await store.apply(long, Write(episodes=(item("e1"),), changes=put("e1").changes))
        await store.append(long, "s", [draft(), draft()], NOW)
        await store.append("c", "s", [draft()], NOW)
        found = [(one.user, one.changes, one.items, one.messages) for one in await store.largest(2)]
        assert found == [(long, 3, 3, 2), ("a", 1, 1, 0)]

    async def test_stats_counts_everything_when_asked(self, store: Store) -> None:
        await store.append("u", "s", [draft(job="j1"), draft(job="j2"), draft()], NOW)
        await store.append("v", "s", [draft(job="j3")], NOW)
        await store.apply("u", put("m1", "m2"))
        await store.apply("u", Write(episodes=(item("e1"),), changes=put("e1").changes, jobs=(job("j4"),)))
        first, *_ = await store.claim("w", NOW, MINUTE, limit=1)
        await store.postpone(first.user, [first.id], "w", due_at=None, error="e")
        await store.claim("w", NOW, MINUTE, limit=1)
        stats = await store.stats()
        counted = {name: stats[name] for name in ("users", "sessions", "messages", "memories", "episodes", "changes")}
        assert counted == {"users": 2, "sessions": 2, "messages": 4, "memories": 2, "episodes": 1, "changes": 3}
        assert stats["jobs"] == {"due": 2, "leased": 1, "dead": 1}
        assert stats["bytes"] >= 0

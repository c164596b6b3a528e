"""Carrying users over from one store to another, for stores that can (`jiyi.ports.Copying`)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jiyi.errors import Conflict
from jiyi.ports import Copying, Store
from jiyi.records import JobState
from jiyi.rows import Head, Use, Write
from jiyi.stores.memory import MemoryStore
from jiyi.testing.contract import Contract, asynchronous
from jiyi.testing.samples import MINUTE, NOW, ODD_BODIES, SECOND, change, draft, item, job, put, remove, save

LONG = "用" * 1_000 + "u"
NAMES = ("u", LONG, "' OR 1=1 --")


def able(store: Store) -> Copying:
    if not isinstance(store, Copying):
        pytest.skip("this store carries nobody over")
    return store


async def fill(store: Store, user: str) -> None:
    """A user of whom there is something of everything, and from whom something of everything was taken away."""
    said = [draft(body, key=f"{user} {n}", job=f"{user} j{n}") for n, body in enumerate(ODD_BODIES)]
    await store.append(user, "s", said, NOW)
    await store.append(user, LONG, [draft("a"), draft("b", key=LONG), draft("c")], NOW + SECOND)
    await store.save_session(user, save("s", 0, b"one", NOW + SECOND))
    await store.save_session(user, save("s", 1, b"two", NOW + MINUTE, NOW + MINUTE), jobs=(job(f"{user} end"),))
    await store.apply(user, put("m1", "m2", "m3", LONG))
    await store.apply(user, Write(episodes=(item("e1", count=3, at=NOW),), changes=(change("e1"),)))
    await store.apply(user, remove("m2"))
    await store.apply(user, replace(put("m1", body=b"new"), messages=(("s", 2, None), ("s", 3, b"cut"))))
    await store.touch([Use(user=user, id="m1", count=2, at=NOW + MINUTE)])
    claimed = await store.claim("w", NOW + MINUTE, MINUTE, limit=3)
    assert {one.user for one in claimed} == {user}
    await store.postpone(user, [claimed[0].id], "w", due_at=None, error="broken")
    await store.postpone(user, [claimed[1].id], "w", due_at=NOW + 9 * MINUTE, error="later")


@asynchronous
class CopyingContract(Contract):
    async def test_whole_is_nothing_when_the_user_is_unknown(self, store: Store) -> None:
        carrying = able(store)
        found = await carrying.whole("nobody")
        assert found.head == Head(generation=0, version=0)
        assert not any((found.sessions, found.messages, found.memories, found.changes, found.jobs))

    @pytest.mark.parametrize("user", NAMES, ids=["plain", "long", "odd"])
    async def test_settle_in_keeps_every_number_and_time_when_read_again(self, store: Store, user: str) -> None:
        carrying = able(store)
        other = MemoryStore()
        await other.open()
        await fill(other, user)
        there = await other.whole(user)
        assert all((there.sessions, there.messages, there.memories, there.episodes, there.removals, there.changes))
        assert {one.state for one in there.jobs} == set(JobState)
        await carrying.settle_in(user, there)
        assert (await carrying.whole(user)).ordered() == there.ordered()
        assert await store.next_due(NOW) == await other.next_due(NOW)
        assert await store.load(user, since=4) == await other.load(user, since=4)
        assert await store.append(user, LONG, [draft("d", key=LONG), draft("e")], NOW) == await other.append(
            user, LONG, [draft("d", key=LONG), draft("e")], NOW
        )
        assert await store.apply(user, put("m9")) == await other.apply(user, put("m9"))

    async def test_whole_is_what_another_store_can_keep_when_filled_here(self, store: Store) -> None:
        carrying = able(store)
        await fill(store, "u")
        there = await carrying.whole("u")
        other = MemoryStore()
        await other.open()
        await other.settle_in("u", there)
        assert (await other.whole("u")).ordered() == there.ordered()
        assert await other.load("u") == await store.load("u")
        assert await other.messages("u", "s") == await store.messages("u", "s")

    async def test_settle_in_changes_nothing_when_the_user_is_known(self, store: Store) -> None:
        carrying = able(store)
        await fill(store, "u")
        there = await carrying.whole("u")
        for known in ("u", "v"):
            await store.append("v", "s", [draft()], NOW)
            before = await carrying.whole(known)
            with pytest.raises(Conflict):
                await carrying.settle_in(known, there)
            assert await carrying.whole(known) == before

    async def test_notes_lists_what_was_noted_when_asked(self, store: Store) -> None:
        carrying = able(store)
        await fill(store, "u")
        await store.note("embedder", "e5")
        await store.note("empty", "")
        assert await carrying.notes() == {"embedder": "e5", "empty": ""}

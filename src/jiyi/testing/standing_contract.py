"""Saying by a few numbers whether a copy is still good, for stores that a cache may stand in front of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from jiyi.ports import Standing, Store
from jiyi.rows import Head, Stand, Write
from jiyi.testing.contract import Contract, asynchronous
from jiyi.testing.copying_contract import able
from jiyi.testing.samples import MINUTE, NOW, change, draft, put, save


async def stand(store: Store, user: str = "u", session: str = "s") -> Stand:
    if not isinstance(store, Standing):
        pytest.skip("no cache may stand in front of this store")
    return await store.stand(user, session)


async def drop(store: Store) -> object:
    return await store.apply("u", Write(drop_sessions=("s",)))


async def erase(store: Store) -> object:
    return await store.erase("u")


async def carry(store: Store) -> None:
    """Away and back, with every number as it was."""
    held = await able(store).whole("u")
    await store.erase("u")
    await able(store).settle_in("u", held)


def rewriting(*places: tuple[str, int, bytes | None]) -> Callable[[Store], Awaitable[object]]:
    return lambda store: store.apply("u", Write(messages=places))


@asynchronous
class StandingContract(Contract):
    async def test_stand_tells_the_head_and_the_session_when_asked(self, store: Store) -> None:
        assert await stand(store) == Stand(head=Head(generation=0, version=0))
        await store.append("u", "s", [draft(), draft()], NOW)
        await store.save_session("u", save("s", 0, b"body", NOW + MINUTE, ended=NOW))
        await store.apply("u", put("a"))
        found, row = await stand(store), await store.session("u", "s")
        assert row is not None
        assert found.session == replace(row, body=b"")
        assert found.head == await store.head("u")
        assert found.stamp
        assert await stand(store) == found
        assert await stand(store, session="S") == Stand(head=found.head)
        assert await stand(store, user="U") == Stand(head=Head(generation=0, version=0))

    async def test_stamp_stays_when_no_word_changes(self, store: Store) -> None:
        await store.append("u", "s", [draft()], NOW)
        before = (await stand(store)).stamp
        await store.append("u", "s", [draft()], NOW)
        await store.save_session("u", save("s", 0))
        await store.append("u", "other", [draft()], NOW)
        await store.apply("u", Write(messages=(("other", 1, None),), changes=(change("a"),)))
        await store.apply("u", Write(drop_sessions=("other",)))
        after = await stand(store)
        assert after.stamp == before
        assert after.session is not None
        assert (after.session.last_seq, after.session.revision) == (2, 1)

    @pytest.mark.parametrize(
        "destroy",
        [
            rewriting(("s", 1, b"new")),
            rewriting(("s", 2, None)),
            rewriting(("other", 1, b"x"), ("s", 1, b"x"), ("s", 1, None)),
            drop,
            erase,
            carry,
        ],
        ids=["rewritten", "deleted", "several", "dropped", "erased", "carried"],
    )
    async def test_stamp_is_drawn_anew_when_words_are_taken_away(
        self, store: Store, destroy: Callable[[Store], Awaitable[object]]
    ) -> None:
        seen = set()
        for _ in range(4):
            await store.append("u", "s", [draft(), draft()], NOW)
            seen.add((await stand(store)).stamp)
            await destroy(store)
        assert len(seen - {0}) == 4, "a stamp came again"

"""Users are strangers, whatever they are called."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from jiyi.ports import Store
from jiyi.rows import Use, Write
from jiyi.testing.contract import Contract, asynchronous
from jiyi.testing.samples import MINUTE, NOW, ODD_NAMES, change, draft, item, put, remove, save


async def everything(store: Store, user: str) -> dict[str, Any]:
    """All that a store can tell about one user."""
    return {
        "head": await store.head(user),
        "load": await store.load(user),
        "fetch": await store.fetch(user, ["a", "b"]),
        "changes": await store.changes(user),
        "sessions": await store.sessions(user),
        "session": await store.session(user, "s"),
        "messages": await store.messages(user, "s"),
        "jobs": await store.jobs(user=user),
    }


@asynchronous
class StrangersContract(Contract):
    async def fill(self, store: Store) -> None:
        """The same ids for everybody; only the words differ."""
        for name in ODD_NAMES:
            words = name.encode()
            await store.append(name, "s", [draft(words, key="k", job="j")], NOW)
            await store.save_session(name, save("s", 0, words))
            memories = (item("a", words), item("b", words))
            await store.apply(name, Write(memories=memories, changes=(change("a", body=words), change("b"))))

    async def test_reads_see_one_user_when_names_look_alike(self, store: Store) -> None:
        await self.fill(store)
        for name in ODD_NAMES:
            seen = await everything(store, name)
            words = name.encode()
            assert {row.body for part in (seen["load"].memories, seen["fetch"], seen["messages"]) for row in part} == {
                words
            }
            assert len(seen["load"].memories) == 2
            assert [row.body for row in seen["changes"]] == [words, b"why"]
            assert (seen["session"].body, len(seen["sessions"])) == (words, 1)
            assert [its.user for its in seen["jobs"].jobs] == [name]
            assert seen["jobs"].total == 1

    @pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
    async def test_writes_touch_one_user_when_names_look_alike(self, store: Store, name: str) -> None:
        await self.fill(store)
        others = [other for other in ODD_NAMES if other != name]
        before = [await everything(store, other) for other in others]
        await store.append(name, "s", [draft(b"more", key="k2")], NOW)
        await store.apply(name, remove("a"))
        await store.touch([Use(user=name, id="b", count=5, at=NOW)])
        await store.apply(name, Write(drop_sessions=("s",)))
        assert [await everything(store, other) for other in others] == before
        await store.erase(name)
        assert [await everything(store, other) for other in others] == before
        assert await store.users() == tuple(sorted(others))

    async def test_work_touches_one_user_when_job_ids_are_the_same(self, store: Store) -> None:
        await self.fill(store)
        claimed = await store.claim("w", NOW, MINUTE)
        assert [its.id for its in claimed] == ["j"]
        user = claimed[0].user
        others = [other for other in ODD_NAMES if other != user]
        before = [await everything(store, other) for other in others]
        assert await store.extend(user, ["j"], "w", NOW + 2 * MINUTE)
        await store.postpone(user, ["j"], "w", due_at=None, error="e")
        assert await store.retry(user, ["j"], NOW) == 1
        assert [await everything(store, other) for other in others] == before

    async def test_users_keep_their_own_when_all_write_at_once(self, store: Store) -> None:
        async def live(name: str) -> None:
            for n in range(3):
                await store.append(name, "s", [draft(name, key=f"{n}")], NOW)
                await store.apply(name, put(f"m{n}", body=name.encode()))

        await asyncio.gather(*(live(name) for name in ODD_NAMES))
        for name in ODD_NAMES:
            loaded = await store.load(name)
            assert loaded.head.version == 3
            assert {row.body for row in loaded.memories} == {name.encode()}
            assert {row.body for row in await store.messages(name, "s")} == {name.encode()}

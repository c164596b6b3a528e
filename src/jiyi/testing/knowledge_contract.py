"""Memories, episodes, the log, use counts, erasure."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from jiyi.errors import Conflict, InvalidInput, NaiveTime
from jiyi.ports import Store
from jiyi.records import Action
from jiyi.rows import Head, Loaded, Use, Write
from jiyi.testing.contract import Contract, asynchronous
from jiyi.testing.samples import (
    MINUTE,
    NOW,
    ODD_BODIES,
    ODD_NAMES,
    SECOND,
    change,
    draft,
    item,
    job,
    put,
    remove,
    save,
)

NOBODY = Head(generation=0, version=0)


@asynchronous
class KnowledgeContract(Contract):
    async def test_head_is_zero_when_the_user_is_unknown(self, store: Store) -> None:
        assert await store.head("u") == NOBODY
        assert await store.load("u") == Loaded(head=NOBODY, memories=(), episodes=())
        assert await store.changes("u") == ()
        assert await store.users() == ()

    async def test_head_has_a_generation_when_the_user_was_seen(self, store: Store) -> None:
        await store.append("u", "s", [draft()], NOW)
        await store.append("v", "s", [draft()], NOW)
        head = await store.head("u")
        assert head.generation > 0
        assert head.version == 0
        assert (await store.head("v")).generation != head.generation
        assert await store.head("u") == head

    async def test_apply_numbers_changes_when_it_writes_them(self, store: Store) -> None:
        head = await store.apply("u", put("a", "b"))
        assert head.version == 2
        assert await store.head("u") == head
        assert await store.apply("u", put("c")) == replace(head, version=3)
        assert [(row.version, row.ref) for row in await store.changes("u")] == [(1, "a"), (2, "b"), (3, "c")]
        loaded = await store.load("u")
        assert [(row.id, row.version) for row in loaded.memories] == [("a", 2), ("b", 2), ("c", 3)]
        assert loaded.head.version == 3

    async def test_apply_numbers_without_gaps_when_many_write_at_once(self, store: Store, twin: Store) -> None:
        calls = [its.apply("u", put(f"{n}-{its is twin}")) for n in range(25) for its in (store, twin)]
        heads = await asyncio.gather(*calls)
        changes = await store.changes("u")
        assert [row.version for row in changes] == list(range(1, len(calls) + 1))
        assert max(head.version for head in heads) == len(calls)
        assert len({head.generation for head in heads}) == 1

    async def test_apply_replaces_by_id_when_the_item_is_there(self, store: Store) -> None:
        await store.apply("u", put("a", body=b"old"))
        await store.apply("u", Write(memories=(item("a", b"new", embedder="e2"),), changes=(change("a"),)))
        (row,) = (await store.load("u")).memories
        assert (row.id, row.body, row.embedder, row.version) == ("a", b"new", "e2", 2)

    async def test_apply_keeps_memories_and_episodes_apart_when_loaded(self, store: Store) -> None:
        await store.apply("u", Write(memories=(item("m"),), episodes=(item("e"),), changes=(change("m"), change("e"))))
        loaded = await store.load("u")
        assert [row.id for row in loaded.memories] == ["m"]
        assert [row.id for row in loaded.episodes] == ["e"]
        assert [row.id for row in await store.fetch("u", ["e", "m"])] == ["e", "m"]

    @pytest.mark.parametrize("body", ODD_BODIES, ids=lambda body: repr(body[:12]))
    async def test_apply_keeps_bytes_when_they_look_like_syntax(self, store: Store, body: bytes) -> None:
        changes = (change("m", body=body),)
        await store.apply("u", Write(memories=(item("m", body),), sessions=(save("s", 0, body),), changes=changes))
        assert [row.body for row in (await store.load("u")).memories] == [body]
        assert [row.body for row in await store.changes("u")] == [body]
        session = await store.session("u", "s")
        assert session is not None
        assert session.body == body

    async def test_apply_changes_nothing_when_the_head_has_moved(self, store: Store) -> None:
        head = await store.apply("u", put("a"))
        await store.apply("u", put("b"))
        await store.save_session("u", save("s", 0))
        before = await store.load("u")
        for expect in (head, NOBODY, replace(head, version=9), Head(generation=1, version=2)):
            write = Write(
                expect=expect,
                memories=(item("c"),),
                removed=("a",),
                changes=(change("c"),),
                sessions=(save("s", 1),),
                jobs=(job("j"),),
            )
            with pytest.raises(Conflict):
                await store.apply("u", write)
        assert await store.load("u") == before
        assert (await store.jobs()).total == 0
        session = await store.session("u", "s")
        assert session is not None
        assert session.revision == 1

    async def test_apply_goes_through_when_the_head_is_as_expected(self, store: Store) -> None:
        head = await store.apply("u", replace(put("a"), expect=NOBODY))
        head = await store.apply("u", replace(put("b"), expect=head))
        assert (await store.apply("u", replace(put("c"), expect=head))).version == 3

    async def test_apply_lets_one_win_when_all_expect_the_same_head(self, store: Store, twin: Store) -> None:
        head = await store.apply("u", put("a"))
        calls = [
            its.apply("u", replace(put(f"{n}{its is twin}"), expect=head)) for n in range(6) for its in (store, twin)
        ]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(isinstance(answer, Head) for answer in answers) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers) == 11
        assert (await store.head("u")).version == 2

    async def test_apply_changes_nothing_when_a_later_part_fails(self, store: Store) -> None:
        await store.append("u", "s", [draft(b"a", job="j1")], NOW)
        await store.claim("w", NOW, MINUTE)
        before = (await store.load("u"), await store.jobs(), await store.messages("u", "s"))
        write = Write(
            memories=(item("m"),),
            changes=(change("m"),),
            messages=(("s", 1, None),),
            jobs=(job("j2"),),
            done=("j1",),
            worker="w",
            sessions=(save("s", 7),),  # the stored revision is 0
        )
        with pytest.raises(Conflict):
            await store.apply("u", write)
        assert (await store.load("u"), await store.jobs(), await store.messages("u", "s")) == before

    async def test_apply_refuses_when_caches_could_not_follow(self, store: Store) -> None:
        await store.apply("u", put("a"))
        for write in (Write(memories=(item("m"),)), Write(episodes=(item("e"),)), Write(removed=("a",))):
            with pytest.raises(InvalidInput):
                await store.apply("u", write)
        assert (await store.head("u")).version == 1
        assert [row.id for row in (await store.load("u")).memories] == ["a"]

    async def test_apply_refuses_when_a_time_has_no_zone(self, store: Store) -> None:
        with pytest.raises(NaiveTime):
            await store.apply("u", Write(changes=(change("m", at=NOW.replace(tzinfo=None)),)))
        assert await store.changes("u") == ()

    async def test_apply_makes_no_user_when_the_write_is_empty(self, store: Store) -> None:
        assert await store.apply("u", Write()) == NOBODY
        assert await store.users() == ()

    async def test_load_gives_what_is_newer_when_asked_since(self, store: Store) -> None:
        await store.apply("u", put("a", "b"))
        head = await store.apply("u", put("c"))
        await store.apply("u", Write(episodes=(item("e"),), changes=(change("e"),)))
        await store.apply("u", put("a"))
        await store.apply("u", remove("b"))
        delta = await store.load("u", since=head.version)
        assert [row.id for row in delta.memories] == ["a"]
        assert [row.id for row in delta.episodes] == ["e"]
        assert delta.gone == ("b",)
        assert delta.head == replace(head, version=6)
        none = await store.load("u", since=6)
        assert (none.memories, none.episodes, none.gone) == ((), (), ())

    async def test_load_forgets_a_removal_when_the_id_comes_back(self, store: Store) -> None:
        await store.apply("u", put("a", "b"))
        await store.apply("u", remove("a", "b", "unknown"))
        await store.apply("u", put("a"))
        delta = await store.load("u", since=2)
        assert ([row.id for row in delta.memories], delta.gone) == (["a"], ("b",))

    async def test_load_sees_whole_writes_when_others_write_meanwhile(self, store: Store, twin: Store) -> None:
        async def write() -> None:
            for n in range(30):
                await twin.apply("u", put(f"{n:02}a", f"{n:02}b"))

        async def read() -> None:
            while (loaded := await store.load("u")).head.version < 60:
                assert len(loaded.memories) == loaded.head.version
                assert max((row.version for row in loaded.memories), default=0) == loaded.head.version
                await asyncio.sleep(0)

        await asyncio.wait_for(asyncio.gather(write(), read(), read()), 60)

    async def test_fetch_keeps_the_order_when_ids_are_asked(self, store: Store) -> None:
        await store.apply("u", put(*(f"m{n:03}" for n in range(100))))
        ids = [f"m{n:03}" for n in range(99, -1, -1)]
        assert [row.id for row in await store.fetch("u", ids)] == ids
        assert [row.id for row in await store.fetch("u", ["m007", "nothing", "m003"])] == ["m007", "m003"]
        assert await store.fetch("u", []) == ()
        assert await store.fetch("v", ["m007"]) == ()

    async def test_changes_gives_pages_when_limits_are_set(self, store: Store) -> None:
        for n in range(6):
            await store.apply(
                "u", Write(changes=(change(f"m{n % 2}", Action.SAME, f"{n}".encode(), NOW + n * SECOND),))
            )
        rows = await store.changes("u", since=2, limit=3)
        assert [(row.version, row.ref, row.body) for row in rows] == [(3, "m0", b"2"), (4, "m1", b"3"), (5, "m0", b"4")]
        assert {row.action for row in rows} == {Action.SAME}
        assert rows[0].at == NOW + 2 * SECOND
        assert [row.version for row in await store.changes("u", ref="m1")] == [2, 4, 6]
        assert [row.version for row in await store.changes("u", ref="m1", since=2, limit=1)] == [4]
        assert await store.changes("u", ref="m%") == ()

    async def test_apply_takes_earlier_words_from_the_log_when_scrubbing(self, store: Store) -> None:
        await store.apply("u", put("a", "b"))
        erased = change("a", Action.ERASE, b"by request")
        await store.apply("u", Write(removed=("a",), scrubbed=("a",), changes=(erased,)))
        rows = await store.changes("u")
        assert [(row.ref, row.body) for row in rows] == [("a", b""), ("b", b"why"), ("a", b"by request")]
        assert [row.id for row in (await store.load("u")).memories] == ["b"]
        assert await store.fetch("u", ["a"]) == ()

    async def test_touch_adds_up_when_items_were_used(self, store: Store) -> None:
        await store.apply("u", put("a", "b"))
        await store.apply("v", Write(episodes=(item("a"),), changes=(change("a"),)))
        head = await store.head("u")
        uses = [
            Use(user="u", id="a", count=2, at=NOW),
            Use(user="v", id="a", count=1, at=NOW + MINUTE),
            Use(user="u", id="unknown", count=1, at=NOW),
            Use(user="unknown", id="a", count=1, at=NOW),
        ]
        await store.touch(uses)
        await store.touch([Use(user="u", id="a", count=3, at=NOW - MINUTE)])  # a clock set back
        assert await store.head("u") == head
        assert (await store.load("u", since=head.version)).memories == ()
        a, b = await store.fetch("u", ["a", "b"])
        assert (a.recall_count, a.last_recalled_at) == (5, NOW)
        assert (b.recall_count, b.last_recalled_at) == (0, None)
        (other,) = await store.fetch("v", ["a"])
        assert (other.recall_count, other.last_recalled_at) == (1, NOW + MINUTE)
        assert await store.users() == ("u", "v")
        await store.touch([])

    async def test_put_keeps_uses_when_they_came_meanwhile(self, store: Store) -> None:
        await store.apply("u", Write(memories=(item("a", count=4, at=NOW),), changes=(change("a"),)))
        await store.touch([Use(user="u", id="a", count=2, at=NOW + MINUTE)])
        await store.apply("u", Write(memories=(item("a", b"new", count=4, at=NOW),), changes=(change("a"),)))
        (row,) = await store.fetch("u", ["a"])
        assert (row.body, row.recall_count, row.last_recalled_at) == (b"new", 6, NOW + MINUTE)

    async def test_items_keep_all_fields_when_read_back(self, store: Store) -> None:
        full = item("a", b"x", embedder="名/1", count=3, at=NOW)
        await store.apply("u", Write(memories=(full,), changes=(change("a"),)))
        assert (await store.load("u")).memories == (full._replace(version=1),)
        assert await store.fetch("u", ["a"]) == (full._replace(version=1),)

    async def test_erase_leaves_others_when_one_user_goes(self, store: Store) -> None:
        for user in ("u1", "u2", "u"):
            await store.append(user, "s", [draft(b"words of " + user.encode(), key="k", job="j")], NOW)
            await store.save_session(user, save("s", 0))
            await store.apply(user, put("a", "b"))
            await store.apply(user, remove("b"))
            await store.apply(user, Write(episodes=(item("e"),), changes=(change("e"),)))
        before = [await store.load("u2"), await store.changes("u2"), await store.messages("u2", "s")]
        generation = (await store.head("u1")).generation
        erased = await store.erase("u1")
        assert erased.leftovers == 0
        assert {name: count for name, count in erased.rows.items() if name != "removals"} == {
            "users": 1,
            "sessions": 1,
            "messages": 1,
            "memories": 1,
            "episodes": 1,
            "changes": 4,
            "jobs": 1,
        }
        assert await store.head("u1") == NOBODY
        assert await store.load("u1") == Loaded(head=NOBODY, memories=(), episodes=())
        assert await store.changes("u1") == ()
        assert await store.messages("u1", "s") == ()
        assert await store.sessions("u1") == ()
        assert await store.fetch("u1", ["a", "b", "e"]) == ()
        assert (await store.jobs(user="u1")).total == 0
        assert await store.users() == ("u", "u2")
        assert [await store.load("u2"), await store.changes("u2"), await store.messages("u2", "s")] == before
        assert [its.user for its in (await store.jobs()).jobs] == ["u", "u2"]
        assert (await store.apply("u1", put("a"))).version == 1
        assert (await store.head("u1")).generation not in (0, generation)

    async def test_erase_finds_nothing_when_the_user_is_unknown(self, store: Store) -> None:
        await store.apply("u", put("a"))
        erased = await store.erase("v")
        assert (sum(erased.rows.values()), erased.leftovers) == (0, 0)
        assert await store.users() == ("u",)

    async def test_users_lists_by_code_point_when_names_are_odd(self, store: Store) -> None:
        for name in ODD_NAMES:
            await store.apply(name, put("a"))
        assert await store.users() == tuple(sorted(ODD_NAMES))
        seen: list[str] = []
        while page := await store.users(after=seen[-1] if seen else "", limit=5):
            assert len(page) <= 5
            seen += page
        assert seen == sorted(ODD_NAMES)

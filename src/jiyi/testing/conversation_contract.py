"""Messages and sessions."""

from __future__ import annotations

import asyncio

import pytest

from jiyi.errors import Conflict, NaiveTime
from jiyi.ports import Store
from jiyi.rows import Appended, MessageDraft, Write
from jiyi.testing.contract import Contract, asynchronous
from jiyi.testing.samples import MINUTE, NOW, ODD_BODIES, ODD_NAMES, SECOND, draft, job, save


@asynchronous
class ConversationContract(Contract):
    async def test_append_counts_up_by_one_when_messages_follow(self, store: Store) -> None:
        assert await store.append("u", "s", [draft(b"a"), draft(b"b")], NOW) == (Appended(seq=1), Appended(seq=2))
        assert await store.append("u", "s", [draft(b"c")], NOW) == (Appended(seq=3),)
        assert await store.append("u", "other", [draft(b"d")], NOW) == (Appended(seq=1),)
        rows = await store.messages("u", "s")
        assert [(row.seq, row.body, row.key) for row in rows] == [(1, b"a", None), (2, b"b", None), (3, b"c", None)]

    async def test_append_counts_without_gaps_when_two_stores_write_at_once(self, store: Store, twin: Store) -> None:
        calls = [its.append("u", "s", [draft(), draft()], NOW) for _ in range(30) for its in (store, twin)]
        answers = await asyncio.gather(*calls)
        assert all(second.seq == first.seq + 1 for first, second in answers)
        assert sorted(place.seq for pair in answers for place in pair) == list(range(1, 121))

    async def test_append_writes_nothing_when_the_key_is_there(self, store: Store) -> None:
        assert await store.append("u", "s", [draft(b"a", key="k", job="j1")], NOW) == (Appended(seq=1),)
        again = await store.append("u", "s", [draft(b"other", key="k", job="j2")], NOW + MINUTE)
        assert again == (Appended(seq=1, repeated=True),)
        assert [row.body for row in await store.messages("u", "s")] == [b"a"]
        assert [its.id for its in (await store.jobs()).jobs] == ["j1"]
        session = await store.session("u", "s")
        assert session is not None
        assert (session.last_seq, session.updated_at) == (1, NOW)

    async def test_append_answers_each_draft_when_some_repeat(self, store: Store) -> None:
        await store.append("u", "s", [draft(b"a", key="k1")], NOW)
        drafts = [draft(b"b", key="k2"), draft(b"a", key="k1"), draft(b"c"), draft(b"x", key="k2")]
        assert await store.append("u", "s", drafts, NOW) == (
            Appended(seq=2),
            Appended(seq=1, repeated=True),
            Appended(seq=3),
            Appended(seq=2, repeated=True),
        )
        assert [(row.body, row.key) for row in await store.messages("u", "s")] == [
            (b"a", "k1"),
            (b"b", "k2"),
            (b"c", None),
        ]

    async def test_append_keeps_keys_apart_when_session_or_user_differ(self, store: Store) -> None:
        for user, session in (("u", "s"), ("u", "S"), ("U", "s"), ("us", "s"), ("u", "ss")):
            assert await store.append(user, session, [draft(key="k")], NOW) == (Appended(seq=1),)
        assert await store.append("u", "s", [draft(key="K"), draft(key="k ")], NOW) == (
            Appended(seq=2),
            Appended(seq=3),
        )

    async def test_append_keeps_one_message_when_repeated_forty_times_at_once(self, store: Store, twin: Store) -> None:
        calls = [its.append("u", "s", [draft(b"a", key="k", job="j")], NOW) for _ in range(20) for its in (store, twin)]
        answers = [answer for (answer,) in await asyncio.gather(*calls)]
        assert [answer.seq for answer in answers] == [1] * 40
        assert sum(not answer.repeated for answer in answers) == 1
        assert len(await store.messages("u", "s")) == 1
        assert (await store.jobs()).total == 1

    async def test_append_writes_nothing_when_there_is_nothing_to_add(self, store: Store) -> None:
        assert await store.append("u", "s", [], NOW) == ()
        assert await store.session("u", "s") is None
        assert await store.users() == ()

    async def test_append_refuses_when_the_time_has_no_zone(self, store: Store) -> None:
        with pytest.raises(NaiveTime):
            await store.append("u", "s", [draft(job="j")], NOW.replace(tzinfo=None))
        assert await store.messages("u", "s") == ()
        assert (await store.jobs()).total == 0

    async def test_append_commits_jobs_with_messages_when_it_returns(self, store: Store) -> None:
        both = MessageDraft(body=b"a", jobs=(("j1", "consolidate"), ("j2", "compact")))
        await store.append("u", "s", [both, draft(b"b", job="j3")], NOW)
        jobs = (await store.jobs()).jobs
        assert [(its.id, its.kind, its.session, its.seq, its.user) for its in jobs] == [
            ("j1", "consolidate", "s", 1, "u"),
            ("j2", "compact", "s", 1, "u"),
            ("j3", "consolidate", "s", 2, "u"),
        ]
        assert [its.number for its in jobs] == sorted({its.number for its in jobs})
        assert {(its.state, its.attempts, its.due_at, its.created_at) for its in jobs} == {("due", 0, NOW, NOW)}

    async def test_append_keeps_order_when_the_clock_is_set_back(self, store: Store) -> None:
        for n in range(5):
            await store.append("u", "s", [draft(f"{n}", job=f"j{n}")], NOW - n * MINUTE)
        assert [row.body for row in await store.messages("u", "s")] == [b"0", b"1", b"2", b"3", b"4"]
        claimed = await store.claim("w", NOW, MINUTE)
        assert [its.id for its in claimed] == ["j0", "j1", "j2", "j3", "j4"]

    @pytest.mark.parametrize("body", ODD_BODIES, ids=lambda body: repr(body[:12]))
    async def test_append_keeps_bytes_when_they_look_like_syntax(self, store: Store, body: bytes) -> None:
        await store.append("u", "s", [draft(body)], NOW)
        assert [row.body for row in await store.messages("u", "s")] == [body]

    @pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
    async def test_append_keeps_names_when_they_look_like_syntax(self, store: Store, name: str) -> None:
        await store.append(name, name, [draft(b"a", key=name)], NOW)
        assert (await store.append(name, name, [draft(b"a", key=name)], NOW))[0].repeated
        assert [row.key for row in await store.messages(name, name)] == [name]
        assert [row.id for row in await store.sessions(name)] == [name]
        assert await store.users() == (name,)

    async def test_messages_gives_a_part_when_limits_are_set(self, store: Store) -> None:
        await store.append("u", "s", [draft(f"{n}") for n in range(1, 8)], NOW)

        async def seqs(*, after: int = 0, limit: int | None = None, newest: bool = False) -> list[int]:
            return [row.seq for row in await store.messages("u", "s", after=after, limit=limit, newest=newest)]

        assert await seqs() == [1, 2, 3, 4, 5, 6, 7]
        assert await seqs(newest=True) == [1, 2, 3, 4, 5, 6, 7]
        assert await seqs(after=5) == [6, 7]
        assert await seqs(limit=3) == [1, 2, 3]
        assert await seqs(limit=3, newest=True) == [5, 6, 7]
        assert await seqs(after=2, limit=2) == [3, 4]
        assert await seqs(after=2, limit=2, newest=True) == [6, 7]
        assert await seqs(after=6, limit=5, newest=True) == [7]
        assert await seqs(after=7) == []
        assert await seqs(limit=0) == []
        assert await seqs(limit=0, newest=True) == []
        assert await store.messages("u", "unknown") == ()
        assert await store.messages("unknown", "s") == ()

    async def test_messages_sees_its_own_write_when_many_tasks_write(self, store: Store) -> None:
        async def chat(n: int) -> None:
            for k in range(5):
                (place,) = await store.append(f"u{n}", "s", [draft(f"{n}-{k}")], NOW)
                rows = await store.messages(f"u{n}", "s", after=place.seq - 1, limit=1)
                assert [row.body for row in rows] == [f"{n}-{k}".encode()]

        await asyncio.gather(*(chat(n) for n in range(16)))

    async def test_session_is_made_when_the_first_message_comes(self, store: Store) -> None:
        assert await store.session("u", "s") is None
        await store.append("u", "s", [draft()], NOW)
        await store.append("u", "s", [draft(), draft()], NOW + MINUTE)
        session = await store.session("u", "s")
        assert session is not None
        assert (session.id, session.body, session.last_seq, session.revision) == ("s", b"", 3, 0)
        assert (session.started_at, session.updated_at, session.ended_at) == (NOW, NOW + MINUTE, None)

    async def test_sessions_lists_by_code_point_when_names_are_odd(self, store: Store) -> None:
        for name in ODD_NAMES:
            await store.append("u", name, [draft()], NOW)
        await store.append("v", "of another", [draft()], NOW)
        assert [row.id for row in await store.sessions("u")] == sorted(ODD_NAMES)
        seen: list[str] = []
        while page := await store.sessions("u", after=seen[-1] if seen else "", limit=4):
            assert len(page) <= 4
            seen += [row.id for row in page]
        assert seen == sorted(ODD_NAMES)

    async def test_save_session_counts_revisions_when_saved(self, store: Store) -> None:
        assert await store.save_session("u", save("s", 0, b"one"), [job("j1")]) == 1
        assert await store.save_session("u", save("s", 1, b"two", NOW + SECOND, ended=NOW + MINUTE)) == 2
        assert await store.save_session("u", save("s", 2, b"three", NOW + MINUTE)) == 3
        session = await store.session("u", "s")
        assert session is not None
        assert (session.body, session.revision, session.last_seq) == (b"three", 3, 0)
        assert (session.started_at, session.updated_at, session.ended_at) == (NOW, NOW + MINUTE, NOW + MINUTE)
        assert [its.id for its in (await store.jobs()).jobs] == ["j1"]

    async def test_save_session_leaves_messages_when_there_are_some(self, store: Store) -> None:
        await store.append("u", "s", [draft(b"a")], NOW)
        assert await store.save_session("u", save("s", 0, b"state")) == 1
        assert await store.append("u", "s", [draft(b"b")], NOW) == (Appended(seq=2),)
        session = await store.session("u", "s")
        assert session is not None
        assert (session.body, session.revision, session.last_seq) == (b"state", 1, 2)

    async def test_save_session_changes_nothing_when_the_revision_is_another(self, store: Store) -> None:
        await store.save_session("u", save("s", 0, b"one"))
        for revision in (0, 2, 7):
            with pytest.raises(Conflict):
                await store.save_session("u", save("s", revision, b"bad"), [job("j")])
        with pytest.raises(Conflict):
            await store.save_session("u", save("new", 1, b"bad"), [job("j")])
        session = await store.session("u", "s")
        assert session is not None
        assert (session.body, session.revision) == (b"one", 1)
        assert await store.session("u", "new") is None
        assert (await store.jobs()).total == 0

    async def test_save_session_lets_one_win_when_two_save_at_once(self, store: Store, twin: Store) -> None:
        calls = [its.save_session("u", save("s", 0, b"x")) for _ in range(5) for its in (store, twin)]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        assert answers.count(1) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers) == 9

    async def test_failed_call_leaves_neighbours_when_they_share_a_commit(self, store: Store) -> None:
        await store.save_session("u", save("s", 0))
        bad = [store.save_session("u", save("s", 5)) for _ in range(10)]
        good = [store.append("u", f"s{n}", [draft(job=f"j{n}")], NOW) for n in range(10)]
        mixed = [call for pair in zip(bad, good, strict=True) for call in pair]
        answers = await asyncio.gather(*mixed, return_exceptions=True)
        assert all(isinstance(answer, Conflict) for answer in answers[0::2])
        assert answers[1::2] == [(Appended(seq=1),)] * 10
        assert (await store.jobs()).total == 10

    async def test_session_starts_anew_when_it_was_dropped(self, store: Store) -> None:
        await store.append("u", "s", [draft(b"a", key="k", job="j")], NOW)
        await store.save_session("u", save("s", 0))
        await store.append("u", "kept", [draft(b"b", job="j2")], NOW)
        await store.apply("u", Write(drop_sessions=("s",)))
        assert await store.session("u", "s") is None
        assert await store.messages("u", "s") == ()
        assert [its.id for its in (await store.jobs()).jobs] == ["j2"]
        assert len(await store.messages("u", "kept")) == 1
        assert await store.append("u", "s", [draft(b"a", key="k")], NOW + MINUTE) == (Appended(seq=1),)
        session = await store.session("u", "s")
        assert session is not None
        assert (session.revision, session.started_at, session.body) == (0, NOW + MINUTE, b"")

    async def test_messages_are_replaced_or_deleted_when_a_write_says_so(self, store: Store) -> None:
        await store.append("u", "s", [draft(b"a", key="ka"), draft(b"b", key="kb"), draft(b"c")], NOW)
        await store.apply("u", Write(messages=(("s", 1, b"A"), ("s", 3, None), ("s", 9, b"no"), ("t", 1, None))))
        rows = await store.messages("u", "s")
        assert [(row.seq, row.body, row.key) for row in rows] == [(1, b"A", "ka"), (2, b"b", "kb")]
        assert await store.append("u", "s", [draft(b"d")], NOW) == (Appended(seq=4),)  # a number is never given twice

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from jiyi.errors import Conflict, InvalidInput, NaiveTime, NotFound, Refused, TooLong
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.settings import GuardSettings, LimitSettings, Settings

USERS = ["john-doe", "john_doe", "john", "a%", "ab", "用户1", "019a-uuid", "x" * 200, "../etc/passwd", "🐼", "John"]


async def test_add_keeps_the_message_when_it_returns(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    kept = await session.add("user", "我住在杭州", meta={"page": 3}, name="小王")
    (found,) = await session.messages()
    assert found == kept
    assert (found.seq, found.content, found.meta, found.name) == (1, "我住在杭州", {"page": 3}, "小王")
    assert found.at.tzinfo is not None


async def test_add_returns_the_first_message_when_its_key_comes_again(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    made = await asyncio.gather(*(session.add("user", "I love chess.", key="k-1") for _ in range(40)))
    assert {one.seq for one in made} == {1}
    assert len(await session.messages()) == 1
    assert await memory.drain(30)
    assert (await memory.list("u")).total == 1
    with pytest.raises(Conflict, match="already used"):
        await session.add("user", "I love go.", key="k-1")


async def test_add_says_so_when_the_message_of_a_key_was_erased(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    await session.add("user", "My salary is 90k.", key="k-1")
    await memory.drain(30)
    (kept,) = (await memory.list("u")).items
    await memory.forget("u", id=kept.id)
    # The erased words are gone with their key: the same call is a new message.
    again = await session.add("user", "My salary is 90k.", key="k-1")
    assert again.seq == 2


@pytest.mark.parametrize(
    ("role", "content", "error"),
    [
        ("narrator", "hello", InvalidInput),
        ("user", "", InvalidInput),
        ("user", 7, InvalidInput),
        ("user", "x" * 101, TooLong),
    ],
)
async def test_add_refuses_with_a_clear_error_when_the_input_is_unusable(
    embedder: LocalEmbedder, role: str, content: str, error: type[Exception]
) -> None:
    settings = Settings(limits=LimitSettings(message_characters=100))
    async with AsyncMemory.open(":memory:", settings, embedder=embedder) as memory:
        session = memory.session("u", "s")
        with pytest.raises(error):
            await session.add(role, content)
        assert await session.messages() == ()


async def test_add_refuses_a_time_when_it_has_no_zone(memory: AsyncMemory) -> None:
    with pytest.raises(NaiveTime, match="tzinfo"):
        await memory.session("u", "s").add("user", "hello", at=datetime(2026, 1, 1))  # noqa: DTZ001


async def test_add_keeps_the_moment_when_the_time_has_another_zone(memory: AsyncMemory) -> None:
    at = datetime.fromisoformat("2026-03-01T08:00:00+08:00")
    kept = await memory.session("u", "s").add("user", "hello", at=at)
    assert kept.at == datetime(2026, 3, 1, tzinfo=UTC)


async def test_add_refuses_meta_when_it_is_no_json(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    with pytest.raises(InvalidInput, match="JSON"):
        await session.add("user", "hello", meta={"when": datetime.now(UTC)})
    with pytest.raises(TooLong):
        await session.add("user", "hello", meta={"blob": "x" * 20_000})
    assert await session.messages() == ()


@pytest.mark.parametrize(
    "text",
    [
        r"C:\a/b",
        "中文:*",
        '" OR 1=1 --',
        "{{x}}",
        "半角ｶﾅ　全角ＡＢＣ",
        "👩‍👩‍👧‍👦 emoji",
        "'; DROP TABLE messages; --",
        "%s %d \\x00",
    ],
)
async def test_add_keeps_text_as_text_when_it_looks_like_syntax(memory: AsyncMemory, text: str) -> None:
    session = memory.session("u", "s")
    await session.add("user", text)
    assert [one.content for one in await session.messages()] == [text]
    await memory.drain(30)
    found = await memory.recall("u", text)
    assert any(text in hit.content for hit in found.hits)


async def test_add_keeps_what_can_be_kept_when_text_holds_nul_or_half_characters(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    await session.add("user", "before\x00after \ud83d end")
    (found,) = await session.messages()
    assert "before" in found.content
    assert "after" in found.content
    assert "\x00" not in found.content
    found.content.encode()


async def test_add_keeps_a_megabyte_when_it_comes_in_one_message(memory: AsyncMemory) -> None:
    text = "长文本 long text " * 60_000
    session = memory.session("u", "s")
    await session.add("user", text[:1_000_000])
    assert await memory.drain(60)
    assert (await memory.jobs()).total == 0
    assert (await session.messages())[0].content == text[:1_000_000]


async def test_reads_see_only_their_own_user_when_names_look_alike(memory: AsyncMemory) -> None:
    for number, user in enumerate(USERS):
        await memory.session(user, "s").add("user", f"I live in Town{number}ville.")
    assert await memory.drain(60)
    for number, user in enumerate(USERS):
        found = (await memory.list(user, status=("current", "superseded", "pending"))).items
        assert [f"Town{number}ville" in one.content for one in found] == [True], user
        hits = (await memory.recall(user, "where do I live")).hits
        assert hits
        assert all(f"Town{number}ville" in hit.content for hit in hits)
    await memory.erase("john")
    assert (await memory.list("john")).total == 0
    assert all([(await memory.list(user)).total == 1 for user in USERS if user != "john"])


@pytest.mark.parametrize("user", ["", "x" * 513, "a\x00b", "\ud800"])
async def test_verbs_refuse_a_user_when_no_store_could_keep_the_name(memory: AsyncMemory, user: str) -> None:
    for verb in (memory.list(user), memory.recall(user, "x"), memory.changes(user), memory.erase(user)):
        with pytest.raises(InvalidInput):
            await verb
    with pytest.raises(InvalidInput):
        memory.session(user)


async def test_add_cuts_a_secret_before_anything_is_written(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    kept = await session.add("user", "my password is hunter2pass and I live in Leeds.", meta={"password": "zx81-zx81"})
    assert "password" in kept.withheld
    assert "hunter2pass" not in kept.content
    assert "Leeds" in kept.content
    assert "zx81-zx81" not in str(kept.meta)
    await memory.drain(30)
    assert "hunter2pass" not in str(await memory.export("u"))


async def test_add_writes_nothing_when_the_policy_is_to_refuse(embedder: LocalEmbedder) -> None:
    settings = Settings(guard=GuardSettings(policies={"password": "refuse"}))
    async with AsyncMemory.open(":memory:", settings, embedder=embedder) as memory:
        session = memory.session("u", "s")
        with pytest.raises(Refused) as caught:
            await session.add("user", "my password is hunter2pass")
        assert "hunter2pass" not in str(caught.value)
        assert await session.messages() == ()


async def test_get_says_not_found_when_the_memory_is_another_users(memory: AsyncMemory) -> None:
    kept = await memory.remember("a", "I live in Leeds.")
    with pytest.raises(NotFound):
        await memory.get("b", kept.id)
    with pytest.raises(NotFound):
        await memory.correct("b", kept.id, "I live in York.")

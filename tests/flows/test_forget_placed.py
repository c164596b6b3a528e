"""Orders to forget by where a thing stands in the talk, carried out from end to end."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder

# Times are of Tuesday and Wednesday in Shanghai, eight hours ahead: the first is still Monday in UTC.
TOLD = {
    "zh": (
        (datetime(2026, 3, 2, 17, tzinfo=UTC), "我喜欢爵士乐"),
        (datetime(2026, 3, 3, 9, tzinfo=UTC), "我养了一只猫"),
        (datetime(2026, 3, 4, 9, tzinfo=UTC), "我会拉二胡"),
        (datetime(2026, 3, 4, 10, tzinfo=UTC), "我是护士"),
    ),
    "en": (
        (datetime(2026, 3, 2, 17, tzinfo=UTC), "I love jazz"),
        (datetime(2026, 3, 3, 9, tzinfo=UTC), "I have a cat"),
        (datetime(2026, 3, 4, 9, tzinfo=UTC), "I play the oboe"),
        (datetime(2026, 3, 4, 10, tzinfo=UTC), "I work as a nurse"),
    ),
}
ORDERED = datetime(2026, 3, 5, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        ("en", "forget the last two things I told you", {"I love jazz.", "I have a cat."}),
        ("en", "delete my last message", {"I love jazz.", "I have a cat.", "I play the oboe."}),
        ("en", "forget what I said on Tuesday", {"I play the oboe.", "I work as a nurse."}),
        ("en", "Forget everything I told you yesterday", {"I love jazz.", "I have a cat."}),
        (
            "en",
            "forget our conversation from Monday",
            {"I love jazz.", "I have a cat.", "I play the oboe.", "I work as a nurse."},
        ),
        ("zh", "把刚才那两条忘了", {"我喜欢爵士乐", "我养了一只猫"}),
        ("zh", "忘掉我周二说的话", {"我会拉二胡", "我是护士"}),
        ("zh", "昨天聊的內容都忘了吧", {"我喜欢爵士乐", "我养了一只猫"}),
    ],
)
async def test_an_order_erases_what_was_said_at_its_place(
    embedder: LocalEmbedder, language: str, text: str, left: set[str]
) -> None:
    async with AsyncMemory.open(":memory:", embedder=embedder, clock=lambda: ORDERED) as memory:
        session = memory.session("u", "s", "Asia/Shanghai")
        for at, said in TOLD[language]:
            await session.add("user", said, at)
            await session.add("assistant", "ok", at)
        assert await memory.drain(60)
        assert (await memory.list("u")).total == len(TOLD[language])
        await session.add("user", text, ORDERED)
        assert await memory.drain(60)
        assert {one.content for one in (await memory.list("u")).items} == left
        told = str(await memory.export("u"))
        assert all((said.rstrip(".") in told) == (said in left or said + "." in left) for _, said in TOLD[language])


async def test_an_order_counts_what_was_told_and_not_what_was_asked(embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(":memory:", embedder=embedder) as memory:
        session = memory.session("u", "s")
        for text in ("I love jazz", "I play the oboe", "What time is it in Oslo?", "I work as a nurse"):
            await session.add("user", text)
        assert await memory.drain(60)
        await session.add("user", "Forget the last two things I told you.")
        assert await memory.drain(60)
        assert {one.content for one in (await memory.list("u")).items} == {"I love jazz."}

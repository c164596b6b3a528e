"""A secret that two messages share leaves no byte behind, and its first half makes no memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from jiyi.errors import Refused
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.settings import GuardSettings, Settings

from .conftest import Clock


def holds(folder: Path, secret: str) -> list[str]:
    """Files under a folder that hold the words."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return [path.name for path in found if secret.encode() in path.read_bytes()]


@pytest.mark.parametrize(
    ("turns", "secret"),
    [
        ((("user", "my bank password is"), ("user", "hunter2-Zeta")), "hunter2-Zeta"),
        (
            (("user", "my bank password is"), ("assistant", "Please do not share it."), ("user", "hunter2-Zeta")),
            "hunter2",
        ),
        ((("assistant", "请问您的支付密码是多少？"), ("user", "哦是 88371")), "88371"),
        ((("user", "我的wifi密码是"), ("user", "等我找找"), ("user", "zeta-8837-kk")), "zeta-8837"),
        ((("user", "what's my wifi password again?"), ("assistant", "It's frodo-4477")), "frodo-4477"),
    ],
)
async def test_no_file_holds_a_secret_that_two_messages_share(
    tmp_path: Path, embedder: LocalEmbedder, clock: Clock, turns: tuple[tuple[str, str], ...], secret: str
) -> None:
    async with AsyncMemory.open(tmp_path / "jiyi.db", Settings(), embedder=embedder, clock=clock) as memory:
        session = memory.session("u", "s")
        for role, text in turns:
            last = await session.add(role, text)
            assert await memory.drain(30)
        assert last.withheld == ("password",)
        await session.end()
        assert await memory.drain(30)
        assert (await memory.list("u")).total == 0
        assert holds(tmp_path, secret) == []
    assert holds(tmp_path, secret) == []


async def test_second_half_is_the_same_message_when_its_add_is_tried_again(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    await session.add("user", "my bank password is", key="a")
    first = await session.add("user", "hunter2-Zeta", key="b")
    again = await session.add("user", "hunter2-Zeta", key="b")
    assert (again.seq, again.content) == (first.seq, "[password withheld]")


async def test_second_half_is_refused_when_the_policy_says_so(url: str, embedder: LocalEmbedder, clock: Clock) -> None:
    settings = Settings(guard=GuardSettings(policies={"password": "refuse"}))
    async with AsyncMemory.open(url, settings, embedder=embedder, clock=clock) as memory:
        session = memory.session("u", "s")
        await session.add("user", "my bank password is")
        with pytest.raises(Refused, match="password"):
            await session.add("user", "hunter2-Zeta")
        assert len(await session.messages()) == 1


@pytest.mark.parametrize(
    "stub", ["我的微信支付密码是", "my bank password is", "我的身份证号是", "My wifi password is:"]
)
async def test_first_half_of_a_secret_makes_no_memory(memory: AsyncMemory, stub: str) -> None:
    session = memory.session("u", "s")
    await session.add("user", stub)
    await session.add("user", "记住哦")
    await session.end()
    assert await memory.drain(30)
    assert (await memory.list("u")).total == 0


@pytest.mark.parametrize(
    ("secret", "told"),
    [
        ("hunter2-Zeta", "that's my bank password"),
        ("883-71-Momo", "刚才那串是我的支付密码"),
        ("88371942", "這是我的wifi密碼"),
    ],
)
async def test_no_file_holds_a_secret_when_the_next_message_says_that_it_was_one(
    tmp_path: Path, embedder: LocalEmbedder, clock: Clock, secret: str, told: str
) -> None:
    async with AsyncMemory.open(tmp_path / "jiyi.db", Settings(), embedder=embedder, clock=clock) as memory:
        session = memory.session("u", "s")
        await session.add("user", "I live in Leeds.")
        await session.add("user", secret)
        await session.add("assistant", "?")
        assert await memory.drain(30)
        await session.add("user", told)
        assert await memory.drain(30)
        assert [one.content for one in (await memory.list("u")).items] == ["I live in Leeds."]
        assert holds(tmp_path, secret) == []
    assert holds(tmp_path, secret) == []


@pytest.mark.parametrize("told", ["that's my favourite song", "这是我的新手机", "that's my password manager", "是的"])
async def test_turn_before_stays_when_a_message_names_no_secret(memory: AsyncMemory, told: str) -> None:
    session = memory.session("u", "s")
    await session.add("user", "Song-2-Blur")
    await session.add("user", told)
    assert await memory.drain(30)
    assert [one.content for one in await session.messages()] == ["Song-2-Blur", told]

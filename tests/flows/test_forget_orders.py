"""Orders in other words, carried out from end to end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder


async def _say(memory: AsyncMemory, text: str, session: str = "s") -> None:
    await memory.session("u", session).add("user", text)
    assert await memory.drain(60)


def _files(folder: Path) -> bytes:
    return b"".join(Path(entry.path).read_bytes() for entry in os.scandir(folder) if entry.is_file())


async def _known(memory: AsyncMemory) -> set[str]:
    return {one.content for one in (await memory.list("u")).items}


async def test_an_order_erases_what_the_clause_before_it_names(tmp_path: Path, embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I play the oboe.", "a")
        await _say(memory, "我会拉二胡", "b")
        await _say(memory, "I gave up the oboe, you can forget it.", "c")
        assert await _known(memory) == {"我会拉二胡"}
        assert "oboe" not in str(await memory.export("u"))


async def test_what_looks_like_an_order_is_a_remark_when_nothing_known_is_meant(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I love chess.", "a")
        await _say(memory, "My name is Tove. The trombone stuff, bin it.", "b")
        known = await _known(memory)
        assert "I love chess." in known
        assert any("Tove" in one for one in known)


@pytest.mark.parametrize(
    ("told", "ordered"), [("我团队用的是飞书", "把钉钉那条删了"), ("We use Slack.", "Delete the Teams one")]
)
async def test_an_order_nobody_follows_is_no_news_of_what_it_names(
    tmp_path: Path, embedder: LocalEmbedder, told: str, ordered: str
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, told, "a")
        await _say(memory, ordered, "b")
        assert await _known(memory) == {told}


async def test_a_message_that_shall_not_be_kept_leaves_what_was_said_before(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I love chess.")
        await _say(memory, "I have a crush on Ansgar. Don't remember that.")
        assert await _known(memory) == {"I love chess."}
        assert "Ansgar" not in str(await memory.export("u"))
        assert "chess" in str(await memory.export("u"))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Off the record: I have a crush on Ansgar.", "Ansgar"),
        ("Don't save this, I'm dating Ansgar.", "Ansgar"),
        ("This stays between us: I am looking for work at Ansgar.", "Ansgar"),
        ("别记下来：我暗恋安斯加", "安斯加"),
        ("這話別記啊，我跟安斯加吵架了", "安斯加"),
        ("我讨厌安斯加，这个别记", "安斯加"),
    ],
)
async def test_a_message_that_opens_with_the_order_leaves_no_word_of_it(
    tmp_path: Path, embedder: LocalEmbedder, text: str, word: str
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I love chess.")
        await _say(memory, text)
        session = memory.session("u", "s")
        await session.add("assistant", "All right.")
        await session.end()
        assert await memory.drain(60)
        assert await _known(memory) == {"I love chess."}
        assert word not in str(await memory.export("u"))
        assert "chess" in str(await memory.export("u"))
    files = _files(tmp_path)
    assert b"chess" in files
    assert word.encode() not in files


async def test_the_answer_to_an_order_makes_no_episode_when_it_comes_after_it_was_carried_out(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "Off the record: I have a crush on Ansgar.")
        await memory.session("u", "s").add("assistant", "So you have a crush on Ansgar.")
        assert await memory.drain(60)
        assert not [row for row in await memory.export("u") if row["type"] == "episode"]


@pytest.mark.parametrize(
    ("home", "mail", "order"),
    [
        (
            "My address is 18 Quay Street, Bath.",
            "My email is dan@example.com.",
            "Please delete my email address from your records.",
        ),
        ("我的地址是朝阳区望京街8号", "我的邮箱是a@b.com", "把我的邮箱地址删了吧"),
    ],
)
async def test_the_address_of_a_home_stays_when_that_of_an_e_mail_is_to_go(
    embedder: LocalEmbedder, home: str, mail: str, order: str
) -> None:
    async with AsyncMemory.open(":memory:", embedder=embedder) as memory:
        await _say(memory, home)
        await _say(memory, mail)
        assert await _known(memory) == {home, mail}
        await _say(memory, order)
        assert await _known(memory) == {home}


async def test_a_plan_is_history_and_not_erased_when_it_is_called_off(embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(":memory:", embedder=embedder) as memory:
        await _say(memory, "下个月我们全家要去三亚玩")
        await _say(memory, "三亚不去了，取消了")
        ended = (await memory.list("u", status=["superseded"])).items
        assert any("三亚" in one.content for one in ended)


@pytest.mark.parametrize(
    ("said", "order", "gone", "stays"),
    [
        (
            ("My son Idris was expelled", "My son Idris likes chess"),
            "Forget about Idris's trouble at school, but not his hobby",
            "expelled",
            "chess",
        ),
        (("我儿子小宇被学校记了处分", "我儿子小宇喜欢下象棋"), "小宇受处分的事忘掉，下棋的留着", "处分", "象棋"),
    ],
)
async def test_an_order_leaves_what_it_says_shall_stay(
    memory: AsyncMemory, said: tuple[str, ...], order: str, gone: str, stays: str
) -> None:
    for place, text in enumerate((*said, order)):
        await memory.session("u", f"s{place}").add("user", text)
        assert await memory.drain(60)
    told = str(await memory.export("u"))
    assert gone not in told
    assert stays in str((await memory.list("u")).items)

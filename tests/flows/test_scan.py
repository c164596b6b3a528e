"""The triggers, the light scan and the write rate, from `add` to the log."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.records import Action
from jiyi.settings import JudgeSettings, Settings

from .conftest import Clock


async def talk(memory: AsyncMemory, user: str, session: str, texts: Sequence[str]) -> None:
    spoken = memory.session(user, session)
    for text in texts:
        await spoken.add("user", text)
        await spoken.add("assistant", "好的。")
        assert await memory.drain(30)


async def triggers(memory: AsyncMemory, user: str) -> list[str]:
    return [found[1] for one in await memory.changes(user) if (found := re.search(r"; trigger: (.+)$", one.why))]


async def test_log_names_the_trigger_when_a_memory_is_made_or_changed(memory: AsyncMemory) -> None:
    await talk(memory, "u", "s", ["记住我住在杭州", "我对花生过敏", "我搬到苏州了", "以后都用英文回答"])
    assert await triggers(memory, "u") == [
        "said outright",
        "a known attribute",
        "a known memory",
        "a known memory",
        "said outright",
    ]


async def test_question_becomes_a_memory_when_it_was_asked_three_times_in_three_sessions(memory: AsyncMemory) -> None:
    for number, text in enumerate(["怎么把报表导出来？", "报表怎么导出", "请问报表怎么导出啊"]):
        await talk(memory, "u", f"s{number}", [text])
        await memory.session("u", f"s{number}").end()
        assert await memory.drain(30)
    (made,) = (await memory.list("u")).items
    assert (made.content, len(made.evidence)) == ("我经常问：怎么把报表导出来？", 3)
    assert set(await triggers(memory, "u")) == {"the end of the session"}
    await talk(memory, "u", "s4", ["报表怎么导出？"])
    await memory.session("u", "s4").end()
    assert await memory.drain(30)
    (again,) = (await memory.list("u")).items
    assert (again.id, len(again.evidence)) == (made.id, 4)


async def test_scan_looks_at_every_fifth_turn_and_says_so_when_a_task_was_finished(memory: AsyncMemory) -> None:
    texts = ["Help me deploy the blog to Fly.io", "I get a 502", "and now?", "Great, it works now, thanks!"]
    await talk(memory, "u", "s", texts)
    assert (await memory.list("u")).total == 0
    await talk(memory, "u", "s", ["ok"])
    (made,) = (await memory.list("u")).items
    assert made.content == "I got this done: deploy the blog to Fly.io (outcome: it works now)."
    assert await triggers(memory, "u") == ["a light scan"]
    noted = [one.patch["scan"][1] for one in await memory.changes("u") if "scan" in one.patch]
    assert noted == ["a light scan: 5 turn(s) looked at together, 1 thing(s) seen in them"]
    await memory.session("u", "s").end()
    assert await memory.drain(30)
    assert (await memory.list("u")).total == 1


async def test_scan_waits_for_the_end_when_no_turns_are_set(url: str, embedder: LocalEmbedder, clock: Clock) -> None:
    settings = Settings(judge=JudgeSettings(scan_turns=0, repeats=2))
    async with AsyncMemory.open(url, settings, embedder=embedder, clock=clock) as memory:
        await talk(memory, "u", "s", ["how do I reset my router?"] * 7)
        assert (await memory.list("u")).total == 0
        await memory.session("u", "s").end()
        assert await memory.drain(30)
        assert (await memory.list("u")).total == 1


async def test_forgotten_question_stays_forgotten_when_the_next_scan_comes(memory: AsyncMemory) -> None:
    await talk(memory, "u", "s", ["我的信用卡账单怎么看？"] * 5)
    assert (await memory.list("u")).total == 1
    await memory.forget("u", about="信用卡")
    await talk(memory, "u", "s", ["今天好累", "嗯", "好", "行", "晚安"])
    await memory.session("u", "s").end()
    assert await memory.drain(30)
    assert (await memory.list("u")).total == 0


@pytest.mark.parametrize("together", [True, False])
async def test_rate_leaves_what_is_too_much_but_never_what_is_asked_for_or_protects(
    url: str, embedder: LocalEmbedder, clock: Clock, together: bool
) -> None:
    settings = Settings(judge=JudgeSettings(per_hour=2))
    async with AsyncMemory.open(url, settings, embedder=embedder, clock=clock) as memory:
        texts = ["我喜欢爬山", "我住在杭州", "我喜欢喝茶", "我对花生过敏", "记住我的猫叫团团", "我搬到苏州了"]
        if together:
            session = memory.session("u", "s")
            for text in texts:
                await session.add("user", text)
            assert await memory.drain(30)
        else:
            await talk(memory, "u", "s", texts)
        held = " ".join(one.content for one in (await memory.list("u")).items)
        assert "喝茶" not in held
        assert all(word in held for word in ("爬山", "花生", "团团", "苏州"))
        assert "杭州" not in held
        passed = [pair for one in await memory.changes("u") for pair in one.patch.get("left", (None, []))[1]]
        assert ["我喜欢喝茶", "too many at once: 2 memories an hour are kept"] in passed
        assert any("喝茶" in hit.content for hit in await memory.recall("u", "喝茶", over=("episodes",)))
        clock.forward(hours=2)
        await talk(memory, "u", "s", ["我喜欢下棋"])
        assert any("下棋" in one.content for one in (await memory.list("u")).items)


async def test_every_add_of_a_conversation_names_its_trigger(memory: AsyncMemory) -> None:
    await talk(
        memory, "u", "s", ["I live in Leeds.", "My sister Anna is a nurse.", "Anna moved to York.", "I love jazz."]
    )
    added = [one for one in await memory.changes("u") if one.action in (Action.ADD, Action.SUPPLEMENT)]
    assert added
    assert all("trigger: " in one.why for one in added)


async def test_long_message_is_found_whole_and_the_log_says_what_was_not_judged(memory: AsyncMemory) -> None:
    filler = "The minutes go on about the budget of the garden. " * 900
    text = f"I live in Leeds. {filler} The heron nested by the sluice. {filler} I'm allergic to penicillin."
    await memory.session("u", "s").add("user", text)
    assert await memory.drain(60)
    held = " ".join(one.content for one in (await memory.list("u")).items)
    assert "Leeds" in held
    assert "penicillin" in held
    passed = [pair for one in await memory.changes("u") for pair in one.patch.get("left", (None, []))[1]]
    assert passed[-1][1] == f"too long: {len(text) - 2_600} characters were not looked through for memories"
    (hit, *_) = await memory.recall("u", "heron sluice", over=("episodes",))
    assert "heron" in hit.content

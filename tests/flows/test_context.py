from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from jiyi.errors import BudgetTooSmall, InvalidInput
from jiyi.language.count import messages_tokens
from jiyi.memory import AsyncMemory, AsyncSession
from jiyi.models.local import LocalEmbedder
from jiyi.rows import Head
from jiyi.settings import Settings, WindowSettings
from jiyi.stores.memory import MemoryStore

STRATEGIES = ("full", "turns", "tokens", "summary", "summary_buffer", "retrieval")


def _text(messages: list[dict[str, object]]) -> str:
    return "\n".join(str(one["content"]) for one in messages)


async def _chat(session: AsyncSession, turns: int) -> None:
    for number in range(turns):
        await session.add("user", f"我们先看第{number}个方案，预算和时间都要考虑，我想知道它的优缺点。")
        await session.add("assistant", f"第{number}个方案的优点是便宜，缺点是工期长。" * 4)


async def test_context_knows_the_person_in_a_new_session(memory: AsyncMemory) -> None:
    first = memory.session("u", "monday")
    await first.add("user", "我以后都在杭州了，我对花生过敏")
    await first.add("assistant", "好的。")
    assert await memory.drain(30)
    made = await memory.session("u", "tuesday").context("晚饭吃什么好？", 4000, system="你是助手。")
    assert made.messages[0]["role"] == "system"
    assert made.messages[0]["content"].startswith("你是助手。")
    assert "你对花生过敏" in made.messages[0]["content"]
    assert made.messages[-1] == {"role": "user", "content": "晚饭吃什么好？"}
    assert {one.part for one in made.trace.included} >= {"profile", "input"}
    assert sum(made.trace.parts.values()) <= made.tokens


async def test_context_holds_the_message_itself_when_its_memory_is_still_being_made(
    embedder: LocalEmbedder,
) -> None:
    async with AsyncMemory.open(":memory:", embedder=embedder) as memory:
        session = memory.session("u", "s")
        await session.add("user", "我的航班是 MU5137")
        await session.add("assistant", "记下了。")
        made = await session.context("我的航班号是多少？", 2000)
        assert "MU5137" in _text(made.messages)


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_context_is_never_over_the_budget_and_keeps_the_input(embedder: LocalEmbedder, strategy: str) -> None:
    settings = Settings(window=WindowSettings(strategy=strategy, tokens=400, turns=3))  # type: ignore[arg-type]
    async with AsyncMemory.open(":memory:", settings, embedder=embedder) as memory:
        session = memory.session("u", "s")
        await session.add("user", "我对花生过敏，我叫李雷，我住在杭州。")
        await _chat(session, 12)
        assert await memory.drain(60)
        for budget in (60, 120, 300, 900, 4000):
            made = await session.context("那第三个方案呢？", budget, system="Be brief.")
            count = memory._parts.tokenizer.count
            assert made.tokens == messages_tokens(made.messages, count) <= budget
            assert made.messages[-1]["content"] == "那第三个方案呢？"


async def test_context_says_so_when_system_and_input_do_not_fit(embedder: LocalEmbedder) -> None:
    settings = Settings(window=WindowSettings(oversize="error"))
    async with AsyncMemory.open(":memory:", settings, embedder=embedder) as memory:
        session = memory.session("u", "s")
        with pytest.raises(BudgetTooSmall):
            await session.context("很长的输入" * 200, 20)
        with pytest.raises(InvalidInput):
            await session.context("hello", 0)
        with pytest.raises(InvalidInput, match="nothing to answer"):
            await session.context(None, 100)


async def test_context_cuts_the_newest_message_visibly_when_it_alone_is_over_the_budget(memory: AsyncMemory) -> None:
    made = await memory.session("u", "s").context("很长的输入。" * 200, 60)
    last = made.messages[-1]["content"]
    assert last.startswith("很长的输入")
    assert len(last) < 1200
    assert made.tokens <= 60


async def test_compaction_folds_old_turns_into_a_bounded_summary_before_the_budget_is_full(
    embedder: LocalEmbedder,
) -> None:
    settings = Settings(window=WindowSettings(tokens=600, summary_tokens=120))
    async with AsyncMemory.open(":memory:", settings, embedder=embedder) as memory:
        session = memory.session("u", "s")
        await _chat(session, 20)
        assert await memory.drain(60)
        summary = await session.summary
        assert summary
        assert 0 < summary.upto < 40
        made = await session.context("继续", 600)
        assert made.tokens <= 600
        assert len(await session.messages()) == 40, "compaction never removes a message"


async def test_context_finds_what_the_summary_covers_when_it_is_asked_for(embedder: LocalEmbedder) -> None:
    settings = Settings(window=WindowSettings(tokens=600, summary_tokens=120))
    async with AsyncMemory.open(":memory:", settings, embedder=embedder) as memory:
        session = memory.session("u", "s")
        await session.add("user", "顺便说一下，仓库的门牌号是乙-4417。")
        await session.add("assistant", "好的。")
        await _chat(session, 15)
        assert await memory.drain(60)
        assert (await session.summary).upto >= 2
        made = await session.context("仓库的门牌号是多少？", 900)
        assert "乙-4417" in _text(made.messages)


async def test_state_merges_and_survives_beside_background_work(memory: AsyncMemory) -> None:
    session = memory.session("u", "s", zone="Asia/Shanghai")
    await session.add("user", "预算是5000元，改成周四吧")
    await session.update_state({"order": {"id": 7, "open": True}})
    assert await memory.drain(30)
    await session.update_state({"order": {"open": None}, "step": "pay"})
    state = await session.state
    assert state["order"] == {"id": 7}
    assert state["step"] == "pay"
    await session.note("weather", {"hangzhou": "rain"})
    assert (await session.scratchpad)["weather"] == {"hangzhou": "rain"}
    made = await session.context("继续", 2000)
    assert "pay" in _text(made.messages)


async def test_end_folds_what_is_left_of_the_session(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    await session.add("user", "我们决定用第二个方案，下周三上线。")
    await session.add("assistant", "好的，第二个方案，下周三上线。")
    await session.end()
    await session.end()
    assert await memory.drain(30)
    assert await session.summary
    assert (await memory.jobs()).total == 0


async def test_reading_a_context_writes_nothing(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    await session.add("user", "我住在杭州")
    assert await memory.drain(30)
    before = await memory.changes("u")
    await session.context("我住哪？", 1000)
    assert await memory.changes("u") == before
    assert len(await session.messages()) == 1


async def test_context_leaves_out_a_past_turn_whose_statement_was_replaced(memory: AsyncMemory) -> None:
    first = memory.session("u", "monday")
    for text in ("我住在杭州", "我搬到上海了"):
        await first.add("user", text)
        await first.add("assistant", "好的。")
    assert await memory.drain(30)
    made = await memory.session("u", "tuesday").context("我住在哪里？杭州还是上海？", 4000)
    assert "上海" in _text(made.messages[:-1])
    assert "杭州" not in _text(made.messages[:-1])


@pytest.mark.parametrize(
    ("liked", "asks", "said", "status"),
    [
        ("我喜欢喝咖啡", "你现在还喜欢喝咖啡吗？", "还是喜欢", "current"),
        ("我喜欢喝咖啡", "你现在还喜欢喝咖啡吗？", "不了", "retracted"),
        ("I like drinking coffee", "Do you still like coffee?", "Yes, still", "current"),
        ("I like drinking coffee", "Do you still like coffee?", "Not anymore", "retracted"),
    ],
)
async def test_context_asks_once_about_a_stale_preference_and_the_answer_is_taken(
    embedder: LocalEmbedder, liked: str, asks: str, said: str, status: str
) -> None:
    now = [datetime(2026, 3, 1, tzinfo=UTC)]

    def clock() -> datetime:
        now[0] += timedelta(seconds=1)
        return now[0]

    async with AsyncMemory.open(":memory:", embedder=embedder, clock=clock) as memory:
        await memory.session("u", "old").add("user", liked)
        assert await memory.drain(30)
        assert "还是这样吗" not in _text((await memory.session("u", "fresh").context("你好", 1000)).messages)
        now[0] += timedelta(days=120)
        session = memory.session("u", "s")
        first = _text((await session.context("hello", 1000)).messages)
        assert "还是这样吗" in first or "is that still so" in first
        again = _text((await session.context("hello", 1000)).messages)
        assert "还是这样吗" not in again
        assert "is that still so" not in again
        await session.add("user", "hello")
        await session.add("assistant", asks)
        await session.add("user", said)
        assert await memory.drain(30)
        (record,) = (await memory.list("u", status=("current", "retracted"))).items
        assert record.status == status
        assert len(record.evidence) == (2 if status == "current" else 1)


async def test_context_is_the_profile_alone_at_the_start_of_a_session(memory: AsyncMemory) -> None:
    await memory.remember("u", "我住在杭州")
    session = memory.session("u", "new")
    for made in (await session.context(None, 1000), await session.context("你好", 1000)):
        assert "你住在杭州" in made.messages[0]["content"]
        assert set(made.trace.parts) <= {"profile", "input"}
        assert made.trace.recall is None


async def test_context_has_the_shape_that_is_asked_for(memory: AsyncMemory) -> None:
    await memory.remember("u", "我住在杭州")
    session = memory.session("u", "s")
    apart = await session.context("明天穿什么？", 1000, system="你是助手。", shape="anthropic")
    assert apart.system.startswith("你是助手。")
    assert apart.messages == [{"role": "user", "content": "明天穿什么？"}]
    whole = await session.context("明天穿什么？", 1000, system="你是助手。", shape="text")
    assert whole.messages == [{"role": "user", "content": whole.text}]
    assert "你住在杭州" in whole.text
    assert whole.text.endswith("用户：明天穿什么？")
    with pytest.raises(InvalidInput, match="shape"):
        await session.context("明天穿什么？", 1000, shape="xml")


@pytest.mark.parametrize(
    ("kept", "talk", "asks", "wanted"),
    [
        (("我女儿叫小雨", "小雨在学小提琴"), (), "我女儿在学什么？", "小提琴"),
        (("My son Jack studies in Boston",), ("My son called", "How is he?"), "Which city is he in?", "Boston"),
        (
            ("三套房子里，第一套在闵行，第二套在徐汇",),
            ("我们看了几套房子", "第一套在闵行，离地铁近"),
            "那第二套呢？",
            "徐汇",
        ),
    ],
)
async def test_context_reads_the_question_with_what_is_known_and_what_was_said(
    memory: AsyncMemory, kept: tuple[str, ...], talk: tuple[str, ...], asks: str, wanted: str
) -> None:
    old = memory.session("u", "old")
    for said in kept:
        await old.add("user", said)
        await old.add("assistant", "OK")
    assert await memory.drain(30)
    session = memory.session("u", "new")
    for role, said in zip(("user", "assistant"), talk, strict=False):
        await session.add(role, said)
    assert wanted in _text((await session.context(asks, 2000)).messages)


async def test_recall_counts_a_time_from_an_event_that_is_known(memory: AsyncMemory) -> None:
    day = datetime(2031, 12, 20, tzinfo=UTC)
    trip = await memory.remember("u", "我2031年12月20日去大理旅行", kind="event")
    party = await memory.remember("u", "公司年会定在2031年12月18日晚上", kind="event")
    for other in ("我住在杭州", "我喜欢喝茶", "我养了一只猫"):
        await memory.remember("u", other)
    assert trip.valid_from is not None
    assert abs(trip.valid_from - day) < timedelta(days=1)
    answer = await memory.recall("u", "去大理前两天我有什么安排？")
    assert answer.hits[0].id == party.id


async def test_context_asks_the_store_once_how_things_stand(embedder: LocalEmbedder) -> None:
    """On a server that is a round trip each time."""

    class Counted(MemoryStore):
        asked = 0

        async def head(self, user: str) -> Head:
            self.asked += 1
            return await super().head(user)

    store = Counted()
    async with AsyncMemory.open(store=store, settings=Settings(), embedder=embedder) as memory:
        session = memory.session("u", "s")
        await session.add("user", "I live in Graz.")
        assert await memory.drain(30)
        store.asked = 0
        made = await session.context("Which city is home?", 2_000)
        assert "Graz" in str(made.messages)
        assert store.asked == 1
        await memory.recall("u", "home")
        assert store.asked == 2, "what comes after it looks anew"


async def test_context_tells_a_changed_memory_anew_when_others_stay(memory: AsyncMemory) -> None:
    kept = [
        await memory.remember("u", text) for text in ("我对花生过敏", "我喜欢下棋", "I live in Leeds.", "我养了一只猫")
    ]
    talk = memory.session("u", "s")
    changes = (
        memory.correct("u", kept[1].id, "我喜欢围棋"),
        memory.retract("u", kept[3].id),
        memory.pin("u", kept[2].id),
        memory.remember("u", "我爱喝龙井茶"),
        memory.forget("u", kept[0].id),
        memory.restore("u", kept[3].id),
    )
    seen = [(await talk.context("hello?", 4000, system=".")).messages]
    for change in changes:
        await change
        seen.append((await talk.context("hello?", 4000, system=".")).messages)
        memory._parts.sets.drop("u")
        assert (await talk.context("hello?", 4000, system=".")).messages == seen[-1]
        assert seen[-1] != seen[-2]

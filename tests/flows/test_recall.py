"""Recall end to end over the in-memory store and the bundled embedder."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import numpy as np
import pytest

from jiyi import codec
from jiyi.errors import InvalidInput, UnknownField
from jiyi.flows.recall import Recaller
from jiyi.indexes.uses import Uses
from jiyi.indexes.working_set import WorkingSets
from jiyi.language.passages import episode_texts, episode_tokens
from jiyi.language.tokens import hashes
from jiyi.models.local import LocalEmbedder, NoEmbedder
from jiyi.ports import Embedder, Vectors
from jiyi.records import Action, Episode, Kind, MemoryRecord, Relation, Status
from jiyi.rows import ChangeRow, ItemRow, Write
from jiyi.settings import Settings
from jiyi.stores.memory import MemoryStore

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@dataclass
class Desk:
    """A store with a recaller on it, and short ways to fill it."""

    store: MemoryStore
    embedder: Embedder
    recaller: Recaller
    uses: Uses

    async def keep(self, *records: MemoryRecord, user: str = "u") -> None:
        vectors = await self.embedder.embed([record.content for record in records])
        rows = tuple(
            ItemRow(id=one.id, body=codec.memory_body(one, vectors[i : i + 1], hashes(one.content)))
            for i, one in enumerate(records)
        )
        await self.store.apply(user, Write(memories=rows, changes=tuple(_change(one.id) for one in records)))

    async def said(self, *episodes: Episode, user: str = "u") -> None:
        rows = []
        for one in episodes:
            vectors = await self.embedder.embed(episode_texts(one.parts))
            rows.append(ItemRow(id=one.id, body=codec.episode_body(one, vectors, episode_tokens(one.parts))))
        await self.store.apply(user, Write(episodes=tuple(rows), changes=tuple(_change(one.id) for one in episodes)))

    async def ask(self, query: str, **options: Any) -> list[str]:
        return [hit.id for hit in (await self.recaller.recall(options.pop("user", "u"), query, **options)).hits]


def _change(ref: str) -> ChangeRow:
    return ChangeRow(version=0, action=Action.ADD, ref=ref, at=NOW, body=codec.change_body("test", "", {}))


def memory(id: str, content: str, **more: Any) -> MemoryRecord:
    base: dict[str, Any] = {"kind": Kind.FACT, "recorded_at": NOW - timedelta(days=10)}
    return MemoryRecord(id=id, user="u", content=content, **{**base, **more})


def turn(id: str, session: str, seq: int, *parts: tuple[str, str]) -> Episode:
    return Episode(id=id, user="u", session=session, first=seq, last=seq + 1, at=NOW - timedelta(days=3), parts=parts)


async def _desk(embedder: Embedder) -> Desk:
    store = MemoryStore()
    await store.open()
    uses = Uses()
    recaller = Recaller(
        store=store,
        embedder=embedder,
        sets=WorkingSets(store, 2**30),
        uses=uses,
        settings=Settings(),
        clock=lambda: NOW,
    )
    return Desk(store, embedder, recaller, uses)


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


@pytest.fixture
async def desk(embedder: LocalEmbedder) -> AsyncIterator[Desk]:
    made = await _desk(embedder)
    yield made
    await made.store.close()


FACTS: Sequence[MemoryRecord] = (
    memory("home", "我住在杭州", attribute="residence", value="杭州"),
    memory("job", "I work as a nurse at a children's hospital.", attribute="job"),
    memory("duck", "北京烤鸭很好吃", kind=Kind.PREFERENCE),
    memory("nuts", "我对花生过敏", attribute="allergy", protected=True),
    memory("cat", "My cat is called Biscuit.", entities=("Biscuit",)),
)


async def test_recall_finds_what_fills_the_slot_when_asked_for_it(desk: Desk) -> None:
    await desk.keep(*FACTS)
    assert (await desk.ask("我住哪里？"))[0] == "home"
    assert (await desk.ask("What do I do for work?"))[0] == "job"
    assert (await desk.ask("what is my cat's name"))[0] == "cat"


@pytest.mark.parametrize(
    ("query", "content", "attribute"),
    [
        ("我住哪", "我上周（2026年5月18日至24日）刚搬到滨江了，箱子还没拆完", "residence"),
        ("我住哪兒啊", "我上周（2026年5月18日至24日）剛搬到濱江了，箱子還沒拆完", "residence"),
        ("where do I live", "We moved to York last week (18–24 May 2026), still unpacking boxes.", "residence"),
        ("what meds am I on?", "Doc upped the sertraline to 100mg.", "medication"),
        ("我在吃什么药", "医生把舍曲林加到100毫克了", "medication"),
        ("What time do I go to bed?", "I'm a night owl since the late shifts.", "sleep"),
    ],
)
async def test_recall_puts_first_what_fills_the_slot_when_nothing_else_is_asked(
    desk: Desk, query: str, content: str, attribute: str
) -> None:
    near = (
        "我在攒首付",
        "我健身房是滨江的乐刻",
        "No grapefruit for me.",
        "I'm an ER nurse.",
        "我以前抽烟",
        "I'm terrified of flying.",
    )
    await desk.keep(memory("it", content, attribute=attribute))
    await desk.keep(*(memory(f"near{n}", text, attribute="goal") for n, text in enumerate(near)))
    assert (await desk.ask(query))[0] == "it"


async def test_recall_finds_one_character_when_vectors_are_off() -> None:
    desk = await _desk(NoEmbedder())
    await desk.keep(*FACTS)
    assert await desk.ask("烤鸭") == ["duck"]
    assert await desk.ask("鸭") == ["duck"]
    assert await desk.ask("zebra") == []


class Failing(LocalEmbedder):
    """An embedder whose vectors hold no numbers."""

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        return np.full_like(await super().embed(texts, purpose), np.nan)


@pytest.mark.parametrize("of", ["documents", "queries"])
async def test_recall_goes_by_words_when_vectors_are_no_numbers(of: str) -> None:
    whole, failing = LocalEmbedder(), Failing()
    desk = await _desk(failing if of == "queries" else whole)
    desk.embedder = failing if of == "documents" else whole
    await desk.keep(memory("m", "I am allergic to peanuts."))
    assert await desk.ask("peanuts") == ["m"]


async def test_recall_leaves_superseded_out_when_not_asked_about_the_past(desk: Desk) -> None:
    old = memory("old", "我喜欢吃辣", status=Status.SUPERSEDED, retired_at=NOW - timedelta(days=2), superseded_by="new")
    new = memory("new", "我不吃辣了", recorded_at=NOW - timedelta(days=2))
    await desk.keep(old, new)
    assert await desk.ask("我吃辣吗") == ["new"]
    past = await desk.recaller.recall("u", "我以前吃辣吗")
    assert {hit.id for hit in past} == {"old", "new"}
    assert any("no longer so" in reason for hit in past if hit.id == "old" for reason in hit.reasons)
    assert {hit.id for hit in await desk.recaller.recall("u", "我有没有说过我爱吃辣？")} == {"old", "new"}
    assert await desk.ask("我吃辣吗", as_of=NOW - timedelta(days=5)) == ["old"]
    assert set(await desk.ask("我吃辣吗", status=(Status.SUPERSEDED,))) == {"old"}


async def test_recall_says_since_when_it_is_no_longer_so_when_an_old_chat_was_taken_in(desk: Desk) -> None:
    ended = {"valid_to": datetime(2024, 3, 5, tzinfo=UTC), "retired_at": NOW, "superseded_by": "new"}
    await desk.keep(memory("old", "I live in Leeds.", status=Status.SUPERSEDED, **ended))
    past = await desk.recaller.recall("u", "Where did I live before?")
    assert "no longer so since 2024-03-05" in past.hits[0].reasons


@pytest.mark.parametrize("query", ["What's for dinner?", "晚饭吃什么好", "Can I serve prawns to my sister?"])
async def test_recall_brings_up_an_allergy_of_the_family_when_the_topic_touches_it(desk: Desk, query: str) -> None:
    await desk.keep(
        memory("home", "I live in York.", attribute="residence"),
        memory("ben", "Ben is allergic to shellfish.", attribute="family", entities=("Ben",), protected=True),
        memory("ann", "Ann is allergic to work, she says.", attribute="friend", entities=("Ann",)),
    )
    hits = {hit.id: hit for hit in await desk.recaller.recall("u", query)}
    assert hits["ben"].score >= 0.25
    assert "the topic touches it" in hits["ben"].reasons
    assert "ann" not in hits or "the topic touches it" not in hits["ann"].reasons


@pytest.mark.parametrize("query", ["What's for dinner?", "晚饭吃什么好", "订机票去罗马"])
async def test_recall_puts_what_the_topic_surely_touches_first_when_another_illness_hardly_matters(
    desk: Desk, query: str
) -> None:
    nuts = ("nuts", "I am allergic to walnuts.", "allergy")
    knee = ("knee", "My left knee was operated on.", "health.condition")
    sugar = ("sugar", "I have type 2 diabetes.", "health.condition")
    await desk.keep(*(memory(id, said, attribute=slot, protected=True) for id, said, slot in (nuts, knee, sugar)))
    hits = {hit.id: hit.score for hit in await desk.recaller.recall("u", query)}
    assert {"knee", "sugar"} <= set(hits)  # a safety fact is never dropped
    assert hits["knee"] < hits["sugar"]


async def test_recall_puts_an_allergy_behind_the_answer_when_the_answer_is_fair(desk: Desk) -> None:
    eggs = memory("eggs", "I keep five hens in the yard.")
    await desk.keep(eggs, memory("nuts", "I am allergic to walnuts.", attribute="allergy", protected=True))
    assert (await desk.ask("Where do the eggs of my five hens come from?"))[:2] == ["eggs", "nuts"]


async def test_recall_takes_a_second_step_when_somebody_is_known_beside_who_is_asked_about(desk: Desk) -> None:
    tara = (Relation(subject="user", relation="siblings", object="Tara"),)
    told = memory(
        "tara", "My sister Tara is married to Ben.", attribute="siblings", entities=("Tara", "Ben"), relations=tara
    )
    await desk.keep(
        told,
        memory("ben", "Ben works nights at the harbour.", entities=("Ben",)),
        memory("tom", "Tom works nights at the harbour.", entities=("Tom",)),
    )
    hits = {hit.id: hit for hit in await desk.recaller.recall("u", "When is my sister's husband at home?")}
    assert hits["ben"].legs["names"] > 0
    assert "tom" not in hits or hits["ben"].score > hits["tom"].score


async def test_recall_counts_from_an_event_only_when_it_is_the_one_that_is_meant(desk: Desk) -> None:
    at = {"kind": Kind.EVENT, "valid_from": NOW + timedelta(days=20), "valid_to": NOW + timedelta(days=21)}
    await desk.keep(memory("trip", "My trip to Rome begins on June 21.", **at))
    asked = [f"What is two days before my {what}?" for what in ("trip", "surgery")]
    notes = [(await desk.recaller.recall("u", query)).trace.stages[0].notes for query in asked]
    assert any("speaks of 2026-06-19" in note for note in notes[0])
    assert not any("speaks of" in note for note in notes[1])


@pytest.mark.parametrize("query", ["What did I do last week?", "上周我做了什么？"])
async def test_recall_prefers_the_event_of_the_time_when_another_has_the_same_words(desk: Desk, query: str) -> None:
    day = timedelta(days=1)
    last = datetime(2026, 5, 25, tzinfo=UTC)
    old = {"kind": Kind.EVENT, "valid_from": last - 140 * day, "valid_to": last - 133 * day}
    new = {"kind": Kind.EVENT, "valid_from": last + day, "valid_to": last + 2 * day}
    await desk.keep(
        memory("old", "Last week (5–11 January 2026) I painted the fence.", **old),
        memory("old zh", "上周（2026年1月5日至11日）我刷了院子的围栏", **old),
        memory("new", "I went to the dentist.", **new),
    )
    hits = (await desk.recaller.recall("u", query)).hits
    assert hits[0].id == "new"
    assert all("time" in " ".join(hit.reasons) for hit in hits[:1])


async def test_recall_finds_an_event_that_was_going_on_when_a_time_within_it_is_asked_about(desk: Desk) -> None:
    summer = {"valid_from": datetime(2025, 6, 1, tzinfo=UTC), "valid_to": datetime(2025, 9, 1, tzinfo=UTC)}
    await desk.keep(memory("trip", "我去了青海骑车", kind=Kind.EVENT, **summer))
    hit = (await desk.recaller.recall("u", "去年七月我去了哪里")).hits[0]
    assert hit.legs["time"] > 0


async def test_recall_finds_the_employer_in_what_tells_the_job_when_nothing_else_does(desk: Desk) -> None:
    job = memory("job", "我在腾讯做后端开发", attribute="job")
    await desk.keep(memory("home", "我住在深圳", attribute="residence"), job)
    assert (await desk.ask("我在哪家公司上班？"))[0] == "job"
    both = memory("both", "我跳槽去了阿里", attribute="employer")
    await desk.keep(both)
    assert (await desk.ask("我在哪家公司上班？"))[0] == "both"


@pytest.mark.parametrize(
    ("query", "wanted", "own"),
    [
        ("我弟弟叫什么？", "brother", False),
        ("我叫什么？", "name", True),
        ("我老婆的生日是哪天？", "wife", False),
        ("我的生日是哪天", "birthday", True),
    ],
)
async def test_recall_answers_of_whom_is_asked_when_the_same_is_known_of_the_user(
    desk: Desk, query: str, wanted: str, own: bool
) -> None:
    await desk.keep(
        memory("name", "我叫王强", attribute="name", protected=True),
        memory("brother", "我弟弟叫王勇", attribute="siblings"),
        memory("birthday", "我的生日是6月9日", attribute="birthday", protected=True),
        memory("wife", "我老婆生日是5月3日", attribute="partner"),
    )
    hits = (await desk.recaller.recall("u", query)).hits
    assert hits[0].id == wanted
    assert any(hit.id in ("name", "birthday") and hit.legs["attribute"] > 0 for hit in hits) is own


async def test_recall_brings_up_an_allergy_when_a_dish_is_named(desk: Desk) -> None:
    nuts = memory("nuts", "我对花生过敏，会休克", attribute="allergy", protected=True)
    await desk.keep(nuts, memory("home", "我住在深圳", attribute="residence"))
    for query in ("今晚请客做宫保鸡丁可以吗", "帮我定一份披萨", "Can I serve satay to my guests?"):
        hit = next(hit for hit in await desk.recaller.recall("u", query) if hit.id == "nuts")
        assert hit.score >= 0.2, query


async def test_recall_says_why_not_when_asked(desk: Desk) -> None:
    await desk.keep(*FACTS, memory("gone", "我住在上海", status=Status.SUPERSEDED, retired_at=NOW))
    recall = await desk.recaller.recall("u", "我住哪里？", k=1)
    assert "among the hits" in recall.trace.why_not("home")[0]
    assert "superseded" in " ".join(recall.trace.why_not("gone"))
    assert "no memory or episode" in recall.trace.why_not("nothing")[0]
    other = recall.trace.why_not("cat")
    assert other[:3] == ("written: yes", "current: yes", "allowed: yes")
    assert other[-1].startswith("dropped:")


async def test_recall_says_why_not_when_more_was_written_since(desk: Desk) -> None:
    await desk.keep(*FACTS)
    told = [turn(f"t{i}", "s", 2 * i + 1, ("user", f"我周末去爬山第{i}次"), ("assistant", "好的")) for i in range(200)]
    await desk.said(*told)
    recall = await desk.recaller.recall("u", "爬山", k=3)
    await desk.said(turn("late", "s", 900, ("user", "我又去爬山了"), ("assistant", "真好")))
    await desk.keep(memory("new", "我爱爬山"), replace(FACTS[0], content="我住在南京"))
    await desk.ask("爬山")
    shown = {hit.id for hit in recall.hits}
    for id in ("t0", "t199", "cat"):
        assert id in shown or any("place" in answer for answer in recall.trace.why_not(id))
    for id in ("late", "new", "home"):
        assert "only after this question was asked" in recall.trace.why_not(id)[0]


async def test_recall_gives_all_in_order_when_many_are_wanted(desk: Desk) -> None:
    await desk.said(*(turn(f"t{i}", f"s{i % 7}", i + 1, ("user", f"note {i} on tea and hiking")) for i in range(300)))
    few = await desk.recaller.recall("u", "tea", k=20)
    many = await desk.recaller.recall("u", "tea", k=300)
    assert len(many.hits) == 300
    assert [hit.id for hit in few.hits] == [hit.id for hit in many.hits][:20]
    assert [hit.score for hit in many.hits] == sorted((hit.score for hit in many.hits), reverse=True)


async def test_recall_takes_in_what_is_new_when_the_set_is_warm(desk: Desk) -> None:
    await desk.keep(*FACTS)
    await desk.ask("杭州")
    await desk.keep(replace(FACTS[0], status=Status.SUPERSEDED, retired_at=NOW), memory("moved", "我搬到了成都"))
    recall = await desk.recaller.recall("u", "我住在哪个城市")
    assert [stage.notes for stage in recall.trace.stages if stage.name == "load"] == [("delta",)]
    assert "moved" in {hit.id for hit in recall}
    assert "home" not in {hit.id for hit in recall}


async def test_recall_knows_nothing_of_others_when_users_differ(desk: Desk) -> None:
    await desk.keep(*FACTS)
    assert await desk.ask("我住哪里？", user="v") == []


async def test_recall_shows_near_copies_once_when_said_twice(desk: Desk) -> None:
    await desk.keep(memory("a", "I like green tea."), memory("b", "I like green tea."))
    assert len(await desk.ask("Do I like green tea?")) == 1


async def test_recall_filters_when_told_to(desk: Desk) -> None:
    await desk.keep(*FACTS, memory("tea", "我喜欢喝茶", kind=Kind.PREFERENCE, tags=("drink",), meta={"from": "form"}))
    assert await desk.ask("喜欢", kinds=(Kind.PREFERENCE,), tags=("drink",)) == ["tea"]
    assert await desk.ask("喜欢喝茶", where={"meta.from": "form"}) == ["tea"]
    assert await desk.ask("喜欢喝茶", where={"not": {"kind": "preference"}, "confidence": {">=": 0.95}}) == []
    with pytest.raises(UnknownField):
        await desk.ask("茶", where={"colour": "green"})
    with pytest.raises(InvalidInput):
        await desk.ask("茶", k=0)


async def test_recall_finds_the_answer_of_a_turn_when_the_question_was_asked_before(desk: Desk) -> None:
    await desk.said(
        turn("t1", "s1", 1, ("user", "Which museum should I visit in Vienna?"), ("assistant", "The Albertina.")),
        turn("t2", "s1", 3, ("user", "Thanks!"), ("assistant", "You are welcome.")),
        turn("t3", "s2", 1, ("user", "帮我写一个排序函数"), ("assistant", "好的，这是快速排序。")),
    )
    assert (await desk.ask("museum in Vienna that you recommended"))[0] == "t1"
    assert (await desk.ask("排序函数"))[0] == "t3"
    assert "t1" not in await desk.ask("museum in Vienna", session="s1")


async def test_recall_counts_uses_when_hits_are_shown(desk: Desk) -> None:
    await desk.keep(*FACTS)
    await desk.ask("我住哪里？", k=1)
    await desk.ask("我住哪里？", k=1)
    assert await desk.uses.flush(desk.store) == 1
    (row,) = await desk.store.fetch("u", ("home",))
    assert row.recall_count == 2


async def test_recall_answers_when_the_query_is_odd(desk: Desk) -> None:
    await desk.keep(*FACTS)
    for query in ("", " ", "？", "\ud83d", "🙂", "\0", "长" * 5_000, '" OR 1=1 --', "的了吗"):
        await desk.recaller.recall("u", query)


async def test_recall_shows_nothing_when_nothing_is_known(desk: Desk) -> None:
    await desk.keep(*FACTS)
    await desk.said(
        turn("t1", "s1", 1, ("user", "I planted tomatoes on the balcony."), ("assistant", "They need a lot of sun.")),
        turn("t2", "s1", 3, ("user", "昨天修好了自行车"), ("assistant", "太好了。")),
    )
    assert await desk.ask("Which clause of the shipping contract covers demurrage?") == []


async def test_recall_surfaces_the_allergy_when_the_topic_is_dinner(desk: Desk) -> None:
    others = [memory(f"x{i}", f"I read book number {i} of the series.") for i in range(30)]
    await desk.keep(*FACTS, *others)
    recall = await desk.recaller.recall("u", "帮我想想今晚做什么菜招待客人", k=5)
    assert "nuts" in {hit.id for hit in recall}
    assert any("topic touches" in reason for hit in recall if hit.id == "nuts" for reason in hit.reasons)


async def test_recall_answers_both_when_two_questions_are_asked_at_once(desk: Desk) -> None:
    await desk.keep(*FACTS)
    assert {"home", "cat"} <= set(await desk.ask("我住在哪里？另外，我的猫叫什么名字？"))


async def test_recall_prefers_what_is_of_the_time_when_a_time_is_named(desk: Desk) -> None:
    may = memory("may", "I visited a museum.", kind=Kind.EVENT, valid_from=datetime(2026, 5, 12, tzinfo=UTC))
    march = memory("march", "I visited a gallery.", kind=Kind.EVENT, valid_from=datetime(2026, 3, 12, tzinfo=UTC))
    await desk.keep(march, may)
    assert (await desk.ask("What did I visit last month?"))[0] == "may"
    assert (await desk.ask("What did I visit in March?"))[0] == "march"


async def test_recall_knows_who_spoke_when_several_people_talk(desk: Desk) -> None:
    await desk.said(
        turn("ann", "s1", 1, ("user", "Ann: I started pottery lessons and love it.")),
        turn("ben", "s1", 3, ("user", "Ben: I started pottery lessons and love it!")),
        turn("end", "s1", 5, ("user", "Ann: See you tomorrow then.")),
    )
    assert (await desk.ask("What lessons did Ben start?"))[0] == "ben"
    assert (await desk.ask("What lessons did Ann start?"))[0] == "ann"


async def test_sessions_rank_by_their_hits_when_past_turns_are_found(desk: Desk) -> None:
    await desk.said(
        turn("a", "garden", 1, ("user", "I planted tomatoes on the balcony."), ("assistant", "They need sun.")),
        turn("b", "garden", 3, ("user", "My tomatoes have yellow leaves."), ("assistant", "Water them less.")),
        turn("c", "bike", 1, ("user", "I repaired my bicycle."), ("assistant", "Well done.")),
    )
    recall = await desk.recaller.recall("u", "What did I plant, and what was wrong with the tomatoes?")
    assert recall.sessions()[0] == "garden"

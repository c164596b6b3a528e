"""What a candidate means for what is known, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deciding import NOW, beside, candidate, memory
from jiyi.policy import attributes
from jiyi.policy.candidate import Extraction, Heard, Left
from jiyi.policy.decide import Neighbour, decide, decide_all, kindred, loose_ends, revision
from jiyi.policy.extract import extract
from jiyi.policy.tables import talk
from jiyi.records import Kind, Status


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ("我住在宁波。", "我搬到嘉兴了。", {"attribute": "residence"}),
        ("I live in Perth.", "I live in Hobart.", {"attribute": "residence"}),
        ("我在联想上班。", "我跳槽到浪潮了。", {"attribute": "employer"}),
        ("预算3万", "预算提到4万了", {"attribute": "budget"}),
        ("我今年33岁。", "我34岁了。", {"attribute": "age", "protected": True}),
        ("I'm single.", "I got married in May.", {"attribute": "marital_status"}),
        ("我最喜欢的颜色是黑色", "我现在最喜欢的颜色是白色", {}),
        ("I use Vim.", "I switched from Vim to Zed.", {}),
        ("我爱吃羊肉", "我不吃羊肉了", {}),
        ("I don't drink coffee.", "I drink coffee now.", {}),
        ("我养了一只兔子", "我的兔子死了", {}),
        ("The review meeting is on Monday.", "The review meeting was moved to Wednesday.", {"kind": Kind.EVENT}),
        ("My sister lives in Porto.", "My sister moved to Faro.", {"kind": Kind.RELATIONSHIP}),
        ("I'm a vegetarian.", "I started eating meat.", {}),
        ("我租房住", "我买房了", {}),
    ],
)
def test_decide_updates_when_the_value_is_another(old: str, new: str, fields: dict[str, object]) -> None:
    values = {"value": old.strip(".。")[-2:]} if "attribute" in fields and "住" in old else {}
    decision, outcome = beside(candidate(new, **fields), memory(old, **fields, **values))
    assert decision.action == "update", decision.reason
    assert outcome.changed[0].status is Status.SUPERSEDED
    assert outcome.changed[0].superseded_by == "new"


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ("我住在宁波", "我家在宁波", {"attribute": "residence"}),
        ("I live in Ningbo.", "我住在宁波", {}),
        ("I'm allergic to sesame.", "I have a sesame allergy.", {"attribute": "allergy", "protected": True}),
        ("我喜欢打网球", "我很喜欢打网球", {"kind": Kind.PREFERENCE}),
        ("Keep answers brief.", "Please keep it short.", {"kind": Kind.INSTRUCTION}),
        ("预算是三万", "预算是30000元", {"attribute": "budget"}),
        ("我35岁", "我今年35岁", {"attribute": "age"}),
        ("I have a cat named Pim.", "My cat's name is Pim.", {"kind": Kind.RELATIONSHIP}),
    ],
)
def test_decide_says_same_when_one_fact_is_worded_anew(old: str, new: str, fields: dict[str, object]) -> None:
    decision, outcome = beside(candidate(new, **fields), memory(old, **fields), similarity=0.85)
    assert decision.action == "same", decision.reason
    assert outcome.added is None
    assert len(outcome.changed[0].evidence) == 2


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ("I have a cat.", "I have a dog.", {}),
        ("My brother lives in Oslo.", "I live in Oslo.", {}),
        ("我儿子叫大宝", "我女儿叫二宝", {"kind": Kind.RELATIONSHIP}),
        ("我喜欢喝绿茶", "我也喜欢喝红茶", {"kind": Kind.PREFERENCE}),
        ("我喜欢湘菜", "我不吃辣了，医生不让", {"kind": Kind.PREFERENCE}),
        ("I work at Umbrella.", "I run Umbrella's newsletter.", {}),
        ("I ran 3k on Tuesday.", "I ran 6k on Friday.", {"kind": Kind.EVENT}),
        ("我爱喝咖啡", "我晚上不喝咖啡", {"kind": Kind.PREFERENCE}),
        ("项目A预算三万", "项目B预算五万", {"attribute": "budget"}),
        ("我工作日七点起床", "我周末十点起床", {"kind": Kind.PREFERENCE}),
        ("Answer in English.", "Keep answers under 50 words.", {"kind": Kind.INSTRUCTION}),
        ("写邮件时用正式语气", "平时聊天时随意一点", {"kind": Kind.INSTRUCTION}),
        ("I'm afraid of dogs.", "I have a dog.", {}),
        ("我对花生过敏", "我喜欢吃花生酱面包", {}),
        ("I have a cat named Pim.", "I have a cat named Pom.", {"kind": Kind.RELATIONSHIP}),
        ("My mother lives in Leeds.", "My mother-in-law lives in Whitby now.", {"kind": Kind.RELATIONSHIP}),
        ("My father is a pilot.", "My father in law is a baker now.", {"kind": Kind.RELATIONSHIP}),
        ("我住在杭州", "嫂子搬到了宁波", {}),
        ("我开一辆白色的丰田", "汽车换了新电瓶", {}),
        ("我手机是华为", "手机换了屏幕", {}),
        ("我住在杭州", "侄子搬到了宁波", {}),
    ],
)
def test_decide_keeps_both_when_they_only_look_alike(old: str, new: str, fields: dict[str, object]) -> None:
    decision, outcome = beside(candidate(new, **fields), memory(old, **fields))
    assert decision.action in ("add", "supplement"), decision.reason
    assert outcome.changed == ()
    assert outcome.added is not None
    assert outcome.added.status is Status.CURRENT


def test_decide_retracts_when_the_user_says_that_it_was_wrong() -> None:
    new = candidate("我用的是苹果手机", corrects=True, attribute="device.phone", value="苹果手机")
    old = memory("我用的是安卓手机", attribute="device.phone", value="安卓手机")
    decision, outcome = beside(new, old, memory("我叫小周", "other", attribute="name", value="小周"))
    assert (decision.action, decision.targets) == ("retract", ("m",))
    assert outcome.changed[0].status is Status.RETRACTED
    assert outcome.changed[0].valid_from == outcome.changed[0].valid_to


def test_decide_retracts_only_what_is_named_when_several_are_alike() -> None:
    olds = [memory("I'm allergic to soy.", "soy"), memory("I'm allergic to eggs.", "eggs")]
    new = candidate("I'm not allergic to soy, I'm allergic to sesame.", corrects=True, protected=True)
    decision, _ = beside(new, *olds)
    assert (decision.action, decision.targets) == ("retract", ("soy",))


def test_decide_asks_when_something_protected_is_contradicted() -> None:
    old = memory("我对花生过敏", attribute="allergy", value="花生", protected=True)
    decision, outcome = beside(candidate("我不对花生过敏了", attribute="allergy", value="花生", negated=True), old)
    assert (decision.action, decision.targets) == ("review", ("m",))
    assert outcome.changed == ()
    assert outcome.added is not None
    assert outcome.added.status is Status.PENDING
    assert outcome.added.meta["contradicts"] == ["m"]


def test_decide_asks_when_the_contradiction_is_unsure() -> None:
    old = memory("I live in Perth.", attribute="residence", value="Perth")
    decision, _ = beside(candidate("I live in Hobart.", attribute="residence", value="Hobart", confidence=0.4), old)
    assert decision.action == "review"


def test_decide_asks_when_the_contradiction_comes_from_elsewhere() -> None:
    old = memory("I live in Perth.", attribute="residence", value="Perth")
    decision, _ = beside(candidate("I live in Hobart.", attribute="residence", value="Hobart", trusted=False), old)
    assert decision.action == "review"


def test_decide_asks_when_a_birthday_changes_without_a_word() -> None:
    old = memory("My birthday is May 3.", attribute="birthday", value="May 3", protected=True)
    decision, _ = beside(candidate("My birthday is June 7.", attribute="birthday", value="June 7"), old)
    assert decision.action == "review"


def test_decide_skips_when_there_is_nothing_to_keep() -> None:
    assert beside(candidate("  "))[0].action == "skip"


def test_decide_adds_when_nothing_is_known() -> None:
    assert beside(candidate("我住在宁波"))[0].action == "add"


def test_decide_ends_the_employer_when_no_new_one_is_named() -> None:
    old = memory("我在联想上班", attribute="employer", value="联想")
    decision, outcome = beside(candidate("我已经不在联想了", attribute="employer", value="联想", ends=True), old)
    assert decision.action == "update"
    assert outcome.added is not None
    assert outcome.added.status is Status.CURRENT


def test_decide_ends_only_the_animal_that_died_when_there_are_two() -> None:
    olds = [memory("我养了一只猫", "cat"), memory("我养了一只狗", "dog")]
    assert beside(candidate("我的狗去世了"), *olds)[0].targets == ("dog",)


def test_decide_ignores_memories_that_ended_when_they_are_passed_in() -> None:
    old = memory("我住在宁波", status=Status.SUPERSEDED)
    assert beside(candidate("我搬到嘉兴了"), old)[0].action == "add"


def test_decide_gives_a_reason_in_words_when_it_decides() -> None:
    decision = decide(candidate("我住在宁波"), [Neighbour(record=memory("我家在宁波"), similarity=0.9)], NOW)
    assert " " in decision.reason


def test_decide_all_lets_later_ones_see_earlier_ones_when_they_come_from_one_turn() -> None:
    said = [candidate("I have a cat."), candidate("I have a cat."), candidate("I live in Perth.")]
    decisions = decide_all(said, [], lambda one, other: 1.0 if one == other else 0.1, NOW)
    assert [decision.action for decision in decisions] == ["add", "same", "add"]
    assert decisions[1].targets == ("new:0",)


def left(*clauses: tuple[str, str]) -> Extraction:
    return Extraction(left=tuple(Left(quote=quote, reason=reason) for quote, reason in clauses))


def test_loose_ends_joins_clauses_when_they_were_one_sentence() -> None:
    heard = Heard(text="我把丰田卖了，换了辆本田。今天好热", said_at=NOW)
    found = loose_ends(
        left(("我把丰田卖了", talk.NOTHING), ("换了辆本田", talk.NOTHING), ("今天好热", talk.NOTHING)), heard
    )
    assert [one.content for one in found] == ["我把丰田卖了，换了辆本田"]


def test_loose_ends_leaves_questions_and_quotations_when_they_tell_a_change() -> None:
    heard = Heard(text="我换成苹果了？", said_at=NOW)
    assert loose_ends(left(("我换成苹果了？", talk.QUESTION), ("我换成苹果了？", talk.TASK)), heard) == ()


def test_revision_makes_a_candidate_when_a_known_tool_is_replaced() -> None:
    heard = Heard(text="我现在改用Emacs了", said_at=NOW)
    (bare,) = loose_ends(left(("我现在改用Emacs了", talk.NOTHING)), heard)
    known = memory("我用Vim写代码", attribute="tool.editor", value="Vim", kind=Kind.PREFERENCE)
    made = revision(bare, [Neighbour(record=known, similarity=0.4)])
    assert made is not None
    assert (made.kind, made.attribute, made.confidence) == (Kind.PREFERENCE, "tool.editor", 0.7)


def test_revision_makes_nothing_when_no_memory_is_touched() -> None:
    heard = Heard(text="我现在改用Emacs了", said_at=NOW)
    (bare,) = loose_ends(left(("我现在改用Emacs了", talk.NOTHING)), heard)
    assert revision(bare, [Neighbour(record=memory("我住在宁波"), similarity=0.4)]) is None


def test_revision_makes_nothing_when_the_clause_is_not_about_the_user() -> None:
    heard = Heard(text="把这段改成Go", said_at=NOW)
    for bare in loose_ends(left(("把这段改成Go", talk.NOTHING)), heard):
        assert revision(bare, [Neighbour(record=memory("我主要写Java"), similarity=0.5)]) is None


def test_kindred_names_only_known_attributes_when_asked() -> None:
    for name in attributes.TABLE:
        assert name in kindred(name)
        assert set(kindred(name)) <= attributes.TABLE.keys()


def test_revision_joins_what_goes_on_when_the_first_clause_was_kept() -> None:
    heard = Heard(text="我升职了，现在是部门总监", said_at=NOW)
    kept = candidate("我升职了。", attribute="job", value="升职")
    kept = replace(kept, quote="我升职了")
    made = Extraction(kept=(kept,), left=(Left(quote="现在是部门总监", reason=talk.NOTHING),))
    (bare,) = loose_ends(made, heard)
    assert bare.content == "我升职了，现在是部门总监"
    found = revision(bare, [Neighbour(record=memory("我升职了。", attribute="job"), similarity=0.9)])
    assert found is not None


def test_decide_keeps_both_when_one_speaks_of_the_past() -> None:
    old = memory("I live in Perth.", attribute="residence", value="Perth")
    decision, _ = beside(candidate("I used to live in Hobart.", attribute="residence", value="Hobart", ends=True), old)
    assert decision.action in ("add", "supplement")


def test_decide_ends_nothing_when_the_wording_does_not_bear_the_attribute_out() -> None:
    old = memory("我住在宁波", attribute="residence", value="宁波")
    decision, _ = beside(candidate("我在学钢琴", attribute="residence", value="学钢琴"), old)
    assert decision.action in ("add", "supplement")


def test_decide_ends_nothing_when_what_is_over_is_another_value() -> None:
    old = memory("我现在在诺基亚", attribute="employer", value="诺基亚")
    decision, _ = beside(candidate("我离开戴尔了", attribute="employer", negated=True), old, similarity=0.5)
    assert decision.action in ("add", "supplement")


@pytest.mark.parametrize(
    "text", ["我现在对阿司匹林不过敏了", "我對阿司匹林不過敏了", "I'm no longer allergic to aspirin."]
)
def test_decide_asks_when_an_allergy_is_denied_in_other_words(text: str) -> None:
    old = memory("我对阿司匹林过敏", attribute="allergy", value="阿司匹林", protected=True)
    decision, outcome = beside(candidate(text, attribute="allergy", value="阿司匹林"), old)
    assert decision.action == "review"
    assert outcome.changed == ()


def test_decide_ends_a_named_pet_when_there_is_none_of_its_sort_any_more() -> None:
    olds = [memory("我养了一条狗叫来福", "dog"), memory("我养了一只猫叫年糕", "cat")]
    assert beside(candidate("我现在没有狗了"), *olds)[0].targets == ("dog",)


def test_each_ended_memory_says_its_own_reason_when_several_end() -> None:
    new = candidate("I switched to day shifts so bed by 11 now.", attribute="work.schedule", value="day shifts")
    shifts = memory("I work late shifts.", "a", attribute="work.schedule", value="late shifts")
    sleep = memory("I usually go to bed around 1am.", "b", attribute="sleep")
    _, outcome = beside(new, shifts, sleep, similarity=0.5)
    whys = {change.ref: change.why for change in outcome.changes}
    assert "late shifts" in whys["a"]
    assert "late shifts" not in whys["b"]


@pytest.mark.parametrize(
    ("old", "new", "kind", "attribute"),
    [
        ("我在腾讯当工程师", "同事辞职了", Kind.FACT, "job"),
        ("I'm a nurse at Mercy.", "Ben left the company.", Kind.FACT, "job"),
        ("I own a tent.", "I left the company.", Kind.FACT, None),
        ("I have a dog.", "朋友的狗死了", Kind.FACT, "pet"),
        ("I have a dog.", "My neighbour's dog died.", Kind.FACT, "pet"),
        ("I visited Lima in 2014.", "Dropped my phone in Lima.", Kind.EVENT, None),
        ("I don't eat pork.", "Pork prices went up.", Kind.PREFERENCE, "diet.avoids"),
    ],
)
def test_nothing_ends_when_it_is_told_of_others_or_of_something_else(
    old: str, new: str, kind: Kind, attribute: str | None
) -> None:
    decision, _ = beside(candidate(new), memory(old, kind=kind, attribute=attribute), similarity=0.5)
    assert decision.action in ("add", "supplement")


def test_a_cousins_children_stay_when_she_moves() -> None:
    old = memory("My cousin Amy has two kids.", kind=Kind.RELATIONSHIP, attribute="relatives")
    new = candidate("My cousin Amy moved to Lima.", kind=Kind.RELATIONSHIP, attribute="relatives")
    near = Neighbour(record=old, similarity=0.5, replaced=0.97)
    assert decide(new, [near], NOW).action in ("add", "supplement")


@pytest.mark.parametrize(
    ("old", "attribute", "value", "text"),
    [
        ("我每天吃二甲双胍500毫克", "medication", "二甲双胍", "医生给我妈把二甲双胍加到1000毫克"),
        ("我老家在长沙", "residence", "长沙", "長沙下雪了"),
    ],
)
def test_revision_makes_nothing_when_it_is_done_for_another_or_only_names_a_place(
    old: str, attribute: str, value: str, text: str
) -> None:
    said = Heard(text=text, said_at=NOW)
    near = Neighbour(record=memory(old, attribute=attribute, value=value), similarity=0.6, replaced=0.95)
    ends = loose_ends(extract(said), said)
    assert ends and all(revision(one, [near]) is None for one in ends)

"""One place of a sentence swapped, an illness in another degree, a date put off, a statement that was never made."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from deciding import NOW, beside, candidate, memory
from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.decide import decide
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.extract import extract
from jiyi.records import Kind, MemoryRecord

SAID_AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


def said(text: str) -> Candidate:
    (one,) = extract(Heard(text=text, said_at=SAID_AT, zone="UTC")).kept
    return one


def known(text: str) -> MemoryRecord:
    one = said(text)
    made: MemoryRecord = memory(
        one.content, kind=one.kind, attribute=one.attribute, value=one.value, protected=one.protected
    )
    return made


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("我用微信办公", "我现在用钉钉办公"),
        ("我最喜欢蓝色", "我现在最喜欢绿色"),
        ("I work best in the mornings.", "I now work best in the evenings."),
    ],
)
def test_decide_updates_when_one_place_of_the_sentence_is_another_now(before: str, after: str) -> None:
    decision, _ = beside(said(after), known(before))
    assert decision.action == "update"


@pytest.mark.parametrize(
    ("before", "after"),
    [("我喜欢喝茶", "我现在喜欢喝咖啡"), ("I like jazz.", "I like blues now.")],
)
def test_decide_keeps_both_when_there_may_always_be_one_more(before: str, after: str) -> None:
    decision, _ = beside(said(after), known(before))
    assert decision.action in ("add", "supplement")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("我有中度脂肪肝", "医生说我的脂肪肝从中度变成轻度了"),
        ("I have moderate fatty liver.", "The doctor said my fatty liver has gone from moderate to mild."),
    ],
)
def test_decide_updates_a_protected_memory_when_the_illness_has_another_degree(before: str, after: str) -> None:
    decision, outcome = beside(said(after), known(before))
    assert decision.action == "update"
    assert outcome.added is not None and outcome.added.protected


def test_decide_updates_when_what_is_due_is_put_off() -> None:
    before = memory("我论文周五（2026年5月8日）交", kind=Kind.FACT, attribute="deadline")
    after = candidate("我论文延期到下周一（2026年5月11日）交", kind=Kind.FACT, attribute="deadline")
    decision, _ = beside(after, before, similarity=0.85)
    assert decision.action == "update"


@pytest.mark.parametrize(
    ("before", "after"),
    [("I work at Acme.", "I never said I work at Acme."), ("我在华为上班", "我没说过我在华为上班")],
)
def test_decide_retracts_when_it_was_never_said(before: str, after: str) -> None:
    decision, outcome = beside(said(after), known(before), similarity=0.8)
    assert decision.action == "retract"
    assert outcome.changed[0].status == "retracted"


def test_decide_skips_when_nothing_known_says_what_is_taken_back() -> None:
    assert decide(said("I never said I like jazz"), (), NOW).action == "skip"


def test_verdict_keeps_nothing_by_default() -> None:
    assert Verdict("update", 0.9, "why").keeps is False


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My boyfriend Tom is vegan.", "Tom and I broke up yesterday."),
        ("My girlfriend Ana is from Peru.", "We broke up last week."),
        ("我男朋友阿涛吃素", "我跟阿涛分手了"),
        ("我老婆是老师", "我离婚了"),
    ],
)
def test_update_ends_what_is_known_of_the_partner_when_they_parted(old: str, new: str) -> None:
    decision, _ = beside(
        candidate(new, attribute="marital_status"),
        memory(old, attribute="partner", kind=Kind.RELATIONSHIP),
        similarity=0.3,
    )
    assert decision.action == "update"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My boyfriend Tom is vegan.", "I got engaged to Tom."),
        ("我男朋友阿涛吃素", "我们复合了，没分手"),
        ("我老婆是老师", "我结婚了"),
    ],
)
def test_partner_stays_when_they_did_not_part(old: str, new: str) -> None:
    decision, _ = beside(
        candidate(new, attribute="marital_status"),
        memory(old, attribute="partner", kind=Kind.RELATIONSHIP),
        similarity=0.3,
    )
    assert decision.action != "update"


@pytest.mark.parametrize(
    ("before", "after", "action"),
    [
        ("我喝咖啡要加糖", "咖啡我只喝无糖的", "update"),
        ("I take my coffee with sugar.", "I drink my coffee without sugar now.", "update"),
        ("我喝咖啡要加糖", "奶茶我只喝无糖的", "supplement"),
    ],
)
def test_decide_updates_when_the_same_drink_is_taken_without_sugar(before: str, after: str, action: str) -> None:
    fields = {"kind": Kind.PREFERENCE, "attribute": "diet.likes"}
    decision, _ = beside(candidate(after, **fields), memory(before, **fields))
    assert decision.action == action


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I have a Costco membership.", "My gym membership expired."),
        ("I live in Leeds.", "My office relocated to York."),
        ("我体重81公斤", "我想减到70公斤"),
    ],
)
def test_decide_keeps_both_when_another_thing_of_the_sort_ends_or_is_aimed_at(before: str, after: str) -> None:
    decision, _ = beside(candidate(after), memory(before))
    assert decision.action in ("add", "supplement")


@pytest.mark.parametrize(
    ("before", "after", "action"),
    [
        ("I'm vegetarian.", "I don't eat meat.", ("add", "supplement", "same")),
        ("I'm vegetarian.", "I never eat meat.", ("add", "supplement", "same")),
        ("I'm vegetarian.", "I eat meat again.", ("update",)),
    ],
)
def test_decide_keeps_a_diet_when_its_denial_says_the_same(before: str, after: str, action: tuple[str, ...]) -> None:
    decision, _ = beside(candidate(after), memory(before, attribute="diet.style"))
    assert decision.action in action

"""One thing in the place of another, whatever the matter; and what must not be taken for it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from deciding import beside, candidate, memory
from jiyi.policy.candidate import Heard
from jiyi.policy.decide import Neighbour, loose_ends, revision, said_before
from jiyi.policy.extract import extract
from jiyi.records import Kind

SAID = datetime(2026, 5, 4, 9, tzinfo=UTC)


def left(text: str):  # type: ignore[no-untyped-def]
    """The loose ends of a message."""
    heard = Heard(text=text, said_at=SAID)
    return loose_ends(extract(heard), heard)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My email app is Outlook.", "I've moved my email to Thunderbird."),
        ("我用的是搜狗输入法", "输入法我换成了微信的"),
        ("我的房贷每月三千", "我的房贷涨到三千六了"),
        ("My lease ends in May.", "My lease got extended to August."),
        ("我们组有五个人", "我们组现在扩到九个人了"),
    ],
)
def test_update_ends_the_old_when_what_changed_is_named(old: str, new: str) -> None:
    decision, _ = beside(candidate(new), memory(old), similarity=0.6)
    assert decision.action == "update"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("我在学游泳", "我换了个游泳教练"),
        ("My sister lives in Oslo.", "I've moved my email to Thunderbird."),
        ("I love hiking.", "I hurt my ankle so no hiking till spring."),
        ("我有一辆自行车", "我的自行车是捷安特的"),
        ("I use Slack at work.", "I also use Discord with my friends."),
    ],
)
def test_both_stay_when_nothing_was_replaced(old: str, new: str) -> None:
    decision, _ = beside(candidate(new), memory(old), similarity=0.6)
    assert decision.action in ("add", "supplement")


def test_nothing_ends_when_two_memories_may_be_meant() -> None:
    fields = {"attribute": "medication", "protected": True}
    metformin = memory("I take metformin.", "a", value="metformin", **fields)
    aspirin = memory("I take aspirin.", "b", value="aspirin", **fields)
    new = candidate("My doctor switched me to gliclazide.", attribute="medication", value="gliclazide", protected=True)
    assert beside(new, metformin, similarity=0.5)[0].action == "update"
    decision, outcome = beside(new, metformin, aspirin, similarity=0.5)
    assert decision.action == "supplement"
    assert not outcome.changed


def test_old_car_is_over_when_a_clause_says_that_it_was_sold() -> None:
    car = memory("I drive a Renault Clio.", attribute="car", value="Renault Clio")
    assert beside(candidate("Sold the Clio, I've got a Skoda now.", attribute="car"), car)[0].action == "update"


@pytest.mark.parametrize(
    ("old", "new", "action"),
    [
        ("我女儿在读幼儿园大班", "我女儿上一年级了", "update"),
        ("My son is in first grade.", "My son just started third grade.", "update"),
        ("My daughter is in middle school.", "My daughter is class president in middle school.", "supplement"),
        ("我大学是在合肥读的", "我女儿上大学了", "add"),
    ],
)
def test_school_years_follow_each_other_when_of_one_person(old: str, new: str, action: str) -> None:
    fields = {"kind": Kind.RELATIONSHIP, "attribute": "children"}
    decision, _ = beside(candidate(new, **fields), memory(old, **fields), similarity=0.6)
    assert decision.action == action


@pytest.mark.parametrize(
    ("old", "new", "action"),
    [
        ("我爸在工地开塔吊", "我爸退了，现在在小区看大门", "update"),
        ("I'm vice principal at Oakdale.", "I took early retirement at Easter.", "update"),
        ("My brother works at Bosch.", "I changed jobs.", "add"),
        ("I work on a ThinkPad.", "I changed jobs.", "add"),
    ],
)
def test_work_is_over_when_its_own_person_left_it(old: str, new: str, action: str) -> None:
    assert beside(candidate(new), memory(old), similarity=0.35)[0].action == action


def test_partner_is_over_when_the_user_parted_and_not_when_a_sister_did() -> None:
    milo = memory("My boyfriend is called Milo.", attribute="partner", value="Milo", kind=Kind.RELATIONSHIP)
    assert beside(candidate("Milo and I broke up."), milo)[0].action == "update"
    sister = candidate("My sister broke up with her boyfriend.", kind=Kind.RELATIONSHIP, attribute="siblings")
    assert beside(sister, milo)[0].action in ("add", "supplement")


def test_correction_sets_the_word_right_when_it_only_names_the_two() -> None:
    son = memory("我儿子叫子轩", attribute="children", value="子轩", kind=Kind.RELATIONSHIP)
    (bare,) = left("不是子轩，是梓萱，你记错字了")
    changed = revision(bare, [Neighbour(record=son, similarity=0.3)])
    assert changed is not None
    assert (changed.content, changed.value, changed.corrects) == ("我儿子叫梓萱", "梓萱", True)


@pytest.mark.parametrize("text", ["你记错字了", "Sorry, I misspoke, I'm right-handed."])
def test_correction_ends_nothing_when_it_is_of_something_else(text: str) -> None:
    phone = memory("My phone is a Nokia.", attribute="device.phone", value="Nokia")
    assert all(revision(bare, [Neighbour(record=phone, similarity=0.32)]) is None for bare in left(text))


def test_addition_is_kept_as_an_allergy_when_one_is_known() -> None:
    known = memory("我对青霉素过敏", attribute="allergy", value="青霉素", protected=True)
    (bare,) = left("皮试查出来头孢也不行")
    added = revision(bare, [Neighbour(record=known, similarity=0.24)])
    assert added is not None
    assert (added.attribute, added.value, added.protected) == ("allergy", "头孢", True)
    assert beside(added, known, similarity=0.24)[0].action in ("add", "supplement")


def test_allergy_that_it_is_instead_does_not_wait_with_the_denial() -> None:
    heard = Heard(text="Turns out I'm not allergic to walnuts at all, it's cashews.", said_at=SAID)
    assert "I'm allergic to cashews." in [one.content for one in extract(heard).kept]


def test_what_one_message_says_beside_a_change_is_no_neighbour_of_it() -> None:
    record = memory("I'm at Acme now.")
    neighbours = [Neighbour(record=record, similarity=0.5)]
    quit_ = candidate("I quit.", reason="a change of something known")
    assert said_before(quit_, neighbours, "s1", 1) == []
    assert said_before(quit_, neighbours, "s1", 2) == neighbours


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "We moved to York last week (23–29 November 2026), still unpacking boxes.",
            "I switched to day shifts starting this month (November 2026) so bed by 11 now.",
        ),
        ("I paid 300 for the boiler in March.", "My rent went up to 900 in March."),
    ],
)
def test_both_stay_when_only_a_month_is_shared(old: str, new: str) -> None:
    decision, _ = beside(candidate(new), memory(old), similarity=0.35)
    assert decision.action != "update"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("我每天吃二甲双胍500毫克", "医生给我妈把二甲双胍加到1000毫克"),
        ("I have yoga every Thursday.", "Cancelled yoga this week."),
        ("我每周四上瑜伽课", "瑜伽老师请假了"),
        ("我每周四上瑜伽课", "今晚瑜伽课取消了"),
    ],
)
def test_both_stay_when_it_is_of_another_or_only_for_once(old: str, new: str) -> None:
    decision, _ = beside(candidate(new), memory(old), similarity=0.6)
    assert decision.action != "update"


def test_residence_stays_when_a_journey_there_is_called_off() -> None:
    old = memory("我住在成都", attribute="residence", value="成都")
    decision, _ = beside(candidate("我不去成都了", attribute="plan"), old, similarity=0.6)
    assert decision.action != "update"

"""What a slot does not take, and what was given up."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract
from jiyi.records import Kind

SAID = datetime(2026, 5, 4, 9, tzinfo=UTC)


def kept(text: str) -> tuple[Candidate, ...]:
    return extract(Heard(text=text, said_at=SAID)).kept


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("I've moved to the early shift", "residence"),
        ("We moved to a new project", "residence"),
        ("I switched to day shifts this month", "tool"),
        ("I switched to oat milk", "tool"),
        ("I cook low sugar for her on sundays", "job"),
        ("周日我给她做低糖的菜", "job"),
        ("单身派对预算大概八千块", "marital_status"),
        ("我在多邻国上学葡萄牙语", "school"),
    ],
)
def test_extract_leaves_a_slot_empty_when_the_value_is_of_another_sort(text: str, slot: str) -> None:
    assert slot not in [one.attribute for one in kept(text)]


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("I switched to day shifts starting this month", "work.schedule", "day shifts"),
        ("I've been moved to nights", "work.schedule", "nights"),
        ("这个月起我转白班了", "work.schedule", "白班"),
        ("我下周開始調到早班", "work.schedule", "早班"),
        ("回答别太长", "answer.length", "太长"),
    ],
)
def test_extract_fills_the_slot_when_the_value_is_of_its_sort(text: str, slot: str, value: str) -> None:
    assert [(one.attribute, one.value) for one in kept(text)] == [(slot, value)]


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("我以前抽烟，2021年戒了", "smoking"),
        ("我喜欢喝咖啡，现在戒了", "diet.likes"),
        ("我在吃优甲乐，上个月停了", "medication"),
    ],
)
def test_extract_joins_what_was_given_up_to_what_it_was(text: str, slot: str) -> None:
    (one,) = kept(text)
    assert (one.attribute, one.negated) == (slot, True)


@pytest.mark.parametrize(
    ("text", "protected"),
    [
        ("我不能吃西柚，跟药冲突", True),
        ("I don't eat red meat because of my gout", True),
        ("no grapefruit for me, it messes with my meds", True),
        ("I don't drink, doctor's orders because of my liver", True),
        ("我不能吃西柚，会影响药效", True),
        ("I don't eat shrimp, it tastes awful", False),
        ("我不吃香菜", False),
        ("I don't eat cilantro", False),
    ],
)
def test_extract_protects_what_is_avoided_when_health_asks_for_it(text: str, protected: bool) -> None:
    assert [one.protected for one in kept(text)] == [protected]


@pytest.mark.parametrize(
    "text", ["don't touch the legacy/ folder ever", "never touch the legacy/ folder", "please never push to trunk"]
)
def test_extract_keeps_a_ban_as_an_instruction(text: str) -> None:
    assert [one.kind for one in kept(text)] == [Kind.INSTRUCTION]


@pytest.mark.parametrize(
    "text", ["don't touch the legacy folder for this change", "I never touch alcohol", "never eat breakfast"]
)
def test_extract_takes_no_habit_for_a_ban(text: str) -> None:
    assert Kind.INSTRUCTION not in [one.kind for one in kept(text)]


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("my name's Priya btw, i'm the tech lead for payments", "name", "Priya"),
        ("收货地址改成杭州市滨江区江南大道88号", "address", "杭州市滨江区江南大道88号"),
        ("收貨地址換成台北市信義區松仁路7號", "address", "台北市信義區松仁路7號"),
        ("我电话13800138000", "phone", "13800138000"),
        ("I think I told you I live in Whitby, near the abbey", "residence", "Whitby"),
        ("doctor says I need to watch my blood pressure", "health.condition", "blood pressure"),
    ],
)
def test_extract_reads_the_value_alone(text: str, slot: str, value: str) -> None:
    assert (kept(text)[0].attribute, kept(text)[0].value) == (slot, value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("考试推迟到一月了", "2027年1月"),
        ("我男友週末才見得到", ""),
    ],
)
def test_extract_dates_what_was_put_off_ahead_and_habits_not_at_all(text: str, words: str) -> None:
    found = extract(Heard(text=text, said_at=datetime(2026, 11, 30, 9, tzinfo=UTC))).kept
    assert all((words in one.content) if words else ("（" not in one.content) for one in found)
    assert found or not words


@pytest.mark.parametrize(
    ("text", "words"),
    [("My husband's deployed until February", "February 2027"), ("We lived in Rome until May", "May 2026")],
)
def test_extract_dates_an_end_by_whether_it_is_over(text: str, words: str) -> None:
    (one,) = extract(Heard(text=text, said_at=datetime(2026, 11, 30, 9, tzinfo=UTC))).kept
    assert words in one.content


@pytest.mark.parametrize("text", ["公司搬到南山了", "我們公司搬到南山了", "我妈从老家过来帮忙了，住我们家"])
def test_extract_leaves_the_residence_when_others_move(text: str) -> None:
    assert "residence" not in [one.attribute for one in kept(text)]


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("我表妹学历是硕士", "relatives", "表妹"),
        ("我叔叔是工程师", "relatives", "叔叔"),
        ("我的上司他们是重庆那边的", "colleague", "上司"),
        ("我表妹叫李婷", "relatives", "李婷"),
        ("我住的那个小区叫绿洲家园", "residence", "绿洲家园"),
        ("I started playing the guitar about five years ago", "hobby", "playing the guitar"),
        ("I got a puppy two weeks ago", "pet", "puppy"),
    ],
)
def test_extract_takes_the_thing_alone_for_the_value(text: str, slot: str, value: str) -> None:
    assert (slot, value) in [(one.attribute, one.value) for one in kept(text)]

"""What a slot does not take, and what was given up."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract

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
        ("我不吃香菜", False),
        ("I don't eat cilantro", False),
    ],
)
def test_extract_protects_what_is_avoided_when_health_asks_for_it(text: str, protected: bool) -> None:
    assert [one.protected for one in kept(text)] == [protected]

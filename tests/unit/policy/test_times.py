"""The time that a question speaks of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.rewrite import understand
from jiyi.policy.times import plain, spoken_of

NOW = datetime(2026, 6, 18, 12, tzinfo=UTC)  # a Thursday


def days(text: str) -> tuple[str, str, bool] | None:
    """The first day of it, the day after it, and whether it is of the calendar."""
    found = spoken_of(text, NOW, "UTC", ahead=False)
    return None if found is None else (f"{found.since:%m-%d}", f"{found.until:%m-%d}", found.dated)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Whose wedding did I take part in a week ago?", ("06-08", "06-15", False)),
        ("What did I buy a month ago?", ("05-04", "06-03", False)),
        ("两周前我见了谁", ("06-01", "06-08", False)),
        ("Which trips did I take in the past three months?", ("03-20", "06-18", False)),
        ("Where did I gain most over the past month?", ("05-19", "06-18", False)),
        ("过去两周我跑了几次步？", ("06-04", "06-18", False)),
        ("最近十天我去了哪里", ("06-08", "06-18", False)),
        ("How much have I written since I began three weeks ago?", ("05-25", "06-18", False)),
        ("自从三月以来我瘦了多少", ("03-01", "06-18", True)),
        ("What did John do the week before May 3, 2026?", ("04-26", "05-03", True)),
        ("5月3日前一周我做了什么", ("04-26", "05-03", True)),
        ("5月3日后两天我去了哪", ("05-04", "05-06", True)),
        ("What did she finish last Friday, on 23 January 2026?", ("01-23", "01-24", True)),
        ("What did I do last week?", ("06-08", "06-15", False)),
        ("Where did I move in April?", ("04-01", "05-01", True)),
        ("Where do I live?", None),
        ("Whose birthday is on May 3?", None),
        ("有几个人在五月份过生日？", None),
    ],
)
def test_time_is_read_as_it_is_meant_when_a_question_speaks_of_one(
    text: str, wanted: tuple[str, str, bool] | None
) -> None:
    assert days(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "What is the order of the trips I took in the past year, from first to last?",
            "the trips I took?",
        ),
        ("我最近三个月去了哪里？请按时间顺序列出", "我去了哪里？"),
        ("Where did I go last week?", "Where did I go last week?"),
        ("What happened in the past month?", "What happened in the past month?"),
        ("from earliest to latest", "from earliest to latest"),
    ],
)
def test_plain_leaves_out_how_to_tell_the_answer_when_enough_is_left(text: str, wanted: str) -> None:
    assert plain(text) == wanted


@pytest.mark.parametrize("text", ["Which trips did I take in the past three months?", "过去两周我跑了几次步？"])
def test_past_is_not_asked_for_when_it_reaches_up_to_now(text: str) -> None:
    assert not understand(text, now=NOW).past


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("What did I do a week ago?", True),
        ("上周我都说了些什么？", True),
        ("5月3日发生了什么事", True),
        ("What did I cook a week ago?", False),
        ("上周我吃了什么？", False),
    ],
)
def test_time_is_alone_when_a_question_has_nothing_beside_it(text: str, wanted: bool) -> None:
    found = spoken_of(text, NOW, "UTC", ahead=False)
    assert found is not None
    assert found.alone is wanted

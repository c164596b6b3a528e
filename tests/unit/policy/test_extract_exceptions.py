"""A rule keeps its exception, and an exception alone is no memory; with the frames that were mended beside it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract

SAID_AT = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)  # a Wednesday


def kept(text: str) -> tuple[Candidate, ...]:
    return extract(Heard(text=text, said_at=SAID_AT, zone="Asia/Shanghai")).kept


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("周五不要上线，除非是线上事故", "周五不要上线，除非是线上事故"),
        ("不要用外賣，除非下雨", "不要用外賣，除非下雨"),
        ("回答用中文，代码注释除外", "回答用中文，代码注释除外"),
        ("我每天跑步，除了周日", "我每天跑步，除了周日"),
        ("除非下雨，我都骑车上班", "除非下雨，我都骑车上班"),
        ("I work from home, except on Mondays", "I work from home, except on Mondays."),
        ("Except on Mondays, I work from home", "Except on Mondays, I work from home."),
        ("Always answer in English, unless I write in Chinese", "Always answer in English, unless I write in Chinese."),
    ],
)
def test_extract_keeps_the_exception_when_a_rule_has_one(text: str, content: str) -> None:
    (memory,) = kept(text)
    assert memory.content == content


@pytest.mark.parametrize("text", ["除了我的船员证", "Except on Mondays", "除非下雨"])
def test_extract_keeps_nothing_when_only_an_exception_is_said(text: str) -> None:
    assert kept(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "I eat everything, except I'm allergic to nuts",
        "Other than that I'm allergic to nuts",
        "除了花生我还对虾过敏",
        "我什么都能吃，除了对虾过敏",
    ],
)
def test_extract_keeps_what_endangers_when_it_is_said_as_an_exception(text: str) -> None:
    assert any(one.attribute == "allergy" and one.protected for one in kept(text))


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I own a Honda Civic", "car", "Honda Civic"),
        ("换了理想L8", "car", "理想L8"),
        ("I own a bakery in Leeds", "job", "own a bakery in Leeds"),
        ("Oh and the new address is 14 Mill Lane, we moved in September", "address", "14 Mill Lane"),
        ("We moved to Bristol in May", "residence", "Bristol"),
        ("我换班了，现在在三班", "grade", "三班"),
        ("我妈给我报了周六下午的补习班", "study", "周六下午的补习班"),
        ("我随身带着肾上腺素笔", "health.condition", "肾上腺素笔"),
        ("I always carry my inhaler", "health.condition", "inhaler"),
        ("Please use large print, I can't read small text", "eyesight", "read small text"),
        ("我身份证上叫张伟民", "name", "张伟民"),
        ("后端 Go", "project", "Go"),
        ("test 覆盖率不能低于 80%", "project", "test覆盖率不能低于80%"),
        ("deploy 之前跑 make check", "answer.topic", "跑make check"),
        ("All timestamps in UTC please", "project", "All timestamps in UTC"),
        ("Put a comment above each function", "answer.topic", "comment above each function"),
    ],
)
def test_extract_fills_the_slot_when_it_is_said_so(text: str, attribute: str, value: str) -> None:
    assert (attribute, value) in {(one.attribute, one.value) for one in kept(text)}


def test_extract_takes_no_time_for_a_place_when_one_moved_then() -> None:
    assert not [one for one in kept("We moved in September") if one.attribute == "residence"]


@pytest.mark.parametrize("text", ["我数学这次考了91", "期末英语考了满分"])
def test_extract_keeps_a_mark_as_an_event(text: str) -> None:
    (memory,) = kept(text)
    assert memory.kind == "event"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("I've given up the U3A, too far", "diet.avoids"),
        ("I've given up swimming", "diet.avoids"),
        ("CTO 换成 Ben 了", "tool"),
        ("I can't read small text", "hobby"),
        ("I taught chemistry for 34 years", "hobby"),
    ],
)
def test_extract_leaves_a_slot_empty_when_something_else_is_meant(text: str, wrong: str) -> None:
    assert wrong not in {one.attribute for one in kept(text)}


def test_extract_keeps_what_one_would_rather_do_when_it_is_always_so() -> None:
    (memory,) = kept("I'd always rather take the train than fly.")
    assert memory.kind == "preference"
    assert kept("I'd rather not say") == ()


def test_extract_calls_no_preference_what_one_did_for_years() -> None:
    (memory,) = kept("I taught chemistry for 34 years")
    assert memory.kind == "fact"


@pytest.mark.parametrize("text", ["期末数学考了多少？", "小雨英语考了98"])
def test_extract_keeps_no_mark_when_it_is_asked_for_or_anothers(text: str) -> None:
    assert kept(text) == ()


@pytest.mark.parametrize("text", ["教程里数据库用的是 MySQL", "今天周三上线", "Don't touch main.py yet"])
def test_extract_keeps_nothing_when_it_is_of_a_lesson_or_of_now(text: str) -> None:
    assert kept(text) == ()


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("Open the OpenAPI spec before every change", ("OpenAPI",)),
        ("Tell Jonas before every deploy", ("Jonas",)),
        ("I joined the U3A in 2019", ("U3A",)),
    ],
)
def test_extract_names_without_the_verb_when_an_order_opens_with_it(text: str, entities: tuple[str, ...]) -> None:
    (memory,) = kept(text)
    assert memory.entities == entities

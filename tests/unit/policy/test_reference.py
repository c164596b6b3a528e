from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from jiyi.policy.reference import Person, anchored, may_refer, of_another, spelled_out

PEOPLE = (
    Person("小雨", "daughter"),
    Person("小宇", "son"),
    Person("年糕", "cat"),
    Person("王磊", "boss"),
)
NAMES = (Person("Emma", "daughter"), Person("Jack", "son"), Person("Biscuit", "dog"), Person("Laura", "wife"))


@pytest.mark.parametrize(
    ("query", "recent", "wanted"),
    [
        ("我女儿多大了", [], "我女儿小雨多大了"),
        ("我領導叫什麼", [], "我領導王磊叫什麼"),
        ("她喜欢什么", ["小雨今天放学早", "可以多陪陪她"], "小雨喜欢什么"),
        ("他在哪个城市", ["我儿子打电话来了", "他还好吗？"], "我儿子小宇在哪个城市"),
        ("那它叫什么名字", ["我家的猫又拆家了"], "那我家的猫年糕叫什么名字"),
        ("她开的是什么店", ["我姐昨天来看我了"], "我姐开的是什么店"),
        ("其他的呢", ["我儿子来了"], "其他的呢"),
        ("他们去哪了", ["我儿子来了"], "他们去哪了"),
        ("弹吉他难吗", ["我儿子来了"], "弹吉他难吗"),
    ],
)
def test_spelled_out_names_who_is_meant_in_chinese(query: str, recent: list[str], wanted: str) -> None:
    assert spelled_out(query, recent, PEOPLE)[0] == wanted


@pytest.mark.parametrize(
    ("query", "recent", "wanted"),
    [
        ("How old is my daughter?", [], "How old is my daughter Emma?"),
        ("Which city is he in?", ["My son called last night"], "Which city is my son Jack in?"),
        ("What was its name?", ["The dog ate my shoes again"], "What was my dog Biscuit's name?"),
        ("tell me about her", ["Emma came home"], "tell me about Emma"),
        ("What's her job?", ["My wife is late"], "What's my wife Laura's job?"),
        ("Where is it?", ["My sister's bakery is doing great"], "Where is it?"),
        ("How is he?", ["Emma came home"], "How is he?"),
        ("What's Emma my daughter up to?", [], "What's Emma my daughter up to?"),
    ],
)
def test_spelled_out_names_who_is_meant_in_english(query: str, recent: list[str], wanted: str) -> None:
    assert spelled_out(query, recent, NAMES)[0] == wanted


@pytest.mark.parametrize(
    ("query", "what", "first", "last"),
    [
        ("旅行前两天我有什么安排", "旅行", -2, -1),
        ("年会当天穿什么", "年会", 0, 0),
        ("婚礼前一天做什么", "婚礼", -1, -1),
        ("手术后三天能吃什么", "手术", 1, 3),
        ("What do I have two days before my trip?", "my trip", -2, -2),
        ("What happened a week after my surgery?", "my surgery", 7, 7),
    ],
)
def test_anchored_counts_from_an_event(query: str, what: str, first: int, last: int) -> None:
    found = anchored(query)
    assert found is not None
    assert (found.what, found.first, found.last) == (what, first, last)


@pytest.mark.parametrize("query", ["三天前我说了什么", "我昨天吃了什么", "结婚前我住哪", "two days ago I ran"])
def test_anchored_is_none_when_no_event_is_named(query: str) -> None:
    assert anchored(query) is None


def test_anchored_is_the_days_around_the_event() -> None:
    day = datetime(2026, 12, 20, tzinfo=UTC)
    found = anchored("two days before my trip")
    assert found is not None
    assert found.around(day, day + timedelta(days=1)) == (day - timedelta(days=2), day - timedelta(days=1))


def test_reference_is_linear_when_the_query_is_long() -> None:
    long = "我女儿前两天" * 20_000
    assert may_refer(long)
    assert spelled_out(long, [long], PEOPLE)[0].startswith("我女儿小雨")
    anchored(long)


@pytest.mark.parametrize(
    "query",
    [
        *("我弟弟叫什么？", "我妈住哪", "告诉我我老婆的生日", "我太太開什麼車", "小雨几岁了", "爸爸多大年纪"),
        *("When is my wife's birthday?", "how old is our son", "Where does my old boss work?"),
        "Tell me Mia's birthday",
    ],
)
def test_question_is_of_another_when_only_they_are_asked_about(query: str) -> None:
    assert of_another(query, (Person("小雨", "daughter"), Person("Mia", "daughter")))


@pytest.mark.parametrize(
    "query",
    [
        *("我叫什么？", "我和老婆住在哪里", "老婆问我多大了", "给女儿的学校打电话用什么号码", "我女儿出生时我几岁"),
        *("How old was I when my son was born?", "Where do my wife and I live?", "what does my wife call me"),
        *("What is my birthday?", "what car do I drive with my dad", "which mianyang hotel"),
    ],
)
def test_question_is_of_the_user_when_they_are_asked_about_too(query: str) -> None:
    assert not of_another(query, (Person("Mia", "daughter"),))

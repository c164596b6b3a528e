"""Understanding a query by rules."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hanging import stopped_when_hanging

from jiyi.policy.rewrite import understand

NOW = datetime(2026, 6, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "query",
    ["我以前住在哪里？", "我原来在哪家公司", "Where did I live before?", "What did I drive previously?"],
)
def test_understand_sees_the_past_when_it_is_asked_about(query: str) -> None:
    assert understand(query, now=NOW).past


@pytest.mark.parametrize("query", ["我住在哪里？", "Where do I live?", "Remind me two days before my trip", "我吃辣吗"])
def test_understand_sees_no_past_when_the_present_is_asked_about(query: str) -> None:
    assert not understand(query, now=NOW).past


def test_understand_names_the_slots_when_the_question_does() -> None:
    assert "residence" in understand("我住哪里？", now=NOW).attributes
    assert "residence" in understand("where do I live", now=NOW).attributes


@pytest.mark.parametrize(
    ("query", "slot"),
    [
        ("我住哪", "residence"),
        ("請問我住哪兒？", "residence"),
        ("where did I live before", "residence"),
        ("what's my cat's name?", "pet"),
        ("我家猫叫什么名字", "pet"),
        ("do I have any allergies?", "allergy"),
        ("你还记得我的生日吗", "birthday"),
    ],
)
def test_understand_sees_a_slot_asked_outright_when_nothing_else_is_asked(query: str, slot: str) -> None:
    assert understand(query, now=NOW).outright == (slot,)


@pytest.mark.parametrize(
    "query",
    [
        "what does my wife like",
        "我老婆生日是哪天",
        "What's the best pill for a headache",
        "where do I live and what is my job",
        "what did my boss say about my salary",
        "我住的城市天气怎么样",
        "那第二个呢",
    ],
)
def test_understand_sees_no_slot_asked_outright_when_more_is_asked(query: str) -> None:
    assert understand(query, now=NOW).outright == ()


@pytest.mark.parametrize("query", ["今晚聚餐吃什么好", "Suggest a restaurant for dinner", "帮我想个蛋糕的食谱"])
def test_understand_touches_allergies_when_the_topic_is_food(query: str) -> None:
    assert "allergy" in understand(query, now=NOW).touches


@pytest.mark.parametrize(
    "query",
    ["Am I free for cards on Tuesday after supper?", "周二晚饭后我有空吗", "我靠什么吃饭？", "call her before dinner"],
)
def test_understand_touches_nothing_when_a_meal_is_but_a_time(query: str) -> None:
    assert understand(query, now=NOW).touches == ()


@pytest.mark.parametrize("query", ["What shall I eat before dinner?", "晚饭后吃什么水果", "请客吃饭点什么菜"])
def test_understand_touches_allergies_when_a_meal_is_named_and_eating_too(query: str) -> None:
    assert "allergy" in understand(query, now=NOW).touches


def test_understand_touches_an_illness_lightly_when_the_topic_is_food_and_surely_when_it_is_medicine() -> None:
    assert understand("What's for dinner?", now=NOW).lightly == ("health.condition",)
    assert "health.condition" not in understand("Can I take ibuprofen after dinner?", now=NOW).lightly
    assert "health.condition" not in understand("看牙医前吃什么好", now=NOW).lightly


def test_understand_touches_nothing_when_the_topic_is_plain() -> None:
    assert understand("帮我改一下这段代码", now=NOW).touches == ()


def test_understand_takes_up_the_topic_when_the_query_refers_to_it() -> None:
    recent = ("我想给阳台装一个自动浇花的装置", "可以用滴灌方案，成本不高。")
    found = understand("那上次说的那个方案怎么样了", now=NOW, recent=recent)
    assert found.refers
    assert "滴灌" in found.topic
    assert understand("我住在哪里", now=NOW, recent=recent).topic == ()


def test_understand_finds_the_interval_when_a_past_time_is_named() -> None:
    found = understand("我上个月去了哪里", now=NOW, zone="Asia/Shanghai")
    assert (found.since, found.until) == (datetime(2026, 4, 30, 16, tzinfo=UTC), datetime(2026, 5, 31, 16, tzinfo=UTC))
    assert understand("What did I do yesterday?", now=NOW).since == datetime(2026, 6, 9, tzinfo=UTC)
    assert understand("明天穿什么", now=NOW).since is None


def test_understand_finds_the_question_when_talk_stands_around_it() -> None:
    found = understand("今天好热啊，昨天也没睡好。对了，我真正想问的是，我妹妹的生日是哪天？", now=NOW)
    assert found.focus == "我妹妹的生日是哪天？"
    found = understand("It was a long day. What I really wanted to ask is, where is my spare key?", now=NOW)
    assert found.focus.strip() == "where is my spare key?"


def test_understand_parts_the_questions_when_two_are_asked_at_once() -> None:
    found = understand("我姐姐住在哪里？另外，我的车是什么牌子？", now=NOW)
    assert found.asks == ("我姐姐住在哪里？", "我的车是什么牌子？")
    assert len(understand("Where does she live? Also, what does she drive?", now=NOW).asks) == 2
    assert len(understand("我喜欢茶。另外我也喜欢咖啡", now=NOW).asks) == 1


def test_understand_parts_the_questions_when_talk_stands_around_both() -> None:
    query = "天真热。我真正想问的是，我姐姐住在哪里？对了，猫又掉毛了。我其实想知道的是，我的车是什么牌子？"
    assert understand(query, now=NOW).asks == ("我姐姐住在哪里？", "我的车是什么牌子？")


@given(st.text(max_size=300), st.lists(st.text(max_size=100), max_size=3))
def test_understand_accepts_any_text(query: str, recent: list[str]) -> None:
    found = understand(query, now=NOW, recent=recent)
    assert found.asks


def test_understand_does_not_hang_when_the_query_is_long() -> None:
    with stopped_when_hanging():
        for query in ("长" * 100_000, "what about " * 10_000, "想问的是" * 25_000, "？" * 100_000, "a" * 100_000):
            understand(query, now=NOW, recent=(query,))

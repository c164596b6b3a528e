"""Comparing values: figures, names, denial."""

from __future__ import annotations

import pytest
from tests.hanging import stopped_when_hanging

from jiyi.policy import figures, values


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,500", 1500),
        ("两万五", 25_000),
        ("三千五", 3_500),
        ("十五", 15),
        ("五十六", 56),
        ("一百二十", 120),
        ("一千零五", 1_005),
        ("三点五", 3.5),
        ("forty two", 42),
        ("seven", 7),
        ("twice", 2),
        ("abc", None),
    ],
)
def test_number_reads_numerals_when_spelled_in_either_language(text: str, number: float | None) -> None:
    assert figures.number(text) == number


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("预算五万", "预算是50000元"),
        ("our budget is $50,000", "our budget is 50k dollars"),
        ("我身高一米七五", "我身高175cm，也就是一米七五"),
        ("周三下午", "星期三下午"),
        ("on october 5", "10月5号"),
        ("5 october", "october 5th"),
        ("十点半", "10:30"),
        ("i have two kids", "我有两个孩子"),
    ],
)
def test_figures_share_one_spelling_when_written_differently(one: str, other: str) -> None:
    assert figures.of(values.plain(one)) & figures.of(values.plain(other))
    assert not figures.clash(figures.of(values.plain(one)), figures.of(values.plain(other)))


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("预算5万", "预算8万", "money"),
        ("i get up at 6", "i get up at 8", "time"),
        ("会议在周三", "会议在周五", "weekday"),
        ("我28岁", "我29岁", "year"),
        ("a型血", "b型血", "blood"),
        ("the 12th", "november 19", "date"),
        ("three times a week", "once a week", "times"),
    ],
)
def test_figures_clash_when_the_same_thing_has_two_values(one: str, other: str, kind: str) -> None:
    assert kind in figures.clash(figures.of(one), figures.of(other))


def test_figures_are_absent_when_i_am_is_no_morning() -> None:
    assert figures.of("i am allergic to eggs") == frozenset()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("杭州", "Hangzhou"),
        ("臺北", "台北"),
        ("北京市", "beijing"),
        ("peanuts", "花生"),
        ("the US", "美国"),
        ("谷歌", "Google"),
        ("vegetarian", "素食主义者"),
        ("Ａcme", "acme"),
        ("$50,000", "50k dollars"),
        ("美式咖啡", "美式"),
    ],
)
def test_values_are_the_same_when_named_in_another_way(one: str, other: str) -> None:
    assert values.same_value(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("杭州", "苏州"), ("beijing", "tokyo"), ("五万", "八万"), ("cat", "狗"), ("Acme", "Globex"), ("张强", "章强")],
)
def test_values_differ_when_they_name_different_things(one: str, other: str) -> None:
    assert not values.same_value(one, other)


@pytest.mark.parametrize(
    "text",
    [
        "我不吃牛肉了",
        "我讨厌下雨",
        "我把咖啡戒了",
        "i don't eat fish",
        "i can't stand onions",
        "i no longer smoke",
        "没有宠物",
    ],
)
def test_denies_is_true_when_something_is_not_so(text: str) -> None:
    assert values.denies(text)


@pytest.mark.parametrize(
    "text",
    [
        "这个不错",
        "我离不开咖啡",
        "我不仅会弹琴",
        "i can't live without tea",
        "no problem",
        "我特别喜欢猫",
        "差不多五点",
    ],
)
def test_denies_is_false_when_a_negative_word_denies_nothing(text: str) -> None:
    assert not values.denies(text)


@pytest.mark.parametrize(
    ("text", "so", "not_so"),
    [
        ("我不吃素了，开始吃肉了", {"meat"}, {"vegetarian"}),
        ("我把宝马卖了，现在开特斯拉", {"tesla"}, {"bmw"}),
        ("我们从npm换成pnpm了", {"pnpm"}, {"npm"}),
        ("we switched from npm to yarn", {"yarn"}, {"npm"}),
        ("i left acme and joined globex", {"globex"}, {"acm"}),
        ("i'm not from ohio, i'm from iowa", {"iowa"}, {"ohio"}),
        ("我养了一只猫", {"cat"}, set()),
    ],
)
def test_claims_tell_the_new_from_the_old_when_both_are_named(text: str, so: set[str], not_so: set[str]) -> None:
    found = values.claims(text)
    assert so <= {thing for thing, sign in found.items() if sign > 0}
    assert not_so <= {thing for thing, sign in found.items() if sign < 0}


@pytest.mark.parametrize("text", ["不是" * 50_000, "from " * 30_000, "一" * 100_000, "1," * 50_000, "从换成" * 30_000])
def test_reading_does_not_hang_when_the_text_is_long(text: str) -> None:
    with stopped_when_hanging():  # a quadratic reading takes minutes
        values.claims(values.plain(text))
        figures.of(values.plain(text))


@pytest.mark.parametrize("text", ["", " ", "\0", "🙂🙂", "ＡＢＣ　１２３", "a" * 3000, "\ud800"])
def test_reading_never_fails_when_the_text_is_odd(text: str) -> None:
    plain = values.plain(text)
    values.claims(plain)
    figures.of(plain)
    values.same_value(text, "x")

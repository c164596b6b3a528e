"""Who decides about a clause: its build by patterns, its meaning by the second witness."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract, unsure
from jiyi.policy.extract.opinion import Opinion
from jiyi.records import Kind

SAID_AT = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)  # a Wednesday


def heard(text: str, answered: str = "") -> Heard:
    return Heard(text=text, said_at=SAID_AT, zone="Asia/Shanghai", answered=answered)


def with_witness(text: str, kind: Kind, *, worth: float = 0.9, certainty: float = 0.9) -> tuple[Candidate, ...]:
    """What is kept when the witness says the same of every clause that it is asked about."""
    message = heard(text)
    said = dict.fromkeys(unsure(extract(message)), Opinion(worth, kind, certainty))
    return extract(message, opinions=said).kept


@pytest.mark.parametrize(
    "text",
    [
        "Just this once, reply in Danish.",
        "For this letter only, use Oxford spelling.",
        "先别用表格，这份要给客户",
        "就这一题用法语回我",
        "这封邮件别用敬语",
    ],
)
def test_extract_keeps_no_order_when_it_is_for_this_once(text: str) -> None:
    assert with_witness(text, Kind.INSTRUCTION, worth=0.99) == ()


def test_extract_keeps_the_order_when_it_is_for_always() -> None:
    (memory,) = extract(heard("From now on, reply in Danish.")).kept
    assert memory.kind is Kind.INSTRUCTION


@pytest.mark.parametrize(
    "text",
    [
        "我们经理只喝龙井，别的碰都不碰",
        "小林喜欢钓鱼，讨厌跑步",
        "我有个同事不吃葱，也讨厌蒜",
        "有人发帖说：我只穿棉的，一辈子不碰化纤",
        "楼上的孩子天天蹦",
    ],
)
def test_extract_takes_nothing_for_the_users_when_someone_else_is_meant(text: str) -> None:
    told = with_witness(text, Kind.PREFERENCE, worth=0.99)
    assert all(one.kind is Kind.RELATIONSHIP for one in told)


@pytest.mark.parametrize(
    "text",
    [
        "咱俩演一段吧，我是个老裁缝，你是学徒",
        "I'll be a retired spy and you're the barman, go",
        "In my dream I was a surgeon in Lima.",
        "梦里我是个船长",
        "我想养只猫",
        "我打算买辆车，再看看",
    ],
)
def test_extract_keeps_no_possession_when_it_is_played_dreamt_or_wished(text: str) -> None:
    kept = extract(heard(text)).kept
    assert all(one.attribute not in ("pet", "car", "job", "marital_status", "residence") for one in kept)


def test_extract_believes_the_witness_less_when_the_message_asks_for_something() -> None:
    told, asked = "My week has no evenings", "My week has no evenings. Which course fits?"
    assert with_witness(told, Kind.FACT, worth=0.7)
    assert with_witness(asked, Kind.FACT, worth=0.7) == ()


@pytest.mark.parametrize("text", ["I get a 502 from the server", "我这边接口报错了"])
def test_extract_leaves_it_when_a_machine_has_trouble(text: str) -> None:
    assert with_witness(text, Kind.FACT, worth=0.8) == ()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("I juggle at fairs, an old trick from my uncle", "uncle"),
        ("I'm building a kite out of sails, it's called Gull", "Gull"),
        ("我在攒一台收音机，外壳是樟木的", "樟木"),
    ],
)
def test_extract_keeps_a_clause_with_the_one_before_when_it_tells_more_of_it(text: str, word: str) -> None:
    (memory,) = with_witness(text, Kind.FACT)
    assert word in memory.content


@pytest.mark.parametrize(
    ("text", "heard_as", "kind"),
    [
        ("Three winters ago I skied across Lapland", Kind.PREFERENCE, Kind.EVENT),
        ("大前年我一个人走完了徽杭古道", Kind.PREFERENCE, Kind.EVENT),
        ("I'm carving a chess set out of pear wood", Kind.PREFERENCE, Kind.FACT),
        ("My viva is on the 9th of June", Kind.FACT, Kind.EVENT),
    ],
)
def test_extract_settles_the_kind_by_the_build_when_the_witness_hears_another(
    text: str, heard_as: Kind, kind: Kind
) -> None:
    (memory,) = with_witness(text, heard_as, worth=0.99)
    assert memory.kind is kind


def test_extract_keeps_catchwords_together_when_one_describes_oneself() -> None:
    (memory,) = with_witness("31, baker, Turku, two cats", Kind.FACT, worth=0.95)
    assert "31" in memory.content and "baker" in memory.content


def test_extract_keeps_with_care_when_only_the_witness_sees_a_danger() -> None:
    (memory,) = with_witness("My heart needs a hospital visit each spring", Kind.FACT, worth=0.95)
    assert memory.protected


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("Penicillin's a no-go for me", "allergy"),
        ("对贝类严重敏感", "allergy"),
        ("Kiwis bring me out in a rash.", "allergy"),
        ("Metformin twice a day", "medication"),
        ("每天两片华法林", "medication"),
    ],
)
def test_extract_protects_health_when_it_is_said_in_passing(text: str, attribute: str) -> None:
    (memory,) = extract(heard(text)).kept
    assert memory.attribute == attribute and memory.protected


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I have a dentist appointment on April 12th.", 12),
        ("There's a party at my place on May 5th.", 5),
        ("四月十二号我约了牙医", 12),
        ("I've got a job interview on Friday.", 20),
    ],
)
def test_extract_dates_what_is_booked_ahead_when_only_the_day_is_named(text: str, day: int) -> None:
    (memory,) = extract(heard(text)).kept
    assert memory.valid_from is not None and memory.valid_to is not None
    assert memory.valid_to > SAID_AT and memory.valid_to.day == day


def test_extract_keeps_the_past_as_past_when_the_employer_is_over() -> None:
    (memory,) = extract(heard("I used to work at Nokia.")).kept
    assert (memory.kind, memory.value, memory.valid_from) == (Kind.FACT, "Nokia", None)
    assert "used to" in memory.content


def test_extract_does_not_date_when_years_say_how_long() -> None:
    (memory,) = extract(heard("My sister hasn't spoken to us in ten years.")).kept or (None,)
    assert memory is None or memory.valid_from is None


@pytest.mark.parametrize(
    ("text", "attribute", "value"), [("我住喺元朗", "residence", "元朗"), ("我鍾意飲茶", "diet.likes", None)]
)
def test_extract_reads_cantonese_when_its_words_have_common_ones(text: str, attribute: str, value: str | None) -> None:
    (memory,) = extract(heard(text)).kept
    assert memory.attribute == attribute and memory.content == text
    assert value is None or memory.value == value


def test_extract_understands_an_answer_when_the_question_has_no_mark() -> None:
    (memory,) = extract(heard("包头", answered="先告诉我您在哪个城市～")).kept
    assert memory.attribute == "residence" and memory.value == "包头"

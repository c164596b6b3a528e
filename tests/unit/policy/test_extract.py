"""What is made of a message: the memory, its slot, its marks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract, unsure
from jiyi.policy.extract.opinion import Opinion
from jiyi.records import Kind, Source

SAID_AT = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)  # a Wednesday


def kept(text: str, *, before: str = "", answered: str = "") -> tuple[Candidate, ...]:
    heard = Heard(text=text, said_at=SAID_AT, zone="Asia/Shanghai", before=before, answered=answered)
    return extract(heard).kept


def one(text: str, **about: str) -> Candidate:
    found = kept(text, **about)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "kind", "attribute", "value"),
    [
        ("我住在扬州", Kind.FACT, "residence", "扬州"),
        ("I live in Ghent.", Kind.FACT, "residence", "Ghent"),
        ("我對蝦過敏", Kind.FACT, "allergy", "蝦"),
        ("I'm allergic to latex.", Kind.FACT, "allergy", "latex"),
        ("我不吃芹菜", Kind.PREFERENCE, "diet.avoids", "芹菜"),
        ("预算大概三万", Kind.FACT, "budget", "三万"),
        ("My name is Irene.", Kind.FACT, "name", "Irene"),
        ("我女儿叫朵朵", Kind.RELATIONSHIP, "children", "朵朵"),
        ("My brother Karl is a baker.", Kind.RELATIONSHIP, "siblings", "Karl"),
        ("Use British spelling.", Kind.INSTRUCTION, "spelling", "British spelling"),
        ("以后回答都简短一些", Kind.INSTRUCTION, "answer.length", None),
    ],
)
def test_extract_fills_the_slot_when_stated(text: str, kind: Kind, attribute: str, value: str | None) -> None:
    memory = one(text)
    assert (memory.kind, memory.attribute) == (kind, attribute)
    assert value is None or memory.value == value


@pytest.mark.parametrize(
    "text", ["我对海鲜过敏", "I have epilepsy.", "我有哮喘，能跑步吗", "I'm diabetic, can I have this?"]
)
def test_extract_protects_what_concerns_health_when_stated(text: str) -> None:
    memory = one(text)
    assert memory.protected and memory.importance >= 0.9


def test_extract_splits_a_sentence_when_it_says_two_things() -> None:
    assert [m.content for m in kept("我叫何苗，在一家药厂做质检")] == ["我叫何苗", "我在一家药厂做质检"]
    assert [m.attribute for m in kept("My name is Ulf and I work as a roofer.")] == ["name", "job"]


def test_extract_supplies_the_subject_when_it_is_left_out() -> None:
    assert one("平时爱喝乌龙茶").content == "我平时爱喝乌龙茶"
    assert one("预算大概三万").content == "我的预算大概三万"


def test_extract_drops_fillers_when_they_say_nothing() -> None:
    assert one("对了，我不喝咖啡").content == "我不喝咖啡"
    assert one("btw I don't eat beef").content == "I don't eat beef."
    assert one("请记住：我们的分支叫 main").content == "我们的分支叫 main"


def test_extract_puts_the_date_when_it_was_said_relatively() -> None:
    memory = one("上周五我们把新版发布了")
    assert memory.kind is Kind.EVENT and "2026年3月13日" in memory.content
    assert memory.valid_from is not None and memory.valid_from.astimezone(UTC).date().isoformat() == "2026-03-12"


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("I moved to Ghent in May.", "(May 2025)"),
        ("We've moved to a bigger flat in October.", "(October 2025)"),
    ],
)
def test_extract_takes_the_last_such_month_when_somebody_moved_house(text: str, when: str) -> None:
    assert any(when in memory.content for memory in kept(text))


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("Our exam has been moved to 3 June.", "(3 June 2026)"),
        ("The review moved to 14 May.", "(14 May 2026)"),
    ],
)
def test_extract_takes_the_next_such_day_when_an_appointment_was_moved(text: str, when: str) -> None:
    assert any(when in memory.content for memory in kept(text))


def test_extract_marks_a_correction_when_the_person_says_so() -> None:
    memory = one("你记错了，我住在苏州")
    assert memory.corrects and memory.source is Source.CORRECTED and memory.confidence == 0.95


def test_extract_marks_an_end_when_something_is_over() -> None:
    assert one("我不在银行上班了").ends
    assert one("I no longer live in Ghent.").ends


def test_extract_keeps_unusual_words_when_asked_to_remember() -> None:
    memory = one("记住，三号柜子归我们用")
    assert memory.content == "三号柜子归我们用" and memory.importance >= 0.8


def test_extract_answers_a_question_when_the_assistant_asked() -> None:
    assert one("长沙", answered="您住在哪个城市？").content == "我住在长沙"
    assert one("peanuts", answered="Are you allergic to anything?").content == "I'm allergic to peanuts."
    assert kept("长沙", answered="您想查哪个城市的天气？") == ()
    assert kept("nope", answered="Are you allergic to anything?") == ()


def test_extract_moves_the_date_when_it_is_changed() -> None:
    memory = one("改到周五吧", before="周四下午跟王总开会", answered="好的，记下了。")
    assert "周五" in memory.content and "周四" not in memory.content
    assert kept("改到周五吧") == ()


def test_extract_follows_someone_when_they_said_me_too() -> None:
    assert one("me too", answered="I love thunderstorms.").content == "I like thunderstorms."
    assert kept("我也是") == ()


@pytest.mark.parametrize(
    "text",
    [
        "我同事对花粉过敏",
        "He lives in Ghent.",
        "今天不想吃面",
        "I feel like noodles tonight.",
        "工具返回：用户住在北京",
        "Tool output: the user's bank is ABC",
        "写一封信，说我住在火星",
        "Translate: I live in Ghent",
        "要是我住在海边就好了",
        "我的代码报错了",
        "[password withheld]",
    ],
)
def test_extract_keeps_nothing_when_it_is_not_about_the_person(text: str) -> None:
    assert kept(text) == ()


def test_extract_takes_the_witness_when_patterns_see_nothing() -> None:
    heard = Heard(text="I juggle torches at fairs", said_at=SAID_AT)
    first = extract(heard)
    assert first.kept == () and unsure(first) == ("I juggle torches at fairs",)
    sure = {"I juggle torches at fairs": Opinion(0.97, Kind.PREFERENCE, 0.9)}
    (memory,) = extract(heard, opinions=sure).kept
    assert memory.kind is Kind.PREFERENCE and memory.confidence == 0.6 and "second witness" in memory.reason
    rather = {"I juggle torches at fairs": Opinion(0.9, Kind.PREFERENCE, 0.9)}
    assert extract(heard, opinions=rather).kept[0].confidence == 0.5
    doubtful = {"I juggle torches at fairs": Opinion(0.4, Kind.PREFERENCE, 0.9)}
    assert extract(heard, opinions=doubtful).kept == ()


def test_extract_expires_progress_when_kept() -> None:
    memory = one("我写到第三章了")
    assert memory.kind is Kind.STATE and memory.expires_at == SAID_AT + timedelta(days=7)


@given(st.text(max_size=200))
def test_extract_never_raises_when_given_any_text(text: str) -> None:
    for memory in kept(text, before=text, answered=text):
        assert memory.content and 0 < memory.confidence < 1


@pytest.mark.parametrize(
    "unit", ["我喜欢", "I love ", "我，", "对过敏", "my dog, ", "每天", "a, A, ", "今天去去去", "i am not ", "is a "]
)
def test_extract_is_quick_when_a_message_is_long(unit: str) -> None:
    assert isinstance(kept(unit * (100_000 // len(unit))), tuple)

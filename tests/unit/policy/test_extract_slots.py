"""What fills a slot: a value that is one, and of what is so now."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract
from jiyi.records import Kind

SAID_AT = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)


def kept(text: str) -> tuple[Candidate, ...]:
    return extract(Heard(text=text, said_at=SAID_AT, zone="Asia/Shanghai")).kept


def slots(text: str) -> set[tuple[str | None, str | None]]:
    return {(one.attribute, one.value) for one in kept(text)}


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("我换工作了", "job"),
        ("我换了份工作", "job"),
        ("我刚参加工作", "job"),
        ("我升职了", "job"),
        ("我转行了", "job"),
        ("我找到新工作了", "job"),
        ("我換工作了", "job"),
        ("I changed jobs.", "job"),
        ("I've just switched careers.", "job"),
        ("I changed careers last year.", "job"),
        ("I switched majors.", "major"),
    ],
)
def test_extract_leaves_the_value_out_when_only_the_change_is_told(text: str, slot: str) -> None:
    assert slots(text) == {(slot, None)}


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("我换工作了，现在在腾讯做产品经理", "job", "产品经理"),
        ("我換工作了，現在在騰訊做產品經理", "job", "產品經理"),
        ("我现在在北京做产品经理", "job", "产品经理"),
        ("我现在在北京生活", "residence", "北京"),
        ("I switched jobs, I'm a nurse now.", "job", "nurse"),
        ("I switched careers from law to nursing.", "job", "nursing"),
    ],
)
def test_extract_fills_the_slot_with_what_is_new_when_the_change_names_it(text: str, slot: str, value: str) -> None:
    assert (slot, value) in slots(text)


@pytest.mark.parametrize("text", ["我换工作了，现在在腾讯做产品经理", "我在腾讯当产品经理"])
def test_extract_relates_the_company_when_a_job_names_it(text: str) -> None:
    (memory,) = kept(text)
    assert ("works_at", "腾讯") in {(one.relation, one.object) for one in memory.relations}
    assert "腾讯" in memory.entities


def test_extract_relates_no_company_when_a_job_names_a_city() -> None:
    (memory,) = kept("我在上海当老师")
    assert {one.relation for one in memory.relations} == {"works_as"}


@pytest.mark.parametrize(
    "text",
    [
        "我以前在深圳做前端开发",
        "我之前在腾讯上班",
        "我曾经当过兵",
        "我以前住在上海",
        "我小时候住在成都",
        "我以前在騰訊上班",
        "I used to work as a front-end developer in Shenzhen.",
        "I was a front-end developer in Shenzhen before.",
        "I used to live in Berlin.",
        "I used to work at Google.",
    ],
)
def test_extract_fills_no_slot_when_what_is_told_is_over(text: str) -> None:
    (memory,) = kept(text)
    assert memory.attribute is None
    assert {one.relation for one in memory.relations} <= {"worked_at", "was_a", "lived_in"}


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("我两年以前搬到了上海", "residence", "上海"),
        ("I moved to Berlin two years ago.", "residence", "Berlin"),
        ("我以前在深圳做前端，现在在北京做产品", "job", "产品"),
        ("我以前在腾讯上班，后来去了阿里", "employer", "阿里"),
        ("我叫曾小明", "name", "曾小明"),
        ("我以前对花生过敏", "allergy", "花生"),  # safety: it is not for a rule to say that it has passed
        ("I used to be allergic to cats.", "allergy", "cats"),
        ("I'm a teacher, I used to be a nurse.", "job", "teacher"),
    ],
)
def test_extract_fills_the_slot_when_the_past_is_only_named_beside(text: str, slot: str, value: str) -> None:
    assert (slot, value) in slots(text)


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("I prefer short answers.", "answer.length", "short answers"),
        ("I like long explanations.", "answer.length", "long explanations"),
        ("I prefer direct answers over polite ones.", "answer.tone", "direct answers"),
        ("I don't like long answers.", "answer.length", None),
        ("我喜欢简短的回答", "answer.length", "简短的回答"),
        ("我更喜歡簡短的回答", "answer.length", "簡短的回答"),
        ("我喜欢直接的回答", "answer.tone", "直接的回答"),
        ("我不喜欢长篇大论的回答", "answer.length", None),
    ],
)
def test_extract_takes_a_taste_for_an_instruction_when_it_is_of_answers(
    text: str, slot: str, value: str | None
) -> None:
    (memory,) = kept(text)
    assert (memory.kind, memory.attribute, memory.value) == (Kind.INSTRUCTION, slot, value)


@pytest.mark.parametrize(
    "text", ["I like short stories.", "I prefer short hair.", "I prefer tea.", "我喜欢短篇小说", "我喜欢简短的电影"]
)
def test_extract_takes_a_taste_for_a_taste_when_it_is_of_other_things(text: str) -> None:
    (memory,) = kept(text)
    assert memory.kind is Kind.PREFERENCE


@pytest.mark.parametrize("text", ["I like your short answers.", "I like this short answer.", "我喜欢你的回答"])
def test_extract_takes_no_instruction_when_an_answer_is_praised(text: str) -> None:
    assert all(one.kind is not Kind.INSTRUCTION for one in kept(text))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I have a meeting with the bank on Thursdays.", "Thursdays"),
        ("We have a team meeting every Monday.", "every Monday"),
        ("我每周四跟银行有个会", "每周四"),
        ("我每个星期一下午有个会要开", "每个星期一下午"),
        ("我每週四跟銀行有個會", "每週四"),
    ],
)
def test_extract_takes_a_meeting_for_a_day_and_no_hobby_when_it_comes_round(text: str, day: str) -> None:
    (memory,) = kept(text)
    assert (memory.kind, memory.attribute, memory.value) == (Kind.FACT, "meeting.day", day)


@pytest.mark.parametrize("text", ["I have therapy on Tuesdays.", "I have a call with my mum every Sunday."])
def test_extract_fills_no_slot_when_an_appointment_comes_round(text: str) -> None:
    (memory,) = kept(text)
    assert (memory.kind, memory.attribute) == (Kind.FACT, None)


@pytest.mark.parametrize(
    ("text", "slot"), [("I have choir practice on Wednesdays.", "hobby"), ("我每周四打篮球", "sport")]
)
def test_extract_takes_a_habit_for_a_taste_when_it_is_done_for_joy(text: str, slot: str) -> None:
    (memory,) = kept(text)
    assert (memory.kind, memory.attribute) == (Kind.PREFERENCE, slot)


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("我今年九岁了", "age", "九岁"),
        ("我30岁", "age", "30岁"),
    ],
)
def test_extract_reads_the_age_when_it_is_the_present_one(text: str, slot: str, value: str) -> None:
    assert (slot, value) in slots(text)


@pytest.mark.parametrize(
    "text",
    [
        "Bell ringing has had me since I was nine.",
        "I've been vegan since I was a kid.",
        "Chess has been my thing since I was six.",
        "We've lived in Leeds since I was at school.",
        "从我九岁起敲钟就迷住了我",
        "我九岁开始就练琴",
        "我十岁那年就不吃肉了",
    ],
)
def test_extract_makes_no_age_and_no_memory_of_its_own_when_a_clause_says_since_when(text: str) -> None:
    assert all(one.attribute != "age" and len(one.content) >= len(text) - 1 for one in kept(text))


def test_extract_keeps_the_reason_when_since_gives_one() -> None:
    assert ("health.condition", "celiac") in slots("I can't eat bread since I was diagnosed with celiac.")


@pytest.mark.parametrize("text", ["我被这首曲子迷住了", "从我九岁起敲钟就迷住了我", "我记住了这家店"])
def test_extract_takes_no_home_when_somebody_is_only_held(text: str) -> None:
    assert all(one.attribute not in ("residence", "hobby") for one in kept(text))


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("I'm an only child", "job"),
        ("I'm a confirmed bachelor", "job"),
        ("我是我们厂唯一的大学生", "job"),
        ("Our anniversary is 9 May", "marital_status"),
        ("My firm has 12 staff", "project"),
    ],
)
def test_extract_keeps_the_sentence_without_the_slot_when_the_value_does_not_fit(text: str, slot: str) -> None:
    (one,) = kept(text)
    assert one.attribute != slot and one.value is None


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("New address is 8 Quay Street, Bath.", ["address"]),
        ("Our new postal address: 12a Mill Lane", ["address"]),
        ("The new address of the office is 5 Mill Lane.", []),
        ("What's the new address?", []),
    ],
)
def test_extract_fills_the_address_when_a_new_one_is_told(text: str, attributes: list[str]) -> None:
    heard = Heard(text=text, said_at=SAID_AT, zone="Europe/London")
    assert [one.attribute for one in extract(heard).kept] == attributes

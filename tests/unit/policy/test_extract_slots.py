"""What fills a slot: a value that is one, and of what is so now."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract

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

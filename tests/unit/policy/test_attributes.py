"""The table of attributes, and what questions and orders call the slots."""

from __future__ import annotations

import re

import pytest

from jiyi.policy.attributes import TABLE, get, named_in
from jiyi.records import Kind


def test_table_has_the_slots_when_loaded() -> None:
    assert len(TABLE) >= 100
    assert all(row.words["zh"] and row.words["en"] for row in TABLE.values())
    assert {row.polarity for row in TABLE.values()} == {"ends", "opposite", "holds"}


def test_get_returns_the_slot_when_named() -> None:
    residence = get("residence")
    assert residence is not None and residence.single and residence.kind is Kind.FACT
    assert get("allergy") is not None and get("allergy").protected  # type: ignore[union-attr]
    assert get("nothing") is None and get(None) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("我住哪来着", "residence"),
        ("where do I live?", "residence"),
        ("我的工资是多少", "salary"),
        ("forget my salary", "salary"),
        ("我對什麼過敏", "allergy"),
        ("Am I allergic to anything?", "allergy"),
        ("我老婆叫什么", "partner"),
        ("What's my dog called", "pet"),
        ("我用什么编辑器", "tool.editor"),
        ("回答請簡短", "answer.length"),
        ("when is the deadline", "deadline"),
        ("把关于公司营收的都删了", "company.finance"),
    ],
)
def test_named_in_finds_the_slot_when_asked(text: str, name: str) -> None:
    assert name in [row.name for row in named_in(text)]


@pytest.mark.parametrize("text", ["", "今天天气怎么样", "tell me a joke", "x" * 200_000])
def test_named_in_finds_nothing_when_nothing_is_meant(text: str) -> None:
    assert named_in(text) == ()


def test_named_in_finds_every_slot_that_its_expressions_match_when_only_some_are_tried() -> None:
    plain = [word.replace("(?:", "").replace("?", "") for row in TABLE.values() for word in row.words["en"]]
    for text in [
        *(" ".join(plain[i : i + 6]) for i in range(0, len(plain), 3)),
        "our birth date, a time zone, in which city",
    ]:
        wanted = {
            row.name
            for row in TABLE.values()
            if re.search(rf"(?<![a-z])(?:{'|'.join(row.words['en'])})(?![a-z])", text)
        }
        assert {slot.name for slot in named_in(text)} == wanted
    for row in TABLE.values():
        for word in row.words["zh"]:
            text = "问" + "".join(c for c in word if c.isalpha())
            wanted = {other.name for other in TABLE.values() if re.search("|".join(other.words["zh"]), text)}
            assert {slot.name for slot in named_in(text)} == wanted

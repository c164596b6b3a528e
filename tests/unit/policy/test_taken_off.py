"""Medicines that need not be taken any more, allergies that are denied without a name, and what is over besides."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.decide import read
from jiyi.policy.decide.judge import judge
from jiyi.policy.decide.reading import Reading
from jiyi.policy.extract import extract
from jiyi.records import Kind


def _read(text: str) -> Reading:
    kept = extract(Heard(text=text, said_at=datetime(2026, 3, 2, 9, tzinfo=UTC))).kept
    return read(kept[0] if kept else Candidate(kind=Kind.FACT, content=text, quote=text, language="und"))


def _relation(first: str, second: str) -> str:
    return judge(_read(second), _read(first), 0.5).relation


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I take amlodipine every morning", "My GP says I can stop the amlodipine"),
        ("I'm on statins", "They've taken me off statins"),
        ("我在吃二甲双胍", "大夫说二甲双胍不用再吃了"),
        ("I'm allergic to shellfish", "The allergist says I'm fine with shellfish, never was allergic"),
        ("我对花生过敏", "医生说我已经不过敏了"),
        ("I'm dating Tom", "Tom walked out on me"),
        ("我在昆山租房子住", "我搬到常熟去了，房子也退了"),
    ],
)
def test_judge_says_update_when_a_thing_is_over(first: str, second: str) -> None:
    assert _relation(first, second) == "update"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I take amlodipine every morning", "The doctor says I can't stop the amlodipine yet"),
        ("I take amlodipine every morning", "If I lose weight I can stop the amlodipine"),
        ("My mum takes statins", "The doctor says I can stop the statins"),
        ("我在吃氨氯地平", "大夫说氨氯地平不能停"),
        ("我对花生过敏", "我对猫不过敏"),
        ("我对花生过敏", "医生说我儿子已经不过敏了"),
        ("I'm dating Tom", "The waiter walked out on me"),
        ("我住在昆山", "我在常熟也有一套房"),
    ],
)
def test_judge_says_no_update_when_it_goes_on_or_is_another(first: str, second: str) -> None:
    assert _relation(first, second) != "update"

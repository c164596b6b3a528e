"""A clause after somebody's name and age speaks of them: a child's allergy is not the user's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Heard
from jiyi.policy.extract import extract

SAID = datetime(2026, 5, 4, 9, tzinfo=UTC)


def kept(text: str) -> list[tuple[str, bool]]:
    return [(one.content, one.protected) for one in extract(Heard(text=text, said_at=SAID)).kept]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("朵朵今年十岁，对花生过敏。", "朵朵对花生过敏"),
        ("樂樂五歲了，對蝦過敏。", "樂樂對蝦過敏"),
        ("乐乐五岁了，有点哮喘。", "乐乐有点哮喘"),
        ("Toby is five, allergic to nuts.", "Toby is allergic to nuts."),
    ],
)
def test_health_is_of_whom_the_age_was_told_when_the_next_clause_has_no_subject(text: str, content: str) -> None:
    assert (content, True) in kept(text)
    assert not any(one.startswith(("我", "I ", "Allergic")) for one, _ in kept(text))


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("今年三十岁，对花生过敏。", "我对花生过敏"),
        ("快三十岁了，有点高血压。", "我有点高血压"),
        ("小明七岁，我对虾过敏。", "我对虾过敏"),
        ("I'm 30, allergic to nuts.", "Allergic to nuts."),
    ],
)
def test_health_stays_the_users_when_nobody_else_is_named(text: str, content: str) -> None:
    assert (content, True) in kept(text)

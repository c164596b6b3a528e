"""Of whom a clause speaks that names somebody close without "my", or points at the message before."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Heard
from jiyi.policy.extract import extract

SAID = datetime(2026, 5, 4, 9, tzinfo=UTC)


def kept(text: str, before: str = "") -> list[tuple[str, str | None, bool]]:
    found = extract(Heard(text=text, said_at=SAID, before=before)).kept
    return [(one.content, one.attribute, one.protected) for one in found]


@pytest.mark.parametrize(
    ("text", "content", "slot"),
    [
        ("女儿湿疹，对牛奶过敏", "我女儿湿疹，对牛奶过敏", "children"),
        ("女兒濕疹，對牛奶過敏", "我女兒濕疹，對牛奶過敏", "children"),
        ("老婆坐月子，不能吃凉的", "我老婆不能吃凉的", "partner"),
        ("老婆怀孕了，不能吃海鲜", "我老婆怀孕了，不能吃海鲜", "partner"),
    ],
)
def test_extract_tells_of_somebody_close_when_a_clause_begins_with_them(text: str, content: str, slot: str) -> None:
    assert [one[:2] for one in kept(text)] == [(content, slot)]


@pytest.mark.parametrize("text", ["老公让我少喝酒", "老婆饼很好吃，我不能吃", "孩子们睡了，我喜欢安静"])
def test_extract_takes_no_other_word_for_somebody_close(text: str) -> None:
    assert not {"partner", "children"} & {slot for _, slot, _ in kept(text)}


@pytest.mark.parametrize(
    ("before", "text", "content"),
    [
        ("我老婆怀孕5个月了，预产期明年4月", "她对青霉素过敏，别忘了", "我老婆对青霉素过敏"),
        ("老婆坐月子", "她对海鲜过敏", "我老婆对海鲜过敏"),
        ("my wife is 5 months pregnant", "she's allergic to penicillin", "My wife is allergic to penicillin."),
        ("my wife is 5 months pregnant", "she's got asthma", "My wife has asthma."),
        ("my wife met my brother", "he is allergic to penicillin", "My brother is allergic to penicillin."),
    ],
)
def test_extract_keeps_what_endangers_somebody_when_the_message_before_names_them(
    before: str, text: str, content: str
) -> None:
    assert [(one, protected) for one, _, protected in kept(text, before)] == [(content, True)]


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("我老婆和我妈都来了", "她对青霉素过敏"),
        ("My boss is great", "she's allergic to nuts"),
        ("我女儿三岁", "她喜欢粉色"),
        ("", "她对海鲜过敏"),
    ],
)
def test_extract_keeps_nothing_when_it_is_not_sure_of_whom_it_is_told(before: str, text: str) -> None:
    assert kept(text, before) == []

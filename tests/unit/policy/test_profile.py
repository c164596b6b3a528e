from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from jiyi.policy.profile import ordered, profile, second_person
from jiyi.records import Kind, MemoryRecord, Source, Status

NOW = datetime(2026, 11, 26, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("我住在苏州", "你住在苏州"),
        ("我们家养了两只猫", "你们家养了两只猫"),
        ("咱们周末去爬山", "你们周末去爬山"),
        ("我自我介绍总是紧张", "你自我介绍总是紧张"),
        ("我老板常说“我最懂你”", "你老板常说“我最懂你”"),
        ("我希望你说话直接点", "你希望我说话直接点"),
        ("我對貓毛過敏", "你對貓毛過敏"),
        ("I'm allergic to nuts.", "You're allergic to nuts."),
        ("I am a nurse and my shift starts at 6.", "You are a nurse and your shift starts at 6."),
        ("I was born in Oslo.", "You were born in Oslo."),
        ("My sister and I share a flat; it's ours.", "Your sister and you share a flat; it's yours."),
        ("I really am trying to eat less sugar.", "You really are trying to eat less sugar."),
        ("I've taught myself Rust.", "You've taught yourself Rust."),
        ('My coach says "I believe in you".', 'Your coach says "I believe in you".'),
        ("I want you to call me Kit.", "You want me to call you Kit."),
        ("I moved to the US in 2019.", "You moved to the US in 2019."),
        ("My mail is me@example.org", "Your mail is me@example.org"),
        ("I’m sure I don’t eat pork", "You're sure you don't eat pork"),
        ("我用 iPhone，I love it", "你用 iPhone，you love it"),
        ("", ""),
    ],
)
def test_second_person_turns_the_speaker_and_keeps_quotations(said: str, told: str) -> None:
    assert second_person(said) == told


def memory(id: str, kind: Kind, content: str, importance: float = 0.5) -> MemoryRecord:
    return MemoryRecord(id=id, user="u", kind=kind, content=content, importance=importance, recorded_at=NOW)


KNOWN = [
    memory("1", Kind.PREFERENCE, "我喜欢喝乌龙茶"),
    memory("2", Kind.FACT, "我住在苏州"),
    replace(memory("3", Kind.PREFERENCE, "我对虾过敏"), protected=True),
    memory("4", Kind.INSTRUCTION, "回答不要超过三句话"),
    replace(memory("5", Kind.FACT, "我可能在学日语"), source=Source.INFERRED),
]


def test_profile_groups_by_kind_with_safety_first() -> None:
    assert profile(KNOWN, NOW) == (
        "重要：\n- 你对虾过敏\n要求：\n- 你要求：回答不要超过三句话\n情况：\n- 你住在苏州\n- "
        "你可能在学日语（推测）\n"
        "偏好：\n- 你喜欢喝乌龙茶"
    )


def test_profile_is_in_english_when_most_memories_are() -> None:
    english = [memory("1", Kind.FACT, "I live in Bonn."), memory("2", Kind.INSTRUCTION, "Keep it short.")]
    assert profile(english, NOW) == "Instructions:\n- You asked: Keep it short.\nAbout you:\n- You live in Bonn."


def test_profile_is_the_same_when_the_order_or_the_use_of_memories_changes() -> None:
    used = [replace(one, recall_count=9, last_recalled_at=NOW) for one in reversed(KNOWN)]
    assert profile(used, NOW) == profile(KNOWN, NOW)


def test_ordered_leaves_out_what_is_not_so_now() -> None:
    gone = [
        replace(KNOWN[1], status=Status.SUPERSEDED),
        replace(KNOWN[1], trusted=False),
        replace(KNOWN[1], expires_at=NOW - timedelta(days=1)),
        replace(KNOWN[1], valid_to=NOW - timedelta(days=1)),
    ]
    assert ordered(gone, NOW) == []
    assert profile(gone, NOW) == ""

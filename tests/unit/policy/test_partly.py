"""A rule of which some days are over, and a person who is only named: what is known makes the sentence whole."""

from __future__ import annotations

import pytest

from deciding import NOW, candidate, memory
from jiyi.policy.decide import Neighbour, decide, filled_up, fills_up
from jiyi.policy.decide.reading import read
from jiyi.policy.decide.swapped import judge_called
from jiyi.records import Kind, MemoryRecord

NEAR = 0.6


def near(record: MemoryRecord) -> Neighbour:
    return Neighbour(record=record, similarity=NEAR)


@pytest.mark.parametrize(
    ("before", "now", "stays"),
    [
        ("I run on Mondays and Wednesdays.", "I dropped Wednesdays", "I run on Mondays."),
        ("I run on Tuesdays and Saturdays.", "now only on Saturdays", "I run on Saturdays."),
        ("I volunteer every Tuesday and Thursday.", "I've given up Tuesdays", "I volunteer every Thursday."),
        (
            "I teach on Mondays, Wednesdays and Fridays.",
            "no Friday classes any more",
            "I teach on Mondays and Wednesdays.",
        ),
        ("我每周二和周四去学琴", "现在只有周四去学琴", "我每周四去学琴"),
        ("我每周一三五健身", "以后周五不练了", "我每周一和周三健身"),
        ("我每週二、四、六值班", "週六不值班了", "我每週二和週四值班"),
    ],
)
def test_filled_up_keeps_the_days_that_stay_when_others_are_over(before: str, now: str, stays: str) -> None:
    known = memory(before, kind=Kind.PREFERENCE)
    said = candidate(now)
    assert fills_up(said)
    whole = filled_up(said, [near(known)])
    assert whole.content == stays
    decision = decide(whole, [near(known)], NOW)
    assert (decision.action, decision.targets) == ("update", (known.id,))


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("I run on Mondays and Wednesdays.", "this Wednesday I'm not running"),
        ("I run on Mondays and Wednesdays.", "I dropped piano on Wednesdays"),
        ("I run on Mondays and Wednesdays.", "I swim on Wednesdays"),
        ("I run on Mondays and Wednesdays.", "I dropped Fridays"),
        ("我每周二和周四去学琴", "这周四不学了"),
        ("我每周二和周四去学琴", "周四去游泳"),
    ],
)
def test_filled_up_leaves_a_sentence_when_it_is_of_one_day_or_another_doing(before: str, now: str) -> None:
    said = candidate(now)
    assert filled_up(said, [near(memory(before, kind=Kind.PREFERENCE))]) == said


def test_filled_up_leaves_a_day_when_two_memories_may_be_meant() -> None:
    known = [memory("I run on Mondays and Wednesdays.", id="a"), memory("I swim on Mondays and Wednesdays.", id="b")]
    said = candidate("I dropped Wednesdays")
    assert filled_up(said, [near(one) for one in known]) == said


@pytest.mark.parametrize(
    ("before", "now", "whole"),
    [
        ("My daughter Immy is in Year 5.", "Immy's in year 6 now", "My daughter Immy's in year 6 now"),
        ("My son is called Otis.", "Otis turned four in May.", "My son Otis turned four in May."),
    ],
)
def test_filled_up_says_whose_a_name_is_when_one_memory_tells(before: str, now: str, whole: str) -> None:
    known = memory(before, kind=Kind.RELATIONSHIP)
    assert filled_up(candidate(now), [near(known)]).content == whole


def test_filled_up_adds_no_relation_when_two_memories_give_the_name_to_different_people() -> None:
    known = [
        memory("My son is called Otis.", kind=Kind.RELATIONSHIP, id="a"),
        memory("My dog is called Otis.", kind=Kind.RELATIONSHIP, id="b"),
    ]
    said = candidate("Otis turned four in May.")
    assert filled_up(said, [near(one) for one in known]) == said


@pytest.mark.parametrize(
    ("before", "now", "replaced"),
    [
        ("Call me Tess.", "I'd rather go by Theresa.", True),
        ("Call me Liz.", "I go by Elizabeth now.", True),
        ("叫我小雨就行", "以后叫我雨姐", True),
        ("Call me Tess.", "I go by train now.", False),
        ("Call me Tess.", "Call me when the report is done.", False),
        ("Call me Tess.", "My sister is called Ada.", False),
    ],
)
def test_a_name_to_be_called_by_is_replaced_when_another_one_is_given(before: str, now: str, replaced: bool) -> None:
    old = read(memory(before, kind=Kind.INSTRUCTION, attribute="answer.address"))
    assert (judge_called(read(candidate(now)), old, NEAR) is not None) is replaced

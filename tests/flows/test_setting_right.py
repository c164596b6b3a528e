"""Messages that are nothing but the right word, figure or name in place of one that was said just before."""

from __future__ import annotations

import pytest

from jiyi.memory import AsyncMemory
from jiyi.records import Status


async def _said(memory: AsyncMemory, *texts: str) -> dict[str, Status]:
    for text in texts:
        await memory.session("u", "s").add("user", text)
        assert await memory.drain(60)
    return {one.content: one.status for one in (await memory.list("u", status=tuple(Status))).items}


@pytest.mark.parametrize(
    ("first", "second", "right", "was"),
    [
        ("My annual leave is 25 days", "sorry, I meant 28 days", "My annual leave is 28 days.", Status.RETRACTED),
        ("我一年工作205天", "不是205，是250", "我一年工作250天", Status.RETRACTED),
        ("我一年工作205天", "说错了，是250天", "我一年工作250天", Status.RETRACTED),
        ("Call me Pen please", "Actually it's Penelope from now on", "Call me Penelope.", Status.SUPERSEDED),
    ],
)
async def test_a_memory_is_set_right_when_the_next_message_only_corrects_it(
    memory: AsyncMemory, first: str, second: str, right: str, was: Status
) -> None:
    held = await _said(memory, first, second)
    assert held.pop(right) is Status.CURRENT
    assert list(held.values()) == [was]


@pytest.mark.parametrize(
    "texts",
    [
        ("我一年工作205天", "不是250，是205"),  # it was right
        ("My annual leave is 25 days", "sorry, I meant 28 hours"),  # another measure
        ("Call me Pen", "My daughter is called Katie", "It's Katja from now on"),  # somebody else was named since
    ],
)
async def test_nothing_changes_when_a_correction_fits_nothing_said_before(
    memory: AsyncMemory, texts: tuple[str, ...]
) -> None:
    before = await _said(memory, *texts[:-1])
    assert await _said(memory, texts[-1]) == before


async def test_a_new_name_waits_for_review_when_it_is_the_users_own(memory: AsyncMemory) -> None:
    held = await _said(memory, "My name is Bob", "It's Robert from now on")
    assert held == {"My name is Bob.": Status.CURRENT, "My name is Robert.": Status.PENDING}

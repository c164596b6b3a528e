"""Which past turns answer: by their time, a title word for word, and names that were said or never."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from jiyi.language.normalize import shadow
from jiyi.memory import AsyncMemory
from jiyi.policy.wants import MANY
from jiyi.settings import Settings, WorkerSettings
from jiyi.trace import Recall

NOW = datetime(2026, 6, 18, 12, tzinfo=UTC)
SAID = (
    ("2026-03-10", "Lunch at the harbour with Rachel, she told me that she adopted a little boy."),
    ("2026-04-02", "Alex and his wife had twins on Tuesday, everybody is well."),
    ("2026-05-12", "For the party I made a lentil soup, it was a lot of work."),
    ("2026-06-03", "I made a lentil soup for the neighbours and a lentil soup for us."),
    ("2026-06-10", "I walked down the aisle as a bridesmaid, it was lovely."),
    ("2026-06-14", "Reading about Emma's garden in the history of nearly everything, a short one."),
    ("2026-06-15", "I am on page 220 of A Short History of Nearly Everything now."),
    ("2026-06-16", "How many pages do I have to read a day to have read 50 books this year?"),
)


@pytest.fixture
async def memory() -> AsyncIterator[AsyncMemory]:
    settings = Settings(worker=WorkerSettings(inside=False))
    async with AsyncMemory.open(":memory:", settings, clock=lambda: NOW) as made:
        head = {"type": "head", "format": 1, "user": "u"}
        await made.import_([head, *(_row(*one) for one in SAID)], "u")
        yield made


def _row(day: str, text: str) -> dict[str, object]:
    at = f"{day}T12:00:00+00:00"
    parts = [["user", text]]
    return {
        "type": "episode", "id": day, "session": day, "first": 1, "last": 1, "at": at, "parts": parts, "language": "en"
    }  # fmt: skip


async def asked(memory: AsyncMemory, text: str) -> Recall:
    return await memory.recall("u", text, k=3, over=("episodes",))


async def test_turn_of_a_date_comes_first_when_another_has_more_of_the_words(memory: AsyncMemory) -> None:
    assert (await asked(memory, "For whom did I make lentil soup?")).hits[0].id == "2026-06-03"
    assert (await asked(memory, "For whom did I make lentil soup in May 2026?")).hits[0].id == "2026-05-12"


async def test_turn_is_found_when_nothing_was_said_in_the_time_that_is_asked_for(memory: AsyncMemory) -> None:
    plain = (await asked(memory, "For whom did I make lentil soup?")).hits[0].score
    found = (await asked(memory, "For whom did I make lentil soup in January 2026?")).hits
    assert found[0].score > 0.2 * plain


async def test_turn_of_the_time_is_found_when_it_has_none_of_the_words(memory: AsyncMemory) -> None:
    assert (await asked(memory, "What was the life event that I took part in a week ago?")).hits
    first, second, *_ = (await asked(memory, "What did I do a week ago?")).hits
    assert {first.id, second.id} == {"2026-06-10", "2026-06-14"}
    assert second.score > 0.01


async def test_turn_with_the_title_comes_first_when_a_question_quotes_it(memory: AsyncMemory) -> None:
    found = await asked(memory, "How many pages of 'A Short History of Nearly Everything' have I read so far?")
    assert found.hits[0].id == "2026-06-15"


async def test_recall_knows_both_when_their_names_were_said_and_nobody_when_never(memory: AsyncMemory) -> None:
    found = await asked(memory, "Who became a parent first, Rachel or Alex?")
    assert {"2026-03-10", "2026-04-02"} <= {hit.id for hit in found.hits}
    assert not (await asked(memory, "Who became a parent first, Doris or Wilbur?")).hits


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("Which books did I read?", True),
        ("What recipes have I tried?", True),
        ("How many places did I visit?", True),
        ("What does Ann do?", False),
        ("Which class is this, and what do I need?", False),
        ("Where do I live?", False),
        ("我住在哪里", False),
    ],
)
def test_question_asks_for_many_when_it_names_several_things(text: str, many: bool) -> None:
    assert bool(MANY.search(shadow(text))) is many

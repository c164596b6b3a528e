"""What a look reads ahead is what would be read when it is asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from jiyi.records import Action
from jiyi.rows import ChangeRow, MessageDraft, Write
from jiyi.stores.postgres import PostgresStore
from jiyi.stores.postgres.ahead import MESSAGES
from postgres import Shared

AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
async def store(postgres: Shared) -> AsyncIterator[PostgresStore]:
    postgres.empty()
    made = PostgresStore(postgres.url())
    await made.open()
    yield made
    await made.close()


async def _say(store: PostgresStore, user: str, session: str, count: int) -> None:
    await store.append(user, session, [MessageDraft(body=f"{user} {n}".encode()) for n in range(count)], AT)


@pytest.mark.parametrize("count", [0, 1, MESSAGES - 1, MESSAGES, MESSAGES + 30])
async def test_reads_are_the_same_when_a_look_stands_for_them(store: PostgresStore, count: int) -> None:
    long = "s" * 3_000  # stored by a short name
    await _say(store, "ann", long, count)
    await _say(store, "bob", long, 3)
    for after in (0, 1, count - 5, count - MESSAGES, count):
        for limit in (None, 1, 8, MESSAGES, MESSAGES + 9):
            plain = await store.messages("ann", long, after=max(0, after), limit=limit, newest=True)
            session, head = await store.session("ann", long), await store.head("ann")
            with store.one_look():
                assert await store.session("ann", long) == session
                assert await store.messages("bob", long, newest=True) != plain
                assert await store.messages("ann", long, after=max(0, after), limit=limit, newest=True) == plain
                assert await store.head("ann") == head


async def test_reads_are_new_when_something_was_written_within_a_look(store: PostgresStore) -> None:
    await _say(store, "ann", "talk", 2)
    change = ChangeRow(version=0, action=Action.ADD, ref="m", at=AT, body=b"{}")
    with store.one_look():
        await store.session("ann", "talk")
        before = await store.head("ann")
        after = await store.apply("ann", Write(expect=before, changes=(change,)))
        assert await store.head("ann") == after != before
        assert len(await store.messages("ann", "talk", newest=True)) == 2
        await _say(store, "ann", "talk", 1)
        assert len(await store.messages("ann", "talk", newest=True)) == 3

"""Orders that only the learned witness sees, carried out from end to end: erased, set aside, or nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.policy.orders import order
from jiyi.records import Status
from jiyi.settings import Settings
from jiyi.testing.valkey_server import Server
from postgres import Shared
from valkey_tests import PATIENT

ERASES = "Whatever you picked up about my sister, un-pick it and keep none of it in your notes"
SETS_ASIDE = "Consider my rowing none of your business and clear it."
OF_HEALTH = "Consider my penicillin allergy none of your business and clear it."


async def _say(memory: AsyncMemory, text: str, session: str = "s") -> None:
    chat = memory.session("u", session)
    await chat.add("user", text)
    assert await memory.drain(60)
    await chat.add("assistant", "All right.")
    assert await memory.drain(60)


async def _status(memory: AsyncMemory, word: str) -> list[Status]:
    found = (await memory.list("u", status=tuple(Status))).items
    return [one.status for one in found if word in one.content]


async def test_an_order_no_pattern_knows_erases_what_it_means_and_nothing_else(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    assert order(ERASES) is None
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "My sister Ann lives in Oslo.", "a")
        await _say(memory, "I love chess.", "b")
        await _say(memory, ERASES, "c")
        assert await _status(memory, "chess") == [Status.CURRENT]
        told = str(await memory.export("u"))
        assert "Oslo" not in told
        assert "sister" not in told


async def test_a_doubted_order_sets_aside_what_it_means_and_it_can_be_restored(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I go rowing every Sunday.", "a")
        await _say(memory, "I love chess.", "b")
        await _say(memory, SETS_ASIDE, "c")
        assert await _status(memory, "rowing") == [Status.ARCHIVED]
        assert await _status(memory, "chess") == [Status.CURRENT]
        (one,) = (await memory.list("u", status=(Status.ARCHIVED,))).items
        why = [change.why for change in await memory.changes("u") if change.ref == one.id][-1]
        assert why == "perhaps to be forgotten: set aside, not erased"
        await memory.restore("u", one.id)
        assert await _status(memory, "rowing") == [Status.CURRENT]


async def test_a_doubted_order_leaves_what_is_protected(tmp_path: Path, embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I'm allergic to penicillin.", "a")
        await _say(memory, OF_HEALTH, "b")
        assert Status.CURRENT in await _status(memory, "penicillin")


async def test_patterns_speak_alone_when_the_vectors_are_of_another_model(tmp_path: Path) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", Settings(embedder="none")) as memory:
        await _say(memory, "My sister Ann lives in Oslo.", "a")
        await _say(memory, ERASES, "b")
        assert Status.CURRENT in await _status(memory, "Oslo")
        await _say(memory, "Forget what I told you about my sister.", "c")
        assert await _status(memory, "Oslo") == []


async def test_an_order_both_witnesses_see_erases_what_stands_out_in_meaning(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I was born in Alexandria", "a")
        await _say(memory, "I work for the UN", "b")
        await _say(memory, "我家的貓叫麻糬", "c")
        await _say(memory, "What I said about my birthplace, take it off the record", "d")
        assert await _status(memory, "Alexandria") == []
        assert "Alexandria" not in str(await memory.export("u"))
        assert await _status(memory, "UN") == [Status.CURRENT]
        await _say(memory, "貓的名字幫我拿掉，牠走了我看了難過", "e")
        assert "麻糬" not in str(await memory.export("u"))
        assert await _status(memory, "UN") == [Status.CURRENT]


async def test_an_order_erases_nothing_when_all_that_is_known_is_far_from_it(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I sing in a choir", "a")
        await _say(memory, "I live in Ghent", "b")
        await _say(memory, "What I said about my birthplace, take it off the record", "c")
        assert await _status(memory, "choir") == [Status.CURRENT]
        assert await _status(memory, "Ghent") == [Status.CURRENT]


async def _turns_found(memory: AsyncMemory, word: str) -> list[str]:
    found = await memory.recall("u", "On which days do I row or play chess?", over=("episodes",), k=10)
    return [hit.record.content for hit in found.hits if word in hit.record.content]


async def test_a_turn_is_not_recalled_while_what_it_says_is_set_aside(memory: AsyncMemory) -> None:
    await _say(memory, "I go rowing every Sunday.", "a")
    await _say(memory, "I love chess and play on Mondays.", "b")
    asked = await memory.recall("u", "On which days do I row or play chess?", over=("episodes",), k=10)
    (turn,) = [hit.id for hit in asked.hits if "Sunday" in str(hit.record)]
    await _say(memory, SETS_ASIDE, "c")
    assert await _turns_found(memory, "Sunday") == []
    assert await _turns_found(memory, "Mondays")
    (one,) = (await memory.list("u", status=(Status.ARCHIVED,))).items
    asked = await memory.recall("u", "On which days do I row or play chess?", over=("episodes",), k=10)
    assert "set aside until that is settled" in asked.trace.why_not(turn)[-1]
    assert "Sunday" not in "".join(message["content"] for message in (await _context(memory)))
    restored = await memory.restore("u", one.id)
    assert restored.meta == {}
    assert await _turns_found(memory, "Sunday")


async def test_a_turn_is_gone_when_what_was_set_aside_is_erased(memory: AsyncMemory) -> None:
    await _say(memory, "I go rowing every Sunday.", "a")
    await _say(memory, SETS_ASIDE, "c")
    (one,) = (await memory.list("u", status=(Status.ARCHIVED,))).items
    await memory.forget("u", id=one.id)
    assert "Sunday" not in str(await memory.export("u"))


async def _context(memory: AsyncMemory) -> list[dict[str, str]]:
    return list((await memory.session("u", "d").context("When do I go rowing?", max_tokens=2000)).messages)


@pytest.mark.slow
async def test_all_programs_hide_a_turn_that_one_set_aside_when_they_share_a_server(
    postgres: Shared, valkey: Server, embedder: LocalEmbedder
) -> None:
    postgres.empty()
    cached = Settings(cache_url=SecretStr(valkey.url(PATIENT)))
    async with (
        AsyncMemory.open(postgres.url(), cached, embedder=embedder) as one,
        AsyncMemory.open(postgres.url(), Settings(), embedder=embedder) as other,
    ):
        await _say(one, "I go rowing every Sunday.", "a")
        await _say(other, "I love chess and play on Mondays.", "b")
        for memory in (one, other):
            assert await _turns_found(memory, "Sunday")
        await _say(other, SETS_ASIDE, "c")
        for memory in (one, other):
            assert await _turns_found(memory, "Sunday") == []
            assert await _turns_found(memory, "Mondays")
            assert "Sunday" not in "".join(message["content"] for message in (await _context(memory)))
        (aside,) = (await one.list("u", status=(Status.ARCHIVED,))).items
        await one.restore("u", aside.id)
        for memory in (one, other):
            assert await _turns_found(memory, "Sunday")
            assert await _status(memory, "rowing") == [Status.CURRENT]

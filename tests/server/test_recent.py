"""Contexts that went out are remembered for a while, and forgotten with the user's words."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import httpx2
import pytest

from jiyi.memory import AsyncMemory
from jiyi.server.operations import Right
from jiyi.server.recent import KEPT_SECONDS, OF_ALL, OF_ONE, Given, Recent
from jiyi.server.wire import PlainContext, PlainContextTrace
from server.conftest import Server
from server.test_page import Found, shown, signed_in

EMPTY = PlainContext(
    messages=[], tokens=0, trace=PlainContextTrace(included=(), left_out=(), parts={}, milliseconds={})
)
GIVEN = Given(
    id="a", user="u", session="s", input="hello", budget=9, at=datetime(2026, 6, 1, tzinfo=UTC), context=EMPTY
)


def test_contexts_are_few_and_the_newest_first_when_many_came() -> None:
    recent = Recent()
    for number in range(OF_ONE + 5):
        recent.keep(recent.begin(), replace(GIVEN, id=str(number)))
    assert [one.id for one in recent.of("u", "s")] == [str(n) for n in range(OF_ONE + 4, 4, -1)]
    for number in range(OF_ALL + 5):
        recent.keep(recent.begin(), replace(GIVEN, id=f"x{number}", user=f"u{number}"))
    assert recent.of("u", "s") == []


def test_context_is_gone_when_words_were_destroyed() -> None:
    recent = Recent()
    recent.keep(recent.begin(), GIVEN)
    recent.keep(recent.begin(), replace(GIVEN, id="b", user="other"))
    under_way = recent.begin()
    recent.drop("u")
    assert recent.get("u", "a") is None
    assert recent.get("other", "b") is not None
    recent.keep(under_way, GIVEN)  # made before, answered after: the words may stand in it
    assert recent.get("u", "a") is None
    recent.keep(recent.begin(), GIVEN)
    assert recent.get("u", "a") == GIVEN


def test_context_is_gone_when_it_was_long_ago() -> None:
    now = 0.0
    recent = Recent(lambda: now)
    recent.keep(recent.begin(), GIVEN)
    now = KEPT_SECONDS - 1
    assert recent.get("u", "a") == GIVEN
    now = KEPT_SECONDS + 1
    assert recent.get("u", "a") is None


def test_context_opens_for_its_user_alone() -> None:
    recent = Recent()
    recent.keep(recent.begin(), GIVEN)
    assert recent.get("other", "a") is None
    assert recent.of("other", "s") == []


async def given_link(http: httpx2.AsyncClient) -> str:
    page = await shown(http, "/ui/turn?user=u-1&session=s-1")
    found = re.search(r'href="(/ui/turn\?session=s-1&amp;given=[^"]+)"', page.text)
    assert found
    return found[1].replace("&amp;", "&")


async def test_turn_shows_the_context_as_it_went_out(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    kept = await memory.remember("u-1", "I'm allergic to peanuts.")
    await memory.session("u-1", "s-1").context("What food must I avoid?", 900)
    link = await given_link(http)
    await memory.correct("u-1", kept.id, "I'm allergic to shrimps.")  # what is known now is another matter
    text = Found((await shown(http, link)).text).text
    assert "as it went out" in text
    assert "I'm allergic to peanuts." in text
    assert "understand" in text  # the stages of the recall


@pytest.mark.parametrize("order", ["forget", "erase"])
async def test_turn_shows_no_context_when_words_were_erased(
    memory: AsyncMemory, http: httpx2.AsyncClient, order: str
) -> None:
    await memory.remember("u-1", "I'm allergic to peanuts.")
    await memory.session("u-1", "s-1").add("user", "Hello there.")
    await memory.session("u-1", "s-1").context("What food must I avoid?", 900)
    link = await given_link(http)
    await (memory.erase("u-1") if order == "erase" else memory.forget("u-1", about="peanuts"))
    answer = await http.get(link)
    assert answer.status_code == 404
    assert "peanuts" not in answer.text


async def test_link_is_refused_when_the_key_is_for_another(
    server: Server, memory: AsyncMemory, http: httpx2.AsyncClient
) -> None:
    await memory.session("u-1", "s-1").add("user", "Hello there.")
    await memory.session("u-1", "s-1").context("What food must I avoid?", 900)
    link = await given_link(http)
    _, text = server.run(server.serving.ring.create("other", Right.READ, users=("u-2",)))  # type: ignore[misc]
    await signed_in(http, text)
    assert (await http.get(link)).status_code == 403
    assert (await http.get(link.replace("user=u-1", "user=u-2"))).status_code == 404

"""The page's parts for those who build and tend: a turn taken apart, what waits for review."""

from __future__ import annotations

import re

import httpx2
import pytest

from jiyi import ids
from jiyi.memory import AsyncMemory
from jiyi.records import Status
from jiyi.server.page.turns import WIDTH, bar
from server.test_page import ZH, Found, posted, shown


async def pending(memory: AsyncMemory, user: str, *texts: str) -> list[str]:
    """Memories that wait, as an import brings them."""
    made = await memory.remember("template", "I like tea.")
    rows = await memory.export("template")
    head = next(one for one in rows if one["type"] == "head")
    like = next(one for one in rows if one["type"] == "memory")
    named = [ids.uuid7(made.recorded_at) for _ in texts]
    waiting = [{**like, "id": id, "content": text, "status": "pending"} for id, text in zip(named, texts, strict=True)]
    await memory.import_([head, *waiting], user)
    return named


# --- a turn ---------------------------------------------------------------------------------------------------------
async def test_turn_tells_what_messages_left_behind_when_opened(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    session = memory.session("u-1", "a session/with <b>")
    await session.add("user", "I'm allergic to peanuts.")
    await memory.drain(20)
    start = await shown(http, "/ui/turn?user=u-1")
    link = re.search(r'href="(/ui/turn\?session=[^"]+)"', start.text)
    assert link
    text = Found((await shown(http, link[1].replace("&amp;", "&"))).text).text
    assert text.count("I'm allergic to peanuts.") >= 2  # the message, and what it left behind
    assert "trigger:" in text


@pytest.mark.parametrize(("language", "why"), [("en", "written: yes"), ("zh", "已写入：是")])
async def test_turn_takes_context_and_recall_apart_when_asked(
    memory: AsyncMemory, http: httpx2.AsyncClient, language: str, why: str
) -> None:
    await memory.remember("u-1", "I'm allergic to peanuts.")
    other = await memory.remember("u-1", "My dog is called Biscuit.")
    await memory.session("u-1", "s-1").add("user", "Hello there.")
    where = "/ui/turn?user=u-1&session=s-1"
    page = await shown(http, where)
    fields = {"input": "What food must I avoid?", "budget": "900", "why_id": other.id}
    http.headers["Accept-Language"] = language
    form = {"form_token": re.search(r'"form_token" value="(\w+)"', page.text)[1], **fields}  # type: ignore[index]
    answer = await http.post(where, data=form)
    assert answer.status_code == 200
    text = Found(answer.text).text
    assert "I'm allergic to peanuts." in text
    assert why in text
    assert '<svg class="bar"' in answer.text
    assert "style=" not in answer.text


async def test_turn_says_what_is_wrong_when_the_budget_is_too_small(
    memory: AsyncMemory, http: httpx2.AsyncClient
) -> None:
    await memory.session("u-1", "s-1").add("user", "Hello there, this is a message of some length.")
    page = await shown(http, "/ui/turn?user=u-1&session=s-1")
    for budget, status in (("1", 422), ("x", 400), ("99999999", 400)):
        answer = await posted(http, "/ui/turn?user=u-1&session=s-1", page, budget=budget, input="")
        assert answer.status_code == status


def test_bar_is_as_long_as_its_values_when_drawn() -> None:
    pieces = bar({"a": 100.0, "b": 0.0, "c": 300.0}, 800.0)
    assert [one.start for one in pieces] == [0.0, 125.0, 125.0]
    assert [one.width for one in pieces] == [125.0, 1.0, 375.0]  # nothing is too thin to be seen
    assert sum(one.width for one in bar({"a": 1.0}, 1.0)) == WIDTH
    assert bar({"a": 0.0}, 0.0)[0].width == 1.0


# --- to review ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("decision", "status"), [("approve", Status.CURRENT), ("reject", Status.RETRACTED)])
async def test_review_decides_several_at_once_when_selected(
    memory: AsyncMemory, http: httpx2.AsyncClient, decision: str, status: Status
) -> None:
    one, two, three = await pending(memory, "u-1", "I play chess.", "My sister is a pilot.", "I am left-handed.")
    page = await shown(http, "/ui/review?user=u-1")
    rows = dict(re.findall(r'data-row value="(\d+) ([^"]+)"', page.text))
    assert len(re.findall("data-row", page.text)) == 3
    versions = {id: (await memory.get("u-1", id)).version for id in (one, two, three)}
    await memory.retract("u-1", two)  # somebody was faster: it is left as it is
    form = {"form_token": re.search(r'"form_token" value="(\w+)"', page.text)[1], "decision": decision}  # type: ignore[index]
    picked = [f"{versions[id]} {id}" for id in (one, two)]
    done = await http.post("/ui/review?user=u-1", data={**form, "row": picked})
    assert rows
    assert "1 done." in (await shown(http, done.headers["location"])).text
    found = [(await memory.get("u-1", id)).status for id in (one, two, three)]
    assert found == [status, Status.RETRACTED, Status.PENDING]


async def test_review_says_why_when_something_waits(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    await pending(memory, "u-1", "I play chess.")
    assert "导入" in (await shown(http, "/ui/review?user=u-1", ZH)).text
    assert "Nothing is waiting" in (await shown(http, "/ui/review?user=u-2")).text

"""The page's parts for those who build and tend: a turn taken apart, what waits for review."""

from __future__ import annotations

import re

import httpx2
import pytest

from flows.conftest import Clock
from jiyi import ids
from jiyi.flows.read import Named
from jiyi.memory import AsyncMemory
from jiyi.records import Relation, Status
from jiyi.server.page import known, people, turns
from jiyi.server.page.people import drawn, names
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


@pytest.mark.parametrize(("language", "why"), [("en", "written: no"), ("zh", "已写入：否")])
async def test_turn_takes_context_and_recall_apart_when_asked(
    memory: AsyncMemory, http: httpx2.AsyncClient, language: str, why: str
) -> None:
    await memory.remember("u-1", "I'm allergic to peanuts.")
    await memory.session("u-1", "s-1").add("user", "Hello there.")
    where = "/ui/turn?user=u-1&session=s-1"
    page = await shown(http, where)
    fields = {"input": "What food must I avoid?", "budget": "900", "why_id": "no-such-memory"}
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


# --- time, people ---------------------------------------------------------------------------------------------------
async def test_timeline_tells_what_held_when_a_day_is_chosen(
    memory: AsyncMemory, clock: Clock, http: httpx2.AsyncClient
) -> None:
    old = await memory.remember("u-1", "I live in Lisbon.")  # on the first of June
    clock.forward(days=40)
    await memory.correct("u-1", old.id, "I live in Porto.")
    for day, there, gone in (
        ("2026-06-02", "Lisbon", "Porto"),
        ("2026-07-30", "Porto", "Lisbon"),
        ("2020-01-01", "Nothing", "Lisbon"),
    ):
        page = await shown(http, f"/ui/timeline?user=u-1&day={day}")
        assert there in page.text
        assert gone not in page.text
    assert 'min="2026-06-01"' in page.text
    assert re.search(r'aria-label="2026-06-30: 1"', page.text)
    part = await http.get("/ui/timeline?user=u-1&day=2026-06-02", headers={"HX-Request": "true"})
    assert "Lisbon" in part.text
    assert "<html" not in part.text
    for wrong in ("x", "2026-13-01", "0000-01-01"):
        assert (await http.get(f"/ui/timeline?user=u-1&day={wrong}")).status_code == 400
    for loose in ("2026-6-2", "２０２６-06-02"):  # as people type it
        page = await shown(http, f"/ui/timeline?user=u-1&day={loose}")
        assert "Lisbon" in page.text
        assert 'value="2026-06-02"' in page.text
    for edge in ("0001-01-01", "9999-12-31"):
        assert (await http.get(f"/ui/timeline?user=u-1&day={edge}")).status_code in (200, 400)
    assert (await http.get("/ui/timeline?user=nobody-yet")).status_code == 200


async def test_people_are_drawn_and_told_of_when_named(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    await memory.remember("u-1", "My sister Ann lives in Oslo.")
    page = await shown(http, "/ui/people?user=u-1")
    assert '<svg class="graph"' in page.text
    link = re.search(r'<a href="(/ui/people\?name=Ann[^"]*)"', page.text)
    assert link
    told = await shown(http, link[1].replace("&amp;", "&"))
    assert "My sister Ann lives in Oslo." in told.text
    assert "/ui/forget?about=Ann" in told.text
    assert (await http.get("/ui/people?user=nobody-yet")).status_code == 200


def test_names_are_counted_once_a_memory_however_spelt() -> None:
    records = (
        Named(("Ann", "ann"), (Relation(subject="user", relation="sister", object="Ann"),)),
        Named(("ANN", "Oslo"), ()),
    )
    counted = names(records)
    assert counted == {"Ann": 2, "Oslo": 1}
    nodes, edges = drawn(counted, records)
    assert {one.name for one in nodes} == {"Ann", "Oslo"}
    assert sorted(one.relation for one in edges) == ["", "sister"]  # Oslo hangs on the user alone


async def test_long_lists_go_on_when_asked(
    memory: AsyncMemory, http: httpx2.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "LISTED", 1)
    monkeypatch.setattr(turns, "SESSIONS", 1)
    for number, place in enumerate(("Oslo", "Leeds")):
        await memory.remember("u-1", f"My sister Ann was in {place}.")
        await memory.session("u-1", f"talk-{number}").add("user", "Hello.")
    for path, first, second in (
        ("people?name=Ann&user=u-1", "was in Leeds.", "was in Oslo."),
        ("turn?user=u-1", "talk-0", "talk-1"),
    ):
        page = await shown(http, f"/ui/{path}")
        assert first in page.text
        assert second not in page.text
        more = re.search(r'class="more"><a class="button" href="([^"]+)"', page.text)
        assert more
        assert second in (await shown(http, more[1].replace("&amp;", "&"))).text
    assert (await http.get("/ui/people?user=u-1&name=Ann&from=x")).status_code == 400


async def test_half_words_come_first_when_much_is_near_in_meaning(
    memory: AsyncMemory, http: httpx2.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "FOUND", 3)
    await memory.remember("u-1", "My flugelhorn is by the window.")
    for place in ("Oslo", "Leeds", "Porto", "Kyoto", "Denver"):
        await memory.remember("u-1", f"I play the trumpet in {place}.")
    for asked in ("flug", "Flug", "FLUG"):
        page = await shown(http, f"/ui/memories?user=u-1&q={asked}")
        assert re.search(r'<p class="content"[^>]*>([^<]*)', page.text)[1] == "My flugelhorn is by the window."  # type: ignore[index]
    assert "The best 3" in (await shown(http, "/ui/memories?user=u-1&q=trumpet")).text

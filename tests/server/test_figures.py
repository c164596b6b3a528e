"""What Prometheus gets: figures that move with what happens, and nothing of anybody."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from jiyi.memory import AsyncMemory
from jiyi.server import figures
from jiyi.server.operations import Right
from jiyi.server.page.tending import golden
from jiyi.settings import Settings
from jiyi.testing import valkey_server
from server.conftest import Server, running
from server.test_page import posted, shown, signed_in
from source import ROOT

Values = dict[tuple[str, ...], float]


async def scraped(http: httpx2.AsyncClient, server: Server, **headers: str) -> Values:
    server.serving.figures._asked_at = float("-inf")  # counts of the store are remembered for some seconds
    answer = await http.get("/metrics", headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == figures.MEDIA
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


async def test_figures_move_when_things_happen(server: Server, memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    before = await scraped(http, server)
    await memory.remember("u-1", "I live in Lisbon.")
    await memory.recall("u-1", "where do I live")
    await memory.recall("u-1", "where do I live")
    await http.post("/api/v1/memories?user=u-1", json={"content": " "})
    after = await scraped(http, server)

    def moved(*name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert moved("jiyi_writes_total", "ok") == 1
    assert moved("jiyi_writes_total", "refused") == 1
    assert moved("jiyi_writes_total", "failed") == 0
    assert moved("jiyi_operations_total", "remember", "refused") == 1
    assert moved("jiyi_recall_seconds_count") == 2
    assert sum(moved("jiyi_working_sets_total", how) for how in ("warm", "delta", "cold")) == 2
    assert moved("jiyi_working_sets_total", "warm") >= 1
    assert after["jiyi_stored", "memories"] == 1
    assert after["jiyi_jobs", "dead"] == 0


async def test_sync_delay_is_measured_when_a_device_waits(
    server: Server, memory: AsyncMemory, http: httpx2.AsyncClient
) -> None:
    await memory.remember("u-1", "I live in Lisbon.")
    head = (await http.get("/api/v1/memory/sync?user=u-1&last_version=0")).json()["next_version"]
    before = await scraped(http, server)
    waiting = asyncio.create_task(http.get(f"/api/v1/memory/sync?user=u-1&last_version={head}&wait=20", timeout=30))
    await asyncio.sleep(0.2)
    await memory.remember("u-1", "I like tea.")
    assert (await waiting).json()["updates"]
    after = await scraped(http, server)
    # Catching up is no delay: only what was waited for counts.
    assert after["jiyi_sync_delay_seconds_count",] - before["jiyi_sync_delay_seconds_count",] == 1


async def test_figures_hold_nothing_of_a_person(server: Server, memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    await memory.session("ann-the-user", "my-secret-session").add("user", "I love sushi from Kyoto.")
    await memory.recall("ann-the-user", "what do I love")
    await memory.drain(20)
    text = (await http.get("/metrics")).text
    assert not [word for word in ("Kyoto", "ann-the-user", "my-secret-session") if word in text]


async def test_figures_want_a_key_without_bounds_when_there_are_keys(server: Server, http: httpx2.AsyncClient) -> None:
    ring = server.serving.ring
    _, bounded = server.run(ring.create("app", Right.WRITE, prefix="a"))  # type: ignore[misc]
    _, free = server.run(ring.create("prometheus", Right.READ))  # type: ignore[misc]
    assert (await http.get("/metrics")).status_code == 401
    assert (await http.get("/metrics", headers={"Authorization": f"Bearer {bounded}"})).status_code == 403
    await scraped(http, server, Authorization=f"Bearer {free}")


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_page_tells_every_figure(server: Server, http: httpx2.AsyncClient, language: str) -> None:
    page = (ROOT / "docs" / language / "watching.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `(jiyi_\w+)[^`]*` \| (\w+) \|", page, re.MULTILINE))
    found = text_string_to_metric_families((await http.get("/metrics")).text)
    ends = {"counter": "_total"}
    there = {(one.name + ends.get(one.type, ""), one.type) for one in found if not one.name.endswith("_created")}
    assert {one for one in there if one[0] != "jiyi_store_bytes"} == {
        one for one in told if one[0] != "jiyi_store_bytes"
    }


def test_figures_of_people_are_worked_out_when_there_are_some() -> None:
    assert golden({})["write_success"] is None
    told = golden(
        {
            "jiyi_writes_total.ok": 98.0,
            "jiyi_writes_total.failed": 2.0,
            "jiyi_writes_total.refused": 50.0,  # asked wrongly: no failure of the server
            "jiyi_working_sets_total.warm": 3.0,
            "jiyi_working_sets_total.cold": 1.0,
            "jiyi_recall_seconds_sum": 0.5,
            "jiyi_recall_seconds_count": 10.0,
        }
    )
    assert told["write_success"] == pytest.approx(0.98)
    assert told["cache"] == pytest.approx(0.75)
    assert told["recall"] == pytest.approx(50.0)
    assert told["sync"] is None


async def test_running_is_for_admins_when_there_are_keys(
    server: Server, memory: AsyncMemory, http: httpx2.AsyncClient
) -> None:
    await memory.remember("u-1", "I live in Lisbon.")
    page = await shown(http, "/ui/running")
    assert re.search(r"Writes that succeeded", page.text)
    assert re.search(r"<td>u-1</td><td class=\"n\">1</td><td class=\"n\">1</td><td class=\"n\">0</td>", page.text)
    assert (await posted(http, "/ui/running", page)).status_code == 303
    ring = server.serving.ring
    for right, status in ((Right.WRITE, 403), (Right.ADMIN, 200)):
        _, text = server.run(ring.create("one", right))  # type: ignore[misc]
        await signed_in(http, text)
        answer = await http.get("/ui/running")
        assert answer.status_code == status
        assert ("/ui/running" in (await shown(http, "/ui/memories?user=u-1")).text) is (status == 200)


async def test_figures_tell_how_often_copies_served(tmp_path: Path, valkey: valkey_server.Server) -> None:
    settings = Settings(embedder="none", cache_url=SecretStr(valkey.url("patience=5")))
    with running(str(tmp_path / "jiyi.db"), settings) as server:
        async with (
            AsyncMemory.open(server.url, Settings()) as memory,
            httpx2.AsyncClient(base_url=server.url, trust_env=False, timeout=60) as http,
        ):
            talk = memory.session("u-1", "s")
            await talk.add("user", "I live in Lisbon.")
            for _ in range(3):
                await talk.context("where do I live?", 800)
            told = await scraped(http, server)
    assert told["jiyi_cache_reads_total", "miss"] >= 1
    assert told["jiyi_cache_reads_total", "hit"] >= 1
    assert told["jiyi_cache_reads_total", "unanswered"] == 0

"""One effect per Idempotency-Key, whichever server of a store the requests come to, at one instant or after a crash."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from flows.conftest import Clock
from jiyi.errors import Conflict, InvalidInput, JiyiError, TimedOut, Underway
from jiyi.memory import AsyncMemory
from jiyi.remote import RemoteMemory
from jiyi.server import once as module
from jiyi.server.once import KEPT, LEASE, PREFIX, Asked, Once
from jiyi.server.operations import PREFIX as API
from jiyi.server.requests import Edit
from jiyi.settings import Settings
from jiyi.stores.memory import MemoryStore
from postgres import Shared
from server.conftest import Server, running


# --- two servers of one store ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Shared
) -> Iterator[tuple[Server, Server]]:
    folder: Path = tmp_path_factory.mktemp("once")
    url = str(folder / "one.db") if request.param == "sqlite" else postgres.url()
    if request.param == "postgres":
        postgres.empty()
    settings = Settings(embedder="none")
    with running(url, settings) as one, running(url, settings) as other:
        yield one, other


async def posted(
    pair: tuple[Server, Server], path: str, body: Any, key: str, times: int = 10, method: str = "POST"
) -> list[httpx2.Response]:
    """The answers to one request that is sent to both servers so many times at one instant."""
    async with httpx2.AsyncClient(trust_env=False, timeout=60) as http:
        headers, params = {"Idempotency-Key": key}, {"user": "u"}
        return await asyncio.gather(
            *(
                http.request(method, pair[n % 2].url + API + path, params=params, headers=headers, json=body)
                for n in range(times)
            )
        )


async def test_write_has_one_effect_when_it_comes_to_both_at_one_instant(pair: tuple[Server, Server]) -> None:
    async with AsyncMemory.open(pair[0].url) as memory:
        for number in range(3):
            before = (await memory.changes("u"))[-1:]
            answers = await posted(pair, "/memories", {"content": f"Locker {number} is mine."}, f"k{number}")
            assert {answer.status_code for answer in answers} == {200}
            assert len({(answer.json()["id"], answer.headers["etag"]) for answer in answers}) == 1
            after = await memory.changes("u", since=before[0].version if before else 0)
            assert [one.action.value for one in after] == ["add"]
            confirmed = await posted(pair, f"/memories/{answers[0].json()['id']}/confirm", {}, f"c{number}")
            assert len({answer.headers["etag"] for answer in confirmed}) == 1
            assert len(await memory.changes("u", since=after[-1].version)) == 1


async def test_key_is_refused_elsewhere_when_it_was_used_for_another_request(pair: tuple[Server, Server]) -> None:
    await posted(pair, "/memories", {"content": "I love ramen."}, "other", 1)
    (answer,) = await posted(pair[::-1], "/memories", {"content": "I hate ramen."}, "other", 1)
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


async def test_order_to_erase_is_carried_out_once_when_it_comes_again_later(pair: tuple[Server, Server]) -> None:
    await posted(pair, "/memories", {"content": "I have a dog called Rex."}, "dog-1", 1)
    (first,) = await posted(pair, "/forget", {"about": "Rex"}, "forget-1", 1)
    assert len(first.json()["memories"]) == 1
    await posted(pair, "/memories", {"content": "I have a cat called Rex."}, "cat-1", 1)
    for answer in await posted(pair, "/forget", {"about": "Rex"}, "forget-1", 2):
        assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    async with AsyncMemory.open(pair[0].url) as memory:
        assert [one.content for one in (await memory.list("u")).items if "Rex" in one.content] == [
            "I have a cat called Rex."
        ]


async def test_state_is_answered_as_it_is_when_its_change_is_repeated(pair: tuple[Server, Server]) -> None:
    await posted(pair, "/sessions/s/state", {"changes": {"seat": "1A"}}, "s-1", 1, "PATCH")
    await posted(pair, "/sessions/s/state", {"changes": {"seat": "2B"}}, "s-2", 1, "PATCH")
    (again,) = await posted(pair[::-1], "/sessions/s/state", {"changes": {"seat": "1A"}}, "s-1", 1, "PATCH")
    assert again.json() == {"seat": "2B"}


async def test_edit_has_one_effect_when_a_device_brings_it_to_both(pair: tuple[Server, Server]) -> None:
    edits = [Edit(edit=f"e{n}", verb="remember", content=f"I once slept in hut {n}.") for n in range(3)]
    async with AsyncMemory.open(pair[0].url) as one, AsyncMemory.open(pair[1].url) as two:
        assert isinstance(one, RemoteMemory)
        assert isinstance(two, RemoteMemory)
        since = (await one.changes("d"))[-1:]
        judged = await asyncio.gather(*(memory.push("d", edits) for memory in (one, two) * 3))
        assert {tuple(result.memory.id for result in done.results if result.memory) for done in judged} == {
            tuple(result.memory.id for result in judged[0].results if result.memory)
        }
        assert len(await one.changes("d", since=since[0].version if since else 0)) == 3


# --- what the claims say --------------------------------------------------------------------------------------------
class Desk:
    """Two servers' claims on one store, and an effect that counts."""

    def __init__(self) -> None:
        self.store, self.clock = MemoryStore(), Clock()
        self.one, self.two = Once(self.store, self.clock), Once(self.store, self.clock)
        self.effects = 0
        self.version = 0

    async def ask(self, once: Once, error: BaseException | None = None, print: bytes = b"p") -> str:
        async def head() -> str:
            return str(self.version)

        async def run() -> str:
            self.effects += 1
            if error is not None:
                raise error
            self.version += 1
            return f"answer {self.effects}"

        async def again(kept: str) -> str:
            return kept

        found = await once.once(Asked(key=("u", "k"), print=print, head=head), run, lambda answer: answer, again)
        await once.close()
        return found

    async def left(self) -> None:
        """A server died over the request."""

        async def dies() -> str:
            raise SystemExit

        asked = Asked(key=("u", "k"), print=b"p", head=self.head)
        with pytest.raises(SystemExit):
            await self.one.once(asked, dies, str, self.again)
        await self.one.close()

    async def head(self) -> str:
        return str(self.version)

    async def again(self, kept: str) -> str:
        return kept


@pytest.fixture
async def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.1)
    found = Desk()
    await found.store.open()
    return found


async def test_answer_comes_again_for_a_day_when_another_server_gave_it(desk: Desk) -> None:
    assert await desk.ask(desk.one) == await desk.ask(desk.two) == "answer 1"
    with pytest.raises(Conflict):
        await desk.ask(desk.two, print=b"another")
    desk.clock.now += KEPT + timedelta(seconds=1)
    assert await desk.ask(desk.two) == "answer 2"


async def test_request_is_tried_again_at_once_when_it_surely_did_nothing(desk: Desk) -> None:
    with pytest.raises(InvalidInput):
        await desk.ask(desk.one, InvalidInput("no"))
    assert await desk.ask(desk.two) == "answer 2"


@pytest.mark.parametrize("error", [TimedOut("late"), RuntimeError("odd"), JiyiError("store_error")], ids=str)
async def test_request_waits_for_the_lease_when_it_may_have_been_carried_out(desk: Desk, error: Exception) -> None:
    sure = type(error) is JiyiError
    with pytest.raises(type(error)):
        await desk.ask(desk.one, error)
    if not sure:
        with pytest.raises(Underway):
            await desk.ask(desk.two)
        desk.clock.now += LEASE + timedelta(seconds=1)
    assert await desk.ask(desk.two) == "answer 2", "the log did not move on: it was not carried out"


async def test_request_is_not_carried_out_twice_when_the_log_moved_on_after_a_crash(desk: Desk) -> None:
    await desk.left()
    desk.version += 1
    desk.clock.now += LEASE + timedelta(seconds=1)
    with pytest.raises(Conflict, match="look"):
        await desk.ask(desk.two)
    assert desk.effects == 0


async def test_claim_is_renewed_when_a_request_takes_long(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RENEW_SECONDS", 0.01)
    going = asyncio.Event()

    async def run() -> str:
        await going.wait()
        return "late"

    asked = Asked(key=("u", "k"), print=b"p", head=desk.head)
    slow = asyncio.create_task(desk.one.once(asked, run, str, desk.again))
    await asyncio.sleep(0)
    desk.clock.now += LEASE + timedelta(seconds=1)
    await asyncio.sleep(0.1)  # renewed by now
    with pytest.raises(Underway):
        await desk.ask(desk.two)
    going.set()
    assert await slow == "late"
    await desk.one.close()
    assert await desk.ask(desk.two) == "late"
    assert desk.effects == 0


async def test_note_stays_done_when_a_renewal_comes_late() -> None:
    store = MemoryStore()
    await store.open()
    await store.note("n", "begun")
    held = module._Held(store, "n", "begun")
    await asyncio.gather(held.end("done"), held.change("going on"))
    assert await store.note("n") == "done"


async def test_note_holds_no_word_of_a_person(desk: Desk) -> None:
    asked = Asked(key=("ann-the-user", "k"), print=b"I live in Zanzibar", head=desk.head)

    async def run() -> str:
        return "I live in Zanzibar"

    await desk.one.once(asked, run, lambda _: None, desk.again)
    await desk.one.close()
    notes = {name: text for name, text in (await desk.store.notes()).items() if name.startswith(PREFIX)}
    assert len(notes) == 1
    assert "Zanzibar" not in json.dumps(notes)
    assert "ann-the-user" not in json.dumps(notes)
    with pytest.raises(Conflict, match="not kept"):
        await desk.two.once(asked, run, str, desk.again)


async def test_old_notes_are_swept_when_a_server_goes_on(desk: Desk) -> None:
    await desk.ask(desk.one)
    desk.clock.now += KEPT + timedelta(seconds=1)
    desk.two._swept = float("-inf")
    asked = Asked(key=("v", "k"), print=b"p", head=desk.head)

    async def run() -> str:
        return "x"

    await desk.two.once(asked, run, str, desk.again)
    await desk.two.close()
    assert len([name for name in await desk.store.notes() if name.startswith(PREFIX)]) == 1

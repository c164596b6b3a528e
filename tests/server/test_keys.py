"""Who is let in, how far, and until when. Every operation is tried with another user's key."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from flows.conftest import Clock
from jiyi.errors import InvalidInput, NotFound, Unauthorized
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.server.keys import KEYS, KeyRing
from jiyi.server.operations import OPERATIONS, PREFIX, Operation, Right
from jiyi.server.running import check_open, is_loopback
from jiyi.server.serving import open_serving
from jiyi.settings import Settings
from jiyi.stores.memory import MemoryStore
from jiyi.stores.opening import open_store
from server.conftest import Server

# A body for each operation that needs one: such that it would work for the owner, as far as that goes.
BODIES: dict[str, Any] = {
    "remember": {"content": "I love chess."},
    "recall": {"query": "chess"},
    "correct": {"content": "I love go."},
    "forget": {"id": "ID"},
    "import_": {"rows": []},
    "session.add": {"role": "user", "content": "hello"},
    "session.context": {"input": "hello", "max_tokens": 500},
    "session.update_state": {"changes": {}},
    "session.note": {"name": "n", "value": 1},
    "retry": {"jobs": []},
    "work": {"once": True},
    "push": {"edits": [{"edit": "e", "verb": "retract", "id": "ID"}]},
}


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


async def asked(
    http: httpx2.AsyncClient, operation: Operation, user: str, id: str, key: str
) -> tuple[int, str, dict[str, str]]:
    path = PREFIX + operation.path.replace("{id}", id).replace("{session}", "s")
    params = {"user": user, **({"entity": "chess"} if operation.name == "about" else {})}
    body = BODIES.get(operation.name, {})
    body = {name: id if value == "ID" else value for name, value in body.items()}
    how = {} if operation.in_query else {"json": body}
    answer = await http.request(operation.method, path, params=params, headers=bearer(key), **how)  # type: ignore[arg-type]
    told = answer.json() if answer.status_code >= 400 else {}
    return answer.status_code, told.get("code", ""), {k: v for k, v in told.items() if k == "detail"}


async def test_every_operation_refuses_another_users_key_alike(http: httpx2.AsyncClient, server: Server) -> None:
    """With the other one there or not, with a memory of theirs or none: the same answer, so nothing is told."""
    memory = server.serving.memory
    theirs = server.run(memory.remember("ann", "I love chess."))
    ring = server.serving.ring
    keys = [
        server.run(ring.create("bob", Right.WRITE, users=("bob",)))[1],  # type: ignore[index]
        server.run(ring.create("team", Right.WRITE, prefix="team-"))[1],  # type: ignore[index]
    ]
    theirs_id: str = theirs.id  # type: ignore[attr-defined]
    for operation in OPERATIONS:
        tries = [(keys[0], "ann", theirs_id), (keys[0], "ann", "none"), (keys[0], "nobody", "none"),
                 (keys[1], "ann", theirs_id), (keys[1], "nobody", "none")]  # fmt: skip
        answers = {str(await asked(http, operation, user, id, key)) for key, user, id in tries}
        assert len(answers) == 1, (operation.name, answers)
        assert "403" in answers.pop(), operation.name
    assert [one.content for one in server.run(memory.list("ann")).items] == ["I love chess."]  # type: ignore[attr-defined]


async def test_own_memory_of_another_user_is_not_found_when_asked_as_oneself(
    http: httpx2.AsyncClient, server: Server
) -> None:
    theirs = server.run(server.serving.memory.remember("ann", "I love chess."))
    key = server.run(server.serving.ring.create("bob", Right.WRITE, users=("bob",)))[1]  # type: ignore[index]
    for operation in OPERATIONS:
        if operation.places == ("id",):
            found = await asked(http, operation, "bob", theirs.id, key)  # type: ignore[attr-defined]
            none = await asked(http, operation, "bob", "0" * 36, key)
            assert (found[0], found[1]) == (none[0], none[1]) == (404, "not_found"), operation.name


@pytest.mark.parametrize(("right", "least"), [(Right.READ, Right.WRITE), (Right.WRITE, Right.ADMIN)])
async def test_operations_above_the_right_of_a_key_are_refused(
    http: httpx2.AsyncClient, server: Server, right: Right, least: Right
) -> None:
    key = server.run(server.serving.ring.create("all", right))[1]  # type: ignore[index]
    for operation in OPERATIONS:
        status, code, _ = await asked(http, operation, "u", "x", key)
        if operation.may.covers(least):
            assert (status, code) == (403, "forbidden"), operation.name
        else:
            assert status != 403, operation.name


async def test_user_may_be_left_out_when_the_key_is_for_one(http: httpx2.AsyncClient, server: Server) -> None:
    key = server.run(server.serving.ring.create("bob", Right.WRITE, users=("bob",)))[1]  # type: ignore[index]
    answer = await http.post(f"{PREFIX}/memories", json={"content": "I love chess."}, headers=bearer(key))
    assert answer.json()["user"] == "bob"
    told = (await http.get(f"{PREFIX}/me", headers=bearer(key))).json()
    assert (told["users"], told["right"]) == (["bob"], "write")


async def test_token_speaks_for_one_user_until_it_runs_out(
    http: httpx2.AsyncClient, server: Server, clock: Clock
) -> None:
    made, key = server.run(server.serving.ring.create("app", Right.WRITE, prefix="team-"))  # type: ignore[misc]
    params = {"user": "team-1"}
    answer = await http.post(f"{PREFIX}/tokens", params=params, json={"seconds": 60}, headers=bearer(key))
    token = answer.json()["token"]
    assert (await http.get(f"{PREFIX}/profile", headers=bearer(token))).status_code == 200
    assert (await http.get(f"{PREFIX}/profile", params={"user": "team-2"}, headers=bearer(token))).status_code == 403
    write = await http.post(f"{PREFIX}/memories", json={"content": "I love chess."}, headers=bearer(token))
    assert write.status_code == 403, "read is all that was asked for"
    again = await http.post(f"{PREFIX}/tokens", json={}, headers=bearer(token))
    assert again.status_code == 403
    other = await http.post(f"{PREFIX}/tokens", params={"user": "x"}, json={}, headers=bearer(key))
    assert other.status_code == 403
    long = await http.post(f"{PREFIX}/tokens", params=params, json={"seconds": 10**6}, headers=bearer(key))
    assert long.status_code == 400
    changed = token[:-4] + ("AAAA" if token[-4:] != "AAAA" else "BBBB")
    assert (await http.get(f"{PREFIX}/profile", headers=bearer(changed))).status_code == 401
    clock.forward(seconds=61)
    assert (await http.get(f"{PREFIX}/profile", headers=bearer(token))).status_code == 401
    clock.forward(seconds=-60)
    assert (await http.get(f"{PREFIX}/profile", headers=bearer(token))).status_code == 200
    server.run(server.serving.ring.revoke(made.id))
    assert (await http.get(f"{PREFIX}/profile", headers=bearer(token))).status_code == 401


async def test_missing_key_is_asked_for_by_the_setting_that_holds_it(http: httpx2.AsyncClient, server: Server) -> None:
    server.run(server.serving.ring.create("k", Right.READ))
    assert "JIYI_KEY" in (await http.get(f"{PREFIX}/me")).json()["detail"]


@pytest.mark.parametrize("text", ["x", "jiyi_", "jiyi_x_y", "a.b.c", "é", "jiyi_00000_" + "x" * 5000])
async def test_unknown_keys_are_refused_with_the_same_words(
    http: httpx2.AsyncClient, server: Server, text: str
) -> None:
    server.run(server.serving.ring.create("k", Right.READ))
    answer = await http.get(f"{PREFIX}/me", headers={"Authorization": f"Bearer {text}".encode("latin-1")})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
    assert answer.headers["www-authenticate"].startswith("Bearer")


# --- the ring by itself -------------------------------------------------------------------------------------------
@pytest.fixture
async def ring(clock: Clock) -> KeyRing:
    store = MemoryStore()
    await store.open()
    return KeyRing(store, clock)


async def test_secret_is_not_kept_when_a_key_is_made(ring: KeyRing) -> None:
    _, text = await ring.create("k", Right.WRITE)
    kept = await ring._store.note(KEYS)
    assert kept is not None
    assert text.split("_", 2)[2] not in kept


async def test_key_works_until_it_is_revoked_or_runs_out(ring: KeyRing, clock: Clock) -> None:
    first, one = await ring.create("k", Right.WRITE, users=("u",))
    _, two = await ring.create("k", Right.READ, days=1)
    assert (await ring.caller(one)).users == ("u",)
    assert (await ring.caller(two)).right is Right.READ
    clock.forward(days=2)
    with pytest.raises(Unauthorized):
        await ring.caller(two)
    assert (await ring.revoke(first.id)).users == ()
    with pytest.raises(Unauthorized):
        await ring.caller(one)
    with pytest.raises(Unauthorized):
        await ring.caller(None)  # nobody is let in again when all keys are gone
    with pytest.raises(InvalidInput):
        await ring.rotate(first.id)
    with pytest.raises(NotFound):
        await ring.revoke("none")


async def test_old_secret_works_for_its_grace_when_rotated(ring: KeyRing, clock: Clock) -> None:
    key, one = await ring.create("k", Right.WRITE)
    _, two = await ring.rotate(key.id, timedelta(hours=1))
    assert (await ring.caller(one)).name == (await ring.caller(two)).name == key.id
    clock.forward(hours=2)
    with pytest.raises(Unauthorized):
        await ring.caller(one)
    _, three = await ring.rotate(key.id)
    with pytest.raises(Unauthorized):
        await ring.caller(two)
    assert await ring.caller(three)


async def test_no_change_is_lost_when_several_come_at_one_instant(tmp_path: Path, clock: Clock) -> None:
    """As when several people, or scripts, run `jiyi keys` at once."""
    async with contextlib.AsyncExitStack() as kept:
        rings = []
        for _ in range(4):
            store = open_store(str(tmp_path / "a.db"))
            await store.open()
            kept.push_async_callback(store.close)
            rings.append(KeyRing(store, clock))
        old, text = await rings[0].create("old", Right.READ)
        gone = asyncio.create_task(rings[0].revoke(old.id))
        made = await asyncio.gather(*(ring.create("k", Right.READ) for ring in rings * 3))
        await gone
        fresh = KeyRing(rings[0]._store, clock)
        await fresh.refresh(now=True)
        assert {one.id for one in fresh.all} == {old.id, *(key.id for key, _ in made)}
        with pytest.raises(Unauthorized):
            await fresh.caller(text)
        assert {(await fresh.caller(one)).name for _, one in made} == {key.id for key, _ in made}


async def test_key_is_refused_when_its_bounds_make_no_sense(ring: KeyRing) -> None:
    for bad in ({"users": ()}, {"prefix": ""}, {"users": ("u",), "prefix": "u"}, {"users": ("",)}):
        with pytest.raises(InvalidInput):
            await ring.create("k", Right.WRITE, **bad)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        await ring.create("k", Right.ADMIN, users=("u",))


async def test_another_ring_of_the_store_hears_of_a_key(ring: KeyRing, clock: Clock) -> None:
    other = KeyRing(ring._store, clock)
    await other.refresh()
    _, text = await ring.create("k", Right.READ)
    other._read_at -= 2
    assert (await other.caller(text)).right is Right.READ


async def test_server_listens_to_others_only_when_there_is_a_key(tmp_path: Path, embedder: LocalEmbedder) -> None:
    async with open_serving(str(tmp_path / "a.db"), Settings(), embedder=embedder) as serving:
        assert isinstance(serving.memory, AsyncMemory)
        check_open(serving, "127.0.0.1")
        with pytest.raises(InvalidInput, match="keys create"):
            check_open(serving, "0.0.0.0")
        await serving.ring.create("k", Right.READ)
        check_open(serving, "0.0.0.0")


@pytest.mark.parametrize(
    ("host", "loop"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("a.example", False)],
)
def test_loopback_is_told_from_the_rest(host: str, loop: bool) -> None:
    assert is_loopback(host) is loop

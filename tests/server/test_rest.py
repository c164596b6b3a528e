"""REST as programs without the client meet it: statuses, headers, limits, and what is said of errors."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging

import httpx2
import pytest

from jiyi.server.app import described
from jiyi.server.limits import Rates
from jiyi.server.operations import OPERATIONS, PREFIX, Right
from jiyi.settings import ServerSettings, Settings
from server.conftest import Server, running


async def kept(http: httpx2.AsyncClient, content: str = "I love sushi.", user: str = "u") -> dict[str, object]:
    answer = await http.post(f"{PREFIX}/memories", params={"user": user}, json={"content": content})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


async def test_health_and_ready_answer_without_a_key(http: httpx2.AsyncClient, server: Server) -> None:
    server.run(server.serving.ring.create("k", Right.READ))
    assert (await http.get("/health")).json() == {"status": "ok"}
    assert (await http.get("/ready")).json() == {"status": "ready"}
    assert (await http.get(f"{PREFIX}/profile", params={"user": "u"})).status_code == 401


async def test_memory_has_an_etag_and_a_lost_update_is_a_412(http: httpx2.AsyncClient) -> None:
    one = await kept(http)
    path, user = f"{PREFIX}/memories/{one['id']}", {"user": "u"}
    tag = (await http.get(path, params=user)).headers["etag"]
    assert tag == f'"{one["version"]}"'
    first = await http.post(f"{path}/confirm", params=user, headers={"If-Match": tag})
    assert first.status_code == 200
    assert first.headers["etag"] != tag
    lost = await http.post(f"{path}/correct", params=user, headers={"If-Match": tag}, json={"content": "I hate sushi."})
    assert (lost.status_code, lost.json()["code"]) == (412, "outdated")
    assert (await http.get(path, params=user)).json()["content"] == "I love sushi."
    for bad in ("x", '"x"', '"-1"', '"' + "9" * 30 + '"'):
        answer = await http.post(f"{path}/retract", params=user, headers={"If-Match": bad}, json={})
        assert answer.status_code == 400
    assert (await http.post(f"{path}/retract", params=user, headers={"If-Match": "*"})).status_code == 200


async def test_repeated_write_has_one_effect_when_it_has_an_idempotency_key(http: httpx2.AsyncClient) -> None:
    async def say(content: str, key: str = "k-1") -> httpx2.Response:
        params, headers = {"user": "u"}, {"Idempotency-Key": key}
        return await http.post(f"{PREFIX}/memories", params=params, headers=headers, json={"content": content})

    answers = await asyncio.gather(*(say("I love sushi.") for _ in range(8)))
    assert len({answer.content for answer in answers}) == 1
    (one,) = (await http.get(f"{PREFIX}/memories", params={"user": "u"})).json()["items"]
    assert len(one["evidence"]) == 1
    assert (await say("I love ramen.")).status_code == 409
    assert (await say("x" * 5000, "k-2")).status_code == 413
    assert (await say("I love ramen.", "k-2")).status_code == 200, "what failed may be tried again"
    assert (await say("I love ramen.", "k" * 300)).status_code == 400


async def test_answers_about_a_user_are_given_up_when_words_are_destroyed(
    http: httpx2.AsyncClient, server: Server
) -> None:
    headers, params = {"Idempotency-Key": "k-9"}, {"user": "u"}
    await http.post(f"{PREFIX}/memories", params=params, headers=headers, json={"content": "I love Zanzibar."})
    headers = {"Idempotency-Key": "k"}
    gone = await http.post(f"{PREFIX}/forget", params=params, headers=headers, json={"about": "Zanzibar"})
    assert len(gone.json()["memories"]) == 1
    assert "Zanzibar" not in str([kept.answer.result() for kept in server.serving.repeats._kept.values()])


async def test_message_is_added_once_when_its_request_is_repeated(http: httpx2.AsyncClient) -> None:
    path, params = f"{PREFIX}/sessions/s/messages", {"user": "u"}
    for _ in range(3):
        headers = {"Idempotency-Key": "m-1"}
        answer = await http.post(path, params=params, headers=headers, json={"role": "user", "content": "hello"})
        assert answer.json()["seq"] == 1
    assert len((await http.get(path, params=params)).json()) == 1


@pytest.mark.parametrize(
    ("method", "path", "more", "status", "code"),
    [
        ("GET", "/memories/nothing", {}, 404, "not_found"),
        ("GET", "/nowhere", {}, 404, "not_found"),
        ("PUT", "/memories", {}, 405, "method_not_allowed"),
        ("GET", "/memories?limit=x", {}, 400, "invalid_input"),
        ("GET", "/memories?limt=3", {}, 400, "invalid_input"),
        ("GET", "/memories?where={", {}, 400, "invalid_input"),
        ("GET", '/memories?where={"colour":1}', {}, 400, "unknown_field"),
        ("POST", "/memories", {"content": b"{"}, 400, "invalid_input"),
        ("POST", "/memories", {"content": b"\xff\xfe"}, 400, "invalid_input"),
        ("POST", "/memories", {"content": b"[" * 100_000}, 400, "invalid_input"),
        ("POST", "/memories", {"json": {"content": "x", "strange": 1}}, 400, "invalid_input"),
        ("POST", "/memories", {"json": {"content": ""}}, 400, "invalid_input"),
        ("POST", "/memories", {"json": {"content": "I like tea.", "at": "2026-01-01T00:00:00"}}, 400, "naive_time"),
        ("POST", "/sessions/s/context", {"json": {"input": "x" * 4000, "max_tokens": 1}}, 422, "budget_too_small"),
        ("POST", "/work", {"json": {}}, 400, "invalid_input"),
    ],
)
async def test_fault_is_a_problem_when_asked_wrongly(
    http: httpx2.AsyncClient, method: str, path: str, more: dict[str, object], status: int, code: str
) -> None:
    joined = f"{PREFIX}{path}{'&' if '?' in path else '?'}user=u" if path != "/work" else PREFIX + path
    answer = await http.request(method, joined, **more)  # type: ignore[arg-type]
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == status
    assert "x-request-id" in answer.headers


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "application/vnd.one+json"])
async def test_answer_is_the_same_when_a_request_that_is_asked_often_is_written_unusually(
    http: httpx2.AsyncClient, kind: str
) -> None:
    await kept(http)
    asked = b'{"query": "sushi", "k": 3}'
    path, params = f"{PREFIX}/recall", {"user": "u"}
    usual, unusual = [
        (await http.post(path, params=params, content=asked, headers={"Content-Type": one})).json()
        for one in ("application/json", kind)
    ]
    assert [hit["record"]["content"] for hit in usual["hits"]] == ["I love sushi."]
    assert unusual["hits"] == usual["hits"]


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"{", b'{"query": 1}', b'{"query": "x", "more": 1}', b"\xff"])
async def test_fault_is_told_when_a_request_that_is_asked_often_is_wrong(http: httpx2.AsyncClient, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await http.post(f"{PREFIX}/recall", params={"user": "u"}, content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "invalid_input"


async def test_refused_method_names_all_that_a_path_knows(http: httpx2.AsyncClient) -> None:
    for path, methods in (
        (f"{PREFIX}/memories", "GET, POST"),
        (f"{PREFIX}/memory/sync", "GET, POST"),
        (f"{PREFIX}/sessions/s/state", "GET, PATCH"),
        (f"{PREFIX}/profile", "GET"),
        ("/health", "GET, HEAD"),
    ):
        answer = await http.delete(path)
        assert (answer.status_code, answer.headers["allow"]) == (405, methods), path


async def test_place_of_the_user_is_told_when_the_body_names_one(http: httpx2.AsyncClient) -> None:
    for path, body in {
        "/memories": {"content": "I love sushi."},
        "/sessions/s/messages": {"role": "user", "content": "hi"},
        "/recall": {"query": "sushi"},
        "/forget": {"about": "sushi"},
    }.items():
        answer = await http.post(PREFIX + path, json={**body, "user": "u"})
        assert answer.status_code == 400
        assert "?user=" in answer.json()["detail"], path


async def test_user_is_asked_for_when_the_key_does_not_say_it(http: httpx2.AsyncClient) -> None:
    answer = await http.get(f"{PREFIX}/profile")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert "user" in answer.json()["detail"]


async def test_personal_data_is_never_cached_when_answered(http: httpx2.AsyncClient) -> None:
    await kept(http)
    for path in ("memories", "profile", "export", "changes", "memory/sync"):
        answer = await http.get(f"{PREFIX}/{path}", params={"user": "u"})
        assert answer.headers["cache-control"] == "no-store", path
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_body_is_refused_when_it_is_too_large(http: httpx2.AsyncClient, server: Server) -> None:
    most = server.serving.settings.server.body_bytes
    answer = await http.post(f"{PREFIX}/memories", content=b"x" * (most + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")

    async def pieces() -> object:
        for _ in range(20):
            yield b"x" * (most // 16)

    answer = await http.post(f"{PREFIX}/memories", content=pieces())  # type: ignore[arg-type]
    assert answer.status_code == 413


async def test_endless_headers_are_refused(http: httpx2.AsyncClient) -> None:
    many = {f"x-{number}": "a" * 10_000 for number in range(20)}
    with contextlib.suppress(httpx2.TransportError):  # hung up on before all was sent
        assert (await http.get("/health", headers=many)).status_code == 400
    assert (await http.get("/health")).status_code == 200


async def test_refusal_is_a_problem_when_it_is_no_http(server: Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    writer.write(b"GET  / nonsense\r\n\r\n")
    head, _, body = (await asyncio.wait_for(reader.read(), 30)).partition(b"\r\n\r\n")
    writer.close()
    assert head.startswith(b"HTTP/1.1 400") and b"content-type: application/problem+json" in head.lower()
    assert json.loads(body)["code"] == "invalid_input"


async def test_other_sites_are_refused_while_there_are_no_keys(http: httpx2.AsyncClient) -> None:
    path, params = f"{PREFIX}/memories", {"user": "u"}
    rebound = await http.get(path, params=params, headers={"Host": "evil.example"})
    assert (rebound.status_code, rebound.json()["code"]) == (403, "forbidden")
    foreign = await http.get(path, params=params, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert (await http.get(path, params=params)).status_code == 200


async def test_log_holds_nothing_of_a_person(http: httpx2.AsyncClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="jiyi.access"):
        one = await kept(http, "I love sushi from Kyoto.", user="ann-the-user")
        await http.get(f"{PREFIX}/memories/{one['id']}", params={"user": "ann-the-user"})
        await http.get(f"{PREFIX}/sessions/my-secret-session/messages", params={"user": "ann-the-user"})
        for _ in range(100):  # a line is written once its answer is away
            lines = [json.loads(record.getMessage()) for record in caplog.records if record.name == "jiyi.access"]
            if len(lines) == 3:
                break
            await asyncio.sleep(0.02)
    assert [line["status"] for line in lines] == [200, 200, 200]
    text = json.dumps(lines)
    assert not [word for word in ("Kyoto", "ann-the-user", str(one["id"]), "my-secret-session") if word in text]
    assert lines[1]["route"].endswith("/memories/{id}")


def test_rate_is_limited_when_a_caller_asks_too_often() -> None:
    from jiyi.errors import RateLimited

    rates = Rates(5)
    for _ in range(10):
        rates.spend("a")
    with pytest.raises(RateLimited):
        rates.spend("a")
    rates.spend("b")


async def test_slow_and_frequent_requests_are_given_up() -> None:
    settings = Settings(embedder="none", server=ServerSettings(requests_per_second=1.0, request_seconds=0.2))

    async def late() -> object:
        yield b'{"content": '
        await asyncio.sleep(1)
        yield b'"I love chess."}'

    with running(":memory:", settings) as server:
        async with httpx2.AsyncClient(base_url=server.url, trust_env=False, timeout=60) as http:
            slow = await http.post(f"{PREFIX}/memories", params={"user": "u"}, content=late())  # type: ignore[arg-type]
            assert (slow.status_code, slow.json()["code"]) == (504, "timed_out")
            answers = [await http.get(f"{PREFIX}/me") for _ in range(4)]
    assert answers[-1].status_code == 429
    assert answers[-1].headers["retry-after"] == "1"


async def test_pages_go_on_by_their_cursor(http: httpx2.AsyncClient) -> None:
    for place in ("Oslo", "Porto", "Kyoto"):
        await kept(http, f"I once spent a summer in {place}.")
    params: dict[str, object] = {"user": "u", "limit": 2}
    first = (await http.get(f"{PREFIX}/memories", params=params)).json()
    second = (await http.get(f"{PREFIX}/memories", params={**params, "cursor": first["cursor"]})).json()
    assert (len(first["items"]), len(second["items"]), second["cursor"], first["total"]) == (2, 1, None, 3)


def test_document_tells_every_operation_with_its_statuses(server: Server) -> None:
    made = described(server.serving)
    for operation in OPERATIONS:
        told = made["paths"][PREFIX + operation.path][operation.method.lower()]
        assert {"200", "400", "401", "403", "404", "409", "413", "422", "429", "500", "503", "504"} <= set(
            told["responses"]
        )
        assert ("412" in told["responses"]) == operation.versioned
        assert told["description"]
    assert "ValidationError" not in json.dumps(made)


async def test_unexpected_error_tells_nothing_of_a_person(
    http: httpx2.AsyncClient, server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> object:
        raise RuntimeError("I live in Zanzibar.")

    monkeypatch.setattr(type(server.serving.memory), "profile", broken)
    with caplog.at_level(logging.INFO):
        answer = await http.get(f"{PREFIX}/profile", params={"user": "u"})
    assert (answer.status_code, answer.json()["code"]) == (500, "error")
    assert "Zanzibar" not in answer.text + caplog.text
    assert "RuntimeError" in caplog.text

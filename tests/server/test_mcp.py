"""MCP by the SDK's own client, over a real process and over real HTTP."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from jsonschema import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from jiyi.server.operations import Right
from server.conftest import Server


@asynccontextmanager
async def connected(server: Server, **headers: str) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60) as http,
        Client(streamable_http_client(f"{server.url}/mcp", http_client=http)) as client,
    ):
        yield client


def text(result: object) -> str:
    return str(result.content[0].text)  # type: ignore[attr-defined]


async def test_model_keeps_finds_corrects_and_forgets_over_http(server: Server) -> None:
    async with connected(server) as client:
        tools = {one.name: one for one in (await client.list_tools()).tools}
        assert set(tools) == {"remember", "recall", "profile", "list", "correct", "forget"}
        assert tools["forget"].annotations is not None
        assert tools["forget"].annotations.destructive_hint
        assert all("user" not in one.input_schema["properties"] for one in tools.values())
        assert all("Call it" in (one.description or "") for one in tools.values() if one.name != "correct")
        kept = await client.call_tool("remember", {"content": "我对花生过敏"})
        assert not kept.is_error
        assert "我对花生过敏" in text(kept)
        found = await client.call_tool("recall", {"query": "花生"})
        assert "我对花生过敏" in text(found)
        id = found.structured_content["hits"][0]["record"]["id"]
        assert "花生" in text(await client.call_tool("profile", {}))
        assert id in text(await client.call_tool("list", {}))
        fixed = await client.call_tool("correct", {"id": id, "content": "我对虾过敏"})
        assert "我对虾过敏" in text(fixed)
        shown = await client.call_tool("forget", {"about": "过敏", "dry_run": True})
        assert "Would be erased" in text(shown)
        seen = shown.structured_content["preview"]
        assert f"seen {seen}" in text(shown)
        await client.call_tool("remember", {"content": "我对芒果过敏"})
        refused = await client.call_tool("forget", {"about": "过敏", "seen": seen})
        assert refused.is_error
        assert "conflict" in text(refused)
        await client.call_tool("forget", {"about": "芒果"})
        gone = await client.call_tool("forget", {"id": fixed.structured_content["id"]})
        assert "Erased for good" in text(gone)
        assert text(await client.call_tool("recall", {"query": "虾"})) == "Nothing is known about this."


async def test_faults_are_told_to_the_model_when_it_calls_wrongly(server: Server) -> None:
    async with connected(server) as client:
        for name, given, word in (
            ("remember", {"content": "I love chess.", "user": "ann"}, "user"),
            ("remember", {}, "content"),
            ("recall", {"query": 3}, "query"),
            ("correct", {"id": "none", "content": "I love go."}, "not_found"),
            ("correct", {"id": 3, "content": "I love go."}, "id"),
            ("forget", {}, "exactly one"),
        ):
            result = await client.call_tool(name, given)
            assert result.is_error
            assert word in text(result)
        with pytest.raises(MCPError):
            await client.call_tool("erase", {})


# --- what the inspector looks at ------------------------------------------------------------------------------------
async def test_tools_have_valid_schemas_that_describe_every_argument(server: Server) -> None:
    async with connected(server) as client:
        for tool in (await client.list_tools()).tools:
            Draft202012Validator.check_schema(tool.input_schema)
            assert tool.title
            assert tool.annotations is not None
            assert tool.input_schema["additionalProperties"] is False
            assert set(tool.input_schema["required"]) <= set(tool.input_schema["properties"])
            assert all(one.get("description") for one in tool.input_schema["properties"].values())


@pytest.mark.parametrize(
    ("message", "status", "code"),
    [
        ({"id": 1, "method": "ping"}, 200, None),
        ({"id": "a", "method": "tools/list"}, 200, None),
        ({"method": "notifications/cancelled", "params": {"requestId": 9}}, 202, None),
        ({"id": 1, "method": "nothing/there"}, 404, -32601),
        ({"id": 1, "method": "prompts/list"}, 404, -32601),
        ({"id": 1, "method": "tools/call", "params": {}}, 200, -32602),
        ({"id": 1, "method": "tools/call", "params": {"name": "nothing"}}, 200, -32602),
        ({"id": 1, "method": "resources/read", "params": {"uri": "jiyi://nothing"}}, 200, -32002),
        (b"{", 400, -32700),
    ],
    ids=str,
)
async def test_message_is_answered_as_the_protocol_wants(
    server: Server, message: dict[str, object] | bytes, status: int, code: int | None
) -> None:
    body = message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message}).encode()
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    async with httpx2.AsyncClient(trust_env=False, timeout=60) as http:
        answer = await http.post(f"{server.url}/mcp", content=body, headers=headers)
    assert answer.status_code in (status, 200, 400), answer.text
    if status == 202:
        assert answer.status_code == 202
        return
    told = answer.json()
    assert told["jsonrpc"] == "2.0"
    if code is None:
        assert told["id"] == message["id"]  # type: ignore[call-overload, index]
        assert isinstance(told["result"], dict)
    else:
        assert told["error"]["code"] == code, told
        assert told["error"]["message"]


async def test_connection_goes_on_when_a_call_is_cancelled(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()

    async def slow(*_: object, **__: object) -> None:
        begun.set()
        await asyncio.sleep(3)

    monkeypatch.setattr(type(server.serving.memory), "profile", slow)
    async with connected(server) as client:
        call = asyncio.create_task(client.call_tool("profile", {}))
        for _ in range(500):
            if begun.is_set():
                break
            await asyncio.sleep(0.02)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert not (await client.call_tool("list", {})).is_error


async def test_profile_and_memories_are_resources(server: Server) -> None:
    async with connected(server) as client:
        kept = await client.call_tool("remember", {"content": "I love chess."})
        id = kept.structured_content["id"]
        uris = [str(one.uri) for one in (await client.list_resources()).resources]
        assert uris == ["jiyi://profile", f"jiyi://memories/{id}"]
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "jiyi://memories/{id}"
        profile = (await client.read_resource("jiyi://profile")).contents[0]
        assert "chess" in profile.text  # type: ignore[union-attr]
        memory = (await client.read_resource(f"jiyi://memories/{id}")).contents[0]
        assert json.loads(memory.text)["content"] == "I love chess."  # type: ignore[union-attr]
        for uri in ("jiyi://memories/none", "jiyi://nothing"):
            with pytest.raises(MCPError) as raised:
                await client.read_resource(uri)
            assert raised.value.code == -32002


async def test_connection_binds_the_user_by_its_key(server: Server) -> None:
    ring = server.serving.ring
    ann = server.run(ring.create("ann", Right.WRITE, users=("ann",)))[1]  # type: ignore[index]
    team = server.run(ring.create("team", Right.READ, prefix="team-"))[1]  # type: ignore[index]
    async with connected(server, Authorization=f"Bearer {ann}") as client:
        await client.call_tool("remember", {"content": "I love chess."})
    memory = server.serving.memory
    assert server.run(memory.list("ann")).total == 1  # type: ignore[attr-defined]
    async with connected(server, **{"Authorization": f"Bearer {team}", "X-Jiyi-User": "team-1"}) as client:
        assert {one.name for one in (await client.list_tools()).tools} == {"recall", "profile", "list"}
        assert (await client.call_tool("remember", {"content": "I love chess."})).is_error
        assert text(await client.call_tool("recall", {"query": "chess"})) == "Nothing is known about this."
    async with connected(server, **{"Authorization": f"Bearer {team}", "X-Jiyi-User": "ann"}) as client:
        with pytest.raises(MCPError):
            await client.call_tool("recall", {"query": "chess"})
    async with httpx2.AsyncClient(trust_env=False, timeout=60) as http:
        assert (await http.post(f"{server.url}/mcp", json={})).status_code == 401


async def test_model_speaks_over_stdio_with_a_real_process(tmp_path: Path) -> None:
    jiyi = str(Path(sys.executable).parent / "jiyi")
    params = StdioServerParameters(
        command=jiyi,
        args=["mcp", "--user", "u-1", "--db", str(tmp_path / "a.db")],
        env={"JIYI_EMBEDDER": "none", "PYTHONUTF8": "1", "PATH": str(Path(sys.executable).parent)},
    )
    async with Client(params) as client:
        assert len((await client.list_tools()).tools) == 6
        kept = await client.call_tool("remember", {"content": "我住在杭州"})
        assert kept.structured_content["user"] == "u-1"
        assert "杭州" in text(await client.call_tool("recall", {"query": "杭州"}))
        profile = (await client.read_resource("jiyi://profile")).contents[0]
        assert "杭州" in profile.text  # type: ignore[union-attr]

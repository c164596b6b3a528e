"""OpenTelemetry: both flows as spans, from a request's headers to the model's tokens, and nothing of a person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from jiyi import spans
from jiyi.flows.spent import complete
from jiyi.memory import AsyncMemory
from jiyi.models.scripted import ScriptedChat
from jiyi.server.operations import PREFIX
from server.conftest import Server

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
WORDS = ("Kyoto", "sushi", "ann-the-user", "my-secret-session")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """What is exported while a provider is set."""
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr(trace, "_TRACER_PROVIDER", provider)
    yield kept
    provider.shutdown()


def named(kept: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {one.name: one for one in kept.get_finished_spans()}


def written(kept: InMemorySpanExporter) -> str:
    return "".join(one.to_json() for one in kept.get_finished_spans())


async def test_both_flows_are_told_when_a_provider_is_set(
    told: InMemorySpanExporter, server: Server, http: httpx2.AsyncClient, memory: AsyncMemory
) -> None:
    path = f"{PREFIX}/sessions/my-secret-session"
    user, headers = {"user": "ann-the-user"}, {"traceparent": PARENT}
    said = {"role": "user", "content": "I love sushi from Kyoto."}
    assert (await http.post(f"{path}/messages", params=user, headers=headers, json=said)).status_code == 200
    await memory.drain()
    asked = {"input": "what do I love to eat, from Kyoto?", "max_tokens": 900}
    assert (await http.post(f"{path}/context", params=user, json=asked)).status_code == 200
    assert (await http.get(f"{PREFIX}/memories/Kyoto", params=user)).status_code == 404
    server.run(server.serving.once.close())
    found = named(told)
    adding = found[f"POST {PREFIX}/sessions/{{session}}/messages"]
    assert adding.parent is not None
    assert f"{adding.parent.span_id:016x}" == PARENT.split("-")[2]
    assert adding.attributes is not None
    assert adding.attributes["http.response.status_code"] == 200
    assert found["jiyi.add"].parent is not None
    assert found["jiyi.add"].parent.span_id == adding.context.span_id
    job = found["jiyi.job"]
    assert [one.context.span_id for one in job.links] == [found["jiyi.add"].context.span_id]
    for name in ("jiyi.extract", "jiyi.decide"):
        assert found[name].parent == job.context
    assert found["jiyi.apply"].parent == found["jiyi.decide"].context
    reading = found["jiyi.context"]
    steps = [one for one in told.get_finished_spans() if one.parent == reading.context]
    assert {"jiyi.recall.load", "jiyi.context.assemble"} <= {one.name for one in steps}
    assert all(0 < (one.start_time or 0) <= (one.end_time or 0) for one in steps)
    assert not [word for word in WORDS if word in written(told)]


async def test_error_is_told_by_its_name_when_something_fails(told: InMemorySpanExporter) -> None:
    with pytest.raises(ValueError, match="Kyoto"), spans.span("x", jiyi__n=1):
        raise ValueError("I live in Kyoto")
    (one,) = told.get_finished_spans()
    assert one.attributes == {"jiyi.n": 1, "error.type": "ValueError"}
    assert "Kyoto" not in one.to_json()


async def test_model_is_told_with_its_tokens(told: InMemorySpanExporter) -> None:
    model = ScriptedChat(["I love sushi"])
    await complete(model, [{"role": "user", "content": "sushi?"}], schema={}, max_tokens=9)
    (one,) = told.get_finished_spans()
    attributes: dict[str, Any] = dict(one.attributes or {})
    assert {"gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens", "gen_ai.request.model"} <= set(attributes)
    assert "sushi" not in one.to_json()


async def test_client_carries_its_trace_to_the_server(told: InMemorySpanExporter, memory: AsyncMemory) -> None:
    with spans.span("mine"):
        await memory.profile("ann-the-user")
    name = f"GET {PREFIX}/profile"
    for _ in range(200):  # a span ends once its answer is away
        if name in named(told):
            break
        await asyncio.sleep(0.02)
    mine, theirs = named(told)["mine"], named(told)[name]
    assert theirs.context.trace_id == mine.context.trace_id


def test_nothing_is_told_when_no_provider_is_set() -> None:
    with spans.span("x") as span:
        assert span.live is None
        span.steps([("y", 1.0, {})])
    assert spans.headers() == {}
    spans.origin("job")
    assert "job" not in spans._origins

"""The HTTP path against a real server on loopback."""

from __future__ import annotations

import asyncio
import threading
import time
import traceback

import numpy as np
import pytest

from jiyi.errors import Closed, InvalidInput, ModelReplyInvalid, ModelUnavailable
from jiyi.models.breaker import Breaker
from jiyi.models.endpoint import Patience, Rejected
from jiyi.models.openai import OpenAIChat, OpenAIEmbedder
from jiyi.models.opening import open_embedder, open_model
from jiyi.settings import ModelSettings, Settings

KEY = "not-a-real-key-41207"
SAID = "my cat is called Mochi"
ASKED = [{"role": "user", "content": SAID}]
QUICK = Patience(timeout=5, tries=3, backoff=0.01, longest_wait=0.5)
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}


def chat_for(url: str, patience: Patience = QUICK, breaker: Breaker | None = None, **settings: object) -> OpenAIChat:
    return OpenAIChat(ModelSettings(base_url=url, model="m1", key=KEY, **settings), patience=patience, breaker=breaker)


def embedder_for(url: str, model: str = "e1", **options: object) -> OpenAIEmbedder:
    return OpenAIEmbedder(ModelSettings(base_url=url, model=model, key=KEY), patience=QUICK, **options)


def vectors(*rows: list[float]) -> tuple[int, dict]:
    return 200, {"data": [{"index": i, "embedding": row} for i, row in enumerate(rows)]}


def seen(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


async def test_complete_answers_text_and_tokens(served):
    served.script = [served.chat("好的", {"prompt_tokens": 11, "completion_tokens": 2})]
    model = chat_for(served.url)
    answer = await model.complete(ASKED, max_tokens=77)
    await model.close()
    assert (answer.text, answer.tokens_in, answer.tokens_out) == ("好的", 11, 2)
    assert served.paths == ["/v1/chat/completions"]
    assert served.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert served.requests[0] == {"model": "m1", "messages": ASKED, "max_tokens": 77, "temperature": 0}


async def test_complete_counts_above_when_no_usage_is_reported(served):
    served.script = [served.chat("four")]
    answer = await chat_for(served.url).complete(ASKED)
    assert answer.tokens_in >= len(SAID) and answer.tokens_out >= 4


async def test_complete_bounds_max_tokens_by_the_settings(served):
    served.script = [served.chat("x")]
    await chat_for(served.url, max_tokens=50).complete(ASKED, max_tokens=9999)
    assert served.requests[0]["max_tokens"] == 50


@pytest.mark.parametrize("suffix", ["", "/", "/chat/completions"])
async def test_complete_finds_the_path_when_base_url_is_written_otherwise(served, suffix):
    served.script = [served.chat("x")]
    await chat_for(served.url + suffix).complete(ASKED)
    assert served.paths == ["/v1/chat/completions"]


async def test_complete_sends_the_schema_in_each_mode(served):
    served.script = [served.chat("{}")]
    for mode in ("json_schema", "json_object", "none"):
        await chat_for(served.url, schema_mode=mode).complete(ASKED, schema=SCHEMA)
    by_schema, by_object, by_words = served.requests
    assert by_schema["response_format"]["json_schema"] == {"name": "answer", "schema": SCHEMA, "strict": True}
    assert by_schema["messages"] == ASKED
    assert by_object["response_format"] == {"type": "json_object"}
    assert "response_format" not in by_words
    for request in (by_object, by_words):
        assert '"required": ["a"]' in request["messages"][-1]["content"]


async def test_complete_gives_way_when_the_endpoint_knows_no_schema(served):
    refused = (400, {"error": {"message": f"no such type: {SAID}", "param": "response_format.type", "code": None}})
    served.script = [refused, served.chat("{}"), served.chat("{}")]
    model = chat_for(served.url)
    await model.complete(ASKED, schema=SCHEMA)
    await model.complete(ASKED, schema=SCHEMA)
    kinds = [r["response_format"]["type"] for r in served.requests]
    assert kinds == ["json_schema", "json_object", "json_object"]  # the second call asks no more


async def test_complete_gives_way_when_the_endpoint_wants_other_names(served):
    served.script = [
        (400, {"error": {"param": "max_tokens", "code": "unsupported_parameter"}}),
        (400, {"error": {"param": "temperature", "code": "unsupported_value"}}),
        served.chat("yes"),
    ]
    assert (await chat_for(served.url).complete(ASKED, max_tokens=9)).text == "yes"
    assert served.requests[2] == {"model": "m1", "messages": ASKED, "max_completion_tokens": 9}


async def test_complete_raises_rejected_when_the_request_is_at_fault(served):
    served.script = [(400, {"error": {"code": "context_length_exceeded", "message": SAID}})]
    with pytest.raises(Rejected, match="context_length_exceeded"):
        await chat_for(served.url).complete(ASKED)
    assert len(served.requests) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_complete_tries_again_when_the_server_is_busy(served, status):
    served.script = [(status, {}), (status, b"<html>busy</html>"), served.chat("third")]
    assert (await chat_for(served.url).complete(ASKED)).text == "third"


async def test_complete_tries_again_when_the_connection_drops(served):
    served.script = [served.drop, served.chat("second")]
    assert (await chat_for(served.url).complete(ASKED)).text == "second"


async def test_complete_waits_as_long_as_the_server_asks(served):
    served.script = [lambda h: h.answer(429, {}, {"Retry-After": "0.3"}), served.chat("later")]
    began = time.monotonic()
    await chat_for(served.url).complete(ASKED)
    assert time.monotonic() - began >= 0.3


async def test_complete_gives_up_when_the_server_asks_for_too_long(served):
    served.script = [lambda h: h.answer(429, {}, {"Retry-After": "3600"})]
    with pytest.raises(ModelUnavailable, match="429"):
        await chat_for(served.url).complete(ASKED)
    assert len(served.requests) == 1


async def test_complete_does_not_try_again_when_the_quota_is_used_up(served):
    served.script = [(429, {"error": {"code": "insufficient_quota"}})]
    with pytest.raises(ModelUnavailable, match="insufficient_quota"):
        await chat_for(served.url).complete(ASKED)
    assert len(served.requests) == 1


@pytest.mark.parametrize("act", ["hang", "dribble"])
async def test_complete_gives_up_in_time_when_the_reply_never_ends(served, act):
    served.script = [getattr(served, act)]
    model = chat_for(served.url, Patience(timeout=0.2, tries=2, backoff=0.01))
    began = time.monotonic()
    with pytest.raises(ModelUnavailable, match=r"within 0\.2 s"):
        await model.complete(ASKED)
    assert time.monotonic() - began < 3
    assert len(served.requests) == 2


async def test_complete_leaves_no_thread_behind_when_it_was_cut(served):
    served.script = [served.hang]
    before = threading.active_count()
    model = chat_for(served.url, Patience(timeout=0.1, tries=1))
    for _ in range(3):
        with pytest.raises(ModelUnavailable):
            await model.complete(ASKED)
    await model.close()
    served.released.set()
    for _ in range(200):
        if threading.active_count() <= before:
            break
        await asyncio.sleep(0.01)
    assert threading.active_count() <= before


async def test_complete_raises_when_nobody_listens():
    model = chat_for("http://127.0.0.1:9/v1")
    with pytest.raises(ModelUnavailable, match="refused"):
        await model.complete(ASKED)


@pytest.mark.parametrize(
    "answer",
    [
        (200, b"not json"),
        (200, b""),
        (200, b"[1]"),
        (200, b"\xff\xfe"),
        (200, b"[" * 200_000),
        (200, {"choices": []}),
        (200, {"choices": [{"message": {"content": None}}]}),
        (200, {"choices": [{"message": {"content": "  "}}]}),
    ],
)
async def test_complete_raises_when_the_reply_cannot_be_used(served, answer):
    served.script = [answer]
    with pytest.raises(ModelReplyInvalid):
        await chat_for(served.url).complete(ASKED)


async def test_complete_joins_parts(served):
    served.script = [served.chat([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])]
    assert (await chat_for(served.url).complete(ASKED)).text == "ab"


async def test_complete_sends_any_text(served):
    served.script = [served.chat("ok")]
    await chat_for(served.url).complete([{"role": "user", "content": "a\x00b\ud800c 😀"}])
    text = served.requests[0]["messages"][0]["content"]
    assert "\x00" not in text and "\ud800" not in text and text.endswith("c 😀")


async def test_complete_does_not_follow_a_redirect(served):
    served.script = [lambda h: h.answer(307, {}, {"Location": "/elsewhere"})]
    with pytest.raises(ModelUnavailable, match="redirects"):
        await chat_for(served.url).complete(ASKED)
    assert served.paths == ["/v1/chat/completions"]


async def test_complete_ignores_proxies_of_the_environment(served, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    served.script = [served.chat("direct")]
    assert (await chat_for(served.url).complete(ASKED)).text == "direct"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500, 302])
async def test_errors_hold_neither_key_nor_words(served, status):
    echo = f"{KEY} said {SAID}"
    served.script = [(status, {"error": {"message": echo, "code": echo, "type": echo, "param": echo}})]
    model = chat_for(served.url)
    with pytest.raises((ModelUnavailable, ModelReplyInvalid)) as caught:
        await model.complete(ASKED)
    for text in (seen(caught.value), repr(model), str(vars(caught.value))):
        assert KEY not in text and "Mochi" not in text


async def test_errors_hold_no_words_when_the_reply_is_no_json(served):
    served.script = [(200, f"{KEY} {SAID}".encode())]
    with pytest.raises(ModelReplyInvalid) as caught:
        await chat_for(served.url).complete(ASKED)
    assert KEY not in seen(caught.value) and "Mochi" not in seen(caught.value)


@pytest.mark.parametrize("url", ["", "api.example.com/v1", "ftp://h/v1", "http://u:secret-pw@h/v1", "http://h:port/v1"])
def test_opening_refuses_a_url_that_cannot_be_used(url):
    with pytest.raises(InvalidInput) as caught:
        chat_for(url)
    assert "secret-pw" not in seen(caught.value)


def test_opening_refuses_a_key_that_no_header_can_carry():
    with pytest.raises(InvalidInput) as caught:
        OpenAIChat(ModelSettings(base_url="http://h/v1", model="m", key="half\r\nX-Evil: 1"))
    assert "half" not in str(caught.value)


async def test_breaker_refuses_at_once_when_the_endpoint_keeps_failing(served):
    served.script = [(500, {})] * 2 + [served.chat("back")]
    model = chat_for(served.url, Patience(timeout=2, tries=1), Breaker(limit=2, pause=0.3))
    for _ in range(2):
        with pytest.raises(ModelUnavailable, match="500"):
            await model.complete(ASKED)
    with pytest.raises(ModelUnavailable, match="asked again in"):
        await model.complete(ASKED)
    assert len(served.requests) == 2
    await asyncio.sleep(0.35)
    assert (await model.complete(ASKED)).text == "back"


async def test_breaker_lets_one_trial_through_when_its_pause_is_over(served):
    served.script = [(500, {}), lambda h: (time.sleep(0.2), h.answer(*served.chat("one")))]
    model = chat_for(served.url, Patience(timeout=2, tries=1), Breaker(limit=1, pause=0.05))
    with pytest.raises(ModelUnavailable):
        await model.complete(ASKED)
    await asyncio.sleep(0.06)
    results = await asyncio.gather(*(model.complete(ASKED) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(r, ModelUnavailable) for r in results) == 4
    assert len(served.requests) == 2


async def test_breaker_is_not_held_when_a_trial_was_cancelled(served):
    served.script = [(500, {}), served.hang, served.chat("back")]
    model = chat_for(served.url, Patience(timeout=5, tries=1), Breaker(limit=1, pause=0.05))
    with pytest.raises(ModelUnavailable):
        await model.complete(ASKED)
    await asyncio.sleep(0.06)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(model.complete(ASKED), 0.1)
    assert (await model.complete(ASKED)).text == "back"


async def test_close_ends_the_model(served):
    model = chat_for(served.url)
    await model.close()
    await model.close()
    with pytest.raises(Closed):
        await model.complete(ASKED)


async def test_complete_serves_many_at_once(served):
    served.script = [served.chat("x")]
    model = chat_for(served.url)
    answers = await asyncio.gather(*(model.complete(ASKED) for _ in range(40)))
    await model.close()
    assert len(answers) == 40


# --- embeddings ---------------------------------------------------------------------------------------------------
async def test_embed_normalises_and_keeps_the_order(served):
    rows = [{"index": 1, "embedding": [0.0, 2.0]}, {"index": 0, "embedding": [3.0, 4.0]}]
    served.script = [(200, {"data": rows})]
    found = await embedder_for(served.url).embed(["a", "b"])
    assert served.paths == ["/v1/embeddings"]
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, [[0.6, 0.8], [0.0, 1.0]], rtol=1e-6)


async def test_embed_sends_batches(served):
    served.script = [vectors([1.0, 0.0], [0.0, 1.0]), vectors([1.0, 1.0])]
    embedder = embedder_for(served.url, batch=2)
    found = await embedder.embed(["a", "b", "c"])
    assert [r["input"] for r in served.requests] == [["a", "b"], ["c"]]
    assert found.shape == (3, 2) and embedder.dimensions == 2


async def test_embed_takes_any_text(served):
    served.script = [vectors(*([[1.0]] * 4))]
    await embedder_for(served.url, characters=100).embed(["", "a\x00b", "\udfff", "长" * 1_000_000])
    empty, nul, lone, long = served.requests[0]["input"]
    assert empty and "\x00" not in nul and "\udfff" not in lone and len(long) == 100


async def test_embed_sends_nothing_when_there_are_no_texts(served):
    found = await embedder_for(served.url, dimensions=3).embed([])
    assert found.shape == (0, 3) and not served.requests


@pytest.mark.parametrize(
    "answer",
    [
        vectors([1.0, 0.0]),  # one for two
        vectors([1.0], [1.0, 2.0]),
        vectors([0.0, 0.0], [1.0, 0.0]),
        (200, {"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}),
        (200, {"data": "no"}),
        (200, b'{"data":[{"index":0,"embedding":[NaN]},{"index":1,"embedding":[1]}]}'),
    ],
)
async def test_embed_raises_when_the_reply_cannot_be_used(served, answer):
    served.script = [answer]
    with pytest.raises(ModelReplyInvalid):
        await embedder_for(served.url).embed(["a", "b"])


async def test_embed_raises_when_the_size_changed(served):
    served.script = [vectors([1.0, 0.0]), vectors([1.0, 0.0, 0.0])]
    embedder = embedder_for(served.url)
    await embedder.embed(["a"])
    with pytest.raises(ModelReplyInvalid, match="3 dimensions where 2"):
        await embedder.embed(["a"])


async def test_embed_asks_for_fewer_dimensions_when_told_so(served):
    served.script = [vectors([1.0] * 256)]
    settings = Settings(embedder="openai:text-embedding-3-small@256", embedder_url=served.url)
    embedder = open_embedder(settings)
    await embedder.embed(["a"])
    await embedder.close()
    assert served.requests[0]["dimensions"] == 256
    assert embedder.name == "openai:text-embedding-3-small@256"


def test_open_embedder_knows_the_size_of_known_models():
    settings = Settings(embedder="openai:text-embedding-3-small", embedder_url="http://h/v1")
    assert open_embedder(settings).dimensions == 1536


@pytest.mark.parametrize("name", ["openai:", "openai:m@x", "openai:m@0", "word2vec", ""])
def test_open_embedder_raises_when_the_name_is_unknown(name):
    with pytest.raises(InvalidInput):
        open_embedder(Settings(embedder=name, embedder_url="http://h/v1"))


def test_open_embedder_raises_when_no_endpoint_is_named():
    with pytest.raises(InvalidInput, match="embedder_url"):
        open_embedder(Settings(embedder="openai:m"))


@pytest.mark.parametrize("same", [True, False])
async def test_open_embedder_keeps_the_chat_key_from_other_hosts(served, same):
    served.script = [vectors([1.0])]
    chat_url = served.url if same else "http://elsewhere.invalid/v1"
    settings = Settings(
        embedder="openai:m",
        embedder_url=None if same else served.url,
        model=ModelSettings(base_url=chat_url, model="c", key=KEY),
    )
    embedder = open_embedder(settings)
    await embedder.embed(["a"])
    await embedder.close()
    assert ("Authorization" in served.headers[0]) is same


def test_open_model_is_none_when_none_is_set():
    assert open_model(Settings()) is None


def test_breaker_doubles_its_pause_up_to_the_longest():
    breaker, now, pauses = Breaker(limit=1, pause=10, most=35), 0.0, []
    for _ in range(4):
        breaker = breaker.begun(now, 5).failed(now)
        pauses.append(breaker.remaining(now))
        now += pauses[-1]
    assert pauses == [10, 20, 35, 35]
    assert breaker.succeeded().remaining(now) == 0


async def test_embed_sends_the_models_prefixes_when_it_wants_them(served) -> None:
    served.script = [vectors([1.0, 0.0])]
    embedder = embedder_for(served.url, "intfloat/multilingual-e5-base")
    await embedder.embed(["where?"], "query")
    await embedder.embed(["here"])
    assert [request["input"] for request in served.requests] == [["query: where?"], ["passage: here"]]
    assert embedder.name == "openai:intfloat/multilingual-e5-base/prefixed"
    await embedder.close()

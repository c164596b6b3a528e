from __future__ import annotations

import asyncio
import json

import pytest

from jiyi.errors import ModelReplyInvalid, ModelUnavailable
from jiyi.models.scripted import Act, ScriptedChat, cut, fenced, thinking
from jiyi.ports import Completion

ASKED = [{"role": "user", "content": "hello"}]


async def test_complete_answers_in_turn():
    model = ScriptedChat(["one", {"a": 1}, Completion(text="three", tokens_in=1, tokens_out=2)])
    assert [(await model.complete(ASKED)).text for _ in range(3)] == ["one", '{"a": 1}', "three"]
    assert [call.number for call in model.calls] == [1, 2, 3]
    assert model.calls[0].text == "hello"


async def test_complete_raises_when_the_script_is_over():
    with pytest.raises(ModelReplyInvalid, match="one too many"):
        await ScriptedChat().complete(ASKED)


async def test_complete_repeats_itself_when_told_so():
    model = ScriptedChat(then="again")
    assert {(await model.complete(ASKED)).text for _ in range(3)} == {"again"}


async def test_complete_asks_the_function():
    model = ScriptedChat(lambda asked: f"{asked.number}:{asked.messages[-1]['content']}")
    await model.complete(ASKED)
    assert (await model.complete(ASKED)).text == "2:hello"


async def test_complete_raises_the_error_given():
    with pytest.raises(ModelUnavailable):
        await ScriptedChat([ModelUnavailable("down")]).complete(ASKED)


async def test_complete_echoes():
    schema = {"type": "object"}
    model = ScriptedChat([Act.ECHO_SCHEMA, Act.ECHO_INPUT, Act.EMPTY])
    assert json.loads((await model.complete(ASKED, schema=schema)).text) == schema
    assert (await model.complete(ASKED)).text == "hello"
    assert (await model.complete(ASKED)).text == ""


async def test_complete_hangs_until_its_patience_ends():
    with pytest.raises(ModelUnavailable):
        await ScriptedChat([Act.HANG], patience=0.02).complete(ASKED)


async def test_complete_hangs_until_cancelled():
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(ScriptedChat([Act.HANG]).complete(ASKED), 0.02)


def test_dressings_keep_the_text():
    text = '{"a": [1, 2]}'
    assert thinking(text).endswith(text) and fenced(text).count(text) == 1 and text.startswith(cut(text))

from __future__ import annotations

import pytest

from jiyi.errors import ModelReplyInvalid
from jiyi.policy.replies import json_of, strings


@pytest.mark.parametrize(
    "reply",
    [
        '{"a": 1}',
        '```json\n{"a": 1}\n```',
        'Sure! Here it is:\n```\n{"a": 1}\n```\nAnything else?',
        '<think>Maybe {"a": 2}? No.</think>\n{"a": 1}',
        'let me think {"a": 3}</think>{"a": 1}',
        '{"type": "object", "properties": {"a": {"type": "integer"}}}\n{"a": 1}',
        '{"a": 1,}',
        '好的，结果如下：{"a": 1}',
        '{"a": 1}\n<think>was that right?',
    ],
)
def test_json_of_finds_the_object_when_it_is_wrapped(reply: str) -> None:
    assert json_of(reply, required=("a",)) == {"a": 1}


@pytest.mark.parametrize(
    ("reply", "what"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("<think>hm", "only thinking"),
        ("I could not do that.", "no JSON"),
        ('{"type": "object", "properties": {"a": {}}}', "echoed the schema"),
        ('{"b": 1}', "lacks a"),
        ('{"a', "cut off|lacks"),
        ("[" * 5000, "cut off"),
        ("{" * 100_000, "cut off"),
    ],
)
def test_json_of_says_what_was_wrong_when_it_cannot_be_used(reply: str, what: str) -> None:
    with pytest.raises(ModelReplyInvalid, match=what):
        json_of(reply, required=("a",))


def test_json_of_gives_what_was_complete_when_the_reply_was_cut_off() -> None:
    reply = '{"a": 1, "items": ["one", "two", "thr'
    assert json_of(reply, required=("a",)) == {"a": 1, "items": ["one", "two"]}


def test_json_of_takes_a_bare_list_when_asked() -> None:
    assert json_of('[{"x": 1}]', listed="items") == {"items": [{"x": 1}]}
    with pytest.raises(ModelReplyInvalid):
        json_of('[{"x": 1}]'.replace("{", "(").replace("}", ")"))


def test_json_of_never_repeats_the_reply_in_its_error() -> None:
    with pytest.raises(ModelReplyInvalid) as caught:
        json_of("my password is swordfish")
    assert "swordfish" not in str(caught.value)


def test_strings_drops_what_is_no_text_and_what_is_twice() -> None:
    assert strings(["a ", "a", "", 3, None, "bbbb"], most=5, longest=3) == ("a", "bbb")
    assert strings("one", most=5, longest=10) == ("one",)
    assert strings({"x": 1}, most=5, longest=10) == ()

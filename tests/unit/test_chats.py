from __future__ import annotations

import contextlib
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi.chats import Chat, ChatMessage, parse
from jiyi.errors import InvalidInput
from jiyi.records import Role


def one(value: Any, **options: Any) -> Chat:
    (chat,) = parse(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), **options)
    return chat


def said(chat: Chat) -> list[tuple[str, str]]:
    return [(m.role.value, m.content) for m in chat.messages]


HELLO = [{"role": "user", "content": "我住在青岛"}, {"role": "assistant", "content": "好的"}]
HEARD = [("user", "我住在青岛"), ("assistant", "好的")]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(HELLO),
        json.dumps({"messages": HELLO}),
        json.dumps([{"messages": HELLO}]),
        json.dumps({"conversations": [{"messages": HELLO}]}),
        "\ufeff" + json.dumps(HELLO, ensure_ascii=False, indent=2),
        "\n".join(json.dumps(m) for m in HELLO),
        "\r\n".join(json.dumps(m) for m in HELLO) + "\r\n\r\n",
        json.dumps({"messages": HELLO}) + "\n",
        json.dumps({"conversations": [{"from": "human", "value": "我住在青岛"}, {"from": "gpt", "value": "好的"}]}),
    ],
)
def test_parse_reads_the_same_when_the_shape_differs(text):
    chat = one(text, session="s")
    assert said(chat) == HEARD
    assert chat.session_id == "s"


def test_parse_reads_a_conversation_per_line():
    text = "\n".join(json.dumps({"messages": HELLO}) for _ in range(3))
    assert [c.session_id for c in parse(text, "s")] == ["s", "s-2", "s-3"]


def test_parse_takes_the_session_from_the_file():
    assert one({"session_id": "k-1", "messages": HELLO}).session_id == "k-1"
    assert one({"id": 7, "messages": HELLO}).session_id == "7"


def test_parse_puts_lines_of_one_session_together():
    lines = [{"session": s, "role": "user", "content": f"{s}{i}"} for i in range(2) for s in "ab"]
    chats = parse("\n".join(map(json.dumps, lines)))
    assert [(c.session_id, [m.content for m in c.messages]) for c in chats] == [
        ("a", ["a0", "a1"]),
        ("b", ["b0", "b1"]),
    ]


def test_parse_reads_parts():
    content = [
        {"type": "text", "text": "look at"},
        {"type": "image_url", "image_url": {"url": "data:…"}},
        {"type": "input_text", "text": "this"},
        "and that",
    ]
    assert one([{"role": "user", "content": content}]).messages[0].content == "look at\n[image]\nthis\nand that"


def test_parse_keeps_tool_calls_and_results():
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Graz"}'}}
    chat = one(
        [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "12 °C"},
        ]
    )
    asked, answered = chat.messages
    assert asked.content == 'weather({"city": "Graz"})'
    assert asked.meta["tool_calls"] == [{"id": "c1", "name": "weather", "arguments": '{"city": "Graz"}'}]
    assert (answered.role, answered.content, answered.meta) == (Role.TOOL, "12 °C", {"tool_call_id": "c1"})


def test_parse_keeps_tool_results_apart_when_they_come_in_the_users_name():
    chat = one(
        [
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "t", "name": "read", "input": {"p": "a.txt"}}],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "I live in Oz"}]},
                    {"type": "text", "text": "thanks"},
                ],
            },
        ]
    )
    assert said(chat) == [("assistant", 'read({"p": "a.txt"})'), ("tool", "I live in Oz"), ("user", "thanks")]


@pytest.mark.parametrize("name", ["at", "timestamp", "created_at", "create_time"])
@pytest.mark.parametrize(
    "value",
    [
        "2026-03-01T08:00:00Z",
        "2026-03-01T16:00:00+08:00",
        "2026-03-01 08:00:00",
        "2026-03-01T08:00:00.000",
        1772352000,
        1772352000.0,
        1772352000000,
        "1772352000",
    ],
)
def test_parse_reads_times(name, value):
    message = one([{"role": "user", "content": "x", name: value}]).messages[0]
    assert message.at == datetime(2026, 3, 1, 8, tzinfo=UTC)


def test_parse_reads_a_naive_time_in_the_zone_given():
    message = one([{"role": "user", "content": "x", "at": "2026-03-01T16:00"}], zone="Asia/Shanghai").messages[0]
    assert message.at == datetime(2026, 3, 1, 8, tzinfo=UTC)


LISTED = {
    "version": "1",
    "session_meta": {
        "group_id": "g",
        "default_timezone": "Asia/Shanghai",
        "user_details": {"u9": {"full_name": "Lin", "role": "user"}, "r1": {"role": "assistant"}},
    },
    "conversation_list": [
        {
            "message_id": "m1",
            "create_time": "2026-03-01T16:00:00",
            "sender": "u9",
            "sender_name": "user",
            "content": "嗨",
        },
        {
            "message_id": "m2",
            "create_time": "2026-03-01T16:00:09",
            "sender": "r1",
            "sender_name": "助手",
            "content": "你好",
        },
    ],
}


def test_parse_reads_a_conversation_list():
    chat = one(LISTED, session="file")
    assert chat == Chat(
        session_id="file",
        messages=(
            ChatMessage(role=Role.USER, content="嗨", at=datetime(2026, 3, 1, 8, tzinfo=UTC), key="import:m1"),
            ChatMessage(
                role=Role.ASSISTANT,
                content="你好",
                at=datetime(2026, 3, 1, 8, 0, 9, tzinfo=UTC),
                name="助手",
                key="import:m2",
            ),
        ),
    )


def test_parse_asks_who_the_user_is_when_people_have_names():
    group = {"conversation_list": [{"sender": n, "sender_name": n, "content": f"I am {n}"} for n in ("Ada", "Bo")]}
    with pytest.raises(InvalidInput, match=r"message 1: 'Ada' is no role.*--me"):
        one(group)
    assert [(m.role, m.name) for m in one(group, me="Bo").messages] == [(Role.ASSISTANT, "Ada"), (Role.USER, "Bo")]


def export(**more: Any) -> dict[str, Any]:
    """A tree: hidden root, a question, two answers of which the second was last shown."""

    def node(id: str, parent: str | None, role: str, parts: list[Any], children: list[str], **meta: Any) -> dict:
        message = {
            "id": id,
            "author": {"role": role},
            "create_time": 1772352000.5,
            "content": {"content_type": "text", "parts": parts},
            "metadata": meta,
        }
        return {"id": id, "parent": parent, "children": children, "message": message}

    return {
        "title": "t",
        "conversation_id": "conv-1",
        "mapping": {
            "root": {"id": "root", "parent": None, "children": ["h"], "message": None},
            "h": node("h", "root", "system", ["secret rules"], ["q"], is_visually_hidden_from_conversation=True),
            "q": node("q", "h", "user", ["what is", {"content_type": "image_asset_pointer"}], ["a1", "a2"]),
            "a1": node("a1", "q", "assistant", ["first try"], []),
            "a2": node("a2", "q", "assistant", ["second try"], []),
        },
        **more,
    }


@pytest.mark.parametrize("more", [{}, {"current_node": "a2"}, {"current_node": "gone"}])
def test_parse_reads_the_branch_last_shown_when_it_is_a_tree(more):
    (chat,) = parse(json.dumps([export(**more)]))
    assert chat.session_id == "conv-1"
    assert said(chat) == [("user", "what is\n[image]"), ("assistant", "second try")]


def test_parse_takes_the_other_branch_when_it_was_shown():
    assert said(one(export(current_node="a1")))[-1] == ("assistant", "first try")


def test_parse_ends_when_a_tree_goes_round():
    tree = export(current_node="a2")
    tree["mapping"]["root"]["parent"] = "a2"
    assert len(one(tree).messages) == 2


def test_parse_leaves_out_what_says_nothing():
    assert parse(json.dumps([{"messages": []}, {"messages": [{"role": "user", "content": ""}]}])) == ()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "empty"),
        ("  \n ", "empty"),
        ("hello", "line 1, column 1: not JSON"),
        ('{"role": "user", "content": "a"}\n{"role": "user"', "line 2, column .*: not JSON"),
        ('{"role": "user", "content": "a"}\n{"role": "wizard", "content": "b"}', "line 2: 'wizard' is no role"),
        ('{"role": "user", "content": "a"}\n{"content": "b"}', "line 2: no chat in it.*found content"),
        ('[{"role": "user", "content": "a"}, {"content": "b"}]', "message 2: no role"),
        ('[{"role": "user", "content": {"a": 1}}]', "message 1: content must be a text or a list"),
        ('[{"role": "user", "content": [3]}]', "message 1: a part of content"),
        ('[{"role": "user", "content": "a", "at": "yesterday"}]', "message 1: at 'yesterday' is no time"),
        ('[{"role": "user", "content": "a", "at": 1e300}]', "no time"),
        ('[{"role": "user", "content": "a", "at": true}]', "no time"),
        ('[{"role": "user", "content": "a", "at": Infinity}]', "no time"),
        ('[{"role": "user", "content": "a", "at": NaN}]', "no time"),
        ('{"messages": "a"}', "messages must be a list"),
        ('{"messages": [3]}', "message 1: a message must be an object, found a number"),
        ('{"a": 1}', "no chat in it"),
        ('{"type": "head", "format": 1}\n{"type": "memory"}', "line 1: this is an export of jiyi"),
        ("3", "expected a message or a conversation, found a number"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_parse_names_the_place_when_something_is_wrong(text, error):
    with pytest.raises(InvalidInput, match=error):
        parse(text)


def test_parse_gives_the_same_keys_when_the_export_grew():
    short = [
        {"role": "user", "content": "ok"},
        {"role": "assistant", "content": "fine"},
        {"role": "user", "content": "ok"},
    ]
    long = [*short, {"role": "user", "content": "ok"}, {"role": "user", "content": "more"}]
    keys = [m.key for m in one(long).messages]
    assert keys[:3] == [m.key for m in one(short).messages]
    assert len(set(keys)) == len(keys)


def test_parse_gives_bounded_keys_when_ids_are_long():
    keys = [m.key for m in one([{"role": "user", "content": "x", "id": "i" * 5000 + c} for c in "ab"]).messages]
    assert len(set(keys)) == 2 and all(len(key) < 60 for key in keys)


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant", "tool", "system"]), st.text(min_size=1)), max_size=8))
def test_parse_loses_nothing(messages):
    value = [{"role": role, "content": text} for role, text in messages]
    array = [m for chat in parse(json.dumps(value)) for m in chat.messages]
    kept = [(r, t) for r, t in messages if t.strip("\r\n")]
    assert [(m.role.value, m.content) for m in array] == [(r, t.strip("\r\n")) for r, t in kept]
    assert len({m.key for m in array}) == len(array)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["role", "content", "messages", "mapping", "message", "parent", "children", "sender", "at", "id"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_parse_reads_or_refuses_any_json(value):
    try:
        chats = parse(json.dumps(value))
    except InvalidInput:
        return
    assert all(m.content and m.key for chat in chats for m in chat.messages)


@pytest.mark.parametrize(
    "tree",
    [
        {"mapping": {"role": {"role": None, "children": 1}}},
        {"mapping": {"a": {"children": [["b"], {"c": 1}, None]}}},
        {"mapping": {"a": {"parent": ["a"]}}, "current_node": ["a"]},
        {"mapping": {"a": {"parent": {"b": 1}}}, "current_node": {"a": 1}},
    ],
)
def test_parse_reads_nothing_when_a_tree_is_bent(tree: dict[str, object]) -> None:
    with contextlib.suppress(InvalidInput):
        assert all(not chat.messages for chat in parse(json.dumps(tree)))

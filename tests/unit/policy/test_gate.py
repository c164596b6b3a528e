"""What kind of talk each clause is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi.policy.gate import read
from jiyi.policy.tables import talk


def reasons(text: str) -> list[str]:
    return [clause.left for clause in read(text)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("你喜欢喝茶吗", talk.QUESTION),
        ("我住哪来着", talk.QUESTION),
        ("What do I usually eat?", talk.QUESTION),
        ("如果我住在海边就好了", talk.SUPPOSED),
        ("I wish I had a garden.", talk.SUPPOSED),
        ("Suppose I live in Rome", talk.SUPPOSED),
        ("扮演一个医生", talk.PLAYED),
        ("Pretend you're a pirate", talk.PLAYED),
        ("翻译一下：我爱吃鱼", talk.TASK),
        ("Proofread: I has a cat", talk.TASK),
        ("写一个关于我家的故事", talk.TASK),
        ("Write a poem about my cat", talk.TASK),
        ("听说他搬家了", talk.HEARD),
        ("她说“我讨厌这里”", talk.HEARD),
        ("好的，谢谢", talk.COURTESY),
        ("ok thanks!", talk.COURTESY),
    ],
)
def test_read_leaves_what_is_no_statement_when_seen(text: str, reason: str) -> None:
    found = reasons(text)
    assert found and all(found) and reason in found


@pytest.mark.parametrize(
    "text", ["我对花生过敏，这个能吃吗", "I'm allergic to nuts, can I eat this?", "我有高血压能喝咖啡吗"]
)
def test_read_keeps_the_statement_when_a_question_follows(text: str) -> None:
    assert reasons(text) == ["", talk.QUESTION]


def test_read_leaves_the_rest_when_a_role_is_played() -> None:
    assert reasons("假设你是王医生。我头疼三天了。我对青霉素过敏。") == [talk.PLAYED] * 3


def test_read_leaves_pasted_blocks_when_fenced_or_quoted() -> None:
    assert not read("```\nI live in Rome\n```")
    assert not read("> 我住在罗马")
    assert all(reasons("小王：我下周辞职\n小李：我住在北京")) or not read("小王：我下周辞职\n小李：我住在北京")


def test_read_marks_what_was_asked_to_remember_when_said() -> None:
    marked = [clause for clause in read("请记住：我们周五发版") if not clause.left]
    assert [clause.outright for clause in marked] == [True]
    assert any(clause.lasting for clause in read("以后都用中文"))
    assert any(clause.corrects for clause in read("你记错了，我住在苏州"))


def test_read_says_nothing_when_only_a_withheld_mark_is_there() -> None:
    assert not read("[password withheld]")
    assert not read("[…已略去]")


@given(st.text(max_size=300))
def test_read_keeps_places_when_given_any_text(text: str) -> None:
    for clause in read(text):
        assert len(clause.text) == len(clause.seen)


@pytest.mark.parametrize(
    "unit", ["我", "a ", "，", "“", "I am, ", "如果", "。", "```", "\n> ", "吃了没吃", "[", "my my "]
)
def test_read_is_quick_when_a_message_is_long(unit: str) -> None:
    assert isinstance(read(unit * (100_000 // len(unit))), tuple)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("I live in Ghent 👋🏽 I like rowing 🏃🏾‍♀️", ["I live in Ghent 👋🏽", "I like rowing 🏃🏾‍♀️"]),
        ("我住在上海👩🏽‍💻我喜欢跑步", ["我住在上海👩🏽‍💻", "我喜欢跑步"]),
        ("👋🏽我住在上海", ["我住在上海"]),
        ("I ❤️ My Fair Lady", ["I ❤️ My Fair Lady"]),
        ("I eat 🍕 and 🍣", ["I eat 🍕 and 🍣"]),
    ],
)
def test_read_takes_an_emoji_for_a_full_stop_when_a_sentence_begins_after_it(text: str, pieces: list[str]) -> None:
    assert [one.text for one in read(text)] == pieces

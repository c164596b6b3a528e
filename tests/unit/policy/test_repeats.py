"""What several turns show together: questions that come back, tasks that end; and what only looks like it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from jiyi.policy.rate import used_up
from jiyi.policy.repeats import Spoken, alike, asked_often, finished, questions, same
from jiyi.records import Kind, Source
from jiyi.settings import JudgeSettings

AT = datetime(2026, 6, 1, 8, tzinfo=UTC)


def said(text: str, seq: int = 1, *, own: bool = True) -> Spoken:
    return Spoken(text=text, at=AT + timedelta(minutes=seq), session="s", seq=seq, own=own)


@pytest.mark.parametrize(
    "text", ["报表怎么导出来？", "报销流程怎么走", "how do I reset my router?", "打印机怎麼換墨盒？"]
)
def test_questions_are_found_when_they_stand_by_themselves(text: str) -> None:
    assert [one.text for one in questions(said(text))] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "为什么？",
        "真的吗",
        "这个怎么弄？",
        "现在几点了",
        "what about this one?",
        "why?",
        "我住在杭州",
        "how's the weather?",
    ],
)
def test_questions_are_none_when_they_lean_on_what_is_around(text: str) -> None:
    assert questions(said(text)) == ()


@pytest.mark.parametrize(
    ("one", "other", "meaning", "expected"),
    [
        ("how do I export the report?", "Where can I export reports?", 0.0, True),
        ("导出报表在哪里", "报表怎么导出", 0.0, True),
        ("怎么退款", "怎么申请退款", 0.9, True),
        ("how do I cook rice", "how do I cook pasta", 0.75, False),
        ("what is the capital of France", "what is the capital of Spain", 0.79, False),
        ("第3章讲了什么内容", "第4章讲了什么内容", 0.99, False),
        ("去机场怎么走", "去火车站怎么走", 0.64, False),
    ],
)
def test_same_tells_one_question_from_two(one: str, other: str, meaning: float, expected: bool) -> None:
    assert same(one, other, meaning) is expected


def test_alike_is_nothing_when_a_question_is_about_nothing() -> None:
    assert alike("为什么", "怎么导出报表") == 0.0


def test_asked_often_quotes_the_first_and_rests_on_all_when_a_question_came_back() -> None:
    (first,), (second,), (third,) = (questions(said(t, n)) for n, t in enumerate(["报表怎么导出？"] * 3, 1))
    seen = asked_often(third, (second, first))
    assert seen.candidate.content == "我经常问：报表怎么导出？"
    assert (seen.candidate.kind, seen.candidate.source) == (Kind.PREFERENCE, Source.INFERRED)
    assert [place.seq for _, place in seen.places] == [1, 2, 3]


@pytest.mark.parametrize(
    ("task", "word", "holds"),
    [
        ("帮我把服务部署到阿里云", "部署搞定了，谢谢！", "服务部署到阿里云"),
        ("怎么安装 docker", "终于装好了", "安装 docker"),
        ("請幫我訂週五去北京的票", "訂好了，感謝", "訂週五去北京的票"),
        ("Help me deploy the blog to Fly.io", "Great, it works now, thanks!", "deploy the blog to Fly.io"),
        ("I'm trying to migrate my site to Hugo.", "That fixed it", "migrate my site to Hugo"),
    ],
)
def test_finished_names_the_task_and_its_outcome_when_the_user_says_it_is_done(
    task: str, word: str, holds: str
) -> None:
    (seen,) = finished([said(task), said("报错了", 2), said(word, 3)])
    assert holds in seen.candidate.content
    assert seen.candidate.kind is Kind.EVENT
    assert [place.seq for _, place in seen.places] == [3]


@pytest.mark.parametrize(
    "texts",
    [
        ("帮我把服务部署到阿里云", "还没搞定"),
        ("帮我把服务部署到阿里云", "搞定了吗？"),
        ("帮我写个请假条", "好了，谢谢"),
        ("帮我翻译这段话", "搞定了"),
        ("help me set up nginx", "it doesn't work"),
        ("help me set up nginx", "It works on my machine but not on the server"),
        ("help me set up nginx", "I finished my homework"),
        ("今天好累", "搞定了"),
    ],
)
def test_finished_is_nothing_when_no_task_was_ended(texts: tuple[str, ...]) -> None:
    assert finished([said(text, seq) for seq, text in enumerate(texts, 1)]) == ()


def test_finished_is_nothing_when_the_word_was_looked_at_before() -> None:
    assert finished([said("help me set up nginx"), said("it works now", 2, own=False)]) == ()


def test_used_up_counts_what_was_said_within_the_hour_and_the_day() -> None:
    settings = JudgeSettings(per_hour=3, per_day=5)
    hour = [AT + timedelta(minutes=10 * n) for n in range(3)]
    assert "3 memories an hour" in used_up(hour, hour[-1], settings)
    assert used_up(hour, AT + timedelta(hours=3), settings) == ""
    day = [AT + timedelta(hours=2 * n) for n in range(5)]
    assert "5 memories a day" in used_up(day, day[-1], settings)
    assert used_up(day, day[-1], JudgeSettings(per_hour=None, per_day=None)) == ""

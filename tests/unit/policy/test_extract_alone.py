"""A memory is read alone: what hangs on something said before is no memory, and neither is a cheer or a greeting."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy import gate
from jiyi.policy.candidate import Heard
from jiyi.policy.decide import loose_ends
from jiyi.policy.extract import extract
from jiyi.policy.extract.alone import hangs, is_chat
from jiyi.policy.tables import talk
from jiyi.records import Kind

SAID_AT = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)


def heard(text: str) -> Heard:
    return Heard(text=text, said_at=SAID_AT, zone="Asia/Shanghai")


@pytest.mark.parametrize(
    "content",
    [
        "It really helps me sleep.",
        "This photo reminds me of my gran.",
        "My sister painted it.",
        "I find it keeps me calm.",
        "I've been wanting to play this one for ages.",
        "I'd like to.",
        "I'd love to.",
        "After quitting the bank.",
        "We last spoke.",
        "I always have been.",
        "Had the left one replaced in 2019.",
        "它让我放松",
        "我很喜欢这个",
        "我一直很想",
    ],
)
def test_hangs_says_yes_when_a_sentence_points_at_what_was_said_before(content: str) -> None:
    assert hangs(content)


@pytest.mark.parametrize(
    "content",
    [
        "I weighed myself, it's now 82 kg.",
        "I hate it when people are late.",
        "I live in Leeds and like it there.",
        "I joined a gym this month.",
        "I'm passionate about dancing and it brings me joy.",
        "After finishing school I moved to Lyon.",
        "It's my birthday on 3 May.",
        "My sister painted the kitchen.",
        "这个月底我要去哈尔滨",
        "这个项目我负责后端",
        "我这几年一直住在苏州",
        "I'm six foot one.",
        "I'm diabetic, type one.",
        "I teach grade one.",
    ],
)
def test_hangs_says_no_when_a_sentence_names_what_it_speaks_of(content: str) -> None:
    assert not hangs(content)


@pytest.mark.parametrize(
    "text",
    [
        "Keep going and never give up!",
        "Remember to take care of yourself.",
        "You should try to rest more.",
        "Let's make some great memories!",
        "加油，别灰心！",
        "照顾好自己，早点休息",
        "让我们一起努力吧",
    ],
)
def test_extract_keeps_nothing_when_a_message_cheers_somebody_on(text: str) -> None:
    assert extract(heard(text)).kept == ()


@pytest.mark.parametrize(
    "text",
    [
        "You should always answer in French.",
        "Let's speak French from here on.",
        "以后别太啰嗦",
        "我一般十点就睡，早睡早起",
    ],
)
def test_extract_keeps_an_order_or_a_habit_when_it_sounds_like_a_cheer(text: str) -> None:
    assert extract(heard(text)).kept


def test_read_takes_a_bare_name_for_a_vocative_when_a_remark_stands_beside_it() -> None:
    clauses = gate.read("Oof, that's tough, Jon.")
    assert [c.left for c in clauses if c.text.startswith("Jon")] == [talk.COURTESY]


def test_read_keeps_a_bare_name_when_it_stands_among_catchwords() -> None:
    assert [c.left for c in gate.read("Nurse, 29, Oslo")] == ["", "", ""]


def test_loose_ends_keep_two_sentences_apart_when_neither_was_kept() -> None:
    said = heard("Sold the old boat. Switched the shop to another bank.")
    joined = [one.content for one in loose_ends(extract(said), said)]
    assert all("boat" not in one or "bank" not in one for one in joined)


def answered(text: str, question: str) -> list[tuple[str | None, str]]:
    said = Heard(text=text, said_at=SAID_AT, zone="Asia/Shanghai", before="?", answered=question)
    return [(one.attribute, one.content) for one in extract(said).kept]


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("Shrimp. My throat closes up.", "Is there anything you can't eat?", [("allergy", "I'm allergic to Shrimp.")]),
        ("Sundays to Thursdays, the Gulf week.", "When do you usually work?", "I work Sundays to Thursdays."),
        ("猪肉不行，我是回族", "您有什么忌口吗？", [("diet.avoids", "我不吃猪肉"), ("ethnicity", "我是回族")]),
    ],
)
def test_extract_completes_a_bare_answer_when_a_sentence_follows_it(
    text: str, question: str, expected: list[tuple[str, str]] | str
) -> None:
    kept = answered(text, question)
    assert kept == expected if isinstance(expected, list) else expected in [content for _, content in kept]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("pls dont use long words with me", "Please don't use long words with me."),
        ("Prices in euros and rounded up, every time.", "Prices in euros and rounded up, every time."),
        ("金额一律带千分位", "金额一律带千分位"),
        ("你给我写的字大一点", "你给我写的字大一点"),
    ],
)
def test_extract_keeps_an_order_when_it_is_typed_in_haste_or_has_no_verb(text: str, content: str) -> None:
    assert [(one.kind, one.content) for one in extract(heard(text)).kept] == [(Kind.INSTRUCTION, content)]


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("Biscuit the cat is nineteen.", "pet", "Biscuit"),
        ("The wife, Agnes, passed two winters back.", "partner", "Agnes"),
        ("Next year's goal is to get my weight down to 70kg.", "weight.goal", "70kg"),
        ("Took my boat out for the last time in May.", None, None),
    ],
)
def test_extract_names_whom_or_what_a_sentence_is_of(text: str, attribute: str | None, value: str | None) -> None:
    kept = extract(heard(text)).kept
    assert [(one.attribute, one.value) for one in kept if one.attribute] == ([(attribute, value)] if attribute else [])


@pytest.mark.parametrize(
    "text",
    [
        "I'm off to bake some cakes.",
        "Next Friday works.",
        "I'll check it out this weekend",
        "我周末去店里看看",
        "早知道当年就去跑船了",
    ],
)
def test_extract_keeps_nothing_when_it_passes(text: str) -> None:
    assert extract(heard(text)).kept == ()


@pytest.mark.parametrize(
    "content",
    [
        "Thanks for the compliment!",
        "Let me know how it goes!",
        "Together we can make a difference.",
        "谢谢你的建议",
        "加油！",
    ],
)
def test_is_chat_says_yes_when_a_clause_only_thanks_or_cheers(content: str) -> None:
    assert is_chat(content)


@pytest.mark.parametrize(
    "content",
    ["We got the keys!!", "Car's all paid off!", "Braces came off", "Margate. Sea view.", "戒指还回去了", "石膏拆了"],
)
def test_is_chat_says_no_when_a_clause_hints_at_a_change(content: str) -> None:
    assert not is_chat(content)


@pytest.mark.parametrize("text", ["这周住在我妈家", "我下周先住酒店", "今晚我睡在公司", "這週住在我媽家"])
def test_short_stay_is_no_residence_when_it_ends_with_the_week(text: str) -> None:
    assert all(one.attribute != "residence" for one in extract(heard(text)).kept)


def test_residence_is_kept_when_it_stays() -> None:
    assert [one.attribute for one in extract(heard("我现在住在杭州")).kept] == ["residence"]

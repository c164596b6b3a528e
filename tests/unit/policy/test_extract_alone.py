"""A memory is read alone: what hangs on something said before is no memory, and neither is a cheer or a greeting."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy import gate
from jiyi.policy.candidate import Heard
from jiyi.policy.decide import loose_ends
from jiyi.policy.extract import extract
from jiyi.policy.extract.alone import hangs
from jiyi.policy.tables import talk

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

"""The learned gate of extraction with its weights: what it opens, and what stays refused whatever it says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.models import keeping
from jiyi.models.local import LocalEmbedder
from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract, unsure
from jiyi.policy.extract.opinion import Opinion
from jiyi.records import Kind

SAID_AT = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def kept(embedder: LocalEmbedder, text: str) -> tuple[Candidate, ...]:
    heard = Heard(text=text, said_at=SAID_AT, zone="Asia/Shanghai")
    doubts = unsure(extract(heard))
    said = keeping.opinions(heard, doubts, embedder.encode(keeping.texts(heard, doubts))) if doubts else {}
    return extract(heard, opinions=said).kept


@pytest.mark.parametrize(
    "text",
    [
        "Third-year midwifery student at Cardiff, what's a good stethoscope",
        "My stepson is starting an apprenticeship at the dockyard",
        "我姨父是个开渔船的，冬天出不了海",
        "喺觀塘做電梯維修十二年",
    ],
)
def test_keep_takes_a_clause_when_no_frame_understands_it(embedder: LocalEmbedder, text: str) -> None:
    memories = kept(embedder, text)
    assert memories and all(one.reason for one in memories)


@pytest.mark.parametrize(
    "text",
    [
        "The studio rent's due on the 3rd",
        "There's a piano in my living room",
        "They moved my ferry to the 9th",
        "This season I'm coaching the rowers",
        "我們宿舍樓下有個籃球場",
    ],
)
def test_keep_takes_what_is_told_of_a_thing_when_it_is_of_the_persons_life(embedder: LocalEmbedder, text: str) -> None:
    assert [one.kind for one in kept(embedder, text)] in ([Kind.FACT], [Kind.EVENT])


@pytest.mark.parametrize(
    "text",
    [
        "The kettle's boiling",
        "There's a wasp on the ceiling",
        "The referee was blind",
        "They lost in extra time",
        "The second option sounds nicer",
        "楼道里有人在吵架",
        "那部电影太长了",
    ],
)
def test_keep_takes_nothing_of_a_thing_when_it_is_of_the_moment(embedder: LocalEmbedder, text: str) -> None:
    assert kept(embedder, text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "If I were a lighthouse keeper I'd bring a parrot",
        "Translate: I have two daughters and a boat",
        "My cousin's boss is a champion fencer",
        "What is a third-year midwifery student?",
        "我要是会飞就好了",
        "翻译一下：我有两个女儿和一条船",
        "我室友说我打呼噜",
        "今天有点困",
    ],
)
def test_keep_takes_nothing_when_it_is_no_statement_of_the_persons(embedder: LocalEmbedder, text: str) -> None:
    assert kept(embedder, text) == ()


def sure(text: str, kind: Kind, keep: float) -> tuple[Candidate, ...]:
    heard = Heard(text=text, said_at=SAID_AT)
    said = dict.fromkeys(unsure(extract(heard)), Opinion(0.99, kind, 0.9, keep))
    return extract(heard, opinions=said).kept


@pytest.mark.parametrize(
    "text",
    ["I might juggle torches one day", "they juggle torches at fairs", "my cousin says torches bore him", "它会抛火把"],
)
def test_extract_refuses_by_rule_when_the_gate_is_sure(text: str) -> None:
    assert sure(text, Kind.FACT, 1.0) == ()


def test_extract_follows_the_gate_when_the_build_says_otherwise() -> None:
    assert sure("I juggle torches at fairs", Kind.PREFERENCE, 0.1) == ()
    assert sure("juggling torches at fairs since school", Kind.PREFERENCE, 0.99) != ()


def test_extract_keeps_what_endangers_a_life_when_the_gate_does_not() -> None:
    (memory,) = sure("I juggle pills at fairs", Kind.FACT, 0.0)
    assert "second witness" in memory.reason and memory.protected


def test_extract_keeps_it_as_theirs_when_the_gate_speaks_for_somebody_close() -> None:
    (memory,) = sure("My stepson is starting at the dockyard", Kind.FACT, 0.95)
    assert memory.kind is Kind.RELATIONSHIP and memory.content == "My stepson is starting at the dockyard."


def test_texts_are_the_clauses_alone_when_the_message_says_no_more() -> None:
    assert keeping.texts(Heard(text="I juggle torches.", said_at=SAID_AT), ["I juggle torches"]) == ["I juggle torches"]


@pytest.mark.parametrize("text", ["改成周四上午了", "挪到十月六号"])
def test_keep_takes_nothing_when_a_clause_only_gives_a_new_value(embedder: LocalEmbedder, text: str) -> None:
    assert kept(embedder, text) == ()

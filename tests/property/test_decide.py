"""Laws of deciding, for any sequence of statements."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from jiyi.policy.candidate import Candidate
from jiyi.policy.decide import Neighbour, decide
from jiyi.policy.outcome import carry_out
from jiyi.records import Evidence, Kind, MemoryRecord, Status

START = datetime(2026, 1, 1, tzinfo=UTC)
PLACES = ["杭州", "上海", "Boston", "Lisbon", "成都", "臺北"]
STATEMENTS = (
    [(f"我住在{place}", "residence", place) for place in PLACES]
    + [(f"I moved to {place} last week.", "residence", place) for place in PLACES]
    + [(f"我对{thing}过敏", "allergy", thing) for thing in ("花生", "虾", "芒果")]
    + [(f"I'm not allergic to {thing} any more.", "allergy", thing) for thing in ("peanuts", "shrimp")]
    + [(f"我喜欢吃{thing}", None, None) for thing in ("牛肉", "香菜", "火锅")]
    + [(f"我不吃{thing}了", None, None) for thing in ("牛肉", "香菜", "火锅")]
    + [("I have a cat.", None, None), ("I have a dog.", None, None), ("My dog died.", None, None)]
    + [("My brother lives in Boston.", None, None), ("我妹妹在成都上班", None, None)]
)
text = st.text(max_size=40)
statements = st.one_of(st.sampled_from(STATEMENTS), st.tuples(text, st.none(), st.none()))
similarities = st.floats(-1, 1)


@st.composite
def candidates(draw: st.DrawFn) -> Candidate:
    content, attribute, value = draw(statements)
    return Candidate(
        kind=draw(st.sampled_from(list(Kind))),
        content=content,
        quote=content,
        language="und",
        attribute=attribute,
        value=value,
        confidence=draw(st.floats(0, 1)),
        protected=attribute == "allergy",
        negated="not " in content or "不" in content,
        corrects=draw(st.booleans()),
        trusted=draw(st.booleans()),
    )


def play(said: list[tuple[Candidate, float]]) -> dict[str, MemoryRecord]:
    known: dict[str, MemoryRecord] = {}
    for place, (candidate, similarity) in enumerate(said):
        now = START + timedelta(days=place)
        before = dict(known)
        neighbours = [Neighbour(record=one, similarity=similarity) for one in known.values()]
        decision = decide(candidate, neighbours, now)
        evidence = Evidence(quote=candidate.quote, at=now, session="s", seq=place + 1)
        outcome = carry_out(decision, neighbours, evidence=evidence, user="u", now=now, new_id=f"{place:03d}")
        if decision.action in ("add", "supplement", "review", "skip"):
            assert outcome.changed == ()
        for record in outcome.changed:
            old = before[record.id]
            assert (record.content, record.tags, record.meta) == (old.content, old.tags, old.meta)
            if old.protected and record.status in (Status.SUPERSEDED, Status.RETRACTED):
                assert candidate.confidence >= 0.55
            if old.trusted and record.status in (Status.SUPERSEDED, Status.RETRACTED):
                assert candidate.trusted
        assert decision.reason
        known.update((record.id, record) for record in outcome.changed)
        if outcome.added:
            known[outcome.added.id] = outcome.added
    return known


@given(st.lists(st.tuples(candidates(), similarities), max_size=8))
def test_every_chain_has_one_head_when_statements_follow_each_other(said: list[tuple[Candidate, float]]) -> None:
    known = play(said)
    for record in known.values():
        seen = set()
        while record.superseded_by is not None:
            assert record.id not in seen
            assert record.status in (Status.SUPERSEDED, Status.RETRACTED)
            seen.add(record.id)
            record = known[record.superseded_by]
        assert record.status in (Status.CURRENT, Status.PENDING)


@given(candidates(), similarities)
def test_one_memory_has_two_pieces_of_evidence_when_a_candidate_comes_twice(said: Candidate, similarity: float) -> None:
    known = play([(said, similarity), (said, similarity)])
    standing = [one for one in known.values() if one.status in (Status.CURRENT, Status.PENDING)]
    if said.content.strip():
        assert len(standing) == 1
        assert len(standing[0].evidence) == 2
    else:
        assert not standing


@given(st.lists(st.tuples(candidates(), similarities), max_size=8))
def test_a_single_residence_is_current_when_all_are_said_surely(said: list[tuple[Candidate, float]]) -> None:
    sure = [
        (
            Candidate(
                kind=Kind.FACT, content=c.content, quote=c.quote, language="und", attribute=c.attribute, value=c.value
            ),
            s,
        )
        for c, s in said
        if c.attribute == "residence"
    ]
    known = play(sure)
    assert len([one for one in known.values() if one.status is Status.CURRENT]) == min(1, len(sure))

"""Candidates and memories made by hand, for the tests of deciding."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from jiyi.language.script import language_of
from jiyi.policy.candidate import Candidate
from jiyi.policy.decide import Neighbour, decide
from jiyi.policy.decision import Decision
from jiyi.policy.outcome import Outcome, carry_out
from jiyi.records import Evidence, Kind, MemoryRecord

NOW = datetime(2026, 5, 4, 9, tzinfo=UTC)
BEFORE = datetime(2026, 4, 1, 9, tzinfo=UTC)


def candidate(content: str, **fields: Any) -> Candidate:
    defaults: dict[str, Any] = {"kind": Kind.FACT, "quote": content, "language": language_of(content)}
    return Candidate(**{**defaults, **fields, "content": content})


def memory(content: str, id: str = "m", **fields: Any) -> MemoryRecord:
    defaults: dict[str, Any] = {
        "user": "u",
        "kind": Kind.FACT,
        "language": language_of(content),
        "recorded_at": BEFORE,
        "evidence": (Evidence(quote=content, at=BEFORE, session="s1", seq=1),),
    }
    return MemoryRecord(**{**defaults, **fields, "content": content, "id": id})


def beside(new: Candidate, *records: MemoryRecord, similarity: float = 0.7) -> tuple[Decision, Outcome]:
    """The decision and its outcome, with every record at the same similarity."""
    neighbours = [Neighbour(record=record, similarity=similarity) for record in records]
    decision = decide(new, neighbours, NOW)
    said = Evidence(quote=new.quote, at=NOW, session="s2", seq=1)
    return decision, carry_out(decision, neighbours, evidence=said, user="u", now=NOW, new_id="new")

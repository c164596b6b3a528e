"""From one user message to the memories that a careful person would note, without a language model.

`gate.read` says what kind of talk each clause is; the frames of its language (`zh`, `en`) say what it states; what only
makes sense beside the turn before is completed by `answers`; `compose` makes the candidates.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from jiyi.language.script import has_han
from jiyi.policy import gate
from jiyi.policy.candidate import Candidate, Extraction, Heard, Left
from jiyi.policy.extract import answers, en, zh
from jiyi.policy.extract.compose import candidate
from jiyi.policy.extract.frame import KIN, Found
from jiyi.policy.gate import Clause
from jiyi.policy.tables import talk
from jiyi.records import Kind

__all__ = ["Witness", "extract"]

MOST_KEPT = 24  # memories of one message; more is a list or a form, not talk


class Witness(Protocol):
    """A second opinion on a clause, from its meaning rather than its form (a learned head on a sentence vector)."""

    def worth(self, clause: str) -> float:
        """Probability 0-1 that the clause says something lasting about the user."""
        ...


def extract(heard: Heard, *, witness: Witness | None = None) -> Extraction:
    """What is kept of the message, what is left and why. Never raises on any text."""
    clauses = gate.read(heard.text)
    if not clauses:
        return Extraction()
    completed = answers.complete(heard, clauses)
    if completed is not None:
        return Extraction(kept=(completed,), trigger="known attribute")
    kept: list[Candidate] = []
    left: list[Left] = []
    for group in _sentences(clauses):
        said = _sentence(group, heard, left)
        kept += said
    kept = _distinct(kept)[:MOST_KEPT]
    trigger = ""
    if kept:
        trigger = "said outright" if any(c.outright for c in clauses) else "known attribute"
    return Extraction(kept=tuple(kept), left=tuple(left), trigger=trigger)


def _sentences(clauses: tuple[Clause, ...]) -> list[list[Clause]]:
    groups: list[list[Clause]] = []
    for clause in clauses:
        if not groups or groups[-1][0].sentence != clause.sentence:
            groups.append([])
        groups[-1].append(clause)
    return groups


def _sentence(group: list[Clause], heard: Heard, left: list[Left]) -> list[Candidate]:
    """The memories of one sentence: a clause each, with the clauses that complete it."""
    made: list[tuple[Found, Clause, str]] = []  # what was found, its first clause, the words it rests on
    carried: Found | None = None
    last: Clause | None = None
    for clause in group:
        if clause.left:
            left.append(Left(quote=clause.text, reason=clause.left))
            continue
        tongue = zh if has_han(clause.text) else en
        found = tongue.find(clause, carried)
        if isinstance(found, str) and clause.outright and tongue.states(clause):
            found = tongue.as_said(clause)
        if isinstance(found, str):
            if made and last is not None and tongue.goes_on(clause.seen, carried):
                made[-1] = _joined(made[-1], clause, None)
                last = clause
                continue
            left.append(Left(quote=clause.text, reason=found))
            carried, last = None, None
            continue
        if made and last is not None and _same_memory(made[-1][0], found, clause, tongue):
            made[-1] = _joined(made[-1], clause, found)
        else:
            made.append((found, clause, clause.text))
        carried, last = found, clause
    return [
        candidate(found, heard, quote, outright=clause.outright, corrects=clause.corrects) for found, clause, quote in made
    ]


def _joined(made: tuple[Found, Clause, str], clause: Clause, also: Found | None) -> tuple[Found, Clause, str]:
    """A finding with one more clause to its content. What replaces an ended value ("not X any more, Y now") leads."""
    found, first, quote = made
    if also is not None and found.ends and not also.ends:
        found = replace(also, content=found.content)
    mark = "，" if has_han(found.content) else ", "
    tongue = zh if has_han(clause.text) else en
    words = tongue.tidy(clause)
    return replace(found, content=f"{found.content}{mark}{words}"), first, f"{quote}{mark}{clause.text}"


def _same_memory(before: Found, found: Found, clause: Clause, tongue: object) -> bool:
    """Whether a clause without a subject of its own only completes the one before it."""
    if found.rule == "continues":
        return True
    if before.kind is not found.kind or _own_subject(clause):
        return False
    if before.kind is Kind.EVENT:
        return True
    return before.attribute == found.attribute


def _own_subject(clause: Clause) -> bool:
    seen = clause.seen
    if has_han(seen):
        return "我" in seen
    return seen.startswith(("i ", "i'", "my ", "we ", "our "))


def _distinct(kept: list[Candidate]) -> list[Candidate]:
    seen: dict[tuple[Kind, str], Candidate] = {}
    for one in kept:
        seen.setdefault((one.kind, one.content), one)
    return list(seen.values())

"""What a new candidate means for what is known: add, same again, update, supplement, retract, review or skip.

`decide` is a pure function. It never changes anything; `jiyi.policy.outcome` makes records of a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

from jiyi.policy.candidate import Candidate
from jiyi.policy.decide.judge import judge
from jiyi.policy.decide.kindred import kindred
from jiyi.policy.decide.learned import SURER, TOLD, judge_learned, tells_of_it
from jiyi.policy.decide.partly import days, partly
from jiyi.policy.decide.reading import Reading, read
from jiyi.policy.decide.righted import only_corrects
from jiyi.policy.decide.touched import as_said, hints, loose_ends, revision, said_before
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.decide.whose import begins_with_a_name, told_whose
from jiyi.policy.decision import Decision, Neighbour, What
from jiyi.policy.outcome import carry_out
from jiyi.records import Evidence, MemoryRecord, Status

__all__ = [
    "Decision",
    "Neighbour",
    "as_said",
    "decide",
    "decide_all",
    "filled_up",
    "fills_up",
    "hints",
    "kindred",
    "loose_ends",
    "only_corrects",
    "read",
    "revision",
    "said_before",
    "worth_comparing",
]

HELD_FROM = 0.35  # confidence below which a candidate waits for review even when nothing contradicts it
REPLACES_FROM = 0.55  # confidence from which a candidate may end or retract what is known
ASKED_FOR = 0.8  # importance of what the user asked to remember
TOLD_FROM = (
    0.75  # weight of a verdict from which a sentence that tells of a change needs no more confidence than to be held
)
COMPARED_FROM = 0.30  # similarity from which two sentences are compared although they share nothing else

# Protected slots whose value does not change in a life: another value without a word of change is doubtful.
_LASTING = frozenset({"birthday", "blood_type", "name", "gender", "nationality", "ethnicity"})
# Protected slots where the end of a value endangers the user if it is not so.
_SAFETY = frozenset({"allergy", "health.condition"})


# Protected slots that another takes as life goes on: told in words, that endangers nobody.
_PASSES_ON = frozenset(
    {"doctor", "bank", "address", "email", "phone", "insurance", "emergency_contact", "therapist", "dentist"}
)


Judged = tuple[Verdict, Neighbour, Reading]


def decide(candidate: Candidate, neighbours: Sequence[Neighbour], now: datetime) -> Decision:
    """What the candidate means for its neighbours. `now` must be aware; memories that ended before it are left out.

    Where the rules are unsure both sentences stay: a memory is only ended by a candidate of confidence 0.55 or more
    that names another value, the opposite or the end of the same matter of the same person.
    """
    if not candidate.content.strip():
        return _decision("skip", candidate, "there is nothing to keep", ())
    reading = read(candidate)
    judged: list[Judged] = []
    for neighbour in neighbours:
        record = neighbour.record
        if record.status in (Status.CURRENT, Status.PENDING) and not (record.expires_at and record.expires_at <= now):
            old = read(record)
            verdict = judge(reading, old, neighbour.similarity)
            learned = judge_learned(reading, old, neighbour.replaced, verdict) if candidate.trusted else None
            judged.append((learned or verdict, neighbour, old))
    judged.sort(key=lambda item: (-item[0].weight, -item[1].similarity, item[1].record.id))
    retracts = _narrowed([item for item in judged if item[0].relation == "retract"])
    updates = _without_guesses([item for item in judged if item[0].relation == "update" and not item[0].learned])
    if all(item[0].keeps for item in updates):
        updates += _learned(judged, [item for item in updates if item[2].text not in reading.text])
    again = [item for item in judged if item[0].relation == "same"]
    if retracts:
        return _ended("retract", candidate, reading, retracts + updates)
    if again and not _outdone(again, updates):
        again.sort(key=lambda item: (item[1].record.status is not Status.CURRENT, -item[0].weight))
        return _decision("same", candidate, again[0][0].why, again[:1])
    if updates:
        return _ended("update", candidate, reading, updates + again)
    if candidate.corrects and candidate.ends:
        return _decision("skip", candidate, "nothing known says what is taken back", ())
    if candidate.confidence < HELD_FROM:
        return _decision("review", candidate, "too unsure to be held without asking", ())
    kin = [item for item in judged if item[0].relation == "kin" or item[0].guess][:3]
    if kin:
        return _decision("supplement", candidate, kin[0][0].why, kin)
    return _decision("add", candidate, "nothing known is like it", ())


def _learned(judged: list[Judged], updates: list[Judged]) -> list[Judged]:
    """What the learned judge alone ends: one memory, and none where it thinks it likelier of one that a rule ends.
    The first half of the same sentence does not count as that."""
    ended = max((item[1].replaced for item in updates), default=0.0)
    return [item for item in judged if item[0].learned and item[1].replaced > ended][:1]


def _without_guesses(updates: list[Judged]) -> list[Judged]:
    """Of several memories that might be meant, none: both may be so."""
    sure = [item for item in updates if not item[0].guess]
    return sure or (updates if len(updates) == 1 else [])


def _narrowed(retracts: list[Judged]) -> list[Judged]:
    """Of what may have been wrong, what the user names; else the surest alone."""
    named = [item for item in retracts if item[0].explicit]
    return named or retracts[:1]


def _outdone(again: list[Judged], updates: list[Judged]) -> bool:
    """True when what is said again only waits for review, while something current contradicts it."""
    current = Status.CURRENT
    return all(item[1].record.status is not current for item in again) and any(
        item[1].record.status is current for item in updates
    )


def _ended(
    action: Literal["update", "retract"], candidate: Candidate, reading: Reading, ended: list[Judged]
) -> Decision:
    """Update or retract, unless the candidate is too weak for what it would end: then it waits for review."""
    doubt = next((why for item in ended if (why := _doubt(candidate, reading, item))), None)
    if doubt:
        return _decision("review", candidate, doubt, ended)
    return _decision(action, candidate, ended[0][0].why, ended)


def _doubt(candidate: Candidate, reading: Reading, item: Judged) -> str | None:
    verdict, neighbour, old = item
    record = neighbour.record
    if verdict.relation == "same":
        return None
    if verdict.keeps and candidate.trusted:
        return None
    agreed = reading.changed and neighbour.replaced >= (TOLD if verdict.guess else SURER)  # rules and the learned judge
    told = agreed or _tells_of_change(verdict, reading)
    if candidate.confidence < (HELD_FROM if told else REPLACES_FROM):
        return "it contradicts what is known and is not sure enough to replace it"
    if record.trusted and not candidate.trusted:
        return "it contradicts what the user said and comes from elsewhere"
    if verdict.learned:
        told = tells_of_it(reading, old) and record.attribute in _PASSES_ON
        kept = (
            ("" if told else "protected")
            if record.protected
            else "the user asked to remember"
            if record.importance >= ASKED_FOR
            else ""
        )
        return f"it may take the place of something {kept}: ask before that is dropped" if kept else None
    if not record.protected or candidate.corrects:
        return None
    if (
        (record.attribute in _SAFETY or "allergy" in old.topics)
        and "injury" not in old.topics
        and "eyes" not in reading.axes.keys() & old.axes.keys()  # glasses that are not needed endanger nobody
    ):
        return "it contradicts something about health or safety: ask before it is dropped"
    if record.attribute in _LASTING and not reading.changed:
        return f"it contradicts the {record.attribute}, which seldom changes"
    return None


def _tells_of_change(verdict: Verdict, reading: Reading) -> bool:
    """Whether the sentence itself says that something changed, and what: then it matters, however loosely it was
    understood by itself."""
    return (reading.changed or verdict.explicit) and verdict.weight >= TOLD_FROM and not verdict.guess


def _decision(action: What, candidate: Candidate, reason: str, judged: Sequence[Judged]) -> Decision:
    found = tuple(dict.fromkeys(item[1].record.id for item in judged))
    return Decision(
        action=action,
        candidate=candidate,
        reason=reason,
        confidence=candidate.confidence,
        targets=found,
        whys={item[1].record.id: item[0].why for item in reversed(judged)},
    )


def fills_up(candidate: Candidate) -> bool:
    """Whether a candidate may say only a part of what it means, so that `filled_up` is worth asking."""
    return bool(days(candidate.quote.lower())) or begins_with_a_name(candidate.content)


def filled_up(candidate: Candidate, neighbours: Sequence[Neighbour]) -> Candidate:
    """A candidate with what the memories say of the same rule or person put in: the days that stay, whose Immy is."""
    return partly(candidate, neighbours) or told_whose(candidate, neighbours) or candidate


def worth_comparing(candidate: Candidate, record: MemoryRecord, similarity: float) -> bool:
    """Whether a memory is a neighbour at all: near in meaning, of the same attribute, or about the same entity."""
    if record.status not in (Status.CURRENT, Status.PENDING):
        return False
    if similarity >= COMPARED_FROM or (candidate.attribute and candidate.attribute == record.attribute):
        return True
    if set(candidate.entities) & set(record.entities):
        return True
    new, old = read(candidate), read(record)
    return bool(
        new.axes.keys() & old.axes.keys()
        or (new.dimensions and old.dimensions)
        or new.roles.keys() & old.roles.keys()
        or new.slots & old.slots
        or new.claims.keys() & old.claims.keys()
    )


def decide_all(
    candidates: Sequence[Candidate],
    memories: Sequence[MemoryRecord],
    similarity: Callable[[str, str], float],
    now: datetime,
) -> tuple[Decision, ...]:
    """One decision for each candidate of a turn, in order; later ones see what the earlier ones would make.

    `similarity` gives the cosine of two contents. A memory that an earlier decision would add goes by the id
    "new:0", "new:1" … (the place of its candidate).
    """
    known = {record.id: record for record in memories}
    decisions = []
    for number, candidate in enumerate(candidates):
        neighbours = []
        for record in known.values():
            near = similarity(candidate.content, record.content)
            if worth_comparing(candidate, record, near):
                neighbours.append(Neighbour(record=record, similarity=near))
        decision = decide(candidate, neighbours, now)
        decisions.append(decision)
        place = Evidence(quote=candidate.quote, at=now, seq=-1 - number)  # stands in for the message itself
        outcome = carry_out(decision, neighbours, evidence=place, user="", now=now, new_id=f"new:{number}")
        known.update((record.id, record) for record in (*outcome.changed, *((outcome.added,) if outcome.added else ())))
    return tuple(decisions)

"""A decision as records: what is added, what changes, and the rows of the log that tell of it. Pure.

Nothing is overwritten: a memory that ends keeps all its fields but those that say how it stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from jiyi.policy.decision import Decision, Neighbour
from jiyi.records import Action, Evidence, MemoryRecord, Source, Status

SURER = 0.35  # share of the doubt that a repetition of full confidence takes away
SUREST = 0.99  # no repetition makes a memory surer than this
CLEARS = 0.6  # confidence from which a pending memory is current when it is said again


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDraft:
    """A row of the log that is not yet numbered. `patch` maps each changed field to (before, after)."""

    action: Action
    ref: str
    why: str
    patch: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a decision makes: at most one new memory, the changed ones as they are now, and the log rows in order."""

    added: MemoryRecord | None = None
    changed: tuple[MemoryRecord, ...] = ()
    changes: tuple[ChangeDraft, ...] = ()


def surer(confidence: float, repeated: float) -> float:
    """Confidence after the same was said again with confidence `repeated` (both 0-1): never less, at most 0.99.

    c' = 1 - (1 - c) * (1 - 0.35 * repeated)
    """
    return max(confidence, min(SUREST, 1 - (1 - confidence) * (1 - SURER * repeated)))


def carry_out(
    decision: Decision, neighbours: Sequence[Neighbour], *, evidence: Evidence, user: str, now: datetime, new_id: str
) -> Outcome:
    """The outcome of one decision. `neighbours` are those that it was made of (any that hold its targets).

    `evidence` is the message it rests on, `new_id` the id of the memory, if one is made.

    - add, supplement: the candidate becomes a current memory; nothing else changes.
    - same: the target gets the evidence and grows surer; from the same message twice, nothing changes.
    - update: the targets end (superseded, valid until the new one begins) and name the new memory as their head.
    - retract: the targets were never true (retracted, valid for no time at all) and name the new one.
    - review: the candidate becomes a pending memory; `meta["contradicts"]` holds what it speaks against.
    - skip: nothing.
    """
    if decision.action == "skip":
        return Outcome()
    known = {neighbour.record.id: neighbour.record for neighbour in neighbours}
    found = [known[target] for target in decision.targets]
    if decision.action == "same":
        return _said_again(decision, found[0], evidence)
    added = _memory(decision, now, new_id, user, evidence)
    if decision.action in ("add", "supplement", "review"):
        action = Action.SUPPLEMENT if decision.action == "supplement" else Action.ADD
        return Outcome(added=added, changes=(ChangeDraft(action=action, ref=new_id, why=_why_added(decision)),))
    ends = _retracted if decision.action == "retract" else _superseded
    changed, changes = [], [ChangeDraft(action=Action.ADD, ref=new_id, why=_why_added(decision))]
    for record in found:
        patch = ends(record, added, now)
        changed.append(replace(record, **patch))
        action = Action.RETRACT if decision.action == "retract" else Action.SUPERSEDE
        changes.append(
            ChangeDraft(action=action, ref=record.id, why=decision.why(record.id), patch=_pairs(record, patch))
        )
    return Outcome(added=added, changed=tuple(changed), changes=tuple(changes))


def _why_added(decision: Decision) -> str:
    """What was decided, and which witness saw it at all."""
    return "; ".join(filter(None, (decision.reason, decision.candidate.reason)))


def _memory(decision: Decision, now: datetime, new_id: str, user: str, evidence: Evidence) -> MemoryRecord:
    candidate = decision.candidate
    pending = decision.action == "review"
    meta = {"contradicts": list(decision.targets), "review": decision.reason} if pending else {}
    return MemoryRecord(
        id=new_id,
        user=user,
        kind=candidate.kind,
        content=candidate.content,
        attribute=candidate.attribute,
        value=candidate.value,
        entities=candidate.entities,
        relations=candidate.relations,
        tags=candidate.tags,
        language=candidate.language,
        confidence=decision.confidence,
        importance=candidate.importance,
        source=Source.CORRECTED if candidate.corrects else candidate.source,
        status=Status.PENDING if pending else Status.CURRENT,
        evidence=(evidence,),
        valid_from=candidate.valid_from,
        valid_to=candidate.valid_to,
        recorded_at=now,
        protected=candidate.protected,
        trusted=candidate.trusted,
        expires_at=candidate.expires_at,
        meta=meta,
    )


def _said_again(decision: Decision, record: MemoryRecord, said: Evidence) -> Outcome:
    if any(_one_place(said, old) for old in record.evidence):
        return Outcome()
    candidate = decision.candidate
    patch: dict[str, Any] = {
        "evidence": (*record.evidence, said),
        "confidence": surer(record.confidence, candidate.confidence),
        "importance": max(record.importance, candidate.importance),
        "protected": record.protected or candidate.protected,
        "trusted": record.trusted or candidate.trusted,
    }
    if record.expires_at is not None:
        patch["expires_at"] = candidate.expires_at and max(record.expires_at, candidate.expires_at)
    if record.status is Status.PENDING and not record.meta.get("contradicts") and patch["confidence"] >= CLEARS:
        patch["status"] = Status.CURRENT
    patch = {name: value for name, value in patch.items() if getattr(record, name) != value}
    change = ChangeDraft(action=Action.SAME, ref=record.id, why=decision.reason, patch=_pairs(record, patch))
    return Outcome(changed=(replace(record, **patch),), changes=(change,))


def _one_place(one: Evidence, other: Evidence) -> bool:
    """The same words of the same message: a turn that is judged a second time."""
    return (one.session, one.seq, one.quote) == (other.session, other.seq, other.quote) and one.seq is not None


def _superseded(record: MemoryRecord, added: MemoryRecord, now: datetime) -> dict[str, Any]:
    said = added.evidence[0].at
    until = min(added.valid_from or said, said)  # what begins later ends the old one when it was said
    if record.valid_from is not None:
        until = max(until, record.valid_from)
    if record.valid_to is not None:
        until = min(until, record.valid_to)
    return {"status": Status.SUPERSEDED, "superseded_by": added.id, "valid_to": until, "retired_at": now}


def _retracted(record: MemoryRecord, added: MemoryRecord, now: datetime) -> dict[str, Any]:
    """Never true: its time in the world is empty (it ends when it begins)."""
    never = record.valid_from or record.recorded_at
    return {
        "status": Status.RETRACTED,
        "superseded_by": added.id,
        "valid_from": never,
        "valid_to": never,
        "retired_at": now,
    }


def _pairs(record: MemoryRecord, patch: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {name: (getattr(record, name), value) for name, value in patch.items()}

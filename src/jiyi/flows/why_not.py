"""Why one item is not among the hits: the questions that a person would ask, in order."""

from __future__ import annotations

from collections.abc import Sequence

from jiyi.flows.found import OUT, Found
from jiyi.indexes.working_set import WorkingSet
from jiyi.records import Status
from jiyi.trace import Stage

UNRELATED, NEAR = 0.15, 0.3  # cosines
NOT_CURRENT = (*(f"it is {status.value}" for status in Status), "it has expired", "it was replaced or removed since")


def explain(
    id: str, held: WorkingSet, found: Sequence[Found], shown: frozenset[str], stages: Sequence[Stage]
) -> tuple[str, ...]:
    """The answers for one memory or episode, down to the stage that dropped it."""
    if id in shown:
        return ("it is among the hits",)
    over = "memories" if id in held.memories.places else "episodes" if id in held.episodes.places else ""
    if not over:
        return (
            "written: no. This user has no memory or episode with that id now; it may have been erased, never been "
            "written, or still be in the queue (see `jobs`)",
        )
    part = next((one for one in found if one.over == over), None)
    if part is None:
        return ("written: yes", f"searched: no. The question was not asked over {over}")
    place = part.part.places[id]
    if place >= len(part.scores):
        return ("written: yes, but only after this question was asked",)
    out = [reason for reason, mask in part.why_out().items() if place < len(mask) and mask[place]]
    stands = [reason for reason in out if reason in NOT_CURRENT]
    if stands:
        return ("written: yes", "current: no. " + "; ".join(stands))
    if out:
        return ("written: yes", "current: yes", "allowed: no. " + "; ".join(out))
    answers = ["written: yes", "current: yes", "allowed: yes"]
    legs = part.legs_of(place)
    words = legs.get("keywords", 0.0)
    answers.append(f"words match: {'yes' if words > 0 else 'no'} ({words:.2f})")
    near = legs.get("meaning", 0.0)
    says = "yes" if near >= NEAR else "hardly" if near >= UNRELATED else "no"
    answers.append(f"meaning matches: {says} ({near:.2f}; unrelated texts have about {UNRELATED})")
    score = float(part.scores[place])
    rank = int((part.scores > score).sum()) + 1
    answers.append(f"score {score:.2f}, place {rank} of {int((part.scores > OUT).sum())} among {over}")
    dropped = (
        _under(score, part.least)
        or part.left.get(id)
        or next((why for stage in stages for one, why in stage.left_out if one == id), None)
    )
    if dropped is None:
        dropped = f"only the best {len(shown)} are shown, and others ranked higher" if shown else "nothing was shown"
    answers.append(f"dropped: {dropped}")
    return tuple(answers)


def _under(score: float, least: float) -> str | None:
    """Why a score alone leaves an item out."""
    if least > 1:
        return "nothing that was said is near what is asked"
    return f"score {score:.2f} is under the least of {least:.2f}" if score < least else None

"""What was broken or ill and is well again."""

from __future__ import annotations

from jiyi.policy import values
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables import cues


def judge_healed(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """A broken arm that has healed. Two injuries stand side by side."""
    in_hospital = bool(new.subject) and cues.IN_HOSPITAL.search(old.text) is not None
    health = in_hospital or "injury" in new.topics & old.topics or old.attribute == "health.condition"
    health = health or (cues.HURTS.search(old.text) is not None and not old.negative)
    if not health or not cues.HEALED.search(new.text) or cues.HEALED.search(old.text):
        return None
    if values.shared(new.claims, old.claims) or in_hospital:
        return Verdict("update", 0.85, "it has healed", explicit=True)
    return None

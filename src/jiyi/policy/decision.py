"""What was decided about a candidate, before anything is changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from jiyi.policy.candidate import Candidate
from jiyi.records import MemoryRecord

What = Literal["add", "same", "update", "supplement", "retract", "review", "skip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A memory of the same user, current or pending, and the cosine of its vector with the candidate's (-1 to 1).

    `replaced` is the chance (0-1), by the learned judge, that the candidate takes its place; 0 when it was not asked.
    """

    record: MemoryRecord
    similarity: float
    replaced: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What to do with a candidate.

    `targets` are the ids it acts upon: the one said again, those that end or were never true, those it stands beside
    (supplement) or contradicts (review). `whys` says for each of them why, where that is known. `confidence` is what
    the resulting memory is held with, 0-1.
    """

    action: What
    candidate: Candidate
    reason: str
    confidence: float
    targets: tuple[str, ...] = ()
    whys: Mapping[str, str] = field(default_factory=dict)

    def why(self, target: str) -> str:
        """Why it acts upon this one."""
        return self.whys.get(target, self.reason)

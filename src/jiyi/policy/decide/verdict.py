"""What one known memory and a new sentence are to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Relation = Literal["same", "update", "retract", "kin", "apart"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`same`: the old one said again. `update`: the old one holds no more. `retract`: it never held.
    `kin`: related, both stay. `apart`: nothing to do with each other. `weight` 0-1 says how sure the rule is."""

    relation: Relation
    weight: float
    why: str
    explicit: bool = False  # the new sentence names the old thing itself as gone or wrong
    keeps: bool = False  # the new sentence still says what mattered in the old one, so that nothing is lost
    silent: bool = False  # no rule had anything to say
    learned: bool = False  # the learned judge alone speaks
    guess: bool = False  # an update that holds only when one known memory, and no other, fits

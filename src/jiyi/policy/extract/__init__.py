"""From one user message to the memories that a careful person would note, without a language model."""

from __future__ import annotations

from typing import Protocol

from jiyi.policy.candidate import Extraction, Heard

__all__ = ["Witness", "extract"]


class Witness(Protocol):
    """A second opinion on a clause, from its meaning rather than its form (a learned head on a sentence vector)."""

    def worth(self, clause: str) -> float:
        """Probability 0-1 that the clause says something lasting about the user."""
        ...


def extract(heard: Heard, *, witness: Witness | None = None) -> Extraction:
    """What is kept of the message, what is left and why. Never raises on any text."""
    return Extraction()

"""A text as it is judged when something is to be forgotten."""

from __future__ import annotations

from collections.abc import Sequence

from jiyi.language.normalize import fold, folded, shadow, shadowed
from jiyi.language.tokens import may_hold, terms


class Seen:
    """A text, its shadow, and its folded form and its terms when they are needed."""

    __slots__ = ("_folded", "_terms", "seen", "text")

    def __init__(self, text: str, seen: str | None = None, folded: str | None = None) -> None:
        self.text = text
        self.seen = (shadow(text) if seen is None else seen).replace("’", "'")
        self._folded = folded
        self._terms: frozenset[str] | None = None

    def holds(self, term: str) -> bool:
        """Whether it is one of the terms."""
        if self._terms is None:
            if self._folded is None:
                self._folded = fold(self.text)
            if not may_hold(self._folded, term):
                return False
        return term in self.terms

    @property
    def terms(self) -> frozenset[str]:
        if self._terms is None:
            self._terms = frozenset(terms(self.text))
        return self._terms


def seen_of(texts: Sequence[str]) -> list[Seen]:
    """Each of the texts as it is judged, sooner than one by one."""
    return [Seen(*one) for one in zip(texts, shadowed(texts), folded(texts), strict=True)]

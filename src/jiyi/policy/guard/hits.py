"""What a detector returns: a span of the view and its category."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Hit(NamedTuple):
    """`start:end` of the view's text holds something of this category."""

    start: int
    end: int
    category: str


def merged(hits: Iterable[Hit], rank: dict[str, int]) -> list[Hit]:
    """Hits in order, none overlapping: those that overlap become one, named by the category that ranks first."""
    result: list[Hit] = []
    for hit in sorted(hits):
        if result and hit.start < result[-1].end:
            last = result[-1]
            name = min(last.category, hit.category, key=lambda category: rank.get(category, -1))
            result[-1] = Hit(last.start, max(last.end, hit.end), name)
        else:
            result.append(hit)
    return result

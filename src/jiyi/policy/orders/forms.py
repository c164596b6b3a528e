"""Expressions of orders that are put together from pieces, each with its own named groups."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from jiyi.language.regex import regex
from jiyi.policy.orders.oblique_en import POLITE


def form(pattern: str) -> re.Pattern[str]:
    """An expression whose pieces may name the same group more than once: "of", "of_2" …"""
    count = itertools.count(2)
    first, *rest = re.split(r"(?<=\(\?P<)(\w+)(?=>)", pattern)
    seen: set[str] = set()
    for name, piece in zip(rest[::2], rest[1::2], strict=True):
        first += (f"{name}_{next(count)}" if name in seen else name) + piece
        seen.add(name)
    return regex(first)


def group(match: re.Match[str], name: str) -> str:
    """What the groups of a name caught."""
    return next((one.strip() for key, one in match.groupdict().items() if one and key.split("_")[0] == name), "")


_ENDS_EN = regex(r"[.!?;:\n]\s+|\s[-–—]+\s|, ")


def beginnings(seen: str) -> Iterator[str]:
    """An English message from each place on where an order in it may begin, without polite words. A question is none,
    unless it is asked politely."""
    for start in (0, *(one.end() for one in _ENDS_EN.finditer(seen))):
        part = seen[start:].strip()
        said = POLITE.sub("", part + " ").strip()
        if not said.endswith("?") or said != part:
            yield said

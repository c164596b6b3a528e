"""Expressions of orders that are put together from pieces, each with its own named groups."""

from __future__ import annotations

import itertools
import re

from jiyi.language.regex import regex


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

"""Patterns of one's own, from settings: checked before use, searched in bounded windows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from jiyi.errors import InvalidInput
from jiyi.policy.guard.hits import Hit

LONGEST = 1_000  # characters of a pattern
WINDOW, OVERLAP = 2_048, 256  # characters searched at once; a match may be as long as the overlap
NESTED = re.compile(r"[*+}][?+]?\)(?:[*+]|\{\d*,\d*\})")


def safe_pattern(name: str, pattern: str) -> re.Pattern[str]:
    """The compiled pattern. Raises InvalidInput for one that is not valid, matches nothing visible, or repeats a
    repetition (`(a+)+`), which could take for ever on a text made for it."""
    if len(pattern) > LONGEST:
        raise InvalidInput(f"guard pattern {name!r} is longer than {LONGEST} characters")
    if not name or any(character in name for character in "[]\n") or len(name) > 40:
        raise InvalidInput(f"guard pattern {name!r}: a category name has 1 to 40 characters without brackets")
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise InvalidInput(f"guard pattern {name!r} is not a valid regular expression: {error}") from error
    if compiled.match(""):
        raise InvalidInput(f"guard pattern {name!r} matches empty text, so it would match everywhere")
    if NESTED.search(pattern):
        raise InvalidInput(f"guard pattern {name!r} repeats a repetition such as (a+)+, which can take for ever")
    return compiled


def own_hits(body: str, patterns: Sequence[tuple[str, re.Pattern[str]]]) -> Iterator[Hit]:
    """Matches of each pattern, within windows of the text so that even a slow pattern costs a bounded time a window."""
    for start in range(0, max(1, len(body) - OVERLAP), WINDOW - OVERLAP):
        window = body[start : start + WINDOW]
        for name, pattern in patterns:
            for match in pattern.finditer(window):
                if match.end() > match.start():
                    yield Hit(start + match.start(), start + match.end(), name)

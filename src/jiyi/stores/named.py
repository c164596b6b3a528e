"""Statements with names, as the stores' `.sql` files hold them: the text behind `-- name: head`."""

from __future__ import annotations

import re

NAME = re.compile(r"^-- name: (\w+)[^\n]*$", re.MULTILINE)


def parse(text: str) -> dict[str, str]:
    """Names to statements, without comments and the closing semicolon. A name used twice is a ValueError."""
    parts = NAME.split(text)
    found: dict[str, str] = {}
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        if name in found:
            raise ValueError(f"the statement {name!r} is there twice")
        lines = (line for line in part.splitlines() if not line.lstrip().startswith("--"))
        found[name] = "\n".join(lines).strip().rstrip(";")
    return found

"""From what a person types to ids and statuses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jiyi.errors import InvalidInput, NotFound
from jiyi.records import Status

if TYPE_CHECKING:
    from jiyi.memory import AsyncMemory

STATUSES = tuple(status.value for status in Status)
FULL = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
END = re.compile(r"[0-9a-f-]{4,}")


def statuses(text: str) -> tuple[str, ...]:
    """`current,archived` or `all`. Raises InvalidInput."""
    if text == "all":
        return STATUSES
    named = tuple(name.strip() for name in text.split(",") if name.strip())
    wrong = [name for name in named if name not in STATUSES]
    if wrong or not named:
        raise InvalidInput(f"no such status: {', '.join(wrong) or text!r}; use {', '.join(STATUSES)} or all")
    return named


async def found(memory: AsyncMemory, user: str, text: str) -> str:
    """The full id for an id or the end of one. Raises NotFound, and InvalidInput when several end so."""
    wanted = text.strip().lower()
    if FULL.fullmatch(wanted) or not END.fullmatch(wanted):
        return text.strip()
    matches: list[str] = []
    cursor: str | None = None
    while True:
        page = await memory.list(user, status=STATUSES, limit=1000, cursor=cursor)
        matches += [record.id for record in page.items if record.id.endswith(wanted)]
        cursor = page.cursor
        if cursor is None:
            break
    if not matches:
        raise NotFound(f"user {user!r} has no memory {text!r}")
    if len(matches) > 1:
        raise InvalidInput(f"{len(matches)} memories end in {text!r}: {', '.join(matches[:4])}")
    return matches[0]

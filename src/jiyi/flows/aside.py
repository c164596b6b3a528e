"""Work on long texts goes to a thread, so that the loop goes on answering meanwhile; short work is done at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
LONG = 20_000  # characters from which work on them is noticed by others (some 5 ms)


async def aside(characters: int, work: Callable[[], T]) -> T:
    """What `work` returns. It must be pure, or at least touch nothing that others use."""
    return await asyncio.to_thread(work) if characters > LONG else work()

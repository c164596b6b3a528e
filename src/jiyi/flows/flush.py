"""Use counts go to the store now and then, so that a read never waits for a write."""

from __future__ import annotations

import asyncio
import logging

from jiyi.errors import Closed, JiyiError
from jiyi.flows.parts import Parts

log = logging.getLogger("jiyi.flush")


async def flushing(parts: Parts) -> None:
    """Write what was gathered every `recall.flush_uses_seconds`, until cancelled. A store that does not answer
    costs nothing: the counts are kept for the next time."""
    while True:
        await asyncio.sleep(parts.settings.recall.flush_uses_seconds)
        try:
            await parts.uses.flush(parts.store)
        except Closed:
            return
        except JiyiError as error:
            log.warning("use counts could not be written (%s); trying again", error.code)

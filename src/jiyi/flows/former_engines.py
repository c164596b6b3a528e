"""Engines that once held vectors of large users and that the settings name no more: an erasure asks them too, where
they can still be reached, and says which could not be.
"""

from __future__ import annotations

import logging
from pathlib import Path

from jiyi.errors import JiyiError
from jiyi.flows.parts import Parts
from jiyi.indexes.engines.blocking import without_credentials
from jiyi.indexes.engines.opening import index_of
from jiyi.indexes.large import ENGINES

log = logging.getLogger("jiyi.candidates")


async def erase(parts: Parts, user: str) -> tuple[int, tuple[str, ...]]:
    """Drop the user from them. Returns the rows that are still found there, and the engines that could not be asked."""
    left, unreached = 0, []
    for named in ((await parts.store.note(ENGINES)) or "").splitlines():
        if parts.large is not None and named == without_credentials(parts.settings.index):
            continue
        try:
            engine = index_of(named, parts.settings, parts.url, parts.store.place)
            if engine is None or _is_gone(engine.place):
                continue
            await engine.open()
            try:
                left += await engine.erase(user)
            finally:
                await engine.close()
        except JiyiError as error:
            log.warning("the engine %s, which is switched off, was not asked: %s", named, error)
            unreached.append(named)
    return left, tuple(unreached)


def _is_gone(place: str) -> bool:
    """Whether an engine's folder was removed: opening it would make it anew."""
    kind, _, folder = place.partition(":")
    return kind in ("faiss", "chroma") and not Path(folder).exists()

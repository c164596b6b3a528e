"""Making all vectors anew with another model: in batches, each its own transaction, so that it can be stopped."""

from __future__ import annotations

from jiyi import codec
from jiyi.errors import Conflict
from jiyi.flows import items
from jiyi.flows.opening import EMBEDDER
from jiyi.flows.parts import Parts
from jiyi.records import Action
from jiyi.rows import ItemRow, Write

TRIES = 8


async def reembed(parts: Parts, batch: int) -> int:
    """Every row whose vectors are of another model is embedded again. The store's note changes last: until then
    opening it without `reembed` is refused, and a second run does what is left."""
    done = 0
    after = ""
    while users := await parts.store.users(after=after):
        for user in users:
            done += await _user(parts, user, batch)
        after = users[-1]
    await parts.store.note(EMBEDDER, parts.embedder.name)
    return done


async def _user(parts: Parts, user: str, batch: int) -> int:
    done = 0
    tries = 0
    while True:
        loaded = await parts.store.load(user)
        name = parts.embedder.name
        memories = [row for row in loaded.memories if row.embedder != name][:batch]
        episodes = [row for row in loaded.episodes if row.embedder != name][: batch - len(memories)]
        if not memories and not episodes:
            return done
        why = f"embedded again with {name}"
        entry = items.entry(Action.UPDATE, "", why, parts.clock(), "reembed")
        write = Write(
            expect=loaded.head,
            memories=await _memories(parts, user, memories),
            episodes=await items.episode_rows(parts, [codec.episode(row, user) for row in episodes]),
            changes=(entry,),
        )
        try:
            await parts.store.apply(user, write)
        except Conflict:
            tries += 1
            if tries >= TRIES:
                raise
            continue
        done += len(memories) + len(episodes)


async def _memories(parts: Parts, user: str, rows: list[ItemRow]) -> tuple[ItemRow, ...]:
    records = [codec.memory(row, user) for row in rows]
    fresh = await items.memory_rows(parts, records)
    return tuple(
        new._replace(last_recalled_at=old.last_recalled_at, recall_count=old.recall_count)
        for new, old in zip(fresh, rows, strict=True)
    )

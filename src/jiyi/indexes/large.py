"""Users past a limit: an engine holds the vectors of their episodes, and the process only a sketch of them.

What is ranked stays all of a user's episodes, by words and by the sketch. The engine adds the exact nearest. So nothing
drops out because an engine did not name it, and one that fails costs the exactness of the nearest and no more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from hashlib import blake2b
from typing import Any

import numpy as np

from jiyi.errors import StoreError
from jiyi.indexes.part import Part
from jiyi.indexes.sketch import EXACT
from jiyi.indexes.working_set import WorkingSet, WorkingSets
from jiyi.ports import CandidateIndex, Nearest, Rows, Store, Vectors
from jiyi.rows import Head

log = logging.getLogger("jiyi.candidates")

ENGINES = "candidates"  # the note that names the engines, one a line, that were ever given vectors
BACK = 0.8  # of the limit: below it a user's vectors come back into the process
TAIL = 2_048  # vectors held here beside the engine's before it takes them in
ITEMS = 1_024  # taken in at a time
PATIENCE = 5.0  # seconds that a recall waits for the engine
ROUNDS = 8  # of taking in what was written meanwhile, before the next read tries again
NUMBERS = np.zeros(0, dtype=np.int64)


class LargeUsers:
    """Moves users with more than `most` episodes to `engine`, and back. Reads never wait for it."""

    def __init__(
        self, store: Store, sets: WorkingSets, engine: CandidateIndex, embedder: str, most: int, setting: str = ""
    ) -> None:
        self._store = store
        self._sets = sets
        self._engine = engine
        self._embedder = embedder
        self._most = most
        self._setting = setting or engine.place
        self._noted = False
        self._moving: dict[str, asyncio.Task[None]] = {}
        self._opened = False
        self._opening = asyncio.Lock()

    async def near(
        self, user: str, held: WorkingSet, vectors: Vectors, *, upto: int | None = None, without: int | None = None
    ) -> tuple[list[Nearest | None], str]:
        """What the engine finds near each vector, and a note for the trace; nothing ("") for a user whose vectors are
        all here."""
        part = held.episodes
        none: list[Nearest | None] = [None] * len(vectors)
        if not part.outside:
            if len(part) > self._most:
                self._start(user, self._move_out)
            return none, ""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._open()
                taken = await self._engine.taken(user)
                if taken.generation != self._generation(held.head) or taken.version < held.outside_at:
                    self._start(user, self._come_back)
                    return none, f"{self._engine.place} is being filled anew; nearest by a sketch"
                found = [await self._engine.search(user, v, EXACT, upto=upto, without=without) for v in vectors]
        except (StoreError, TimeoutError) as error:
            log.warning("recall goes on without %s: %s", self._engine.place, error)
            return none, f"{self._engine.place} did not answer; nearest by a sketch"
        if len(part) < self._most * BACK:
            self._start(user, self._come_back)
        elif part.stale or len(part.vectors) > TAIL:
            self._start(user, self._move_out)
        return [*found], f"nearest from {self._engine.place}"

    async def follow(self, user: str) -> None:
        """Take in by the log what is newer, removals above all, where the engine holds the user. A failure is left to
        the next read."""
        try:
            await self._open()
            taken = await self._engine.taken(user)
            if taken.version:
                await self._catch_up(user, taken)
        except StoreError as error:
            log.warning("%s lags behind the log: %s", self._engine.place, error)

    async def erase(self, user: str) -> int:
        """Drop the user from the engine. Returns how many rows are still found there."""
        await self._stop(user)
        await self._open()
        return await self._engine.erase(user)

    async def settled(self, user: str) -> None:
        """Wait until nothing is moving for this user."""
        while (task := self._moving.get(user)) is not None:
            await asyncio.wait([task])

    async def close(self) -> None:
        """Stop what is moving, and close the engine."""
        for user in list(self._moving):
            await self._stop(user)
        if self._opened:
            await self._engine.close()

    async def _open(self) -> None:
        """Open the engine at its first use: most processes never meet a large user, and one that does not answer keeps
        nobody from opening a store."""
        async with self._opening:
            if not self._opened:
                await self._engine.open()
                self._opened = True

    # --- moving -------------------------------------------------------------------------------------------------
    def _start(self, user: str, work: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        if user not in self._moving:
            self._moving[user] = asyncio.create_task(self._run(user, work), name="jiyi-candidates")

    async def _run(self, user: str, work: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        try:
            await self._open()
            await work(user)
        except StoreError as error:
            log.warning("a large user stays as it is for now: %s", error)
        finally:
            del self._moving[user]

    async def _stop(self, user: str) -> None:
        if (task := self._moving.get(user)) is not None:
            task.cancel()
            await asyncio.wait([task])
            self._moving.pop(user, None)  # cancelled before it began

    async def _move_out(self, user: str) -> None:
        """Bring the engine up to date, then hold the vectors there only."""
        held, _ = await self._sets.of(user)
        taken = await self._engine.taken(user)
        if taken.generation != self._generation(held.head) or not taken.version:
            taken = await self._fill(user, held)
        for _ in range(ROUNDS):
            held, _ = await self._sets.of(user)
            if taken.generation != self._generation(held.head):
                return
            if taken.version >= held.head.version:
                held.episodes.let_go()
                held.outside_at = taken.version
                self._sets.weigh(user)
                return
            taken = await self._catch_up(user, taken)

    async def _come_back(self, user: str) -> None:
        """Hold the vectors here again. A user who is still past the limit moves out again, to an engine filled anew."""
        await self._sets.renew(user)
        await self._engine.erase(user)

    async def _fill(self, user: str, held: WorkingSet) -> Head:
        await self._note()
        await self._engine.erase(user)
        part, head = held.episodes, self._head(held.head)
        count = len(part.ids)
        filling = Head(generation=head.generation, version=0)
        for first in range(0, count, ITEMS):
            await self._engine.take(user, filling, part.rows_of(first, min(first + ITEMS, count)))
        await self._engine.take(user, head, Rows(ids=(), pieces=(), at=NUMBERS, sessions=NUMBERS, vectors=_none(part)))
        return await self._checked(user, head)

    async def _note(self) -> None:
        """Before it is given anything, note that it is: an erasure asks it when the settings name it no more."""
        if not self._noted:
            named = ((await self._store.note(ENGINES)) or "").splitlines()
            if self._setting not in named:
                await self._store.note(ENGINES, "\n".join((*named, self._setting)))
            self._noted = True

    async def _catch_up(self, user: str, taken: Head) -> Head:
        """What the log has after `taken`. Returns up to where the engine is then."""
        loaded = await self._store.load(user, taken.version)
        head = self._head(loaded.head)
        if head.generation != taken.generation:  # erased since, or another model
            await self._engine.erase(user)
            return head
        part = Part(self._embedder)
        part.take(loaded.episodes)
        gone = [*loaded.gone, *(row.id for row in loaded.episodes)]
        await self._engine.take(user, head, part.rows_of(0, len(part.ids)), gone)
        return await self._checked(user, head)

    async def _checked(self, user: str, head: Head) -> Head:
        """The head; nothing is left in the engine when the user was erased while it was taking in."""
        if self._head(await self._store.head(user)).generation != head.generation:
            await self._engine.erase(user)
        return head

    def _head(self, head: Head) -> Head:
        return Head(generation=self._generation(head), version=head.version)

    def _generation(self, head: Head) -> int:
        """Of the user's log and of the model: vectors of another one are as good as none."""
        digest = blake2b(f"{head.generation}:{self._embedder}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 1


def _none(part: Part) -> Vectors:
    return np.zeros((0, part.dimensions), dtype=np.float32)

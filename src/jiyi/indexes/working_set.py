"""Working sets: all that recall needs of one user, in memory, exact and fresh by the log's version."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import replace

from jiyi import codec
from jiyi.indexes.part import Mask, Part
from jiyi.indexes.readings import Readings
from jiyi.policy.prepared import Prepared
from jiyi.policy.profile import Told
from jiyi.policy.reference import Person
from jiyi.ports import Store
from jiyi.records import Episode, MemoryRecord
from jiyi.rows import Head, ItemRow, Loaded

ENTRY_BYTES = 2_000  # of an empty working set
RECORDS = 128  # of a user that are kept as they were read, the newest
RECORD_BYTES = 2_000  # of each, about
BRIEF_BYTES = 600  # of a row without its vectors, about
AT_ONCE = 8_192  # episodes taken in without letting others go first
_looked: ContextVar[dict[tuple[int, str], WorkingSet] | None] = ContextVar("looked", default=None)


class WorkingSet:
    """One user's memories and episodes as of `head`."""

    def __init__(self, embedder: str | None = None) -> None:
        self.head = Head(generation=0, version=0)
        self.memories = Part(embedder)
        self.episodes = Part(embedder)
        self.outside_at = 0  # the version up to which an engine held all vectors when they were let go
        self.told: dict[str, Prepared] = {}  # by zone: what may stand in the profile, until something changes
        self.lines: dict[str, dict[str, Told]] = {}  # the same by id, each until the memory itself changes
        self.people: tuple[Person, ...] | None = None  # the named ones, until something changes
        self.hidden: Mask | None = None  # the episodes that said what is set aside, …
        self.looked = False  # … once they were looked for, until something changes
        self.readings = Readings()  # of memories
        self.records: dict[str, MemoryRecord | Episode] = {}  # some that were shown, each until it changes
        self.rows: dict[str, ItemRow] = {}  # of a small user, what the records not asked for yet are made of

    @property
    def nbytes(self) -> int:
        """Bytes it takes, about."""
        own = ENTRY_BYTES + RECORD_BYTES * len(self.records) + BRIEF_BYTES * len(self.rows) + self.readings.nbytes
        return own + self.memories.nbytes + self.episodes.nbytes

    def take(self, loaded: Loaded) -> None:
        """Take in what changed since `head` (or everything, when it is new)."""
        self.told = {}
        changed = (*loaded.gone, *(row.id for row in loaded.memories))
        for known in self.lines.values():
            for id in changed:
                known.pop(id, None)
        self.readings.drop(changed)
        for id in (*changed, *(row.id for row in loaded.episodes)) if self.records else ():
            self.records.pop(id, None)
        for id in changed if self.rows else ():
            self.rows.pop(id, None)
        self.people = self.hidden = None
        self.looked = False
        self.memories.take(loaded.memories, loaded.gone)
        self.episodes.take(loaded.episodes, loaded.gone)
        self.head = loaded.head
        if len(self.memories) + len(self.episodes) > RECORDS:
            self.rows = {}
        else:
            self.rows.update((row.id, codec.brief(row)) for row in (*loaded.memories, *loaded.episodes))

    def part(self, name: str) -> Part:
        """`memories` or `episodes`."""
        return self.memories if name == "memories" else self.episodes


class WorkingSets:
    """The working sets of the users seen last, `most_bytes` in all. One user's loads never run beside each other,
    and many readers at once wait for one load. Every set it hands out is as fresh as the store was when asked.

    `embedder` names the model of the questions: items that another one embedded, as happens while a store is embedded
    anew, are found by their words alone."""

    def __init__(self, store: Store, most_bytes: int, embedder: str | None = None) -> None:
        self._store = store
        self._embedder = embedder
        self._most = most_bytes
        self._held: OrderedDict[str, WorkingSet] = OrderedDict()
        self._sizes: dict[str, int] = {}
        self._total = 0  # of these: tens of thousands are not summed at each load
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    @property
    def nbytes(self) -> int:
        """Bytes that the held sets take."""
        return self._total

    def __len__(self) -> int:
        return len(self._held)

    async def of(self, user: str) -> tuple[WorkingSet, str]:
        """The user's working set, and how it came: "warm", "delta" or "cold"."""
        looked = _looked.get()
        if looked is None:
            return await self._fresh(user)
        if (held := looked.get((id(self), user))) is not None:
            return held, "warm"
        found = await self._fresh(user)
        looked[id(self), user] = found[0]
        return found

    @contextmanager
    def one_look(self) -> Iterator[None]:
        """Inside of it the store is asked once for each user, and everything that this task does rests on one state."""
        before = _looked.set({})
        look = getattr(self._store, "one_look", nullcontext)  # of a store that keeps copies or reads ahead
        try:
            with look():
                yield
        finally:
            _looked.reset(before)

    async def _fresh(self, user: str) -> tuple[WorkingSet, str]:
        head = await self._store.head(user)
        held = self._held.get(user)
        if held is not None and held.head == head:
            self._held.move_to_end(user)
            return held, "warm"
        lock, waiting = self._locks.get(user, (asyncio.Lock(), 0))
        self._locks[user] = (lock, waiting + 1)
        try:
            async with lock:
                return await self._load(user, head)
        finally:
            lock, waiting = self._locks[user]
            if waiting == 1:
                del self._locks[user]
            else:
                self._locks[user] = (lock, waiting - 1)

    async def _load(self, user: str, head: Head) -> tuple[WorkingSet, str]:
        held = self._held.get(user)
        if held is not None and held.head.generation == head.generation and held.head.version >= head.version:
            self._held.move_to_end(user)
            return held, "warm"  # another reader brought it
        how = "cold"
        if held is not None and held.head.generation == head.generation and not held.memories.crowded():
            loaded = await self._store.load(user, held.head.version)
            if loaded.head.generation == held.head.generation:
                held.take(loaded)
                how = "delta"
        if how == "cold":
            loaded = await self._store.load(user)
            held = WorkingSet(self._embedder)
            held.take(loaded)
        assert held is not None
        if not held.head.generation:
            return held, how  # nothing is known of this user: nothing to keep
        self._held[user] = held
        self._held.move_to_end(user)
        self.weigh(user)
        self._shrink()
        return held, how

    def _shrink(self) -> None:
        while self._total > self._most and len(self._held) > 1:
            user, _ = self._held.popitem(last=False)
            self._total -= self._sizes.pop(user)

    def weigh(self, user: str) -> None:
        """Look anew how much a user's set takes."""
        if user in self._held:
            size = self._held[user].nbytes
            self._total += size - self._sizes.get(user, 0)
            self._sizes[user] = size

    async def renew(self, user: str) -> None:
        """Load a user's set anew, beside the one that serves meanwhile."""
        loaded = await self._store.load(user)
        fresh = WorkingSet(self._embedder)
        fresh.memories.take(loaded.memories)
        for first in range(0, len(loaded.episodes), AT_ONCE):
            fresh.episodes.take(loaded.episodes[first : first + AT_ONCE])
            await asyncio.sleep(0)  # others want their turn
        fresh.head = loaded.head
        if user in self._held:
            self._held[user] = fresh
            self.weigh(user)

    def drop(self, user: str) -> None:
        """Forget what is held of a user (after an erasure). The next read loads anew."""
        self._held.pop(user, None)
        self._total -= self._sizes.pop(user, 0)

    async def read(self, user: str, ids: Sequence[str]) -> tuple[ItemRow, ...]:
        """The rows of items, as the store has them now."""
        return await self._store.fetch(user, ids)

    async def records(
        self, user: str, held: WorkingSet, wanted: Mapping[str, str]
    ) -> dict[str, MemoryRecord | Episode]:
        """Items of a working set by id, as the store has them now; those that are gone are missing. `wanted` says of
        each id whether it is among the `memories` or `episodes`. Inside of `one_look` those that were read before, and
        have not changed up to the state that it rests on, are not read again."""
        known = {} if _looked.get() is None else self._at_hand(user, held, wanted)
        unread = [id for id in wanted if id not in known]
        for row in await self._store.fetch(user, unread) if unread else ():
            known[row.id] = self._record(user, held, row, wanted[row.id])
        return known

    def _at_hand(self, user: str, held: WorkingSet, wanted: Mapping[str, str]) -> dict[str, MemoryRecord | Episode]:
        """Those that were read before, or came with the set."""
        for id in wanted if held.rows else ():
            if id not in held.records and id in held.rows:
                self._record(user, held, held.rows[id], wanted[id])
        return {id: held.records[id] for id in wanted if id in held.records}

    def _record(self, user: str, held: WorkingSet, row: ItemRow, over: str) -> MemoryRecord | Episode:
        """The record in a row. What it says is worked out once for each version of it."""
        before = held.records.get(row.id)
        if before is not None and before.version == row.version and before.embedder == row.embedder:
            if before.recall_count == row.recall_count and before.last_recalled_at == row.last_recalled_at:
                return before
            made = replace(before, recall_count=row.recall_count, last_recalled_at=row.last_recalled_at)
        else:
            made = codec.memory(row, user) if over == "memories" else codec.episode(row, user)
        if row.version <= held.head.version:  # else it changed since, and the set does not know yet
            self._keep(user, held, made)
        return made

    def _keep(self, user: str, held: WorkingSet, record: MemoryRecord | Episode) -> None:
        brief = held.rows.pop(record.id, None) is not None
        more = RECORD_BYTES * (record.id not in held.records) - BRIEF_BYTES * brief
        held.records[record.id] = record
        if len(held.records) > RECORDS:
            del held.records[next(iter(held.records))]
            more -= RECORD_BYTES
        if more and self._held.get(user) is held:
            self._sizes[user] += more
            self._total += more
            self._shrink()

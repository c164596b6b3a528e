"""What a device asks: what is new since a version, and to take in what it changed while it was alone.

Everything comes from the user's log. A device that has version n and applies what it gets in order has, at the end,
what the server has; it is told to begin anew when its log is not this one.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from jiyi import codec
from jiyi.errors import Conflict, InvalidInput, JiyiError, NotFound, Outdated, Refused, Underway
from jiyi.memory import AsyncMemory
from jiyi.ports import Store
from jiyi.records import Action, MemoryRecord, Status
from jiyi.rows import Head
from jiyi.server.feed import Feed
from jiyi.server.limits import Repeats
from jiyi.server.once import Asked, Once
from jiyi.server.requests import Edit
from jiyi.server.wire import Judged, Pushed, Synced, Update

TRIES = 8  # at an edit, when others write the same memory at the same time
OF_EPISODES = (Action.RECORD, Action.UNRECORD)
# What may have happened to a memory since an edit was made, so that the edit can still be carried out on top of it:
# the sentence is the same and still holds.
MILD = frozenset({Action.SAME, Action.CONFIRM, Action.UPDATE, Action.ADD, Action.SUPPLEMENT})


class Device:
    """Sync for all devices of all users of a store. `delivered` hears of updates that a device was waiting for."""

    def __init__(
        self, memory: AsyncMemory, store: Store, feed: Feed, once: Once, delivered: Callable[[Sequence[Update]], None]
    ) -> None:
        self._memory = memory
        self._store = store
        self._feed = feed
        self._once = once
        self._delivered = delivered
        self._done: Repeats[Judged] = Repeats(lambda _: 1024)

    def drop(self, user: str) -> None:
        """Give up what is remembered of a user's edits: words of theirs were destroyed."""
        self._done.drop(user)

    # --- what is new ------------------------------------------------------------------------------------------
    async def sync(
        self, user: str, last_version: int = 0, generation: str | None = None, limit: int = 500, wait: float = 0.0
    ) -> Synced:
        """A page of updates after `last_version`, waiting up to `wait` seconds for one when there is none."""
        head = await self._store.head(user)
        waiting = bool(wait) and _current(head, last_version, generation)
        if waiting:
            head = await self._feed.past(user, head, wait)
        if _other_log(head, last_version, generation):
            return Synced(status="reset", next_version=0, generation=str(head.generation), updates=())
        if last_version == head.version:
            return Synced(status="ok", next_version=last_version, generation=str(head.generation), updates=())
        updates = await self._updates(user, last_version, limit)
        after = await self._store.head(user)
        if after.generation != head.generation:  # erased while we read
            return Synced(status="reset", next_version=0, generation=str(after.generation), updates=())
        if waiting:
            self._delivered(updates)
        upto = updates[-1].version if updates else last_version
        return Synced(
            status="ok",
            next_version=upto,
            generation=str(head.generation),
            updates=updates,
            more=upto < after.version,
        )

    async def _updates(self, user: str, since: int, limit: int) -> tuple[Update, ...]:
        changes = await self._memory.changes(user, since, limit)
        last = {one.ref: one.version for one in changes if one.action not in OF_EPISODES}
        rows = await self._store.fetch(user, list(last))
        found = {row.id: codec.memory(row, user) for row in rows}
        return tuple(
            Update(
                version=one.version,
                action=one.action,
                ref=one.ref,
                by=one.by,
                why=one.why,
                at=one.at,
                patch=one.patch,
                memory=found.get(one.ref) if last.get(one.ref) == one.version else None,
            )
            for one in changes
        )

    async def follow(self, user: str, last_version: int, generation: str | None, wait: float) -> AsyncIterator[Synced]:
        """Page after page for as long as it is asked for; an empty one when nothing came for `wait` seconds."""
        while not self._feed.closed:
            page = await self.sync(user, last_version, generation, wait=wait)
            last_version, generation = page.next_version, page.generation
            yield page

    # --- what was changed alone -------------------------------------------------------------------------------
    async def push(self, user: str, edits: list[Edit]) -> Pushed:
        """Judge edits one after the other, in order."""
        results = []
        for edit in edits:
            print = codec.dump(edit.model_dump())
            try:
                results.append(await self._done.once((user, edit.edit), print, _bound(self._first, user, edit, print)))
            except Underway:
                raise
            except (Conflict, InvalidInput) as error:
                results.append(await self._refused(user, edit, str(error)))
        return Pushed(results=tuple(results), next_version=(await self._store.head(user)).version)

    async def _first(self, user: str, edit: Edit, print: bytes) -> Judged:
        """Judge an edit, unless another server of the store has. A refused one may be tried again."""

        async def head() -> str:
            now = await self._store.head(user)
            return f"{now.generation}.{now.version}"

        async def judge() -> Judged:
            judged = await self._judge(user, edit)
            if judged.status == "refused":
                raise _Unchanged(judged)
            return judged

        async def again(kept: str) -> Judged:
            status, _, id = kept.partition(" ")
            try:
                memory = await self._memory.get(user, id) if id else None
            except NotFound:
                memory = None
            return Judged(edit=edit.edit, status="applied" if status == "applied" else "merged", memory=memory)

        asked = Asked(key=("edit", user, edit.edit), print=hashlib.sha256(print).digest(), head=head)
        try:
            return await self._once.once(
                asked, judge, lambda one: f"{one.status} {one.memory.id if one.memory else ''}", again
            )
        except _Unchanged as error:
            return error.judged

    async def _judge(self, user: str, edit: Edit) -> Judged:
        try:
            if edit.verb == "remember":
                kept = await self._memory.remember(user, edit.content or "")
                return Judged(edit=edit.edit, status="applied", memory=kept)
            for _ in range(TRIES):
                try:
                    return await self._carry_out(user, edit, edit.id or "")
                except Outdated:
                    continue
            return await self._refused(user, edit, "the memory is being changed by too many at once; try again")
        except NotFound:
            if edit.verb == "forget":
                return Judged(edit=edit.edit, status="merged", why="it is gone already")
            return await self._refused(user, edit, "this memory was erased, or never was there")
        except (InvalidInput, Refused, Conflict) as error:
            return await self._refused(user, edit, str(error))

    async def _carry_out(self, user: str, edit: Edit, id: str) -> Judged:
        now = await self._memory.get(user, id)
        if (same := await self._already(user, edit, now)) is not None:
            return Judged(edit=edit.edit, status="merged", memory=same, why="it was so already")
        base = edit.base_version
        mild = base is None or base == now.version
        if base is not None and not mild:
            since = await self._store.changes(user, since=base, ref=id)
            mild = base < now.version and all(row.action in MILD for row in since)
        if not mild:
            return await self._refused(user, edit, "others changed this memory after the version of the edit")
        after = await self._do(user, edit, now)
        clean = base is None or base == now.version
        return Judged(edit=edit.edit, status="applied" if clean else "merged", memory=after)

    async def _already(self, user: str, edit: Edit, now: MemoryRecord) -> MemoryRecord | None:
        """The memory that already is what the edit wants: it came twice, or somebody else did the same."""
        if edit.verb == "retract" and now.status is Status.RETRACTED:
            return now
        if edit.verb == "restore" and now.status is Status.CURRENT:
            return now
        moved = edit.base_version is not None and edit.base_version < now.version
        if edit.verb == "confirm" and moved and now.status is Status.CURRENT and now.confidence == 1.0:
            return now
        if edit.verb == "correct" and now.superseded_by is not None:
            last = await self._memory.get(user, now.superseded_by)
            return last if last.content == (edit.content or "").strip() else None
        return None

    async def _do(self, user: str, edit: Edit, now: MemoryRecord) -> MemoryRecord | None:
        id, version = now.id, now.version
        if edit.verb == "correct":
            return await self._memory.correct(user, id, edit.content or "", version=version)
        if edit.verb == "confirm":
            return await self._memory.confirm(user, id, version=version)
        if edit.verb == "retract":
            return await self._memory.retract(user, id, edit.why, version=version)
        if edit.verb == "restore":
            return await self._memory.restore(user, id, version=version)
        await self._memory.forget(user, id=id, version=version)
        return None

    async def _refused(self, user: str, edit: Edit, why: str) -> Judged:
        """Both sides: what stands now (what took the memory's place, if something did), and what was asked."""
        theirs: MemoryRecord | None = None
        next_: str | None = edit.id
        for _ in range(TRIES):
            try:
                theirs = await self._memory.get(user, next_) if next_ else theirs
            except NotFound:
                break
            if theirs is None or theirs.superseded_by is None:
                break
            next_ = theirs.superseded_by
        yours: dict[str, Any] = edit.model_dump(exclude_unset=True)
        return Judged(edit=edit.edit, status="refused", memory=theirs, yours=yours, why=why)


class _Unchanged(JiyiError):
    """An edit was refused, and nothing changed by it."""

    def __init__(self, judged: Judged) -> None:
        super().__init__(judged.why)
        self.judged = judged


def _bound(
    first: Callable[[str, Edit, bytes], Awaitable[Judged]], user: str, edit: Edit, print: bytes
) -> Callable[[], Awaitable[Judged]]:
    return lambda: first(user, edit, print)


def _other_log(head: Head, last_version: int, generation: str | None) -> bool:
    """Whether the device's versions are not of this log: the user was erased, or it is another store."""
    if last_version == 0:
        return False
    return last_version > head.version or (generation is not None and generation != str(head.generation))


def _current(head: Head, last_version: int, generation: str | None) -> bool:
    return last_version == head.version and not _other_log(head, last_version, generation)

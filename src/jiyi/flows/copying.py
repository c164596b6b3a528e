"""Copying a whole store into another: user by user, each in one transaction; then all of it is compared."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from jiyi.errors import Conflict, InvalidInput, StoreError
from jiyi.ports import Copying, Store
from jiyi.rows import Whole

NOTE = "copy"  # in a store that is a copy: of what, and whether it is finished
COUNTED = ("users", "sessions", "messages", "memories", "episodes", "changes")
FEW = 5  # users that are named in an error


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """What is in both stores now. `placed` users were carried over by this call, the others were there before."""

    placed: int
    counts: dict[str, int]
    checksum: str  # of all rows of all users; the same for stores that hold the same


async def copy(source: Store, target: Store, told: Callable[[int, int], None]) -> Copied:
    """Make `target`, which is empty or a copy of `source` that was not finished, hold what `source` holds.

    Both are open, and nobody writes to them meanwhile. `told` hears how many users are done, and of how many. Raises
    Conflict when the target holds something else, or when in the end the two are not the same; a copy that was broken
    off goes on when it is called again.
    """
    here, there = _able(source), _able(target)
    finished = await _admit(source, target, there)
    placed = 0
    if not finished:
        placed = await _carry(source, here, target, there, told)
    differing, checksum = await _compare(source, here, target, there)
    ours, theirs = await source.stats(), await target.stats()
    counts = {name: ours[name] for name in COUNTED}
    if differing or counts != {name: theirs[name] for name in COUNTED} or ours["jobs"] != theirs["jobs"]:
        raise Conflict(_why(source.place, target.place, finished, differing))
    if not finished:
        for name, value in (await here.notes()).items():
            if name != NOTE:
                await target.note(name, value)
        await target.note(NOTE, _note(source, True))
    return Copied(placed=placed, counts=counts | {"jobs": sum(ours["jobs"].values())}, checksum=checksum)


async def check_finished(store: Store) -> None:
    """Refuse a store into which somebody still copies: it would be used with half of what people told it."""
    told = _read(await store.note(NOTE))
    if told is not None and not told["finished"]:
        raise StoreError(
            f"{store.place} is a copy of {told['from']} that is not finished. Run the same `jiyi copy` again: it goes "
            "on where it was"
        )


def digest(held: Whole) -> bytes:
    """Of every row, in the order of their names."""
    held = held.ordered()
    # What an error says is cleaned by a store that cannot hold a NUL.
    jobs = [replace(job, error=job.error and job.error.replace("\x00", "\ufffd")) for job in held.jobs]
    sum_ = blake2b(digest_size=16)
    for rows in (
        (held.head,),
        *(held.sessions, held.messages, held.memories, held.episodes, held.removals, held.changes),
        jobs,
    ):
        for row in rows:
            sum_.update(f"{row!r}\n".encode())
        sum_.update(b"\n")
    return sum_.digest()


def _able(store: Store) -> Copying:
    if not isinstance(store, Copying):
        raise InvalidInput(f"{store.place} is a store that cannot be copied")
    return store


def _note(source: Store, finished: bool) -> str:
    return json.dumps({"from": source.place, "finished": finished})


def _read(note: str | None) -> dict[str, Any] | None:
    return None if note is None else json.loads(note)


async def _admit(source: Store, target: Store, there: Copying) -> bool:
    """Whether the target is a finished copy of the source. Refuses what is neither that, nor begun, nor empty."""
    await check_finished(source)
    told = _read(await target.note(NOTE))
    if told is None:
        if await target.users(limit=1) or await there.notes():
            raise Conflict(f"{target.place} is not empty; nothing was changed. Name a new place to copy to")
        await target.note(NOTE, _note(source, False))
        return False
    if told["from"] != source.place:
        raise Conflict(
            f"{target.place} is a copy of {told['from']}, not of {source.place}; nothing was changed. Name a new place"
        )
    return bool(told["finished"])


async def _users(store: Store) -> AsyncIterator[str]:
    after = ""
    while page := await store.users(after=after):
        for user in page:
            yield user
        after = page[-1]


async def _carry(source: Store, here: Copying, target: Store, there: Copying, told: Callable[[int, int], None]) -> int:
    """Place every user who is not there as in the source. Returns how many."""
    total = (await source.stats())["users"]
    known = {user async for user in _users(target)}
    wanted = set()
    placed = 0
    async for user in _users(source):
        wanted.add(user)
        held = await here.whole(user)
        if user not in known:
            await there.settle_in(user, held)
            placed += 1
        elif digest(await there.whole(user)) != digest(held):  # went on since the copy was broken off
            await target.erase(user)
            await there.settle_in(user, held)
            placed += 1
        told(len(wanted), total)
    for user in known - wanted:  # erased there since
        await target.erase(user)
    return placed


async def _compare(source: Store, here: Copying, target: Store, there: Copying) -> tuple[list[str], str]:
    """The users who are not the same in both, and the checksum of the source."""
    differing = []
    sums = []
    left = {user async for user in _users(target)}
    async for user in _users(source):
        sums.append(digest(await here.whole(user)))
        if user not in left or digest(await there.whole(user)) != sums[-1]:
            differing.append(user)
        left.discard(user)
    return [*differing, *sorted(left)], blake2b(b"".join(sorted(sums)), digest_size=16).hexdigest()


def _why(source: str, target: str, finished: bool, differing: list[str]) -> str:
    some = ", ".join(map(repr, differing[:FEW])) + (", …" if len(differing) > FEW else "")
    what = f"{len(differing)} user(s) differ ({some})" if differing else "the counts differ"
    if finished:
        return f"{target} was a finished copy of {source}, and one of them went on since: {what}. Nothing was changed"
    return (
        f"{what} between {source} and {target}: somebody wrote meanwhile. Stop the programs and workers that use them, "
        "then run it again"
    )

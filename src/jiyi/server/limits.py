"""What keeps one caller from being a burden to the others: a rate per key, and one effect per Idempotency-Key."""

from __future__ import annotations

import asyncio
import mmap
import os
import struct
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Generic, TypeVar

from jiyi.errors import Conflict, InvalidInput, RateLimited

T = TypeVar("T")
SLOW_DOWN = "too many requests; slow down a little"
PLACE, PLACES = struct.Struct("dd"), 65_536  # of callers in the file that processes share: what is left, seen at
CALLERS = 10_000  # of whom the rate is remembered
KEPT = 20_000  # answers that are remembered for a repeated request
KEPT_BYTES = 64 * 2**20
KEPT_SECONDS = 24 * 3600.0
KEY_CHARACTERS = 200


class Rates:
    """A bucket for each caller: `rate` requests a second, twice as many at once."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._full: OrderedDict[str, tuple[float, float]] = OrderedDict()  # caller -> (left, seen at)

    def spend(self, caller: str) -> None:
        """One request of this caller. Raises RateLimited."""
        now = time.monotonic()
        most = max(1.0, 2 * self._rate)
        left, seen = self._full.pop(caller, (most, now))
        left = min(most, left + (now - seen) * self._rate)
        self._full[caller] = (max(0.0, left - 1), now)
        while len(self._full) > CALLERS:
            self._full.popitem(last=False)
        if left < 1:
            raise RateLimited(SLOW_DOWN)


class SharedRates(Rates):
    """The same for several processes together, which count in one file. Callers whose names happen to fall into one
    place share a bucket."""

    def __init__(self, rate: float, file: Path) -> None:
        super().__init__(rate)
        with file.open("r+b") as opened:
            self._places = mmap.mmap(opened.fileno(), 0)
            self._lock = os.dup(opened.fileno())
        self._secret = self._places[: PLACE.size]

    @staticmethod
    def make(file: Path) -> None:
        """The file, before any process counts. It begins with a secret, so that nobody can choose a name that falls
        into another's place."""
        file.write_bytes(os.urandom(PLACE.size) + bytes(PLACE.size * PLACES))

    def spend(self, caller: str) -> None:
        """One request of this caller. Raises RateLimited."""
        import fcntl  # noqa: PLC0415 - not on every system

        hashed = blake2b(caller.encode("utf-8", "surrogatepass"), key=self._secret, digest_size=8).digest()
        at = PLACE.size * (1 + int.from_bytes(hashed) % PLACES)
        now, most = time.monotonic(), max(1.0, 2 * self._rate)
        fcntl.lockf(self._lock, fcntl.LOCK_EX, PLACE.size, at)
        try:
            left, seen = PLACE.unpack_from(self._places, at)
            left = min(most, left + (now - seen) * self._rate) if seen else most
            PLACE.pack_into(self._places, at, max(0.0, left - 1), now)
        finally:
            fcntl.lockf(self._lock, fcntl.LOCK_UN, PLACE.size, at)
        if left < 1:
            raise RateLimited(SLOW_DOWN)


@dataclass(slots=True)
class _Kept(Generic[T]):
    print: bytes
    answer: asyncio.Future[T]
    at: float
    size: int = 0


class Repeats(Generic[T]):
    """Answers by key: a repeated request gets the first one's answer and has no effect of its own, also while the first
    is still under way. Kept in this process for a day; what failed is not kept, so that it can be tried again."""

    def __init__(self, size: Callable[[T], int]) -> None:
        self._size = size
        self._kept: OrderedDict[tuple[str, ...], _Kept[T]] = OrderedDict()
        self._bytes = 0

    def drop(self, user: str) -> None:
        """Give up the answers about a user, whose words must not outlive an erasure. `user` is a key's first part."""
        for key in [key for key, kept in self._kept.items() if key[0] == user and kept.answer.done()]:
            self._drop(key)

    async def once(
        self, key: tuple[str, ...], print: bytes, run: Callable[[], Awaitable[T]], *, keep: bool = True
    ) -> T:
        """The answer to `run`, or to the same request before; with `keep` False only while that is under way. A key is
        the user, and then what tells the request. Raises Conflict when the key was used for another one."""
        if len(key[-1]) > KEY_CHARACTERS or not key[-1]:
            raise InvalidInput(f"an Idempotency-Key has 1 to {KEY_CHARACTERS} characters")
        kept = self._kept.get(key)
        if kept is not None and time.monotonic() - kept.at < KEPT_SECONDS:
            if kept.print != print:
                raise Conflict("this Idempotency-Key was used for another request")
            return await asyncio.shield(kept.answer)
        if kept is not None:
            self._drop(key)
        entry = _Kept[T](print, asyncio.get_running_loop().create_future(), time.monotonic())
        self._kept[key] = entry
        try:
            answer = await run()
        except BaseException as error:
            self._drop(key)
            told = error if isinstance(error, Exception) else Conflict("the first of these requests was given up")
            entry.answer.set_exception(told)
            entry.answer.exception()  # nobody else need be waiting for it
            raise
        entry.answer.set_result(answer)
        if not keep:
            self._drop(key)
            return answer
        entry.size = self._size(answer)
        self._bytes += entry.size
        while len(self._kept) > KEPT or self._bytes > KEPT_BYTES:
            oldest = next(iter(self._kept))
            if not self._kept[oldest].answer.done():
                break
            self._drop(oldest)
        return answer

    def _drop(self, key: tuple[str, ...]) -> None:
        gone = self._kept.pop(key, None)
        if gone is not None:
            self._bytes -= gone.size

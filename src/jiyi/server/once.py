"""One effect per request, whichever server of a store it comes to: requests are claimed by a note of the store before
they are carried out. What is kept of one for a day is that it was, and what its answer was made of: never a person's
words, which would outlive an erasure here.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import TypeVar

from jiyi.errors import Conflict, JiyiError, StoreBusy, StoreError, TimedOut, Underway
from jiyi.ports import Clock, Store, Swapping

log = logging.getLogger("jiyi.server")
T = TypeVar("T")
PREFIX = "server.once."
KEPT = timedelta(days=1)
LEASE = timedelta(seconds=15)  # after which a claim that was not renewed is that of a server which died
RENEW_SECONDS = 5.0
WAIT_SECONDS = 2.0  # for the answer of another server, before the caller is told to ask again
LOOK_SECONDS = 0.05
SWEEP_SECONDS = 3600.0
NOT_KEPT = "this request was carried out already; what it answered is not kept"
UNKNOWN = "a server died over this request: look whether it was carried out, and repeat it with a new key if not"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What the note of a request says."""

    by: str  # which server, and which of its requests
    print: str  # of what was asked
    head: str | None = None  # the user's log before; None when doing it again does no harm
    done: bool = False
    answer: str | None = None  # what the answer is made of again; None when it is not kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request. `head` tells where the user's log stands; None when doing it again does no harm."""

    key: tuple[str, ...]
    print: bytes
    head: Callable[[], Awaitable[str]] | None = None


class Once:
    """The claims of one server."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._swept = float("-inf")
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Write down what is done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def once(
        self,
        asked: Asked,
        run: Callable[[], Awaitable[T]],
        plain: Callable[[T], str | None],
        again: Callable[[str], Awaitable[T]],
    ) -> T:
        """The answer to `run`, which is called by one server only. `plain` says what an answer is made of (None: it is
        not kept), and `again` makes the answer of that. Raises Conflict, Underway, and what these raise."""
        store = self._store
        if not isinstance(store, Swapping):
            return await run()
        self._sweep(store)
        key = "\0".join(asked.key).encode("utf-8", "surrogatepass")
        name = PREFIX + hashlib.sha256(key).hexdigest()
        print = hmac.new(key, asked.print, hashlib.sha256).hexdigest()  # nobody can try whether somebody said a thing
        head = None if asked.head is None else await asked.head()
        mine = Claim(by=secrets.token_hex(8), print=print, head=head)
        found = await self._claim(store, name, mine)
        if isinstance(found, Claim):
            if found.answer is None:
                raise Conflict(NOT_KEPT)
            return await again(found.answer)
        return await self._carried_out(store, name, mine, found, run, plain)

    async def _claim(self, store: Swapping, name: str, mine: Claim) -> Claim | str:
        """The note's text when the request is ours to carry out, or the claim of who has done it."""
        end = time.monotonic() + WAIT_SECONDS
        while True:
            text = self._text(mine)
            found = await store.swap(name, None, text)
            if found == text:
                return text
            if found is None:  # given up by another
                continue
            at, _, rest = found.partition(" ")
            theirs = Claim(**json.loads(rest))
            if at < self._before(KEPT):
                await store.swap(name, found, None)
            elif theirs.print != mine.print:
                raise Conflict("this Idempotency-Key was used for another request")
            elif theirs.done:
                return theirs
            elif at < self._before(LEASE):
                if theirs.head != mine.head:
                    raise Conflict(UNKNOWN)
                if await store.swap(name, found, text) == text:
                    return text
            elif time.monotonic() > end:
                raise Underway("this request is being carried out already; ask again in a moment")
            else:
                await asyncio.sleep(LOOK_SECONDS)

    async def _carried_out(
        self,
        store: Swapping,
        name: str,
        mine: Claim,
        text: str,
        run: Callable[[], Awaitable[T]],
        plain: Callable[[T], str | None],
    ) -> T:
        held, over = _Held(store, name, text), asyncio.Event()
        self._later(self._renew(held, mine, over))
        try:
            answer = await run()
        except BaseException as error:
            if _sure(error):
                self._later(held.end(None))
            raise
        finally:
            over.set()
        done = replace(mine, done=True, answer=plain(answer))
        self._later(held.end(self._text(done)))
        return answer

    async def _renew(self, held: _Held, mine: Claim, over: asyncio.Event) -> None:
        """Say now and then that the request is still being carried out, until it is over."""
        while not over.is_set():
            try:
                await asyncio.wait_for(over.wait(), RENEW_SECONDS)
            except TimeoutError:
                with contextlib.suppress(JiyiError):  # it is tried again soon enough
                    await held.change(self._text(mine))

    def _sweep(self, store: Swapping) -> None:
        if time.monotonic() - self._swept < SWEEP_SECONDS:
            return
        self._swept = time.monotonic()

        async def sweep() -> None:
            await store.sweep(PREFIX, self._before(KEPT))

        self._later(sweep())

    def _later(self, work: Awaitable[None]) -> None:
        """Nobody waits for it; `close` does."""

        async def told() -> None:
            try:
                await work
            except JiyiError as error:  # the claim lapses, and says so to who asks again
                log.warning(json.dumps({"event": "once", "error": error.code}))

        task = asyncio.create_task(told(), name="jiyi-once")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _text(self, claim: Claim) -> str:
        return f"{self._before(timedelta(0))} {json.dumps(asdict(claim))}"

    def _before(self, age: timedelta) -> str:
        return (self._clock() - age).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class _Held:
    """A note that is ours, changed by one task at a time."""

    def __init__(self, store: Swapping, name: str, text: str) -> None:
        self._store, self._name, self._text = store, name, text
        self._lock = asyncio.Lock()
        self._ended = False

    async def change(self, text: str) -> None:
        async with self._lock:
            if not self._ended:  # a renewal that was late must not take back that it is done
                await self._swap(text)

    async def end(self, text: str | None) -> None:
        """The last change."""
        async with self._lock:
            self._ended = True
            await self._swap(text)

    async def _swap(self, text: str | None) -> None:
        await self._store.swap(self._name, self._text, text)
        self._text = text or ""


def _sure(error: BaseException) -> bool:
    """Whether it is certain that nothing was written, so that the request can be tried again at once."""
    if isinstance(error, StoreBusy):
        return True
    return isinstance(error, JiyiError) and not isinstance(error, TimedOut | StoreError)

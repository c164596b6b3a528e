"""An open memory as a server has it: with its keys, its feed and its limits."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json

from jiyi.errors import InvalidInput, TimedOut
from jiyi.flows import transfer
from jiyi.memory import AsyncMemory, utc_now
from jiyi.ports import Clock, Embedder, Store
from jiyi.records import MemoryRecord
from jiyi.rows import Erased
from jiyi.server.caller import Caller
from jiyi.server.device import Device
from jiyi.server.feed import Feed, watched
from jiyi.server.figures import Figures
from jiyi.server.keys import KeyRing
from jiyi.server.limits import Rates, Repeats, SharedRates
from jiyi.server.once import Asked, Once
from jiyi.server.operations import BY_NAME, Fields, Operation
from jiyi.server.peers import RATES, Peers, Place
from jiyi.server.recent import OF_ONE, Given, Recent, new_id
from jiyi.server.wire import PlainContext, adapter, dump, plain_context
from jiyi.settings import Settings
from jiyi.stores.opening import open_store

DESTROYERS = ("forget", "erase")  # their answers name what is gone, and are not kept
PATIENT_SECONDS = 3600.0  # for what goes through all that a user has
WORDLESS = (int, bool, None, dict[str, int], Erased)  # kinds of answers that hold no words of anybody
READ_BACK = {"session.update_state": "session.state", "session.note": "session.scratchpad"}  # answers that can be


@dataclass(frozen=True, slots=True)
class Answer:
    """What an operation answered: its JSON, and id and version of the memory when it is one."""

    body: bytes
    version: int | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """Everything that the doors share."""

    memory: AsyncMemory
    store: Store
    ring: KeyRing
    feed: Feed
    device: Device
    settings: Settings
    rates: Rates
    repeats: Repeats[Answer]
    once: Once
    figures: Figures
    recent: Recent
    peers: Peers

    async def run(
        self, operation: Operation, caller: Caller, user: str | None, fields: Fields, key: str | None = None
    ) -> Answer:
        """Carry out an operation for a caller, once per Idempotency-Key. Raises any JiyiError."""
        owner = caller.admit(operation, user)
        if key is None or not operation.writes:
            return await self._answer(operation, owner, fields)
        if operation.name == "session.add":
            # The message's own key lasts for ever and in every process; so it is used.
            fields["key"] = key if fields.get("key") is None else fields["key"]
            return await self._answer(operation, owner, fields)
        print = hashlib.sha256(repr((operation.name, sorted(fields.items(), key=lambda one: one[0]))).encode()).digest()
        keep = operation.name not in DESTROYERS
        whose = (owner, caller.name, key)
        places = {name: fields[name] for name in operation.places}

        async def first() -> Answer:
            return await self.once.once(
                Asked(key=whose, print=print, head=self._head(operation, owner)),
                lambda: self._answer(operation, owner, fields),
                lambda answer: _kept(operation, answer),
                lambda kept: self._again(operation, owner, places, kept),
            )

        return await self.repeats.once(whose, print, first, keep=keep)

    def _head(self, operation: Operation, user: str) -> Callable[[], Awaitable[str]] | None:
        """Where the user's log stands, for operations that move it."""
        if not operation.of_memory and operation.name not in (*DESTROYERS, "import_"):
            return None

        async def head() -> str:
            now = await self.store.head(user)
            return f"{now.generation}.{now.version}"

        return head

    async def _again(self, operation: Operation, user: str, places: Fields, kept: str) -> Answer:
        """The answer of a request that another server carried out; a memory and a state are as they are now."""
        if operation.of_memory:
            return await self._answer(BY_NAME["get"], user, {"id": kept})
        if (reading := READ_BACK.get(operation.name)) is not None:
            return await self._answer(BY_NAME[reading], user, dict(places))
        return Answer(kept.encode())

    async def value(self, operation: Operation, caller: Caller, user: str | None, fields: Fields) -> Any:
        """What an operation answers, as the records themselves: for doors that show it. Raises any JiyiError."""
        return await self._call(operation, caller.admit(operation, user), fields)

    async def _answer(self, operation: Operation, user: str, fields: Fields) -> Answer:
        value = await self._call(operation, user, fields)
        if operation.patient:  # may be as long as all that a user has
            return Answer(await asyncio.to_thread(dump, operation.response, value))
        body = dump(operation.response, value)
        return Answer(body, value.version, value.id) if isinstance(value, MemoryRecord) else Answer(body)

    async def _call(self, operation: Operation, user: str, fields: Fields) -> Any:
        seconds = PATIENT_SECONDS if operation.patient else self.settings.server.request_seconds
        began = time.perf_counter()
        try:
            async with asyncio.timeout(seconds):
                value = await operation.call(self, user, fields)
        except BaseException as error:
            self.figures.fault(operation, time.perf_counter() - began, error)
            if isinstance(error, TimeoutError):
                raise TimedOut("this took too long and was given up; a write may have been kept") from error
            raise
        self.figures.done(operation, time.perf_counter() - began, value)
        return value

    async def exported(self, caller: Caller, user: str | None) -> AsyncIterator[bytes]:
        """What `export` answers a caller, a line for each row, some at a time: all of it at once would hold up
        everybody else. Raises any JiyiError."""
        operation = BY_NAME["export"]
        owner = caller.admit(operation, user)
        began = time.perf_counter()
        try:
            async for rows in transfer.exported(self.memory._parts, owner):
                yield b"".join([to_json(row) + b"\n" for row in rows])
        except Exception as error:
            self.figures.fault(operation, time.perf_counter() - began, error)
            raise
        self.figures.done(operation, time.perf_counter() - began, None)

    async def answers(self, what: str, fields: dict[str, Any]) -> Any:
        """What the other processes of the server ask."""
        if what == "lost":
            self.feed.lost(fields["user"])
            return None
        if what == "figures":
            return self.figures.own()
        found = self.recent.of(fields["user"], fields["session"])
        return adapter(list[Given]).dump_python(found, mode="json")

    async def given(self, user: str, session: str) -> list[Given]:
        """The contexts of a conversation that went out last, newest first, whichever process made them."""
        found = self.recent.of(user, session)
        for others in (await self.peers.ask("given", user=user, session=session)).values():
            found += adapter(list[Given]).validate_python(others)
        return sorted(found, key=lambda one: one.at, reverse=True)[:OF_ONE]

    async def context(self, user: str, fields: Fields) -> PlainContext:
        """`session.context`, remembered for a while for those who ask what happened."""
        session, begun = fields.pop("session"), self.recent.begin()
        zone = fields.pop("zone", None)
        fields.setdefault("input", None)
        made = plain_context(await self.memory.session(user, session, zone).context(**fields))
        self.recent.keep(
            begun,
            Given(
                id=new_id(),
                user=user,
                session=session,
                input=fields["input"],
                budget=fields["max_tokens"],
                at=self.figures.now(),
                context=made,
            ),
        )
        return made


def _kept(operation: Operation, answer: Answer) -> str | None:
    """What an answer is made of again; None when it would be somebody's words."""
    if operation.of_memory:
        return answer.id
    if operation.response in WORDLESS:
        return answer.body.decode()
    return "" if operation.name in READ_BACK else None


def etag_version(text: str | None) -> int | None:
    """The version in an If-Match header (`"7"`); None when there is none or any will do (`*`). Raises InvalidInput."""
    if text is None or text.strip() == "*":
        return None
    plain = text.strip().removeprefix("W/").strip('"')
    if not plain.isascii() or not plain.isdecimal() or len(plain) > 18:
        raise InvalidInput('If-Match must be the version of the memory, as in its ETag: "7"')
    return int(plain)


def _prices(settings: Settings) -> tuple[float, float]:
    """Of a token that the chat model reads, and of one that it writes."""
    model = settings.model
    return (0.0, 0.0) if model is None else (model.price_in / 1e6, model.price_out / 1e6)


@asynccontextmanager
async def open_serving(
    url: str | None,
    settings: Settings,
    *,
    embedder: Embedder | None = None,
    store: Store | None = None,
    clock: Clock = utc_now,
    place: Place | None = None,
) -> AsyncIterator[Serving]:
    """Open the store and what serving needs of it; closed again at the end. `place` is that of a worker."""
    if store is None and url is None:
        url = settings.url
    inner = store if store is not None else open_store(str(url), settings.cache_url)
    feed = Feed(inner, settings.server.watch_seconds)
    shared = watched(inner, feed)
    try:
        async with AsyncMemory.open(url, settings, store=shared, embedder=embedder, clock=clock) as memory:
            ring = KeyRing(inner, clock)
            await ring.refresh(now=True)
            figures = Figures(clock, memory._parts.spent.plain, _prices(settings))
            figures.watch(inner)
            once = Once(inner, clock)
            device = Device(memory, inner, feed, once, figures.delivered)
            repeats: Repeats[Answer] = Repeats(lambda answer: len(answer.body))
            feed.when_lost(repeats.drop)
            feed.when_lost(device.drop)
            feed.when_lost(memory._parts.sets.drop)
            recent = Recent()
            feed.when_lost(recent.drop)
            peers = feed.others = Peers(place)
            often = settings.server.requests_per_second
            rates = Rates(often) if place is None else SharedRates(often, place.folder / RATES)
            serving = Serving(
                memory=memory,
                store=inner,
                ring=ring,
                feed=feed,
                device=device,
                settings=settings,
                rates=rates,
                repeats=repeats,
                once=once,
                figures=figures,
                recent=recent,
                peers=peers,
            )
            await peers.open(serving.answers)
            try:
                yield serving
            finally:
                await peers.close()
                await once.close()
    finally:
        feed.close()
        if store is None:
            await inner.close()

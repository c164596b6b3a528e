"""The connection to the cache: questions that are answered soon or not at all, and hints that nobody waits for.

All of them go through one queue, and what has gathered travels together. Nothing here raises: whoever asks gets None
when there is no answer, and asks the store. While one question is overdue, no other waits; a connection that broke or
hangs is replaced in the background. So a cache that is dead, slow or closed costs a few calls a few hundredths of a
second, once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError
from redis.maint_notifications import MaintNotificationsConfig

from jiyi.stores.valkey.address import Address

Command = tuple[Any, ...]
Client = Redis | RedisCluster
FAULTS = (RedisError, OSError, TimeoutError, asyncio.IncompleteReadError, RuntimeError)

OVERDUE = 1.0  # seconds after which a connection that does not answer is given up
FIRST, LONGEST = 0.1, 5.0  # seconds until connecting is tried again
LATER = 0.01  # seconds that a hint waits for a question to travel with
BATCH = 256  # commands that travel together
WAITING = 4_096  # hints and questions in the queue; more are dropped
OWED = 10_000  # users and keys that are remembered for deleting once the cache is back
ROUNDS = 3  # of the loop that a late answer is still taken in: the loop itself may have been busy
CLEARING = 10.0  # seconds for looking through the keys after an erasure
PAGE = 1_000  # keys that are looked through at a time

log = logging.getLogger("jiyi.cache")


@dataclass(slots=True)
class Figures:
    """How often a copy served, did not serve, and the cache did not answer at all."""

    hit: int = 0
    miss: int = 0
    unanswered: int = 0


@dataclass(slots=True)
class _Question:
    commands: Sequence[Command]
    answer: asyncio.Future[list[Any] | None] | None  # None: a hint


def plain(address: Address, connections: int = 4) -> Redis:
    """A client of the server that the URL names, without tries of its own. It waits for answers as long as the caller
    lets it: the driver's own timer costs as much as the question."""
    return Redis.from_url(
        address.url,
        socket_timeout=None,
        socket_connect_timeout=OVERDUE,
        retry=Retry(NoBackoff(), 0),
        retry_on_timeout=False,
        max_connections=connections,
        client_name="jiyi",
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
    )


async def connected(address: Address) -> Client:
    """A client of the server, or of the cluster that it is part of. Raises what the driver does."""
    client = plain(address)
    try:
        await client.ping()
        if not await _clustered(client):
            return client
    except BaseException:
        await let_go(client)
        raise
    await let_go(client)
    cluster = RedisCluster.from_url(
        address.url,
        socket_timeout=OVERDUE,
        socket_connect_timeout=OVERDUE,
        retry=Retry(NoBackoff(), 1),
        require_full_coverage=False,
        client_name="jiyi",
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
    )
    try:
        await cluster.initialize()
    except BaseException:
        await let_go(cluster)
        raise
    return cluster


async def let_go(client: Client) -> None:
    """Close it, with all connections. A task that is told to end meanwhile, however often, ends after that: the driver
    leaves a connection open when its closing is called off before it began."""
    closing = asyncio.create_task(_closed(client))
    told_to_end = False
    while not closing.done():
        try:
            await asyncio.wait((closing,))
        except asyncio.CancelledError:
            told_to_end = True
    closing.result()
    if told_to_end:
        raise asyncio.CancelledError


async def _closed(client: Client) -> None:
    """A cluster's client that is about to look for its nodes anew, or never found them, closes none by itself."""
    nodes = []
    if isinstance(client, RedisCluster):
        nodes = [*client.get_nodes(), *client.nodes_manager.startup_nodes.values()]
    with contextlib.suppress(*FAULTS):
        await client.aclose()
    for node in nodes:
        with contextlib.suppress(*FAULTS):
            await node.disconnect()


async def _clustered(client: Redis) -> bool:
    try:
        told = await client.info("server")
    except ResponseError:  # not allowed to ask: taken for a server by itself
        return False
    return bool(told.get("redis_mode") == "cluster" or told.get("server_mode") == "cluster")


class Link:
    """Opened by `open`; `close` sends the hints that wait, if that is quickly done."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._queue: deque[_Question] = deque()
        self._ready = asyncio.Event()
        self._tried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._client: Client | None = None
        self._overdue = self._closing = False
        self._owed_keys: dict[str, None] = {}
        self._owed_users: dict[str, None] = {}
        self.figures = Figures()

    @property
    def up(self) -> bool:
        """Whether there is a connection that answers."""
        return self._client is not None and not self._overdue

    async def open(self) -> None:
        """Begin to connect, and wait until that was tried once."""
        self._task = asyncio.create_task(self._run(), name="jiyi-cache")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OVERDUE):
                await self._tried.wait()

    async def close(self) -> None:
        task, self._task = self._task, None
        if task is None:
            return
        self._closing = True
        self._ready.set()
        if self.up:  # what waits is sent
            await asyncio.wait((task,), timeout=OVERDUE)
        while not task.done():  # a driver may swallow that this task was told to end
            task.cancel()
            await asyncio.wait((task,), timeout=0.1)

    # --- asking and telling -----------------------------------------------------------------------------------
    async def ask(self, *commands: Command) -> list[Any] | None:
        """One reply for each command, an exception in place of one that was refused; None when none came in time."""
        if not self.up or len(self._queue) >= WAITING:
            self.figures.unanswered += 1
            return None
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[Any] | None] = loop.create_future()
        self._queue.append(_Question(commands, answer))
        self._ready.set()
        timer = loop.call_later(self._address.patience, self._give_up, answer, ROUNDS)
        try:
            replies = await answer
        finally:
            timer.cancel()
        if replies is None:
            self.figures.unanswered += 1
        return replies

    def _give_up(self, answer: asyncio.Future[list[Any] | None], rounds: int) -> None:
        if answer.done():
            return
        if rounds:
            asyncio.get_running_loop().call_soon(self._give_up, answer, rounds - 1)
            return
        self._overdue = self._client is not None
        answer.set_result(None)

    def tell(self, *commands: Command) -> None:
        """Send this some time soon, or never. Returns at once."""
        if self.up and len(self._queue) < WAITING:
            self._queue.append(_Question(commands, None))
            if len(self._queue) == 1:  # else somebody waits already
                asyncio.get_running_loop().call_later(LATER, self._ready.set)

    async def delete(self, *keys: str) -> None:
        """Delete keys of one user; once the cache is back, when it is not there."""
        if not keys:
            return
        replies = await self.ask(*(("DEL", key) for key in keys))
        if replies is None or any(isinstance(reply, Exception) for reply in replies):
            self._owed_keys.update(dict.fromkeys(keys))
            while len(self._owed_keys) > OWED:
                del self._owed_keys[next(iter(self._owed_keys))]

    async def clear(self, start: str) -> tuple[int, int] | None:
        """Delete all keys that begin with `start` (see `Address.of`), and look again. Returns bytes of names that were
        looked through, and how many keys were left; None when the cache did not answer: then it is done once it is
        back."""
        client = self._client
        try:
            if client is None or await self.ask(("PING",)) is None:  # hints that wait go first
                raise ConnectionError("there is no connection")
            async with asyncio.timeout(CLEARING):
                return await _cleared(client, start)
        except FAULTS:
            self._owed_users[start] = None
            while len(self._owed_users) > OWED:
                del self._owed_users[next(iter(self._owed_users))]
            return None

    # --- the connection ---------------------------------------------------------------------------------------
    async def _run(self) -> None:
        pause = FIRST
        while True:
            try:
                async with asyncio.timeout(2 * OVERDUE):
                    client = await connected(self._address)
            except FAULTS as error:
                self._tell_people(error)
            else:
                try:
                    await self._settle_debts(client)
                    self._client, self._overdue = client, False
                    self._tried.set()
                    pause = FIRST
                    await self._serve(client)
                except FAULTS as error:
                    self._tell_people(error)
                finally:
                    self._client = None
                    self._drop()
                    await let_go(client)
            self._tried.set()
            if self._closing:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    def _tell_people(self, error: BaseException) -> None:
        log.warning("the cache at %s does not answer (%s); going on without", self._address.place, type(error).__name__)

    async def _settle_debts(self, client: Client) -> None:
        """What was to be deleted while nobody answered goes before anything else is asked."""
        async with asyncio.timeout(CLEARING):
            for key in list(self._owed_keys):
                await client.delete(key)
                del self._owed_keys[key]
            for start in list(self._owed_users):
                await _cleared(client, start)
                del self._owed_users[start]

    async def _serve(self, client: Client) -> None:
        if isinstance(client, RedisCluster):
            await self._answer_questions(partial(_through_nodes, client))
            return
        connection = await client.connection_pool.get_connection()  # type: ignore[no-untyped-call]
        await self._answer_questions(partial(_straight, connection))

    async def _answer_questions(self, send: Callable[[list[Command]], Awaitable[list[Any]]]) -> None:
        while self._queue or not self._closing:
            await self._ready.wait()
            batch: list[_Question] = []
            count = 0
            while self._queue and count < BATCH:
                batch.append(self._queue.popleft())
                count += len(batch[-1].commands)
            if not self._queue:
                self._ready.clear()
            if not batch:
                continue
            replies: list[Any] | None = None
            try:
                async with asyncio.timeout(OVERDUE):
                    replies = await send([command for question in batch for command in question.commands])
                self._overdue = False
            finally:
                _answer(batch, replies)

    def _drop(self) -> None:
        """Nobody waits for a connection that is gone."""
        waiting, self._queue = list(self._queue), deque()
        _answer(waiting, None)


async def _straight(connection: AbstractConnection, commands: list[Command]) -> list[Any]:
    """Send commands together: a pipeline of the driver takes three times as long as the way there and back."""
    await connection.send_packed_command(connection.pack_commands(commands), check_health=False)
    replies: list[Any] = []
    for _ in commands:
        try:
            replies.append(await connection.read_response())
        except ResponseError as refused:
            replies.append(refused)
    return replies


async def _through_nodes(client: RedisCluster, commands: list[Command]) -> list[Any]:
    """Send each command to the node that has its key."""
    pipe = client.pipeline(transaction=False)
    for command in commands:
        pipe.execute_command(*command)
    found: list[Any] = await pipe.execute(raise_on_error=False)
    return found


def _answer(batch: Sequence[_Question], replies: list[Any] | None) -> None:
    at = 0
    for question in batch:
        count = len(question.commands)
        if question.answer is not None and not question.answer.done():
            question.answer.set_result(None if replies is None else replies[at : at + count])
        at += count


async def _cleared(client: Client, start: str) -> tuple[int, int]:
    looked = 0
    found: list[bytes] = []
    for turn in ("deleting", "looking again"):
        found = []
        async for key in _keys(client, f"{start}*"):
            looked += len(key)
            if key.startswith(start.encode()):
                found.append(key)
        for key in found if turn == "deleting" else ():
            await client.delete(key)
    return looked, len(found)


def _keys(client: Client, pattern: str) -> Any:
    """Keys that fit the pattern: in a cluster those of the one node that has its slot."""
    if isinstance(client, RedisCluster):
        node = client.get_node_from_key(pattern)
        return client.scan_iter(match=pattern, count=PAGE, target_nodes=node)
    return client.scan_iter(match=pattern, count=PAGE)

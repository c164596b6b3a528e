"""The client of a jiyi server: `AsyncMemory.open("http://…")` gives one of these, and it has the same verbs.

The verbs are made from the table of operations: each takes the arguments that `AsyncMemory` has, sends what was given,
and raises what the server's problem names. Only the host of the URL is ever connected to: no proxies of the
environment, no redirects.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from pydantic import ValidationError

from jiyi import errors, extras, ids, spans
from jiyi.errors import Closed, InvalidInput, JiyiError, NotInstalled, RateLimited, StoreBusy, Underway, Unreachable
from jiyi.flows import door
from jiyi.language.normalize import clean
from jiyi.memory import AsyncMemory, AsyncSession, utc_now
from jiyi.ports import Clock
from jiyi.records import Job
from jiyi.results import Context
from jiyi.server import wire
from jiyi.server.operations import BY_NAME, DRAIN_SECONDS, OPERATIONS, PREFIX, Operation
from jiyi.server.requests import Edit
from jiyi.settings import Settings
from jiyi.trace import Recall

if TYPE_CHECKING:
    import httpx2

TRIES = 4
PAUSE_SECONDS = 0.1  # before the second try; four times as long before each later one
TIMEOUT_SECONDS, PATIENT_SECONDS, CONNECT_SECONDS = 75.0, 3600.0, 10.0
NAMES = frozenset({"user", "id", "session", "key", "cursor", "after"})  # kept as they are, or refused
CODES: dict[str, type[JiyiError]] = {
    one.code: one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, JiyiError)
}


# --- what is sent -------------------------------------------------------------------------------------------------
def _plain(value: Any, name: str) -> Any:
    """A field as the request's model wants it: a single text for a list stays one, mappings are JSON values."""
    if isinstance(value, Mapping):
        return door.json_value(value, name)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str) and name not in NAMES:
        return clean(value)
    if isinstance(value, tuple | list | set | frozenset):
        return [_plain(one, name) for one in value]
    return value


def _checked(operation: Operation, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as JSON-able data. Raises InvalidInput, which names the argument, before anything is sent."""
    model = operation.request
    plain: dict[str, Any] = {}
    for name, value in fields.items():
        kind = str(model.model_fields[name].annotation)
        one = _plain(value, name)
        if isinstance(one, str) and "list[" in kind:
            one = [one]
        if operation.in_query and isinstance(one, dict) and "str" in kind:
            one = json.dumps(one)
        plain[name] = door.json_value(one, name) if kind == "typing.Any" else one
    try:
        made = model.model_validate(plain, strict=True)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise InvalidInput(f"{'.'.join(str(p) for p in first['loc'])}: {first['msg']}") from error
    dumped = made.model_dump(mode="json", exclude_unset=True)
    return {name: dumped[name] for name in plain}


def _query(fields: Mapping[str, Any]) -> list[tuple[str, str]]:
    """As a query: a list is repeated, an empty one is written `name=`."""
    found: list[tuple[str, str]] = []
    for name, value in fields.items():
        if isinstance(value, list):
            found += [(name, str(one)) for one in value] or [(name, "")]
        elif value is not None:
            found.append((name, str(value)))
    return found


def _segment(text: str) -> str:
    """A path's segment; one of dots alone would be taken for a way up."""
    return text.replace(".", "%2E") if text.strip(".") == "" else quote(text, safe="")


def _raised(status: int, body: bytes, place: str) -> JiyiError:
    """The error that a problem names."""
    try:
        told = json.loads(body)
        code, detail = str(told["code"]), str(told["detail"])
    except (ValueError, KeyError, TypeError):
        return Unreachable(f"{place} answered {status}, and not as a jiyi server does")
    kind = CODES.get(code, JiyiError)
    return kind(detail)


class Link:
    """The connection to one server."""

    def __init__(self, url: str, key: str | None) -> None:
        try:
            import httpx2  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise NotInstalled(f"the client of a server needs its extra: {extras.command('remote')}") from error
        self._kit: Any = httpx2
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError as error:
            raise InvalidInput("the port in the server's URL is none") from error
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InvalidInput("a server's URL is http://host:port or https://host:port")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        self.place = f"{parts.scheme}://{host}{f':{port}' if port else ''}{parts.path.rstrip('/')}"
        self._headers = {"Authorization": f"Bearer {key}"} if (key := key or parts.password) else {}
        self._client: httpx2.AsyncClient | None = self._made()
        self._pid = os.getpid()

    def _made(self) -> httpx2.AsyncClient:
        kit = self._kit
        client: httpx2.AsyncClient = kit.AsyncClient(
            base_url=self.place,
            headers=self._headers,
            timeout=kit.Timeout(TIMEOUT_SECONDS, connect=CONNECT_SECONDS),
            limits=kit.Limits(max_connections=100, max_keepalive_connections=20),
            trust_env=False,
            follow_redirects=False,
        )
        return client

    @property
    def client(self) -> httpx2.AsyncClient:
        if self._client is None:
            raise Closed("this memory was closed; open it again")
        if os.getpid() != self._pid:
            raise Closed("this memory was opened before a fork; open it again in the new process")
        return self._client

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None and os.getpid() == self._pid:
            await client.aclose()

    async def send(self, method: str, path: str, **how: Any) -> bytes:
        """The answer's body. A cut connection or a busy server is tried again: reads are harmless, and writes carry an
        Idempotency-Key. Raises what the server's problem names, Unreachable, Closed."""
        tries = how.pop("tries", TRIES)
        if how.pop("patient", False):
            how["timeout"] = self._kit.Timeout(PATIENT_SECONDS, connect=CONNECT_SECONDS)
        pause = PAUSE_SECONDS
        for left in range(tries - 1, -1, -1):
            client = self.client
            try:
                answer = await client.request(method, path, **how)
            except self._kit.TransportError as error:
                failed: JiyiError = Unreachable(f"{self.place} does not answer ({type(error).__name__})")
            else:
                if answer.is_success:
                    return answer.content
                failed = _raised(answer.status_code, answer.content, self.place)
                if not isinstance(failed, RateLimited | StoreBusy | Underway):
                    raise failed
            if left:
                await asyncio.sleep(pause)
                pause *= 4
        raise failed

    async def events(self, path: str, query: list[tuple[str, str]], last: str | None) -> AsyncIterator[dict[str, str]]:
        """Server-sent events of one connection, each as its fields; ends when the connection does."""
        headers = {} if last is None else {"Last-Event-ID": last}
        event: dict[str, str] = {}
        how: Any = {"params": query, "headers": headers, "timeout": self._kit.Timeout(TIMEOUT_SECONDS)}
        try:
            async with self.client.stream("GET", path, **how) as answer:
                if not answer.is_success:
                    raise _raised(answer.status_code, await answer.aread(), self.place)
                async for line in answer.aiter_lines():
                    if line:
                        name, _, value = line.partition(":")
                        event[name] = value.removeprefix(" ")
                    elif "data" in event:
                        yield event
                        event = {}
                    else:
                        event = {}
        except self._kit.TransportError:
            return

    def ask_now(self, path: str, query: list[tuple[str, str]], body: Any) -> Any:
        """One POST without a loop, for a trace that is asked in the middle of plain code."""
        with self._kit.Client(trust_env=False, timeout=TIMEOUT_SECONDS, headers=self._headers) as client:
            try:
                answer = client.post(self.place + path, params=query, json=body)
            except self._kit.TransportError as error:
                raise Unreachable(f"{self.place} does not answer ({type(error).__name__})") from error
        if not answer.is_success:
            raise _raised(answer.status_code, answer.content, self.place)
        return answer.json()

    async def call(self, operation: Operation, user: str | None, fields: dict[str, Any]) -> Any:
        """Ask for an operation. Raises any JiyiError."""
        if operation.whole is False or user is not None:
            ids.name(user, "user")  # type: ignore[arg-type]  # None is refused there
        path = PREFIX + operation.path
        for place in operation.places:
            path = path.replace(f"{{{place}}}", _segment(door.name(fields.pop(place), place)))
        headers = {}
        if (version := fields.pop("version", None)) is not None:
            headers["If-Match"] = f'"{door.number(version, "version")}"'
        if operation.writes:
            headers["Idempotency-Key"] = ids.uuid7(utc_now())
        plain = _checked(operation, fields)
        query = [] if user is None else [("user", user)]
        how: dict[str, Any] = {"headers": headers, "patient": operation.patient}
        if operation.in_query:
            query += _query(plain)
        else:
            how["content"] = json.dumps(plain, allow_nan=False)
            headers["Content-Type"] = "application/json"
        headers.update(spans.headers())
        body = await self.send(operation.method, path, params=query, **how)
        return wire.adapter(operation.response).validate_json(body)


# --- the same verbs -----------------------------------------------------------------------------------------------
class RemoteMemory(AsyncMemory):
    """An agent's memory that a server keeps."""

    def __init__(self, link: Link, settings: Settings, clock: Clock) -> None:
        self._link = link
        self._own_settings = settings
        self._clock = clock

    @property
    def settings(self) -> Settings:
        """Those that it was opened with; the server has its own."""
        return self._own_settings

    @property
    def place(self) -> str:
        """The server's URL, without a key."""
        return self._link.place

    async def close(self) -> None:
        """Let go of the connection. Closing twice is fine."""
        await self._link.close()

    def session(self, user: str, id: str | None = None, zone: str | None = None) -> RemoteSession:
        """A conversation of this user; see `AsyncMemory.session`."""
        id = ids.uuid7(self._clock()) if id is None else id
        return RemoteSession(self, user, id, None if zone is None else door.zone(zone))

    async def _ask(self, verb: str, user: str | None, fields: dict[str, Any]) -> Any:
        return await self._link.call(BY_NAME[verb], user, fields)

    async def recall(self, user: str, query: str, *args: Any, **more: Any) -> Recall:
        """See `AsyncMemory.recall`. Its trace asks the server again when it is asked."""
        fields = _arguments("recall", (user, query, *args), more)
        user = fields.pop("user")
        told: wire.PlainRecall = await self._ask("recall", user, dict(fields))
        sent = _checked(BY_NAME["recall"], fields)

        def ask(id: str) -> tuple[str, ...]:
            again = self._link.ask_now(f"{PREFIX}/recall", [("user", user)], {**sent, "why_not": [id]})
            return tuple(again["trace"]["why_not"][id])

        return wire.real_recall(told, ask)

    async def import_(self, rows: Sequence[Mapping[str, Any]], user: str | None = None) -> dict[str, int]:
        """See `AsyncMemory.import_`. Without `user` the export's own is meant."""
        taken = [dict(row) for row in door.several(rows, "rows", Mapping)]
        if user is None:
            heads = [row for row in taken if row.get("type") == "head"]
            user = str(heads[0].get("user") or "?") if heads else "?"
        found: dict[str, int] = await self._ask("import_", user, {"rows": taken})
        return found

    async def drain(self, timeout: float | None = None) -> bool:  # noqa: ASYNC109 - the public name of the verb
        """See `AsyncMemory.drain`: asked for again and again, each time for as long as a server waits."""
        left = None if timeout is None else door.seconds(timeout, "timeout")
        while True:
            some = DRAIN_SECONDS if left is None else min(DRAIN_SECONDS, left)
            if await self._ask("drain", None, {"timeout": float(some)}):
                return True
            if left is not None and (left := left - some) <= 0:
                return False

    async def retry(self, jobs: Sequence[Job]) -> int:
        """See `AsyncMemory.retry`."""
        told = [wire.adapter(Job).dump_python(one, mode="json") for one in door.several(jobs, "jobs", Job)]
        done: int = await self._ask("retry", None, {"jobs": told})
        return done

    # --- between devices --------------------------------------------------------------------------------------
    async def sync(
        self, user: str, last_version: int = 0, generation: str | None = None, limit: int = 500, wait: float = 0.0
    ) -> wire.Synced:
        """What changed since a version; `wait` seconds for a change when there is none."""
        fields = {"last_version": last_version, "generation": generation, "limit": limit, "wait": float(wait)}
        found: wire.Synced = await self._ask("sync", user, fields)
        return found

    async def push(self, user: str, edits: Sequence[Edit]) -> wire.Pushed:
        """Bring edits that were made alone. Each is applied, merged or refused; none overwrites what others did."""
        plain = [one.model_dump(mode="json", exclude_unset=True) for one in door.several(edits, "edits", Edit)]
        found: wire.Pushed = await self._ask("push", user, {"edits": plain})
        return found

    async def follow(
        self, user: str, last_version: int = 0, generation: str | None = None
    ) -> AsyncIterator[wire.Update | None]:
        """Changes as they happen, in order, each once, also across cut connections. None means: drop what you have,
        the log begins anew."""
        last = None if last_version == 0 and generation is None else f"{generation or ''}-{last_version}".lstrip("-")
        query = [("user", ids.name(user, "user"))]
        while True:
            async for event in self._link.events(f"{PREFIX}/memory/sync/stream", query, last):
                last = event.get("id", last)
                if event.get("event") == "change":
                    yield wire.adapter(wire.Update).validate_json(event["data"])
                elif event.get("event") == "reset":
                    yield None
            await asyncio.sleep(PAUSE_SECONDS)


class RemoteSession(AsyncSession):
    """One conversation of one user, kept by a server."""

    _memory: RemoteMemory

    async def _ask(self, verb: str, fields: dict[str, Any]) -> Any:
        return await self._memory._ask(f"session.{verb}", self.user, {"session": self.id, **fields})

    def _zoned(self) -> dict[str, Any]:
        return {} if self._zone is None else {"zone": self._zone}

    async def context(self, *args: Any, **more: Any) -> Context:
        """See `AsyncSession.context`."""
        fields = _arguments("context", args, more, AsyncSession)
        return wire.real_context(await self._ask("context", {**fields, **self._zoned()}))


def _arguments(verb: str, args: tuple[Any, ...], more: Mapping[str, Any], owner: type = AsyncMemory) -> dict[str, Any]:
    """The arguments by name that a call of a verb gave. Raises TypeError as the verb itself would."""
    bound = inspect.signature(getattr(owner, verb)).bind(None, *args, **more)
    return {name: value for name, value in bound.arguments.items() if name != "self"}


def _memory_verb(verb: str) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(getattr(AsyncMemory, verb))
    async def call(self: RemoteMemory, *args: Any, **more: Any) -> Any:
        fields = _arguments(verb, args, more)
        return await self._ask(verb, fields.pop("user", None), fields)

    return call


def _session_verb(verb: str) -> Any:
    found = getattr(AsyncSession, verb)
    if isinstance(found, property):
        return property(lambda self: self._ask(verb, {}), doc=found.__doc__)

    @functools.wraps(found)
    async def call(self: RemoteSession, *args: Any, **more: Any) -> Any:
        fields = _arguments(verb, args, more, AsyncSession)
        return await self._ask(verb, {**fields, **(self._zoned() if verb == "add" else {})})

    return call


for _operation in OPERATIONS:
    _kind, _, _name = _operation.name.rpartition(".")
    _owner: type = RemoteSession if _kind else RemoteMemory
    if not _operation.live and _name not in vars(_owner):
        setattr(_owner, _name, _session_verb(_name) if _kind else _memory_verb(_name))


async def connect(url: str, settings: Settings, clock: Clock) -> RemoteMemory:
    """A memory that the server at `url` keeps. The key is `settings.key`, or the password in the URL.
    Raises Unreachable, Unauthorized, NotInstalled."""
    link = Link(url, settings.key.get_secret_value() if settings.key else None)
    try:
        await link.send("GET", f"{PREFIX}/me", tries=1)
    except BaseException:
        await link.close()
        raise
    return RemoteMemory(link, settings, clock)

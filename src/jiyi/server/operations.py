"""The one table of operations: REST routes, the OpenAPI document, the remote client, the MCP tools and the docs are
made from it. A verb that is not here does not exist outside the process; a test compares it with `AsyncMemory`.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from jiyi.errors import InvalidInput
from jiyi.memory import AsyncMemory, AsyncSession
from jiyi.records import Change, Job, MemoryRecord, Message, Summary
from jiyi.results import About, Forgotten, History, Maintained, Page, Profile, Restored
from jiyi.rows import Erased, JobPage
from jiyi.server import requests as ask
from jiyi.server import wire

if TYPE_CHECKING:
    from jiyi.server.serving import Serving

PREFIX = "/api/v1"
DRAIN_SECONDS = 20.0  # the longest wait of one `drain` request; a client asks again
Fields = dict[str, Any]
Call = Callable[["Serving", str, Fields], Awaitable[Any]]


class Right(StrEnum):
    """What a key may do; each includes those before it. `admin` speaks of the whole store."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    def covers(self, other: Right) -> bool:
        order = list(Right)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One thing that can be asked for. `path` is below PREFIX; its names in braces are fields like the others."""

    name: str  # that of the verb; `session.` before those of a conversation
    method: str
    path: str
    may: Right
    request: type[ask.Asked]
    response: Any
    call: Call
    about: str = ""
    versioned: bool = False  # takes If-Match
    patient: bool = False  # may take longer than other requests
    live: bool = False  # belongs to the server, is no verb of `AsyncMemory`

    @property
    def whole(self) -> bool:
        """Concerns the whole store, so that only a key without bounds will do."""
        return self.may is Right.ADMIN

    @property
    def of_memory(self) -> bool:
        """Answers one memory."""
        return isinstance(self.response, type) and issubclass(self.response, MemoryRecord)

    @property
    def writes(self) -> bool:
        """Changes something, so that an Idempotency-Key means something."""
        return self.may is not Right.READ and self.method != "GET"

    @property
    def places(self) -> tuple[str, ...]:
        """The fields that stand in the path."""
        return tuple(part[1:-1] for part in self.path.split("/") if part.startswith("{"))

    @property
    def in_query(self) -> bool:
        """Whether the other fields stand in the query rather than in a JSON body."""
        return self.method == "GET"


def _verb(name: str) -> Call:
    async def call(serving: Serving, user: str, fields: Fields) -> Any:
        return await getattr(serving.memory, name)(user, **fields)

    return call


def _of_store(name: str) -> Call:
    """A verb that names no user."""

    async def call(serving: Serving, user: str, fields: Fields) -> Any:
        return await getattr(serving.memory, name)(**fields)

    return call


def _in_session(name: str) -> Call:
    async def call(serving: Serving, user: str, fields: Fields) -> Any:
        session = serving.memory.session(user, fields.pop("session"), fields.pop("zone", None))
        found = getattr(session, name)
        return await (found(**fields) if callable(found) else found)

    return call


async def _recall(serving: Serving, user: str, fields: Fields) -> wire.PlainRecall:
    ids = fields.pop("why_not", [])
    return wire.plain_recall(await serving.memory.recall(user, **fields), ids)


async def _context(serving: Serving, user: str, fields: Fields) -> wire.PlainContext:
    return await serving.context(user, fields)


async def _list(serving: Serving, user: str, fields: Fields) -> Page:
    if (where := fields.get("where")) is not None:
        try:
            fields["where"] = json.loads(where)
        except (ValueError, RecursionError) as error:
            raise InvalidInput("where must be a filter written as JSON") from error
    return await serving.memory.list(user, **fields)


async def _import(serving: Serving, user: str, fields: Fields) -> dict[str, int]:
    return await serving.memory.import_(fields["rows"], user)


async def _drain(serving: Serving, user: str, fields: Fields) -> bool:
    asked = fields.get("timeout")
    return await serving.memory.drain(DRAIN_SECONDS if asked is None or asked > DRAIN_SECONDS else asked)


async def _jobs(serving: Serving, user: str, fields: Fields) -> JobPage:
    return await serving.memory.jobs(user or None, **fields)


async def _retry(serving: Serving, user: str, fields: Fields) -> int:
    try:
        jobs = [wire.adapter(Job).validate_python(one) for one in fields["jobs"]]
    except ValueError as error:
        raise InvalidInput("jobs must be jobs as `jobs` answered them") from error
    return await serving.memory.retry(jobs)


async def _work(serving: Serving, user: str, fields: Fields) -> int:
    if not fields.get("once"):
        raise InvalidInput("a server works by itself; over HTTP only once=true can be asked for")
    return await serving.memory.work(once=True)


async def _sync(serving: Serving, user: str, fields: Fields) -> wire.Synced:
    most = serving.settings.server.request_seconds / 2  # of waiting, so that it never counts as too slow
    return await serving.device.sync(user, **{**fields, "wait": min(most, fields.get("wait", 0.0))})


async def _push(serving: Serving, user: str, fields: Fields) -> wire.Pushed:
    return await serving.device.push(user, fields["edits"])


def _op(name: str, where: str, may: Right, request: type[ask.Asked], response: Any, **more: Any) -> Operation:
    """A row. `where` is method and path; without a `call` the verb of this name is called with the fields."""
    method, _, path = where.partition(" ")
    kind, _, verb = name.rpartition(".")
    owner: type = AsyncSession if kind else AsyncMemory
    plain = (_in_session if kind else _of_store if may is Right.ADMIN else _verb)(verb)
    doc = getattr(getattr(owner, verb, None), "__doc__", None) or ""
    about = " ".join(doc.split())
    return Operation(
        name=name,
        method=method,
        path=path,
        may=may,
        request=request,
        response=response,
        **{"call": plain, "about": about, **more},
    )


READ, WRITE, ADMIN = Right.READ, Right.WRITE, Right.ADMIN
SESSION = "/sessions/{session}"
Rows = tuple[dict[str, Any], ...]

OPERATIONS: tuple[Operation, ...] = (
    # --- what is known
    _op("remember", "POST /memories", WRITE, ask.Remember, MemoryRecord),
    _op("recall", "POST /recall", READ, ask.Recall, wire.PlainRecall, call=_recall),
    _op("list", "GET /memories", READ, ask.List, Page, call=_list),
    _op("history", "GET /memories/{id}/history", READ, ask.Nothing, History),
    _op("get", "GET /memories/{id}", READ, ask.Nothing, MemoryRecord),
    _op("profile", "GET /profile", READ, ask.Nothing, Profile),
    _op("about", "GET /about", READ, ask.About, About),
    # --- setting it right
    _op("correct", "POST /memories/{id}/correct", WRITE, ask.Correct, MemoryRecord, versioned=True),
    _op("confirm", "POST /memories/{id}/confirm", WRITE, ask.Nothing, MemoryRecord, versioned=True),
    _op("pin", "POST /memories/{id}/pin", WRITE, ask.Pin, MemoryRecord, versioned=True),
    _op("retract", "POST /memories/{id}/retract", WRITE, ask.Retract, MemoryRecord, versioned=True),
    _op("restore", "POST /memories/{id}/restore", WRITE, ask.Nothing, Restored, versioned=True),
    # --- forgetting
    _op("forget", "POST /forget", WRITE, ask.Forget, Forgotten, versioned=True, patient=True),
    _op("erase", "POST /erase", WRITE, ask.Nothing, Erased, patient=True),
    # --- the log
    _op("changes", "GET /changes", READ, ask.Changes, tuple[Change, ...]),
    _op("export", "GET /export", READ, ask.Nothing, Rows, patient=True),
    _op("import_", "POST /import", WRITE, ask.Import, dict[str, int], call=_import, patient=True),
    # --- a conversation
    _op("sessions", "GET /sessions", READ, ask.Sessions, tuple[str, ...]),
    _op("session.add", f"POST {SESSION}/messages", WRITE, ask.Add, Message),
    _op("session.messages", f"GET {SESSION}/messages", READ, ask.Messages, tuple[Message, ...]),
    _op("session.context", f"POST {SESSION}/context", READ, ask.Context, wire.PlainContext, call=_context),
    _op("session.state", f"GET {SESSION}/state", READ, ask.Nothing, dict[str, Any]),
    _op("session.update_state", f"PATCH {SESSION}/state", WRITE, ask.UpdateState, dict[str, Any]),
    _op("session.scratchpad", f"GET {SESSION}/scratchpad", READ, ask.Nothing, dict[str, Any]),
    _op("session.note", f"POST {SESSION}/scratchpad", WRITE, ask.Note, dict[str, Any]),
    _op("session.summary", f"GET {SESSION}/summary", READ, ask.Nothing, Summary),
    _op("session.end", f"POST {SESSION}/end", WRITE, ask.Nothing, None),
    # --- running it
    _op("drain", "POST /drain", ADMIN, ask.Drain, bool, call=_drain),
    _op("maintain", "POST /maintain", ADMIN, ask.Maintain, Maintained, patient=True),
    _op("jobs", "GET /jobs", ADMIN, ask.Jobs, JobPage, call=_jobs),
    _op("retry", "POST /jobs/retry", ADMIN, ask.Retry, int, call=_retry),
    _op("reembed", "POST /reembed", ADMIN, ask.Reembed, int, patient=True),
    _op("work", "POST /work", ADMIN, ask.Work, int, call=_work, patient=True),
    _op("stats", "GET /stats", ADMIN, ask.Nothing, dict[str, Any]),
    # --- between devices
    _op(
        "sync",
        "GET /memory/sync",
        READ,
        ask.Sync,
        wire.Synced,
        call=_sync,
        about="What changed since a version, in order, with the memories as they are now; `wait` polls long.",
        live=True,
    ),
    _op(
        "push",
        "POST /memory/sync",
        WRITE,
        ask.Push,
        wire.Pushed,
        call=_push,
        about="Bring edits that were made alone, each with the version it was made on.",
        live=True,
        patient=True,
    ),
)
BY_NAME = {one.name: one for one in OPERATIONS}

"""Routes that belong to the server itself: the stream of changes, tokens for browsers, and who is asking."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Body, FastAPI, Header, Query
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from jiyi import __version__
from jiyi.errors import Forbidden, InvalidInput, JiyiError
from jiyi.server import problems, wire
from jiyi.server import requests as ask
from jiyi.server.caller import Caller
from jiyi.server.gate import caller_of
from jiyi.server.operations import BY_NAME, PREFIX, Right
from jiyi.server.serving import Serving

STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
AGAIN_MILLISECONDS = 1000  # after which a browser that lost the stream comes back
Documented = dict[int | str, dict[str, Any]]
UserQuery = Annotated[str | None, Query(description="Whose memory.")]


def add_stream(app: FastAPI, serving: Serving, told: bool) -> None:
    """Put the stream into the app; with `told` it says what it answers."""

    async def stream(
        request: Request,
        asked: Annotated[ask.Stream, Query()],
        last_event_id: Annotated[str | None, Header(alias="Last-Event-ID")] = None,
    ) -> Response:
        """The log as server-sent events (`change`, `reset`), from a version on or after `Last-Event-ID`."""
        caller = caller_of(request.scope)
        owner = caller.admit(BY_NAME["sync"], asked.user)
        version, generation = asked.last_version, asked.generation
        if last_event_id is not None:
            version, generation = _event_id(last_event_id)
        bearer = request.headers.get("authorization", "").partition(" ")[2].strip() or None
        events = _events(serving, owner, version, generation, bearer)
        return StreamingResponse(events, headers=STREAM_HEADERS, media_type="text/event-stream")

    answer: Documented = {
        200: {"description": "Events", "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    }
    app.add_api_route(
        f"{PREFIX}/memory/sync/stream",
        stream,
        methods=["GET"],
        operation_id="stream",
        tags=["Between devices"],
        response_class=Response,
        responses={**answer, **_errors(told)},
    )


def add_token(app: FastAPI, serving: Serving, told: bool) -> None:
    """The same for tokens."""

    async def token(request: Request, asked: Annotated[ask.Token, Body()], user: UserQuery = None) -> Response:
        """A short-lived signed token for one user, for a browser. Needs a key, not a token."""
        made = await _token(serving, caller_of(request.scope), user, asked)
        return Response(wire.dump(wire.Token, made), headers=STREAM_HEADERS, media_type="application/json")

    app.add_api_route(
        f"{PREFIX}/tokens",
        token,
        methods=["POST"],
        operation_id="token",
        tags=["Keys"],
        response_model=wire.Token if told else None,
        responses=_errors(told),
    )


def add_me(app: FastAPI, serving: Serving, told: bool) -> None:
    """The same for who asks."""

    async def me(request: Request) -> Response:
        """Who is asking, as the server sees it."""
        caller = caller_of(request.scope)
        found = wire.Me(
            key=caller.name, right=caller.right, users=caller.users, prefix=caller.prefix, version=__version__
        )
        return Response(wire.dump(wire.Me, found), headers=STREAM_HEADERS, media_type="application/json")

    app.add_api_route(
        f"{PREFIX}/me",
        me,
        methods=["GET"],
        operation_id="me",
        tags=["Keys"],
        response_model=wire.Me if told else None,
        responses=_errors(told),
    )


def _errors(told: bool) -> Documented:
    return problems.documented(versioned=False) if told else {}


# Method, path, and what puts it into the app.
ADD = {"stream": add_stream, "token": add_token, "me": add_me}  # `app.LIVE` says where


async def _token(serving: Serving, caller: Caller, user: str | None, asked: ask.Token) -> wire.Token:
    owner = caller.admit_user(user)
    right = Right(asked.right)
    if not caller.right.covers(right):
        raise Forbidden("a token cannot do more than its key")
    if caller.token:
        raise Forbidden("a token cannot make another one: use the key")
    most = serving.settings.server.token_seconds
    seconds = most if asked.seconds is None else asked.seconds
    if not 1 <= seconds <= most:
        raise InvalidInput(f"seconds must be from 1 to {most}")
    return await serving.ring.token(caller, owner, right, seconds)


def _event_id(text: str) -> tuple[int, str | None]:
    """`generation-version`, or a version alone. Raises InvalidInput."""
    generation, _, version = text.strip().rpartition("-")
    if not version.isascii() or not version.isdecimal() or len(version) > 18 or len(generation) > 40:
        raise InvalidInput("Last-Event-ID is none that this stream gave")
    return int(version), generation or None


async def _events(
    serving: Serving, user: str, version: int, generation: str | None, bearer: str | None
) -> AsyncIterator[bytes]:
    yield f"retry: {AGAIN_MILLISECONDS}\n\n".encode()
    often, seen = serving.settings.server.ping_seconds, time.monotonic()
    async for page in serving.device.follow(user, version, generation, often):
        if page.status == "reset":
            yield _event("reset", f"{page.generation}-0", b"{}")
        for update in page.updates:
            yield _event("change", f"{page.generation}-{update.version}", wire.dump(wire.Update, update))
        if not page.updates:
            yield b": ping\n\n"
        if time.monotonic() - seen >= often:
            seen = time.monotonic()
            if not await _still_welcome(serving, user, bearer):
                return


async def _still_welcome(serving: Serving, user: str, bearer: str | None) -> bool:
    """A stream does not outlive its key by more than one ping."""
    try:
        return (await serving.ring.caller(bearer)).reaches(user)
    except JiyiError:
        return False


def _event(name: str, id: str, data: bytes) -> bytes:
    return b"".join((b"event: ", name.encode(), b"\nid: ", id.encode(), b"\ndata: ", data, b"\n\n"))

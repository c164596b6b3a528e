"""The REST door: routes, made from the table of operations. `rest.py` has what FastAPI does of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from importlib import import_module
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from jiyi.errors import Forbidden, JiyiError
from jiyi.server import figures, problems
from jiyi.server import requests as ask
from jiyi.server.gate import Gate, caller_of, replayed
from jiyi.server.operations import OPERATIONS, PREFIX, Operation
from jiyi.server.page import door as page
from jiyi.server.serving import Serving, etag_version

NO_STORE = {"Cache-Control": "no-store"}
OFTEN = ("session.context", "session.add", "recall")  # nothing else has their paths, so they may come first
LIVE = (("stream", "GET", "/memory/sync/stream"), ("token", "POST", "/tokens"), ("me", "GET", "/me"))
QUIET_SECONDS = 1.0  # of a new server, for the first requests
WARM_SECONDS = 0.05  # between two routes that are made beside requests


def make_app(
    serving: Serving, extra: tuple[Route, ...] = ()
) -> tuple[Callable[..., Awaitable[None]], Callable[[], Coroutine[Any, Any, None]]]:
    """The ASGI app for an open memory, and what makes its routes ready beside the first requests; `extra` are routes
    of other doors."""
    rest, app = Rest(serving), Starlette()
    app.router.redirect_slashes = False
    ordered = sorted(OPERATIONS, key=lambda one: one.name not in OFTEN)  # a route is looked for in this order
    app.router.routes += [
        Quick(rest, one, serving) if one.name in OFTEN else Late(rest, one.name, one.method, path_of(one))
        for one in ordered
    ]
    app.router.routes += [Late(rest, name, method, PREFIX + path) for name, method, path in LIVE]
    problems.install(app)
    _add_health(app, serving)
    app.router.routes += [*page.routes(serving), *extra]
    return Gate(app, serving), rest.warm


class Rest:
    """FastAPI, which is loaded when a request first needs it, or after the first seconds of a server; a route of it is
    made when it is first asked for."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._loading = asyncio.Lock()
        self._kit: Any = None  # the module `rest`
        self._app: Any = None
        self._made: set[str] = set()

    async def warm(self) -> None:
        """Load it, and make all routes, one after another beside requests."""
        await asyncio.sleep(QUIET_SECONDS)
        await self._load()
        for name in (*(one.name for one in OPERATIONS), *(name for name, _, _ in LIVE)):
            await asyncio.sleep(WARM_SECONDS)
            self._make(name)

    async def _load(self) -> None:
        async with self._loading:
            if self._kit is None:
                kit = await asyncio.to_thread(import_module, "jiyi.server.rest")
                self._app, self._kit = kit.make(), kit

    def _make(self, name: str) -> None:
        if name not in self._made:
            self._kit.add(self._app, self._serving, name)
            self._made.add(name)

    async def answer(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Read a request for this operation, and answer it."""
        if self._kit is None:
            await self._load()
        self._make(name)
        await self._app(scope, receive, send)


class Late(Route):
    """A route whose requests FastAPI reads."""

    def __init__(self, rest: Rest, name: str, method: str, path: str) -> None:
        super().__init__(path, _unmade, methods=[method])
        self.methods = {method}  # as FastAPI has it: no HEAD beside GET
        self._rest, self._operation_name = rest, name

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, child = super().matches(scope)
        return match, {**child, "route": self}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in (self.methods or ()):
            await self._rest.answer(self._operation_name, scope, receive, send)
        else:
            await super().handle(scope, receive, send)  # refuses it


class Quick(Late):
    """A route that is asked often. A request that is as it should be is read here, in a third of the time; any other
    one goes to FastAPI, which says what is wrong with it."""

    def __init__(self, rest: Rest, operation: Operation, serving: Serving) -> None:
        super().__init__(rest, operation.name, operation.method, path_of(operation))
        self._operation, self._endpoint = operation, endpoint(serving, operation)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await Request(scope, receive).body()
        request = Request(scope, replayed(body, receive))
        asked = self._read(request, body)
        if asked is None:
            await super().handle(scope, request.receive, send)
            return
        user = request.query_params.get("user")
        key = request.headers.get("idempotency-key") if self._operation.writes else None
        answer = await self._endpoint(request, asked, user=user, idempotency_key=key, **request.path_params)
        await answer(scope, request.receive, send)

    def _read(self, request: Request, body: bytes) -> ask.Asked | None:
        """The request's fields; None where anything about it is unusual."""
        plain = request.method == self._operation.method and request.headers.get("content-type") == "application/json"
        if not plain or not body:
            return None
        try:
            return self._operation.request.model_validate(json.loads(body))
        except (ValueError, RecursionError):  # pydantic's errors are values that are wrong, too
            return None


async def _unmade(_: Request) -> Response:
    raise AssertionError("a route was asked before it was made")


def path_of(operation: Operation) -> str:
    """Where it is asked for."""
    return PREFIX + operation.path.replace("}", ":path}")  # an id may hold a slash


def endpoint(serving: Serving, operation: Operation) -> Callable[..., Awaitable[Response]]:
    """What answers an operation once its request was read."""

    async def answers(
        request: Request,
        asked: ask.Asked,
        user: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        **places: str,
    ) -> Response:
        fields = {**asked.given(), **places}
        user = fields.pop("user", user) if operation.in_query else user
        if operation.versioned and (version := etag_version(if_match)) is not None:
            fields["version"] = version
        answer = await serving.run(operation, caller_of(request.scope), user, fields, idempotency_key)
        headers = NO_STORE if answer.version is None else {**NO_STORE, "ETag": f'"{answer.version}"'}
        return Response(answer.body, headers=headers, media_type="application/json")

    return answers


def _add_health(app: Starlette, serving: Serving) -> None:
    """Whether the process lives, whether it can answer, and how it does; and the OpenAPI document."""

    async def health(_: Request) -> Response:
        return Response(b'{"status":"ok"}', headers=NO_STORE, media_type="application/json")

    async def ready(_: Request) -> Response:
        try:
            await serving.store.head("ready")
            await serving.ring.refresh()
        except JiyiError as error:
            return problems.problem(503, error.code, "the store does not answer")
        return Response(b'{"status":"ready"}', headers=NO_STORE, media_type="application/json")

    document: dict[str, Any] = {}

    async def openapi(_: Request) -> Response:
        if not document:
            document.update(await asyncio.to_thread(described, serving))
        return Response(ask.as_json(document), media_type="application/json")

    async def metrics(request: Request) -> Response:
        """They concern the whole store, so that a key for some users will not do; any right will."""
        if caller_of(request.scope).bounded:
            raise Forbidden("this concerns the whole store; the key is for some users only")
        return Response(await serving.figures.text(serving), headers=NO_STORE, media_type=figures.MEDIA)

    app.router.routes += [
        Route("/metrics", metrics),
        Route("/health", health),
        Route("/ready", ready),
        Route("/openapi.json", openapi),
    ]


def described(serving: Serving) -> dict[str, Any]:
    """The OpenAPI document, with the shape of errors and how to show a key."""
    made: dict[str, Any] = import_module("jiyi.server.rest").described(serving)
    return made

"""The REST door: routes and the OpenAPI document, made from the table of operations."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Annotated, Any

from fastapi import Body, FastAPI, Header, Path, Query
from pydantic import create_model
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from jiyi import __version__
from jiyi.errors import Forbidden, JiyiError
from jiyi.server import figures, live, problems
from jiyi.server import requests as ask
from jiyi.server.gate import Gate, caller_of, replayed
from jiyi.server.operations import OPERATIONS, PREFIX, Operation
from jiyi.server.page import door as page
from jiyi.server.serving import Serving, etag_version

NO_STORE = {"Cache-Control": "no-store"}
USER = "Whose memory. May be left out when the key is for one user only."
IF_MATCH = 'The version that the change is based on, as in the memory\'s ETag: `"7"`.'
ONCE = "Makes a repeated request harmless for a day: it gets the first one's answer."
OFTEN = ("session.context", "session.add", "recall")  # nothing else has their paths, so they may come first
WARM_SECONDS = 0.05  # between two routes that are made beside requests
# FastAPI would tell OpenTelemetry paths, queries and faults as they are: users' names and words. `gate` tells less.
UNTOLD: Any = {"tracing": False, "metrics": False, "logs": False, "operation_spans": False, "auto_configure": False}
TAGS = {"memories": "What is known", "sessions": "Conversations", "memory": "Between devices"}


def make_app(
    serving: Serving, extra: tuple[Route, ...] = ()
) -> tuple[Callable[..., Awaitable[None]], Callable[[], Coroutine[Any, Any, None]]]:
    """The ASGI app for an open memory, and what makes its routes ready beside the first requests; `extra` are routes
    of other doors."""
    app = _with_operations(serving, told=False)
    problems.install(app)
    _add_health(app, serving)
    app.router.routes.extend((*page.routes(serving), *extra))
    late = [route for route in app.router.routes if isinstance(route, Late)]

    async def warm() -> None:
        for route in late:
            await asyncio.sleep(WARM_SECONDS)
            route.made()

    return Gate(app, serving), warm


class Late(Route):
    """A route of FastAPI that is made when it is first asked for: to make them all takes a good part of starting. It
    then stands in this one's place."""

    def __init__(self, app: FastAPI, path: str, method: str, make: Callable[[], None]) -> None:
        super().__init__(path, _unmade, methods=[method])
        self.methods = {method}  # as FastAPI has it: no HEAD beside GET
        self._app, self._make = app, make
        self._made: BaseRoute | None = None

    def made(self) -> BaseRoute:
        """The real one."""
        if self._made is None:
            self._make()
            routes = self._app.router.routes
            self._made = routes.pop()
            routes[routes.index(self)] = self._made
        return self._made

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, child = super().matches(scope)
        return (match, child) if match is Match.NONE else self.made().matches(scope)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.made().handle(scope, receive, send)


class Quick(Late):
    """A route that is asked often. A request that is as it should be is read here, in a third of the time; any other
    one goes to FastAPI, which says what is wrong with it."""

    def __init__(self, app: FastAPI, operation: Operation, serving: Serving) -> None:
        super().__init__(app, _path(operation), operation.method, partial(_add, app, serving, operation, False))
        self._operation, self._endpoint = operation, _endpoint(serving, operation)

    def made(self) -> BaseRoute:
        """FastAPI's one, which stands behind this."""
        if self._made is None:
            self._make()
            self._made = self._app.router.routes.pop()
        return self._made

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, child = Route.matches(self, scope)
        return match, {**child, "route": self}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await Request(scope, receive).body()
        request = Request(scope, replayed(body, receive))
        asked = self._read(request, body)
        if asked is None:
            await _through(self.made(), scope, request.receive, send)
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


async def _through(route: BaseRoute, scope: Scope, receive: Receive, send: Send) -> None:
    _, child = route.matches(scope)
    scope.update(child)
    await route.handle(scope, receive, send)


async def _unmade(_: Request) -> Response:
    raise AssertionError("a route was asked before it was made")


def _with_operations(serving: Serving, *, told: bool) -> FastAPI:
    """An app with the routes. With `told` each says what it answers: the OpenAPI document needs that, the running
    server does not, and it takes most of the time of starting."""
    app = FastAPI(
        title="jiyi",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry=UNTOLD,
    )
    ordered = sorted(OPERATIONS, key=lambda one: one.name not in OFTEN)  # a route is looked for in this order
    quick = [one for one in ordered if one.name in OFTEN and not told]
    app.router.routes.extend(Quick(app, one, serving) for one in quick)
    rows = [(one.method, _path(one), partial(_add, app, serving, one, told)) for one in ordered if one not in quick]
    rows += [(method, path, partial(add, app, serving, told)) for method, path, add in live.ROUTES]
    for method, path, add in rows:
        if told:
            add()
        else:
            app.router.routes.append(Late(app, path, method, add))
    return app


def _add(app: FastAPI, serving: Serving, operation: Operation, told: bool) -> None:
    answers: dict[str, Any] = {"response_model": None}
    if told:
        answers = {
            "response_model": operation.response,
            "responses": problems.documented(versioned=operation.versioned),
        }
    app.add_api_route(
        _path(operation),
        _endpoint(serving, operation),
        methods=[operation.method],
        operation_id=operation.name.replace(".", "_").strip("_"),
        summary=operation.name,
        description=operation.about + f" Needs the right to {operation.may}.",
        tags=[TAGS.get(operation.path.split("/")[1], "Everything else")],
        **answers,
    )


def _path(operation: Operation) -> str:
    return PREFIX + operation.path.replace("}", ":path}")  # an id may hold a slash


def _endpoint(serving: Serving, operation: Operation) -> Callable[..., Awaitable[Response]]:
    async def endpoint(
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

    endpoint.__signature__ = _signature(operation)  # type: ignore[attr-defined]  # what FastAPI reads
    return endpoint


def _signature(operation: Operation) -> inspect.Signature:
    """What FastAPI shall read of a request: the request's model, and what stands in path, query and headers."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    params = [inspect.Parameter("request", keyword, annotation=Request)]
    params += [inspect.Parameter(one, keyword, annotation=Annotated[str, Path()]) for one in operation.places]
    maybe = str | None
    if operation.in_query:
        user: Any = (Annotated[maybe, Query(description=USER)], None)
        model = create_model(f"{operation.request.__name__}Query", __base__=operation.request, user=user)
        params.append(inspect.Parameter("asked", keyword, annotation=Annotated[model, Query()]))
    else:
        params.append(
            inspect.Parameter("user", keyword, annotation=Annotated[maybe, Query(description=USER)], default=None)
        )
        kind = operation.request
        empty = {} if _required(kind) else {"default": kind()}
        params.append(inspect.Parameter("asked", keyword, annotation=Annotated[kind, Body()], **empty))
    if operation.versioned:
        note = Header(alias="If-Match", description=IF_MATCH)
        params.append(inspect.Parameter("if_match", keyword, annotation=Annotated[maybe, note], default=None))
    if operation.writes:
        note = Header(alias="Idempotency-Key", description=ONCE)
        params.append(inspect.Parameter("idempotency_key", keyword, annotation=Annotated[maybe, note], default=None))
    return inspect.Signature(params)


def _required(kind: type[ask.Asked]) -> bool:
    return any(field.is_required() for field in kind.model_fields.values())


def _add_health(app: FastAPI, serving: Serving) -> None:
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
    made = _with_operations(serving, told=True).openapi()
    parts = made.setdefault("components", {})
    schemas = parts.setdefault("schemas", {})
    schemas["Problem"] = problems.Problem.model_json_schema()
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    parts["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    made["security"] = [{"key": []}, {}]
    return made

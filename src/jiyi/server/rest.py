"""The part of the REST door that FastAPI does: reading requests, and the OpenAPI document. FastAPI takes a good part of
starting, so this is loaded beside the first requests; see `app.py`.
"""

from __future__ import annotations

import inspect
from typing import Annotated, Any

from fastapi import Body, FastAPI, Header, Path, Query
from fastapi.exceptions import RequestValidationError
from pydantic import create_model
from starlette.requests import Request

from jiyi import __version__
from jiyi.server import live, problems
from jiyi.server import requests as ask
from jiyi.server.app import OFTEN, endpoint, path_of
from jiyi.server.operations import BY_NAME, OPERATIONS, Operation
from jiyi.server.serving import Serving

USER = "Whose memory. May be left out when the key is for one user only."
IF_MATCH = 'The version that the change is based on, as in the memory\'s ETag: `"7"`.'
ONCE = "Makes a repeated request harmless for a day: it gets the first one's answer."
# FastAPI would tell OpenTelemetry paths, queries and faults as they are: users' names and words. `gate` tells less.
UNTOLD: Any = {"tracing": False, "metrics": False, "logs": False, "operation_spans": False, "auto_configure": False}
TAGS = {"memories": "What is known", "sessions": "Conversations", "memory": "Between devices"}


def make() -> FastAPI:
    """An app without routes."""
    app = FastAPI(
        title="jiyi",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry=UNTOLD,
    )
    problems.install(app)
    app.add_exception_handler(RequestValidationError, problems.unreadable)
    return app


def add(app: FastAPI, serving: Serving, name: str, *, told: bool = False) -> None:
    """Put the route of an operation, or of `live`, into the app. With `told` it says what it answers: the OpenAPI
    document needs that, the running server does not, and it takes most of the time."""
    if name in live.ADD:
        live.ADD[name](app, serving, told)
    else:
        _add(app, serving, BY_NAME[name], told)


def _add(app: FastAPI, serving: Serving, operation: Operation, told: bool) -> None:
    answers: dict[str, Any] = {"response_model": None}
    if told:
        answers = {
            "response_model": operation.response,
            "responses": problems.documented(versioned=operation.versioned),
        }
    app.add_api_route(
        path_of(operation),
        signed(serving, operation),
        methods=[operation.method],
        operation_id=operation.name.replace(".", "_").strip("_"),
        summary=operation.name,
        description=operation.about + f" Needs the right to {operation.may}.",
        tags=[TAGS.get(operation.path.split("/")[1], "Everything else")],
        **answers,
    )


def signed(serving: Serving, operation: Operation) -> Any:
    """What answers, with what FastAPI shall read of a request."""
    answers = endpoint(serving, operation)
    answers.__signature__ = _signature(operation)  # type: ignore[attr-defined]  # what FastAPI reads
    return answers


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


def described(serving: Serving) -> dict[str, Any]:
    """The OpenAPI document, with the shape of errors and how to show a key."""
    app = make()
    ordered = sorted((one.name for one in OPERATIONS), key=lambda name: name not in OFTEN)
    for name in (*ordered, *live.ADD):
        add(app, serving, name, told=True)
    made = app.openapi()
    parts = made.setdefault("components", {})
    schemas = parts.setdefault("schemas", {})
    schemas["Problem"] = problems.Problem.model_json_schema()
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    parts["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    made["security"] = [{"key": []}, {}]
    return made

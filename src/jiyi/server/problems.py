"""Errors as `application/problem+json` (RFC 9457), from the one tree of errors."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, Field
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route

from jiyi import errors
from jiyi.errors import InvalidInput, JiyiError

log = logging.getLogger("jiyi.server")
MEDIA = "application/problem+json"
AGAIN = frozenset({429, 503})  # worth another try after a second


class Problem(BaseModel):
    """What went wrong. `code` is stable, for programs; `detail` says what to do, for people."""

    type: str = Field(description="`urn:jiyi:error:` and the code.")
    title: str
    status: int
    detail: str
    code: str


def problem(status: int, code: str, detail: str) -> Response:
    """An answer that is an error."""
    told = {
        "type": f"urn:jiyi:error:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
    }
    headers = {"Cache-Control": "no-store"}
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="jiyi"'
    if status in AGAIN or code == errors.Underway.code:
        headers["Retry-After"] = "1"
    return Response(json.dumps(told), status, headers, MEDIA)


def of_error(error: JiyiError) -> Response:
    if error.status >= 500:
        log.warning(json.dumps({"event": "error", "code": error.code}))
    return problem(error.status, error.code, str(error))


def faults(error: Any) -> str:
    """Names and reasons of the fields that cannot be read; never their values, which are people's words."""
    found = [f"{_place(one['loc'])}: {_reason(one)}" for one in error.errors()][:8]
    return "; ".join(found) or "the request cannot be read"


def _reason(fault: Mapping[str, Any]) -> str:
    if fault["type"] == "extra_forbidden" and tuple(fault["loc"]) == ("body", "user"):
        return "stands in the URL (`?user=…`), not in the body"
    return str(fault["msg"])


def _place(loc: Iterable[Any]) -> str:
    """The path to a field, without the words `body` or `query` and without keys that a caller made up."""
    parts = [str(one) for one in loc if one not in ("body", "query", "path", "header")]
    return ".".join(part for part in parts if len(part) <= 40) or "body"


async def _jiyi(_: Request, error: Exception) -> Response:
    assert isinstance(error, JiyiError)
    return of_error(error)


async def unreadable(_: Request, error: Exception) -> Response:
    """What FastAPI cannot read."""
    return problem(InvalidInput.status, InvalidInput.code, faults(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "invalid_input")
    answer = problem(error.status_code, code, str(error.detail))
    answer.headers.update(error.headers or {})
    if error.status_code == 405:  # the framework names the methods of one route only
        answer.headers["Allow"] = ", ".join(sorted(_allowed(request)))
    return answer


def _allowed(request: Request) -> set[str]:
    """The methods that a path of ours knows."""
    routes = (route for route in request.app.router.routes if isinstance(route, Route))
    return {
        method
        for route in routes
        if route.matches(request.scope)[0] is not Match.NONE
        for method in route.methods or ()
    }


def note_unexpected(error: Exception) -> None:
    """Where it happened goes into the log; what the error says does not, since it may hold somebody's words."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    name = place.filename.rpartition("/")[2]
    log.error(json.dumps({"event": "unexpected", "error": type(error).__name__, "at": f"{name}:{place.lineno}"}))


async def _unexpected(_: Request, error: Exception) -> Response:
    note_unexpected(error)
    return problem(500, "error", "something unexpected happened; the server's log says where")


def install(app: Starlette) -> None:
    """Every error of the app becomes a problem."""
    app.add_exception_handler(JiyiError, _jiyi)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def documented(*, versioned: bool) -> dict[int | str, dict[str, Any]]:
    """The error statuses of an operation, for the OpenAPI document."""
    known: dict[int, list[str]] = {500: ["error"]}
    for one in vars(errors).values():
        if isinstance(one, type) and issubclass(one, JiyiError) and one.status != 500:
            known.setdefault(one.status, []).append(one.code)
    if not versioned:
        known.pop(412)
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(f'`{code}`' for code in codes)}",
            "content": {MEDIA: {"schema": schema}},
        }
        for status, codes in sorted(known.items())
    }

"""The gate that every request passes: who asks, from where, how much and how often. Plain ASGI, before any route."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from jiyi import spans
from jiyi.errors import Forbidden, InvalidInput, JiyiError, TimedOut, TooLong, Unauthorized
from jiyi.server import problems
from jiyi.server.caller import Caller
from jiyi.server.operations import PREFIX
from jiyi.server.serving import Serving

log = logging.getLogger("jiyi.access")
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

OPEN = frozenset({"/", "/health", "/ready", "/openapi.json"})  # tell nothing of anybody
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
SAFE = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
TRACED = frozenset({b"traceparent", b"tracestate", b"baggage"})
CALLER = "jiyi.caller"  # where the scope holds who asks
PAGE = "/ui"  # the page's paths begin so
COOKIE = "jiyi_page"  # what a browser keeps after signing in


def caller_of(scope: Scope) -> Caller:
    """Who asks, as the gate found it."""
    found: Caller = scope[CALLER]
    return found


def is_page(path: str) -> bool:
    """Whether a path is one of the page's."""
    return path == PAGE or path.startswith(f"{PAGE}/")


class Gate:
    """Wraps the app."""

    def __init__(self, app: App, serving: Serving) -> None:
        self._app = app
        self._serving = serving
        self._names = frozenset(one.strip().lower() for one in serving.settings.server.hosts.split(",") if one.strip())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, id = time.perf_counter(), secrets.token_hex(8)
        status = 0

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = list(message.get("headers", ()))
                names = {name for name, _ in given}
                safe = [one for one in SAFE if one[0] not in names]  # a page has a policy of its own
                message["headers"] = [*given, *safe, (b"x-request-id", id.encode())]
            await send(message)

        carried = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"] if name in TRACED
        }
        with spans.span(scope["method"], kind="SERVER", carrier=carried, http__request__method=scope["method"]) as span:
            try:
                await self._admitted(scope, receive, told)
            except JiyiError as error:
                await problems.of_error(error)(scope, receive, told)
            except Exception as error:  # noqa: BLE001 - answered by `problems`; uvicorn would log its words, a person's
                log.error(json.dumps({"event": "broken", "id": id, "error": type(error).__name__}))  # noqa: TRY400
            finally:
                self._note(scope, id, status, time.perf_counter() - began)
                route = _route(scope)
                span.rename(f"{scope['method']} {route}")
                span.tell(http__route=route, http__response__status_code=status, jiyi__request_id=id)

    async def _admitted(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers: dict[bytes, str] = {name: value.decode("latin-1") for name, value in scope["headers"]}
        self._check_host(headers)
        path = scope["path"]
        if is_page(path):
            await self._admit_browser(headers, scope)
        elif path not in OPEN:
            scope[CALLER] = caller = await self._caller(headers, scope)
            self._serving.rates.spend(caller.name)
        limits = self._serving.settings.server
        most = limits.import_bytes if path == f"{PREFIX}/import" else limits.body_bytes
        body = await self._body(headers, receive, most)
        await self._app(scope, replayed(body, receive), send)

    def _check_host(self, headers: dict[bytes, str]) -> None:
        """Names that a browser was tricked into, and pages of other sites while there are no keys, are refused."""
        host = headers.get(b"host", "")
        name = (host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host).lower()
        open_to_all = not self._serving.ring.any
        allowed = self._names | LOOPBACK if self._names or open_to_all else frozenset()
        if allowed and name not in allowed:
            raise Forbidden("this server does not answer to that name (settings, `server.hosts`)")
        origin = headers.get(b"origin")
        if open_to_all and origin is not None and origin.partition("://")[2].lower() != host.lower():
            raise Forbidden("pages of other sites may not ask a server without keys")

    async def _admit_browser(self, headers: dict[bytes, str], scope: Scope) -> None:
        """On the page's paths, and there only, a cookie says who asks. Who is unknown is shown where to sign in."""
        kept = SimpleCookie()
        with contextlib.suppress(CookieError):
            kept.load(headers.get(b"cookie", ""))
        pass_ = kept.get(COOKIE)
        try:
            scope[CALLER] = caller = await self._serving.ring.page_caller(pass_.value if pass_ else None)
            self._serving.rates.spend(caller.name)
        except Unauthorized:
            self._spend_address(scope)

    async def _caller(self, headers: dict[bytes, str], scope: Scope) -> Caller:
        given = headers.get(b"authorization")
        bearer = None
        if given is not None:
            kind, _, text = given.partition(" ")
            bearer = text.strip() if kind.lower() == "bearer" else ""
        try:
            return await self._serving.ring.caller(bearer)
        except JiyiError:
            self._spend_address(scope)
            raise

    def _spend_address(self, scope: Scope) -> None:
        """Guessing keys is slowed down by the address it comes from."""
        client = scope.get("client")
        self._serving.rates.spend(f"address {client[0] if client else ''}")

    async def _body(self, headers: dict[bytes, str], receive: Receive, most: int) -> bytes:
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or len(length) > 15:
            raise InvalidInput("Content-Length is no number")
        if int(length) > most:
            raise TooLong(f"the request has {int(length):,} bytes; at most {most:,} are allowed")
        chunks: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self._serving.settings.server.request_seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        break
                    chunk = message.get("body", b"")
                    size += len(chunk)
                    if size > most:
                        raise TooLong(f"the request has more than {most:,} bytes")
                    chunks.append(chunk)
                    if not message.get("more_body", False):
                        break
        except TimeoutError as error:
            raise TimedOut("the request did not come to its end in time") from error
        return b"".join(chunks)

    def _note(self, scope: Scope, id: str, status: int, seconds: float) -> None:
        """One line per request, without anything of a person: the route's pattern instead of the path."""
        if not log.isEnabledFor(logging.INFO):
            return
        caller = scope.get(CALLER)
        line = {
            "event": "request",
            "id": id,
            "method": scope["method"],
            "route": _route(scope),
            "status": status,
            "ms": round(1000 * seconds, 1),
            "key": caller.name if caller is not None else None,
        }
        log.info(json.dumps(line))


def _route(scope: Scope) -> str:
    """The pattern that a path fits, which names nobody."""
    route = scope.get("route")
    return str(getattr(route, "path_format", None) or getattr(route, "path", "-"))


def replayed(body: bytes, receive: Receive) -> Receive:
    """The body that was read, then whatever comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again

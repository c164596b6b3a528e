"""The MCP door's frame in the HTTP server. The SDK takes longer to load than all the rest, so it is loaded beside the
first requests instead of before them.
"""

from __future__ import annotations

import asyncio
import contextlib
from importlib import import_module
from typing import Any

from starlette.routing import Route

from jiyi.server import problems
from jiyi.server.caller import Caller
from jiyi.server.gate import CALLER, Receive, Scope, Send
from jiyi.server.serving import Serving

PATH = "/mcp"
LOADING_SECONDS = 30.0  # the longest wait for it
QUIET_SECONDS = 5.0  # of a new server, for the first requests
USER = "x-jiyi-user"  # the connection's header that names the user, for a key of several
LOCAL_USER = "me"  # whose memory it is on a machine without keys, as on the command line


def bound(request: Any) -> tuple[Caller, str]:
    """Who asks, and whose memory it is: the only user of the key or token, or the one that the connection's header
    `X-Jiyi-User` names, if the key reaches so far. Raises Forbidden, InvalidInput."""
    caller: Caller = request.scope[CALLER]
    named = request.headers.get(USER)
    if named is None and not caller.bounded and caller.name == "local":
        named = LOCAL_USER
    return caller, caller.admit_user(named)


class McpDoor:
    """Answers at PATH once `run` has got the SDK loaded; each request stands for itself and shows its key."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._asked = asyncio.Event()
        self._ready = asyncio.Event()
        self._stop = asyncio.Event()
        self._handle: Any = None

    def routes(self) -> tuple[Route, ...]:
        """For the app."""
        return (Route(PATH, self, methods=None),)

    async def run(self) -> None:
        """Load the SDK once it is asked for, or after the first seconds of the server; then stay until `stop`."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._asked.wait(), QUIET_SECONDS)
        if self._stop.is_set():
            return
        kit = await asyncio.to_thread(import_module, "jiyi.server.mcp_server")
        sessions = await asyncio.to_thread(import_module, "mcp.server.streamable_http_manager")
        door = kit.Door(self._serving, bound)
        most = self._serving.settings.server.body_bytes
        manager = sessions.StreamableHTTPSessionManager(
            door.server(), json_response=True, stateless=True, max_request_body_size=most
        )
        async with manager.run():
            self._handle = manager.handle_request
            self._ready.set()
            await self._stop.wait()
            self._ready.clear()

    def stop(self) -> None:
        """End."""
        self._stop.set()
        self._asked.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "GET":
            answer = problems.problem(405, "method_not_allowed", "this door keeps no stream open; send POST")
            await answer(scope, receive, send)
            return
        self._asked.set()
        try:
            await asyncio.wait_for(self._ready.wait(), LOADING_SECONDS)
        except TimeoutError:
            answer = problems.problem(503, "unreachable", "the MCP door is not open; the server's log says why")
            await answer(scope, receive, send)
            return
        await self._handle(scope, receive, send)

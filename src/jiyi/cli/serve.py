"""`jiyi serve`, the server, and `jiyi mcp`, the memory of one user for a model's host."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from jiyi import extras
from jiyi.cli.frame import Frame, command, stop

PANEL = "Running it"
MISSING = (
    "the server needs an extra that is not installed: ",
    "服务器需要额外安装：",
)


def register(app: typer.Typer) -> None:
    for body in (serve, mcp):
        command(app, body.__name__, PANEL)(body)


async def serve(
    frame: Frame,
    host: Annotated[str | None, typer.Option("--host", help="The address to listen on. [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="[default: 8377]")] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes that serve on the one port. [default: 1]")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No line per request.")] = False,
) -> None:
    """Serve this memory to other programs, devices and people, until Ctrl-C."""
    try:
        from jiyi.server import running  # noqa: PLC0415 - an extra
        from jiyi.server.serving import open_serving  # noqa: PLC0415 - an extra
    except ImportError:
        stop(frame.pick(*MISSING) + extras.command("server"), frame=frame, error="not_installed")

    settings = frame.settings()
    at = settings.server.host if host is None else host
    where = settings.server.port if port is None else port
    count = settings.server.workers if workers is None else workers
    with running.logged(quiet):
        if count > 1:
            from jiyi.server.workers import serve_several  # noqa: PLC0415 - start-up time

            url = settings.url if frame.url is None else frame.url
            await serve_several(
                url,
                settings,
                (at, where),
                count,
                lambda told: _standing(frame, at, told.port, told.place, told.keys),
                quiet=quiet,
            )
            return
        async with open_serving(frame.url, settings) as serving:
            await running.serve(
                serving, at, where, lambda real: _standing(frame, at, real, serving.memory.place, serving.ring.any)
            )


def _standing(frame: Frame, host: str, port: int, place: str, keys: bool) -> None:
    """Where it listens, and who is let in."""
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{port}"
    frame.emit({"url": url, "store": place, "keys": keys})
    if frame.as_json:
        sys.stdout.flush()
        return
    said = frame.pick(f"serving {place} at {url}", f"正在 {url} 提供 {place}")
    frame.err.print(said, markup=False)
    frame.err.print(frame.pick(f"the page for people: {url}/ui", f"给人看的页面：{url}/ui"), markup=False)
    if not keys:
        frame.err.print(
            frame.pick(
                "no key was made yet: only this machine is let in, and everybody on it. `jiyi keys create` makes one",
                "还没有密钥：只有本机可以访问，本机上任何人都可以。用 `jiyi keys create` 创建密钥",
            ),
            markup=False,
        )


async def mcp(
    frame: Frame,
    read_only: Annotated[bool, typer.Option("--read-only", help="Only recall, profile and list.")] = False,
) -> None:
    """Speak MCP on stdin and stdout: the memory of --user for a model's host, as its tools and resources."""
    try:
        from jiyi.server.mcp_server import run_stdio  # noqa: PLC0415 - an extra
        from jiyi.server.serving import open_serving  # noqa: PLC0415 - an extra
    except ImportError:
        stop(frame.pick(*MISSING) + extras.command("server"), frame=frame, error="not_installed")
    from jiyi.server.caller import Caller  # noqa: PLC0415 - start-up time
    from jiyi.server.operations import Right  # noqa: PLC0415 - start-up time

    right = Right.READ if read_only else Right.WRITE
    caller = Caller(name="stdio", right=right, users=(frame.user,))
    async with open_serving(frame.url, frame.settings()) as serving:
        await run_stdio(serving, caller, frame.user)

"""`jiyi serve`, the server, and `jiyi mcp`, the memory of one user for a model's host."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from jiyi.cli.frame import Frame, command, stop

if TYPE_CHECKING:
    from jiyi.server.serving import Serving

PANEL = "Running it"
MISSING = (
    "the server needs its extra: pip install 'jiyi[server]'",
    "服务器需要额外安装：pip install 'jiyi[server]'",
)


def register(app: typer.Typer) -> None:
    for body in (serve, mcp):
        command(app, body.__name__, PANEL)(body)


async def serve(
    frame: Frame,
    host: Annotated[str | None, typer.Option("--host", help="The address to listen on. [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="[default: 8377]")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No line per request.")] = False,
) -> None:
    """Serve this memory to other programs, devices and people, until Ctrl-C."""
    try:
        from jiyi.server import running  # noqa: PLC0415 - an extra
        from jiyi.server.serving import open_serving  # noqa: PLC0415 - an extra
    except ImportError:
        stop(frame.pick(*MISSING), frame=frame, error="not_installed")

    settings = frame.settings()
    at = settings.server.host if host is None else host
    with _logged(quiet):
        async with open_serving(frame.url, settings) as serving:
            await running.serve(
                serving,
                at,
                settings.server.port if port is None else port,
                lambda real: _standing(frame, serving, at, real),
            )


@contextmanager
def _logged(quiet: bool) -> Iterator[None]:
    """One JSON object per line on stderr, without anything of a person; as it was before when the server has ended."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    logs = [logging.getLogger(name) for name in ("jiyi.access", "jiyi.server")]
    before = [(log.propagate, log.level) for log in logs]
    for log in logs:
        log.addHandler(handler)
        log.propagate = False
        log.setLevel(logging.WARNING if quiet else logging.INFO)
    try:
        yield
    finally:
        for log, (propagate, level) in zip(logs, before, strict=True):
            log.removeHandler(handler)
            log.propagate = propagate
            log.setLevel(level)


def _standing(frame: Frame, serving: Serving, host: str, port: int) -> None:
    """Where it listens, and who is let in."""
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{port}"
    frame.emit({"url": url, "store": serving.memory.place, "keys": serving.ring.any})
    if frame.as_json:
        sys.stdout.flush()
        return
    said = frame.pick(f"serving {serving.memory.place} at {url}", f"正在 {url} 提供 {serving.memory.place}")
    frame.err.print(said, markup=False)
    frame.err.print(frame.pick(f"the page for people: {url}/ui", f"给人看的页面：{url}/ui"), markup=False)
    if not serving.ring.any:
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
        stop(frame.pick(*MISSING), frame=frame, error="not_installed")
    from jiyi.server.caller import Caller  # noqa: PLC0415 - start-up time
    from jiyi.server.operations import Right  # noqa: PLC0415 - start-up time

    right = Right.READ if read_only else Right.WRITE
    caller = Caller(name="stdio", right=right, users=(frame.user,))
    async with open_serving(frame.url, frame.settings()) as serving:
        await run_stdio(serving, caller, frame.user)

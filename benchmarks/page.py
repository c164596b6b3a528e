"""What the page takes for a person of 50 memories and for one of 20,000: `python benchmarks/page.py [--browser]`.

A store is filled with both, `jiyi serve` stands on it, and every view is asked for again and again, in turn with
`/health`, which is a bare answer of the same server. For each: wall milliseconds (median), the server's processor
milliseconds a request, kilobytes, and the wall time as a ratio to the bare answer. "First of all" is the very first
request after a start, when all that is known of the person is read. With `--browser` Chromium opens the main views
too: from navigation to the first paint, and to the end of loading.

`--sizes 50 20000` says how many memories; `--db postgres` starts a PostgreSQL server from its wheel; `--only people`
limits to the views so named; `--keep FILE` fills that SQLite file and leaves it, or takes it as it is.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import random
import re
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import numpy as np

from doors import Server
from jiyi import codec
from jiyi.ids import uuid7
from jiyi.language.tokens import hashes
from jiyi.models.local import LocalEmbedder
from jiyi.records import Action, Evidence, Kind, MemoryRecord, Message, Relation, Role, Source, Status
from jiyi.rows import ChangeRow, ItemRow, MessageDraft, Write
from jiyi.stores.opening import open_store
from sentences import sentences
from speed import random_vectors

SINCE = datetime(2024, 12, 1, 8, tzinfo=UTC)
DAYS = 700  # over which the memories are spread
NAMES = ("安娜", "小林", "Ann", "Ida", "Marco", "王老师", "Dr Lee", "Kolya", "阿强", "Priya", "the choir", "星辰项目")
STANDING = {Status.CURRENT: 80, Status.PENDING: 10, Status.SUPERSEDED: 5, Status.ARCHIVED: 5}  # of a hundred
BATCH = 1_000  # rows a transaction
REAL = 2_000  # vectors of words; the others stand in, as only their number matters
MESSAGES = 50  # of a session

VIEWS: dict[str, str] = {
    "memories": "memories",
    "memories of a kind": "memories?kind=fact",
    "no longer used": "memories?standing=past",
    "of a source on a day": "memories?source=said&day=2026-01-15",
    "search a word": "memories?q=guitar",
    "search half a word": "memories?q=guit",
    "search 西湖": "memories?q=西湖",
    "one memory": "memories/{id}",
    "review": "review",
    "timeline": "timeline",
    "timeline of a day": "timeline?day=2025-08-01",
    "people": "people",
    "one person": "people?name=Ann",
    "turn": "turn?session=s-0",
    "forget, preview": "forget",
    "download": "export",
}
FEW = ("forget, preview", "download")  # that take long by what they do
PAINTED = """new Promise(done => {
  const look = () => {
    const found = performance.getEntriesByName('first-contentful-paint')[0];
    found ? done(found.startTime) : requestAnimationFrame(look);
  };
  look();
})"""
SEEN = ("memories", "review", "timeline", "people")  # by Chromium


# --- the store ------------------------------------------------------------------------------------------------------
def person(user: str, count: int) -> list[MemoryRecord]:
    """Memories of all kinds over two years: some wait for an answer, some were replaced, many name somebody."""
    draw = random.Random(count)
    found: list[MemoryRecord] = []
    for number, text in enumerate(sentences(count, seed=9)):
        at = SINCE + timedelta(seconds=DAYS * 86_400 * number / count)
        name = draw.choice(NAMES) if draw.random() < 0.3 else ""
        status = draw.choices(tuple(STANDING), tuple(STANDING.values()))[0]
        found.append(
            MemoryRecord(
                id=uuid7(at, number),
                user=user,
                kind=draw.choice(tuple(Kind)),
                content=f"{text}, {name}" if name else text,
                language="mixed",
                entities=(name,) if name else (),
                relations=(Relation(subject="user", relation="friend", object=name),) if name else (),
                source=draw.choices(tuple(Source), (80, 8, 4, 4, 4))[0],
                confidence=draw.choice((0.95, 0.8, 0.5)),
                evidence=(Evidence(quote=text, at=at, session=f"s-{number // MESSAGES}", seq=1 + number % MESSAGES),),
                status=status,
                recorded_at=at,
                retired_at=at + timedelta(days=20) if status in (Status.SUPERSEDED, Status.ARCHIVED) else None,
                protected=draw.random() < 0.02,
            )
        )
    for place, (old, new) in enumerate(itertools.pairwise(found)):
        if old.status is Status.SUPERSEDED:
            found[place] = replace(old, superseded_by=new.id)
    return found


async def fill(url: str, sizes: Sequence[int]) -> None:
    """A person of each size, with one conversation a page of it, straight into the store."""
    embedder, store = LocalEmbedder(), open_store(url)
    await store.open()
    await store.note("embedder", embedder.name)
    body = codec.change_body("benchmark", "said", {})
    for size in sizes:
        user, records = f"page-{size}", person(f"page-{size}", size)
        real = await embedder.embed([one.content for one in records[:REAL]])
        vectors = np.vstack([real, random_vectors(max(0, size - REAL), size)])
        for start in range(0, size, BATCH):
            some = range(start, min(start + BATCH, size))
            rows = [
                ItemRow(
                    id=records[n].id,
                    body=codec.memory_body(records[n], vectors[n : n + 1], hashes(records[n].content)),
                    embedder=embedder.name,
                )
                for n in some
            ]
            changes = [
                ChangeRow(version=0, action=Action.ADD, ref=records[n].id, at=records[n].recorded_at, body=body)
                for n in some
            ]
            await store.apply(user, Write(memories=tuple(rows), changes=tuple(changes)))
        for start in range(0, size, MESSAGES):
            session = f"s-{start // MESSAGES}"
            said = [
                Message(user=user, session=session, seq=0, role=Role.USER, content=one.content, at=one.recorded_at)
                for one in records[start : start + MESSAGES]
            ]
            drafts = [MessageDraft(body=codec.message_body(one)) for one in said]
            await store.append(user, session, drafts, said[-1].at)
    await store.close()
    await embedder.close()


# --- asking ---------------------------------------------------------------------------------------------------------
class Asker:
    """One client of a server, that knows what its processor did."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx2.Client(base_url=server.url, trust_env=False, timeout=300)
        self.http.headers["Accept-Language"] = "en"

    def worked(self) -> float:
        """Seconds of the server's processor so far, to the nanosecond where the system tells them."""
        tasks = [task for process in self.server.processes() for task in (process / "task").iterdir()]
        found = 0
        for task in tasks:
            with contextlib.suppress(OSError):
                found += int((task / "schedstat").read_text().split()[0])
        return found / 1e9

    def get(self, path: str) -> bytes:
        answer = self.http.get(path)
        answer.raise_for_status()
        return answer.content

    def view(self, user: str, name: str, id: str) -> Callable[[], bytes]:
        """What asks for a view once."""
        path = f"/ui/{VIEWS[name].format(id=id)}"
        path += ("&" if "?" in path else "?") + f"user={user}"
        if name != "forget, preview":
            return lambda: self.get(path)
        token = re.search(r'name="form_token" value="([^"]+)"', self.get(path).decode())
        assert token is not None

        def preview() -> bytes:
            answer = self.http.post(path, data={"form_token": token[1], "about": "Priya"})
            answer.raise_for_status()
            return answer.content

        return preview


def timed(act: Callable[[], bytes]) -> tuple[float, int]:
    """Milliseconds, and bytes of the answer."""
    began = time.perf_counter()
    answer = act()
    return 1000 * (time.perf_counter() - began), len(answer)


def measure(asker: Asker, user: str, names: Sequence[str], often: int) -> None:
    """A row for each view of a person."""
    first, _ = timed(asker.view(user, "memories", ""))
    print(f"\n{user}: first of all {first:.0f} ms")
    print(f"  {'view':22} {'ms':>8} {'cpu ms':>8} {'kB':>8} {'x bare':>8}")
    found = asker.http.get("/api/v1/memories", params={"user": user, "limit": 1, "status": "superseded"}).json()
    id = found["items"][0]["id"] if found["items"] else ""
    for name in names:
        act = asker.view(user, name, id)
        act()
        took, bare, worked, size = [], [], 0.0, 0
        for _ in range(3 if name in FEW else often):
            bare.append(timed(lambda: asker.get("/health"))[0])
            before = asker.worked()
            milliseconds, size = timed(act)
            worked += asker.worked() - before
            took.append(milliseconds)
        middle, cpu = statistics.median(took), 1000 * worked / len(took)
        ratio = middle / statistics.median(bare)
        print(f"  {name:22} {middle:8.1f} {cpu:8.1f} {size / 1000:8.1f} {ratio:8.1f}")


def browse(server: Server, users: Sequence[str], often: int) -> None:
    """What a person in front of Chromium waits, each time in a window that has nothing kept."""
    from playwright.sync_api import sync_playwright

    place = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as kit:
        browser = kit.chromium.launch(executable_path=place, args=["--no-sandbox"])
        print(f"\n  {'in Chromium':32} {'first paint ms':>14} {'loaded ms':>10} {'x bare':>8}")
        bare = statistics.median(opened(browser, f"{server.url}/health", often)[1])
        for user in users:
            for name in SEEN:
                paints, loads = opened(browser, f"{server.url}/ui/{VIEWS[name]}?user={user}", often)
                paint, load = statistics.median(paints), statistics.median(loads)
                print(f"  {user + ' ' + name:32} {paint:14.0f} {load:10.0f} {load / bare:8.1f}")
        browser.close()


def opened(browser: object, url: str, often: int) -> tuple[list[float], list[float]]:
    """Milliseconds from navigation to the first paint of something, and to the end of loading."""
    paints, loads = [], []
    for _ in range(often):
        page = browser.new_page(locale="en-GB")  # type: ignore[attr-defined]
        page.goto(url)
        paints.append(page.evaluate(PAINTED))
        loads.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
        page.close()
    return paints, loads


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[50, 20_000])
    parser.add_argument("--db", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--only", nargs="+", choices=tuple(VIEWS), default=tuple(VIEWS))
    parser.add_argument("--often", type=int, default=20)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--browser", action="store_true")
    given = parser.parse_args()
    with contextlib.ExitStack() as kept:
        folder = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="jiyi-page-")))
        db = str(given.keep or folder / "page.db")
        if given.db == "postgres":
            from jiyi.testing.postgres_server import Server as Postgres

            folder.chmod(0o755)  # as root, the server runs as somebody else
            db = kept.enter_context(Postgres(folder / "s")).url()
        if given.keep is None or not given.keep.exists():
            asyncio.run(fill(db, given.sizes))
        server = Server(db)
        kept.callback(server.stop)
        asker = Asker(server)
        kept.callback(asker.http.close)
        users = [f"page-{size}" for size in given.sizes]
        for user in users:
            measure(asker, user, given.only, given.often)
        if given.browser:
            browse(server, users, given.often)


if __name__ == "__main__":
    main()

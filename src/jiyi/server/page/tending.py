"""Running it: the golden figures, what is stored, and background work with what was given up. For admins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from jiyi.ports import Sizing
from jiyi.records import Job
from jiyi.rows import JobPage
from jiyi.server import wire
from jiyi.server.page.view import View

JOBS = 50
COUNTED = {"memories": "memories_n", "messages": "messages_n"}  # whose words would stand for a page otherwise
STORED = ("users", "sessions", "messages", "memories", "episodes", "changes", "bytes")


async def running(view: View) -> Response:
    """How it is going."""
    stats = await view.ask("stats")
    waiting: JobPage = await view.ask("jobs", limit=JOBS)
    dead: JobPage = await view.ask("jobs", state="dead", limit=JOBS)
    stored = [(COUNTED.get(name, name), stats[name]) for name in STORED if name in stats]
    return view.html(
        "running.html",
        golden=golden(await view.serving.figures.golden(view.serving.peers)),
        stored=stored,
        model=list(stats.get("model", {}).items()),
        waiting=[one for one in waiting.jobs if one.state != "dead"],
        states=stats["jobs"],
        dead=dead,
        n=view.asked("n"),
        largest=await view.serving.store.largest() if isinstance(view.serving.store, Sizing) else (),
    )


def golden(found: Mapping[str, float]) -> dict[str, Any]:
    """The figures as people read them; None where nothing has happened yet."""
    writes = {one: found.get(f"jiyi_writes_total.{one}", 0.0) for one in ("ok", "refused", "failed")}
    tried = writes["ok"] + writes["failed"]  # what a caller asked wrongly is no failure of the server
    sets = {one: found.get(f"jiyi_working_sets_total.{one}", 0.0) for one in ("warm", "delta", "cold")}
    recalled = sum(sets.values())
    return {
        "writes": int(tried),
        "write_success": writes["ok"] / tried if tried else None,
        "cache": (sets["warm"] + sets["delta"]) / recalled if recalled else None,
        **{name: _mean(found, key) for name, key in (("recall", "jiyi_recall"), ("sync", "jiyi_sync_delay"))},
        "recalls": int(found.get("jiyi_recall_seconds_count", 0)),
        "syncs": int(found.get("jiyi_sync_delay_seconds_count", 0)),
    }


def _mean(found: Mapping[str, float], key: str) -> float | None:
    count = found.get(f"{key}_seconds_count", 0.0)
    return 1000 * found[f"{key}_seconds_sum"] / count if count else None


async def retry(view: View) -> Response:
    """Dead jobs get another try."""
    dead: JobPage = await view.ask("jobs", state="dead", limit=JOBS)
    jobs = wire.adapter(tuple[Job, ...]).dump_python(dead.jobs, mode="json")
    count = await view.ask("retry", jobs=jobs)
    return view.back("running", done="retry", n=count)

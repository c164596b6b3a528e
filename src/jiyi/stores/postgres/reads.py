"""What only this engine's answers need on the way to rows of `jiyi.rows`; the rest is in `jiyi.stores.columns`."""

from __future__ import annotations

from typing import Any

from jiyi.records import JobState
from jiyi.rows import Head
from jiyi.stores.columns import NOBODY
from jiyi.stores.postgres.exchange import Answer


def head(answer: Answer) -> Head:
    return Head(generation=answer.rows[0][0], version=answer.rows[0][1]) if answer.rows else NOBODY


def counts(answers: dict[str, Answer]) -> dict[str, Any]:
    """Rows in the whole store, for people."""
    items: dict[bool, int] = dict(answers["count_items"].rows)
    states: dict[str, int] = dict(answers["count_job_states"].rows)
    found: dict[str, Any] = {
        name: answers[f"count_{name}"].value for name in ("users", "sessions", "messages", "changes")
    }
    found["memories"], found["episodes"] = items.get(False, 0), items.get(True, 0)
    found["jobs"] = {state.value: states.get(state.value, 0) for state in JobState}
    found["bytes"] = answers["count_bytes"].value
    return found

"""What the SQL for PostgreSQL must keep: every statement names the user, and stays within that user's part."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

import jiyi.stores.postgres as package
from jiyi.stores.named import parse
from jiyi.stores.postgres import PostgresStore
from jiyi.stores.postgres.queries import STATEMENTS, Q
from jiyi.stores.sqlite.queries import Q as SQLITE
from postgres import Shared

FOLDER = Path(package.__file__).parent
OWN, FRAME = (parse((FOLDER / name).read_text(encoding="utf-8")) for name in ("queries.sql", "frame.sql"))
TEXT = "".join((FOLDER / name).read_text(encoding="utf-8") for name in ("queries.sql", "frame.sql"))
MARKED = set(re.findall(r"^-- name: (\w+) \(all users\)$", TEXT, re.MULTILINE))

# SQLite looks for words in its own file, asks for a user's standing in one statement where a batch asks in two, and has
# one worker at a time, so that it finds and takes a user at once.
FILE_ONLY = {"drop_note", "bodies_of_user", "session_names", "lives", "standing", "claimable_user"}
# It appends by many small statements, which cost it nothing; here one does it all.
SMALL = {"seq_of_key", "count_up_messages", "add_message"}
BATCHED = {"append", "claimable_users", "lock_ready", "place_message", "place_item", "place_removal"}
# The only statements that may look beyond one user, or at no user's rows at all, and why. What is asked all the time is
# one look into the index of each part; nothing else of these stands in the way of a request.
ALL_USERS = {
    **dict.fromkeys(("read_note", "write_note", "notes", "sweep_notes"), "notes are about the whole store"),
    **dict.fromkeys(("add_note", "change_note", "remove_note"), "notes are about the whole store"),
    **dict.fromkeys(("next_due", "claimable_users"), "a worker looks for whoever has work, by an index"),
    **dict.fromkeys(("users", "all_long_names"), "maintenance and copying go through everybody, a page at a time"),
    **dict.fromkeys(("jobs", "count_jobs"), "a person looks for stuck work"),
    **dict.fromkeys(
        (
            "count_users",
            "count_sessions",
            "count_messages",
            "count_items",
            "count_changes",
            "largest",
            "count_job_states",
        ),
        "a person asks for numbers",
    ),
    **dict.fromkeys(("count_bytes", "look"), "asks the server about itself"),
    **dict.fromkeys(
        ("begin", "begin_snapshot", "commit", "for_all", "no_time_limit", "impatient", "tell", "hold"), "reads no table"
    ),
    **dict.fromkeys(
        ("schema_there", "lock_schema", "schema_version", "note_migration", "make_migrations"), "opening, once"
    ),
}
PARTS = 16
TABLES = ("users", "names", "sessions", "session_bodies", "messages", "items", "removals", "changes", "jobs")


def values(statement: str) -> dict[str, Any]:
    """Something of the right kind for each parameter."""
    found: dict[str, Any] = dict.fromkeys(re.findall(r"%\((\w+)\)", statement), 0)
    texts = {"user", "session", "id", "ref", "worker", "state", "error", "short", "name", "key"}
    found |= {name: "x" for name in found if name in texts or (name == "after" and "seq >" not in statement)}
    for name, kind in re.findall(r"%\((\w+)\)[sb]::(text|bigint|bytea)\[\]", statement):
        found[name] = {"text": ["x"], "bigint": [1], "bytea": [b"x"]}[kind]
    return {**found, "episode": False, "body": b"x"}


@pytest.fixture
async def link(postgres: Shared) -> psycopg.Connection[Any]:
    postgres.empty()
    store = PostgresStore(postgres.url())
    await store.open()
    await store.close()
    return psycopg.connect(postgres.url(), options="-c search_path=jiyi", cursor_factory=psycopg.ClientCursor)


def test_statements_have_the_names_of_the_other_engine() -> None:
    assert set(OWN) - BATCHED == set(SQLITE) - FILE_ONLY - SMALL
    assert not set(FRAME) & set(SQLITE)


def test_statements_name_the_user_when_not_marked() -> None:
    assert set(ALL_USERS) == MARKED
    for name, statement in Q.items():
        text = re.sub(r"\s+", " ", statement)
        if name in MARKED or name == "for_user":
            continue
        # What is written belongs to the user, and arrives nowhere else.
        for written in re.findall(r"INSERT INTO \w+ \(.*?\) (?:VALUES \(|SELECT )\S+", text):
            assert re.fullmatch(r'INSERT INTO \w+ \("user", .*?\) (VALUES \(|SELECT )%\(user\)s,', written), name
        assert text.count("INSERT INTO") == len(re.findall(r'INSERT INTO \w+ \("user", ', text)), name
        assert not re.search(r'SET "?user"? =', text), name
        # Every table that is read or changed has its own condition on the user.
        tables = re.findall(rf"(?:\b(?:FROM|UPDATE|JOIN|USING)|,) ({'|'.join(TABLES)})\b", text)
        conditions = re.findall(r'\b(?:WHERE|AND) (?:\w+\.)?"user" = %\(user\)s', text)
        assert len(conditions) == len(tables), (name, tables)


def relations(plan: Any) -> Iterator[str]:
    """The tables that a plan reads or writes."""
    if isinstance(plan, dict):
        if "Relation Name" in plan:
            yield plan["Relation Name"]
        for part in plan.values():
            yield from relations(part)
    elif isinstance(plan, list):
        for part in plan:
            yield from relations(part)


@pytest.mark.parametrize("mode", ["force_custom_plan", "force_generic_plan"])
async def test_statements_stay_in_one_part_when_they_name_the_user(link: psycopg.Connection[Any], mode: str) -> None:
    """One that would touch more than one user's part of a table fails here: planned with its values, as by hand, and
    planned without them, as stores do."""
    seen = set()
    with link:
        link.execute("SELECT set_config('jiyi.user', 'x', true), set_config('plan_cache_mode', %s, true)", [mode])
        for name, statement in STATEMENTS.items():
            if name in MARKED or name == "for_user":
                continue
            link.execute(b"PREPARE one AS " + statement.text)
            given = values(Q[name])
            call = f"EXECUTE one ({', '.join(f'%({its})s' for its in statement.names)})".replace("()", "")
            row = link.execute(f"EXPLAIN (FORMAT JSON) {call}", given).fetchone()
            link.execute("DEALLOCATE one")
            assert row is not None
            plan = row[0] if isinstance(row[0], list) else json.loads(row[0])
            tables = set(relations(plan))
            parts = {table.rpartition("_")[2] for table in tables if re.search(r"_\d+$", table)}
            seen |= {table.rpartition("_")[0] for table in tables}
            assert len(parts) <= 1, f"{name} reads {sorted(tables)}"
    assert seen >= {"users", "items", "messages", "changes", "jobs", "sessions"}
    link.close()


async def test_statements_use_an_index_when_workers_ask_them_all_the_time(link: psycopg.Connection[Any]) -> None:
    """Of everybody they read no table from end to end, however many users there are."""
    with link:
        link.execute("SELECT set_config('jiyi.all', 'on', true), set_config('enable_seqscan', 'off', true)")
        for name in ("next_due", "claimable_users"):
            row = link.execute(f"EXPLAIN (FORMAT JSON) {Q[name]}", values(Q[name])).fetchone()
            assert row is not None
            assert "Seq Scan" not in json.dumps(row[0]), name
            assert set(relations(row[0])) <= {f"users_{part}" for part in range(PARTS)}, name
    link.close()


async def test_tables_begin_with_the_user_and_are_locked_by_row(link: psycopg.Connection[Any]) -> None:
    with link:
        tables = link.execute(
            "SELECT relname, oid, relkind, relrowsecurity, relforcerowsecurity FROM pg_class "
            "WHERE relnamespace = 'jiyi'::regnamespace AND relkind IN ('r', 'p')"
        ).fetchall()
        whole = {row[0]: row[1] for row in tables if row[2] == "p"}
        assert {"users", "items", "messages", "jobs"} <= set(whole)
        for table, _, _, secured, forced in tables:
            assert (secured and forced) is (table not in ("notes", "migrations")), table
        for table, oid in whole.items():
            key = link.execute(
                "SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0] "
                "WHERE indrelid = %s AND indisprimary", [oid]
            ).fetchone()  # fmt: skip
            assert key == ("user",), table
            (definition,) = link.execute("SELECT pg_get_partkeydef(%s)", [oid]).fetchone() or ("",)
            assert definition == 'HASH ("user")'
            assert sum(1 for row in tables if re.fullmatch(rf"{table}_\d+", row[0])) == PARTS
    link.close()


def test_statements_are_used_when_they_are_there() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    for name in Q:
        assert f'"{name}"' in code or re.sub(r"^(erase|count)_\w+$", r"\1_{", name) in code, name

"""What the SQL itself must keep: every statement names the user, and finds rows through a key."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

import jiyi.stores.sqlite as package
from jiyi.stores.sqlite.connection import connect, prepare
from jiyi.stores.sqlite.queries import Q, parse

FOLDER = Path(package.__file__).parent
TEXT = (FOLDER / "queries.sql").read_text(encoding="utf-8")

# The only statements that may look beyond one user: each says "(all users)" in its name line.
ALL_USERS = {
    "read_note",
    "write_note",
    "add_note",
    "change_note",
    "remove_note",
    "sweep_notes",
    "largest",
    "notes",
    "drop_note",
    "users",
    "next_due",
    "claimable_user",
    "jobs",
    "count_jobs",
    "lives",
    "count_users",
    "count_sessions",
    "count_messages",
    "count_items",
    "count_changes",
    "count_job_states",
}


@pytest.fixture
def database(tmp_path: Path) -> sqlite3.Connection:
    prepare(tmp_path / "jiyi.db", 5.0)
    return connect(tmp_path / "jiyi.db", patience=5.0)


def bare(statement: str) -> str:
    return re.sub(r"\s+", " ", statement)


def test_statements_name_the_user_when_not_marked() -> None:
    marked = set(re.findall(r"^-- name: (\w+) \(all users\)$", TEXT, re.MULTILINE))
    assert marked == ALL_USERS
    assert len(Q) == len(re.findall(r"^-- name: ", TEXT, re.MULTILINE))
    for name, statement in Q.items():
        if name in marked:
            continue
        text = bare(statement)
        if text.startswith("INSERT INTO"):
            assert re.match(r"INSERT INTO \w+ \(user, .*\) VALUES \(:user, ", text), name
        else:
            # Every table that is read or changed has its own condition on the user.
            tables = re.findall(r"\b(?:FROM|UPDATE|JOIN) (?!\()(\w+)", text)
            conditions = re.findall(r"\b(?:WHERE|AND) (?:\w+\.)?user = :user\b", text)
            assert tables, name
            assert len(conditions) == len(tables), name


def test_primary_keys_begin_with_the_user_when_a_table_holds_users(database: sqlite3.Connection) -> None:
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    assert "items" in tables
    for table in tables:
        columns = database.execute(f"PRAGMA table_info({table})").fetchall()
        first = next(name for _, name, _, _, _, key in columns if key == 1)
        assert first == ("name" if table == "notes" else "user"), table
        assert all(type_ in ("TEXT", "INTEGER", "BLOB") for _, _, type_, *_ in columns), table
    database.close()


def test_statements_search_by_key_when_they_name_the_user(database: sqlite3.Connection) -> None:
    for name, statement in Q.items():
        values = dict.fromkeys(re.findall(r":(\w+)", statement))
        plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
        if name in ALL_USERS:
            continue
        for step in plan:
            if step.startswith(("SCAN", "SEARCH")) and "SCAN first" not in step and "SCAN (" not in step:
                assert re.search(r"\(user=\?|USING PRIMARY KEY \(user=", step), f"{name}: {step}"
    for name in ("next_due", "claimable_user"):  # asked all the time, whoever has work
        plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {Q[name]}", {"now": 0})]
        assert all("users_ready" in step for step in plan), plan
    for name, columns in (
        ("newer_items", "version>?"),
        ("removals", "version>?"),
        ("changes_of", "ref=? AND version>?"),
    ):
        values = dict.fromkeys(re.findall(r":(\w+)", Q[name]))
        plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {Q[name]}", values)]
        assert f"(user=? AND {columns})" in plan[0], plan
    database.close()


def test_loads_in_order_without_sorting_when_all_is_read(database: sqlite3.Connection) -> None:
    for name in ("all_items", "messages", "newest_messages", "changes", "sessions", "users", "waiting_jobs"):
        values = dict.fromkeys(re.findall(r":(\w+)", Q[name]))
        plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {Q[name]}", values)]
        assert not any("TEMP B-TREE" in step for step in plan), f"{name}: {plan}"
    database.close()


def test_statements_are_used_when_they_are_there() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    for name in Q:
        assert f'"{name}"' in code or re.sub(r"^(erase|count)_\w+$", r"\1_{name}", name) in code, name
    for name in re.findall(r'Q\["(\w+)"\]', code):
        assert name in Q, name


def test_parse_keeps_statements_when_comments_surround_them() -> None:
    text = "-- a file\n-- name: one\n-- why\nSELECT 1;\n\n-- part\n\n-- name: two (all users)\nSELECT\n  2;\n"
    assert parse(text) == {"one": "SELECT 1", "two": "SELECT\n  2"}
    with pytest.raises(ValueError, match="twice"):
        parse("-- name: a\nSELECT 1;\n-- name: a\nSELECT 2;\n")

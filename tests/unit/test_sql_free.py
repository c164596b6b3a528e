"""SQL lives in the stores, and in the one engine that is a table; HTTP lives in the models. Nothing else knows of
either."""

from __future__ import annotations

import ast
import re

import pytest

from source import imports, modules

STATEMENT = re.compile(
    r"\b(select\s.+\sfrom\s|insert\s+(or\s+\w+\s+)?into\s|update\s+\w+\s+set\s|delete\s+from\s|create\s+(table|index)\s"
    r"|pragma\s+\w+)",
    re.IGNORECASE | re.DOTALL,
)
SQL = ("stores", "indexes.engines.pgvector")
DRIVERS = {"sqlite3", "apsw", "psycopg", "redis", "sqlalchemy"}
HTTP = {"http", "httpx", "httpx2", "requests", "urllib3", "aiohttp", "ssl", "socket"}


def texts(tree: ast.Module) -> list[tuple[int, str]]:
    """Every string of a module but its docstrings, with its line."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]


@pytest.mark.parametrize("name", [n for n in sorted(modules()) if not n.startswith(SQL)])
def test_module_holds_no_sql_when_not_a_store(name: str) -> None:
    if name.startswith("policy.tables"):
        return  # rows of words
    for line, text in texts(modules()[name]):
        assert not STATEMENT.search(text), f"jiyi.{name}:{line} holds SQL"
    if name == "testing.valkey_server":
        return  # it asks a server of ours, in tests, what it holds
    assert not DRIVERS & {full.split(".")[0] for full in imports(name)}, f"jiyi.{name} imports a database driver"


@pytest.mark.parametrize("name", [n for n in sorted(modules()) if not n.startswith("models")])
def test_module_opens_no_connection_when_not_a_model(name: str) -> None:
    if name.startswith(("testing", "cli", "remote", "server")):
        return
    used = {full.split(".")[0] for full in imports(name)} | {
        full for full in imports(name) if full.startswith("urllib.request")
    }
    assert not (HTTP | {"urllib.request"}) & used, f"jiyi.{name} speaks to the network"

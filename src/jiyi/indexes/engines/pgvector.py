"""pgvector: a partition for each large user, with a graph of its own.

The trap is one table with one graph: the planner walks the graph of all users' rows and filters what it meets, and of
10,000 memories 40 % were found. Here every statement names one user, the planner is left with that user's partition,
and whatever way it then takes is a way through that user's rows only. Erasing a user drops the partition with its file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlencode

from jiyi import extras
from jiyi.errors import NotInstalled
from jiyi.indexes.engines.blocking import NOTHING, Blocking, labels, nearest
from jiyi.ports import Nearest, Rows, Vectors
from jiyi.rows import Head

SURE = 1_000  # entries that a walk through a graph keeps, the most there can be
PATIENCE = 30_000  # milliseconds that it waits for a lock
SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,50}")

MAKE = """
CREATE TABLE IF NOT EXISTS candidates (
    "user" text COLLATE "C" NOT NULL, label text COLLATE "C" NOT NULL, item text COLLATE "C" NOT NULL,
    at bigint NOT NULL, session bigint NOT NULL, vector halfvec NOT NULL, PRIMARY KEY ("user", label)
) PARTITION BY LIST ("user");
CREATE INDEX IF NOT EXISTS candidates_item ON candidates ("user", item);
CREATE TABLE IF NOT EXISTS candidates_taken (
    "user" text COLLATE "C" NOT NULL PRIMARY KEY, generation bigint NOT NULL, version bigint NOT NULL
)"""
TAKEN = 'SELECT generation, version FROM candidates_taken WHERE "user" = %(user)s'
NOTE = """INSERT INTO candidates_taken ("user", generation, version) VALUES (%(user)s, %(generation)s, %(version)s)
ON CONFLICT ("user") DO UPDATE SET generation = excluded.generation, version = excluded.version"""
FORGET = 'DELETE FROM candidates_taken WHERE "user" = %(user)s'
GONE = 'DELETE FROM candidates WHERE "user" = %(user)s AND item = ANY (%(items)s::text[])'
PUT = 'COPY {part} ("user", label, item, at, session, vector) FROM STDIN'
COUNT = 'SELECT count(*) FROM candidates WHERE "user" = %(user)s'
# In a partition's graph the vectors have a width; the whole has none, since users' models may differ.
FIND = """SELECT label, -(vector::halfvec({width}) <#> %(vector)s::halfvec({width})) FROM candidates
WHERE "user" = %(user)s AND (%(upto)s::bigint IS NULL OR at <= %(upto)s) AND (%(without)s::bigint IS NULL
OR session <> %(without)s) ORDER BY vector::halfvec({width}) <#> %(vector)s::halfvec({width}) LIMIT %(k)s"""
GRAPH = """CREATE INDEX IF NOT EXISTS {part}_graph ON {part}
USING hnsw ((vector::halfvec({width})) halfvec_ip_ops) WITH (m = 16, ef_construction = 64)"""
SURELY = (
    f"SET LOCAL hnsw.ef_search = {SURE}; SET LOCAL hnsw.iterative_scan = strict_order; "
    "SET LOCAL hnsw.max_scan_tuples = 1000000; SET LOCAL hnsw.scan_mem_multiplier = 8; SET LOCAL jit = off"
)


class PgvectorIndex(Blocking):
    """In the same database as the store, or another one. The extension must be there, or the role may make it."""

    def __init__(self, url: str) -> None:
        base, _, query = url.partition("?")
        options = dict(parse_qsl(query))
        self._schema = options.pop("schema", "jiyi")
        libpq = {name: value for name, value in options.items() if name not in ("connections", "patience")}
        self._url = f"{base}?{urlencode(libpq)}" if libpq else base
        super().__init__(f"pgvector:{self._schema}")

    def _open(self) -> None:
        try:
            import psycopg  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise NotInstalled(f"pgvector needs an extra: {extras.command('postgres')} ({error})") from error
        assert SCHEMA.fullmatch(self._schema)  # the store has refused any other
        self._psycopg: Any = psycopg
        self._link: Any = None
        with self._connected() as link:
            if link.execute("SELECT 1 FROM pg_extension WHERE extname = 'vector'").fetchone() is None:
                link.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
            if link.execute("SELECT to_regnamespace(%(schema)s)", {"schema": self._schema}).fetchone()[0] is None:
                link.execute(f"CREATE SCHEMA {self._schema}")  # asks for a right that a role for rows has not
            link.execute("SELECT pg_advisory_xact_lock(hashtextextended('jiyi candidates', 0))")
            link.execute(MAKE)

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        """A transaction; the connection is made anew where it is broken."""
        if self._link is None or self._link.closed or self._link.broken:
            options = f"-c search_path={self._schema},public -c lock_timeout={PATIENCE}"
            self._link = self._psycopg.connect(
                self._url, options=options, autocommit=True, application_name="jiyi", connect_timeout=10
            )
        with self._link.transaction():
            yield self._link

    def _close(self) -> None:
        if self._link is not None:
            self._link.close()

    def _taken(self, key: str) -> Head:
        with self._connected() as link:
            found = link.execute(TAKEN, {"user": key}).fetchone()
        return NOTHING if found is None else Head(generation=found[0], version=found[1])

    def _take(self, key: str, head: Head, rows: Rows, gone: list[str]) -> None:
        with self._connected() as link:
            link.execute("SELECT pg_advisory_xact_lock(hashtextextended(%(user)s, 1))", {"user": key})
            noted = link.execute(TAKEN, {"user": key}).fetchone()
            if noted is not None and noted[0] == head.generation and noted[1] > head.version:
                return  # another process took in more meanwhile
            link.execute(f"CREATE TABLE IF NOT EXISTS {_part(key)} PARTITION OF candidates FOR VALUES IN ('{key}')")
            if gone:
                link.execute(GONE, {"user": key, "items": gone})
            with link.cursor().copy(PUT.format(part=_part(key))) as copy:
                for number, label in enumerate(labels(rows)):
                    at, session = int(rows.at[number]), int(rows.sessions[number])
                    copy.write_row((key, label, rows.ids[number], at, session, _text(rows.vectors[number].tolist())))
            if head.version and rows.vectors.shape[1]:
                link.execute("SET LOCAL maintenance_work_mem = '1GB'")
                link.execute(GRAPH.format(part=_part(key), width=rows.vectors.shape[1]))
            link.execute(NOTE, {"user": key, "generation": head.generation, "version": head.version})

    def _search(self, key: str, vector: Vectors, k: int, upto: int | None, without: int | None) -> Nearest:
        asked = {"user": key, "vector": _text(vector.tolist()), "k": k, "upto": upto, "without": without}
        with self._connected() as link:
            link.execute(SURELY)
            return nearest(link.execute(find(len(vector)), asked).fetchall())

    def _erase(self, key: str) -> None:
        with self._connected() as link:
            link.execute("SELECT pg_advisory_xact_lock(hashtextextended(%(user)s, 1))", {"user": key})
            link.execute(f"DROP TABLE IF EXISTS {_part(key)}")
            link.execute(FORGET, {"user": key})

    def _count(self, key: str) -> int:
        with self._connected() as link:
            return int(link.execute(COUNT, {"user": key}).fetchone()[0])


def find(width: int) -> str:
    """The statement of a search."""
    return FIND.format(width=width)


def _part(key: str) -> str:
    return f"candidates_{key}"


def _text(vector: Iterable[float]) -> str:
    return "[" + ",".join(f"{one:.5g}" for one in vector) + "]"

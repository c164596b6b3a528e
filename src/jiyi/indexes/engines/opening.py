"""The engine that the settings name."""

from __future__ import annotations

from importlib.util import find_spec

from jiyi import extras
from jiyi.errors import InvalidInput, NotInstalled
from jiyi.indexes.engines.chroma import ChromaIndex
from jiyi.indexes.engines.faiss import FaissIndex
from jiyi.indexes.engines.milvus import MilvusIndex
from jiyi.indexes.engines.pgvector import PgvectorIndex
from jiyi.indexes.engines.qdrant import QdrantIndex
from jiyi.ports import CandidateIndex
from jiyi.settings import Settings

DATABASES = ("postgresql://", "postgres://")
KINDS = {  # name: (what must be installed, the extra that brings it)
    "faiss": ("faiss", "faiss"),
    "chroma": ("chromadb", "chroma"),
    "qdrant": ("qdrant_client", "qdrant"),
    "milvus": ("pymilvus", "milvus"),
    "pgvector": ("psycopg", "postgres"),
}
BESIDE = ".candidates"  # what a file engine puts beside the store's file


def open_index(settings: Settings, url: str | None, place: str) -> CandidateIndex | None:
    """The engine for users past the limit, or None when none is set (see `index_of`)."""
    return index_of(settings.index, settings, url, place)


def index_of(index: str, settings: Settings, url: str | None, place: str) -> CandidateIndex | None:
    """The engine that `index` names, as the setting of that name does. Nothing is connected, read or imported yet.

    `url` is the store's, `place` its own word of where it is. "auto" is pgvector in the store's PostgreSQL, FAISS
    beside a SQLite file, and nothing for a store without a place. Raises InvalidInput and NotInstalled."""
    kind, _, where = index.partition(":")
    database = url is not None and url.startswith(DATABASES)
    file = place if not database and place != ":memory:" and "://" not in place else None
    if kind == "auto" and not where:
        kind = "pgvector" if database else "faiss" if file else "none"
    if kind == "none" and not where:
        return None
    if kind not in KINDS:
        raise InvalidInput(
            f"unknown index {index!r}; use 'none', 'auto', 'faiss', 'faiss:FOLDER', 'chroma', "
            "'chroma:FOLDER', 'pgvector', 'pgvector:URL', 'qdrant:URL' or 'milvus:URL'"
        )
    module, extra = KINDS[kind]
    if find_spec(module) is None:
        raise NotInstalled(f"the index {kind!r} needs an extra: {extras.command(extra)}")
    key = settings.index_key.get_secret_value() if settings.index_key is not None else None
    if kind == "pgvector" and (where or database):
        return PgvectorIndex(where or str(url))
    if kind == "qdrant" and where:
        return QdrantIndex(where, key)
    if kind == "milvus" and where:
        return MilvusIndex(where, key)
    if kind in ("faiss", "chroma") and (where or file):
        return (FaissIndex if kind == "faiss" else ChromaIndex)(where or f"{file}{BESIDE}")
    raise InvalidInput(f"the index {kind!r} must say where: write '{kind}:…'")

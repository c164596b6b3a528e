"""Chroma: a folder for each user, so that erasing one is removing a folder. For one process."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from jiyi import extras
from jiyi.errors import NotInstalled
from jiyi.indexes.engines.blocking import NOTHING, Blocking, labels, nearest
from jiyi.ports import Nearest, Rows, Vectors
from jiyi.rows import Head

NAME = "episodes"
BATCH = 2_000
# Its graph is walked with so many entries kept; more find more.
GRAPH = {"hnsw": {"space": "ip", "ef_construction": 100, "max_neighbors": 16, "ef_search": 1_024}}


class ChromaIndex(Blocking):
    """The collection's metadata note up to where the user is taken in."""

    def __init__(self, folder: str) -> None:
        super().__init__(f"chroma:{folder}")
        self._folder = Path(folder)
        self._clients: dict[str, Any] = {}

    def _open(self) -> None:
        try:
            import chromadb  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise NotInstalled(f"Chroma needs an extra: {extras.command('chroma')} ({error})") from error
        self._chroma: Any = chromadb
        self._folder.mkdir(parents=True, exist_ok=True)

    def _close(self) -> None:
        for key in list(self._clients):
            self._clients.pop(key).close()

    def _collection(self, key: str, *, make: bool = False) -> Any:
        """The user's, or None."""
        if key not in self._clients:
            if not make and not (self._folder / key).exists():
                return None
            settings = self._chroma.Settings(anonymized_telemetry=False)
            self._clients[key] = self._chroma.PersistentClient(str(self._folder / key), settings=settings)
        client = self._clients[key]
        if not any(one.name == NAME for one in client.list_collections()):
            if not make:
                return None
            return client.create_collection(NAME, configuration=GRAPH, embedding_function=None)
        return client.get_collection(NAME, embedding_function=None)

    def _taken(self, key: str) -> Head:
        held = self._collection(key)
        noted = None if held is None else held.metadata
        return Head(generation=noted["generation"], version=noted["version"]) if noted else NOTHING

    def _take(self, key: str, head: Head, rows: Rows, gone: list[str]) -> None:
        held = self._collection(key, make=True)
        for first in range(0, len(gone), BATCH):
            held.delete(where={"item": {"$in": gone[first : first + BATCH]}})
        named = labels(rows)
        for first in range(0, len(named), BATCH):
            some = range(first, min(first + BATCH, len(named)))
            held.upsert(
                ids=[named[i] for i in some],
                embeddings=rows.vectors[some.start : some.stop],
                metadatas=[
                    {"item": rows.ids[i], "at": int(rows.at[i]), "session": int(rows.sessions[i])} for i in some
                ],
            )
        held.modify(metadata={"generation": head.generation, "version": head.version})

    def _search(self, key: str, vector: Vectors, k: int, upto: int | None, without: int | None) -> Nearest:
        held = self._collection(key)
        size = 0 if held is None else held.count()
        if not size:
            return nearest([])
        rules: list[dict[str, Any]] = []
        if upto is not None:
            rules.append({"at": {"$lte": upto}})
        if without is not None:
            rules.append({"session": {"$ne": without}})
        where = None if not rules else rules[0] if len(rules) == 1 else {"$and": rules}
        found = held.query(query_embeddings=[vector], n_results=min(k, size), where=where, include=["distances"])
        hits = zip(found["ids"][0], found["distances"][0], strict=True)
        return nearest([(label, 1 - distance) for label, distance in hits])

    def _erase(self, key: str) -> None:
        client = self._clients.pop(key, None)
        if client is not None:
            client.close()
        shutil.rmtree(self._folder / key, ignore_errors=True)

    def _count(self, key: str) -> int:
        held = self._collection(key)
        return 0 if held is None else int(held.count())

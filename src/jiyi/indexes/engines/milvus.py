"""Milvus: one collection for all, the user as its partition key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jiyi import extras
from jiyi.errors import NotInstalled
from jiyi.indexes.engines.blocking import NOTHING, Blocking, key_of, labels, nearest
from jiyi.ports import Nearest, Rows, Vectors
from jiyi.rows import Head

PREFIX = "jiyi_"  # of the collections: one for each number of dimensions
TAKEN = "taken_jiyi"  # and one that notes up to where each user is taken in
BATCH = 1_000
SURE = 1_024  # entries that a walk through a graph keeps; more find more
LONGEST = 4_096  # bytes of an item's id with the user's key
GRAPH = {"index_type": "HNSW", "metric_type": "IP", "params": {"M": 16, "efConstruction": 100}}


class MilvusIndex(Blocking):
    """`where` is a server's URL, or a file ending in `.db`, then Milvus Lite: inside the process, which must be one."""

    def __init__(self, where: str, key: str | None = None) -> None:
        super().__init__(f"milvus:{where}")
        self._where = where
        self._key = key or ""

    def _open(self) -> None:
        try:
            from pymilvus import DataType, MilvusClient  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise NotInstalled(f"Milvus needs an extra: {extras.command('milvus')} ({error})") from error
        self._types: Any = DataType
        if "://" not in self._where:
            Path(self._where).parent.mkdir(parents=True, exist_ok=True)
        self._client: Any = MilvusClient(uri=self._where, token=self._key)
        if not self._client.has_collection(TAKEN):
            self._make(TAKEN, 2, {"generation": DataType.INT64, "version": DataType.INT64})

    def _close(self) -> None:
        self._client.close()

    def _make(self, name: str, dimensions: int, fields: dict[str, Any]) -> None:
        types = self._types
        schema = self._client.create_schema(auto_id=False)
        schema.add_field("label", types.VARCHAR, is_primary=True, max_length=LONGEST)
        schema.add_field("user", types.VARCHAR, max_length=32, is_partition_key=True)
        for field, kind in fields.items():
            schema.add_field(field, kind, **({"max_length": LONGEST} if kind == types.VARCHAR else {}))
        schema.add_field("vector", types.FLOAT_VECTOR, dim=dimensions)
        index = self._client.prepare_index_params()
        index.add_index("vector", **GRAPH)
        self._client.create_collection(name, schema=schema, index_params=index, consistency_level="Strong")

    def _collections(self) -> list[str]:
        return [name for name in self._client.list_collections() if name.startswith(PREFIX)]

    def _loaded(self, name: str) -> bool:
        """Whether a collection is there; what is searched must be loaded."""
        if not self._client.has_collection(name):
            return False
        self._client.load_collection(name)
        return True

    def _taken(self, key: str) -> Head:
        if not self._loaded(TAKEN):
            return NOTHING
        found = self._client.query(TAKEN, filter=_own(key), output_fields=["generation", "version"])
        return Head(generation=int(found[0]["generation"]), version=int(found[0]["version"])) if found else NOTHING

    def _take(self, key: str, head: Head, rows: Rows, gone: list[str]) -> None:
        types, name = self._types, f"{PREFIX}{rows.vectors.shape[1]}"
        for first in range(0, len(gone), BATCH):
            some = [key_of(id) for id in gone[first : first + BATCH]]
            for one in self._collections():
                self._client.delete(one, filter=f"{_own(key)} and item in {some}")
        if len(rows.ids) and not self._client.has_collection(name):
            self._make(name, rows.vectors.shape[1], {"item": types.VARCHAR, "at": types.INT64, "session": types.INT64})
        named = labels(rows)
        points = [
            {
                "label": f"{key}:{named[i]}",
                "user": key,
                "item": key_of(rows.ids[i]),  # digits: nothing in it has to be escaped
                "at": int(rows.at[i]),
                "session": int(rows.sessions[i]),
                "vector": rows.vectors[i],
            }
            for i in range(len(named))
        ]
        for first in range(0, len(points), BATCH):
            self._client.upsert(name, points[first : first + BATCH])
        noted = {"label": key, "user": key, "generation": head.generation, "version": head.version}
        self._client.upsert(TAKEN, [{**noted, "vector": [1.0, 0.0]}])

    def _search(self, key: str, vector: Vectors, k: int, upto: int | None, without: int | None) -> Nearest:
        name = f"{PREFIX}{len(vector)}"
        if not self._loaded(name):
            return nearest([])
        rules = [_own(key)]
        if upto is not None:
            rules.append(f"at <= {upto:d}")
        if without is not None:
            rules.append(f"session != {without:d}")
        found = self._client.search(
            name,
            data=[vector],
            limit=k,
            filter=" and ".join(rules),
            search_params={"metric_type": "IP", "params": {"ef": max(SURE, k)}},
        )
        begun = len(key) + 1
        return nearest([(one["label"][begun:], one["distance"]) for one in found[0]])

    def _erase(self, key: str) -> None:
        for name in [TAKEN, *self._collections()]:
            self._client.delete(name, filter=_own(key))

    def _count(self, key: str) -> int:
        counted = 0
        for name in self._collections():
            self._loaded(name)
            counted += self._client.query(name, filter=_own(key), output_fields=["count(*)"])[0]["count(*)"]
        return counted


def _own(key: str) -> str:
    """A user's rows; keys are hexadecimal digits, so nothing has to be escaped."""
    return f'user == "{key}"'

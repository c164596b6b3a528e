"""Qdrant: one collection for all, the user as its tenant; a graph for each tenant and none over all."""

from __future__ import annotations

import warnings
from typing import Any
from uuid import UUID, uuid5

from jiyi import extras
from jiyi.errors import NotInstalled
from jiyi.indexes.engines.blocking import NOTHING, Blocking, labels, nearest
from jiyi.ports import Nearest, Rows, Vectors
from jiyi.rows import Head

PREFIX = "jiyi_"  # of the collections: one for each number of dimensions
TAKEN = "jiyi-taken"  # and one that notes up to where each user is taken in
BATCH = 512
SURE = 1_024  # entries that a walk through a graph keeps; more find more


class QdrantIndex(Blocking):
    """`where` is a server's URL, or a folder, then without a server: for trying out, since that compares all."""

    def __init__(self, where: str, key: str | None = None) -> None:
        super().__init__(f"qdrant:{where}")
        self._where = where
        self._key = key

    def _open(self) -> None:
        try:
            from qdrant_client import QdrantClient, models  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise NotInstalled(f"Qdrant needs an extra: {extras.command('qdrant')} ({error})") from error
        self._models: Any = models
        served = "://" in self._where
        there = {"url": self._where, "api_key": self._key} if served else {"path": self._where}
        self._client: Any = QdrantClient(**there)
        self._surely: Any = models.SearchParams(hnsw_ef=SURE) if served else None
        if not self._client.collection_exists(TAKEN):
            size = models.VectorParams(size=1, distance=models.Distance.DOT)
            self._client.create_collection(TAKEN, vectors_config=size)

    def _close(self) -> None:
        self._client.close()

    def _collections(self) -> list[str]:
        every = (one.name for one in self._client.get_collections().collections)
        return [name for name in every if name.startswith(PREFIX)]

    def _make(self, name: str, dimensions: int) -> None:
        of = self._models
        self._client.create_collection(
            name,
            vectors_config=of.VectorParams(
                size=dimensions, distance=of.Distance.DOT, on_disk=True, datatype=of.Datatype.FLOAT16
            ),
            hnsw_config=of.HnswConfigDiff(m=0, payload_m=16, ef_construct=100),
        )
        kinds = {
            "user": of.KeywordIndexParams(type="keyword", is_tenant=True),
            "item": of.PayloadSchemaType.KEYWORD,
            "at": of.PayloadSchemaType.INTEGER,
            "session": of.PayloadSchemaType.INTEGER,
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # without a server there are no such indexes, and it says so
            for field, kind in kinds.items():
                self._client.create_payload_index(name, field, field_schema=kind)

    def _taken(self, key: str) -> Head:
        found = self._client.retrieve(TAKEN, [str(UUID(key))])
        return Head(**found[0].payload) if found else NOTHING

    def _take(self, key: str, head: Head, rows: Rows, gone: list[str]) -> None:
        of = self._models
        if gone:
            self._drop(of.Filter(must=[self._is("user", key), self._any("item", gone)]))
        name = f"{PREFIX}{rows.vectors.shape[1]}"
        if len(rows.ids) and not self._client.collection_exists(name):
            self._make(name, rows.vectors.shape[1])
        named = labels(rows)
        for first in range(0, len(named), BATCH):
            some = range(first, min(first + BATCH, len(named)))
            points = [
                of.PointStruct(
                    id=str(uuid5(UUID(key), named[i])),
                    vector=rows.vectors[i].tolist(),
                    payload={
                        "user": key,
                        "item": rows.ids[i],
                        "label": named[i],
                        "at": int(rows.at[i]),
                        "session": int(rows.sessions[i]),
                    },
                )
                for i in some
            ]
            self._client.upsert(name, points, wait=True)
        noted = {"generation": head.generation, "version": head.version}
        self._client.upsert(TAKEN, [of.PointStruct(id=str(UUID(key)), vector=[1.0], payload=noted)], wait=True)

    def _search(self, key: str, vector: Vectors, k: int, upto: int | None, without: int | None) -> Nearest:
        of, name = self._models, f"{PREFIX}{len(vector)}"
        if not self._client.collection_exists(name):
            return nearest([])
        must = [self._is("user", key)]
        if upto is not None:
            must.append(of.FieldCondition(key="at", range=of.Range(lte=upto)))
        found = self._client.query_points(
            name,
            query=vector.tolist(),
            query_filter=of.Filter(must=must, must_not=None if without is None else [self._is("session", without)]),
            limit=k,
            with_payload=["label"],
            search_params=self._surely,
        )
        return nearest([(one.payload["label"], one.score) for one in found.points])

    def _is(self, field: str, value: str | int) -> Any:
        return self._models.FieldCondition(key=field, match=self._models.MatchValue(value=value))

    def _any(self, field: str, values: list[str]) -> Any:
        return self._models.FieldCondition(key=field, match=self._models.MatchAny(any=values))

    def _drop(self, which: Any) -> None:
        for name in self._collections():
            self._client.delete(name, points_selector=self._models.FilterSelector(filter=which), wait=True)

    def _erase(self, key: str) -> None:
        self._client.delete(TAKEN, points_selector=self._models.PointIdsList(points=[str(UUID(key))]), wait=True)
        self._drop(self._models.Filter(must=[self._is("user", key)]))

    def _count(self, key: str) -> int:
        which = self._models.Filter(must=[self._is("user", key)])
        return sum(self._client.count(name, count_filter=which, exact=True).count for name in self._collections())

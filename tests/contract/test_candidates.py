"""Engines for very large users keep their contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from jiyi.ports import CandidateIndex
from jiyi.testing.candidates_contract import CandidatesContract
from postgres import Shared


class TestFaissIndex(CandidatesContract):
    def make(self, folder: Path) -> CandidateIndex:
        pytest.importorskip("faiss", reason="the extra `faiss` is not installed")
        from jiyi.indexes.engines.faiss import FaissIndex

        return FaissIndex(str(folder / "faiss"))


@pytest.mark.slow
class TestQdrantIndex(CandidatesContract):
    files = False  # without a server, in SQLite, which clears its pages later
    size = 200  # and one transaction for each vector; it compares all, so that more would not tell more

    def make(self, folder: Path) -> CandidateIndex:
        pytest.importorskip("qdrant_client", reason="the extra `qdrant` is not installed")
        from jiyi.indexes.engines.qdrant import QdrantIndex

        return QdrantIndex(str(folder / "qdrant"))


@pytest.mark.slow
class TestChromaIndex(CandidatesContract):
    def make(self, folder: Path) -> CandidateIndex:
        pytest.importorskip("chromadb", reason="the extra `chroma` is not installed (requirements-engines.lock)")
        from jiyi.indexes.engines.chroma import ChromaIndex

        return ChromaIndex(str(folder / "chroma"))


@pytest.mark.slow
class TestMilvusIndex(CandidatesContract):
    files = False  # segments are rewritten when they are compacted

    def make(self, folder: Path) -> CandidateIndex:
        pytest.importorskip("milvus_lite", reason="milvus-lite is not installed (requirements-engines.lock)")
        from jiyi.indexes.engines.milvus import MilvusIndex

        return MilvusIndex(str(folder / "milvus" / "candidates.db"))


@pytest.mark.slow
class TestPgvectorIndex(CandidatesContract):
    @pytest.fixture(autouse=True)
    def _database(self, postgres: Shared) -> None:
        if postgres.server is not None:
            postgres.server.sql("CREATE EXTENSION IF NOT EXISTS vector", database="jiyi")
        postgres.drop("vectors")
        self.url = postgres.url("schema=vectors")

    def make(self, folder: Path) -> CandidateIndex:
        from jiyi.indexes.engines.pgvector import PgvectorIndex

        return PgvectorIndex(self.url)

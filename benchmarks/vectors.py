"""An embedder that keeps on disk what it once made, so that a benchmark runs again in a tenth of the time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from jiyi.models.opening import open_embedder
from jiyi.ports import Vectors
from jiyi.settings import Settings


class KeptEmbedder:
    """An embedder, by its name in the settings, with a file of vectors beside it (16-bit, by the text's hash)."""

    def __init__(self, path: Path | None, embedder: str = "local") -> None:
        self._inner = open_embedder(Settings(embedder=embedder), load=False)
        self._aside = embedder != "local"  # one that tells questions from documents
        self._path = path
        self._held: dict[bytes, np.ndarray] = {}
        self._new = 0
        if path is not None and path.exists():
            with np.load(path) as kept:
                keys, vectors = kept["keys"], kept["vectors"]
            self._held = {key.tobytes(): vector for key, vector in zip(keys, vectors, strict=True)}

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        """As the bundled one, from the file where the text is known."""
        mark = purpose[0] if self._aside else ""
        keys = [hashlib.blake2b((mark + text).encode("utf-8", "replace"), digest_size=16).digest() for text in texts]
        missing = list(dict.fromkeys(key for key in keys if key not in self._held))
        if missing:
            first = dict(zip(reversed(keys), reversed(texts), strict=True))
            made = await self._inner.embed([first[key] for key in missing], purpose)
            for key, vector in zip(missing, made.astype(np.float16), strict=True):
                self._held[key] = vector
            self._new += len(missing)
        rows = [self._held[key] for key in keys]
        return np.array(rows, dtype=np.float32).reshape(len(rows), self.dimensions)

    async def close(self) -> None:
        """Write what is new, and let go."""
        if self._path is not None and self._new:
            keys = np.frombuffer(b"".join(self._held), dtype=np.uint8).reshape(-1, 16)
            np.savez(self._path, keys=keys, vectors=np.array(list(self._held.values())))
        await self._inner.close()

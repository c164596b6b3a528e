"""Embedders that other packages run: `fastembed` and `sentence-transformers`, each with the prefixes of its model.

Neither is needed by jiyi. They fetch their weights themselves, or read them from a folder given as the model's name.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np

from jiyi.errors import Closed, ModelUnavailable, NotInstalled
from jiyi.language.passages import clean
from jiyi.models.prefixes import prefix_of
from jiyi.ports import Vectors

CHARACTERS = 6_000  # of a text are read
Encode = Callable[[list[str]], Any]  # a row of numbers for each text
Load = Callable[[str], tuple[Encode, int]]  # from a model's name: how it encodes, and how many dimensions


class PackageEmbedder:
    """`Embedder` on a model that a package runs, in one thread of its own. It loads at the first call."""

    def __init__(self, package: str, model: str, load: Load) -> None:
        self.name = f"{package}:{model}"
        self._model = model
        self._prefix = prefix_of(model)
        self._load = load
        self._lock = threading.Lock()
        self._loaded: tuple[Encode, int] | None = None
        self._closed = False
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="jiyi-embed")

    @property
    def dimensions(self) -> int:
        """0 until it has loaded."""
        return self._loaded[1] if self._loaded else 0

    def _ready(self) -> tuple[Encode, int]:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load(self._model)
            return self._loaded

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        """See `ports.Embedder.embed`. Raises NotInstalled, ModelUnavailable."""
        if self._closed:
            raise Closed("the embedder was closed")
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        given = [self._prefix.before(clean(text[:CHARACTERS]).strip() or "-", purpose) for text in texts]
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._encode, given)

    def _encode(self, texts: list[str]) -> Vectors:
        encode, _ = self._ready()
        try:
            made = np.array(list(encode(texts)), dtype=np.float32)
        except (RuntimeError, ValueError) as error:
            raise ModelUnavailable(f"{self.name} could not embed: {type(error).__name__}") from error
        vectors: Vectors = made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-9)
        return vectors

    async def close(self) -> None:
        """Let the thread end. Calling it again does nothing."""
        self._closed = True
        self._executor.shutdown(wait=False, cancel_futures=True)


def fastembed(model: str) -> PackageEmbedder:
    """A model of the package `fastembed`, by its name there."""
    return PackageEmbedder("fastembed", model, _fastembed)


def sentence_transformers(model: str) -> PackageEmbedder:
    """A model of the package `sentence-transformers`: a name or a folder."""
    return PackageEmbedder("sentence-transformers", model, _sentence_transformers)


def _fastembed(model: str) -> tuple[Encode, int]:
    try:
        from fastembed import TextEmbedding  # noqa: PLC0415 - somebody else's package, only who names it needs it
    except ImportError as error:
        raise NotInstalled("the embedder 'fastembed:…' needs its package: pip install fastembed") from error
    try:
        loaded = TextEmbedding(model_name=model)
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelUnavailable(f"fastembed cannot load {model!r}: {type(error).__name__}") from error
    return loaded.embed, len(next(iter(loaded.embed(["-"]))))


def _sentence_transformers(model: str) -> tuple[Encode, int]:
    try:
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - as above
    except ImportError as error:
        raise NotInstalled(
            "the embedder 'sentence-transformers:…' needs its package: pip install sentence-transformers"
        ) from error
    try:
        loaded = SentenceTransformer(model)
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelUnavailable(f"sentence-transformers cannot load {model!r}: {type(error).__name__}") from error
    # its own prompts are switched off: the table of prefixes has them, the same for every package
    return lambda texts: loaded.encode(texts, prompt=""), int(loaded.get_sentence_embedding_dimension() or 0)

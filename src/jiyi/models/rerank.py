"""Rerankers: cross-encoders that read a question and a text together. They see only the best few of what was found.

Over HTTP: `/rerank` as Jina, Infinity, vLLM and Cohere shape it (`documents` in, `results` out), or as TEI does
(`texts` in, a bare list out). Here: an ONNX file with its tokenizer in a folder, or `sentence-transformers`.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from jiyi.errors import Closed, InvalidInput, ModelReplyInvalid, ModelUnavailable, NotInstalled
from jiyi.language.passages import clean
from jiyi.models.endpoint import Endpoint, Patience, Rejected

CHARACTERS = 2_000  # of a question or text are read
BATCH = 32  # texts that one request holds: TEI refuses more unless it is told otherwise
TOKENS = 512  # of both together, for models that run here
Score = Callable[[str, list[str]], Sequence[float]]


class HttpReranker:
    """`ports.Reranker` over an endpoint. `model` may be empty where the server has only one (TEI).

    Which of the two shapes the server speaks is found out at the first call and remembered.
    """

    def __init__(self, url: str, model: str = "", key: str = "", *, patience: Patience | None = None) -> None:
        base = url.strip().rstrip("/").removesuffix("/rerank")
        self._endpoint = Endpoint(base, key, patience=patience or Patience(timeout=10, tries=2), lists=True)
        self._model = model
        self._plain = not model  # TEI's shape

    @property
    def name(self) -> str:
        return f"rerank:{self._model or self._endpoint.host}"

    def __repr__(self) -> str:
        return f"HttpReranker({self._model!r} at {self._endpoint.host!r})"

    async def rerank(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """See `ports.Reranker.rerank`. Raises ModelUnavailable, ModelReplyInvalid."""
        if not documents:
            return []
        asked = clean(query[:CHARACTERS]).strip() or "-"
        texts = [clean(text[:CHARACTERS]).strip() or "-" for text in documents]
        found: list[float] = []
        for start in range(0, len(texts), BATCH):  # each text is scored by itself, so the parts make one whole
            found += await self._some(asked, texts[start : start + BATCH])
        return found

    async def _some(self, asked: str, texts: list[str]) -> list[float]:
        try:
            reply = await self._endpoint.post("rerank", self._payload(asked, texts))
        except Rejected:
            self._plain = not self._plain
            reply = await self._endpoint.post("rerank", self._payload(asked, texts))
        return _scores(reply, len(texts))

    def _payload(self, query: str, texts: list[str]) -> dict[str, Any]:
        if self._plain:
            return {"query": query, "texts": texts, "truncate": True}
        named = {"model": self._model} if self._model else {}
        return {**named, "query": query, "documents": texts, "top_n": len(texts), "return_documents": False}

    async def close(self) -> None:
        await self._endpoint.close()


def _scores(reply: dict[str, Any], wanted: int) -> list[float]:
    """The scores in the order of the texts. Raises ModelReplyInvalid when one is missing or no number."""
    rows = reply.get("results") or reply.get("data") or ()
    scores = [np.nan] * wanted
    try:
        for row in rows:
            scores[row["index"]] = float(row["relevance_score"] if "relevance_score" in row else row["score"])
    except (KeyError, IndexError, TypeError, ValueError):
        raise ModelReplyInvalid("the reranker's reply holds no list of {index, score}") from None
    if not np.isfinite(scores).all():
        raise ModelReplyInvalid(f"the reranker's reply does not score each of {wanted} texts")
    return scores


class LocalReranker:
    """`ports.Reranker` on a model in this process, in one thread of its own. It loads at the first call."""

    def __init__(self, name: str, load: Callable[[], Score]) -> None:
        self.name = name
        self._load = load
        self._lock = threading.Lock()
        self._score: Score | None = None
        self._closed = False
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="jiyi-rerank")

    async def rerank(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """See `ports.Reranker.rerank`. Raises NotInstalled, ModelUnavailable."""
        if self._closed:
            raise Closed("the reranker was closed")
        if not documents:
            return []
        texts = [clean(text[:CHARACTERS]) for text in documents]
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, self._work, clean(query[:CHARACTERS]), texts)

    def _work(self, query: str, texts: list[str]) -> Sequence[float]:
        with self._lock:
            if self._score is None:
                self._score = self._load()
        try:
            return [float(value) for value in self._score(query, texts)]
        except (RuntimeError, ValueError) as error:
            raise ModelUnavailable(f"{self.name} could not score: {type(error).__name__}") from error

    async def close(self) -> None:
        """Let the thread end. Calling it again does nothing."""
        self._closed = True
        self._executor.shutdown(wait=False, cancel_futures=True)


def onnx(folder: str) -> LocalReranker:
    """A cross-encoder in a folder: `model.onnx` (or `onnx/model.onnx`) and `tokenizer.json`."""
    return LocalReranker(f"onnx:{Path(folder).name}", lambda: _onnx(Path(folder)))


def sentence_transformers(model: str) -> LocalReranker:
    """A `CrossEncoder` of the package `sentence-transformers`: a name or a folder."""
    return LocalReranker(f"sentence-transformers:{model}", lambda: _cross_encoder(model))


def _onnx(folder: Path) -> Score:
    try:
        from onnxruntime import InferenceSession  # noqa: PLC0415 - only who names such a model needs it
        from tokenizers import Tokenizer  # noqa: PLC0415 - as above
    except ImportError as error:
        raise NotInstalled("a reranker 'onnx:…' needs: pip install onnxruntime tokenizers") from error
    found = [path for path in (folder / "model.onnx", folder / "onnx" / "model.onnx") if path.is_file()]
    if not found or not (folder / "tokenizer.json").is_file():
        raise InvalidInput(f"{folder} does not hold model.onnx and tokenizer.json")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(TOKENS)
    tokenizer.enable_padding()
    session = InferenceSession(str(found[0]), providers=["CPUExecutionProvider"])
    wanted = {one.name for one in session.get_inputs()}

    def score(query: str, texts: list[str]) -> Sequence[float]:
        encoded = tokenizer.encode_batch([(query, text) for text in texts])
        fields = {
            "input_ids": [one.ids for one in encoded],
            "attention_mask": [one.attention_mask for one in encoded],
            "token_type_ids": [one.type_ids for one in encoded],
        }
        given = {name: np.array(rows, dtype=np.int64) for name, rows in fields.items() if name in wanted}
        made = np.asarray(session.run(None, given)[0], dtype=np.float32).reshape(len(texts), -1)
        scores: list[float] = made[:, -1].tolist()  # one logit, or the last of "no, yes"
        return scores

    return score


def _cross_encoder(model: str) -> Score:
    try:
        from sentence_transformers import CrossEncoder  # noqa: PLC0415 - only who names such a model needs it
    except ImportError as error:
        raise NotInstalled(
            "a reranker 'sentence-transformers:…' needs its package: pip install sentence-transformers"
        ) from error
    try:
        loaded = CrossEncoder(model, max_length=TOKENS)
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelUnavailable(f"sentence-transformers cannot load {model!r}: {type(error).__name__}") from error

    def score(query: str, texts: list[str]) -> Sequence[float]:
        scores: list[float] = np.asarray(loaded.predict([(query, text) for text in texts])).reshape(-1).tolist()
        return scores

    return score

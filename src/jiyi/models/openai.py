"""Chat and embeddings of any OpenAI-compatible endpoint: OpenAI, DeepSeek, Qwen, Ollama, vLLM, llama.cpp …"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np

from jiyi.errors import ModelReplyInvalid
from jiyi.language.passages import clean
from jiyi.models.breaker import Breaker
from jiyi.models.dialect import Dialect
from jiyi.models.endpoint import Endpoint, Patience, Rejected
from jiyi.models.prefixes import Purpose, prefix_of
from jiyi.ports import Completion, Vectors
from jiyi.settings import ModelSettings

KNOWN_DIMENSIONS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}


class OpenAIChat:
    """`ports.ChatModel` over `/chat/completions`.

    One `complete` makes at most `tries` requests, and at most four more, once per process, while it finds out
    what the endpoint understands (see `Dialect`). Nothing is sent until the first call.
    """

    def __init__(
        self, settings: ModelSettings, *, patience: Patience | None = None, breaker: Breaker | None = None
    ) -> None:
        self._model = settings.model
        self._most = settings.max_tokens
        self._dialect = Dialect(schema_mode=settings.schema_mode)
        self._endpoint = Endpoint(
            settings.base_url,
            settings.key.get_secret_value(),
            patience=patience or Patience(timeout=settings.timeout_seconds),
            breaker=breaker,
        )

    @property
    def name(self) -> str:
        return f"openai:{self._model}"

    def __repr__(self) -> str:
        return f"OpenAIChat({self._model!r} at {self._endpoint.host!r})"

    async def complete(
        self, messages: Sequence[dict[str, str]], *, schema: dict[str, Any] | None = None, max_tokens: int = 1024
    ) -> Completion:
        """See `ports.ChatModel.complete`. `max_tokens` is bounded by the settings'."""
        limit = min(max_tokens, self._most)
        dialect = self._dialect
        while True:
            try:
                reply = await self._endpoint.post(
                    "chat/completions", dialect.payload(self._model, messages, schema, limit)
                )
            except Rejected as refused:
                weaker = dialect.without(refused.param, with_schema=schema is not None)
                if weaker is None:
                    raise
                dialect = weaker
            else:
                self._dialect = dialect  # only what was answered is remembered
                return _completion(reply, messages)

    async def close(self) -> None:
        await self._endpoint.close()


def _completion(reply: dict[str, Any], asked: Sequence[dict[str, str]]) -> Completion:
    """The text and the tokens of a chat reply. Raises ModelReplyInvalid when there is no text in it."""
    try:
        content = reply["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        raise ModelReplyInvalid("the model's reply has no choices[0].message.content") from None
    if isinstance(content, list):  # parts, as some gateways answer
        content = "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    if not isinstance(content, str) or not content.strip():
        raise ModelReplyInvalid("the model's reply is empty")
    usage = reply.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    sent = sum(len(text) for message in asked for text in message.values())
    return Completion(
        text=content,
        tokens_in=_count(usage.get("prompt_tokens"), sent),
        tokens_out=_count(usage.get("completion_tokens"), len(content)),
    )


def _count(reported: Any, characters: int) -> int:
    """Tokens as reported; where the endpoint reports none, one per character, which errs above."""
    return reported if isinstance(reported, int) and reported >= 0 else characters


class OpenAIEmbedder:
    """`ports.Embedder` over `/embeddings`. Vectors are normalised here, whatever the endpoint does.

    `dimensions` is what the model gives, where it is not well known; `shorten` asks the endpoint for fewer.
    Until the first reply an unknown size reads as 0. A text is cut after `characters`, since endpoints differ
    in what they do with longer ones. Models that want something before a text get it (`prefixes`).
    """

    def __init__(
        self,
        settings: ModelSettings,
        *,
        dimensions: int | None = None,
        shorten: bool = False,
        batch: int = 64,
        characters: int = 6000,
        patience: Patience | None = None,
    ) -> None:
        self._model = settings.model
        self._prefix = prefix_of(settings.model)
        self._dimensions = dimensions or KNOWN_DIMENSIONS.get(settings.model, 0)
        self._shorten = shorten
        self._batch = batch
        self._characters = characters
        self._endpoint = Endpoint(
            settings.base_url,
            settings.key.get_secret_value(),
            patience=patience or Patience(timeout=settings.timeout_seconds),
        )

    @property
    def name(self) -> str:
        """Vectors made with the model's prefixes are not those that were made without."""
        size = f"@{self._dimensions}" if self._shorten else ""
        return f"openai:{self._model}{size}" + ("/prefixed" if self._prefix else "")

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def __repr__(self) -> str:
        return f"OpenAIEmbedder({self._model!r} at {self._endpoint.host!r})"

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        """See `ports.Embedder.embed`. Raises ModelUnavailable, ModelReplyInvalid."""
        rows = [await self._some(part, purpose) for part in self._batches(texts, purpose)]
        return np.concatenate(rows) if rows else np.empty((0, self._dimensions), dtype=np.float32)

    async def close(self) -> None:
        await self._endpoint.close()

    def _batches(self, texts: Sequence[str], purpose: Purpose) -> Iterator[list[str]]:
        for start in range(0, len(texts), self._batch):
            # an empty text is refused by some endpoints
            some = (clean(t[: self._characters]).strip() or "-" for t in texts[start : start + self._batch])
            yield [self._prefix.before(text, purpose) for text in some]

    async def _some(self, texts: list[str], purpose: Purpose) -> Vectors:
        payload: dict[str, Any] = {"model": self._model, "input": texts, "encoding_format": "float"}
        payload |= self._prefix.request(purpose)
        if self._shorten:
            payload["dimensions"] = self._dimensions
        vectors = _vectors(await self._endpoint.post("embeddings", payload), len(texts))
        if self._dimensions and vectors.shape[1] != self._dimensions:
            raise ModelReplyInvalid(
                f"{self._model} answered {vectors.shape[1]} dimensions where {self._dimensions} were expected"
            )
        self._dimensions = vectors.shape[1]
        return vectors


def _vectors(reply: dict[str, Any], wanted: int) -> Vectors:
    """Unit vectors of an embeddings reply, in the order of the texts. Raises ModelReplyInvalid."""
    try:
        data = sorted(reply["data"], key=lambda item: item["index"])
        found = np.array([item["embedding"] for item in data], dtype=np.float32)
        places = [item["index"] for item in data]
    except (KeyError, TypeError, ValueError):
        raise ModelReplyInvalid("the reply holds no list of vectors of one length") from None
    if found.ndim != 2 or found.shape[1] == 0 or places != list(range(wanted)):
        raise ModelReplyInvalid(f"the reply holds {len(places)} vectors for {wanted} texts")
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or (lengths == 0).any():
        raise ModelReplyInvalid("the reply holds a vector without a direction")
    return np.asarray(found / lengths, dtype=np.float32)

"""The models that the settings name."""

from __future__ import annotations

from pydantic import SecretStr

from jiyi.errors import InvalidInput
from jiyi.models import packages, rerank
from jiyi.models.e5 import E5Embedder
from jiyi.models.local import LocalEmbedder, NoEmbedder
from jiyi.models.openai import OpenAIChat, OpenAIEmbedder
from jiyi.ports import ChatModel, Embedder, Reranker
from jiyi.settings import ModelSettings, Settings

PACKAGES = {"fastembed": packages.fastembed, "sentence-transformers": packages.sentence_transformers}


def open_model(settings: Settings) -> ChatModel | None:
    """The chat model, or None when none is set: then everything works by rules."""
    return None if settings.model is None else OpenAIChat(settings.model)


def open_embedder(settings: Settings, *, load: bool = True) -> Embedder:
    """The embedder. Nothing is sent anywhere yet. With `load` a local model begins to load now rather than at its
    first use. Raises InvalidInput for one that does not exist."""
    name = settings.embedder
    if name == "local":
        return LocalEmbedder(load=load)
    if name == "none":
        return NoEmbedder()
    if name == "e5":
        return E5Embedder(load=load)
    if name.startswith("openai:"):
        return _openai(settings, name.removeprefix("openai:"))
    package, _, model = name.partition(":")
    if package in PACKAGES and model:
        return PACKAGES[package](model)
    raise InvalidInput(
        f"unknown embedder {name!r}; use 'local', 'e5', 'none', 'openai:MODEL', 'openai:MODEL@DIMENSIONS', "
        "'fastembed:MODEL' or 'sentence-transformers:MODEL'"
    )


def open_reranker(settings: Settings) -> Reranker | None:
    """The reranker, or None when none is set. Nothing is sent or loaded yet. Raises InvalidInput for one that does
    not exist."""
    name = settings.reranker
    if name == "none":
        return None
    kind, _, model = name.partition(":")
    if kind == "http":
        if settings.reranker_url is None:
            raise InvalidInput("a reranker 'http…' needs settings.reranker_url (JIYI_RERANKER_URL)")
        key = settings.reranker_key.get_secret_value() if settings.reranker_key is not None else ""
        return rerank.HttpReranker(settings.reranker_url, model, key)
    if kind == "onnx" and model:
        return rerank.onnx(model)
    if kind == "sentence-transformers" and model:
        return rerank.sentence_transformers(model)
    raise InvalidInput(
        f"unknown reranker {name!r}; use 'none', 'http', 'http:MODEL', 'onnx:FOLDER' or 'sentence-transformers:MODEL'"
    )


def _openai(settings: Settings, name: str) -> OpenAIEmbedder:
    """`MODEL` or `MODEL@DIMENSIONS`; models of OpenAI's third generation are asked to shorten to that."""
    model, _, size = name.partition("@")
    if not model or (size and not size.isdecimal()) or size == "0":
        raise InvalidInput("an OpenAI-compatible embedder is written 'openai:MODEL' or 'openai:MODEL@DIMENSIONS'")
    url = settings.embedder_url or (settings.model.base_url if settings.model else None)
    if url is None:
        raise InvalidInput("embedder 'openai:…' needs settings.embedder_url (JIYI_EMBEDDER_URL)")
    key = settings.embedder_key
    if key is None and settings.model is not None and url == settings.model.base_url:
        key = settings.model.key  # never sent to another host than the one it was given for
    endpoint = ModelSettings(base_url=url, model=model, key=key or SecretStr(""))
    return OpenAIEmbedder(
        endpoint,
        dimensions=int(size) if size else None,
        shorten=bool(size) and model.startswith("text-embedding-3"),
    )

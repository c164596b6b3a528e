"""What each embedding model wants before a text, by its name. Without it retrieval is measurably worse, and no
endpoint adds it by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Purpose = Literal["query", "document"]
_TASK = "Given a question, retrieve what was said that answers it"
_ASK = f"Instruct: {_TASK}\nQuery: "


@dataclass(frozen=True, slots=True)
class Prefix:
    """Words before a question and before a document. `field` is for endpoints that take the purpose apart from the
    text: its name in the request, and its values for question and document."""

    query: str = ""
    document: str = ""
    field: str = ""
    values: tuple[str, str] = ("", "")

    def __bool__(self) -> bool:
        return bool(self.query or self.document or self.field)

    def before(self, text: str, purpose: Purpose) -> str:
        """The text as the model wants it."""
        return (self.query if purpose == "query" else self.document) + text

    def request(self, purpose: Purpose) -> Mapping[str, str]:
        """Fields that the request needs besides."""
        return {self.field: self.values[purpose == "document"]} if self.field else {}


NONE = Prefix()
# The first row whose expression is found in the model's name (lower case) counts.
TABLE: tuple[tuple[str, Prefix], ...] = (
    (r"e5-.*instruct|e5-mistral|qwen3-embedding|gte-qwen|linq-embed|sfr-embedding", Prefix(_ASK)),
    (r"(?:^|[/-])e5(?:-|$)", Prefix("query: ", "passage: ")),
    (r"bge-m3", NONE),
    (r"bge-.*-zh", Prefix("为这个句子生成表示以用于检索相关文章：")),
    (r"bge-.*-en|mxbai-embed|uae-large", Prefix("Represent this sentence for searching relevant passages: ")),
    (r"nomic-embed|modernbert-embed", Prefix("search_query: ", "search_document: ")),
    (r"arctic-embed.*-v2|arctic-embed2", Prefix("query: ")),
    (r"arctic-embed", Prefix("Represent this sentence for searching relevant passages: ")),
    (r"embedding-?gemma", Prefix("task: search result | query: ", "title: none | text: ")),
    (r"jina-embeddings-v[34]", Prefix(field="task", values=("retrieval.query", "retrieval.passage"))),
    (r"^voyage-", Prefix(field="input_type", values=("query", "document"))),
)


def prefix_of(model: str) -> Prefix:
    """The row of a model; an empty one where it needs none or is not known."""
    name = model.lower()
    return next((prefix for pattern, prefix in TABLE if re.search(pattern, name)), NONE)

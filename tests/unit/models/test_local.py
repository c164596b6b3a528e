"""The bundled embedder."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import threadpoolctl

from jiyi.errors import Closed, ModelUnavailable
from jiyi.models import blas, local
from jiyi.models.local import LocalEmbedder, NoEmbedder
from jiyi.ports import Vectors


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


async def test_embed_gives_unit_rows_when_texts_are_odd(embedder: LocalEmbedder) -> None:
    texts = ["", "你好", "nul\0inside", "half \ud83d pair", "🙂", " \n ", "ｆｕｌｌ　ｗｉｄｔｈ", "x" * 70_000]
    vectors = await embedder.embed(texts)
    assert vectors.shape == (len(texts), 512)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)


async def test_embed_gives_no_rows_when_there_are_no_texts(embedder: LocalEmbedder) -> None:
    assert (await embedder.embed([])).shape == (0, 512)


async def test_embed_finds_the_paraphrase_when_languages_differ(embedder: LocalEmbedder) -> None:
    near, same, far = await embedder.embed(["My dog is ill.", "我的狗生病了。", "股票市场今天上涨了。"])
    assert near @ same > 0.5 > near @ far


async def test_embed_is_the_same_when_texts_come_together_or_alone(embedder: LocalEmbedder) -> None:
    texts = ["I like tea.", "我喜欢喝茶", "long. " * 900]
    together = await embedder.embed(texts)
    for row, text in zip(together, texts, strict=True):
        assert np.allclose(row, (await embedder.embed([text]))[0], atol=1e-4)


async def test_embed_leaves_blas_alone_when_threadpoolctl_is_installed(embedder: LocalEmbedder) -> None:
    await embedder.embed(["warm"])
    assert embedder._model._threadpool is None
    assert blas.threads() == 1
    pools = threadpoolctl.threadpool_info()
    assert {p["num_threads"] for p in pools if p["user_api"] == "blas"} == {1}  # other packages bring BLAS of their own


async def test_embed_remembers_queries_when_asked_again() -> None:
    embedder = LocalEmbedder(cached=2)
    first = await embedder.embed(["a", "b"], "query")
    embedder._executor.shutdown()
    assert np.array_equal(await embedder.embed(["b"], "query"), first[1:])


class Counting(LocalEmbedder):
    """Knows what went through the model."""

    seen: tuple[tuple[str, ...], ...] = ()

    def encode(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        self.seen += (tuple(texts),)
        return super().encode(texts, purpose)


async def test_embed_goes_through_the_model_once_when_many_ask_while_it_works(embedder: LocalEmbedder) -> None:
    texts = [f"question {number % 9}" for number in range(12)]
    alone = embedder.encode(texts)
    embedder = Counting()
    gate = threading.Event()
    embedder._executor.submit(gate.wait)
    asking = [asyncio.create_task(embedder.embed([text], "query")) for text in texts]
    await asyncio.sleep(0)
    asking[3].cancel()
    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await asking.pop(3)
    found = np.vstack(await asyncio.gather(*asking))
    assert np.allclose(found, np.delete(alone, 3, axis=0), atol=1e-5)
    assert [sorted(one) for one in embedder.seen] == [sorted({*texts} - {texts[3]})]
    await embedder.close()


async def test_embed_tells_everybody_when_the_model_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = LocalEmbedder(load=False)
    monkeypatch.setattr(embedder, "_ready", lambda: (_ for _ in ()).throw(ModelUnavailable("gone")))
    found = await asyncio.gather(*(embedder.embed([text], "query") for text in "abc"), return_exceptions=True)
    assert [type(one) for one in found] == [ModelUnavailable] * 3
    await embedder.close()


async def test_close_ends_the_questions_that_wait() -> None:
    embedder = LocalEmbedder(load=False)
    gate = threading.Event()
    embedder._executor.submit(gate.wait)
    asking = asyncio.create_task(embedder.embed(["late"], "query"))
    await asyncio.sleep(0)
    await embedder.close()
    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(asking, 30)


async def test_embed_refuses_when_closed() -> None:
    embedder = LocalEmbedder(load=False)
    await embedder.close()
    await embedder.close()
    with pytest.raises(Closed):
        await embedder.embed(["x"])


def test_check_weights_refuses_when_a_file_differs(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"sp\.model"):
        local.check_weights(tmp_path)
    (tmp_path / "sp.model").write_bytes(b"other")
    with pytest.raises(ModelUnavailable, match="not the one"):
        local.check_weights(tmp_path)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_encode_works_when_forked_after_loading(embedder: LocalEmbedder) -> None:
    before = embedder.encode(["still here"])
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        after = embedder._executor.submit(embedder.encode, ["still here"]).result(timeout=30)
        os.write(write, b"y" if np.allclose(before, after) else b"n")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 1) == b"y"


async def test_embed_has_no_dimensions_when_vectors_are_off() -> None:
    assert (await NoEmbedder().embed(["a", "b"])).shape == (2, 0)


async def test_questions_are_answered_when_the_line_empties_while_the_thread_takes_from_it(
    embedder: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Emptied(deque[tuple[list[str], Future[Vectors]]]):
        def __bool__(self) -> bool:
            return True  # what was still there when it was looked at is gone when it is taken

    monkeypatch.setattr(embedder, "_waiting", Emptied())
    asked = embedder.embed(["who took the last one?"], "query")
    assert (await asyncio.wait_for(asked, 60)).shape == (1, 512)

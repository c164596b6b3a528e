"""A change of model while programs with the old one go on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest

from jiyi.errors import EmbedderChanged
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.ports import Vectors
from jiyi.settings import Settings
from postgres import Shared

SAID = ("I live in Graz.", "I love chess.", "I work nights.", "My dog is called Bo.")
QUESTION = "In which city is my home?"


class Misleading:
    """Another model of the same width, by whose vectors chess is what the question was about."""

    name = "another-model/2"

    def __init__(self, inner: LocalEmbedder) -> None:
        self._inner = inner
        self.dimensions = inner.dimensions

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
        if purpose == "document":
            texts = [QUESTION if "chess" in text else text for text in texts]
        return await self._inner.embed(texts, purpose)

    async def close(self) -> None:
        pass


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "jiyi.db")
    shared: Shared = request.getfixturevalue("postgres")
    shared.empty()
    return shared.url()


async def test_old_model_serves_without_being_misled_while_another_embeds_anew(
    place: str, embedder: LocalEmbedder
) -> None:
    other = Misleading(embedder)

    async def best(memory: AsyncMemory) -> list[str]:
        found = await memory.recall("u", QUESTION, over=("memories", "episodes"))
        return [hit.record.content for hit in found.hits if "chess" in hit.record.content]

    async with AsyncMemory.open(place, Settings(), embedder=embedder) as old:
        for text in SAID:
            await old.session("u", "s").add("user", text)
        assert await old.drain(30)
        before = await best(old)
        async with AsyncMemory.open(place, Settings(reembed=True), embedder=other) as new:
            assert await new.reembed(batch=3) == 2 * len(SAID)  # a memory and a turn each
            assert await best(old) == before, "another model's vectors count for nothing"
            found = await old.recall("u", "chess", over=("memories",))
            assert [hit.record.content for hit in found.hits][:1] == ["I love chess."], "words still find it"
            await old.session("u", "s").add("user", "I drive a red van.")
            assert await old.drain(30)
            await new.reembed()  # what came after it had been there, unless this program did that work itself
            assert await new.reembed() == 0
    with pytest.raises(EmbedderChanged):
        await AsyncMemory.open(place, Settings(), embedder=embedder)
    async with AsyncMemory.open(place, Settings(), embedder=other) as new:
        assert {one.embedder for one in (await new.list("u")).items} == {other.name}
        assert "I love chess." in await best(new)


async def test_reembed_goes_on_where_it_was_when_stopped(place: str, embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(place, Settings(), embedder=embedder) as old:
        for text in SAID:
            await old.session("u", "s").add("user", text)
        assert await old.drain(30)

    class Stops(Misleading):
        left = 3

        async def embed(self, texts: Sequence[str], purpose: Literal["query", "document"] = "document") -> Vectors:
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt
            return await super().embed(texts, purpose)

    stopping = Stops(embedder)
    async with AsyncMemory.open(place, Settings(reembed=True), embedder=stopping) as new:
        with pytest.raises(KeyboardInterrupt):
            await new.reembed(batch=1)
    with pytest.raises(EmbedderChanged):
        await AsyncMemory.open(place, Settings(), embedder=stopping)
    async with AsyncMemory.open(place, Settings(reembed=True), embedder=Misleading(embedder)) as new:
        assert 0 < await new.reembed(batch=2) < 2 * len(SAID)
    async with AsyncMemory.open(place, Settings(), embedder=Misleading(embedder)) as new:
        assert len((await new.list("u")).items) == len(SAID)

"""Orders in other words, carried out from end to end."""

from __future__ import annotations

from pathlib import Path

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder


async def _say(memory: AsyncMemory, text: str, session: str = "s") -> None:
    await memory.session("u", session).add("user", text)
    assert await memory.drain(60)


async def _known(memory: AsyncMemory) -> set[str]:
    return {one.content for one in (await memory.list("u")).items}


async def test_an_order_erases_what_the_clause_before_it_names(tmp_path: Path, embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I play the oboe.", "a")
        await _say(memory, "我会拉二胡", "b")
        await _say(memory, "I gave up the oboe, you can forget it.", "c")
        assert await _known(memory) == {"我会拉二胡"}
        assert "oboe" not in str(await memory.export("u"))


async def test_what_looks_like_an_order_is_a_remark_when_nothing_known_is_meant(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I love chess.", "a")
        await _say(memory, "My name is Tove. The trombone stuff, bin it.", "b")
        known = await _known(memory)
        assert "I love chess." in known
        assert any("Tove" in one for one in known)


async def test_a_message_that_shall_not_be_kept_leaves_what_was_said_before(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "I love chess.")
        await _say(memory, "I have a crush on Ansgar. Don't remember that.")
        assert await _known(memory) == {"I love chess."}
        assert "Ansgar" not in str(await memory.export("u"))
        assert "chess" in str(await memory.export("u"))

"""Orders to forget everything but one thing, carried out from end to end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jiyi.errors import NotFound
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.records import Status

TOLD = {
    "en": (
        "My name is Tove",
        "I'm allergic to peanuts and I live in Leeds",
        "I carry an EpiPen",
        "I work as a nurse",
        "I love jazz",
    ),
    "zh": ("我叫陈晓东", "我对花生过敏，住在成都", "我随身带着肾上腺素笔", "我是护士", "我喜欢爵士乐"),
}


def _files(folder: Path) -> bytes:
    return b"".join(Path(entry.path).read_bytes() for entry in os.scandir(folder) if entry.is_file())


async def _told(memory: AsyncMemory, language: str) -> None:
    for place, text in enumerate(TOLD[language]):
        session = memory.session("u", f"s{place % 2}")
        await session.add("user", text)
        await session.add("assistant", "Noted: " + text)
    assert await memory.drain(60)


async def _say(memory: AsyncMemory, text: str) -> None:
    await memory.session("u", "later").add("user", text)
    assert await memory.drain(60)


async def _known(memory: AsyncMemory, *status: Status) -> set[str]:
    return {one.content for one in (await memory.list("u", status=status or (Status.CURRENT,))).items}


@pytest.mark.parametrize(
    ("language", "text", "left", "gone"),
    [
        (
            "en",
            "Forget everything except my allergy",
            {"I'm allergic to peanuts.", "I carry an EpiPen."},
            ("Leeds", "Tove", "nurse", "jazz"),
        ),
        (
            "en",
            "delete all of it but keep my name and my job",
            {"My name is Tove.", "I work as a nurse."},
            ("peanuts", "EpiPen", "Leeds", "jazz"),
        ),
        ("zh", "除了我的过敏，其他都忘了", {"我对花生过敏", "我随身带着肾上腺素笔"}, ("成都", "晓东", "护士", "爵士")),
        ("zh", "只留下我的名字，其他全刪", {"我叫陈晓东"}, ("花生", "肾上腺素", "成都", "护士", "爵士")),
    ],
)
async def test_an_order_erases_everything_but_what_it_names(
    tmp_path: Path, embedder: LocalEmbedder, language: str, text: str, left: set[str], gone: tuple[str, ...]
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _told(memory, language)
        await _say(memory, text)
        assert await _known(memory, *Status) == left
        told = str(await memory.export("u"))
        assert not [one for one in gone if one in told]
        assert not [one for one in left if one.rstrip(".") not in told]
    assert not [one for one in gone if one.encode() in _files(tmp_path)]


async def test_an_order_erases_nothing_and_says_so_when_what_shall_stay_is_not_known(embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(":memory:", embedder=embedder) as memory:
        await _told(memory, "en")
        before = await _known(memory)
        await _say(memory, "Forget everything except my boat licence")
        assert await _known(memory) == before
        last = (await memory.session("u", "later").messages())[-1]
        assert last.content.endswith("(nothing was forgotten: what shall stay is not known)")
        with pytest.raises(NotFound, match="boat licence"):
            await memory.forget("u", about="everything except my boat licence", dry_run=True)


async def test_an_order_sets_the_rest_aside_when_one_of_two_things_is_not_known(embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(":memory:", embedder=embedder) as memory:
        await _told(memory, "en")
        await _say(memory, "Forget everything except my job and my boat licence")
        assert "I work as a nurse." in await _known(memory)
        assert "I love jazz." in await _known(memory, Status.ARCHIVED)
        assert "I'm allergic to peanuts." in await _known(memory)  # protected


async def test_forget_shows_first_what_an_exception_leaves(embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(":memory:", embedder=embedder) as memory:
        await _told(memory, "en")
        await memory.session("u", "s0").update_state({"allergies": ["peanuts"], "city": "Leeds"})
        plan = await memory.forget("u", about="everything except my allergy", dry_run=True)
        assert {one.content for one in plan.memories} == {
            "My name is Tove.",
            "I live in Leeds.",
            "I work as a nurse.",
            "I love jazz.",
        }
        assert "I love jazz." in await _known(memory)
        await memory.forget("u", about="everything except my allergy", seen=plan.preview)
        assert await _known(memory) == {"I'm allergic to peanuts.", "I carry an EpiPen."}
        assert await memory.session("u", "s0").state == {"allergies": ["peanuts"]}


async def test_what_is_said_after_the_order_stays(embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(":memory:", embedder=embedder) as memory:
        await _told(memory, "en")
        session = memory.session("u", "later")
        await session.add("user", "Forget everything except my name")
        await session.add("user", "I moved to Oslo")
        assert await memory.drain(60)
        assert await _known(memory) == {"My name is Tove.", "I moved to Oslo."}
        assert "I moved to Oslo" in [one.content for one in await session.messages()]

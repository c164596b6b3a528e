"""What a turn becomes as an episode."""

from __future__ import annotations

from datetime import UTC, datetime

from jiyi.flows.episodes import episode_of, with_name
from jiyi.layout import speaker_mark
from jiyi.memory import AsyncMemory
from jiyi.records import Episode, Message, Role, Turn

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def said(role: Role, content: str, name: str | None = None, seq: int = 1) -> Message:
    return Message(user="u", session="s", seq=seq, role=role, content=content, at=NOW, name=name)


def test_episode_names_the_speakers_when_names_were_given() -> None:
    turn = Turn(messages=(said(Role.USER, "I moved.", "Ann"), said(Role.ASSISTANT, "Where to?", "Bo", seq=2)))
    episode = episode_of(turn)
    assert episode.parts == (("user", "Ann: I moved."), ("assistant", "Bo: Where to?"))
    assert speaker_mark(episode.parts[0][1]) == speaker_mark("ann: hello") != 0


def test_episode_is_the_words_alone_when_no_name_was_given_or_it_is_a_tools() -> None:
    assert with_name(said(Role.USER, "我搬家了")) == "我搬家了"
    assert with_name(said(Role.TOOL, "42", "calculator")) == "42"
    assert with_name(said(Role.USER, "Ann: I moved.", "Ann")) == "Ann: I moved."
    assert with_name(said(Role.USER, "我搬家了", " 小林 ")) == "小林: 我搬家了"


async def test_recall_tells_two_speakers_apart_when_their_names_were_given_to_add() -> None:
    async with AsyncMemory.open(":memory:", clock=lambda: NOW) as memory:
        session = memory.session("u", "s")
        await session.add("user", "I adopted a puppy last week.", name="Nora")
        await session.add("user", "I adopted a kitten last week.", name="Felix")
        await session.add("user", "The weather was awful again.", name="Nora")
        await memory.drain(timeout=20)
        for asked, animal in (("What did Felix adopt?", "kitten"), ("What did Nora adopt?", "puppy")):
            first = (await memory.recall("u", asked, over=("episodes",))).hits[0].record
            assert isinstance(first, Episode) and animal in first.content

"""A change that is announced first, and then told: "The lessons are over, I'm learning X now"."""

from __future__ import annotations

from pathlib import Path

import pytest

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.records import Status


async def _after(path: Path, embedder: LocalEmbedder, *told: str) -> set[str]:
    async with AsyncMemory.open(path, embedder=embedder) as memory:
        for number, text in enumerate(told):
            await memory.session("u", f"s{number}").add("user", text)
            assert await memory.drain(60)
        return {one.content for one in (await memory.list("u", status=(Status.CURRENT,))).items}


@pytest.mark.parametrize(
    ("before", "now", "gone", "there"),
    [
        ("在学西班牙语，每周两节课", "语言课换了一门，现在学的是葡萄牙语", "西班牙语", "葡萄牙语"),
        ("我副业是拍短视频", "副业换方向啦，现在改卖二手书了", "短视频", "二手书"),
        ("我吉他老师是刘静", "吉他老师换成阮老师了", "刘静", "阮老师"),
        ("I take the 6:40 bus to work.", "They axed my bus, so I'm on the 7:05 now.", "6:40", "7:05"),
        ("I plan to retire at 61.", "My sums didn't add up, retirement's going to be at 67.", "61", "67"),
        ("我打算58岁就退休", "算了算账，退休还是等到63吧", "58", "63"),
        ("I drive a Fiat Panda.", "Part-exchanged my car, I'm driving a Seat Ibiza.", "Panda", "Ibiza"),
        ("my side project is a chess bot", "binned the old side project, it's a tide clock now", "chess", "tide clock"),
    ],
)
async def test_a_change_ends_what_it_names_when_the_news_stands_beside_it(
    tmp_path: Path, embedder: LocalEmbedder, before: str, now: str, gone: str, there: str
) -> None:
    held = await _after(tmp_path / "a.db", embedder, before, now)
    assert len(held) == 1
    assert there in str(held)
    assert gone not in str(held)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("我副业是拍短视频", "我家空调换了，现在是格力的"),
        ("I take the 6:40 bus to work.", "Part-exchanged my car, I'm driving a Seat Ibiza."),
        ("My side project is a chess bot.", "New people have moved in next door, the Adeyemis."),
    ],
)
async def test_a_change_of_one_thing_ends_nothing_of_another(
    tmp_path: Path, embedder: LocalEmbedder, before: str, now: str
) -> None:
    held = await _after(tmp_path / "a.db", embedder, before, now)
    assert before in held

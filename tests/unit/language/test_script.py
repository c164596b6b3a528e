from __future__ import annotations

import pytest

from jiyi.language.script import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我住在杭州", "zh"),
        ("我用 pnpm 管理依赖", "zh"),
        ("我對花生過敏", "zh"),
        ("I live in Porto", "en"),
        ("I love 豆花 and everything else about the food over there in the south", "en"),
        ("我 really 想 try 一下 this new restaurant", "mixed"),
        ("12345 !!", "und"),
        ("", "und"),
        ("😀😀", "und"),
        ("明日の会議は午後三時からです", "und"),
        ("내일 서울에 가요", "und"),
        ("Мне нужен билет", "und"),
    ],
)
def test_language_of_tells_the_language(text: str, language: str) -> None:
    assert language_of(text) == language

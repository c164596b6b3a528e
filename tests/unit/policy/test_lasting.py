from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.lasting import lasting

SAID = datetime(2026, 11, 30, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("我昨天搬到杭州了", "我2026年11月29日搬到杭州了"),
        ("我刚刚换了工作", "我换了工作"),
        ("我剛搬到台北", "我搬到台北"),
        ("上周五（2026年11月27日）我搬家了", "2026年11月27日我搬家了"),
        ("我下个月要结婚", "我2026年12月要结婚"),
        ("我最近在减肥", "我2026年11月前后在减肥"),
        ("我从今天起吃素", "我从2026年11月30日起吃素"),
        ("离我最近的地铁站是古翠路", "离我最近的地铁站是古翠路"),
        ("我喜欢金刚", "我喜欢金刚"),
        ("我每天跑步", "我每天跑步"),
        ("I moved yesterday.", "I moved on 29 November 2026."),
        ("I just started a new job last month.", "I started a new job in October 2026."),
        ("Tonight I fly to Rome.", "On 30 November 2026 I fly to Rome."),
        ("I have been tired lately.", "I have been tired (around November 2026)."),
        ("I've been vegan since last year", "I've been vegan since 2025"),
        ("I just like tea.", "I just like tea."),
        ("I run every day", "I run every day"),
    ],
)
def test_lasting_leaves_no_word_that_goes_stale(text: str, wanted: str) -> None:
    assert lasting(text, SAID, "Asia/Shanghai") == wanted
    assert lasting(wanted, SAID, "Asia/Shanghai") == wanted

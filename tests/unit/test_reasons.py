"""Chinese readers get Chinese reasons."""

from __future__ import annotations

import pytest

from jiyi.policy.attributes import TABLE
from jiyi.policy.tables import talk
from jiyi.reasons import in_chinese, plainly

NAMES = (
    "QUESTION",
    "SUPPOSED",
    "PLAYED",
    "TASK",
    "PASTE",
    "HEARD",
    "COURTESY",
    "PASSING",
    "OTHERS",
    "COMMAND",
    "NOTHING",
)


@pytest.mark.parametrize("name", NAMES)
def test_in_chinese_knows_why_things_are_left(name: str) -> None:
    assert in_chinese(getattr(talk, name)).isascii() is False


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("residence was Graz and is Linz", "住处 原来是 Graz，现在是 Linz"),
        ("asks for employer, work.schedule", "问的是 工作单位、工作时间"),
        ("fills residence", "属性 住处"),
        ("by its meaning it takes the place of what was known", "从意思上看，它取代了原来的"),
        ("the opposite is said of latte", "对 latte 的说法相反"),
        ("the opposite is said of the allergy to nuts", "关于对 nuts 过敏的说法相反"),
        ("the same pet: Rex", "宠物 相同：Rex"),
        ("it was tea and is coffee", "原来是 tea，现在是 coffee"),
        ("some of its days are over", "其中几天不再如此，其余照旧"),
        ("the old car is said to be gone", "旧的 car 不在了"),
        ("keywords: book, coffee", "关键词：book, coffee"),
        ("the same weekday at another time, or called off", "weekday 改了时间或取消"),
        ("score 0.53; keywords: tea, cup; meaning 0.71", "得分 0.53；关键词：tea, cup；语义 0.71"),
        ("current: no. it is superseded", "仍然有效：否，已被取代"),
        (
            "meaning matches: no (0.09; unrelated texts have about 0.15)",
            "语义匹配：否（0.09；不相关的约为 0.15）",
        ),
        ("dropped: score 0.00 is under the least of 0.25", "未显示：得分 0.00 低于下限 0.25"),
        ("something else entirely", "something else entirely"),
        ("", ""),
        ("x" * 10_000, "x" * 10_000),
    ],
)
def test_in_chinese_translates_part_by_part(reason: str, words: str) -> None:
    assert in_chinese(reason) == words


@pytest.mark.parametrize("slot", sorted(TABLE))
def test_in_chinese_knows_every_slot(slot: str) -> None:
    assert slot not in in_chinese(f"asks for {slot}")


@pytest.mark.parametrize(
    ("reason", "en", "zh"),
    [
        ("nothing known is like it; patterns: residence; trigger: a known attribute", "", ""),
        ("restored from superseded", "", ""),
        (
            "tool.package_manager was npm and is pnpm; patterns: tool; trigger: a known memory",
            "tool package manager was npm and is pnpm",
            "包管理器 原来是 npm，现在是 pnpm",
        ),
        (
            "confidence 0.42 and never recalled in 30 days",
            "not sure, and not used for 30 days",
            "不太确定，30 天没有用到",
        ),
        ("corrects 0190a000-0000-7000-8000-000000000000", "corrects another memory", "更正 另一条记忆"),
        ("a reason of one's own", "a reason of one's own", "a reason of one's own"),
        ("", "", ""),
    ],
)
def test_plainly_leaves_out_what_only_engineers_read(reason: str, en: str, zh: str) -> None:
    assert plainly(reason, chinese=False) == en
    assert plainly(reason, chinese=True) == zh

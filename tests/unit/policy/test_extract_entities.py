"""Who and what is named in a memory: never a pronoun, never a date."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Heard
from jiyi.policy.extract import extract

SAID_AT = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)


def named(text: str) -> set[str]:
    kept = extract(Heard(text=text, said_at=SAID_AT, zone="Asia/Shanghai")).kept
    assert kept
    return {name for one in kept for name in one.entities}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I'm Ann, a nurse from Leeds.", {"Ann", "Leeds"}),
        ("I’m Ann.", {"Ann"}),
        ("My sister Ann is coming to stay in November.", {"Ann"}),
        ("I'm moving to Oslo in November 2026.", {"Oslo"}),
        ("I work at The Hague Times.", {"The Hague Times"}),
        ("My sister April Jones is a vet.", {"April Jones"}),
        ("My daughter Mia's birthday party is next Saturday.", {"Mia"}),
        ("I work at Sainsbury's.", {"Sainsbury's"}),
        ("我2025年11月搬到了上海", {"上海"}),
        ("我表姐叫李梅", {"李梅"}),
    ],
)
def test_extract_names_only_who_was_named_when_pronouns_and_dates_stand_beside(text: str, names: set[str]) -> None:
    assert named(text) == names

"""What a passage is like."""

from __future__ import annotations

import pytest

from jiyi.language.traits import ASIDE, ASKS, ENDS_ASKING, LIKES, SELF, TELLS, TIMED, traits


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("I’ve just finished a pottery course.", TELLS | SELF),
        ("By the way, I bought a kayak on Sunday.", TELLS | ASIDE | TIMED),
        ("我上周刚考完驾照", TELLS | SELF | TIMED),
        ("我喜歡爬山", LIKES | SELF),
        ("I'm really into train sets", LIKES),
        ("对了，我在学陶艺", ASIDE | LIKES),
        ("Do you know a good dentist?", ASKS | ENDS_ASKING),
    ],
)
def test_traits_hold_the_bits_when_the_text_is_so(text: str, bits: int) -> None:
    assert traits(text) & bits == bits


@pytest.mark.parametrize("text", ["Here are five tips.", "今天天气不错", ""])
def test_traits_hold_nothing_of_the_speaker_when_nothing_is_told(text: str) -> None:
    assert traits(text) & (TELLS | LIKES | ASIDE | SELF) == 0


def test_traits_take_a_moment_when_the_text_is_long() -> None:
    for text in ("i really " * 20_000, "我" * 100_000, "I just " * 20_000):
        assert 0 <= traits(text) < 256

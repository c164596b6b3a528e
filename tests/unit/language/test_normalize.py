from __future__ import annotations

import pytest

from jiyi.language.normalize import REPLACEMENT, clean, fold, shadow


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("ＡＢＣ１２３", "abc123"),
        ("Straße", "strasse"),
        ("臺北後來發生", "台北后来发生"),
        ("妳穿著什麼", "你穿着什么"),
        ("a\u200bb\ufeff\u00adc", "abc"),
        ("①㎏", "1kg"),
        ("乾燥、幹活", "干燥、干活"),
    ],
)
def test_fold_gives_one_form_when_writings_differ(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_shadow_keeps_the_length_when_characters_change() -> None:
    text = "我對ＡＢＣ過敏，İstanbul　很遠"
    assert len(shadow(text)) == len(text)
    assert shadow(text).startswith("我对abc过敏，")


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("plain", "plain"),
        ("a\0b", f"a{REPLACEMENT}b"),
        ("好\ud800吗", f"好{REPLACEMENT}吗"),
        ("\ud83d\ude00", "😀"),
        ('C:\\a/b 中文:* {{x}} " OR 1=1 --', 'C:\\a/b 中文:* {{x}} " OR 1=1 --'),
    ],
)
def test_clean_makes_text_storable_when_it_is_not(text: str, stored: str) -> None:
    assert clean(text) == stored
    assert clean(text).encode() and "\0" not in clean(text)

"""Cutting long texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.hanging import stopped_when_hanging

from jiyi.language.passages import clean, pieces, weight


def test_pieces_is_the_text_when_it_is_short() -> None:
    assert pieces("我住在杭州。Since May.") == ("我住在杭州。Since May.",)
    assert pieces("") == ("",)


def test_pieces_cuts_at_sentence_ends_when_the_text_is_long() -> None:
    parts = pieces("今天天气很好，我去了湖边。" * 30, tokens=64)
    assert len(parts) > 5
    assert all(part.endswith("。") and weight(part) <= 64 for part in parts)


@given(st.text(max_size=400), st.integers(8, 64))
def test_pieces_lose_nothing_but_space_when_cut(text: str, tokens: int) -> None:
    parts = pieces(text, tokens)
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(weight(part) <= tokens for part in parts)


def test_pieces_do_not_hang_when_there_is_no_sentence_end() -> None:
    with stopped_when_hanging():
        pieces("字" * 500_000)
        pieces("a b " * 250_000)


def test_clean_replaces_what_models_cannot_take() -> None:
    assert clean("a\0b\udc00c") == "a b?c"

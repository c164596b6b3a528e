"""Names and titles in a question."""

from __future__ import annotations

import pytest

from jiyi.policy.naming import names, titles


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Who became a parent first, Rachel or Alex?", ("Rachel", "Alex")),
        ("Can you suggest a hotel in New York?", ("New York",)),
        ("What is Tara's job?", ("Tara",)),
        ("Tara's job is what?", ("Tara",)),
        ("Rachel 住在哪里？我和 Tom 去过吗", ("Tom",)),
        ("How often do I see Dr. Johnson?", ("Johnson",)),
    ],
)
def test_names_are_found_when_they_begin_with_a_capital(text: str, wanted: tuple[str, ...]) -> None:
    assert names(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?",
        "What did I do on Monday in June? And at Christmas?",
        "WHERE DID I PUT MY KEYS",
        "What Is The Name Of My Dog",
        "我住在哪里？",
        "I said that I'd call. What did Mum say?",
        "",
    ],
)
def test_names_are_none_when_capitals_say_nothing(text: str) -> None:
    assert names(text) == ()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "How many pages of 'A Short History of Nearly Everything' have I read?",
            ("A Short History of Nearly Everything",),
        ),
        ("《三体》我看到第几章了？", ("三体",)),
        ("Who said “see you at the harbour”?", ("see you at the harbour",)),
        ("Where are my dog's and my cat's papers?", ()),
    ],
)
def test_titles_are_what_stands_in_quotation_marks(text: str, wanted: tuple[str, ...]) -> None:
    assert titles(text) == wanted

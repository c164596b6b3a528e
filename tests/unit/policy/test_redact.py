"""Cutting what was forgotten out of texts, and only that."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi.language.normalize import shadow
from jiyi.policy.redact import _Quotes, _said_in, _Values, bared, clause_spans, redact


@pytest.mark.parametrize(
    ("text", "quotes", "values", "left"),
    [
        ("My salary is 90k and I live in Leeds", ["My salary is 90k"], [], "I live in Leeds"),
        ("My salary is 90k and I live in Leeds", ["My salary is 90k and I live in Leeds"], ["90k"], "I live in Leeds"),
        ("I live in Leeds, my salary is 90k.", ["my salary is 90k"], ["90k"], "I live in Leeds"),
        ("我月薪两万，住在成都，喜欢爬山", ["我月薪两万"], ["两万"], "住在成都，喜欢爬山"),
        ("我住在成都。我月薪两万。我喜欢爬山。", ["我月薪两万"], [], "我住在成都。我喜欢爬山。"),
        ("Noted: your salary is 90k. Anything else?", [], ["90k"], "Anything else?"),
        ("好的，小雅是你的前女友。明天下雨，记得带伞。", [], ["小雅"], "好的，明天下雨，记得带伞。"),
        ("Dr. Gray called, but I was at the pool", [], ["Gray"], "I was at the pool"),
        ("Grayling is a fish", [], ["Gray"], "Grayling is a fish"),
        ("My salary is 90k", ["My salary is 90k"], [], None),
        ("我叫張偉，我月薪兩萬", ["我月薪兩萬"], [], "我叫張偉"),
        ("nothing here", ["My salary is 90k"], ["90k"], "nothing here"),
        ("", ["x"], ["y"], ""),
    ],
)
def test_redact_leaves_the_rest_when_a_clause_is_forgotten(
    text: str, quotes: list[str], values: list[str], left: str | None
) -> None:
    assert redact(text, quotes, values) == left


def test_clause_spans_cover_the_words_when_a_text_is_cut() -> None:
    text = "我住在杭州，in a flat; 月租 4,500 元。It's fine, and I like it."
    assert [text[a:b] for a, b in clause_spans(text)] == [
        "我住在杭州", "in a flat", "月租 4,500 元。", "It's fine", "and I like it.",
    ]  # fmt: skip


PARTS = st.lists(
    st.sampled_from(["I have a dog", "my pay is 90k", "我住在杭州", "我月薪两万", "Dr. Gray rang"]),
    min_size=1,
    max_size=6,
)


@given(PARTS, st.sampled_from([", ", ". ", "，", "。", "\n", " and "]))
def test_redact_leaves_no_value_when_given_one(parts: list[str], mark: str) -> None:
    left = redact(mark.join(parts), [], ["90k", "两万", "Gray"]) or ""
    assert not any(value in left for value in ("90k", "两万", "Gray"))


@given(PARTS, st.sampled_from([", ", ". ", "，", "。", "\n"]))
def test_redact_changes_nothing_more_when_applied_twice(parts: list[str], mark: str) -> None:
    once = redact(mark.join(parts), ["my pay is 90k"], ["两万"])
    assert once is None or redact(once, ["my pay is 90k"], ["两万"]) == once


SOME = ["ok", "好的", "dog", "狗", "pay", "月薪", "90k", "两万", "Leeds", "成都", "of", "in", "我"]
WORDS = st.lists(st.sampled_from(SOME), max_size=7)


@given(WORDS, st.lists(WORDS, max_size=6), st.sampled_from([", ", ". ", " ", "，", ""]))
def test_quotes_are_all_found_when_a_clause_is_said_in_them(
    said: list[str], quotes: list[list[str]], mark: str
) -> None:
    text = mark.join(said)
    whole, clauses = bared(text), [bared(text[a:b]) for a, b in clause_spans(text)]
    every = [bare for one in quotes if (bare := bared(" ".join(one)))]
    meant = {quote for quote in every if any(_said_in(clause, quote, quote in whole) for clause in clauses)}
    likely = _Quotes([" ".join(one) for one in quotes]).likely(whole, clauses)
    assert meant <= {quote for quote, _ in likely}
    assert [quote for quote in every if quote in dict(likely)] == [quote for quote, _ in likely]
    assert all(within == (quote in whole) for quote, within in likely)


@given(WORDS, WORDS, st.sampled_from([" ", "", ","]))
def test_values_are_told_when_they_stand_as_whole_words(said: list[str], values: list[str], mark: str) -> None:
    def whole(value: str) -> str:
        before = r"(?<![a-z0-9])" if value[0].isascii() else ""
        after = r"(?![a-z0-9])" if value[-1].isascii() else ""
        return before + re.escape(value.lower()) + after

    text = mark.join(said)
    expected = any(re.search(whole(value), text.lower()) for value in values if len(value) > 1)
    assert _Values(values).told(shadow(text)) is expected
    assert _Values(values).any_in(shadow(text)) or not expected

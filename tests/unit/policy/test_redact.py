"""Cutting what was forgotten out of texts, and only that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi.policy.redact import clause_spans, redact


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

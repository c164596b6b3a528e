from __future__ import annotations

import pytest

from jiyi.language.sentences import clauses, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我住杭州。你呢？我不吃香菜！", ("我住杭州。", "你呢？", "我不吃香菜！")),
        ("Dr. Wu said so. I agree.", ("Dr. Wu said so.", "I agree.")),
        ("Use e.g. this one. Done.", ("Use e.g. this one.", "Done.")),
        ("It is v2.3 now. Fine.", ("It is v2.3 now.", "Fine.")),
        ("See C:\\a/b. Then http://x.org/a?b=1.c! Ok.", ("See C:\\a/b.", "Then http://x.org/a?b=1.c!", "Ok.")),
        ("No. I live in Bonn.", ("No.", "I live in Bonn.")),
        ("He lives in the U.S. and works.", ("He lives in the U.S. and works.",)),
        ("We met J. K. Rowling. Great.", ("We met J. K. Rowling.", "Great.")),
        ("他说：「我不去。你去吧。」然后走了。", ("他说：「我不去。你去吧。」然后走了。",)),
        ("第一行\n第二行", ("第一行", "第二行")),
        ("1. milk\n2. eggs", ("1. milk", "2. eggs")),
        ("Hm... I think so... Maybe.", ("Hm...", "I think so...", "Maybe.")),
        ("花了1,000.50元。贵", ("花了1,000.50元。", "贵")),
        ("", ()),
        ("  \n ", ()),
    ],
)
def test_sentences_cuts_where_one_ends(text: str, expected: tuple[str, ...]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我住杭州，不吃香菜；你呢？", ("我住杭州", "不吃香菜", "你呢？")),
        ("I live in Bonn, work at Acme, and cook.", ("I live in Bonn", "work at Acme", "and cook.")),
        ("我住杭州 做前端的 今年30岁", ("我住杭州", "做前端的", "今年30岁")),
        ("好的～我来——马上", ("好的", "我来", "马上")),
        ("It costs 1,000 euros", ("It costs 1,000 euros",)),
        ("他说「好，走吧」就走了", ("他说「好，走吧」就走了",)),
    ],
)
def test_clauses_cuts_further_at_commas(text: str, expected: tuple[str, ...]) -> None:
    assert clauses(text) == expected


@pytest.mark.parametrize("piece", [".", "a.", "“", "a@", "，", "http://", "\n", "1.1", "?!", "我，"])
def test_clauses_comes_back_when_the_text_is_long_and_odd(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    assert sum(map(len, clauses(text))) <= len(text)

"""Laws of looking through many texts at once: the same answers as one by one, in both languages."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from jiyi.language.normalize import fold, folded, shadow, shadowed
from jiyi.policy.redact import Redactor
from jiyi.policy.selection import about_it, about_them

PIECES = (
    "我在杭州工作",
    "我妹妹叫小林",
    "月薪两万",
    "對花生過敏",
    "我喜欢吃火锅",
    "好的",
    "公司去年亏了三百万",
    "İstanbul",
    "ΟΔΟΣ",
    "ｏｋ",
    "ﬁne",
    "my sister Priya lives in Leeds",
    "I'm allergic to nuts",
    "my salary is 90k",
    "ok",
    "Dr. Okafor called",
    "I’ll play the guitar",
    "we met in 2024",
    "v2.3 is out",
    "👍🏽",
    "e\u0301te",
    "\u200bzero",
    "\u202ertl",
    "\u0301",
)
JOINTS = ("，", ", ", "。", ". ", " and ", " but I ", "\n", " ", "", "；", "\0")
TOPICS = (
    "我的妹妹",
    "公司的财务",
    "过敏",
    "工作",
    "2024",
    "小林",
    "Priya",
    "my sister's job",
    "my health",
    "guitar",
    "v2.3",
)


def text() -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(JOINTS)), max_size=5)
    return st.one_of(pairs.map(lambda some: "".join(piece + joint for piece, joint in some)), st.text(max_size=20))


texts = st.lists(text(), max_size=8)


@given(texts)
def test_folded_and_shadowed_return_what_single_calls_do(some: list[str]) -> None:
    assert folded(some) == [fold(one) for one in some]
    assert shadowed(some) == [shadow(one) for one in some]


@given(texts, st.sampled_from(TOPICS))
def test_about_them_returns_what_about_it_does(some: list[str], topic: str) -> None:
    assert about_them(topic)(some) == [about_it(topic)(one) for one in some]


@settings(max_examples=300)
@given(
    texts, st.lists(text(), max_size=6), st.lists(st.sampled_from(PIECES), max_size=70), st.sampled_from(("", *TOPICS))
)
def test_spares_returns_true_only_for_what_cut_leaves_alone(
    some: list[str], quotes: list[str], values: list[str], topic: str
) -> None:
    redactor = Redactor(quotes, values, about_it(topic) if topic else None)
    spared = redactor.spares(some, about_them(topic) if topic else None)
    assert len(spared) == len(some)
    for one, stays in zip(some, spared, strict=True):
        if stays:
            assert redactor.cut(one) == one
            assert redactor.cut(one, echo=True) == one


def test_spares_returns_true_when_a_text_has_nothing_of_it() -> None:
    redactor = Redactor(["my sister Priya lives in Leeds", "ok", "我在杭州工作"], ["90k", "两万"], about_it("过敏"))
    kept = ["I play the guitar, and I like it.", "今天下雨。", "she booked a table"]
    gone = [
        "My sister Priya lives in Leeds!",
        "ok",
        "月薪两万",
        "我對花生過敏",
        "in Leeds, on 90k",
        "我在杭州工作，挺好",
    ]
    assert redactor.spares(kept) == [True] * 2 + [False]  # "ok" stands in "booked": looked at closely, and left
    assert redactor.cut(kept[2]) == kept[2]
    assert redactor.spares(gone) == [False] * len(gone)

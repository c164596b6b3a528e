from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from jiyi.language.count import tokenizer
from jiyi.policy.fold import bounded, fold, render
from jiyi.policy.window import turns
from jiyi.records import Message, Role, Summary

AT = datetime(2026, 11, 26, tzinfo=UTC)
PIECES = """
我 决定 喜欢 预算 三千 吗？ 。 ， 帮我 还没定 已为你预订 I like want to decided 12 please . ? , hotel 医院 😀 ``` >
周四 <think>"""
TEXTS = st.lists(st.sampled_from(PIECES.split()), max_size=20).map(" ".join) | st.text(max_size=80)
COUNTERS = st.sampled_from([len, tokenizer("gpt-4o").count, lambda text: len(text.encode("utf-8", "replace"))])
ITEMS = st.lists(TEXTS, max_size=6).map(tuple)
SUMMARIES = st.builds(
    Summary, topic=TEXTS, goal=TEXTS, confirmed=ITEMS, pending=ITEMS, preferences=ITEMS, upto=st.integers(0, 9)
)


@st.composite
def talks(draw: st.DrawFn) -> tuple:
    roles = st.sampled_from([Role.USER, Role.ASSISTANT, Role.TOOL])
    said = draw(st.lists(st.tuples(roles, TEXTS), max_size=8))
    return turns(
        [Message(user="u", session="s", seq=10 + n, role=r, content=t, at=AT) for n, (r, t) in enumerate(said)]
    )


@given(SUMMARIES, talks(), st.integers(0, 400), COUNTERS)
@settings(deadline=None, max_examples=60)
def test_fold_is_never_over_its_bound(summary: Summary, said: tuple, most: int, count) -> None:
    folded = fold(summary, said, max_tokens=most, count=count)
    for language in ("zh", "en", None):
        assert not folded or count(render(folded, language)) <= most
    assert folded.upto == max([summary.upto, *(turn.last for turn in said)])


@given(talks(), COUNTERS)
@settings(deadline=None, max_examples=40)
def test_fold_is_the_same_when_made_again(said: tuple, count) -> None:
    assert fold(Summary(), said, max_tokens=200, count=count) == fold(Summary(), said, max_tokens=200, count=count)


@given(SUMMARIES, st.integers(0, 300))
@settings(deadline=None, max_examples=40)
def test_bounded_changes_nothing_when_applied_again(summary: Summary, most: int) -> None:
    once = bounded(summary, max_tokens=most, count=len)
    assert bounded(once, max_tokens=most, count=len) == once

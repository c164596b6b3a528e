"""What lies in the cache: what was put in comes out, and nothing else is taken for it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from jiyi.rows import MessageRow
from jiyi.stores.valkey.copies import Span, answer, body_from, body_to, joined, read, span_from, span_to, trimmed

rows = st.lists(
    st.tuples(st.integers(1, 12), st.binary(max_size=9), st.none() | st.text(max_size=3).filter(str.isprintable)),
    unique_by=lambda row: row[0],
    max_size=12,
).map(lambda found: tuple(MessageRow(seq=seq, body=body, key=key) for seq, body, key in sorted(found)))
limits = st.none() | st.integers(1, 6)
afters = st.integers(0, 12)


def told(kept: tuple[MessageRow, ...], after: int, limit: int | None, newest: bool) -> tuple[MessageRow, ...]:
    """What a store says."""
    found = tuple(row for row in kept if row.seq > after)
    return found if limit is None else found[max(0, len(found) - limit) :] if newest else found[:limit]


@given(rows, st.integers(-(2**63), 2**63 - 1))
def test_span_comes_back_as_it_was(kept: tuple[MessageRow, ...], stamp: int) -> None:
    span = Span(stamp, 0, 12, kept)
    assert span_from(span_to(span)) == span


@given(st.binary(max_size=40), st.data())
def test_copy_is_not_read_when_a_byte_of_it_changed(body: bytes, data: st.DataObject) -> None:
    raw = bytearray(body_to(7, 3, body))
    assert body_from(bytes(raw), 7, 3) == body
    assert body_from(bytes(raw), 8, 3) is None
    assert body_from(bytes(raw), 7, 4) is None
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
    assert body_from(bytes(raw), 7, 3) is None
    assert span_from(bytes(raw)) is None


@given(st.none() | st.binary(max_size=60) | st.integers() | st.just(body_to(1, 1, b"")))
def test_copy_is_not_read_when_nobody_here_wrote_it(junk: object) -> None:
    assert span_from(junk) is None
    assert body_from(junk, 0, 0) is None


@given(rows, st.lists(st.tuples(afters, limits), max_size=6), st.permutations(range(6)), afters, limits, st.booleans())
def test_answer_is_the_stores_or_none_when_spans_come_in_any_order(
    kept: tuple[MessageRow, ...],
    reads: list[tuple[int, int | None]],
    order: list[int],
    after: int,
    limit: int | None,
    newest: bool,
) -> None:
    """Each span is what some process read at some time, when fewer messages were there."""
    spans: list[Span | None] = [None, Span(2, 0, 12, ())]  # junk, and another stamp
    for number, (start, most) in enumerate(reads):
        then = tuple(row for row in kept if row.seq <= 2 * (number + 1))
        found = told(then, start, most, newest=True)
        upto = max(2 * (number + 1) if number < 5 else 12, start)
        spans.append(read(1, found, start, most, upto))
    span = joined([spans[place] for place in order if place < len(spans)] + spans[6:], stamp=1)
    if span is None:
        return
    for one in (span, trimmed(span, 3, 20)):
        here = tuple(row for row in kept if row.seq <= span.upto)
        said = answer(one, after, limit, newest)
        assert said is None or said == told(here, after, limit, newest)


def test_gap_is_seen_when_a_span_is_missing() -> None:
    first, last = Span(1, 0, 2, ()), Span(1, 3, 5, ())
    assert joined([last, first], 1) == first
    assert joined([last, first, Span(1, 1, 4, ())], 1) == Span(1, 0, 5, ())
    assert joined([], 1) is None


def test_span_says_nothing_of_what_was_before_it() -> None:
    kept = tuple(MessageRow(seq=seq, body=b"x") for seq in (4, 5))
    span = Span(1, 3, 5, kept)
    assert answer(span, 0, None, True) is None
    assert answer(span, 2, 3, True) is None
    assert answer(span, 0, 1, False) is None
    assert answer(span, 3, None, False) == kept
    assert answer(span, 0, 2, True) == kept
    assert answer(span, 0, 1, True) == kept[1:]

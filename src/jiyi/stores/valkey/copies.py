"""What lies in the cache: a body, and spans of messages. Each says under which stamp it holds, and carries a checksum.

A list of spans is put together by many processes that know nothing of each other. So a span says which numbers it
covers: whoever reads sees a gap where something is missing, and what is there twice does no harm.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jiyi.rows import MessageRow

A_BODY, A_SPAN = 1, 2  # the first byte; a later format takes another one, and is not read here
BEGINNING = struct.Struct(">BI")  # what it is, checksum of what follows
BODY = struct.Struct(">qq")  # stamp, revision
SPAN = struct.Struct(">qqqI")  # stamp, from, to, rows
ROW = struct.Struct(">qiI")  # seq, bytes of the key (-1: none), bytes of the body


@dataclass(frozen=True, slots=True)
class Span:
    """All messages of a session with `after` < seq <= `upto`, in order, as long as the session has this stamp."""

    stamp: int
    after: int
    upto: int
    rows: tuple[MessageRow, ...]

    @property
    def nbytes(self) -> int:
        """Bytes that the words take."""
        return sum(len(row.body) for row in self.rows)


def _sealed(what: int, content: bytes) -> bytes:
    return BEGINNING.pack(what, zlib.crc32(content)) + content


def _opened(what: int, raw: object) -> bytes | None:
    """None for what is something else, or is damaged."""
    if not isinstance(raw, bytes) or len(raw) < BEGINNING.size:
        return None
    found, checksum = BEGINNING.unpack_from(raw)
    content = raw[BEGINNING.size :]
    return content if found == what and checksum == zlib.crc32(content) else None


def body_to(stamp: int, revision: int, body: bytes) -> bytes:
    """A session's body as it lies in the cache."""
    return _sealed(A_BODY, BODY.pack(stamp, revision) + body)


def body_from(raw: object, stamp: int, revision: int) -> bytes | None:
    """The body, if it is the one of this stamp and revision."""
    content = _opened(A_BODY, raw)
    if content is None or len(content) < BODY.size or BODY.unpack_from(content) != (stamp, revision):
        return None
    return content[BODY.size :]


def span_to(span: Span) -> bytes:
    """A span as it lies in the cache."""
    parts = [SPAN.pack(span.stamp, span.after, span.upto, len(span.rows))]
    for row in span.rows:
        key = b"" if row.key is None else row.key.encode()
        parts += [ROW.pack(row.seq, -1 if row.key is None else len(key), len(row.body)), key, row.body]
    return _sealed(A_SPAN, b"".join(parts))


def span_from(raw: object) -> Span | None:
    """The span; None when it is none."""
    content = _opened(A_SPAN, raw)
    if content is None:
        return None
    stamp, after, upto, count = SPAN.unpack_from(content)
    rows, at = [], SPAN.size
    for _ in range(count):
        seq, long, size = ROW.unpack_from(content, at)
        at += ROW.size
        key = None if long < 0 else content[at : at + long].decode()
        at += max(0, long)
        rows.append(MessageRow(seq=seq, body=content[at : at + size], key=key))
        at += size
    return Span(stamp, after, upto, tuple(rows))


def joined(spans: Iterable[Span | None], stamp: int) -> Span | None:
    """What the spans of this stamp hold without a gap, from the lowest number on; None when there is nothing."""
    good = sorted((one for one in spans if one is not None and one.stamp == stamp), key=lambda one: one.after)
    if not good:
        return None
    rows = list(good[0].rows)
    upto = good[0].upto
    for span in good[1:]:
        if span.after > upto:
            break  # a gap: whoever wanted to fill it did not come
        rows += [row for row in span.rows if row.seq > upto]
        upto = max(upto, span.upto)
    return Span(stamp, good[0].after, upto, tuple(rows))


def answer(span: Span, after: int, limit: int | None, newest: bool) -> tuple[MessageRow, ...] | None:
    """What `Store.messages` would say, from a span that reaches to the end; None when it begins too late for that."""
    rows = [row for row in span.rows if row.seq > after]
    if span.after > after and not (newest and limit is not None and len(rows) >= limit):
        return None
    if limit is None:
        return tuple(rows)
    return tuple(rows[max(0, len(rows) - limit) :] if newest else rows[:limit])


def read(stamp: int, rows: Sequence[MessageRow], after: int, limit: int | None, upto: int) -> Span:
    """The span that an answer of the store covers, to the newest message. `upto` is the highest number that was given
    out before it was asked."""
    whole = limit is None or len(rows) < limit
    return Span(stamp, after if whole else rows[0].seq - 1, max(upto, rows[-1].seq if rows else 0), tuple(rows))


def trimmed(span: Span, most_rows: int, most_bytes: int) -> Span:
    """The newest part of it that is small enough."""
    start = max(0, len(span.rows) - most_rows)
    left = most_bytes - sum(len(row.body) for row in span.rows[start:])
    while left < 0:
        left += len(span.rows[start].body)
        start += 1
    if start == 0:
        return span
    return Span(span.stamp, span.rows[start - 1].seq, span.upto, span.rows[start:])

"""Rows for the contract suites: short to write, nothing hidden in them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from jiyi.records import Action
from jiyi.rows import ChangeRow, ItemRow, JobDraft, MessageDraft, SessionSave, Write

NOW = datetime(2031, 5, 6, 7, 8, 9, 123_456, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)

# Users whose names a careless store would take for patterns, paths, or one another.
ODD_NAMES = (
    "john-doe",
    "john_doe",
    "john",
    "John",
    "JOHN",
    "john ",
    " john",
    "a%",
    "ab",
    "a_",
    "a*",
    "用户1",
    "用户１",  # a full-width digit
    "用户10",
    "é",  # one code point
    "e\u0301",  # the same to the eye, two code points
    "2f1c6d0e-9a54-4b1e-8f0a-3c7d5e6b7a89",
    "x" * 200,
    "x" * 201,
    "/etc/passwd",
    "../../u1",
    "C:\\a/b",
    "👩‍👩‍👧",
    "👩",
    "\U0001f600",
    "\uffee",  # by UTF-16 it would sort after the emoji, by code point before
    "' OR 1=1 --",
    '" OR "1"="1',
    "a;b:c|d",
    "{{x}}",
    "null",
    "0",
    "00",
    "\n",
)

# Words and bytes that are text to one layer and syntax to another.
ODD_BODIES = (
    b"",
    b"\x00",
    b"a\x00b",
    b"\xff\xfe not UTF-8",
    b"C:\\a/b",
    "中文:*".encode(),
    b'" OR 1=1 --',
    b"'; DROP TABLE messages; --",
    b"{{x}} ${x} %s %(x)s :user ?1",
    "\ud800".encode("utf-8", "surrogatepass"),
    "長い文 🎉 ".encode() * 60_000,  # over a megabyte
)


def draft(body: bytes | str = b"hello", key: str | None = None, job: str | None = None) -> MessageDraft:
    """A message about to be appended, with at most one job."""
    jobs = () if job is None else ((job, "consolidate"),)
    return MessageDraft(body=body.encode() if isinstance(body, str) else body, key=key, jobs=jobs)


def item(
    id_: str, body: bytes = b"body", *, embedder: str = "e1", count: int = 0, at: datetime | None = None
) -> ItemRow:
    return ItemRow(id=id_, body=body, embedder=embedder, recall_count=count, last_recalled_at=at)


def change(ref: str, action: Action = Action.ADD, body: bytes = b"why", at: datetime = NOW) -> ChangeRow:
    return ChangeRow(version=0, action=action, ref=ref, at=at, body=body)


def put(*ids: str, body: bytes = b"body") -> Write:
    """A write that adds memories, one log row each."""
    return Write(memories=tuple(item(i, body) for i in ids), changes=tuple(change(i) for i in ids))


def remove(*ids: str) -> Write:
    """A write that removes items and their words from the log."""
    return Write(removed=ids, scrubbed=ids, changes=tuple(change(i, Action.ERASE, b"") for i in ids))


def job(id_: str, due_at: datetime = NOW, session: str = "s") -> JobDraft:
    return JobDraft(id=id_, kind="compact", session=session, seq=1, due_at=due_at)


def save(
    id_: str, revision: int, body: bytes = b"state", at: datetime = NOW, ended: datetime | None = None
) -> SessionSave:
    return SessionSave(id=id_, body=body, revision=revision, at=at, ended_at=ended)

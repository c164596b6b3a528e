"""Times as stores keep them: whole microseconds since 1970 in UTC, since a float would lose some."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from jiyi.errors import NaiveTime

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def stamp(at: datetime) -> int:
    """Microseconds since 1970. Raises NaiveTime for a time without a zone."""
    if at.tzinfo is None:
        raise NaiveTime("a store keeps aware times only; pass datetime.now(UTC), not datetime.now()")
    delta = at - EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


def maybe_stamp(at: datetime | None) -> int | None:
    return None if at is None else stamp(at)


def moment(value: int) -> datetime:
    """The time that `stamp` was made of, in UTC."""
    return EPOCH + timedelta(microseconds=value)


def maybe_moment(value: int | None) -> datetime | None:
    return None if value is None else EPOCH + timedelta(microseconds=value)

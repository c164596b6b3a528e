# ruff: noqa: DTZ001 - naive times are what is refused, and how hypothesis takes its bounds
"""Times survive being whole microseconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jiyi.errors import NaiveTime
from jiyi.stores.times import maybe_moment, maybe_stamp, moment, stamp

zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=zones)


@given(times)
def test_moment_is_the_same_when_stamped_before(at: datetime) -> None:
    assert moment(stamp(at)) == at
    assert moment(stamp(at)).tzinfo is UTC


@given(times, times)
def test_stamps_are_ordered_when_times_are(one: datetime, other: datetime) -> None:
    assert (stamp(one) < stamp(other)) == (one < other)


def test_none_stays_none_when_there_is_no_time() -> None:
    assert maybe_stamp(None) is None
    assert maybe_moment(None) is None


def test_stamp_refuses_when_the_time_has_no_zone() -> None:
    with pytest.raises(NaiveTime):
        stamp(datetime(2031, 1, 1))

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from jiyi.language.dates import absolute, resolve

WORDS = """
昨天 明年 上周 下个月 15号 三 天前 两周后 月 日 号 周 五 晚上 八点半 2024年 我 了 要 ， 。 （ ） yesterday last next
friday in two weeks ago may 3 rd 2019 at 3pm march on the 15th of month . , ( ) 12 :30 - / １２月 後天"""
PIECES = st.sampled_from(WORDS.split())
TEXTS = st.one_of(
    st.text(max_size=60), st.lists(PIECES, max_size=12).map("".join), st.lists(PIECES, max_size=12).map(" ".join)
)
TIMES = st.datetimes(datetime(1971, 1, 1), datetime(2999, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001
ZONES = st.sampled_from(["UTC", "Asia/Shanghai", "America/New_York", "Pacific/Midway", "Australia/Lord_Howe"])


@given(TEXTS, TIMES, ZONES)
def test_resolve_gives_ordered_spans_and_real_intervals(text: str, at: datetime, zone: str) -> None:
    last = 0
    for mention in resolve(text, at, zone):
        assert last <= mention.start < mention.end <= len(text)
        assert mention.since < mention.until
        assert mention.since.tzinfo is UTC
        last = mention.end


@given(TEXTS, TIMES, ZONES)
def test_absolute_changes_nothing_when_applied_again(text: str, at: datetime, zone: str) -> None:
    once = absolute(text, at, zone)
    assert absolute(once, at, zone) == once


@given(TEXTS, TIMES)
def test_absolute_keeps_every_word_in_order(text: str, at: datetime) -> None:
    left = iter(absolute(text, at, "UTC"))
    assert all(character in left for character in text)

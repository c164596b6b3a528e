from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from jiyi.errors import InvalidInput, NaiveTime
from jiyi.language.dates import absolute, describe, resolve

ZONE = "Asia/Shanghai"
SAID = datetime(2026, 11, 26, 10, 20, tzinfo=ZoneInfo(ZONE))

# (sentence, mention, first local day or time, last (exclusive), precision), said on Thursday, 26 November 2026, 10:20
CHINESE = [
    ("昨天我去看了牙医", "昨天", "2026-11-25", "2026-11-26", "day"),
    ("前天晚上失眠了", "前天晚上", "2026-11-24 18:00", "2026-11-25", "part"),
    ("大前天刚到的快递", "大前天", "2026-11-23", "2026-11-24", "day"),
    ("今天心情不错", "今天", "2026-11-26", "2026-11-27", "day"),
    ("明天要交房租", "明天", "2026-11-27", "2026-11-28", "day"),
    ("后天我妈过来", "后天", "2026-11-28", "2026-11-29", "day"),
    ("大后天飞成都", "大后天", "2026-11-29", "2026-11-30", "day"),
    ("上周五我们定了方案", "上周五", "2026-11-20", "2026-11-21", "day"),
    ("下周三有个面试", "下周三", "2026-12-02", "2026-12-03", "day"),
    ("上上周二请的假", "上上周二", "2026-11-10", "2026-11-11", "day"),
    ("这周末想去爬山", "这周末", "2026-11-28", "2026-11-30", "day"),
    ("上个周末在家躺着", "上个周末", "2026-11-21", "2026-11-23", "day"),
    ("本周要赶完报告", "本周", "2026-11-23", "2026-11-30", "week"),
    ("上礼拜搬的家", "上礼拜", "2026-11-16", "2026-11-23", "week"),
    ("下星期天一起吃饭吧", "下星期天", "2026-12-06", "2026-12-07", "day"),
    ("上个月换了工作", "上个月", "2026-10-01", "2026-11-01", "month"),
    ("下个月15号我要去大阪", "下个月15号", "2026-12-15", "2026-12-16", "day"),
    ("下下个月预产期", "下下个月", "2027-01-01", "2027-02-01", "month"),
    ("这个月底要交稿", "这个月底", "2026-11-21", "2026-12-01", "week"),
    ("去年夏天学会了游泳", "去年夏天", "2026-06-01 -1", "2026-09-01 -1", "season"),
    ("今年三月升了职", "今年三月", "2026-03-01", "2026-04-01", "month"),
    ("明年打算买车", "明年", "2027-01-01", "2028-01-01", "year"),
    ("前年结的婚", "前年", "2024-01-01", "2025-01-01", "year"),
    ("三天前发的邮件", "三天前", "2026-11-23", "2026-11-24", "day"),
    ("两周后出发去云南", "两周后", "2026-12-07", "2026-12-14", "week"),
    ("半年前做过手术", "半年前", "2026-05-01", "2026-06-01", "month"),
    ("5分钟前刚吃了药", "5分钟前", "2026-11-26 10:15", "2026-11-26 10:16", "minute"),
    ("两个半小时后开会", "两个半小时后", "2026-11-26 12:50", "2026-11-26 12:51", "minute"),
    ("十年前来的北京", "十年前", "2016-01-01", "2017-01-01", "year"),
    ("3月5日我入职了", "3月5日", "2026-03-05", "2026-03-06", "day"),
    ("我3月5日要出国", "3月5日", "2027-03-05", "2027-03-06", "day"),
    ("2024年5月我毕业了", "2024年5月", "2024-05-01", "2024-06-01", "month"),
    ("2023年12月25日领的证", "2023年12月25日", "2023-12-25", "2023-12-26", "day"),
    ("12月要考试", "12月", "2026-12-01", "2027-01-01", "month"),
    ("周五要去医院复查", "周五", "2026-11-27", "2026-11-28", "day"),
    ("周二刚打完疫苗", "周二", "2026-11-24", "2026-11-25", "day"),
    ("今晚有球赛", "今晚", "2026-11-26 18:00", "2026-11-27", "part"),
    ("明早六点的飞机", "明早六点", "2026-11-27 06:00", "2026-11-27 07:00", "hour"),
    ("明天下午三点半见客户", "明天下午三点半", "2026-11-27 15:30", "2026-11-27 15:31", "minute"),
    ("下午三点有个会", "下午三点", "2026-11-26 15:00", "2026-11-26 16:00", "hour"),
    ("下周一上午10:15体检", "下周一上午10:15", "2026-11-30 10:15", "2026-11-30 10:16", "minute"),
    ("昨晚十一点才睡", "昨晚十一点", "2026-11-25 23:00", "2026-11-26", "hour"),
    ("去年年底公司裁员了", "去年年底", "2025-11-01", "2026-01-01", "month"),
    ("年底目标是减到六十公斤", "年底", "2026-11-01", "2027-01-01", "month"),
    ("上個月換了新手機", "上個月", "2026-10-01", "2026-11-01", "month"),
    ("後天要去臺北出差", "後天", "2026-11-28", "2026-11-29", "day"),
    ("２０２４年５月３日出生的", "２０２４年５月３日", "2024-05-03", "2024-05-04", "day"),
    ("合同从2025-07-01开始", "2025-07-01", "2025-07-01", "2025-07-02", "day"),
    ("15号之前要还信用卡", "15号", "2026-12-15", "2026-12-16", "day"),
    ("今年上半年瘦了十斤", "今年上半年", "2026-01-01", "2026-07-01", "month"),
    ("这个夏天去了青海", "这个夏天", "2026-06-01", "2026-09-01", "season"),
    ("去年12月份开始学吉他", "去年12月份", "2025-12-01", "2026-01-01", "month"),
]
ENGLISH = [
    ("I saw the dentist yesterday.", "yesterday", "2026-11-25", "2026-11-26", "day"),
    ("Rent is due tomorrow", "tomorrow", "2026-11-27", "2026-11-28", "day"),
    ("We landed the day before yesterday.", "the day before yesterday", "2026-11-24", "2026-11-25", "day"),
    ("She arrives the day after tomorrow", "the day after tomorrow", "2026-11-28", "2026-11-29", "day"),
    ("Last Friday we shipped the new app.", "Last Friday", "2026-11-20", "2026-11-21", "day"),
    ("I have an interview next Wednesday", "next Wednesday", "2026-12-02", "2026-12-03", "day"),
    ("We moved in last month.", "last month", "2026-10-01", "2026-11-01", "month"),
    ("My lease ends next month", "next month", "2026-12-01", "2027-01-01", "month"),
    ("I quit smoking two weeks ago.", "two weeks ago", "2026-11-09", "2026-11-16", "week"),
    ("We met in March at a fair", "March", "2026-03-01", "2026-04-01", "month"),
    ("I will start my PhD in September", "September", "2027-09-01", "2027-10-01", "month"),
    ("I have a scan on the 15th.", "the 15th", "2026-12-15", "2026-12-16", "day"),
    ("Last summer I hiked the Alps.", "Last summer", "2026-06-01", "2026-09-01", "season"),
    ("This weekend I'm visiting my aunt", "This weekend", "2026-11-28", "2026-11-30", "day"),
    ("Our daughter was born May 3rd 2024.", "May 3rd 2024", "2024-05-03", "2024-05-04", "day"),
    ("Call me at 3pm tomorrow", "3pm tomorrow", "2026-11-27 15:00", "2026-11-27 16:00", "hour"),
    ("We had a review on Monday", "Monday", "2026-11-23", "2026-11-24", "day"),
    ("The demo is due on Monday", "Monday", "2026-11-30", "2026-12-01", "day"),
    ("I gave a talk last week", "last week", "2026-11-16", "2026-11-23", "week"),
    ("I'm off next week", "next week", "2026-11-30", "2026-12-07", "week"),
    ("I changed jobs last year.", "last year", "2025-01-01", "2026-01-01", "year"),
    ("I joined in June 2023", "June 2023", "2023-06-01", "2023-07-01", "month"),
    ("I came here in 2019.", "2019", "2019-01-01", "2020-01-01", "year"),
    ("Ten years ago I left home", "Ten years ago", "2016-01-01", "2017-01-01", "year"),
    ("The flight leaves in three days", "in three days", "2026-11-29", "2026-11-30", "day"),
    ("Half an hour ago I took a pill", "Half an hour ago", "2026-11-26 09:50", "2026-11-26 09:51", "minute"),
    ("I'm seeing him tonight", "tonight", "2026-11-26 18:00", "2026-11-27", "part"),
    ("I slept badly last night", "last night", "2026-11-25 18:00", "2026-11-26", "part"),
    ("Let's talk tomorrow morning", "tomorrow morning", "2026-11-27 06:00", "2026-11-27 12:00", "part"),
    ("The wedding is on 12 June 2027", "12 June 2027", "2027-06-12", "2027-06-13", "day"),
    ("I got promoted on October 3", "October 3", "2026-10-03", "2026-10-04", "day"),
    ("The conference starts on the 3rd of February", "the 3rd of February", "2027-02-03", "2027-02-04", "day"),
    ("We meet Friday at 10:30", "Friday at 10:30", "2026-11-27 10:30", "2026-11-27 10:31", "minute"),
    ("I broke my arm a couple of months ago", "a couple of months ago", "2026-09-01", "2026-10-01", "month"),
    ("We fly on the 20th of next month", "the 20th of next month", "2026-12-20", "2026-12-21", "day"),
    ("Wednesday next week works for me", "Wednesday next week", "2026-12-02", "2026-12-03", "day"),
    ("I've been vegan since last March", "last March", "2026-03-01", "2026-04-01", "month"),
    ("We bought the flat in late 2021.", "late 2021", "2021-11-01", "2022-01-01", "month"),
    ("Submit it by 2026-12-01 please", "2026-12-01", "2026-12-01", "2026-12-02", "day"),
    ("This morning I ran 5k", "This morning", "2026-11-26 06:00", "2026-11-26 12:00", "part"),
    ("I started the course this month", "this month", "2026-11-01", "2026-12-01", "month"),
    ("Next year I want to move to Porto", "Next year", "2027-01-01", "2028-01-01", "year"),
    ("We went camping last weekend", "last weekend", "2026-11-21", "2026-11-23", "day"),
    (
        "I have a dentist appointment at 4:30 pm on Tuesday",
        "4:30 pm on Tuesday",
        "2026-12-01 16:30",
        "2026-12-01 16:31",
        "minute",
    ),
    ("A week ago I adopted a cat", "A week ago", "2026-11-16", "2026-11-23", "week"),
    ("At the end of next month we close the books", "the end of next month", "2026-12-21", "2027-01-01", "week"),
]
HELD = [  # written after the rules were, to see what they do with sentences they were not made for
    ("上周日刚跑完半马", "上周日", "2026-11-22", "2026-11-23", "day"),
    ("下个月初要搬去苏州", "下个月初", "2026-12-01", "2026-12-11", "week"),
    ("两年半前离的婚", "两年半前", "2024-05-01", "2024-06-01", "month"),
    ("十月一号领的证", "十月一号", "2026-10-01", "2026-10-02", "day"),
    ("明天晚上七点一刻见", "明天晚上七点一刻", "2026-11-27 19:15", "2026-11-27 19:16", "minute"),
    ("上個禮拜天搬家", "上個禮拜天", "2026-11-22", "2026-11-23", "day"),
    ("前天台风来了", "前天", "2026-11-24", "2026-11-25", "day"),
    ("I got back from Peru on Sunday", "Sunday", "2026-11-22", "2026-11-23", "day"),
    ("We meet this coming Saturday", "this coming Saturday", "2026-11-28", "2026-11-29", "day"),
    ("He retired at the end of last year", "the end of last year", "2025-11-01", "2026-01-01", "month"),
    ("I was in Rome in the summer of 2022", "summer of 2022", "2022-06-01", "2022-09-01", "season"),
    ("Two nights ago I couldn't sleep", "Two nights ago", "2026-11-24", "2026-11-25", "day"),
    ("It happened on the 12th", "the 12th", "2026-11-12", "2026-11-13", "day"),
    ("I will be 30 next July", "next July", "2027-07-01", "2027-08-01", "month"),
]
MIXED = [
    ("我 last week 跳槽了", "last week", "2026-11-16", "2026-11-23", "week"),
    ("下周一有个 demo", "下周一", "2026-11-30", "2026-12-01", "day"),
]
NONE = [
    "还有三天就放假",
    "周末一般睡懒觉",
    "我有三个月大的猫",
    "坐2号车厢",
    "I live on 5th Avenue",
    "My shift is 9 to 5",
    "I've been here for three weeks",
    "我有两年前端经验",
    "每周五我去健身",
    "我周一到周五上班",
    "地铁2号线很挤",
    "我住在15号楼",
    "一年有三个月在外地",
    "五月天是我最喜欢的乐队",
    "我对花生过敏",
    "两周一次复诊",
    "先做前端后做后端",
    "每年三月我都体检",
    "我生日是3月5日",
    "中秋节吃10月饼",
    "版本是2.3.1",
    "I may go there",
    "The march was long and the sun was hot",
    "I go to the gym every Friday",
    "My birthday is on May 3rd",
    "Mondays are hard",
    "I sat down in the second row",
    "It costs 2019 dollars",
    "We live on the 15th floor",
    "I work Monday to Friday",
    "I can do it in a day or less",
    "Version 2.3 is out",
    "I usually call her on Sunday",
]


def local(words: str) -> datetime:
    """A bound as the table of sentences writes it; " -1" means a year earlier."""
    words, _, back = words.partition(" -")
    at = datetime.fromisoformat(words).replace(tzinfo=ZoneInfo(ZONE))
    return at.replace(year=at.year - int(back or 0)).astimezone(UTC)


@pytest.mark.parametrize(("text", "mention", "since", "until", "precision"), CHINESE + ENGLISH + MIXED + HELD)
def test_resolve_finds_the_interval_when_a_date_is_said(
    text: str, mention: str, since: str, until: str, precision: str
) -> None:
    found = [(text[m.start : m.end], m.since, m.until, m.precision) for m in resolve(text, SAID, ZONE)]
    assert found == [(mention, local(since), local(until), precision)]


@pytest.mark.parametrize("text", NONE)
def test_resolve_finds_nothing_when_no_date_is_meant(text: str) -> None:
    assert resolve(text, SAID, ZONE) == ()


def test_resolve_finds_the_same_window_when_the_server_stands_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = []
    try:
        for name in ("UTC", "Pacific/Midway", "Asia/Tokyo"):
            monkeypatch.setitem(os.environ, "TZ", name)
            time.tzset()
            windows.append([(m.since, m.until) for text in ("昨天", "yesterday") for m in resolve(text, SAID, ZONE)])
    finally:
        monkeypatch.undo()
        time.tzset()
    assert windows[0] == windows[1] == windows[2]
    assert windows[0][0][0] == datetime(2026, 11, 24, 16, tzinfo=UTC)


def test_resolve_uses_the_speakers_day_when_it_differs_from_utc() -> None:
    late = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)  # already the 27th in Shanghai
    (mention,) = resolve("昨天", late, ZONE)
    assert mention.since == local("2026-11-26")


def test_resolve_keeps_the_days_length_when_the_clock_changes() -> None:
    (mention,) = resolve("yesterday", datetime(2026, 3, 9, 12, tzinfo=UTC), "America/New_York")
    assert (mention.until - mention.since).total_seconds() == 23 * 3600


def test_resolve_leans_to_the_past_when_asked() -> None:
    (ahead,) = resolve("周五", SAID, ZONE)
    (back,) = resolve("周五", SAID, ZONE, lean="past")
    assert (ahead.since, back.since) == (local("2026-11-27"), local("2026-11-20"))


def test_resolve_refuses_when_the_time_is_naive() -> None:
    with pytest.raises(NaiveTime):
        resolve("昨天", datetime(2026, 1, 1), ZONE)  # noqa: DTZ001


def test_resolve_refuses_when_the_zone_is_unknown() -> None:
    with pytest.raises(InvalidInput):
        resolve("昨天", SAID, "Mars/Olympus")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("上周五我们搬家了", "上周五（2026年11月20日）我们搬家了"),
        ("我上個月換了工作", "我上個月（2026年10月）換了工作"),
        ("下周我要去厦门", "下周（2026年11月30日至12月6日）我要去厦门"),
        ("去年我学会了开车", "去年（2025年）我学会了开车"),
        ("两周后有考试", "两周后（2026年12月10日前后）有考试"),
        ("12月3日（周四）要体检", "12月3日（2026年12月3日）（周四）要体检"),
        ("I moved last month.", "I moved last month (October 2026)."),
        ("Last Friday we shipped it", "Last Friday (20 November 2026) we shipped it"),
        ("I quit two weeks ago", "I quit two weeks ago (around 12 November 2026)"),
        ("We got engaged last Christmas.", "We got engaged last Christmas (25 December 2025)."),
        ("I took it 20 minutes ago", "I took it 20 minutes ago (26 November 2026, 10:00)"),
        ("昨天（11月25日）我请假了", "昨天（11月25日）我请假了"),
        ("我每周五健身", "我每周五健身"),
        ("周日一起吃火锅吧", "周日一起吃火锅吧"),
        ("She was born on 3 May 2024.", "She was born on 3 May 2024."),
        ("下午三点有会", "下午三点有会"),
    ],
)
def test_absolute_puts_the_date_behind_when_a_mention_is_relative(text: str, expected: str) -> None:
    assert absolute(text, SAID, ZONE) == expected


def test_describe_leaves_the_year_out_when_it_is_this_year() -> None:
    at = datetime(2026, 6, 3, tzinfo=UTC)
    assert describe(at, SAID, ZONE, "zh") == "6月3日"
    assert describe(at, SAID, ZONE, "en") == "on 3 June"
    assert describe(at, SAID, ZONE, "en", year=True) == "on 3 June 2026"
    assert describe(at.replace(year=2025), SAID, ZONE, "zh") == "2025年6月3日"
    assert describe(at.replace(year=2025), SAID, ZONE, "en", "month") == "in June 2025"
    assert describe(at, SAID, ZONE, "zh", "month") == "2026年6月"

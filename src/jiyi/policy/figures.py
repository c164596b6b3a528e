"""Amounts and times that a sentence names, in one spelling: "$50,000", "50k dollars" and "五万元" are one figure.

Everything works on plain text (see `values.plain`), in Chinese, English and mixed alike. Linear in its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from jiyi.language.memo import memo
from jiyi.language.regex import regex

Figure = tuple[str, str]  # (what is measured, how much), e.g. ("money", "50000"), ("weekday", "3")

_DIGITS = {**dict(zip("零〇一二三四五六七八九", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)), "两": 2, "俩": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_UNITS_AND_TEENS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS_IN_ENGLISH = "twenty thirty forty fifty sixty seventy eighty ninety"
_ENGLISH = {
    **{word: number for number, word in enumerate(_UNITS_AND_TEENS.split())},
    **dict(zip(_TENS_IN_ENGLISH.split(), range(20, 100, 10), strict=True)),
}
_TIMES = {"once": 1, "twice": 2}

_UNITS: Mapping[str, str] = {
    name: unit
    for unit, names in {
        "money": "元 块 块钱 人民币 rmb cny yuan 美元 美金 美刀 刀 dollars dollar usd bucks euros euro eur 欧元 gbp",
        "year": "岁 周岁 years year yrs yr",
        "kg": "公斤 千克 kg kgs kilos kilograms kilo",
        "jin": "斤",
        "pound": "lb lbs",
        "cm": "厘米 cm",
        "metre": "米 m metres meters",
        "km": "公里 千米 km kms kilometres kilometers",
        "mile": "miles mile 英里",
        "hour": "小时 个小时 钟头 hours hour hrs hr",
        "minute": "分钟 minutes minute mins min",
        "day": "天 days day",
        "month": "个月 months month",
        "times": "次 遍 回 times",
        "people": "人 个人 口人 people persons members engineers colleagues",
        "child": "个孩子 个小孩 个娃 kids children kid child",
        "cup": "杯 cups cup",
        "pack": "包 packs pack",
        "word": "字 个字 words",
        "percent": "% percent",
        "item": "个 只 条 台 辆 套 间 位 名",
    }.items()
    for name in names.split()
}
_UNIT = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_AMOUNT = regex(
    r"(?P<sign>[$¥€£])? ?"
    r"(?P<number>\d[\d,]{0,20}(?:\.\d{1,9})?|[零〇一二两三四五六七八九十百千万亿]{1,12}(?:点[零一二三四五六七八九]{1,9})?"
    rf"|(?<![a-z])(?:{'|'.join((*_ENGLISH, *_TIMES))})(?:[- ](?:{'|'.join(list(_ENGLISH)[1:10])}))?(?![a-z]))"
    r" ?(?P<scale>万|千|百|亿|k(?![a-z])|million|thousand|hundred|m(?![a-z]))?(?P<half>半)?"
    rf"[ -]?(?P<unit>{_UNIT})?(?![a-z])"
)
_HEIGHT = regex(
    r"([12一两])米([\d一二三四五六七八九]{1,2})|(\d)'(\d{1,2})(?:\"|''|(?!\d))|(\d) ?ft (\d{1,2})|1\.(\d\d) ?(?:m|米)"
)

_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_CN = "[零〇一二两三四五六七八九十\\d]"
_WHEN: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("weekday", regex(r"(?:周|星期|礼拜)([一二三四五六日天])(?!次)")),
    (
        "weekday",
        regex(rf"(?<![a-z])({'|'.join(_WEEKDAYS)}|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)s?(?![a-z])"),
    ),
    ("date", regex(rf"({_CN}{{1,3}})月({_CN}{{1,3}})[号日]?")),
    ("date", regex(r"(?<!\d)(\d{1,2})/(\d{1,2})(?![\d/])")),
    (
        "date",
        regex(
            rf"(?<![a-z])({'|'.join(_MONTHS)}|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\.?"
            r" (\d{1,2})(?:st|nd|rd|th)?(?!\d)"
        ),
    ),
    ("date", regex(rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?({'|'.join(_MONTHS)})(?![a-z])")),
    ("day", regex(rf"(?<![月\d])({_CN}{{1,3}})[号日](?![码])")),
    ("day", regex(r"(?<![a-z])(?:the )?(\d{1,2})(?:st|nd|rd|th)(?![a-z])")),
    ("month", regex(rf"({_CN}{{1,2}})月份?(?![\d一二三四五六七八九十])")),
    (
        "month",
        regex(
            rf"(?<![a-z])(?:in|this|next|last|since|of|by|to|until|till|early|late|mid) ({'|'.join(_MONTHS)})(?![a-z])"
        ),
    ),
    ("time", regex(r"(?<!\d)(\d{1,2}):(\d\d)(?!\d)")),
    ("time", regex(rf"({_CN}{{1,3}})点(?:钟|整)?(半|[一二三]刻|\d{{1,2}}分?)?(?!评)")),
    ("time", regex(r"(?<!\d)(\d{1,2}) ?(?:a\.?m|p\.?m|o'clock)(?![a-z])")),
    (
        "age",
        regex(r"(?<![a-z])(?:retir\w+|stop(?:ping)? work(?:ing)?|pension)[^.;!?]{0,24}? at (\d\d)(?![\d:a-z%]|,\d)"),
    ),
    (
        "time",
        regex(r"(?<![a-z])at ([01]?\d|2[0-4])(?![\d:a-z%]|,\d)(?! ?(?:words|pages|people|followers|k[mg])(?![a-z]))"),
    ),
    ("place", regex(rf"第({_CN}{{1,4}})(?:章|集|页|卷|回|关|层|课|单元|期|季|节)")),
    ("place", regex(rf"(?<![十百])({_CN}{{1,3}})(?:楼|层)(?!梯|上|下)")),
    (
        "place",
        regex(
            rf"(?<![a-z])(?:chapter|page|level|episode|season|lesson|volume) (\d{{1,4}}|{'|'.join(list(_ENGLISH)[1:])})(?![a-z\d])"
        ),
    ),
    ("per", regex(r"(?<![a-z])(?:an?|per|every|each) (day|week|month|year)(?![a-z])")),
    ("per", regex(r"(?:每|一)个?(天|周|星期|月|年)(?![一二三四五六日末\d])")),
    ("level", regex(r"([一二三四五六七八九\d])级(?![车市])")),
    ("blood", regex(r"(?<![a-z])(ab|a|b|o)型|(?:blood )?type (?:is )?(ab|a|b|o)(?![a-z])")),
    ("year", regex(r"(?<!\d)((?:19|20)\d\d)(?:年|(?!\d))")),
)
_PARTS: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (kind, value, regex(pattern))
    for kind, value, pattern in (
        ("part", "morning", r"早上|早晨|清晨|上午|morning|\d ?a\.?m(?![a-z])"),
        ("part", "noon", r"中午|午间|noon"),
        ("part", "afternoon", r"下午|afternoon"),
        ("part", "evening", r"晚上|夜里|傍晚|evening|night"),
        ("week", "workday", r"工作日|平日|weekday"),
        ("week", "weekend", r"周末|weekend"),
        ("meal", "breakfast", r"早餐|早饭|breakfast"),
        ("meal", "lunch", r"午饭|午餐|lunch"),
        ("meal", "dinner", r"晚饭|晚餐|dinner|supper"),
        ("season", "spring", r"春天|春季|in spring"),
        ("season", "summer", r"夏天|夏季|summer"),
        ("season", "autumn", r"秋天|秋季|autumn|in (?:the )?fall(?![a-z])"),
        ("season", "winter", r"冬天|冬季|winter"),
        ("ago", "yesterday", r"昨天|昨晚|yesterday"),
        ("ago", "today", r"今天|今晚|today|tonight"),
        ("ago", "tomorrow", r"明天|明晚|tomorrow"),
        ("ago", "last week", r"上周(?![一二三四五六日])|上星期(?![一二三四五六日])|last week"),
        ("ago", "this week", r"这周|本周|this week"),
        ("ago", "next week", r"下周(?![一二三四五六日])|next week"),
        ("ago", "last month", r"上个?月|last month"),
        ("ago", "this month", r"这个月|本月|this month"),
        ("ago", "next month", r"下个?月|next month"),
        ("ago", "last year", r"去年|last year"),
        ("ago", "this year", r"今年(?!\d|[一二三四五六七八九十])|this year"),
        ("ago", "next year", r"明年|next year"),
    )
)


# What every figure has in it: most sentences have none, and are not read any further.
_ANY = regex(
    r"[\d零〇一二两三四五六七八九十百千万亿半周早晚中下上昨今明后去这本年月夏春秋冬饭餐午天平傍夜清型]"
    rf"|{'|'.join((*_ENGLISH, *_TIMES, *_WEEKDAYS, *_MONTHS))}|day|week|month|year|night|noon|morn|even"
    r"|break|lunch|dinner|supper|spring|summer|autumn|fall|winter|mon|tue|wed|thu|fri|sat|sun|type"
)


def number(text: str) -> float | None:
    """The number that a numeral stands for: "1,500", "五十六", "两万五", "forty two"; None when it is not one."""
    text = text.strip().replace(",", "")
    try:
        return float(text)
    except ValueError:
        pass
    if text in _TIMES:
        return float(_TIMES[text])
    words = re.split("[- ]", text)
    if all(word in _ENGLISH for word in words):
        return float(sum(_ENGLISH[word] for word in words))
    return _chinese_number(text)


def _chinese_number(text: str) -> float | None:
    whole, _, fraction = text.partition("点")
    total, section, digit, last = 0.0, 0.0, 0.0, 1
    for character in whole:
        if character in _DIGITS:
            digit = digit * 10 + _DIGITS[character] if digit and last == 0 else _DIGITS[character]
            last = 0
        elif character in _TENS:
            section += (digit or 1) * _TENS[character]
            digit, last = 0.0, _TENS[character]
        elif character in "万亿":
            total = (total + section + digit or 1) * (10_000 if character == "万" else 100_000_000)
            section, digit, last = 0.0, 0.0, 10_000
        else:
            return None
    if digit and len(whole) > 1 and whole[-2] in "百千万":  # 两万五 is 25,000, 三千五 is 3,500
        digit *= {"百": 10, "千": 100, "万": 1000}[whole[-2]]
    value = total + section + digit
    for place, character in enumerate(fraction, start=1):
        value += _DIGITS.get(character, 0) / 10**place
    return value


def _spell(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def of(text: str) -> frozenset[Figure]:
    """All amounts and times that the text names, in one spelling. Pass plain text."""
    return _measure(text)[0]


def without(text: str) -> str:
    """The text with a space where its figures stood."""
    return _measure(text)[1]


@memo(4096)
def _measure(text: str) -> tuple[frozenset[Figure], str]:
    """The figures, and the text with a space where they stood."""
    if not _ANY.search(text):
        return frozenset(), text
    found: set[Figure] = {(kind, value) for kind, value, pattern in _PARTS if pattern.search(text)}
    rest = text
    for match in _HEIGHT.finditer(text):
        found.add(("height", _height(match)))
    rest = _HEIGHT.sub(" ", rest)
    for kind, pattern in _WHEN:
        for match in pattern.finditer(rest):
            found.add((kind, _when(kind, match, rest)))
        rest = pattern.sub(" ", rest)
    for _, _, pattern in _PARTS:
        rest = pattern.sub(" ", rest)
    blanked: list[str] = []
    position = 0
    for match in _AMOUNT.finditer(rest):
        figure = _amount(match)
        if figure:
            found.add(figure)
            blanked += (rest[position : match.start()], " ")
            position = match.end()
    return frozenset(found), "".join((*blanked, rest[position:]))


def _height(match: re.Match[str]) -> str:
    metres, rest, feet, inches, ft, ft_inches, decimals = match.groups()
    if metres:
        tail = "".join(str(_DIGITS.get(c, c)) for c in rest)
        return str(int(number(metres) or 0) * 100 + int(tail.ljust(2, "0")))
    if decimals:
        return str(100 + int(decimals))
    return f"{feet or ft}'{inches or ft_inches}"


def _when(kind: str, match: re.Match[str], text: str) -> str:
    first = match.group(1)
    if kind == "per":
        return {"天": "day", "周": "week", "星期": "week", "月": "month", "年": "year"}.get(first, first)
    if kind == "blood":
        return first or match.group(2)
    if kind == "weekday":
        return str(
            "一二三四五六日".find(first.replace("天", "日")) + 1 or [d[:3] for d in _WEEKDAYS].index(first[:3]) + 1
        )
    if kind == "date":
        a, b = first, match.group(2)
        if b[:3] in [m[:3] for m in _MONTHS]:
            a, b = b, a
        return f"{_month(a)}-{_spell(number(b) or 0)}"
    if kind == "month":
        return _month(first)
    if kind == "time":
        half = match.group(2) if match.re.groups > 1 else None
        minutes = {"半": "30", "一刻": "15", "三刻": "45"}.get(half or "", re.sub(r"\D", "", half or "") or "00")
        return f"{_spell(number(first) or 0)}:{minutes}"
    return _spell(number(first) or 0)


def _month(text: str) -> str:
    short = [m[:3] for m in _MONTHS]
    return str(short.index(text[:3]) + 1) if text[:3] in short else _spell(number(text) or 0)


def _amount(match: re.Match[str]) -> Figure | None:
    value = number(match["number"])
    if value is None:
        return None
    unit = _UNITS.get(match["unit"] or "", "")
    scale, spelled = match["scale"], match["number"]
    bare = not (unit or scale or match["sign"] or match["half"])
    if (
        bare
        and not spelled[0].isdigit()
        and (spelled in ("一", "one") or (len(spelled) == 1 and spelled not in _ENGLISH))
    ):
        return None  # "一" and the like are mostly articles
    if unit == "item" and value == 1:
        return None
    scales = {
        "万": 1e4,
        "千": 1e3,
        "百": 1e2,
        "亿": 1e8,
        "k": 1e3,
        "thousand": 1e3,
        "hundred": 1e2,
        "million": 1e6,
        "m": 1e6,
    }
    value *= scales.get(scale or "", 1)
    if match["half"]:
        value += 0.5 * scales.get(scale or "", 1)
    if spelled in _TIMES and not unit:
        unit = "times"
    if match["sign"] or (not unit and (scale or value >= 10_000)):
        unit = "money"
    if unit in ("jin",):
        value, unit = value / 2, "kg"
    return (unit or "number", _spell(value))


_QUALIFIERS = frozenset({"part", "week", "meal", "season", "weekday"})


def clash(first: Iterable[Figure], second: Iterable[Figure]) -> frozenset[str]:
    """The kinds of figure that both name with different values, e.g. {"money"}."""
    a, b = _by_kind(first), _by_kind(second)
    differing = {kind for kind in a.keys() & b.keys() if not a[kind] & b[kind]}
    if ("day" in a and "date" in b) or ("date" in a and "day" in b):
        days = {d.split("-")[-1] for d in a.get("date", set()) | b.get("date", set())}
        if not days & (a.get("day", set()) | b.get("day", set())):
            differing.add("date")
    loose = a.get("number", set()), b.get("number", set())
    for mine, other in ((loose[0], b), (loose[1], a)):
        others = set().union(*(v for k, v in other.items() if k not in _QUALIFIERS))
        if mine and others and not mine & others and len(mine) == 1:
            differing.add("number")
    return frozenset(differing)


def _by_kind(given: Iterable[Figure]) -> dict[str, set[str]]:
    kinds: dict[str, set[str]] = {}
    for kind, value in given:
        kinds.setdefault(kind, set()).add(value)
    return kinds

"""Dates and times as Chinese says them. Patterns read a `shadow` of the text (simplified, half-width)."""

from __future__ import annotations

import re
from dataclasses import replace

from jiyi.language import periods as p
from jiyi.language.periods import Found, Here, Lean, Period
from jiyi.language.regex import regex

_N = r"(?:\d{1,4}|[一二两三四五六七八九十百]{1,4})"
_WEEK = "(?:周|星期|礼拜)"
_SHIFT = "(?:上上|下下|上|下|这|本)"
_YEAR = r"(?:(?:19|20)\d\d年|\d\d年(?=\d{1,2}月)|大前年|前年|去年|今年|明年|后年)"
_NO_MONTH = "(?![薪饼光租费卡票球经亮嫂嫁子]|天(?!气))"
_SEASON = "(?:春天|春季|夏天|夏季|秋天|秋季|冬天|冬季|暑假|寒假)"

_MIDDLE = "中(?!考|秋|招|学|专|标|奖|国|文|餐|介|级|层|风|签|彩|药|医|午|途|心|间|的)"  # 八月中, but 中考
_DATE = regex(
    rf"""
    (?P<iso>(?<!\d)(?P<iy>(?:19|20)\d\d)[-/.](?P<im>\d{{1,2}})[-/.](?P<id>\d{{1,2}})(?![\d./-]))
  | (?P<moved>(?<![\d.第])(?P<n>{_N}|半)(?P<ge>个)?(?P<half>半)?
      (?P<unit>秒钟?|分钟|小时|钟头|天|{_WEEK}|月|年)(?P<half2>半)?多?
      (?:(?P<ago>[以之]?前)(?![端辈台景任途女男后面往进夕沿列锋三两几])|(?P<hence>[以之]?后)(?![端来悔台卫续妈面勤备代者])))
  | (?P<rel>大前天|前天|昨天|昨日|昨儿|今天|今日|今儿|明天|明日|明儿|大后天|后天)
  | (?P<short>今晚|今早|今晨|今夜|昨晚|昨夜|昨早|明早|明晚|明晨|前晚|后晚)
  | (?P<week>(?P<ws>{_SHIFT})一?个?{_WEEK}(?P<wd>[一二三四五六日天末](?!次))?)
  | (?P<bare>(?<![\d一二两三四五六七八九十半几每逢数个到至~—、和])
      {_WEEK}(?P<bd>[一二三四五六日天末])(?![次到至\-~—、和]))
  | (?P<rm>(?P<ms>{_SHIFT})一?个?月{_NO_MONTH}份?的?(?:(?P<md>{_N})[日号]|(?P<mt>初|底|末|中旬|上旬|下旬|{_MIDDLE}))?)
  | (?P<ymd>(?<![\d.第])(?P<y>{_YEAR})?的?(?<![个\d])
      (?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月{_NO_MONTH}份?
      (?:的?(?P<d>{_N})[日号]|(?P<mt2>初|底|末|中旬|上旬|下旬|{_MIDDLE}))?)
  | (?P<feast>(?<![\d.])(?P<fy>{_YEAR})的?(?P<name>元旦|国庆|圣诞|五一|劳动节|情人节|儿童节|万圣节|平安夜)节?)
  | (?P<yo>(?<![\d.每])(?P<y2>{_YEAR})(?!级|代|度|化|薪|轻|龄|会|货)
      (?:的?(?P<season>{_SEASON})|(?P<yt>年?(?:[初底末]|{_MIDDLE})|上半年|下半年))?)
  | (?P<se>(?P<ss>这个?|上个?|下个?|今)(?P<season2>{_SEASON}|夏|冬|春|秋))
  | (?P<end>(?:(?<![0-9一-鿿])|(?<=[到在于是我们算]))(?:年[底初]|月[底初])|(?<![年每个一半])[上下]半年)
  | (?P<dd>(?<![\d.第地第楼月])(?P<d0>[12]?\d|3[01])号
      (?![线楼店院门机位桌房厅馆厂球馆码文坑航字人队车库段])(?=[^a-z]|$))
    """,
    re.VERBOSE,
)
_TIME = regex(
    r"的?\s?(?P<part>凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|夜里|深夜|半夜|晚|早)?\s?"
    r"(?:(?P<h>[01]?\d|2[0-4]|十[一二]?|[一二两三四五六七八九])[点时](?!儿|子|候|间|评|赞|餐|菜|心|击|头|滴)"
    r"(?:(?P<half>半)|(?P<quarter>[一三])刻|(?P<mi>[0-5]?\d|[一二三四五]?十[一二三四五六七八九]?)分?|钟|整)?"
    r"|(?P<h2>[01]?\d|2[0-3])[:：](?P<mi2>[0-5]\d))?"
)
_CLOCK = regex(
    r"(?:凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|夜里|深夜)(?:[01]?\d|2[0-4]|[一二两三四五六七八九十]{1,2})[点:：时]"
)

_DIGITS = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "半": 0.5}
_REL = {"大前天": -3, "前天": -2, "昨": -1, "今": 0, "明": 1, "大后天": 3, "后天": 2, "前晚": -2, "后晚": 2}
_SHIFTS = {"上上": -2, "下下": 2, "上": -1, "下": 1, "这": 0, "本": 0}
_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_DAYS = {d: i for i, d in enumerate("一二三四五六日")} | {"天": 6}
_SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter", "暑": "summer", "寒": "winter"}
_FEASTS = {
    "元旦": (1, 1),
    "国庆": (10, 1),
    "圣诞": (12, 25),
    "五一": (5, 1),
    "劳动节": (5, 1),
    "情人节": (2, 14),
    "儿童节": (6, 1),
    "万圣节": (10, 31),
    "平安夜": (12, 24),
}
_STRETCH = {
    "初": "early",
    "上旬": "early",
    "中": "middle",
    "中旬": "middle",
    "上半年": "first half",
    "下半年": "second half",
}
_PARTS = {
    **dict.fromkeys(("凌晨", "半夜"), "small hours"),
    **dict.fromkeys(("清晨", "早晨", "早上", "上午", "早"), "morning"),
    "中午": "noon",
    "下午": "afternoon",
    **dict.fromkeys(("傍晚", "晚上", "夜里", "深夜", "晚"), "evening"),
}
_UNITS = {"秒": "second", "分": "minute", "小": "hour", "钟": "hour", "天": "day", "月": "month", "年": "year"}

_PAST = regex(
    "(?<!为)(?<!不行)(?<!没空)(?<!没时间)(?<!来不)(?<!去不)(?<!有事)了(?!解)"
    "|过(?![敏几两年生节])|曾|刚|当时|那时|已经|的时候"
)
_FUTURE = regex("[要会将]|(?<!觉)得|打算|计划|准备|需要|想去|截止|之前|以前|到期|交|开会|出发|约")
_HABIT = regex("[每逢]|天天|通常|一般|平时|总是|习惯|经常|固定|常常|生日|纪念日|周年|诞辰")


def number(text: str) -> float:
    """The value of a numeral in digits or in Chinese, below a thousand in the latter."""
    if text.isdigit():
        return int(text)
    total = 0.0
    current = 0.0
    for character in text:
        if character in _DIGITS:
            current = _DIGITS[character]
        else:
            total += (current or 1) * (10 if character == "十" else 100)
            current = 0
    return total + current


def lean_of(clause: str) -> Lean:
    """Which way the words around a mention point."""
    if _PAST.search(clause):
        return "past"
    return "future" if _FUTURE.search(clause) else "none"


def is_habit(clause: str) -> bool:
    """Whether the clause speaks of what comes again and again."""
    return _HABIT.search(clause) is not None


def _year(words: str | None, here: Here) -> int | None:
    if words is None:
        return None
    if words in _YEARS:
        return here.now.year + _YEARS[words]
    value = int(words[:-1])
    if value < 100:
        value += 2000 if value <= (here.now.year + 10) % 100 else 1900
    return value


def _moved(match: re.Match[str], text: str, here: Here) -> Period | None:
    amount, unit = number(match["n"]), match["unit"]
    if unit == "月" and not match["ge"]:
        return None  # "3月前" is before March
    if unit == "年" and amount >= 1000:
        return None  # "2024年前" is before that year
    if match["half"] or match["half2"]:
        amount += 0.5
    if match["hence"]:
        before = text[match.start() - 1 : match.start()]
        if ("一" <= before <= "鿿" or before in ("）", ")")) and before not in "我们在就要会将约大你他她它":
            return None  # "毕业三年后" counts from something else
    kind = "week" if unit in ("周", "星期", "礼拜") else _UNITS[unit[0]]
    return p.moved(here, kind, amount if match["hence"] else -amount)


def _week(match: re.Match[str], here: Here) -> Period:
    shift, name = _SHIFTS[match["ws"]], match["wd"]
    if name is None:
        return p.week(here, shift)
    return p.weekend(here, shift) if name == "末" else p.weekday_of_week(here, shift, _DAYS[name])


def _month(match: re.Match[str], here: Here) -> Period | None:
    found = p.month(here, _SHIFTS[match["ms"]])
    if match["md"]:
        return p.day_in(found, int(number(match["md"])))
    return p.stretch(found, _STRETCH.get(match["mt"], "late")) if match["mt"] else found


def _date(match: re.Match[str], here: Here) -> Period | None:
    number_of_month = int(number(match["m"]))

    def make(year: int) -> Period | None:
        found = p.month_at(year, number_of_month)
        if match["d"]:
            return p.day_in(found, int(number(match["d"])))
        return p.stretch(found, _STRETCH.get(match["mt2"], "late")) if match["mt2"] else found

    year = _year(match["y"], here)
    return make(year) if year is not None else p.pick_year(here, make)


def _whole_year(match: re.Match[str], here: Here) -> Period:
    found = p.year_at(_year(match["y2"], here) or here.now.year)
    if match["season"]:
        return p.season_at(found.begin.year, _SEASONS[match["season"][0]])
    tail = match["yt"]
    if not tail:
        return found
    return p.stretch(found, _STRETCH.get(tail.removeprefix("年"), "late"))


def _day_of_month(match: re.Match[str], here: Here) -> Period | None:
    wanted = int(match["d0"])
    around = [d for step in (-1, 0, 1) if (d := p.day_in(p.month(here, step), wanted)) is not None]
    if here.lean == "past":
        return max((d for d in around if d.begin <= here.now), key=lambda d: d.begin, default=None)
    return min((d for d in around if d.end > here.now), key=lambda d: d.begin, default=None)


def _period(match: re.Match[str], text: str, here: Here) -> Period | None:
    """What the date part of a mention means; None when it is none after all."""
    if match["iso"]:
        found = p.month_at(int(match["iy"]), int(match["im"])) if 1 <= int(match["im"]) <= 12 else None
        return p.day_in(found, int(match["id"])) if found else None
    if match["moved"]:
        return _moved(match, text, here)
    if match["rel"] or match["short"]:
        words = match["rel"] or match["short"]
        return p.days_from(here, _REL[words] if words in _REL else _REL[words[0]])
    if match["week"]:
        return _week(match, here)
    if match["bare"]:
        return p.weekend(here, 0) if match["bd"] == "末" else p.nearest_weekday(here, _DAYS[match["bd"]])
    if match["rm"]:
        return _month(match, here)
    if match["ymd"]:
        return _date(match, here)
    if match["yo"]:
        return _whole_year(match, here)
    if match["se"]:
        shift = {"上": -1, "下": 1}.get(match["ss"][0], 0)
        return p.season_near(here, _SEASONS[match["season2"][0]], shift)
    if match["feast"]:
        number_of_month, number_of_day = _FEASTS[match["name"]]
        return p.day_in(p.month_at(_year(match["fy"], here) or here.now.year, number_of_month), number_of_day)
    if match["end"]:
        whole = p.month(here, 0) if match["end"][0] == "月" else p.year_at(here.now.year)
        return p.stretch(whole, _STRETCH.get(match["end"][-1 if "半" not in match["end"] else 0 :], "late"))
    return _day_of_month(match, here)


def _hour(match: re.Match[str], part: str | None) -> tuple[int, int | None] | None:
    words = match["h"] or match["h2"]
    if not words:
        return None
    hour = int(number(words))
    if (part in ("afternoon", "evening") and hour < 12) or (part == "noon" and hour < 3):
        hour += 12
    elif part == "evening" and hour == 12:
        hour = 24
    minute: int | None = None
    if match["half"]:
        minute = 30
    elif match["quarter"]:
        minute = 15 if match["quarter"] == "一" else 45
    elif match["mi"] or match["mi2"]:
        minute = int(number(match["mi"] or match["mi2"]))
    return hour, minute


def _with_time(date: Period, text: str, end: int, part: str | None) -> tuple[Period, int]:
    """The date with the part of the day and the time that follow it, and where they end."""
    match = _TIME.match(text, end)
    if match is None or date.precision != "day" or date.end - date.begin != p.DAY:
        return date, end
    part = _PARTS.get(match["part"] or "", part)
    clock = _hour(match, part)
    if clock is not None:
        return p.at_hour(date, *clock), match.end()
    if match["part"] in ("晚", "早") and text[match.end() : match.end() + 1] in "点饭餐就已了一到":
        return date, end  # 明天早点去, 今天晚饭
    if part is not None:
        return p.part_of(date, part), match.end() if match["part"] else end
    return date, end


def find(text: str, here: Here) -> list[Found]:
    """All mentions in a shadowed text, left to right."""
    found: list[Found] = []
    for match in _DATE.finditer(text):
        clause = p.clause_around(text, match.start(), match.end())
        aware = replace(here, lean=lean_of(clause)) if here.lean == "none" else here
        try:
            period = _period(match, text, aware)
        except ValueError:
            continue  # outside the calendar
        if period is None or text[max(0, match.start() - 1) : match.start()] in ("每", "逢"):
            continue
        part = None
        if match["short"]:
            part = "evening" if match["short"][-1] in "晚夜" else "morning"
        period, end = _with_time(period, text, match.end(), part)
        vague = bool(match["bare"] or match["dd"] or (match["ymd"] and not match["y"]))
        if vague and is_habit(clause):
            continue
        relative = not (match["iso"] or (match["ymd"] and match["y"] and match["y"][0].isdigit()))
        relative = relative and not (match["yo"] and match["y2"][0].isdigit())
        found.append(Found(match.start(), end, period, relative, vague and aware.lean == "none"))
    taken = [(f.start, f.end) for f in found]
    for match in _CLOCK.finditer(text):
        if any(a <= match.start() < b for a, b in taken) or is_habit(p.clause_around(text, *match.span())):
            continue
        period, end = _with_time(p.days_from(here, 0), text, match.start(), None)
        found.append(Found(match.start(), end, period, relative=False))
    return sorted(found, key=lambda f: f.start)

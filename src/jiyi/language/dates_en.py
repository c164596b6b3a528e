"""Dates and times as English says them. Patterns read a `shadow` of the text (lower case, plain apostrophes)."""

from __future__ import annotations

import re
from dataclasses import replace

from jiyi.language import periods as p
from jiyi.language.periods import Found, Here, Lean, Period
from jiyi.language.regex import regex

_MONTH_NAMES = "january february march april may june july august september october november december"
_MONTHS = tuple(_MONTH_NAMES.split())
_WEEKDAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday"
_WEEKDAYS = tuple(_WEEKDAY_NAMES.split())
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)\b(?:\.(?=[ ]\d))?"
)
_LONG_MONTH = "(?:january|february|april|june|july|august|september|october|november|december)"
_WEEKDAY = r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
_LONG_DAY = "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
_NUMBER = (
    r"(?:\d{1,4}|half[ ]an?|a[ ]couple[ ]of|a[ ]few|a[ ]dozen|an?|one[ ]and[ ]a[ ]half|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several)"
)
_UNIT = "(?:second|sec|minute|min|hour|hr|day|night|week|fortnight|month|year)"
_PREPOSITION = "(?:in|since|until|till|by|during|from|before|after)"
_SEASON = "(?:spring|summer|autumn|fall|winter)"
_NTH = r"(?P<{0}>[0-3]?\d)(?:st|nd|rd|th)?"

_DATE = regex(
    rf"""
    (?<![\w/])(?P<iso>(?P<iy>(?:19|20)\d\d)[-/](?P<im>\d{{1,2}})[-/](?P<id>\d{{1,2}}))(?![\w/-])
  | \b(?P<ago>(?P<an>{_NUMBER})[ ](?P<au>{_UNIT})s?[ ](?P<dir>ago|from[ ]now|back\b|hence))\b
  | \b(?P<in>in[ ](?:about[ ]|around[ ])?(?P<inn>{_NUMBER})[ ](?P<iu>{_UNIT})s?)
      (?:'s?[ ]time)?\b(?![ ](?:a|per|of|or[ ]less|ago|back|earlier)\b)
  | \b(?P<rel>the[ ]day[ ]before[ ]yesterday|the[ ]day[ ]after[ ]tomorrow
      |yesterday|today|tomorrow|tonight|last[ ]night)\b
  | \bthis[ ](?P<thispart>morning|afternoon|evening)\b
  | \b(?P<mdy>(?P<mo>{_MONTH})[ ]{_NTH.format("d1")}\b(?![:%]|[ ]?[ap]m)(?:,?[ ](?P<y1>(?:19|20)\d\d)\b)?)
  | \b(?:the[ ])?(?P<dmy>{_NTH.format("d2")}[ ](?:of[ ])?(?P<mo2>{_MONTH})(?:,?[ ](?P<y2>(?:19|20)\d\d)\b)?)
  | \b(?P<my>(?P<mo3>{_MONTH}),?[ ](?:of[ ])?(?P<y3>(?:19|20)\d\d|last[ ]year|this[ ]year|next[ ]year))\b
  | \b(?P<tail>(?:(?:the[ ])?(?P<where>beginning|start|middle|end)[ ]of[ ]|(?P<edge>early|mid|late)[ -]?(?:in[ ])?))?
      (?P<shifted>
      (?P<shift>last|this|next|(?:the[ ]|this[ ])?(?:past|coming)|upcoming|the[ ]following)[ ]
      (?P<what>week(?!end|day|ly)|weekend|month(?!ly)|year(?!ly)|quarter|{_SEASON}|{_MONTH}|{_WEEKDAY}))
      \b(?![ ]one\b)(?!'s[ ]resolution)(?![ ]of[ ](?:the|each|every|a)\b)
  | \b(?P<over>the[ ]week(?P<weekend>end)?[ ]after[ ]next)\b
  | \b(?P<end>(?:the[ ])?(?P<where2>beginning|end)[ ]of[ ](?:the[ ])?(?P<span>month|year))\b
  | \b(?P<feast>(?P<fs>last|this|next)[ ](?P<name>christmas|halloween|new[ ]year's[ ](?:eve|day)|valentine's[ ]day))\b
  | \b(?:on[ ])?(?P<of>(?P<day3>{_WEEKDAY})[ ](?P<w3>last|this|next)[ ]week)\b
  | \b(?:the[ ])?(?P<seasonof>(?P<season>{_SEASON})[ ](?:of[ ])?(?P<y6>(?:19|20)\d\d))\b
  | \b(?P<nthof>the[ ]{_NTH.format("d4")}[ ]of[ ](?P<m4>last|this|next)[ ]month)\b
  | \b(?P<inmonth>{_PREPOSITION}[ ](?P<edge2>early[ ]|mid[ -]?|late[ ])?(?P<mo5>{_MONTH}))
      (?![ ]\d|[ ]*[-–][ ]*|[a-z])
  | \b(?P<longmonth>(?P<edge3>early[ ]|mid[ -]|late[ ])(?P<mo6>{_LONG_MONTH}))\b
  | \b(?P<inyear>{_PREPOSITION}[ ](?P<edge4>early[ ]|mid[ -]?|late[ ])?(?P<y5>(?:19|20)\d\d))
      \b(?![-/:.]\d)
  | (?<!to[ ])(?<!and[ ])(?<!through[ ])(?<![-–])\b
      (?P<bare>(?:(?P<pre>on|by|until|till|since|from|before|after|come)[ ])?(?P<wd>{_WEEKDAY}))
      \b(?!s|[ ](?:to|through|thru|and|or|[-–])[ ]{_WEEKDAY}|[-–])
  | \b(?:on|by|until|till|before|since)[ ](?P<nth>the[ ]{_NTH.format("d7")})(?<=th|st|nd|rd)\b
      (?=[ ]*(?:[,.;!?)]|$)|[ ](?:at|in|for|and|but|with|to|i|we|because|so|when|if)\b)
    """,
    re.VERBOSE,
)
_CLOCK_WORDS = (
    r"(?:(?P<h>1[0-2]|0?[1-9])(?::(?P<mi>[0-5]\d))?[ ]?(?P<half>[ap])(?:m\b|\.m\.)|"
    r"(?P<h24>[01]?\d|2[0-3]):(?P<mi24>[0-5]\d)(?![:\d])|(?P<oclock>1[0-2]|[1-9])[ ]o'clock|(?P<word>noon|midnight))"
)
_AFTER = regex(rf",?[ ](?:(?P<part>morning|afternoon|evening|night)\b)?(?:[ ]?(?:at|around|@)[ ])?(?:{_CLOCK_WORDS})?")
_BEFORE = regex(rf"(?:{_CLOCK_WORDS})[ ]?(?:on[ ])?$")
_CLOCK = regex(rf"\b(?:{_CLOCK_WORDS})")

_NUMERALS = "one two three four five six seven eight nine ten eleven twelve"
_WORDS = {
    **{word: i for i, word in enumerate(_NUMERALS.split(), 1)},
    "a": 1,
    "an": 1,
    "a couple of": 2,
    "a few": 3,
    "several": 4,
    "half a": 0.5,
    "half an": 0.5,
    "one and a half": 1.5,
    "a dozen": 12,
}
_RELATIVE = {
    "the day before yesterday": -2,
    "yesterday": -1,
    "last night": -1,
    "today": 0,
    "tonight": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
}
_FEASTS = {
    "christmas": (12, 25),
    "halloween": (10, 31),
    "new year's eve": (12, 31),
    "new year's day": (1, 1),
    "valentine's day": (2, 14),
}
_PARTS = {"morning": "morning", "afternoon": "afternoon", "evening": "evening", "night": "evening"}
_EDGES = {"early": "early", "beginning": "early", "start": "early", "mid": "middle", "middle": "middle"}

_PAST = regex(
    r"\b(?:was|were|had|did|didn't|went|met|got|came|bought|saw|took|made|left|told|said|began|started|ran|gave|found|"
    r"lost|broke|felt|flew|drove|ate|spent|won|quit|sold|sent|had|wrote|read|ago|been|since|\w{2,}ed)\b"
)
_FUTURE = regex(
    r"\b(?:will|won't|going to|gonna|plan|planning|need|have to|must|should|due|deadline|by|until|till|let's|shall|"
    r"want|would like|hope|remind|schedule|book|starts?|leaves?|flies|arrives?)\b|"
    r"'ll\b|\b(?:am|is|are|'m|'re)\s\w+ing\b"
)
_HABIT = regex(
    r"\b(?:every|each|usually|always|often|normally|generally|typically|weekly|monthly|yearly|annually|birthday|"
    r"anniversary|born|most|sometimes)\b"
)


def lean_of(clause: str) -> Lean:
    """Which way the words around a mention point."""
    if _FUTURE.search(clause):
        return "future"
    return "past" if _PAST.search(clause) else "none"


def is_habit(clause: str) -> bool:
    """Whether the clause speaks of what comes again and again."""
    return _HABIT.search(clause) is not None


def _month_number(words: str) -> int:
    return next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(words.rstrip(".")[:3]))


def _weekday_number(words: str) -> int:
    return next(i for i, name in enumerate(_WEEKDAYS) if name.startswith(words[:3]))


def _amount(words: str) -> float:
    return int(words) if words.isdigit() else _WORDS[words]


def _shift(words: str) -> int:
    last = words.rsplit(" ", maxsplit=1)[-1]
    return {"last": -1, "past": -1, "this": 0, "coming": 1, "upcoming": 1, "next": 1, "following": 1}[last]


def _moved(number: str, unit: str, ahead: bool, here: Here) -> Period | None:
    amount = _amount(number)
    if unit == "fortnight":
        amount, unit = amount * 2, "week"
    unit = {"sec": "second", "min": "minute", "hr": "hour", "night": "day"}.get(unit, unit)
    found = p.moved(here, unit, amount if ahead else -amount)
    if found is not None and number in ("a few", "several") and found.precision == "day":
        return p.week(replace(here, now=found.begin), 0)
    return found


def _weekday(shift: int, said: str, name: str, here: Here) -> Period:
    """ "last Friday" is the latest one before today, "this Friday" this week's, "next Friday" the next week's."""
    number = _weekday_number(name)
    ahead = (number - here.today.weekday()) % 7
    if shift < 0:
        return p.days_from(here, ahead - 7)
    if said.endswith(("coming", "upcoming")):
        return p.days_from(here, ahead or 7)
    return p.weekday_of_week(here, shift, number)


def _shifted(match: re.Match[str], here: Here) -> Period | None:
    said, what = match["shift"], match["what"]
    shift = _shift(said)
    if what == "week":
        found = p.week(here, shift)
    elif what == "weekend":
        if "coming" in said:
            shift = 0
        return p.weekend(here, shift)
    elif what == "month":
        found = p.month(here, shift)
    elif what == "year":
        found = p.year_at(here.now.year + shift)
    elif what == "quarter":
        first = (here.now.month - 1) // 3 * 3 + 1 + 3 * shift
        begin = p.month_at(here.now.year, first).begin
        return Period(begin, p.month_at(here.now.year, first + 3).begin, "season")
    elif what in ("spring", "summer", "autumn", "fall", "winter"):
        return p.season_near(here, "autumn" if what == "fall" else what, shift)
    elif what.rstrip(".") in _MONTHS or (what[:3] in {m[:3] for m in _MONTHS} and not re.fullmatch(_WEEKDAY, what)):
        return _named_month(shift, _month_number(what), here)
    else:
        return _weekday(shift, said, what, here)
    edge = match["where"] or match["edge"]
    return p.stretch(found, _EDGES.get(edge, "late")) if edge and found.precision != "week" else found


def _named_month(shift: int, number: int, here: Here) -> Period:
    """ "last March" is the latest that is over, "next March" the next to begin, "this March" this year's."""
    around = [p.month_at(here.now.year + step, number) for step in (-1, 0, 1, 2)]
    if shift < 0:
        return [m for m in around if m.end <= here.now][-1] if around[0].end <= here.now else around[0]
    if shift > 0:
        return next(m for m in around if m.begin > here.now)
    return around[1]


def _calendar(match: re.Match[str], here: Here) -> Period | None:
    """A month with a day, a year or both."""
    if match["my"]:
        words = match["y3"]
        year = int(words) if words.isdigit() else here.now.year + _shift(words.split()[0])
        return p.month_at(year, _month_number(match["mo3"]))
    month = _month_number(match["mo"] or match["mo2"])
    number = int(match["d1"] or match["d2"])
    year_words = match["y1"] or match["y2"]

    def make(year: int) -> Period | None:
        return p.day_in(p.month_at(year, month), number)

    return make(int(year_words)) if year_words else p.pick_year(here, make)


def _month_alone(match: re.Match[str], here: Here) -> Period | None:
    words = match["mo5"] or match["mo6"]
    number = _month_number(words)
    edge = (match["edge2"] or match["edge3"] or "").strip(" -")
    found = p.pick_year(here, lambda year: p.month_at(year, number))
    return p.stretch(found, _EDGES.get(edge, "late")) if found and edge else found


def _period(match: re.Match[str], here: Here) -> Period | None:
    """What the date part of a mention means; None when it is none after all."""
    if match["iso"]:
        found = p.month_at(int(match["iy"]), int(match["im"])) if 1 <= int(match["im"]) <= 12 else None
        return p.day_in(found, int(match["id"])) if found else None
    if match["ago"]:
        return _moved(match["an"], match["au"], match["dir"] in ("from now", "hence"), here)
    if match["in"]:
        return _moved(match["inn"], match["iu"], True, here)
    if match["rel"]:
        return p.days_from(here, _RELATIVE[match["rel"]])
    if match["thispart"]:
        return p.days_from(here, 0)
    if match["mdy"] or match["dmy"] or match["my"]:
        return _calendar(match, here)
    if match["shifted"]:
        return _shifted(match, here)
    if match["over"]:
        return p.weekend(here, 2) if match["weekend"] else p.week(here, 2)
    if match["end"]:
        whole = p.month(here, 0) if match["span"] == "month" else p.year_at(here.now.year)
        return p.stretch(whole, _EDGES.get(match["where2"], "late"))
    if match["feast"]:
        return p.yearly(here, *_FEASTS[match["name"]], _shift(match["fs"]))
    if match["seasonof"]:
        return p.season_at(int(match["y6"]), "autumn" if match["season"] == "fall" else match["season"])
    if match["of"]:
        return p.weekday_of_week(here, _shift(match["w3"]), _weekday_number(match["day3"]))
    if match["nthof"]:
        return p.day_in(p.month(here, _shift(match["m4"])), int(match["d4"]))
    if match["inmonth"] or match["longmonth"]:
        return _month_alone(match, here)
    if match["inyear"]:
        found = p.year_at(int(match["y5"]))
        edge = (match["edge4"] or "").strip(" -")
        return p.stretch(found, _EDGES.get(edge, "late")) if edge else found
    if match["bare"]:
        return _named_day(match, here)
    return _day_of_month(int(match["d7"]), here)


def _named_day(match: re.Match[str], here: Here) -> Period | None:
    words = match["wd"]
    if words not in _WEEKDAYS and not match["pre"]:
        return None  # "sun", "sat", "wed" are words as well
    return p.nearest_weekday(here, _weekday_number(words))


def _day_of_month(wanted: int, here: Here) -> Period | None:
    around = [d for step in (-1, 0, 1) if (d := p.day_in(p.month(here, step), wanted)) is not None]
    if here.lean == "past":
        return max((d for d in around if d.begin <= here.now), key=lambda d: d.begin, default=None)
    return min((d for d in around if d.end > here.now), key=lambda d: d.begin, default=None)


def _hour(match: re.Match[str], part: str | None) -> tuple[int, int | None] | None:
    if match["word"]:
        return (12, None) if match["word"] == "noon" else (24, None)
    if match["oclock"]:
        hour = int(match["oclock"])
        return (hour + 12 if part in ("afternoon", "evening") and hour < 12 else hour), None
    if match["h24"]:
        return int(match["h24"]), int(match["mi24"])
    if match["h"]:
        hour = int(match["h"]) % 12 + (12 if match["half"] == "p" else 0)
        return hour, int(match["mi"]) if match["mi"] else None
    return None


def _with_time(date: Period, text: str, start: int, end: int, part: str | None) -> tuple[Period, int, int]:
    """The date with the part of the day and the time before or after it, and the whole span."""
    if date.precision != "day" or date.end - date.begin != p.DAY:
        return date, start, end
    match = _AFTER.match(text, end)
    if match is not None and (match["part"] or _hour(match, part) is not None):
        part = _PARTS.get(match["part"] or "", part)
        clock = _hour(match, part)
        return (p.at_hour(date, *clock) if clock else p.part_of(date, part or "morning")), start, match.end()
    before = _BEFORE.search(text, max(0, start - 24), start)
    if before is not None and (clock := _hour(before, part)) is not None:
        return p.at_hour(date, *clock), before.start(), end
    return (p.part_of(date, part) if part else date), start, end


def _is_vague(match: re.Match[str]) -> bool:
    """Whether the words leave open which one is meant, so that they may speak of a habit."""
    no_year = (match["mdy"] and not match["y1"]) or (match["dmy"] and not match["y2"])
    return bool(match["bare"] or match["inmonth"] or match["longmonth"] or match["nth"] or no_year)


def _is_absolute(match: re.Match[str]) -> bool:
    named = match["y3"] and match["y3"].isdigit()
    return bool(match["iso"] or match["y1"] or match["y2"] or match["y6"] or named or match["inyear"])


# Where a mention begins that was found by the preposition before it; the first group that matched.
_HEADS = ("seasonof", "edge2", "edge4", "wd", "nth", "mo5", "y5", "day3")


def find(text: str, here: Here) -> list[Found]:
    """All mentions in a shadowed text, left to right."""
    found: list[Found] = []
    for match in _DATE.finditer(text):
        clause = p.clause_around(text, match.start(), match.end())
        aware = replace(here, lean=lean_of(clause)) if here.lean == "none" else here
        try:
            period = _period(match, aware)
        except (ValueError, StopIteration):
            continue  # outside the calendar
        vague = _is_vague(match)
        if period is None or (vague and is_habit(clause)):
            continue
        part = "evening" if match["rel"] in ("tonight", "last night") else match["thispart"]
        start = next((match.start(group) for group in _HEADS if match.start(group) >= 0), match.start())
        period, start, end = _with_time(period, text, start, match.end(), part)
        found.append(Found(start, end, period, not _is_absolute(match), vague and aware.lean == "none"))
    taken = [(f.start, f.end) for f in found]
    for match in _CLOCK.finditer(text):
        clock = _hour(match, None)
        if clock is None or any(a <= match.start() < b for a, b in taken):
            continue
        if not is_habit(p.clause_around(text, *match.span())):
            found.append(Found(*match.span(), p.at_hour(p.days_from(here, 0), *clock), relative=False))
    return sorted(found, key=lambda f: f.start)

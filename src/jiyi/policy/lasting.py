"""Words that go stale, made to last: a profile that is read next year must not say "yesterday" or "just moved"."""

from __future__ import annotations

import re
from datetime import datetime

from jiyi.language.dates import absolute, describe, resolve
from jiyi.language.regex import regex
from jiyi.language.script import has_han

_NOTE = regex(r"\s?[（(](?P<date>[^（()）]{0,60}\d[^（()）]{0,60})[）)]")
_DATED = ("day", "part", "hour", "minute")  # precisions whose note is one day
_LONGER = ("month", "season", "year")
_AFTER_PREPOSITION = regex(r"\b(?:since|until|till|by|from|before|after|for|on|in|at|of|around|during|to)\s*$", re.I)

_JUST_ZH = regex(
    r"[刚剛][刚剛]|[刚剛]才|[刚剛](?=搬|换|換|买|買|开始|開始|来|來|到|入职|入職|结婚|結婚|毕业|畢業|离|離|生|学|學|回|辞|升|当|做|养|领|装|签|拿|考|去|从|得|被|找|上|转|怀|失|加入|完成)"
)
_JUST_EN = regex(
    r"\b(?:only |very )?(?:just|recently|newly)\s+(?=(?:\w+ed|been|got|gotten|bought|became|become|quit|left|had|came|broke|"
    r"lost|found|began|begun|gave|went|made|met|took|won|sold|told|built|chose|chosen|bred|put|set|wed|hurt)\b)",
    re.IGNORECASE,
)
_LATELY_ZH = regex(
    "(?<!离我)(?<!離我)(?:最近(?!的|一[次家])|近来|近來|近期|近日)(?:这?几天|这段时间|一段时间|这阵子)?|这阵子|这段时间|这几天|前几天|前阵子|前段时间"
)
_LATELY_EN = regex(
    r"[,]?\s*\b(?:recently|lately|these days|the other day|a (?:few|couple of) days ago|just now)\b,?",
    re.IGNORECASE,
)
_HINT = regex(r"[刚剛近阵段]|这几天|前几天|just|recently|newly|lately|these days|days ago|the other day", re.I)


def lasting(text: str, said_at: datetime, zone: str) -> str:
    """The sentence with what depends on the day it was said on replaced by the date, in the user's zone.

    "我昨天搬到了杭州" -> "我2026年11月29日搬到了杭州"; "I just moved." -> "I moved."; "我最近在减肥" ->
    "我2026年11月前后在减肥". A week or a longer span keeps its words with the dates behind them. What is so in
    general ("现在", "now", "every day") stays.
    """
    text = _dated(text, said_at, zone)
    if not _HINT.search(text):
        return text
    text = _JUST_EN.sub("", _JUST_ZH.sub("", text))
    if _LATELY_ZH.search(text):
        month = describe(said_at, said_at, zone, "zh", "month", year=True)
        text = _LATELY_ZH.sub(f"{month}前后", text)
    if _LATELY_EN.search(text):
        month = describe(said_at, said_at, zone, "en", "month", year=True).removeprefix("in ")
        text = _LATELY_EN.sub(lambda m: _around(m, month), text)
    return text


def _around(match: re.Match[str], month: str) -> str:
    if match.start() == 0:
        return f"Around {month},"
    return f" (around {month})"


def _dated(text: str, said_at: datetime, zone: str) -> str:
    """Relative mentions of a day, month or year as the date itself."""
    noted = absolute(text, said_at, zone)
    out: list[str] = []
    last = 0
    for mention in resolve(noted, said_at, zone):
        note = _NOTE.match(noted, mention.end)
        if not mention.relative or note is None or mention.precision not in (*_DATED, *_LONGER):
            continue
        if mention.start < last:
            continue
        date = note["date"]
        before = noted[last : mention.start]
        if not has_han(noted[mention.start : mention.end]) and not _AFTER_PREPOSITION.search(before):
            date = f"{'in' if mention.precision in _LONGER else 'on'} {date}"
            date = date[:1].upper() + date[1:] if not noted[: mention.start].strip() else date
        out += (before, date)
        last = note.end()
    return "".join([*out, noted[last:]])

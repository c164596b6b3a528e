"""A session's state and scratchpad: how changes merge, how much fits, and what rules read out of a user's words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from jiyi.errors import InvalidInput, TooLong
from jiyi.language.normalize import clauses, shadow
from jiyi.language.regex import regex

MOST_BYTES = 16_384  # of a state or a scratchpad as JSON
DEEPEST = 8  # nested mappings
LONGEST_VALUE = 40  # characters of a value that a rule takes
READ = 2_000  # characters of a message that rules read


def merge(state: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The state with the changes in it. A None removes its key; mappings merge; all else replaces.

    Raises TooLong when the result is over MOST_BYTES as JSON, InvalidInput when it is nested deeper than DEEPEST or
    holds what JSON cannot. The arguments stay as they are.
    """
    merged = _merged(state, changes, 0)
    try:
        size = len(json.dumps(merged, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            "a state holds only what JSON can: text, numbers, true, false, lists and mappings"
        ) from error
    if size > MOST_BYTES:
        raise TooLong(f"the state would be {size} bytes as JSON; at most {MOST_BYTES} are kept")
    return merged


def _merged(state: Mapping[str, Any], changes: Mapping[str, Any], depth: int) -> dict[str, Any]:
    if depth >= DEEPEST:
        raise InvalidInput(f"a state is nested at most {DEEPEST} deep")
    merged = dict(state)
    for key, value in changes.items():
        if not isinstance(key, str):
            raise InvalidInput("the keys of a state are text")
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping):
            old = merged.get(key)
            merged[key] = _merged(old if isinstance(old, Mapping) else {}, value, depth + 1)
        else:
            merged[key] = value
    return merged


def bounded(scratchpad: Mapping[str, Any], most_bytes: int = MOST_BYTES) -> dict[str, Any]:
    """The scratchpad within its bound: the entries that were put first go first; an entry that alone is over it
    goes too."""
    kept: dict[str, Any] = {}
    left = most_bytes
    for key, value in reversed(list(scratchpad.items())):
        size = len(json.dumps({key: value}, ensure_ascii=False, default=str).encode("utf-8", "surrogatepass"))
        if size <= left:
            kept[key] = value
            left -= size
    return dict(reversed(list(kept.items())))


# --- what rules read ------------------------------------------------------------------------------------------------
# A slot is filled only by a plain statement or wish of the user's in this conversation, never by a question.

_AMOUNT = (
    r"(?:[¥￥$€£]\s?)?\d[\d,]*(?:\.\d+)?\s?(?:万|千|百|k|m|w)?(?:\s?(?:块钱|块|元|人民币|美元|美金|欧元|刀|rmb|cny|"
    r"usd|eur|dollars?|bucks|euros?|pounds?))?"
    r"(?:\s?(?:左右|以内|以下|以上|上下))?|[一二两三四五六七八九十百千万]+(?:块钱|块|元|万|千)(?:左右|以内)?"
)
_WEEKDAY = r"(?:周|星期|礼拜)[一二三四五六日天]"
_DAY_ZH = (
    rf"(?:下下|下|这|本)?个?{_WEEKDAY}(?:上午|下午|晚上|早上)?|今天|明天|后天|大后天|今晚|明晚|(?:这|下)个?周末|周末|"
    rf"(?:下个?月)?\d{{1,2}}[号日]"
    r"|\d{1,2}月\d{1,2}[日号]|下个?月|下周|(?:上午|下午|晚上|早上)?\d{1,2}[点:]\d{0,2}半?"
)
_DAY_EN = (
    r"(?:next |this )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|week|month)(?: (?:morning|"
    r"afternoon|evening|night))?"
    r"|today|tomorrow|tonight|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?"
)
_PEOPLE = r"(?:\d{1,4}|[一二两三四五六七八九十]{1,3})\s?(?:个?人|位|名)"
_SLOTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "budget",
        regex(rf"预算(?:大概|大约|差不多|控制)?(?:是|在|为|有|到|改成|改为|调到|提高到|降到)?\s?(?P<v>{_AMOUNT})"),
    ),
    (
        "budget",
        regex(
            rf"\bbudget (?:is|of|was|will be|to|=|:|around|about)?\s?(?:around |about |up to |"
            rf"roughly )?(?P<v>{_AMOUNT})"
        ),
    ),
    (
        "people",
        regex(
            rf"(?:一共|总共|我们|共|有|来|加起来|就|要)(?P<v>{_PEOPLE})(?!.{{0,3}}(?:团队|公司))|"
            rf"(?P<w>{_PEOPLE})(?:一起|参加|去|吃|玩|入住|用餐)"
        ),
    ),
    (
        "people",
        regex(
            r"\b(?:for|party of|there will be|we(?:'re| are)|table for) (?P<v>\d{1,4}|two|three|four|five|six|seven|"
            r"eight|nine|ten)(?: of us| people| guests| persons| adults|\b(?=[,.!]|$))"
        ),
    ),
    (
        "when",
        regex(rf"(?:改成|改到|改为|换成|换到|推迟到|提前到|挪到|定在|定于|约在|安排在|时间是)(?:了)?(?P<v>{_DAY_ZH})"),
    ),
    (
        "when",
        regex(
            rf"\b(?:move(?:d)? (?:it |this |that )?to|change(?:d)? (?:it |this |that )?to|make it|"
            rf"reschedule(?:d)? (?:it )?(?:to|for)|let's do|postpone(?:d)? (?:it )?(?:to|until)|book it for|"
            rf"schedule it for) (?P<v>{_DAY_EN})"
        ),
    ),
    (
        "where",
        regex(
            r"(?:目的地|地点)(?:是|定在|选在|选|改成|改到|改为|就在)(?P<v>[一-鿿A-Za-z]{2,12}?)(?:吧|了|就行|即可)?$"
        ),
    ),
    (
        "where",
        regex(
            r"\b(?:the )?(?:venue|destination|location|place) (?:is|will be|should be|changed to) (?:in |"
            r"at )?(?P<v>[a-z][\w' -]{1,38})$"
        ),
    ),
    (
        "deadline",
        regex(
            rf"(?:截止(?:日期|时间)?|最晚|最迟|deadline)(?:是|在|为|到)?\s?(?P<v>{_DAY_ZH})|(?P<w>{_DAY_ZH})(?:之前|"
            rf"前)(?:要|得|必须|交|完成)"
        ),
    ),
    ("deadline", regex(rf"\b(?:deadline is|due (?:on|by)?|due) ?(?:on |by )?(?P<v>{_DAY_EN})")),
    (
        "language",
        regex(r"(?:请|接下来|之后|后面)?用(?P<v>中文|英文|英语|日语|法语|德语|粤语)(?:回答|回复|写|说|交流)"),
    ),
    (
        "language",
        regex(
            r"\b(?:answer|reply|respond|write|speak)(?: to me)? in (?P<v>english|chinese|japanese|french|german|"
            r"spanish)\b"
        ),
    ),
)
_QUESTION = regex(r"[?？]|[吗呢]\s*$|多少|是不是|^(?:what|how|when|where|which|who|is|are|do|does|can|could|should)\b")
_UNREAL = regex(r"如果|假如|要是|万一|比如|例如|的话|\bif\b|\bsuppose\b|\bfor example\b|\be\.g\.|\bwould\b|\bwhat if\b")
_OTHERS = regex(r"他的?预算|她的?预算|公司的?预算|客户|\b(?:his|her|their|the company's|the client's) ")


def derive(state: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The state after a user's message, by light rules: budget, people, when, where, deadline, language.

    Later words replace earlier ones. Questions, suppositions and other people's figures fill nothing; what no rule
    reads stays as it is, and so do the caller's own keys of other types than text. Values are the user's words.
    """
    found: dict[str, Any] = {}
    for clause in clauses(text[:READ]):
        seen = shadow(clause)
        if _QUESTION.search(seen) or _UNREAL.search(seen) or _OTHERS.search(seen):
            continue
        for slot, pattern in _SLOTS:
            match = pattern.search(seen)
            if match is None or not isinstance(state.get(slot, ""), str):
                continue
            group = "v" if match.groupdict().get("v") else "w"
            value = clause[match.start(group) : match.end(group)].strip(" ，,。.")
            if value and len(value) <= LONGEST_VALUE:
                found[slot] = value
    return {**state, **found}

"""Corrections that only name the wrong word and the right one: "不是子轩，是梓萱", "it's Luka, my son's name"."""

from __future__ import annotations

import re

from jiyi.language.regex import regex
from jiyi.policy import values
from jiyi.policy.tables import talk
from jiyi.records import Kind, MemoryRecord

# The user says that something told before was wrong, in words that the gate takes for small talk.
_WRONG = regex(
    r"(?:记|说|搞|弄|写|听|打|讲)(?:错|岔|混|反|串)(?:字|名|人|日子|时间)?了|口误|更正|纠正|(?:^|[,，。])不是[^,，。]{1,12}[,，](?:而|应该)?是"
    r"|(?<![a-z])(?:typo|spelled (?:it|that) wrong|misspelled|misspoke|misremembered|mis-?typed|mixed (?:that|it|them|those|up)[a-z ]{0,8}up|mixed up|my mistake|my bad|i meant|(?:got|have|had) (?:it|that|this|me|(?:my|the|her|his|their|its) [a-z]+) wrong|that's wrong|correction|i was wrong)(?![a-z])"
)
_PAIR = regex(
    r"不是(?P<w>[^,，。是]{1,12}?)[,，]?(?:而|应该)?是(?P<r>[^,，。]{1,12}?)(?=[,，。!！]|$)|是(?P<r2>[^,，。是不]{1,12}?)[,，]?(?:而)?不是(?P<w2>[^,，。]{1,12}?)(?=[,，。!！]|$)"
    r"|(?<![A-Za-z])(?:[Ii]t's |[Ii]t is |[Ii]'m )?[Nn]ot (?:an? |the |in |from |called )?(?P<w3>[\w'’ -]{1,24}?)[,;] ?(?:it's |it is |i'm |I'm |but |it should be )?(?:an? |the |in |from |called )?(?P<r3>[\w'’ -]{1,24}?)(?=[,.;!]|$)"
    r"|(?<![A-Za-z])(?:[Ii]t's|[Ii]t is|[Ii]'m|[Ii] meant|[Ss]hould be) (?:an? |the |in |from |called )?(?P<r4>[\w'’ -]{1,24}?),? (?:and )?not (?:an? |the |in |from |called )?(?P<w4>[\w'’ -]{1,24}?)(?=[,.;!]|$)"
)
# "It's Luka, my son's name": the subject behind.
_BEHIND = regex(
    r"^(?:[Ii]t's|[Ii]t is|[Tt]hat's) (?P<r>[\w'’-]+(?: [\w'’-]+)?), (?P<what>(?:my|our) [a-z'’ ]{2,40}?)[.!]?$"
)


# "她是九岁": somebody spoken of before, with another amount.
_AMOUNT = r"[\d一二三四五六七八九十百两零]+(?:点[\d一二三四五六七八九])?"
_UNIT = r"岁|个月大|公斤|斤|年级|厘米|米|楼|号"
_OF_THEM = regex(rf"(?:^|[,，])(?:他|她|它)(?:今年|现在|其实)?(?:是|在|住|有)?(?P<amount>{_AMOUNT})(?P<unit>{_UNIT})")


# A message that is nothing but the right word or figure: "sorry, I meant 250 days", "不是205，是250".
_DIGITS, _NUMERALS = r"[$£€¥]?\d+(?:[:.,]\d+)*(?![\d:])", "[一二三四五六七八九十百千万两]+"
_FIGURE = f"{_DIGITS}|{_NUMERALS}"
_ALONE = regex(
    r"^(?:(?:不对|哦不|啊不|说错了?|记错了?|写错了?|打错了?|口误|更正一?下?|抱歉|不好意思)[,，。！!\s]*)*"
    r"(?:不是[^,，。是]{1,12}[,，](?:而|应该)?是[^,，。]{1,12}|是[^,，。是不]{1,12}[,，]?(?:而)?不是[^,，。]{1,12})[。.!！]?$"
)
_RIGHT_FIGURE = regex(
    rf"^(?:(?:不对|哦不|啊不|说错了?|记错了?|写错了?|打错了?|口误|更正一?下?|抱歉|不好意思)[,，。！!\s]+)+(?:应该|我是说|我说的)?是?(?P<zh>{_FIGURE})(?P<unit_zh>[\u4e00-\u9fff]{{0,3}})[。.!！]?$"
    rf"|^(?:(?:sorry|oops|no|wait|actually|correction|my bad|my mistake)[,.!:]* )*(?:i meant|make that|i mean|correction[:,]?) (?:it's |it was |to say )?(?P<en>{_FIGURE})(?: (?P<unit_en>[a-z]+))?[.!]?$"
)
# Another name for good, of whoever said the last one: "actually it's Penelope from now on".
_NAME = regex(
    r"^(?:(?:[Aa]ctually|[Nn]o|[Ww]ell|[Oo]h)[,]? )*(?:[Ii]t's|[Ii]t is|[Ii]'m|[Ii] go by) (?P<name>[A-Z][\w'’-]+) (?:from now on|from here on|going forward|these days|now)(?=$|[,.;!])"
)
CALLED = ("answer.address", "nickname", "name")  # the slots of what the user is called


def only_corrects(text: str) -> bool:
    """Whether a message is nothing but the right word or figure in place of a wrong one."""
    plain = values.plain(text)
    return _ALONE.search(plain) is not None or _RIGHT_FIGURE.search(plain) is not None


def corrected_figure(text: str, record: MemoryRecord) -> tuple[str, str | None] | None:
    """The content and value of a memory with its only figure (of the unit that `text` names) set right."""
    match = _RIGHT_FIGURE.search(values.plain(text))
    if match is None or "(" in record.content or "（" in record.content:
        return None
    right, unit = match["zh"] or match["en"], match["unit_zh"] or match["unit_en"] or ""
    same = _DIGITS if right[-1] < "一" else _NUMERALS
    found = list(re.finditer(rf"(?:{same})(?= ?{re.escape(unit)})", record.content))
    if len(found) != 1 or found[0][0] == right or (":" in found[0][0]) != (":" in right):
        return None
    wrong = found[0]
    value = record.value.replace(wrong[0], right) if record.value else record.value
    return record.content[: wrong.start()] + right + record.content[wrong.end() :], value


def renamed(text: str, record: MemoryRecord) -> tuple[str, str] | None:
    """The content and value of what the user is called, with the name that holds from now on."""
    match = _NAME.match(text.strip())
    if match is None or record.attribute not in CALLED or not record.value or record.value not in record.content:
        return None
    name = match["name"]
    return None if name in record.content else (record.content.replace(record.value, name), name)


def told_wrong(text: str) -> bool:
    """Whether a message says that something told before was wrong."""
    plain = values.plain(text)
    return only_corrects(text) or _WRONG.search(plain) is not None or talk.CORRECTS.search(plain) is not None


def in_order(text: str) -> str:
    """ "It's Luka, my son's name" as "My son's name is Luka."; any other text as it is."""
    match = _BEHIND.match(text.strip())
    if match is None:
        return text
    what = match["what"]
    return f"{what[0].upper()}{what[1:]} is {match['r']}."


def corrected(text: str, record: MemoryRecord) -> tuple[str, str | None] | None:
    """The content and value of a memory with the wrong word that `text` names set right; None when it names none."""
    for match in _PAIR.finditer(text):
        groups = match.groupdict()
        wrong = next((groups[name] for name in ("w", "w2", "w3", "w4") if groups[name]), "").strip()
        right = next((groups[name] for name in ("r", "r2", "r3", "r4") if groups[name]), "").strip()
        if len(wrong) > 1 and right and wrong in record.content and right not in record.content:
            value = record.value.replace(wrong, right) if record.value else record.value
            return record.content.replace(wrong, right), value
    return None


def corrected_amount(text: str, record: MemoryRecord) -> tuple[str, str | None] | None:
    """The content and value of a memory of somebody close with the amount that `text` gives of "him" or "her"."""
    match = _OF_THEM.search(text)
    if match is None or record.kind is not Kind.RELATIONSHIP or record.attribute == "pet":
        return None
    content, count = re.subn(rf"{_AMOUNT}(?={match['unit']})", match["amount"], record.content)
    return (content, record.value) if count == 1 and content != record.content else None

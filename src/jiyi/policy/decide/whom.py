"""Whom a sentence speaks of, when it is not the user: a relation, an animal, and which one of several."""

from __future__ import annotations

import re

from jiyi.language.regex import regex
from jiyi.policy.tables import cues
from jiyi.policy.tables.subjects import PEOPLE

Spoken = tuple[str, str, frozenset[str], str]  # (subject or "", rank, names, what is said)

ADJECTIVES = (
    "(?:new|current|old|former|eldest|youngest|oldest|older|younger|elder|little|big|best|good|close|dear|other"
    "|second|first|only|twin|late)"
)
_ROWS = [[cell.strip() for cell in re.split(r" +\| +", line.strip())] for line in PEOPLE.strip().splitlines()]


def _longest_first(column: int) -> str:
    """All expressions of a column of the people, as alternatives; bars within parentheses do not divide."""
    cells = (part for row in _ROWS for part in re.split(r"\|(?![^(]*\))", row[column]))
    return "|".join(sorted(cells, key=len, reverse=True))


_ZH, _EN = _longest_first(1), _longest_first(2)
_WHO = tuple((name, regex(f"(?:{zh}|(?<![a-z])(?:{en})(?![a-z]))$")) for name, zh, en in _ROWS)
_LEAD = regex(
    rf"^(?:我们?家?的?新?|我有个|我换了?个?|我们?的?新|新)?(?P<rank>[大小二三前]|(?:健身|游泳|瑜伽|网球|羽毛球|钢琴|吉他|小提琴|古筝|书法|舞蹈|绘画|画画|英语|数学|语文|日语|声乐|私人)(?=老师|教练)|老大|老二|最?[大小]的)?(?P<zh>{_ZH})(?!是我|[们主子人型科伦])"
    rf"|^(?:my|our|(?:i|we)(?: have|'ve got| got) a(?= new )) (?P<adjective>(?:{ADJECTIVES} )*)(?P<en>{_EN})(?![a-z])"
    r"|^(?P<bare>(?:grand(?:ma|pa|dad|mum|mom)|granny|mom|mum|mam|dad|daddy|mummy)(?= (?:is|was|has|had|got|came|went|moved|lives?|works?|retired|died|passed|can|loves?|likes?)(?![a-z])|'s ))"
)
# "Helen's boss", "小雅的妈妈": somebody whom another has, who is neither that other nor the user's own.
OF_ANOTHER = regex(
    rf"^(?:my |our )?(?!(?:it|that|there|here|he|she|who)'s)[a-z][a-z-]*'s (?:{ADJECTIVES} )*(?:{_EN})(?![a-z])"
    rf"|^(?!我们?的|咱们?的)[^,，。的]{{1,5}}的(?:{_ZH})(?![们主子人型科伦])"
)
# "医生给我妈把二甲双胍加到…": done for somebody else.
FOR_ANOTHER = regex(
    r"[给帮替让叫](?:我|我们|他|她)?(?:家)?(?:[爸妈爷奶]|姥[姥爷]|外[公婆]|老[公婆]|公公|婆婆|岳[父母]|[哥姐弟妹]|儿子|女儿|孩子|朋友|同事|室友|闺蜜)"
    r"|(?<![a-z])(?:for|put) (?:my|his|her|our) (?:mom|mum|mother|dad|father|sister|brother|wife|husband|son|daughter|kid|friend|roommate)(?![a-z])"
)
_HAVE = regex(
    rf"^我们?家?里?(?:有|养了?|领养了)了?一?(?:个|只|条|位)?.{{0,3}}?(?P<zh>{_ZH})[,，]?的?(?:名字)?(?:叫做?|名叫)"
    r"(?P<zn>[^,，。.!！\s]{1,8})"
    rf"|^(?:i|we)(?: have|'ve got| got| own) (?:an?|one|another) (?:[a-z]+ ){{0,2}}?(?P<en>{_EN})[,]?"
    r" (?:named|called|whose name is) (?P<nn>[a-z][\w'-]*)"
)
_SEEING = regex(
    r"^我(?:现在|已经|最近|刚|开始)*(?:跟|和|与)(?P<zn>[一-鿿a-z]{1,4}?)(?:谈恋爱|处对象|在一起|交往|在谈|好上)"
    r"|^(?:i'm|i am|we're)(?: now| currently)? (?:seeing|dating|going out with|with) (?!an? |the |my |our |some|him|her|them|you|it|this|that|people)(?P<nn>[a-z][\w'-]+)(?= now| these days|$|[,.;])"
)
_AND_I = regex(r"^(?:my|our) [a-z]+(?: [a-z]+)? and i(?![a-z'])")  # "my wife and I" speaks of the user
_AGED = regex(
    rf"^我们?家?有(?:一)?个(?P<zr>[^,，。]{{1,5}}岁)的?(?P<zh>{_ZH})$"
    rf"|^(?:i|we)(?: have|'ve got) an? (?P<er>[a-z0-9]+[- ]years?[- ]old) (?P<en>{_EN})(?![a-z])"
)


def subject_of(text: str) -> Spoken:
    """Read the beginning of plain text: "my older brother Leo …", "我家的猫叫…", "I have a dog named …"."""
    having = _HAVE.match(text)
    if having:
        return _person(having["zh"] or having["en"]), "", frozenset({having["zn"] or having["nn"]}), text
    seeing = _SEEING.match(text)
    if seeing:
        return "partner", "", frozenset({seeing["zn"] or seeing["nn"]}), text
    aged = _AGED.match(text.rstrip(".。!！ "))
    if aged:
        return _person(aged["zh"] or aged["en"]), "", frozenset(), aged["zr"] or aged["er"]
    lead = _LEAD.match(cues.NOT_THAT.sub("", text))
    if lead is None or _AND_I.match(text):
        return "", "", frozenset(), text
    denied = cues.NOT_THAT.match(text)
    text = cues.NOT_THAT.sub("", text)
    person = _person(lead["zh"] or lead["en"] or lead["bare"])
    rank = (lead["rank"] or lead["adjective"] or "").strip().removeprefix("new ").removeprefix("current ")
    rest = text[lead.end() :]
    said = f"{denied.group()}{rest}" if denied else rest
    named = cues.NAMED.match(rest.removeprefix("'s ").removeprefix("的").removeprefix(" is ").strip())
    if named:
        return person, rank, frozenset({named["zh"] or named["en"]}), said
    follows = cues.NAME_FOLLOWS.match(rest)
    if follows and not cues.NO_NAME.search(follows.group()):
        return person, rank, frozenset({follows.group().strip()}), said
    return person, rank, frozenset(), said


def _person(word: str) -> str:
    return next((name for name, pattern in _WHO if pattern.match(word)), "")

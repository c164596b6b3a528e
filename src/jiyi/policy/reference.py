"""Who and what a query speaks of: "my daughter" is Emma, "she" is the person of the turns before, "two days before my
trip" counts from something that is known. By rules; the caller looks up what is known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from jiyi.language.normalize import fold, shadow
from jiyi.language.regex import regex
from jiyi.policy.tables import the_user
from jiyi.records import MemoryRecord

MOST_NAMES = 3  # that one relation brings into a query
READ = 400  # characters of a query and of each thing said before
FAMILY = ("children", "partner", "pet", "parents", "siblings", "colleague", "friend")  # attributes with a name in them
Sex = Literal["f", "m", "n", ""]


def _kin(words: str) -> re.Pattern[str]:
    """A relation in a query: Chinese words anywhere, English ones after "my", "our" or "the"."""
    zh, en = words.split(" | ")
    return regex(rf"(?:我们?家?的?|咱们?家?的?)?(?:{zh})(?!们?们|公司|节)|\b(?:my|our|the)(?: \w+)? (?:{en})\b")


# Relation -> what names it, whose sex it tells, and the wider relation that it belongs to.
_KIN: dict[str, tuple[re.Pattern[str], Sex, str]] = {
    "daughter": (_kin("女儿|闺女|丫头 | daughter|girl"), "f", "child"),
    "son": (_kin("儿子 | son|boy"), "m", "child"),
    "child": (_kin("孩子|小孩|娃儿?|宝宝|小朋友 | kids?|child(?:ren)?|baby|toddler"), "", "child"),
    "wife": (_kin("老婆|妻子|太太|媳妇儿?|女朋友|女友 | wife|girlfriend|fiancée"), "f", "partner"),
    "husband": (_kin("老公|丈夫|男朋友|男友 | husband|hubby|boyfriend|fiancé"), "m", "partner"),
    "partner": (_kin("爱人|对象|伴侣|另一半 | partner|spouse|fiancee?|other half"), "", "partner"),
    "mother": (_kin("妈妈?|母亲|老妈 | mom|mum|mother"), "f", "parent"),
    "father": (_kin("爸爸?|父亲|老爸 | dad|father"), "m", "parent"),
    "sister": (_kin("姐姐|姐(?!夫)|妹妹|妹(?!夫) | sister"), "f", "sibling"),
    "brother": (_kin("哥哥|哥(?!们)|弟弟|弟(?!妹) | brother"), "m", "sibling"),
    "boss": (_kin("老板(?!娘)|领导|上司|经理|主管 | boss|manager|supervisor"), "", "boss"),
    "colleague": (_kin("同事|搭档 | colleague|co-?worker|teammate"), "", "colleague"),
    "roommate": (_kin("室友|舍友|合租的人? | roommate|flatmate|housemate"), "", "roommate"),
    "friend": (_kin("朋友|闺蜜|哥们儿?|发小 | (?:best )?friend|buddy|bestie"), "", "friend"),
    "dog": (_kin("狗狗?|小狗 | dog|puppy|pup"), "n", "pet"),
    "cat": (_kin("猫咪?|小猫|喵星人 | cat|kitten|kitty"), "n", "pet"),
    "pet": (_kin("宠物|毛孩子 | pet"), "n", "pet"),
}
_HINT = regex(
    "[他她它牠女儿子孩娃妻媳老丈友人象妈母爸父姐妹哥弟板导領领司理管同搭闺哥发狗猫宠毛]"
    r"|\b(?:my|our|the|he|she|him|her|his|hers|it|its)\b"
)
_HE = regex(
    r"(?<![其吉排利])(?P<zh>[他她它牠])(?![们人乡国])|\b(?P<en>he|she|him|her|his|hers|its?)(?P<short>'s|'ll|'d)?\b"
)
_SEX: dict[str, Sex] = {
    "他": "m",
    "她": "f",
    "它": "n",
    "he": "m",
    "him": "m",
    "his": "m",
    "she": "f",
    "her": "f",
    "hers": "f",
    "it": "n",
    "its": "n",
}
_OWNS = regex(r"\s+(?!(?:and|or|to|in|at|on|with|about|for|like|do|does|go|be|is|was|again|now|today)\b)[a-z]")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody (or an animal) of the user's life that has a name. `relation` is a key of the table; `beside` are the
    other names in what tells of them ("My sister Tara is married to Ben")."""

    name: str
    relation: str
    beside: tuple[str, ...] = field(default=(), compare=False)


def may_refer(query: str) -> bool:
    """Whether a query may speak of somebody by relation or pronoun: only then is it worth looking up who there is."""
    return _HINT.search(shadow(query[:READ])) is not None


def people_of(memories: Sequence[MemoryRecord]) -> tuple[Person, ...]:
    """The named ones among memories about the user's people and pets."""
    found: dict[Person, None] = {}
    for memory in memories:
        seen = shadow(memory.content)
        relation = _first_relation(seen)
        if relation is None:
            continue
        for link in memory.relations:
            if link.relation in FAMILY and link.object in memory.entities:
                beside = tuple(name for name in memory.entities if name != link.object)
                found[Person(link.object, relation, beside)] = None
    return tuple(found)


_BESIDE = regex(r"[和跟与同陪给对为向被把让替帮]$|\b(?:with|and|from|to|for|about|like|than|by)\s$")


def of_another(text: str, people: Sequence[Person]) -> bool:
    """Whether a question is about somebody of the user's ("我弟弟叫什么", "when is my wife's birthday", "Mia 几岁") and
    not about the user too ("我和老婆住哪", "how old was I when my son was born")."""
    seen = the_user.ASKING.sub(" ", shadow(text[:READ]))
    left = seen
    for words in (*(words for words, *_ in _KIN.values()), *(re.compile(_whole(one.name)) for one in people)):
        if any(_BESIDE.search(seen[: match.start()]) for match in words.finditer(seen)):
            return False
        left = words.sub(" ", left)
    return left != seen and not the_user.MYSELF.search(left)


def _whole(name: str) -> str:
    """An expression for a name, by itself where it is written in Latin letters."""
    seen = re.escape(shadow(name))
    return rf"(?<![a-z]){seen}(?![a-z])" if seen[:1].isascii() else seen


def _first_relation(seen: str) -> str | None:
    at = [(match.start(), -match.end(), name) for name, (words, *_) in _KIN.items() if (match := words.search(seen))]
    return min(at)[2] if at else None


def spelled_out(query: str, recent: Sequence[str], people: Sequence[Person]) -> tuple[str, tuple[str, ...]]:
    """The query with names put to relations ("我女儿" -> "我女儿小雨") and pronouns replaced by whom the turns before
    speak of, newest first; and notes of what was taken for what."""
    text, notes = _by_pronoun(query, recent, people)
    if notes or not people:
        return text, notes
    seen = shadow(text[:READ])
    for relation, (words, *_) in _KIN.items():
        match = words.search(seen)
        if match is None:
            continue
        names = [one for one in _named(relation, people) if fold(one) not in fold(text)][:MOST_NAMES]
        if names:
            joined = "、".join(names) if not match.group().isascii() else " " + " and ".join(names)
            return text[: match.end()] + joined + text[match.end() :], (f"{match.group()} is {', '.join(names)}",)
    return text, ()


def known_with(text: str, people: Sequence[Person]) -> tuple[str, ...]:
    """The names that stand beside somebody whom a text names: the second step from "my sister" to Tara to Ben."""
    seen = fold(text[:READ])
    found = (name for one in people if fold(one.name) in seen for name in one.beside if fold(name) not in seen)
    return tuple(dict.fromkeys(found))[:MOST_NAMES]


def _named(relation: str, people: Sequence[Person]) -> list[str]:
    """Names of those who stand in this relation, else in one that it includes or that includes it."""
    exact = [one.name for one in people if one.relation == relation]
    _, sex, wide = _KIN[relation]
    near = [one.name for one in people if _KIN[one.relation][2] == wide and _agree(sex, _KIN[one.relation][1])]
    return list(dict.fromkeys(exact or near))


def _agree(one: Sex, other: Sex) -> bool:
    return not one or not other or one == other


def _by_pronoun(query: str, recent: Sequence[str], people: Sequence[Person]) -> tuple[str, tuple[str, ...]]:
    match = _HE.search(shadow(query[:READ]))
    if match is None or not recent:
        return query, ()
    word = match["zh"] or match["en"]
    sex = _SEX.get("它" if word == "牠" else word, "")
    for said in reversed(recent):
        meant = _last_mentioned(said[-READ:], sex, people)
        if meant is None:
            continue
        owns = word in ("his", "its") or (word == "her" and _OWNS.match(query, match.end()) is not None)
        after = "'s" if owns else (match["short"] or "")
        return f"{query[: match.start()]}{meant}{after}{query[match.end() :]}", (f"{word} is {meant}",)
    return query, ()


def _last_mentioned(said: str, sex: Sex, people: Sequence[Person]) -> str | None:
    """The last one that a text speaks of by name or relation and that a pronoun of this sex may mean."""
    seen = shadow(said)
    best: tuple[int, str] | None = None
    for person in people:
        at = seen.rfind(shadow(person.name))
        if at >= 0 and _fits(sex, _KIN[person.relation][1]) and (best is None or at > best[0]):
            best = (at, person.name)
    for relation, (words, own, _) in _KIN.items():
        for match in words.finditer(seen):
            if _fits(sex, own) and (best is None or match.start() > best[0]):
                names = _named(relation, people)[:1]
                shown = re.sub(r"(?i)^(?:the|my) ", "my ", said[match.start() : match.end()])
                best = (match.start(), shown + ("" if not names else names[0] if _is_dense(shown) else f" {names[0]}"))
    return best[1] if best else None


def _is_dense(text: str) -> bool:
    """Whether words are put together without a space."""
    return not any(character.isascii() for character in text)


def _fits(pronoun: Sex, own: Sex) -> bool:
    """Animals are "it", and he or she too; people are never "it"."""
    return own == "n" if pronoun == "n" else own == "n" or _agree(pronoun, own)


# --- times that count from something known --------------------------------------------------------------------------

_DIGITS = {"一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
_DAYS = {"天": 1, "日": 1, "周": 7, "星期": 7, "个星期": 7, "礼拜": 7, "个礼拜": 7, "day": 1, "week": 7}
_ANCHOR_ZH = regex(
    r"^(?P<what>[^，。,.?？]{2,24}?)(?:的)?(?P<side>前|后|之前|之后|以前|以后)(?:的)?(?P<n>[一两二三四五六七八九十]|\d{1,2})?(?P<unit>天|日|周|个?星期|个?礼拜)"
    r"|^(?P<what2>[^，。,.?？]{2,24}?)(?P<day>前一天|后一天|前一晚|当天|那天|前夕|第二天)"
    r"|^(?P<what3>[^，。,.?？]{2,24}?)(?P<near>那几天|期间|前后)"
)
_ANCHOR_EN = regex(
    r"\b(?:(?P<n>a couple of|an?|one|two|three|four|five|six|ten|\d{1,2}) (?P<unit>day|week)s? |(?P<the>the (?:day|night|evening) ))"
    r"(?P<side>before|after) (?P<what>(?:my|our|the|i|we) [^,.?!]{2,60})"
    r"|\b(?:on the day of|during|the day of) (?P<what2>(?:my|our|the) [^,.?!]{2,60})"
)


@dataclass(frozen=True, slots=True)
class Anchored:
    """A time that counts from an event: `what` names it, `first` and `last` are the days from it (last is included);
    `rest` is the question without the time."""

    what: str
    first: int
    last: int
    rest: str

    def around(self, begin: datetime, end: datetime) -> tuple[datetime, datetime]:
        """The time that is meant when the event takes place from `begin` until `end`, both midnights of the user's."""
        base = begin if self.first <= 0 else max(begin, end - timedelta(days=1))
        return base + timedelta(days=self.first), base + timedelta(days=self.last + 1)


def anchored(query: str) -> Anchored | None:
    """Whether a query speaks of a time so many days before or after something: "旅行前两天", "two days before my trip",
    "the day after the wedding", "年会当天"."""
    seen = shadow(query[:READ])
    zh = _ANCHOR_ZH.search(seen)
    match = zh or _ANCHOR_EN.search(seen)
    if match is None:
        return None
    found = match.groupdict()
    what = (found.get("what") or found.get("what2") or found.get("what3") or "").strip()
    rest = (query[: match.start()] + query[match.end() :]).strip()
    if found.get("side") is None:
        offset = {"前一天": -1, "前一晚": -1, "前夕": -1, "后一天": 1, "第二天": 1}.get(found.get("day") or "", 0)
        wide = 3 if found.get("near") else 0
        return Anchored(what, offset - wide, offset + wide, rest)
    number = found.get("n") or ""
    amount = _DIGITS.get(number) or _WORDS.get(number) or (int(number) if number.isdigit() else 1)
    days = amount * _DAYS.get(found.get("unit") or "day", 1)
    before = found["side"] in ("前", "之前", "以前", "before")
    if zh:  # "前两天" is any of the two
        return Anchored(what, -days, -1, rest) if before else Anchored(what, 1, days, rest)
    return Anchored(what, -days, -days, rest) if before else Anchored(what, days, days, rest)

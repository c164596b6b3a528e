"""What a topic is: the words of "forget about …" read as concepts, people, attributes and names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from jiyi.language.memo import memo
from jiyi.language.normalize import fold, shadow
from jiyi.language.regex import regex
from jiyi.language.script import HAN, has_han
from jiyi.language.tokens import may_hold, terms
from jiyi.policy.attributes import TABLE
from jiyi.policy.tables.subjects import PEOPLE
from jiyi.policy.tables.topics import KIN, ROWS


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """A row of the table of topics, or a person of the table of people."""

    name: str
    attributes: frozenset[str]
    called: re.Pattern[str]
    said: re.Pattern[str]
    own: bool
    person: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One thing to forget.

    `words` are what remains of it beside the concepts; each is looked for as it stands. `names` are the words by
    which it was called, each with its concept (None: of no concept): a text with all of them is about it, whatever
    the table says.
    """

    text: str
    concepts: tuple[Concept, ...]
    people: tuple[Concept, ...]
    attributes: frozenset[str]
    words: tuple[str, ...]
    names: tuple[tuple[str, Concept | None], ...] = ()

    def called_in(self, seen: str) -> bool:
        """Whether a folded text literally has the words by which the topic was called."""
        return bool(self.names) and all(_has(seen, name, concept) for name, concept in self.names)


def _has(seen: str, name: str, concept: Concept | None) -> bool:
    if has_han(name):
        # Where the table sets a compound apart ("工作日" is no "工作") it holds here too.
        return _joined(name) in _joined(seen) and (concept is None or bool(concept.called.search(seen)))
    stems = _stems(name)
    if len(stems) == len(name.split()):
        folded = fold(seen)
        if not all(may_hold(folded, stem) for stem in stems):
            return False
        return f" {' '.join(stems)} " in f" {' '.join(terms(seen))} "
    return re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", seen) is not None


@memo(256)
def _stems(name: str) -> tuple[str, ...]:
    return tuple(terms(name))


def _joined(text: str) -> str:
    """Chinese without what may or may not stand between two words: "公司的财务", "公司 财务"."""
    return re.sub(r"[的\s]+", "", text)


def _edged(expression: str) -> str:
    """`~` before a word or a group becomes edges of an English word around it."""
    pieces, at = [], 0
    while (mark := expression.find("~", at)) >= 0:
        pieces.append(expression[at:mark])
        end, depth = mark + 1, 0
        while end < len(expression) and (depth or expression[end] != "|"):
            depth += (expression[end] == "(") - (expression[end] == ")")
            end += 1
        pieces.append(f"(?<![a-z])(?:{expression[mark + 1 : end]})(?:'?s)?(?![a-z])")
        at = end
    return "".join([*pieces, expression[at:]])


@lru_cache(maxsize=1)
def concepts() -> tuple[Concept, ...]:
    """The table of topics, compiled."""
    made = []
    for row in ROWS.strip().splitlines():
        name, attributes, called, said, *flags = [cell.strip() for cell in re.split(r" \|(?= |$)", row)]
        flag = flags[0] if flags else ""
        made.append(
            Concept(
                name=name,
                attributes=frozenset(part for part in attributes.split(",") if part),
                called=regex(_edged(called)),
                said=regex(_edged(said)),
                own=flag == "own",
                person=flag == "person",
            )
        )
    return tuple(made)


@lru_cache(maxsize=1)
def people() -> tuple[Concept, ...]:
    """The tables of people and animals, compiled. A former one is not a present one."""
    rows: dict[str, tuple[list[str], list[str]]] = {}
    for line in (*PEOPLE.strip().splitlines(), *KIN.strip().splitlines()):
        name, zh, en = (cell.strip() for cell in re.split(r" \|(?= |$)", line))
        found = rows.setdefault(name, ([], []))
        found[0].append(zh)
        found[1].append(en)
    made = []
    for name, (zhs, ens) in rows.items():
        pattern = regex(
            rf"(?<!前)(?:{'|'.join(zhs)})|(?<![a-z])(?<!ex-)(?<!ex )(?<!former )(?:{'|'.join(ens)})(?![a-z-])"
        )
        made.append(Concept(name=name, attributes=frozenset(), called=pattern, said=pattern, own=False, person=True))
    return tuple(made)


BROAD = frozenset({"health", "finance", "family"})  # a narrower one in the same words counts instead: "睡眠的毛病"
WIDER = {
    "child": ("son", "daughter"), "parents": ("father", "mother"), "brother": ("older brother", "younger brother"),
    "sister": ("older sister", "younger sister"), "partner": ("wife", "husband", "girlfriend", "boyfriend", "fiance"), "in-laws": ("father-in-law", "mother-in-law"),
}  # fmt: skip
PARTS = regex(
    r"[、,，;；/]| ?(?<![a-z])(?:and|or|as well as|plus)(?![a-z]) ?|以及|还有|(?<=[\u4e00-\u9fff])[和与及或](?=[\u4e00-\u9fff])"
)
GENERIC_ZH = regex(
    r"(?:的|牌子|品牌|哪种|什么|哪些|哪个|哪儿|干啥|啥|谁|从前|过去|当年|旧|相关|方面|部分|去|在|我|你|这件|那件|这个|那个|个人|关于|有关|打算|计划|准备|安排|情况|状况|事情|事|问题|信息|经历|历史|记录|内容|资料|数据|方面|名字|叫|人|以前|之前|最近|现在|上次|里|了|过|着|是|和|与|一切|所有|全部|东西|东东|细节|目前|型号|立场|成绩|身份|东家|公司|项目)"
)
GENERIC_EN_WORDS = """
trip plan detail info information stuff thing matter affair problem issue situat histori view name project matter case condit status
data fact person guy woman man friend compani work life current past old new recent whole entir part topic home i'm im
go get got have had want like use make tell told know i'v ever take type kind sort which what who where how much mani officer offic keep held own
"""
GENERIC_EN = frozenset(GENERIC_EN_WORDS.split())
# What says nothing even when it is all that a topic has.
IDLE_ZH = regex(
    r"(?:的|去|在|我们?|你们?|这[些件个]?|那[些件个]?|个人|关于|有关|情况|状况|事情|事儿?|问题|信息|内容|资料|数据|方面|以前|之前|最近|现在|上次|里|了|过|着|是|和|与|一切|所有|全部|东西|东东|细节|目前|话|它|什么|一下|说过?|人)"
)
IDLE_EN_WORDS = """
detail info inform information stuff thing problem issu issue situat matter case fact data past old new recent whole
entir part topic i'm i'v go get got have had want like use make tell told know ever said say someth anyth everyth
convers messag chat memori
"""
IDLE_EN = frozenset(IDLE_EN_WORDS.split())
PLAIN = regex(rf"[a-z {HAN}]+")
SPLIT_AT = regex(f"[^a-z0-9{HAN}]+")


@memo(256)
def topics(about: str) -> tuple[Topic, ...]:
    """The topics that an order's words name: "salary and my address" are two."""
    seen = shadow(about).replace("’", "'").strip()
    parts = [part.strip() for part in PARTS.split(seen) if part.strip(" 的")]
    return tuple(_topic(part) for part in parts[:8])


def _topic(text: str) -> Topic:
    spans: list[tuple[int, int, Concept]] = []
    for concept in (*concepts(), *people()):
        spans += [(*match.span(), concept) for match in concept.called.finditer(text) if match.end() > match.start()]
    kept = [(a, b, c) for a, b, c in spans if not any(x <= a and b <= y and (y - x) > (b - a) for x, y, _ in spans)]
    meant = {concept.name for _, _, concept in kept if concept in people()}
    wide = {narrow for name in meant for narrow in WIDER.get(name, ())}
    persons = tuple(concept for concept in people() if concept.name in meant | wide)
    found = tuple(dict.fromkeys(concept for _, _, concept in kept if concept not in people()))
    if any(concept.name not in BROAD for concept in found):
        found = tuple(concept for concept in found if concept.name not in BROAD)
    rest = list(text)
    for start, end, _ in kept:
        rest[start:end] = " " * (end - start)
    attributes = frozenset(name for concept in found for name in concept.attributes) | _attributes(text, kept)
    words = _words("".join(rest))
    names: list[tuple[str, Concept | None]] = [(text[a:b].strip(), c) for a, b, c in kept if c not in people()]
    if not (names or persons or words):
        names = [(name, None) for name in _bare_names(text)]
    return Topic(
        text=text, concepts=found, people=persons, attributes=attributes, words=words, names=tuple(dict.fromkeys(names))
    )


def _bare_names(text: str) -> list[str]:
    """The words of a topic that has only general ones: "茶", "公司的事", "my home"."""
    found: list[str] = []
    for piece in SPLIT_AT.split(text):
        if has_han(piece):
            found += IDLE_ZH.sub(" ", piece).split()
        else:
            found += [word for word in piece.split() if any(stem not in IDLE_EN for stem in terms(word))]
    return found


@lru_cache(maxsize=1)
def _plain_names() -> dict[str, str]:
    """The names of slots that are mere words, each with its slot."""
    words = (
        (word.removesuffix("s?"), row.name) for row in TABLE.values() for one in row.words.values() for word in one
    )
    return {word: name for word, name in words if PLAIN.fullmatch(word)}


def _attributes(text: str, spans: list[tuple[int, int, Concept]]) -> frozenset[str]:
    """Attributes that the topic names by words no concept has taken."""
    found = {name for name in (_plain_names().get(text), _plain_names().get(text.removesuffix("s"))) if name}
    for row in TABLE.values():
        if not row.single:
            continue  # a slot of many values is meant by its name alone: "fears", not "fear of Tom"
        for words in row.words.values():
            for word in words:
                match = re.search(rf"(?<![a-z])(?:{word})(?![a-z])", text)
                if match and not any(a <= match.start() and match.end() <= b for a, b, _ in spans):
                    found.add(row.name)
    return frozenset(found)


def _words(rest: str) -> tuple[str, ...]:
    """What is left of a topic, without what says nothing: pieces of Han text, stems of English words."""
    found: list[str] = []
    for piece in SPLIT_AT.split(rest):
        if not piece:
            continue
        if has_han(piece):
            found += [part for part in GENERIC_ZH.sub(" ", piece).split() if len(part) > 1]
        else:
            found += [stem for stem in terms(piece) if stem not in GENERIC_EN and len(stem) > 1]
    return tuple(dict.fromkeys(found))

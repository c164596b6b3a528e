"""The table of attributes: the slots that memories fill, and the words that questions and orders call them by."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from types import MappingProxyType

from jiyi.language.memo import memo
from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.tables.attributes import ROWS
from jiyi.policy.tables.fitting import ROWS as UNFIT
from jiyi.records import Kind

LONGEST_LOOKED_AT = 2_000  # characters of a question or order that are read for attribute words
LONGEST_OUTRIGHT = 80  # of a question that asks for one slot and nothing else


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """A slot. `single` means that a new value replaces the old one. `half_life_days` is None for what does not fade.

    `words` holds, per language, the expressions that name the slot. `polarity` is "ends", "opposite" or "holds":
    what a negated statement means for the slot (see the table).
    """

    name: str
    single: bool
    kind: Kind
    protected: bool
    half_life_days: float | None
    words: Mapping[str, tuple[str, ...]]
    polarity: str


def _parse(line: str) -> Attribute:
    cells = re.split(r"(?<=\s)\|(?=\s)", line.strip())
    name, cardinality, kind, flags, half_life, zh, en, polarity = (cell.strip() for cell in cells)
    return Attribute(
        name=name,
        single=cardinality == "one",
        kind=Kind(kind),
        protected="protected" in flags,
        half_life_days=None if half_life == "-" else float(half_life),
        words=MappingProxyType({"zh": tuple(zh.split(", ")), "en": tuple(en.split(", "))}),
        polarity=polarity,
    )


TABLE: Mapping[str, Attribute] = MappingProxyType(
    {row.name: row for row in (_parse(line) for line in ROWS.strip().splitlines())}
)


def _by_slot(rows: str) -> dict[str, re.Pattern[str]]:
    made: dict[str, list[str]] = {}
    for line in rows.strip().splitlines():
        slot, _, expression = line.partition(" | ")
        made.setdefault(slot.strip(), []).append(expression.strip())
    return {slot: regex("|".join(every)) for slot, every in made.items()}


_UNFIT = _by_slot(UNFIT)


def fits(name: str | None, value: str | None) -> bool:
    """Whether a value may stand in a slot. Linear in the value's length."""
    unfit = _UNFIT.get(name or "")
    return unfit is None or value is None or unfit.search(shadow(value)) is None


def _compiled(language: str, build: str) -> dict[str, re.Pattern[str]]:
    made = ((row.name, "|".join(row.words[language])) for row in TABLE.values())
    return {name: regex(build.format(words)) for name, words in made}


_ENGLISH = _compiled("en", r"(?<![a-z])(?:{})(?![a-z])")
_CHINESE = _compiled("zh", "{}")
_LATIN = regex("[a-z]{2}")
_CHOICE = regex(r"\(\?:([^()]*)\)(?![?*+{])(.*)")
_LITERAL = regex(r"(?:[\w \-'](?![?*+{]))*")


def _beginnings(word: str) -> list[str]:
    """What a text must hold, one of them, for an expression to be in it: the letters that it begins with."""
    choice = _CHOICE.fullmatch(word)
    every = [one + choice[2] for one in choice[1].split("|")] if choice else [word]
    return [found[0] if (found := _LITERAL.match(one)) else "" for one in every]


@cache
def _by_beginning(language: str) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """(letters that an expression begins with, its slot), by the first two of the letters; "" where there are none."""
    made: dict[str, dict[tuple[str, str], None]] = {}
    for row in TABLE.values():
        for word in row.words[language]:
            for begun in _beginnings(word):
                made.setdefault(begun[:2], {})[begun, row.name] = None
    return {key: tuple(every) for key, every in made.items()}


def _possible(text: str, language: str) -> set[str]:
    """The slots whose words a text may hold: to search it for each of all takes longer than the rest of reading it."""
    table = _by_beginning(language)
    keys = {"", *text, *map("".join, pairwise(text))}
    return {name for key in keys & table.keys() for begun, name in table[key] if begun in text}


def get(name: str | None) -> Attribute | None:
    """The slot of that name; None when there is none."""
    return TABLE.get(name) if name else None


def named_in(text: str) -> tuple[Attribute, ...]:
    """The slots that a question, an order or a noun speaks of, the longest wording first; () when none.

    Only the first 2,000 characters are read.
    """
    return _named_in(shadow(text[:LONGEST_LOOKED_AT]))


# What may stand around the name of a slot in a question that asks for nothing else.
_AROUND_ZH = regex(
    r"请问|请|告诉|帮我|想知道|知道|记得|还记|查一?下|看看|一下|什么时候|什么|多少|怎么|如何|现在|目前|如今|平时|平常|通常|一般|最近|具体"
    r"|到底|究竟|来着|名字|以前|之前|原来|过去|时候|时间|东西|是不是|有没有|有没|是否|哪[儿里些个种家位年月天号]?|几[点个]?|谁|多[大久]"
    r"|[儿里你您我俺家咱们的是了吗呢嘛啊呀吧哦都有没在叫要会能用吃做当和跟给把对被得还也又就才去说为于]"
)
_AROUND_EN = regex(
    r"(?<![a-z])(?:do|did|does|am|is|are|was|were|be|been|have|has|had|can|could|should|will|would|what|which|where|when|who|whom|whose"
    r"|how|much|many|often|i|me|my|mine|we|our|us|you|your|a|an|the|of|for|to|in|on|at|with|by|from|so|and|any|some|again|now|currently|before|previously|used|time|food|foods|things|stuff"
    r"|today|right|these|days|usually|normally|generally|typically|tell|know|remember|recall|remind|please|hey|hi|ok|okay|got|get"
    r"|take|taking|go|going|it|that|there|kind|type|sort|name|names|called|call|current|exactly|s|m|ve|re|d|ll|t)(?![a-z])"
)
_LETTER = regex(r"[^\W_]")


def asked_outright(text: str, slots: Sequence[Attribute]) -> tuple[str, ...]:
    """Those of `slots` (of `named_in`) that a question asks for and for nothing else: "where do I live", "我住哪". Their
    words, and what stands around such a question, leave nothing of it. A long text asks for more."""
    seen = shadow(text)
    if not slots or len(seen) > LONGEST_OUTRIGHT:
        return ()
    return tuple(slot.name for slot in slots if _nothing_but(seen, slot.name))


def _nothing_but(text: str, name: str) -> bool:
    for patterns in (_CHINESE, _ENGLISH):
        if patterns[name].search(text):
            left = _AROUND_EN.sub(" ", _AROUND_ZH.sub(" ", patterns[name].sub(" ", text)))
            if not _LETTER.search(left):
                return True
    return False


@memo(4096)
def _named_in(text: str) -> tuple[Attribute, ...]:
    found: dict[str, int] = {}
    languages = (("zh", _CHINESE, has_han(text)), ("en", _ENGLISH, _LATIN.search(text) is not None))
    for language, patterns, spoken in languages:
        possible = _possible(text, language) if spoken else ()
        for name in [name for name in TABLE if name in possible]:
            longest = max((len(match.group()) for match in patterns[name].finditer(text)), default=0)
            if longest:
                found[name] = max(longest, found.get(name, 0))
    return tuple(TABLE[name] for name in sorted(found, key=lambda name: -found[name]))

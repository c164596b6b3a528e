"""Tables of wordings, and which of their rows a plain text matches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy import values
from jiyi.policy.tables.subjects import PARTS

_LATIN = regex("[a-z]")
_WORD = regex(r"[a-z0-9][a-z0-9.+#'-]*")
_HAN_RUN = regex("[一-鿿][一-鿿a-z]*")


@dataclass(frozen=True, slots=True)
class Row:
    """The keys of a line and its expressions. A text without Han characters is not asked the Chinese one, nor one
    without Latin letters the English one."""

    keys: tuple[str, ...]
    zh: re.Pattern[str]
    en: re.Pattern[str]


def rows(table: str, keys: int) -> tuple[Row, ...]:
    """Lines of `key | … | Chinese | English`."""
    made = []
    for line in table.strip().splitlines():
        cells = [cell.strip() for cell in re.split(r" +\| +", line.strip(), maxsplit=keys + 1)]
        made.append(Row(tuple(cells[:keys]), regex(cells[keys]), regex(cells[keys + 1])))
    return tuple(made)


def matching(table: tuple[Row, ...], text: str) -> Iterator[tuple[str, ...]]:
    """The keys of the rows that match, in the order of the table."""
    han, latin = has_han(text), _LATIN.search(text) is not None
    for row in table:
        if (han and row.zh.search(text)) or (latin and row.en.search(text)):
            yield row.keys


def _parts() -> Mapping[str, frozenset[str]]:
    made: dict[str, set[str]] = {}
    for line in PARTS.strip().splitlines():
        role, _, members = line.partition(": ")
        for member in members.split(", "):
            made.setdefault(member.strip(), set()).add(role)
    return {name: frozenset(roles) for name, roles in made.items()}


_PARTS = _parts()
_LONGEST = max(len(name) for name in _PARTS if not name.isascii())
_MOST_WORDS = max(len(name.split(" ")) for name in _PARTS if name.isascii())


def parts(text: str) -> Mapping[str, frozenset[str]]:
    """The parts (editor, browser, bank …) -> the things named in plain text that play them."""
    found: dict[str, set[str]] = {}
    for name in _named(text):
        for role in _PARTS[name]:
            found.setdefault(role, set()).add(values.concept(name))
    return {role: frozenset(members) for role, members in found.items()}


def _named(text: str) -> Iterator[str]:
    words = [word.rstrip(".'-") for word in _WORD.findall(text)]
    place = 0
    while place < len(words):
        for many in range(min(_MOST_WORDS, len(words) - place), 0, -1):
            name = " ".join(words[place : place + many])
            if name in _PARTS:
                yield name
                place += many - 1
                break
        place += 1
    for run in _HAN_RUN.findall(text):
        place = 0
        while place < len(run):
            for size in range(min(_LONGEST, len(run) - place), 1, -1):
                if run[place : place + size] in _PARTS:
                    yield run[place : place + size]
                    place += size - 1
                    break
            place += 1

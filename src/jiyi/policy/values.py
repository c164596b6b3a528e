"""Comparing what two sentences say: names for one thing, equal values, and whether something is so or not so.

Everything works on folded text (simplified characters, half width, lower case), in Chinese, English and mixed alike.
Nothing here judges; it only says what is equal, different or opposite. Linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache

from jiyi.language.normalize import fold
from jiyi.language.tokens import stem
from jiyi.policy import figures
from jiyi.policy.tables.concepts import PLACES, ROWS
from jiyi.policy.tables.wording import (
    CLAUSE,
    CUT_ANYWHERE,
    CUT_LEFT,
    CUT_RIGHT,
    DENIES,
    GONE,
    HARMLESS,
    IDLE_WORDS,
)

LONGEST_READ = 2_000  # characters of a sentence that are compared; a memory is shorter

_HAN = "一-鿿"
_IDLE_AMONG_CHINESE = IDLE_WORDS - {"go", "bit", "me"}


def plain(text: str) -> str:
    """The text as it is compared: folded, one space for any white space, typographic apostrophes made plain."""
    return re.sub(r"\s+", " ", fold(text[:LONGEST_READ]).replace("’", "'").replace("‘", "'")).strip()


# --- one thing, many names --------------------------------------------------------------------------------------


@cache
def _names() -> Mapping[str, str]:
    """Each name -> the concept's own name."""
    table: dict[str, str] = {}
    for line in ROWS.strip().splitlines():
        names = [name.strip() for name in line.split(",")]
        table.update(dict.fromkeys(names, names[0]))
    return table


@cache
def _concept_pattern() -> re.Pattern[str]:
    """All names, the longest first; Latin ones between word edges with an optional plural."""
    names = sorted(_names(), key=len, reverse=True)
    latin = "|".join(re.escape(name) for name in names if name.isascii())
    han = "|".join(re.escape(name) for name in names if not name.isascii())
    return re.compile(rf"(?<![a-z0-9])(?:{latin})(?=(?:e?s)?(?![a-z0-9'])|'s(?![a-z]))|(?:{han})")


@cache
def places() -> frozenset[str]:
    """The own names of all places of the table."""
    return frozenset(line.split(",")[0].strip() for line in PLACES.strip().splitlines())


@cache
def known_concepts() -> frozenset[str]:
    """The own names of all concepts of the table."""
    return frozenset(_names().values())


def concept(name: str) -> str:
    """The own name of the thing that goes by this name; the plain name itself when it is not in the table."""
    name = plain(name).strip(" .,。，!！?？\"'“”")
    table = _names()
    for form in (name, name.removeprefix("the ").removeprefix("a "), name.removesuffix("s"), name.removesuffix("es")):
        if form in table:
            return table[form]
    return name


# --- so, or not so ----------------------------------------------------------------------------------------------


def denies(clause: str) -> bool:
    """True when the clause says that something is not so, is over, or is not wanted. Pass plain text."""
    return DENIES.search(HARMLESS.sub(" ", clause)) is not None


def gone(text: str) -> tuple[str, ...]:
    """What plain text names as over, replaced or wrong ("switched from X to", "不是X，是")."""
    return tuple(group for match in GONE.finditer(text) for group in match.groups() if group)


@lru_cache(maxsize=4096)
def claims(text: str) -> Mapping[str, int]:
    """Each thing that the text speaks of -> +1 (it is so) or -1 (it is not, or no more). Pass plain text.

    Things are concepts where the table knows them, else English stems and Chinese chunks without function words.
    Where a thing is named twice, the later clause wins.
    """
    found: dict[str, int] = {}
    text = figures.without(text)
    for phrase in gone(text):
        found.update(dict.fromkeys(things(phrase), -1))
    fixed = set(found)
    for clause in CLAUSE.split(text):
        sign = -1 if denies(clause) else 1
        found.update({thing: sign for thing in things(clause) if thing not in fixed})
    return found


@lru_cache(maxsize=8192)
def things(text: str) -> tuple[str, ...]:
    """Concepts, stems and chunks that carry meaning, in order. Pass plain text."""
    if not text:
        return ()
    table, found, position, rest = _names(), [], 0, []
    for match in _concept_pattern().finditer(text):
        rest.append(text[position : match.start()])
        rest.append("\n")
        position = match.end()
        found.append(table[match.group()])
    rest.append(text[position:])
    left = "".join(rest)
    idle: Collection[str] = IDLE_WORDS if text.isascii() or not re.search(f"[{_HAN}]", text) else _IDLE_AMONG_CHINESE
    for word in re.findall(r"[^\W_](?:[\w'.+#/&@-]*[\w+#])?", re.sub(f"[{_HAN}]+", " ", left)):
        bare = word.removesuffix("'s")
        if bare not in idle and (len(bare) > 1 or bare.isdigit() or not bare.isascii()):
            found.append(stem(bare) if bare.isalpha() and bare.isascii() else bare)
    for run in re.findall(f"[{_HAN}]+", left):
        found.extend(_chunks(run))
    return tuple(dict.fromkeys(found))


def _chunks(run: str) -> list[str]:
    made = []
    for piece in CUT_ANYWHERE.split(run):
        core = CUT_RIGHT.sub("", CUT_LEFT.sub("", piece))
        if core and not re.fullmatch(r"[零一二两三四五六七八九十百千万几半]+", core):
            made.append(core)
    return made


def same_thing(first: str, second: str) -> bool:
    """One thing under two names: equal, or a Chinese name within the other ("美式" in "美式咖啡")."""
    if first == second:
        return True
    if first.isascii() or second.isascii():
        return False
    short, long = sorted((first, second), key=len)
    return len(short) >= 2 and short in long and len(long) <= 2 * len(short) + 2


def shared(first: Iterable[str], second: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of names, one of each side, that mean one thing."""
    others = tuple(second)
    return tuple((a, b) for a in first for b in others if same_thing(a, b))


def same_value(first: str, second: str) -> bool:
    """True when two values of one attribute are the same: same concept, same figures, or one within the other."""
    a, b = concept(first), concept(second)
    if a == b:
        return True
    amounts = figures.of(a), figures.of(b)
    mine, other = things(figures.without(a)), things(figures.without(b))
    if any(amounts):
        return (
            not figures.clash(*amounts)
            and bool({v for _, v in amounts[0]} & {v for _, v in amounts[1]})
            and (not mine or not other or bool(shared(mine, other)))
        )
    if not mine or not other:
        return False
    few, many = (mine, other) if len(mine) <= len(other) else (other, mine)
    return all(any(same_thing(x, y) for y in many) for x in few)

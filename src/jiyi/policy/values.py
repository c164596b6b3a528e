"""Comparing what two sentences say: names for one thing, equal values, and whether something is so or not so.

Everything works on folded text (simplified characters, half width, lower case), in Chinese, English and mixed alike.
Nothing here judges; it only says what is equal, different or opposite. Linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache

from jiyi.language.memo import memo
from jiyi.language.normalize import fold
from jiyi.language.regex import regex
from jiyi.language.tokens import stem
from jiyi.policy import figures
from jiyi.policy.tables.concepts import PLACES, ROWS
from jiyi.policy.tables.wording import (
    CLAUSE,
    CONTRARY,
    CUT_ANYWHERE,
    CUT_LEFT,
    CUT_RIGHT,
    DENIES,
    GONE,
    HARMLESS,
    IDLE_WORDS,
)

LONGEST_READ = 600  # characters of a sentence that are compared; a memory is mostly shorter

_HAN = "一-鿿"
_FIRST_HAN = "一"
_RUN = regex(f"[{_HAN}]+|[a-z0-9][a-z0-9'.& -]*")  # one script at a time
_LATIN_WORD = regex(r"([ .&]+)")
_SIDE = regex("[左右]")
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
def _longest() -> tuple[int, int]:
    """Most characters of a Chinese name, most words of a Latin one."""
    names = _names()
    return max(len(n) for n in names if not n.isascii()), max(len(n.split(" ")) for n in names if n.isascii())


def _concepts(text: str) -> tuple[list[str], str]:
    """The concepts named in plain text, the longest names first, and the text with a line break where they stood."""
    found: list[str] = []
    table, (characters, words) = _names(), _longest()
    rest: list[str] = []
    position = 0
    for run in _RUN.finditer(text):
        rest.append(text[position : run.start()])
        position = run.end()
        scan = _scan_han if run.group()[0] >= _FIRST_HAN else _scan_latin
        rest.append(scan(run.group(), table, characters if scan is _scan_han else words, found))
    rest.append(text[position:])
    return found, "".join(rest)


def _scan_han(run: str, table: Mapping[str, str], longest: int, found: list[str]) -> str:
    out: list[str] = []
    place = 0
    while place < len(run):
        for size in range(min(longest, len(run) - place), 0, -1):
            if run[place : place + size] in table:
                found.append(table[run[place : place + size]])
                out.append("\n")
                place += size
                break
        else:
            out.append(run[place])
            place += 1
    return "".join(out)


def _scan_latin(run: str, table: Mapping[str, str], most: int, found: list[str]) -> str:
    words = _LATIN_WORD.split(run)  # words at even places, what divides them at odd ones
    out: list[str] = []
    place = 0
    while place < len(words):
        name, end = _latin_name(words, place, most, table)
        if name:
            found.append(table[name])
            out.append("\n")
        else:
            out.append(words[place])
            end = place + 1
        out += words[end : end + 1]
        place = end + 1
    return "".join(out)


def _latin_name(words: list[str], place: int, most: int, table: Mapping[str, str]) -> tuple[str, int]:
    """The longest name that begins at a word, and the place after it; singular forms are tried too."""
    for many in range(most, 0, -1):
        end = place + 2 * many - 1
        if end > len(words) or any(gap != " " for gap in words[place + 1 : end : 2]):
            continue
        name = " ".join(words[place:end:2])
        for form in (name, name.removesuffix("'s"), name.removesuffix("s"), name.removesuffix("es")):
            if form and form in table:
                return form, end
    return "", place


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


@memo(4096)
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


@memo(8192)
def things(text: str) -> tuple[str, ...]:
    """Concepts, stems and chunks that carry meaning, in order. Pass plain text."""
    if not text:
        return ()
    found, left = _concepts(text)
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


def _contrary(first: str, second: str) -> bool:
    """Whether one is said to be what the other is said not to be ("day shifts", "late shifts")."""
    mine, other = (
        frozenset((*(word.removesuffix("s") for word in _LATIN_WORD.split(text)), *_SIDE.findall(text)))
        for text in (first, second)
    )
    return any((mine & pair) and (other & pair) and not (mine & other & pair) for pair in CONTRARY)


def same_value(first: str, second: str) -> bool:
    """True when two values of one attribute are the same: same concept, same figures, or one within the other."""
    a, b = concept(first), concept(second)
    if a == b:
        return True
    if _contrary(a, b):
        return False
    amounts = figures.of(a), figures.of(b)
    mine, other = things(figures.without(a)), things(figures.without(b))
    if any(amounts):
        return (
            not figures.clash(*amounts)
            and bool({v for _, v in amounts[0]} & {v for _, v in amounts[1]})
            and (not mine or not other or bool(shared(mine, other)))
        )
    if not mine or not other:
        return bool(a and b) and (a in b or b in a)
    few, many = (mine, other) if len(mine) <= len(other) else (other, mine)
    return all(any(same_thing(x, y) for y in many) for x in few)

"""What was said just before a statement and makes it a change, "车换了，| 现在开的是小鹏", "Sold the Clio, | I've got a Skoda", or
says where it does not hold: "除非下雨，| 我都骑车上班".

By itself such a clause says nothing; the statement after it takes it up, so that what it replaces can be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy import values
from jiyi.policy.candidate import Candidate, Left
from jiyi.policy.extract.exceptions import leads_in
from jiyi.policy.tables import cues, succession, talk
from jiyi.policy.tables.wording import IDLE_WORDS
from jiyi.records import Kind

LONGEST = 40  # characters of a clause that is taken up
_GAP = regex(r"(?:[,，、;；]|[!！.。]{1,3}(?=\s*[^A-Z]))?\s*(?:and|but|so|然后|而且|但)?\s*")
_OTHERS = regex(r"^(?:他|她|它|人家|你|您)|^(?:he|she|they|his|her|their|you)(?![a-z])")


def with_preambles(kept: Sequence[Candidate], left: Sequence[Left], text: str) -> list[Candidate]:
    """The memories with the clause before them that says that something is over, or what is excepted."""
    ends = {}
    for one in left:
        start = text.find(one.quote)
        over = one.reason in (talk.NOTHING, talk.OTHERS) and _tells_an_end(one.quote)
        if start >= 0 and (over or leads_in(one.quote)):
            ends[start + len(one.quote)] = one.quote
    return [_led(one, ends, text) for one in kept] if ends else list(kept)


def _tells_an_end(quote: str) -> bool:
    plain = values.plain(quote)
    over = succession.OVER.search(plain) or succession.LEFT_WORK.search(plain) or succession.PARTED.search(plain)
    over = over or cues.SWAPPED.search(plain) or cues.MOVED_HOUSE.search(plain)
    return len(quote) <= LONGEST and over is not None and _OTHERS.match(plain) is None


def _small(content: str) -> str:
    """The content as it stands after a comma: a capital that only opened the sentence is made small."""
    first = content.split(" ")[0]
    opened = first.isascii() and first.isalpha() and len(first) > 1 and first.lower() in IDLE_WORDS
    return content[0].lower() + content[1:] if opened and first != "I" else content


def _led(one: Candidate, ends: dict[int, str], text: str) -> Candidate:
    start = text.find(one.quote)
    for end, quote in ends.items():
        takes = one.kind not in (Kind.RELATIONSHIP, Kind.INSTRUCTION) or leads_in(quote)
        if end < start and takes and _GAP.fullmatch(text[end:start]):
            mark = "，" if has_han(quote) else ", "
            content = f"{quote.rstrip('!！.。 ')}{mark}{_small(one.content)}"
            return replace(one, content=content, quote=text[end - len(quote) : start] + one.quote)
    return one

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
ALONE = "the second witness alone"  # the reason of what no pattern knows
_GAP = regex(r"(?:[,，、;；]|[!！.。]{1,3}(?=\s*[^A-Z]))?\s*(?:and|but|so|然后|而且|但)?\s*")
_OTHERS = regex(r"^(?:他|她|它|人家|你|您)|^(?:he|she|they(?! [a-z]+ (?:my|our)(?![a-z]))|his|her|their|you)(?![a-z])")


def with_preambles(kept: Sequence[Candidate], left: Sequence[Left], text: str) -> list[Candidate]:
    """The memories with the clause before them that says that something is over, or what is excepted. Such a clause is
    no memory of its own then, though the second witness alone may have taken it for one: "语言课换了一门，现在学的是…".
    One that was kept takes up what was left after it in the same way: "Binned the old project, | it's a log now"."""
    alone = {one.quote for one in kept if _is_announced(one)}
    leading = [one.quote for one in left if _leads(one)]
    if not (alone or leading):
        return list(kept)
    spans = sorted((start, start + len(q)) for q in (*leading, *alone) if (start := text.find(q)) >= 0)
    ends = {end: text[start:end] for start, end in _run_together(spans, text)}
    made = [one if one.quote in alone else _led(one, ends, text) for one in kept]
    taken = " ".join(after.quote for before, after in zip(kept, made, strict=True) if before is not after)
    made = [one for one in made if one.quote not in alone or one.quote not in taken]
    return [_followed(one, left, text) if one.quote in alone else one for one in made]


def _followed(one: Candidate, left: Sequence[Left], text: str) -> Candidate:
    """What is announced, with the clauses left after it up to the one that tells how it is now."""
    start = text.find(one.quote)
    end = start + len(one.quote)
    for after in left:
        at = text.find(after.quote, end)
        if at < 0 or after.reason not in (talk.NOTHING, talk.OTHERS, talk.PASSING) or not _GAP.fullmatch(text[end:at]):
            continue
        end = at + len(after.quote)
        if cues.SINCE_NOW.search(values.plain(after.quote)):
            mark = "，" if has_han(one.content) else ", "
            rest = text[start + len(one.quote) : end].lstrip("，,;；、 ").rstrip("。.!！ ")
            return replace(one, content=f"{one.content.rstrip('.。!！')}{mark}{rest}", quote=text[start:end])
    return one


def _leads(one: Left) -> bool:
    return (one.reason in (talk.NOTHING, talk.OTHERS) and _tells_an_end(one.quote)) or leads_in(one.quote)


def _is_announced(one: Candidate) -> bool:
    """Whether a memory says only that something changed, and the second witness alone spoke for it."""
    bare = one.value is None and not one.protected and ALONE in one.reason
    return (
        bare
        and one.kind is not Kind.INSTRUCTION
        and _tells_an_end(one.quote)
        and not cues.SINCE_NOW.search(values.plain(one.quote))
    )


def _run_together(spans: Sequence[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """Clauses that follow each other as one: "视频会员换了，原来那家退订"."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start >= joined[-1][1] and _GAP.fullmatch(text[joined[-1][1] : start]):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _tells_an_end(quote: str) -> bool:
    plain = values.plain(quote)
    over = succession.OVER.search(plain) or succession.LEFT_WORK.search(plain) or succession.PARTED.search(plain)
    over = over or cues.SWAPPED.search(plain) or cues.MOVED_HOUSE.search(plain) or cues.ANNOUNCED.search(plain)
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

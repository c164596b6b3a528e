"""What is said to come on top of something known: "头孢也不行" beside an allergy, "又添了台洗碗机" beside what one has.

Extraction leaves such a clause when it fits none of its frames. "Too", "as well", "也", "又" beside a memory that it goes
with show that it is of the same lasting sort.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jiyi.language.regex import regex
from jiyi.policy import values
from jiyi.policy.candidate import Candidate
from jiyi.policy.decide.reading import read
from jiyi.policy.decision import Neighbour
from jiyi.policy.tables import talk
from jiyi.records import Kind, Source, Status

NEAR = 0.38  # similarity from which an addition goes with a memory, unless both are about one matter
LOOSELY = 0.2
CONFIDENCE = 0.6
LONGEST = 60  # characters
_ALSO = regex(
    r"也|还(?=[有会喜爱养用在买想对学打玩看去])|又(?=[有养买添报学加给])|另外"
    r"|(?<![a-z])(?:also|too|as well|another|either|on top of that|plus|though|tho)(?![a-z])"
)
_NOT_LASTING = regex(
    r"看来|也(?:许|好|能|行吧|是的|就|没|罢|要看)|还(?:是|没|好)|今天|昨天|明天|刚才|[?？]|吧$|谢|帮|请"
    r"|(?<![a-z])(?:me too|too (?!$|[,.!])|today|yesterday|tomorrow|please|thanks|you|yours?|something|someone)(?![a-z])"
)
_MATTERS = frozenset("food drink taste pet own activity learn skill code use member team car allergy".split())
# After a known allergy: what is not borne either.
_ALLERGEN = regex(
    r"(?P<zh>[^,，。我也都会出来到是]{1,8}?)(?:我)?也(?:都)?(?:不行|不能(?:吃|碰|喝|用|打)|不耐受|过敏|受不了|碰不得|吃不了|吃不得|会?起(?:疹|反应))"
    r"|^(?:and |so |but )?(?P<en>[a-z]+(?: [a-z]+)?) (?:gives? me (?:grief|trouble|hives|a rash|problems)|makes? me (?:ill|sick|itch|break out)|sets? me off|does it|is out|are out)[a-z ]* (?:too|as well|also)[.!]?$"
    r"|(?:can't|cannot) (?:have|eat|take|do|touch) (?P<en2>[a-z]+(?: [a-z]+)?) either[.!]?$"
)


def tells_more(text: str) -> bool:
    """Whether plain text says that something comes on top, or holds all the same."""
    return len(text) <= LONGEST and _ALSO.search(text) is not None and _NOT_LASTING.search(text) is None


def addition(bare: Candidate, neighbours: Sequence[Neighbour]) -> Candidate | None:
    """The memory that a left clause makes beside one of the neighbours; None when it goes with none of them."""
    text = values.plain(bare.content)
    if bare.reason != talk.NOTHING or bare.corrects or not tells_more(text):
        return None
    new = read(bare)
    best: Neighbour | None = None
    for neighbour in neighbours:
        record = neighbour.record
        if record.status is not Status.CURRENT or record.kind in (Kind.STATE, Kind.EVENT):
            continue
        if record.attribute == "allergy" and (allergen := _allergen(text)):
            return _beside(replace(bare, value=allergen), neighbour)
        old = read(record)
        close = neighbour.similarity >= NEAR or (neighbour.similarity >= LOOSELY and new.topics & old.topics & _MATTERS)
        if close and not new.subject and not old.subject and (best is None or neighbour.similarity > best.similarity):
            best = neighbour
    return None if best is None else _beside(bare, best)


def _allergen(text: str) -> str | None:
    match = _ALLERGEN.search(text)
    return next((group for group in match.groups() if group), None) if match else None


def _beside(bare: Candidate, neighbour: Neighbour) -> Candidate:
    record = neighbour.record
    known = bool(bare.value)
    return Candidate(
        kind=record.kind,
        content=bare.content,
        quote=bare.quote,
        language=bare.language,
        attribute=record.attribute if known else None,
        value=bare.value,
        confidence=CONFIDENCE,
        importance=record.importance if known else 0.5,
        source=Source.SAID,
        protected=record.protected and known,
        negated=values.denies(values.plain(bare.content)),
        reason="said to come on top of something known",
    )

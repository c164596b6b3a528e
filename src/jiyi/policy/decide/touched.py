"""Sentences that say nothing by themselves, but revise something known: "switched to the new one", "不喝了".

Extraction reads a sentence alone and leaves what fits none of its frames. Beside the memories it touches, such a clause
may be plain: a change of tool, an end, another date. Only clauses left because nothing was found in them are looked
at; questions, suppositions, quotations, requests and other people's affairs stay left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from jiyi.language.dates import absolute
from jiyi.language.regex import regex
from jiyi.language.script import has_han, language_of
from jiyi.policy import figures, values
from jiyi.policy.candidate import Candidate, Extraction, Heard
from jiyi.policy.decide import whom
from jiyi.policy.decide.added import addition, of_a_known_thing, tells_more
from jiyi.policy.decide.judge import begins_with, judge
from jiyi.policy.decide.learned import SURE, SURER, TOLD, judge_learned, only_named, stands_alone, tells_of_it
from jiyi.policy.decide.partly import partly
from jiyi.policy.decide.reading import SINGLE_ASPECTS, Reading, names_a_state, read
from jiyi.policy.decide.righted import (
    CALLED,
    corrected,
    corrected_amount,
    corrected_figure,
    in_order,
    only_corrects,
    renamed,
    told_wrong,
)
from jiyi.policy.decide.subjects import animal_gone
from jiyi.policy.decide.succession import mentions, names_a_change, prescribed, shared_heads
from jiyi.policy.decide.whose import told_whose
from jiyi.policy.decision import Neighbour
from jiyi.policy.orders.patterns import by_patterns
from jiyi.policy.tables import cues, succession, talk, the_user
from jiyi.policy.tables.subjects import ANIMALS
from jiyi.records import Kind, Source, Status

_GAP = regex(r"[,，、]?\s*(?:and|but|so|然后|而且|但)?\s*")  # between clauses of one sentence
_GOES_ON_NOW = regex(r"\bnow\b|instead|currently|these days|现在|目前|如今|改|换|转|以后")
_ENDS = frozenset(".!?…。！？\n")
_OWNED = frozenset(
    {"budget", "goal", "rent", "deadline", "salary", "server", "team size", "weight", "height"}
)  # said without "my", too
_OWN_DOING = regex(r"(?:我们?|咱们?|i|we|my|our)(?![a-z])")
_VERB_FIRST = regex(
    r"(?i)(?:just |recently |finally )?(?:started|switched|moved|got|sold|bought|quit|left|traded|swapped|joined|finished|gave|dropped|changed|upgraded|graduated|took|hit|reached|became|replaced|stopped|went)(?![a-z'])"
)
_OTHERS = regex(r"[他她它]|(?<![a-z])(?:he|she|they|his|her|their)(?![a-z])")
# Measured today, and so from now on: "今早称了体重，76公斤".
_MEASURED = regex(
    r"(?:体重|称|减到|瘦到|胖到|降到)[^。]{0,10}?\d+(?:\.\d)? ?(?:公斤|斤|千克|kg)|血压[^。]{0,6}?\d{2,3}"
    r"|(?<![a-z])(?:weigh\w*|down to|up to|scales? (?:said|says|read)s?)(?: [a-z]+){0,2} \d+(?:\.\d)? ?(?:kg|kilos?|lbs?|pounds|stone)(?![a-z])|(?<![a-z])blood pressure [^.]{0,20}?\d{2,3}"
)
CHANGED = "a change of something known"  # the reason that `revision` gives
HINT = "says by no word that something changed"  # only the learned judge is heard on it
CONFIDENCE = 0.7  # of what rests on a change of a known memory: enough to replace it, under a plain statement
LATELY = 4  # messages back that a correction without the wrong word may mean
LONGEST_HINT = 120  # characters of a message without a question, of which every clause is held beside the memories
SURE_FROM = 0.7  # weight of a verdict from which a left clause is believed
FAR_FROM = 0.15  # the same, when the clause itself names what is over
NEAR_FROM = 0.28  # similarity below which a clause is not about the memory, whatever its words


def loose_ends(extraction: Extraction, heard: Heard) -> tuple[Candidate, ...]:
    """What was left of a message and may revise a memory: neighbouring clauses joined, as they were said.

    Only what was left for want of a frame or as another person's affair, and tells a change, is given. The candidates
    are bare (no attribute); `reason` holds why the clause was left. Embed their content, find their neighbours, and ask
    `revision`.
    """
    wrong = told_wrong(heard.text)
    if only_corrects(heard.text):
        return (replace(_bare(heard, 0, len(heard.text), talk.NOTHING), content=heard.text.strip(), corrects=True),)
    return tuple(
        replace(one, corrects=wrong) for one in _left(extraction, heard) if wrong or _tells_change(one.content)
    )


def hints(extraction: Extraction, heard: Heard) -> tuple[Candidate, ...]:
    """The other clauses that were left of a short message without a question: no word of theirs tells a change, but by
    their meaning they may ("Scooter's back, runs like new"). `revision` hears the learned judge alone on them. Of a message of
    which nothing was kept, all of it comes last: "Margate. Sea view. Couldn't be happier at home."."""
    if len(heard.text) > LONGEST_HINT or any(mark in heard.text for mark in "?？\n") or told_wrong(heard.text):
        return ()
    left = _left(extraction, heard)
    found = [replace(one, reason=HINT) for one in left if not _tells_change(one.content)]
    if (
        len(left) > 1
        and all(one.reason in (talk.NOTHING, talk.OTHERS) for one in extraction.left)
        and not extraction.kept
    ):
        found.append(replace(left[0], content=heard.text.strip(), quote=heard.text.strip(), reason=HINT))
    return tuple(found)


def _left(extraction: Extraction, heard: Heard) -> list[Candidate]:
    joined: list[tuple[int, int, str]] = []
    end = 0
    for left in extraction.left:
        start = heard.text.find(left.quote, end)
        plain = values.plain(left.quote)
        told = any(cue.search(plain) for cue in (cues.DEATH, cues.HEALED)) or names_a_state(plain)
        told = told or _MEASURED.search(plain) is not None
        taken_up = any(left.quote in kept.quote for kept in extraction.kept)
        if (
            start < 0
            or taken_up
            or _asks_to_forget(left.quote)
            or (left.reason not in (talk.NOTHING, talk.OTHERS) and not (told and left.reason == talk.PASSING))
        ):
            continue
        near = bool(joined) and _GAP.fullmatch(heard.text[end:start]) is not None
        near = near and heard.text[end - 1] not in _ENDS  # two sentences are two
        end = start + len(left.quote)
        if near:
            joined[-1] = (joined[-1][0], end, joined[-1][2])
        else:
            joined.append((start, end, talk.NOTHING if left.reason == talk.PASSING else left.reason))
    return [_completed(extraction, heard.text, *place) or _bare(heard, *place) for place in joined]


def _asks_to_forget(quote: str) -> bool:
    """An order that nobody followed is no news of what it names: "把飞书那条删了" tells of no other tool."""
    found = by_patterns(quote)
    return found is not None and found.kind == "forget" and not _OWN_DOING.match(values.plain(quote))


def _completed(extraction: Extraction, text: str, start: int, end: int, reason: str) -> Candidate | None:
    """What goes on from a clause that was kept ("I got promoted" - "now I lead the team"): both as one sentence."""
    quote = text[start:end].strip()
    theirs = _OTHERS.match(quote.lower()) is not None
    if not (cues.GOES_ON.match(values.plain(quote)) or theirs) or (not theirs and _OTHERS.search(quote.lower())):
        return None
    for kept in extraction.kept:
        if theirs and kept.kind is not Kind.RELATIONSHIP:
            continue
        place = text.find(kept.quote)
        gap = text[place + len(kept.quote) : start]
        begun = kept.quote[-1:] in _ENDS and not _GOES_ON_NOW.search(quote.lower())  # a sentence of its own
        if place >= 0 and place + len(kept.quote) <= start and _GAP.fullmatch(gap) and not begun:
            mark = "，" if has_han(kept.content) else ", "
            content = f"{kept.content.rstrip('.。!！')}{mark}{quote}"
            whole = text[place:end].strip()
            return Candidate(kind=kept.kind, content=content, quote=whole, language=language_of(content), reason=reason)
    return None


def _tells_change(quote: str) -> bool:
    text = values.plain(quote)
    return len(quote) <= values.LONGEST_READ and bool(
        cues.CHANGE.search(text)
        or cues.MOVED.search(text)
        or cues.DEATH.search(text)
        or cues.HEALED.search(text)
        or succession.INSTEAD.search(text)
        or succession.OVER.search(text)
        or succession.GREW.search(text)
        or names_a_state(text)
        or names_a_change(text)
        or tells_more(text)
        or _MEASURED.search(text)
    )


def _bare(heard: Heard, start: int, end: int, reason: str) -> Candidate:
    """A subject that was dropped is put back: in a Chinese sentence about the user, before an English verb."""
    text = heard.text
    quote = text[start:end].strip()
    said = absolute(quote, heard.said_at, heard.zone) if cues.DEATH.search(values.plain(quote)) else quote
    begun = re.split(r"[。！!？?\n;；]", text[:start])[-1]
    dropped = reason == talk.NOTHING and has_han(quote) and "我" in begun and not _own(values.plain(quote))
    content = f"我{said}" if dropped and said == quote else in_order(said)
    if reason == talk.NOTHING and _VERB_FIRST.match(content):
        content = f"I {content[0].lower()}{content[1:]}"
    return Candidate(
        kind=Kind.FACT,
        content=content,
        quote=quote,
        language=language_of(quote),
        reason=reason,
    )


def said_before(
    candidate: Candidate, neighbours: Sequence[Neighbour], session: str | None, seq: int | None
) -> list[Neighbour]:
    """The neighbours that a loose end may revise: not what the same message says beside it ("I quit, I'm at Acme
    now"), unless it completes that sentence. Any other candidate may revise all."""
    if candidate.reason not in (CHANGED, HINT, talk.NOTHING, talk.OTHERS):
        return list(neighbours)
    text = values.plain(candidate.content)
    return [
        one
        for one in neighbours
        if begins_with(text, values.plain(one.record.content))
        or not any((place.session, place.seq) == (session, seq) for place in one.record.evidence)
    ]


Righted = tuple[Neighbour, tuple[str, str | None]]  # a memory, and its content and value set right
Place = tuple[str | None, int | None]  # session and number of a message


def revision(bare: Candidate, neighbours: Sequence[Neighbour], place: Place = (None, None)) -> Candidate | None:
    """The memory that a loose end makes, when it ends or replaces one of the neighbours; None when it does not.

    Its kind, attribute and protection are those of the memory it revises. `decide` judges it again like any other.
    """
    best: tuple[float, Neighbour] | None = None
    if bare.reason == HINT:
        return _learned(bare, neighbours) or of_a_known_thing(bare, neighbours)
    if part := partly(bare, neighbours):
        return part
    bare = told_whose(bare, neighbours) or bare
    if bare.corrects and (righted := _righted(bare, neighbours, place)):
        return righted
    if renaming := _renamed(bare, neighbours, place):
        return renaming
    for neighbour in neighbours:
        record = neighbour.record
        if record.status is not Status.CURRENT:
            continue
        new, old = read(_as(bare, neighbour)), read(record)
        alone = read(replace(_as(bare, neighbour), attribute=None))  # as it stands without the borrowed attribute
        if not old.subject and whom.FOR_ANOTHER.search(new.text):
            continue
        lost = animal_gone(new, old) is not None
        if not lost and not _speaks_of(new, old, bare.reason):
            continue
        verdict = judge(alone if bare.corrects else new, old, neighbour.similarity)
        named = (verdict.explicit or new.roles.keys() & old.roles.keys()) and neighbour.similarity >= FAR_FROM
        if neighbour.similarity < NEAR_FROM and not lost and not named:
            continue
        by_itself = bare.corrects or judge(alone, old, neighbour.similarity).relation == "update"
        if not (lost or by_itself or _one_matter(alone, old)):
            continue
        if verdict.why.endswith("has changed") and only_named(alone, old):
            continue
        told = verdict.relation == "update" or (bare.corrects and verdict.relation == "retract")
        if told and verdict.weight >= SURE_FROM and (best is None or verdict.weight > best[0]):
            best = (verdict.weight, neighbour)
    if best is None:
        return _learned(bare, neighbours) or addition(bare, neighbours) or of_a_known_thing(bare, neighbours)
    return _as(bare, best[1])


def _learned(bare: Candidate, neighbours: Sequence[Neighbour]) -> Candidate | None:
    """The memory that a clause makes which by the learned judge takes the place of one of the neighbours. It must be
    surer than of what was worth keeping by itself: much of what friends say to each other sounds like a change."""
    if bare.corrects or not stands_alone(values.plain(bare.content)):
        return None
    new = read(bare)
    for neighbour in sorted(neighbours, key=lambda one: -one.replaced):
        if neighbour.record.status is not Status.CURRENT:
            continue
        old = read(neighbour.record)
        if not old.subject and whom.FOR_ANOTHER.search(new.text):
            continue
        verdict = judge(new, old, neighbour.similarity)
        least = SURER
        if bare.reason != HINT:
            least = TOLD if tells_of_it(new, old) else SURE if _is_so_now(new, old) else SURER
        if neighbour.replaced >= least and judge_learned(new, old, neighbour.replaced, verdict):
            return _as(bare, neighbour)
    return None


def _is_so_now(new: Reading, old: Reading) -> bool:
    """Whether a clause says how things are now of what a memory tells of by the same word."""
    meals = {figure for figure in new.figures & old.figures if figure[0] == "meal"}
    return cues.NOW.search(new.text) is not None and bool(meals or shared_heads(new.text, old.text))


def _as(bare: Candidate, neighbour: Neighbour) -> Candidate:
    record = neighbour.record
    died = cues.DEATH.search(values.plain(bare.content)) is not None
    return Candidate(
        kind=Kind.EVENT if record.attribute == "pet" and died else record.kind,
        content=bare.content,
        quote=bare.quote,
        language=bare.language,
        attribute=record.attribute,
        confidence=CONFIDENCE,
        importance=record.importance,
        source=Source.SAID,
        protected=record.protected,
        negated=values.denies(values.plain(bare.content)),
        corrects=bare.corrects,
        reason=CHANGED,
    )


def as_said(candidate: Candidate) -> Reading:
    """The reading of a candidate for the learned judge: what a loose end borrowed from a memory proves nothing."""
    if candidate.reason != CHANGED:
        return read(candidate)
    return read(replace(candidate, kind=Kind.FACT, attribute=None, protected=False))


def _renamed(bare: Candidate, neighbours: Sequence[Neighbour], place: Place) -> Candidate | None:
    """What the user is called from now on, unless somebody else was named just before."""
    current = [one for one in neighbours if one.record.status is Status.CURRENT]
    if any(one.record.attribute not in CALLED and one.record.entities for one in _lately(current, place)):
        return None
    for neighbour in sorted(
        current, key=lambda one: CALLED.index(one.record.attribute) if one.record.attribute in CALLED else -1
    ):
        if found := renamed(bare.content, neighbour.record):
            return replace(_as(bare, neighbour), content=found[0], value=found[1])
    return None


def _lately(neighbours: Sequence[Neighbour], place: Place) -> list[Neighbour]:
    """Those that a message just before this one said."""
    session, seq = place
    return [
        one
        for one in neighbours
        for said in one.record.evidence[-1:]
        if seq is not None and said.seq is not None and said.session == session and 0 < seq - said.seq <= LATELY
    ]


def _righted(bare: Candidate, neighbours: Sequence[Neighbour], place: Place) -> Candidate | None:
    """A memory with its wrong word or amount set right: the nearest that has the word, the only one of an amount."""
    current = [one for one in neighbours if one.record.status is Status.CURRENT]
    words = [(one, found) for one in current if (found := corrected(bare.content, one.record))]
    counts = [(one, found) for one in _lately(current, place) if (found := corrected_figure(bare.content, one.record))]
    amounts = [(one, found) for one in current if (found := corrected_amount(bare.content, one.record))]
    for neighbour, (content, value) in words[:1] or _only(counts) or _only(amounts):
        return replace(_as(bare, neighbour), content=content, value=value, corrects=True)
    return None


def _only(found: list[Righted]) -> list[Righted]:
    return found if len(found) == 1 else []


def _one_matter(new: Reading, old: Reading) -> bool:
    """Whether a clause that only says what is new is about what the memory tells of: its attribute was borrowed from
    that memory, and proves nothing."""
    if (new.topics & old.topics) - {"use", "own", "habit", "taste", "plan"} or new.roles.keys() & old.roles.keys():
        return True
    if new.events & old.events or begins_with(new.text, old.text) or new.dimensions.keys() & old.dimensions.keys():
        return True
    return mentions(new, old) or prescribed(new, old)


def _speaks_of(new: Reading, old: Reading, reason: str) -> bool:
    """Whether the clause is about the user, the same relation as the memory, or the same event."""
    if (new.moved and new.events & old.events) or begins_with(new.text, old.text) or old.kind is Kind.INSTRUCTION:
        return True
    if mentions(new, old) and not _OTHERS.match(new.text):
        return True
    if _told_without_subject(new, old, reason) or _another_amount(new, old, reason):
        return True
    if new.changed and new.roles.keys() & old.roles.keys() and not _OTHERS.search(new.text):
        return True
    if new.subject in ANIMALS or new.topics & old.topics & _OWNED:
        return reason != talk.OTHERS or new.subject in ANIMALS
    if reason == talk.OTHERS or new.subject:
        mine = the_user.TO_ME.search(new.text) is not None and (
            not _OTHERS.match(new.text) or the_user.THEY_DID.match(new.text)
        )
        return (bool(new.subject) and new.subject == old.subject) or (bool(mine) and not old.subject)
    return _own(new.text)


def _told_without_subject(new: Reading, old: Reading, reason: str) -> bool:
    """A clause that names nobody and fills a slot of the user's, or names a state that ends the user's."""
    if old.subject or new.subject or _OTHERS.search(new.text) or _SOMEBODYS.search(new.text):
        return False
    return (reason == talk.NOTHING and bool(new.topics & old.topics & SINGLE_ASPECTS)) or bool(
        new.axes.keys() & old.axes.keys()
    )


def _another_amount(new: Reading, old: Reading, reason: str) -> bool:
    """A clause that names nobody and gives another amount of the same matter by now: "现在一天只喝一杯"."""
    if (
        old.subject
        or new.subject
        or reason != talk.NOTHING
        or _OTHERS.search(new.text)
        or not cues.NOW.search(new.text)
    ):
        return False
    return bool(new.topics & old.topics and figures.clash(new.figures, old.figures))


_SOMEBODYS = regex(r"[a-z]'s (?!off|over|out|finished|done|now|gone)[a-z]|[一-鿿]的(?=[一-鿿])")


def _own(text: str) -> bool:
    """Whether the clause speaks of the user or the user's own."""
    return re.search(r"我|咱|(?<![a-z])(?:i|i'm|i've|me|my|we|we've|our)(?![a-z])", text) is not None

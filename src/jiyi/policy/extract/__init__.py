"""From one user message to the memories that a careful person would note, without a language model.

`gate.read` says what kind of talk each clause is; the frames of its language (`zh`, `en`) say what it states; what only
makes sense beside the turn before is completed by `answers`; `compose` makes the candidates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from types import ModuleType

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy import gate
from jiyi.policy.attributes import get
from jiyi.policy.candidate import Candidate, Extraction, Heard, Left
from jiyi.policy.extract import answers, close, en, zh
from jiyi.policy.extract.aged import beginnings, somebody
from jiyi.policy.extract.alone import hangs
from jiyi.policy.extract.builds import DANGER, GOES_ON, believed, done_once, kind_of
from jiyi.policy.extract.compose import OF_HEALTH, avoided, candidate
from jiyi.policy.extract.en_kin import beside
from jiyi.policy.extract.exceptions import is_exception, leads_in
from jiyi.policy.extract.frame import NONE, OTHER, SELF, Found
from jiyi.policy.extract.hollow import is_hollow
from jiyi.policy.extract.instead import with_instead
from jiyi.policy.extract.mention import slot_of
from jiyi.policy.extract.opinion import ALONE, QUITE, WORTHLESS, Opinions
from jiyi.policy.extract.preamble import with_preambles
from jiyi.policy.extract.settle import only_change, only_new
from jiyi.policy.extract.telling import only_tells
from jiyi.policy.extract.things import kind_of_others, of_others
from jiyi.policy.extract.tongue import tongue_of
from jiyi.policy.gate import Clause
from jiyi.policy.tables import cues, talk
from jiyi.records import Kind

__all__ = ["extract", "unsure"]

MOST_KEPT = 24  # memories of one message; more is a list or a form, not talk
FEWEST_LISTED = 3  # catchwords that make a list
CATCHWORD_ZH, CATCHWORD_EN = 8, 4  # characters, words


def unsure(extraction: Extraction) -> tuple[str, ...]:
    """The clauses on which the second witness should be heard: the patterns found nothing in them, or little."""
    left = (one.quote for one in extraction.left if one.reason == talk.NOTHING or of_others(one))
    loose = (one.quote for one in extraction.kept if _is_loose(one))
    return tuple(dict.fromkeys((*left, *loose)))


def extract(heard: Heard, *, opinions: Opinions | None = None) -> Extraction:
    """What is kept of the message, what is left and why. Never raises on any text.

    `opinions` are the second witness's, on the clauses that `unsure` named in a first pass.
    """
    clauses = gate.read(heard.text)
    if not clauses:
        return Extraction()
    completed = answers.complete(heard, clauses)
    kept: list[Candidate] = []
    if completed is not None:
        kept.append(completed)
        clauses = tuple(one for one in clauses if one.start >= heard.text.find(completed.quote) + len(completed.quote))
    left: list[Left] = []
    telling = only_tells(heard.text, clauses)
    for group in _sentences(clauses):
        kept += _sentence(group, heard, left, opinions or {}, telling=telling)
    kept = with_instead(_readable(with_preambles(_distinct(kept)[:MOST_KEPT], left, heard.text), left))
    trigger = "said outright" if any(c.outright for c in clauses) else "known attribute"
    return Extraction(kept=tuple(kept), left=tuple(left), trigger=trigger if kept else "")


def _readable(kept: list[Candidate], left: list[Left]) -> list[Candidate]:
    """The memories that can be read alone. What was asked for, orders and what endangers somebody stay as they are."""
    alone: list[Candidate] = []
    for one in kept:
        exempt = one.protected or one.kind is Kind.INSTRUCTION or "asked to remember" in one.reason
        praises = _is_loose(one) and has_han(one.content) and is_hollow(one.content)
        if not exempt and (praises or hangs(one.content)):
            left.append(Left(quote=one.quote, reason=talk.NOTHING))
            continue
        alone.append(one)
    return alone


def _sentences(clauses: tuple[Clause, ...]) -> list[list[Clause]]:
    groups: list[list[Clause]] = []
    for clause in clauses:
        if not groups or groups[-1][0].sentence != clause.sentence:
            groups.append([])
        groups[-1].append(clause)
    return groups


@dataclass
class _Course:
    """How far the reading of one sentence has come."""

    made: list[tuple[Found, Clause, str]] = field(default_factory=list)  # what was found, its first clause, its words
    carried: Found | None = None
    last: Clause | None = None
    whim: bool = False  # an earlier clause was of today
    theirs: bool = False  # the clause before spoke of someone else
    passed: bool = False  # an earlier clause was left because it passes
    somebody: str = ""  # the name of whom an earlier clause told the age
    before: str = ""  # the user's message before

    def join(self, clause: Clause, also: Found | None = None) -> None:
        self.made[-1] = _joined(self.made[-1], clause, also)
        self.last = clause

    def astray(self, found: Found, clause: Clause) -> bool:
        """Whether a clause without a subject would go on from one that was left."""
        behind = bool(self.made) and self.last is None and found.kind is not Kind.INSTRUCTION
        return (self.passed or behind) and not DANGER.search(clause.seen)

    @property
    def open(self) -> bool:
        """Whether the clause before made something, so that this one may go on from it."""
        return bool(self.made) and self.last is not None


def _sentence(
    group: list[Clause], heard: Heard, left: list[Left], opinions: Opinions, *, telling: bool
) -> list[Candidate]:
    """The memories of one sentence: a clause each, with the clauses that complete it."""
    course = _Course(before=heard.before)
    listing = telling and len(group) >= FEWEST_LISTED and all(_is_catchword(clause) for clause in group)
    for place, clause in enumerate(group):
        if is_exception(clause) and (course.open or leads_in(clause.text)):
            course.join(clause) if course.open else left.append(Left(quote=clause.text, reason=talk.PASSING))
            continue
        if clause.left == talk.NOT_MEANT and (taken := _taken_back(clause)):
            course.made.append((taken, replace(clause, corrects=True), clause.text))
            continue
        if clause.left:
            left.append(Left(quote=clause.text, reason=clause.left))
            continue
        tongue = tongue_of(clause.seen)
        found = _by_patterns(clause, course, tongue)
        if course.open and _ALLERGIC.match(clause.seen.strip()) and _to_what(course.made[-1][0]):
            course.join(clause)
            course.made[-1] = _as_allergy(course.made[-1])
            continue
        if course.open and course.made[-1][0].attribute in _HABITS and _GIVEN_UP.match(clause.seen.strip()):
            course.join(clause)
            course.made[-1] = (replace(course.made[-1][0], negated=True), *course.made[-1][1:])
            continue
        if course.open and _gives_health_as_reason(clause, course.made[-1][0]):
            course.join(clause)
            continue
        if isinstance(found, str):
            meant = _by_witness(clause, found, opinions, tongue, telling=telling, listing=listing)
            apart = (
                meant is not None and meant.kind is Kind.EVENT and course.open and course.made[-1][0].kind is Kind.FACT
            )
            adds = tongue.goes_on(clause.seen, course.carried) or _adds(clause, found, opinions, tongue)
            if course.open and adds and not apart:
                course.join(clause)
                continue
            if meant is None or (_is_bare(meant, clause, tongue) and course.astray(meant, clause)):
                course.passed = course.passed or found == talk.PASSING or _of_a_thing(clause, found, tongue)
                if meant is None and (relative := _named_beside(group, place, found)):
                    course.made.append((relative, clause, clause.text))
                    course.carried, course.last = None, None
                    continue
                left.append(Left(quote=clause.text, reason=found if meant is None else talk.PASSING))
                course.carried, course.last = None, None
                continue
            found = meant
        adds = _is_bare(found, clause, tongue) and found.kind is not Kind.EVENT
        if course.open and (adds or _same_memory(course.made[-1][0], found, clause, tongue)):
            course.join(clause, found)
        else:
            named, quote = _with_allergen(found, clause, left if not clause.first else [])
            course.made.append((named, clause, quote))
        course.carried, course.last = found, clause
    return [
        _doubted(candidate(found, heard, quote, outright=clause.outright, corrects=_corrects(clause, found)), opinions)
        for found, clause, quote in course.made
    ]


def _named_beside(group: list[Clause], place: int, reason: str) -> Found | None:
    """Whom of the user's a left clause names by the way. A clause of a question or a request names nobody for keeps."""
    if reason not in (talk.NOTHING, talk.OTHERS) or group[place].asked or has_han(group[place].text):
        return None
    return beside(group[place].text, group[place + 1].text if place + 1 < len(group) else "")


def _by_patterns(clause: Clause, course: _Course, tongue: ModuleType) -> Found | str:
    """What the patterns find in a clause, seen with those before it in its sentence; why it is left otherwise."""
    found: Found | str = tongue.find(clause, course.carried)
    if isinstance(found, str) and (theirs := _of_close(clause, course, tongue)):
        return theirs
    if course.somebody and not clause.outright and _without_subject(clause, tongue):
        return _of_somebody(clause, course.somebody, found, tongue)
    cut = tongue.fillers(clause)
    course.somebody = somebody(clause.text[cut:], clause.seen[cut:]) or course.somebody
    if course.theirs and _goes_on_of_them(clause, found, tongue):
        found = talk.OTHERS
    course.theirs = found == talk.OTHERS and tongue.of_someone(clause.seen[tongue.fillers(clause) :])
    if found == talk.NOTHING and _is_mixed(clause.seen):
        other = en if tongue is zh else zh
        found = other.find(clause, None)
    if course.whim and not isinstance(found, str) and _is_whim(found, clause, tongue):
        found = talk.PASSING
    course.whim = course.whim or tongue.is_of_today(clause.seen)
    if isinstance(found, str) and clause.outright and tongue.states(clause):
        return tongue.as_said(clause)  # type: ignore[no-any-return]
    return found


def _of_close(clause: Clause, course: _Course, tongue: ModuleType) -> Found | None:
    """What a clause says of somebody close whom it names without "my", or points at after the message before."""
    cut = tongue.fillers(clause)
    seen = clause.seen[cut:]
    name, at = close.meant(course.before, seen)
    if end := close.bare(seen):
        course.somebody, name, at = "我" + clause.text[cut : cut + end], "我", 0
    if not name:
        return None
    whole = replace(clause, text=name + clause.text[cut + at :], seen=name + seen[at:])
    found: Found | str = tongue.find(whole, None)
    return None if isinstance(found, str) else found


def _is_catchword(clause: Clause) -> bool:
    """Whether a clause is a few words that name nobody ("29", "nurse", "程序员")."""
    tongue = tongue_of(clause.seen)
    seen = clause.seen[tongue.fillers(clause) :]
    short = len(seen) <= CATCHWORD_ZH if has_han(seen) else len(seen.split()) <= CATCHWORD_EN
    return short and tongue.subject(seen)[0] in (NONE, OTHER)


def _is_bare(found: Found, clause: Clause, tongue: ModuleType) -> bool:
    """Whether only the witness speaks for a later clause of the sentence, and nobody is named in it."""
    return found.doubtful and not clause.first and not _own_subject(clause, tongue)


def _of_a_thing(clause: Clause, reason: str, tongue: ModuleType) -> bool:
    """Whether a left clause speaks of a thing, so that a clause behind it without a subject does too."""
    return reason == talk.NOTHING and tongue.subject(clause.seen[tongue.fillers(clause) :])[0] == OTHER


def _adds(clause: Clause, reason: str, opinions: Opinions, tongue: ModuleType) -> bool:
    """Whether a clause without a subject of its own tells more of what the one before it said: by the witness, or
    because it takes that up by name ("it's called …", "an old one from my uncle")."""
    seen = clause.seen[tongue.fillers(clause) :]
    said = opinions.get(clause.text)
    if reason == talk.OTHERS:
        return bool(tongue.takes_up(_ENDS.sub("", seen)))
    return reason == talk.NOTHING and said is not None and said.worth >= GOES_ON and not _own_subject(clause, tongue)


def _goes_on_of_them(clause: Clause, found: Found | str, tongue: ModuleType) -> bool:
    """Whether a clause without a subject goes on speaking of the one before it: "our boss drinks only tea, never coffee"."""
    if clause.outright or (not isinstance(found, str) and found.kind in (Kind.INSTRUCTION, Kind.RELATIONSHIP)):
        return False
    return _without_subject(clause, tongue)


_OF_HEALTH = frozenset({"allergy", "health.condition", "medication"})


def _without_subject(clause: Clause, tongue: ModuleType) -> bool:
    return tongue.subject(clause.seen[tongue.fillers(clause) :])[0] == NONE and not _own_subject(clause, tongue)


def _of_somebody(clause: Clause, name: str, found: Found | str, tongue: ModuleType) -> Found | str:
    """What a clause without a subject says of the one named before it. What is of health is kept in any case."""
    cut = tongue.fillers(clause)
    for start in beginnings(name, clause.seen[cut:]):
        whole = replace(clause, text=start + clause.text[cut:], seen=shadow(start) + clause.seen[cut:])
        if not isinstance(theirs := tongue.find(whole, None), str):
            return theirs  # type: ignore[no-any-return]
    if not isinstance(found, str) and found.attribute in _OF_HEALTH and found.content.startswith("我"):
        return replace(found, content=name + found.content.removeprefix("我"), opener=name)
    return talk.OTHERS


_NEVER_SAID = regex(
    r"^(?:no,? )?(?:i (?:never|didn't|did not) (?:say|said|tell you|told you|claim(?:ed)?)(?: that)?|你?(?:记错了?[，,])?(?:我)?(?:从来|可|并|根本)?没有?(?:跟你|和你|对你)?(?:说过?|讲过?|提过))(?:了)?\s*(?P<said>.{4,80})$"
)


def _taken_back(clause: Clause) -> Found | None:
    """ "I never said I work at Acme": the statement that was never made, as what is not so; None when it says nothing."""
    match = _NEVER_SAID.match(clause.seen)
    if match is None:
        return None
    text = clause.text[match.start("said") :]
    tongue = tongue_of(match["said"])
    stated = gate.read(text)
    found: Found | str = tongue.find(stated[0], None) if len(stated) == 1 and not stated[0].left else talk.NOTHING
    if isinstance(found, str):
        return None
    content = f"我没说过{found.content}" if has_han(text) else f"It's not true that {found.content}"
    return replace(found, content=content, negated=True, ends=True, rule="never said", kind=found.kind)


def _corrects(clause: Clause, found: Found) -> bool:
    """Whether a statement says that what was known is wrong: outright, or "actually …" of what has one value in a life."""
    slot = get(found.attribute)
    lasting = slot is not None and slot.single and slot.protected and found.kind is Kind.FACT
    return clause.corrects or (clause.rewords and lasting)


# "I don't eat peanuts, allergic": why a thing is avoided, said without naming it again.
_ALLERGIC = regex(
    r"^(?:因为|有点|是)*我?(?:会|就|有点|严重|对它|对这个|都)*过敏的?$"
    r"|^(?:because |since |as )?(?:i'm |i am )?(?:very |really |severely |badly |deathly )?allergic(?: to (?:it|them|those|that))?$"
)


# "I used to smoke, quit in 2021": what was given up is named in the clause before.
_HABITS = frozenset({"smoking", "alcohol", "medication", "hobby", "diet.style", "diet.likes", "sport", "game", "habit"})
_GIVEN_UP = regex(
    r"^(?:但是?|不过|可是?|后来|现在|如今|已经|早就?|终于|就|又|都|我|[\d零一二三四五六七八九十]+年前?|去年|前年|今年|上个?月|最近|之后|才)*"
    r"(?:戒|戒掉|戒断|停|停掉|放弃|不[抽吸喝吃玩打])了?(?:[^，。]{0,6})$"
    r"|^(?:but |and |then |i |i've |i have |finally |since |now |have )*(?:quit|gave (?:it )?up|given (?:it )?up|stopped|kicked (?:it|the habit)|dropped it)(?: (?:it|that))?(?: (?:in|last|two|three|a|over|about|since|when|years?|ago|\d+|month|year)\b.*)?$"
)


_REASON = regex(
    r"^(?:it|they|that|those|these|because|since|as|due to|doctor'?s?|the doctor)\b|^(?:因为|会|跟|和|由于|医生|它|怕)"
)


def _gives_health_as_reason(clause: Clause, before: Found) -> bool:
    """ "No grapefruit for me, it messes with my meds": health is why, and the first clause alone would not tell."""
    seen = clause.seen.strip()
    return avoided(before) and bool(_REASON.match(seen) and OF_HEALTH.search(seen))


def _to_what(found: Found) -> bool:
    return (
        found.attribute in ("allergy", "diet.avoids", "dislike", "alcohol")
        and bool(found.value)
        and found.rule != "allergy/am"
    )


_NOT_TAKEN = regex(r"^(?:从来|从|都|一点)?不(?:能|敢)?[吃喝碰沾]")


def _as_allergy(made: tuple[Found, Clause, str]) -> tuple[Found, Clause, str]:
    found, first, quote = made
    changes = replace(
        found,
        value=_NOT_TAKEN.sub("", found.value or ""),
        kind=Kind.FACT,
        attribute="allergy",
        relation="allergic_to",
        negated=False,
        ends=False,
        importance=0.9,
    )
    return changes, first, quote


_BRINGS_IT = regex(
    r"^(?:any |no |even )?(?P<v>(?!it\b|that\b|this\b|they\b|he\b|she\b|you\b|what\b)[a-z]+(?: [a-z]+)?)"
    r"(?: (?:always |usually |really )?(?:makes?|gives?|causes?|kills?|is|are|and me|mess(?:es)?|for me|hurts?|sets? off)\b.*)?$"
)


def _with_allergen(found: Found, clause: Clause, left: list[Left]) -> tuple[Found, str]:
    """ "Peanuts make me break out, I'm allergic": the clause before names what to, which alone is no memory."""
    before = left[-1] if left else None
    if found.rule != "allergy/am" or before is None or before.reason not in (talk.NOTHING, talk.OTHERS):
        return found, clause.text
    match = _BRINGS_IT.match(before.quote.lower().strip())
    if match is None:
        return found, clause.text
    left.pop()
    name = match["v"]
    return replace(
        found, content=f"I'm allergic to {name}", value=name, rule="allergy/of"
    ), f"{before.quote}, {clause.text}"


def _by_witness(
    clause: Clause, reason: str, opinions: Opinions, tongue: ModuleType, *, telling: bool, listing: bool
) -> Found | None:
    """What the second witness alone sees in a clause in which the patterns found nothing."""
    said = opinions.get(clause.text)
    seen = clause.seen[tongue.fillers(clause) :]
    if said is not None and reason == talk.OTHERS and (theirs := kind_of_others(seen, said)):
        return Found(
            rule="the meaning",
            kind=theirs,
            content=tongue.tidy(clause),
            importance=0.9 if DANGER.search(seen) else 0.6,
            doubtful=True,
            sure=said.worth >= QUITE,
            carries=OTHER,
        )
    once = said is not None and said.kind is Kind.INSTRUCTION and clause.once
    if said is None or reason != talk.NOTHING or once or only_new(clause.seen):  # of what, only what is known says
        return None
    if not believed(seen, said, telling=telling, listing=listing):
        return None
    whose, _, _ = tongue.subject(seen)
    kind = done_once(seen, kind_of(seen, said))
    return Found(
        rule="the meaning",
        kind=kind,
        content=tongue.with_subject(tongue.tidy(clause)),
        attribute=slot_of(seen, kind),
        importance=0.9 if kind is Kind.FACT and DANGER.search(seen) else 0.5,
        doubtful=True,
        sure=said.worth >= QUITE,
        carries=whose if whose != NONE else SELF,
    )


def _is_loose(one: Candidate) -> bool:
    """Whether a memory rests on a pattern that fits much: a taste or habit without a marked slot."""
    return ": -/" in one.reason and not one.protected and one.confidence < 0.95


def _doubted(one: Candidate, opinions: Opinions) -> Candidate:
    said = opinions.get(one.quote)
    if said is None or said.worth >= WORTHLESS or not _is_loose(one):
        return one
    return replace(one, confidence=ALONE, reason=f"{one.reason}; the second witness sees nothing in it")


def _is_mixed(seen: str) -> bool:
    return has_han(seen) and re.search(r"[a-z]{2}", seen) is not None


_ONCE = regex(r"(?:之前|原来|原先|早先)(?=[做是在当搞干教从])")


def _was(seen: str) -> bool:
    return (cues.FORMER.search(seen) or _ONCE.search(seen)) is not None and cues.NOW.search(seen) is None


_MORE = ("还有", "另外", "其中")  # what they open says which: without them the words hang in the air
_ENDS = regex(r"[\s。.!！~～…，,；;]+$")


def _joined(made: tuple[Found, Clause, str], clause: Clause, also: Found | None) -> tuple[Found, Clause, str]:
    """A finding with one more clause to its content. What replaces an ended value ("not X any more, Y now") leads."""
    found, first, quote = made
    if also is not None and found.ends and not also.ends:
        found = replace(also, content=found.content)
    elif also is not None and only_change(found.value) and also.attribute == found.attribute:
        found = replace(also, content=found.content)  # "I changed jobs, I'm a nurse now": the value is the nurse
    elif also is not None and _was(first.seen) and not _was(clause.seen) and also.attribute == found.attribute:
        found = replace(also, content=found.content)  # "I was X before, I am Y now": the value is Y
    mark = "，" if has_han(found.content) else ", "
    tongue = zh if has_han(clause.text) else en
    words = _ENDS.sub("", clause.text) if clause.seen.startswith(_MORE) else tongue.tidy(clause)
    if found.kind is Kind.RELATIONSHIP and not found.entities and (name := tongue.called(words)):
        found = replace(found, value=name, entities=(name,))
    return replace(found, content=f"{found.content}{mark}{words}"), first, f"{quote}{mark}{clause.text}"


def _same_memory(before: Found, found: Found, clause: Clause, tongue: ModuleType) -> bool:
    """Whether a clause without a subject of its own only completes the one before it."""
    if found.rule == "continues":
        return True
    if before.attribute in ("goal", "weight.goal", "fitness.goal") and not _own_subject(clause, tongue):
        return found.attribute not in ("goal", "weight.goal", "fitness.goal")
    if before.kind is not found.kind or _own_subject(clause, tongue):
        return False
    if before.kind is Kind.EVENT:
        return True
    return before.attribute == found.attribute


def _is_whim(found: Found, clause: Clause, tongue: ModuleType) -> bool:
    """Whether a taste without a subject of its own belongs to the "today" before it in the sentence."""
    return found.kind is Kind.PREFERENCE and not clause.lasting and not _own_subject(clause, tongue)


def _own_subject(clause: Clause, tongue: ModuleType) -> bool:
    seen = clause.seen[tongue.fillers(clause) :]
    if has_han(seen):
        return "我" in seen
    return seen.startswith(("i ", "i'", "my ", "we ", "our "))


def _distinct(kept: list[Candidate]) -> list[Candidate]:
    seen: dict[tuple[Kind, str], Candidate] = {}
    for one in kept:
        seen.setdefault((one.kind, one.content), one)
    return list(seen.values())

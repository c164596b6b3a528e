"""What a language model proposes to keep, and the checks that it must pass: the model points, the person's words are kept.

A model is the third witness. It is asked only where the patterns left a plain statement of the user's own (`open_clauses`), and
what it says is used to choose, never to write: a memory's content, times, names and marks are made from the clause itself, as for
the other two witnesses. So a model that lies, repeats itself or obeys a stranger can add nothing that the user did not say, and
nothing that the gate left. Alone it is held with low confidence, under the bar from which something known is replaced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from jiyi.errors import ModelReplyInvalid
from jiyi.language.normalize import fold, language_of
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.language.tokens import terms
from jiyi.policy import gate, guard, values
from jiyi.policy.attributes import named_in
from jiyi.policy.candidate import Candidate, Extraction, Heard
from jiyi.policy.decide import loose_ends
from jiyi.policy.extract import en, zh
from jiyi.policy.extract.builds import may_stand
from jiyi.policy.extract.compose import candidate
from jiyi.policy.extract.frame import KIN, OTHER, SELF, WE, Found
from jiyi.policy.extract.opinion import ALONE, Opinions
from jiyi.policy.gate import Clause
from jiyi.policy.replies import json_of
from jiyi.policy.tables import talk
from jiyi.records import Kind, Relation
from jiyi.settings import GuardSettings

MOST_ADDED = 4  # memories of one message that a model may add
MOST_READ = 64  # proposals of one reply that are looked at
SHORTEST, LONGEST = 4, 300  # characters of a clause that a model may point at
MESSAGE_CHARACTERS = 1_200  # of one message that a model is shown
BEFORE_CHARACTERS = 300  # of the assistant's message before it
PROMPT_CHARACTERS = 16_000  # of all messages of one call; what is over it is left to the rules
BESIDE = 64  # characters on either side of a clause in which nothing may have been cut out
WORTH = 0.5  # worth from which the second witness does not object
SURE_KIND = 0.6  # certainty from which the second witness's kind is taken rather than the model's
AGREED = 0.95  # confidence of what patterns found and the model points at too
CLEAR = 0.75  # confidence from which a finding of the patterns can gain by that

KINDS = (Kind.FACT, Kind.PREFERENCE, Kind.EVENT, Kind.RELATIONSHIP, Kind.INSTRUCTION)

# Why a proposal was refused, as the log says it.
NOT_SAID = "its quote is not in what the user said"
NOT_OPEN = "the gate or the patterns left it for a reason"
CUT = "something was withheld in it"
MISREAD = "it says something else than its quote"
KIND = "no such kind"
WORTHLESS = "the second witness sees nothing in it"
AGAIN = "known from this message already"
TOO_MANY = "too many of one message"

_TO_ASSISTANT = regex(r"你|您|\byou(?:r|rs)?\b")
_LOOSE_WORDS = frozenset("我的是在有和了user用户")  # what a first-person sentence may have beyond its quote
_EDGE = regex(r"[\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One memory as a model proposes it. `message` is the number that the message had in the prompt, from 1."""

    message: int
    quote: str
    content: str
    kind: str
    attribute: str = ""
    value: str = ""
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A user message with what patterns and the second witness made of it."""

    heard: Heard
    extraction: Extraction
    opinions: Opinions = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What became of the proposals on one message. `refused` are reasons, never the model's words."""

    extraction: Extraction
    added: tuple[Candidate, ...] = ()
    agreed: int = 0
    refused: tuple[str, ...] = ()


# --- asking ---------------------------------------------------------------------------------------------------------


@cache
def template(language: str) -> str:
    """The instructions, in "zh" or "en"."""
    return (files("jiyi.policy") / "prompts" / f"propose.{language}.md").read_text("utf-8").strip()


def schema() -> dict[str, Any]:
    """The JSON schema that a reply follows."""
    text = {"type": "string"}
    relation = _object({"subject": text, "relation": text, "object": text})
    memory = _object(
        {
            "message": {"type": "integer"},
            "quote": text,
            "content": text,
            "kind": {"type": "string", "enum": [kind.value for kind in KINDS]},
            "attribute": text,
            "value": text,
            "relations": {"type": "array", "items": relation},
        }
    )
    return _object({"memories": {"type": "array", "items": memory}})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def prompt(said: Sequence[Said]) -> tuple[list[dict[str, str]], int]:
    """The chat that asks for proposals, and how many of the messages it shows (the first so many).

    Only the user's messages are numbered; the assistant's words just before one stand beside it for what they refer to.
    What tools and pages said is not shown at all.
    """
    language = "zh" if language_of("\n".join(one.heard.text for one in said)) in ("zh", "mixed") else "en"
    before, user = ("之前", "用户") if language == "zh" else ("before", "user")
    lines: list[str] = []
    room = PROMPT_CHARACTERS
    shown = 0
    for number, one in enumerate(said, start=1):
        own = [f"({before}) {_short(one.heard.answered, BEFORE_CHARACTERS)}"] if one.heard.answered else []
        own.append(f"[{number}] {user}: {_short(one.heard.text, MESSAGE_CHARACTERS)}")
        room -= sum(map(len, own))
        if room < 0 and shown:
            break
        lines += own
        shown = number
    return [{"role": "system", "content": template(language)}, {"role": "user", "content": "\n".join(lines)}], shown


def _short(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most * 2 // 3]} … {text[-(most // 3) :]}"


def parse(reply: str) -> tuple[Proposal, ...]:
    """The proposals of a reply; entries that are none are passed over. Raises ModelReplyInvalid."""
    listed = json_of(reply, required=("memories",), listed="memories")["memories"]
    if not isinstance(listed, list):
        raise ModelReplyInvalid("the model's reply has no list of memories")
    made = []
    for entry in listed[:MOST_READ]:
        if not isinstance(entry, Mapping) or not isinstance(entry.get("quote"), str):
            continue
        number = entry.get("message")
        made.append(
            Proposal(
                message=number if isinstance(number, int) else 0,
                relations=_relations(entry.get("relations")),
                **{name: _text(entry.get(name)) for name in ("quote", "content", "kind", "attribute", "value")},
            )
        )
    return tuple(made)


def _text(value: Any) -> str:
    return value.strip()[: 2 * LONGEST] if isinstance(value, str) else ""


def _relations(value: Any) -> tuple[Relation, ...]:
    made = []
    for entry in value if isinstance(value, list) else ():
        if isinstance(entry, Mapping):
            subject, relation, object_ = (_text(entry.get(name)) for name in ("subject", "relation", "object"))
            if subject and relation and object_:
                made.append(Relation(subject=subject, relation=relation, object=object_))
    return tuple(made[:MOST_ADDED])


# --- checking -------------------------------------------------------------------------------------------------------


def open_clauses(said: Said) -> tuple[Clause, ...]:
    """The clauses of a message on which a model may be heard: statements with the user as their own subject, in which the
    patterns found nothing. Where there are none a model need not be asked."""
    clauses = gate.read(said.heard.text)
    open_to = _open_to_model(said, clauses)
    return tuple(clause for clause in clauses if clause.start in open_to and _own(clause))


def checked(proposals: Sequence[Proposal], said: Said, settings: GuardSettings, *, by: str) -> Checked:
    """What the message makes with a model heard. `by` names the model in the reasons.

    Candidates of the rules stay as they are, but that those found by a clear pattern gain confidence where the model
    points at them too. Pure; never raises on any proposal.
    """
    clauses = gate.read(said.heard.text)
    kept = list(said.extraction.kept)
    added: list[Candidate] = []
    refused: list[str] = []
    agreed: set[int] = set()
    for proposal in proposals:
        place = _known(proposal, kept)
        if place is not None:
            if place not in agreed and kept[place].confidence >= CLEAR:
                agreed.add(place)
                kept[place] = _surer(kept[place], by)
            continue
        if _known(proposal, added) is not None:
            refused.append(AGAIN)
        elif len(added) >= MOST_ADDED:
            refused.append(TOO_MANY)
        elif isinstance(made := _made(proposal, said, clauses, settings, by), str):
            refused.append(made)
        elif _is_repeated(made, (*kept, *added)):
            refused.append(AGAIN)
        else:
            added.append(made)
    quoted = " ".join(_bare(one.quote) for one in added)
    left = tuple(one for one in said.extraction.left if not added or _bare(one.quote) not in quoted)
    trigger = said.extraction.trigger or ("scan" if added else "")
    return Checked(
        extraction=Extraction(kept=(*kept, *added), left=left, trigger=trigger),
        added=tuple(added),
        agreed=len(agreed),
        refused=tuple(refused),
    )


def _bare(text: str) -> str:
    """The text as quotes are compared: folded, without spaces and marks."""
    return _EDGE.sub("", fold(text))


def _known(proposal: Proposal, candidates: Sequence[Candidate]) -> int | None:
    """The place of the candidate that rests on the quoted words."""
    quote = _bare(proposal.quote)
    if not quote:
        return None
    for place, one in enumerate(candidates):
        own = _bare(one.quote)
        if own and (quote in own or own in quote):
            return place
    return None


def _surer(one: Candidate, by: str) -> Candidate:
    return replace(one, confidence=max(one.confidence, AGREED), reason=f"{one.reason}; the model agrees ({by})")


def _is_repeated(made: Candidate, others: Sequence[Candidate]) -> bool:
    return any(one.kind is made.kind and _bare(one.content) == _bare(made.content) for one in others)


def _open_to_model(said: Said, clauses: Sequence[Clause]) -> frozenset[int]:
    """Starts of the clauses that the gate let through and in which the patterns found nothing."""
    nothing = {one.quote for one in said.extraction.left if one.reason == talk.NOTHING}
    changes = [one.quote for one in loose_ends(said.extraction, said.heard)]  # these may end something: for `decide`
    return frozenset(
        one.start
        for one in clauses
        if one.text in nothing
        and not one.left
        and not one.asked
        and _is_whole(one.text, said.heard.text)
        and not any(one.text in change for change in changes)
    )


def _is_whole(clause: str, text: str) -> bool:
    """Whether the clause stands in the message as it is. The gate blanks out what is no talk; of a clause that the guard
    cut something out of, or off, the rest is no statement."""
    at = text.find(clause)
    return at >= 0 and not guard.marked(text[max(0, at - BESIDE) : at + len(clause) + BESIDE])


def _tongue(clause: Clause) -> Any:
    return zh if has_han(clause.seen) else en


def _subject(clause: Clause) -> str:
    tongue = _tongue(clause)
    whose: str = tongue.subject(clause.seen[tongue.fillers(clause) :])[0]
    return whose


def _own(clause: Clause) -> bool:
    """Whether the clause speaks of the user, to nobody, and is short enough to be one statement."""
    return (
        SHORTEST <= len(clause.text) <= LONGEST
        and _subject(clause) in (SELF, WE)
        and not _TO_ASSISTANT.search(clause.seen)
        and not guard.marked(clause.text)
    )


def _pointed(proposal: Proposal, clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses that the quote covers, whole; none when the words do not stand in the message one after another."""
    quote = _bare(proposal.quote)
    if len(quote) < (2 if has_han(quote) else SHORTEST):
        return []
    bare = [_bare(clause.text) for clause in clauses]
    at = "".join(bare).find(quote)
    if at < 0:
        return []
    found = []
    start = 0
    for clause, text in zip(clauses, bare, strict=True):
        if start < at + len(quote) and start + len(text) > at:
            found.append(clause)
        start += len(text)
    return found


def _made(
    proposal: Proposal, said: Said, clauses: Sequence[Clause], settings: GuardSettings, by: str
) -> Candidate | str:
    """The candidate that a proposal becomes, or why it does not."""
    pointed = _pointed(proposal, clauses)
    if not pointed:
        return NOT_SAID
    if proposal.kind not in KINDS:
        return KIND
    open_to = _open_to_model(said, clauses)
    first = pointed[0]
    if any(clause.start not in open_to for clause in pointed) or not _own(first):
        return NOT_OPEN
    whole = _with_rest(first, pointed, clauses, open_to)
    if whole is None:
        return NOT_OPEN
    mark = "，" if has_han(first.text) else ", "
    words = mark.join(clause.text for clause in whole)
    if len(words) > LONGEST:
        return NOT_OPEN
    if guard.marked(words) or guard.inspect(words, settings).findings:
        return CUT
    if not _agrees(proposal.content, words):
        return MISREAD
    kind = _kind(proposal, first, said.opinions)
    if kind is None:
        return WORTHLESS
    if kind is Kind.RELATIONSHIP or (kind is Kind.INSTRUCTION and not first.lasting):
        return NOT_OPEN  # whom and what these speak of is a matter of form, and the patterns read it
    content = mark.join(_tongue(clause).tidy(clause) for clause in whole)
    found = _found(proposal, kind, content, words)
    made = candidate(found, said.heard, words, outright=first.outright, corrects=False)
    alone = first.text not in said.opinions
    witnesses = f"the model alone ({by})" if alone else f"the model ({by}) and the second witness"
    relations = _grounded(proposal.relations, words)
    names = (*made.entities, *(r.object for r in relations), *(r.subject for r in relations if r.subject != "user"))
    return replace(
        made,
        confidence=ALONE,
        relations=relations or made.relations,
        entities=tuple(dict.fromkeys(name for name in names if len(name) <= 40)),
        reason=f"{witnesses}: its meaning",
    )


def _with_rest(
    first: Clause, pointed: Sequence[Clause], clauses: Sequence[Clause], open_to: frozenset[int]
) -> list[Clause] | None:
    """The clause with those that complete it, to the end of the sentence: they may turn its sense. None when one that was
    left for a reason, or speaks of another subject, stands among what the quote covers or goes on from it."""
    whole = [first]
    last = pointed[-1].start
    for clause in clauses:
        if clause.start <= first.start:
            continue
        if clause.sentence != first.sentence:
            return None if clause.start <= last else whole
        whose = _subject(clause)
        if clause.start > last and (whose in (SELF, WE) or clause.left in (talk.QUESTION, talk.COURTESY)):
            return whole
        if clause.start not in open_to or whose in (KIN, OTHER) or _TO_ASSISTANT.search(clause.seen):
            return None
        whole.append(clause)
    return whole


def _agrees(content: str, words: str) -> bool:
    """Whether the model's sentence says what the words say: same language, no word, name or number of its own, and a
    denial where there is one."""
    spoken, told = language_of(words), language_of(content)
    if not content or (spoken != told and "mixed" not in (spoken, told)):
        return False
    own = {*terms(words), *_LOOSE_WORDS}
    invented = [term for term in terms(content) if term not in own and not (has_han(term) and len(term) > 1)]
    return not invented and values.denies(values.plain(content)) == values.denies(values.plain(words))


def _kind(proposal: Proposal, clause: Clause, opinions: Opinions) -> Kind | None:
    """The kind that the witnesses give it; None when the second witness, or the build of the clause where that one was
    not heard, speaks against it."""
    said = opinions.get(clause.text)
    if said is None:
        tongue = _tongue(clause)
        return Kind(proposal.kind) if may_stand(clause.seen[tongue.fillers(clause) :]) else None
    if said.worth < WORTH:
        return None
    if said.certainty >= SURE_KIND and said.kind in KINDS:
        return said.kind
    return Kind(proposal.kind)


def _found(proposal: Proposal, kind: Kind, content: str, words: str) -> Found:
    """The statement as patterns would have found it. An attribute counts only where the words themselves name it."""
    slots = [one for one in named_in(words) if one.name == proposal.attribute and one.kind is kind]
    value = proposal.value if slots and proposal.value and _bare(proposal.value) in _bare(words) else None
    slot = slots[0] if slots and (value or not slots[0].single) else None
    return Found(
        rule="the model",
        kind=kind,
        content=content,
        attribute=slot.name if slot else None,
        value=value if slot else None,
        negated=values.denies(values.plain(words)),
    )


def _grounded(relations: Sequence[Relation], words: str) -> tuple[Relation, ...]:
    """The relations whose three parts stand in the words (the user is `user`)."""
    bare = _bare(words)

    def stands(text: str) -> bool:
        return bool(_bare(text)) and _bare(text) in bare

    return tuple(
        one
        for one in relations
        if (one.subject == "user" or stands(one.subject)) and stands(one.relation) and stands(one.object)
    )

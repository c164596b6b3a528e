"""What kind of talk each clause of a message is: a statement that may be kept, or one of the things that must be left.

Left are questions, hypotheticals and wishes, role play, creative tasks, text quoted inside a task, pasted blocks, hearsay,
and what only concerns the present request. The gate judges by structure alone; what a statement says is judged by
`policy.extract`. New words go into `policy/tables/talk.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jiyi.language.memo import memo
from jiyi.language.normalize import clauses, sentences, shadow
from jiyi.language.regex import regex
from jiyi.language.script import EMOJI, has_han
from jiyi.policy import guard
from jiyi.policy.redact import clause_spans
from jiyi.policy.tables import dialect, leads, talk

LONGEST_READ = 3_000  # characters; of a longer message only the beginning and the end are the person's own words
HEAD_READ, TAIL_READ = 2_000, 600
_HELD = "\ue000"  # stands for a comma that does not part clauses
LATELY = 16  # texts whose clauses are remembered: each judge of a message reads it
HALF = "the beginning of a secret"
SMALL_QUOTE = 12  # characters; a shorter quotation is a name or a term


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause with its place in the message. `seen` is its shadow (simplified, lower case, same length).

    `left` says why it must not be kept ("" when it may). `asked` marks a clause of a sentence that is a question as a
    whole, `once` one of a sentence that concerns this once alone. `outright` marks what the person asked to remember, `lasting` what is said to hold from now on or always,
    `corrects` what follows "you got that wrong".
    """

    text: str
    seen: str
    start: int
    sentence: int
    first: bool = False  # first clause of its sentence
    left: str = ""
    asked: bool = False
    once: bool = False
    outright: bool = False
    lasting: bool = False
    corrects: bool = False
    rewords: bool = False  # opens with "actually", "sorry, …": a correction where the slot holds one value


@dataclass(frozen=True, slots=True)
class _Mood:
    """What the sentences so far have set for those that follow."""

    rest: str = ""  # why everything from here on is left
    outright: bool = False
    corrects: bool = False


_FULL_STOP = regex(  # a heart may be a verb
    rf"(?<=[{EMOJI}\ufe0f])(?<![\u2764\u2665])(?<![\u2764\u2665]\ufe0f)[ ]*(?=I(?:['’ ])|(?:My|We|Our) |我(?!的)|但是?我|不过我|还有我)"
)


@memo(LATELY)
def read(text: str) -> tuple[Clause, ...]:
    """The clauses of a message in order, each with what the gate says of it. Linear in the length of the text."""
    if len(text) > LONGEST_READ:
        text = text[:HEAD_READ] + "\n" + text[-TAIL_READ:]
    own = _without_withheld(_without_blocks(text))
    mood = _Mood()
    found: list[Clause] = []
    cursor = 0
    for number, sentence in enumerate(_own_sentences(own)):
        start = own.find(sentence, cursor)
        cursor = start + len(sentence)
        judged, mood = _sentence(sentence, start, number, mood)
        if judged and judged[0].left == talk.TASK and talk.POINTS_BACK.search(shadow(sentence)):
            found = [replace(c, left=c.left or talk.TASK) for c in found]
        found += judged
    return tuple(found)


def _own_sentences(text: str) -> Iterator[str]:
    """The sentences of a text, what is put between brackets in the first person as one of its own, and what begins
    anew after an emoji that stands for a full stop: "I live in Ghent 😀 I like rowing"."""
    for sentence in sentences(text):
        parts = talk.ASIDE.split(sentence) if "(" in sentence or "（" in sentence else (sentence,)
        for part in parts:
            pieces = _FULL_STOP.split(part)
            yield from (one for one in pieces if one.strip() and (len(pieces) == 1 or any(map(str.isalnum, one))))


def _without_withheld(text: str) -> str:
    """The text with the clauses that the guard cut something out of blanked, same length: "我护照号 […]" says nothing."""
    if talk.WITHHELD.search(text) is None:
        return text
    text = talk.WITHHELD.sub(lambda mark: "\ufffc" * len(mark.group()), text)
    for start, end in clause_spans(text):
        if "\ufffc" in text[start:end]:
            text = text[:start] + " " * (end - start) + text[end:]
    return text.replace("\ufffc", " ")


def _without_blocks(text: str) -> str:
    """The text with fenced code, quoted lines, logs and transcripts blanked out, same length."""
    if "```" in text:
        text = talk.FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    if "\n" not in text and not talk.QUOTED_LINE.match(text):
        return text
    lines = text.split("\n")
    speakers = sum(bool(talk.SPEAKER_LINE.match(line)) for line in lines)
    kept = []
    for line in lines:
        pasted = bool(talk.QUOTED_LINE.match(line) or talk.LOG_LINE.search(line))
        pasted = pasted or (speakers >= 2 and bool(talk.SPEAKER_LINE.match(line)))
        kept.append(" " * len(line) if pasted else line)
    return "\n".join(kept)


def _sentence(sentence: str, start: int, number: int, mood: _Mood) -> tuple[list[Clause], _Mood]:
    seen = dialect.plain(shadow(sentence))
    begins, ends = leads.span(seen)
    sentence, seen, start = sentence[begins:ends], seen[begins:ends], start + begins
    whole, mood = _whole(seen, mood)
    asked = bool(talk.QUESTION_END.search(seen)) and not talk.SURPRISED.match(seen)
    outright = mood.outright or bool(talk.OUTRIGHT.search(seen))
    corrects = mood.corrects or bool(talk.CORRECTS.search(seen))
    rewords = talk.REWORDS.search(seen) is not None and not asked
    lasting = bool(talk.LASTING.search(seen))
    once = bool(talk.ONCE.search(seen)) and not talk.STANDING_ORDER.search(seen)
    held = talk.ONE_CLAUSE.sub(lambda match: re.sub("[,，]", _HELD, match.group()), sentence)
    pieces = [_freed(piece) for raw in clauses(held) for piece in _apart(raw)]
    found: list[Clause] = []
    cursor = 0
    supposing = False
    for index, piece in enumerate(pieces):
        at = sentence.find(piece, cursor)
        cursor = at + len(piece)
        view = dialect.plain(shadow(piece))
        left = whole or _clause_reason(view, last=index == len(pieces) - 1, asked=asked)
        if talk.SUPPOSE_CLAUSE.search(view) and not lasting:
            # "If one day …" is no question, whatever its words
            supposing = True
            left = talk.SUPPOSED if left in ("", talk.QUESTION) and index < len(pieces) - 1 else left or talk.SUPPOSED
        elif supposing and index and pieces and talk.SUPPOSE_CLAUSE.search(shadow(pieces[0])):
            left = left or talk.SUPPOSED
        found.append(
            Clause(
                text=piece,
                seen=view,
                start=start + at,
                sentence=number,
                first=index == 0,
                left=left,
                asked=asked,
                once=once,
                outright=outright,
                lasting=lasting,
                corrects=corrects,
                rewords=rewords,
            )
        )
    found = _without_vocatives(found)
    only_marker = bool(pieces) and all(talk.ONLY_MARKER.match(shadow(piece)) for piece in pieces)
    return found, _Mood(rest=mood.rest, outright=outright and only_marker, corrects=corrects and only_marker)


def _without_vocatives(found: list[Clause]) -> list[Clause]:
    """The clauses of a sentence; a bare name beside a remark or a greeting is only whom it is said to."""
    remarks = [talk.REMARK.match(clause.seen) is not None for clause in found]
    if not any(remarks):
        return found
    return [
        clause if said or not talk.VOCATIVE.match(clause.text) else replace(clause, left=talk.COURTESY)
        for clause, said in zip(found, remarks, strict=True)
    ]


def _freed(piece: str) -> str:
    return piece.replace(_HELD, "，" if has_han(piece) else ",")


def _apart(clause: str) -> tuple[str, ...]:
    """A clause cut further where a new subject begins ("My name is Dana | and I work …"), and after "remember:"."""
    opened = re.match(r"([^:：]{1,40})[:：]\s*(?=\S)", clause)
    if opened and talk.ONLY_MARKER.match(shadow(opened.group(1))):
        return (opened.group(1), *_apart(clause[opened.end() :]))
    seen = shadow(clause)
    if news := talk.ANNOUNCES.match(seen):
        return _apart(clause[news.end() :])
    if (begins := leads.span(seen)[0]) > 0:
        return _apart(clause[begins:])
    if has_han(clause):
        return tuple(piece for raw in talk.ZH_APART.split(clause) if (piece := raw.strip()))
    if talk.WE_TWO.match(clause):
        return (clause,)
    if talk.TOGETHER.match(clause):
        return (clause.strip(" ,"),)
    pieces = (raw[: leads.span(shadow(raw))[1]] for raw in talk.EN_APART.split(clause))  # "my name's Priya btw"
    return tuple(piece for raw in pieces if (piece := raw.strip(" ,")))


def _whole(seen: str, mood: _Mood) -> tuple[str, _Mood]:
    """Why the whole sentence is left ("" if it is not), and the mood for what follows."""
    if mood.rest:
        return mood.rest, mood
    if talk.ROLE.search(seen):
        return talk.PLAYED, replace(mood, rest=talk.PLAYED)
    own = talk.OWN_WORK.search(seen) and not talk.COLON.search(seen)
    task = not own and talk.QUOTING_TASK.search(seen)
    if task and not talk.STANDING_ORDER.search(seen):
        opens = bool(talk.COLON.search(seen)) or seen.endswith((":", "："))
        return talk.TASK, replace(mood, rest=talk.TASK) if opens else mood
    if not own and talk.CREATIVE.search(seen) and not talk.STANDING_ORDER.search(seen):
        return talk.TASK, replace(mood, rest=talk.TASK) if talk.COLON.search(seen) else mood
    if talk.SUPPOSE_WHOLE.search(seen) and not talk.STANDING_ORDER.search(seen):
        return talk.SUPPOSED, mood
    if talk.JOKES.search(seen):
        return talk.NOT_MEANT, mood
    if talk.PASTED.search(seen):
        return talk.PASTE, replace(mood, rest=talk.PASTE)
    if talk.HEARSAY.search(seen) or talk.SPOKEN.search(seen) or _quotes_a_speaker(seen):
        return talk.HEARD, mood
    return "", mood


def _quotes_a_speaker(seen: str) -> bool:
    """Whether a quotation in the sentence speaks in the first person: then it is someone's words, not a statement."""
    for match in talk.QUOTATION.finditer(seen):
        inside = match.group()[1:-1]
        if talk.FIRST_PERSON.search(inside) or len(inside) > 4 * SMALL_QUOTE:
            return True
    return False


def _clause_reason(view: str, *, last: bool, asked: bool) -> str:
    if guard.opens(view):
        return HALF
    if talk.ONLY_MARKER.match(view):
        return talk.COURTESY
    if talk.DENIED.search(view):
        return talk.NOT_MEANT
    if talk.POLITE_ORDER.search(view):
        return ""
    if talk.EXHORTS.search(view) or talk.LAST_SPOKE.match(view):
        return talk.COURTESY
    if not asked and talk.GOES_ON.match(view):
        return ""
    if (asked and last) or talk.ASKS.search(view):
        return "" if talk.ASKS_NOTHING.search(view) and not asked else talk.QUESTION
    if talk.SMALL.match(view):
        return talk.COURTESY
    return ""

"""What is said on of a thing that is to be forgotten, without its name: in the next clause, or the next turn.

"我前夫姓霍，在船厂": the second clause has no subject of its own. "My boss is Mr Stone." – "He pays me late."
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from jiyi.language.regex import regex
from jiyi.language.script import HAN, has_han
from jiyi.policy.redact import clause_spans
from jiyi.policy.topic import Topic
from jiyi.records import Episode

SOON = timedelta(minutes=10)  # after a turn, for a pronoun at the start of the next
SUBJECT = regex(r"^(?:我|你|他|她|它|咱|大家|这|那|但|不过|另外|还有|而且|所以|因为|如果)")
SELF = regex(r"^(?:也|还|最|就|很|特别)*(?:喜欢|爱|讨厌|想|会|平时|每天|周末|住|今年|现在)")
AMOUNT = regex(rf"\d|[一二三四五六七八九十百千万两]{{2,}}|[一二三四五六七八九十两][万千百块个年月]|(?<=[{HAN}])费")
COMMA = regex(r"^[，,、\s]+$")
DATE = regex(r"^(?:the year )?(?:19|20)?\d\d年?$")
PERSON = regex(r"^(?:he|she|they|his|her|their|he's|she's|they're)\b|^[他她]们?")
THING = regex(r"^(?:it|its|it's)\b|^它们?|^其")


def carried(named: Sequence[Topic], text: str, chosen: Mapping[str, str]) -> Iterator[str]:
    """The clauses of a text that carry on a chosen one. `chosen` has the words of those that were chosen."""
    spans = clause_spans(text)
    on = False
    for place, (start, end) in enumerate(spans):
        clause = text[start:end]
        if clause in chosen:
            on = has_han(clause)
            continue
        joined = place > 0 and COMMA.match(text[spans[place - 1][1] : start]) is not None
        on = on and joined and not SUBJECT.match(clause) and _goes_on(named, clause)
        if on:
            yield clause


def _goes_on(named: Sequence[Topic], clause: str) -> bool:
    """Whether a clause without a subject is still about the topic: about somebody or a year unless it speaks of one's
    own ways, about another thing when it gives a number."""
    if any(topic.people or DATE.match(topic.text) or any(c.person for c in topic.concepts) for topic in named):
        return not SELF.match(clause)
    return AMOUNT.search(clause) is not None and not SELF.match(clause)


def answered(
    named: Sequence[Topic], episodes: Sequence[Episode], chosen: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Of the turn right after a chosen one, the clauses that begin with its pronoun: (id of the turn, clause)."""
    about_people = any(topic.people or any(c.person for c in topic.concepts) for topic in named)
    pronoun = PERSON if about_people else THING
    before: Episode | None = None
    going = False
    for episode in sorted(episodes, key=lambda one: (one.at, one.session, one.first)):
        said = [text for role, text in episode.parts if role == "user"]
        found = [
            text[start:end]
            for text in said
            for start, end in clause_spans(text)
            if pronoun.match(text[start:end].lower())
        ]
        near = before is not None and episode.at - before.at <= SOON
        first = said[0].lower() if said else ""
        if going and near and episode.id not in chosen and pronoun.match(first):
            for clause in found:
                yield episode.id, clause
        else:
            going = episode.id in chosen
        before = episode

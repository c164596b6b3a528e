"""Who somebody is, put back into a sentence that only names them: "Immy's in year 6 now" as "My daughter Immy's …"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jiyi.language.regex import regex
from jiyi.policy.candidate import Candidate
from jiyi.policy.decide.reading import read
from jiyi.policy.decision import Neighbour
from jiyi.records import Kind, Status

LONGEST = 24  # characters before the name in "My daughter Immy …"
_NAME_FIRST = regex(
    r"^(?!I\b|It|He|She|We|They|You|My|Our|The|This|That|There|What|Who|Now|No|Not|And|But|So|A\b)(?P<name>[A-Z][\w-]+)(?='s |'ve | (?:is|was|has|had|got|goes|turned|started|passed|moved|left|works|lives|plays|stopped|quit|no longer)\b)"
)

_BEFORE_NAME = regex(r"(?:'s name)? (?:is|is called|is named|called|named|,) $")


def begins_with_a_name(text: str) -> bool:
    """Whether a sentence begins with what may be a person's or an animal's name alone."""
    return _NAME_FIRST.match(text) is not None


def told_whose(candidate: Candidate, neighbours: Sequence[Neighbour]) -> Candidate | None:
    """The candidate with "My daughter" before the name, when one current memory says who has that name; None when none
    does, or two say it of different ones."""
    match = _NAME_FIRST.match(candidate.content)
    if match is None:
        return None
    name = match["name"]
    leads = set()
    for neighbour in neighbours:
        record = neighbour.record
        if record.status is Status.CURRENT and record.kind is Kind.RELATIONSHIP and name.lower() in read(record).names:
            lead = _BEFORE_NAME.sub(" ", record.content[: max(0, record.content.find(name))])
            if 0 < len(lead) <= LONGEST and lead.startswith(("My ", "Our ")):
                leads.add(lead)
    if len(leads) != 1:
        return None
    return replace(candidate, content=leads.pop() + candidate.content)

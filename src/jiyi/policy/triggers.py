"""What made the judge look at something: one of four triggers, named in the log beside the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from jiyi.language.normalize import sentences, shadow
from jiyi.language.regex import regex
from jiyi.policy.candidate import Candidate, Extraction
from jiyi.policy.decision import Decision, Neighbour
from jiyi.policy.tables import talk

OUTRIGHT = "said outright"  # "记住", "以后都", "from now on"
ATTRIBUTE = "a known attribute"
ENTITY = "a known entity"
MEMORY = "a known memory"
SCAN = "a light scan"
END = "the end of the session"
LASTING = regex(
    r"以后|今后|往后|从今(?:天|往后)|从现在(?:起|开始)"
    r"|\bfrom (?:now|here|today|this point) on\b|\bfrom here on out\b|\bgoing forward\b|\bin (?:the )?future\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """How a candidate came to be heard: in one `message` of which this `extraction` was made, or in a scan over several
    turns (`scan` is then SCAN or END)."""

    message: str = ""
    extraction: Extraction = field(default_factory=Extraction)
    scan: str = ""


def trigger(candidate: Candidate, decision: Decision, neighbours: Sequence[Neighbour], heard: Hearing) -> str:
    """Why the candidate was looked at. What touches nothing known, but was seen by its form alone, is the scan's too."""
    if heard.scan:
        return heard.scan
    if outright(candidate, heard):
        return OUTRIGHT
    if decision.targets:
        return MEMORY
    if candidate.attribute is not None:
        return ATTRIBUTE
    known = {name for one in neighbours for name in one.record.entities}
    return ENTITY if known.intersection(candidate.entities) else SCAN


def outright(candidate: Candidate, heard: Hearing) -> bool:
    """Whether the person asked for it to be kept, or said that it holds from now on."""
    if heard.scan:
        return False
    if heard.extraction.trigger == OUTRIGHT:
        return True
    said = next((one for one in sentences(heard.message) if candidate.quote in one), candidate.quote)
    return talk.OUTRIGHT.search(shadow(said)) is not None or LASTING.search(shadow(said)) is not None

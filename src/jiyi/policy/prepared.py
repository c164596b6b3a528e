"""What may stand in a profile, with all that every prompt makes of it alike: worked out once for a state of the log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from jiyi.policy.confirming import ASKED_IN, stale
from jiyi.policy.draft import Line
from jiyi.policy.forget import confirmed_at
from jiyi.policy.profile import Told
from jiyi.records import Kind, MemoryRecord, Source, Status

# Kinds that always stand in the profile; events and task progress come only when they are recalled.
STANDING = (Kind.INSTRUCTION, Kind.FACT, Kind.PREFERENCE, Kind.RELATIONSHIP)
MOST_STANDING = 300  # memories that are tried for the profile, best first
SHORTEST_QUOTE = 4  # characters of a quote that is looked for in the input
PER_LINE = 3  # tokens of a line's dash and break


class Offer(NamedTuple):
    """A memory that may stand in the profile, and its line where the question did not bring it."""

    told: Told
    line: Line


class Standing:
    """Offers as a prompt takes them: the lines, and what is looked up in them."""

    def __init__(self, offers: Sequence[Offer]) -> None:
        self.offers = offers
        self.lines = [one.line for one in offers]
        self.places = {one.told.record.id: at for at, one in enumerate(offers)}
        self.ids = frozenset(self.places)
        self.texts: dict[str, str] = {}  # folded content -> the id of the one that says it
        self.twice: set[str] = set()  # ids of those that say the same as another
        for one in offers:
            id, content = one.told.record.id, one.told.content
            if content in self.texts:
                self.twice |= {id, self.texts[content]}
            else:
                self.texts[content] = id


class Prepared:
    """Memories as they are told, in the order of a profile."""

    def __init__(self, told: Sequence[Told]) -> None:
        self.told = tuple(told)
        self._offers = [
            Offer(one, offered(one))
            for one in self.told
            if one.fit and (one.record.protected or one.record.kind in STANDING)
        ]
        self._until = min((end for one in self._offers if (end := one.told.until) is not None), default=None)
        self._standing = Standing(self._offers[:MOST_STANDING])
        self.preferences = [one.record for one in self.told if one.record.kind is Kind.PREFERENCE]
        self._unasked = min((confirmed_at(one) for one in self.preferences if not one.protected), default=None)
        asked = [one.record.meta.get(ASKED_IN) for one in self.told]
        self.asked_in = frozenset(one for one in asked if isinstance(one, str))
        said = [(at, one) for at, one in enumerate(self._offers) if as_said(one.told.record)]
        self._quotes = [(quote, at) for at, one in said for quote in one.told.quotes if len(quote) >= SHORTEST_QUOTE]
        self._sessions: dict[str | None, list[int]] = {}
        for at, one in said:
            for evidence in one.told.record.evidence:
                self._sessions.setdefault(evidence.session, []).append(at)

    def standing(self, now: datetime) -> Standing:
        """Those that stand in the profile now."""
        if self._until is None or self._until > now:
            return self._standing
        return Standing([one for one in self._offers if one.told.stands(now)][:MOST_STANDING])

    def may_ask(self, days: float | None, now: datetime) -> bool:
        """Whether there may be a preference to ask about: mostly all were said or confirmed not so long ago."""
        return days is not None and self._unasked is not None and stale(self._unasked, days, now)

    def spoken(self, session: str, said: str) -> set[str]:
        """Ids of those whose words may be in a conversation: said in the session, or in the folded text."""
        places = [at for quote, at in self._quotes if quote in said] if said else []
        places += self._sessions.get(session, ())
        return {self._offers[at].told.record.id for at in places}


def as_said(memory: MemoryRecord) -> bool:
    """Whether a memory says what its quotes say, so that who has heard those need not be told it."""
    return memory.status is Status.CURRENT and memory.source is not Source.CORRECTED


def offered(told: Told) -> Line:
    """A line of the profile that the question did not bring."""
    memory = told.record
    return Line(
        "profile",
        told.line,
        told.tokens + PER_LINE,
        "protected" if memory.protected else "profile",
        memory.id,
        memory.protected,
        memory,
    )

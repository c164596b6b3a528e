"""What `recall` answers with (floor 0): hits with their reasons, and the trace of the stages."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from jiyi.records import Episode, MemoryRecord

SHOWN = 5  # things that a short form names
CHARACTERS = 40  # of each


def named(texts: Iterable[str]) -> str:
    """The first few texts, each on one line and cut: a result that holds hundreds must not print pages."""
    found = [" ".join(text[: 4 * CHARACTERS].split()) for text, _ in zip(texts, range(SHOWN + 1), strict=False)]
    cut = [text if len(text) <= CHARACTERS else text[: CHARACTERS - 1] + "…" for text in found]
    return " · ".join(cut[:SHOWN]) + (" · …" if len(cut) > SHOWN else "")


def counted(count: int, noun: str) -> str:
    """A number with its English noun, which is given for one: `1 memory`, `2 memories`."""
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun[:-1]}ies" if noun.endswith("ry") else f"{count} {noun}s"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Hit:
    """A memory or a past turn that answers the query.

    `score` is 0-1. `reasons` says in words what spoke for it ("keywords: 烤鸭", "meaning 0.71", "fills
    residence"). `legs` holds the scores by leg, each on its own scale. `part` is the part of an episode that
    fits best (index into `record.parts`); 0 for a memory.
    """

    record: MemoryRecord | Episode
    score: float
    reasons: tuple[str, ...] = ()
    legs: Mapping[str, float] = field(default_factory=dict)
    part: int = 0

    def __repr__(self) -> str:
        why = f" ({'; '.join(self.reasons)})" if self.reasons else ""
        return f"<Hit {self.score:.2f} {self.id[-8:]} {named((self.content,))}{why}>"

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def content(self) -> str:
        return self.record.content

    @property
    def over(self) -> str:
        """`memories` or `episodes`."""
        return "memories" if isinstance(self.record, MemoryRecord) else "episodes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One step of recall: how many items came in and went on, how long it took, and what it left out and why
    (the best few of those only). `notes` say what it found out or had to do without."""

    name: str
    came: int = 0
    went: int = 0
    milliseconds: float = 0.0
    notes: tuple[str, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()  # (id, why)


def _unknown(_: str) -> tuple[str, ...]:
    return ("this trace was read back from its plain form and can no longer be asked",)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Trace:
    """How an answer came about."""

    query: str
    stages: tuple[Stage, ...]
    ask: Callable[[str], tuple[str, ...]] = field(default=_unknown, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Trace {' → '.join(f'{one.name} {one.went}' for one in self.stages)}; {self.milliseconds:.1f} ms>"

    @property
    def milliseconds(self) -> float:
        """All stages together."""
        return sum(stage.milliseconds for stage in self.stages)

    def why_not(self, id: str) -> tuple[str, ...]:
        """Why a memory or episode is not among the hits: the questions that a person would ask, in order, each
        with its answer. Was it written? Is it current? Do its words and meaning match? Which stage dropped it?"""
        return self.ask(id)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Recall:
    """The answer to a query: hits, best first, and the trace. No hits means that nothing is known."""

    hits: tuple[Hit, ...]
    trace: Trace

    def __repr__(self) -> str:
        return f"<Recall: {len(self.hits)} hits: {named(f'{hit.score:.2f} {hit.content}' for hit in self.hits)}>"

    def __str__(self) -> str:
        """A line per hit, best first."""
        return "\n".join(f"{hit.score:.2f}  {hit.id[-8:]}  {named((hit.content,))}" for hit in self.hits) or "(nothing)"

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)

    def sessions(self) -> tuple[str, ...]:
        """The conversations that the past turns among the hits come from, best first: each by its hits together,
        where several fair ones weigh as much as one good one, and by the one that is nearest in meaning."""
        odds: dict[str, float] = {}
        nearest: dict[str, float] = {}
        for hit in self.hits:
            if isinstance(hit.record, Episode):
                name = hit.record.session
                odds[name] = odds.get(name, 0.0) + math.sqrt(hit.score / max(1 - hit.score, 1e-4))
                nearest[name] = max(nearest.get(name, -1.0), hit.legs.get("meaning", 0.0))
        return tuple(sorted(odds, key=lambda name: -2 * math.log(max(odds[name], 1e-9)) - 7 * nearest[name]))

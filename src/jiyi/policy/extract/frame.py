"""What a pattern of one language says about a clause, and how it is written down as a row."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from jiyi.language.regex import regex
from jiyi.policy.attributes import get
from jiyi.records import Kind

SELF, WE, KIN, OTHER, NONE = "self", "we", "kin", "other", "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A row: the clauses that `pattern` is found in fill `attribute`.

    Named groups: `v` the value, `n` a negation, `e` an entity. `kind` is the attribute's when None. `stands` is how
    the clause holds: "lasting" (refused beside words such as "today"), "event" (happened or will), "any".
    `by` are the subjects it takes. `ends` says that the clause ends an earlier value.
    """

    name: str
    attribute: str | None
    pattern: re.Pattern[str]
    kind: Kind
    by: frozenset[str]
    stands: str = "lasting"
    relation: str | None = None
    ends: bool = False
    negated: bool = False
    importance: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was found in a clause. `content` is the clause as a first-person sentence without its end mark."""

    rule: str
    kind: Kind
    content: str
    attribute: str | None = None
    value: str | None = None
    entities: tuple[str, ...] = ()
    relation: str | None = None
    works_at: str | None = None  # the company of a job, where both are named
    subject: str = "user"
    negated: bool = False
    ends: bool = False
    importance: float = 0.5
    carries: str = SELF  # the subject that a following clause without one inherits
    opener: str = ""  # the words of that subject, to put before such a clause
    doubtful: bool = False  # only the second witness saw it
    sure: bool = False  # and it is quite sure
    notes: tuple[str, ...] = field(default=())


def row(
    name: str,
    pattern: str,
    *,
    kind: str | None = None,
    by: str = "self we none",
    stands: str = "lasting",
    relation: str | None = None,
    marks: str = "",
) -> Frame:
    """A frame. `name` is an attribute, or "attribute/rule", or "-/rule" for none; `marks` may hold "ends", "not", "vital"."""
    slot = name.partition("/")[0]
    attribute = get(slot)
    if attribute is None and slot != "-":
        raise ValueError(f"no attribute {slot!r} for frame {name!r}")
    chosen = Kind(kind) if kind else attribute.kind if attribute else Kind.FACT
    return Frame(
        name=name,
        attribute=attribute.name if attribute else None,
        pattern=regex(pattern),
        kind=chosen,
        by=frozenset(by.split()),
        stands=stands,
        relation=relation,
        ends="ends" in marks,
        negated="not" in marks,
        importance=0.9 if "vital" in marks or (attribute and attribute.protected) else 0.5,
    )


def words(*groups: Iterable[str] | str) -> str:
    """An alternation of words, longest first, from strings of blank-divided words."""
    flat = {word for group in groups for word in (group.split() if isinstance(group, str) else group)}
    return "|".join(re.escape(word) for word in sorted(flat, key=len, reverse=True))


def named_relative(rule: str, text: str, slot: str, word: str, name: str) -> Found:
    """What a clause says of somebody of the user's, or an animal, that it calls by name."""
    return Found(
        rule=rule,
        kind=Kind.RELATIONSHIP,
        content=text,
        attribute=slot,
        value=name,
        entities=(name,),
        relation=word,
        importance=0.6,
        carries=KIN,
        opener=name,
    )

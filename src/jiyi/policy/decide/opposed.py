"""The same thing said to be so and not so: liked and disliked, eaten and not eaten, owned and sold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from jiyi.language.regex import regex
from jiyi.policy import figures, values
from jiyi.policy.decide.reading import Reading, listed
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables.kinds import ROWS
from jiyi.policy.tables.wording import CLAUSE
from jiyi.records import Kind

NEAR = 0.45  # two sentences may speak of one matter
CLOSE = 0.62  # they very likely do

SETTING = frozenset({"part", "week", "meal", "season", "weekday"})
EATING = frozenset({"taste", "food", "drink", "smoke", "habit", "activity", "fear"})
GENERIC = frozenset({"allergy", "pet", "budget", "deadline", "rent", "salary", "name", "email", "deadlin"})
EXCLUSIVE = frozenset({"allergy", "member", "goal", "fear"})
_SIGNED = EATING | {"use", "learn", "pet", "own", "member", "overtime", "plan", "skill", "code", "team", "car"}

PRICES = regex(r"价|涨了|跌了|(?<![a-z])(?:prices?|stocks?|shares)(?![a-z])")


@cache
def _kinds() -> Mapping[str, frozenset[str]]:
    """Each broader thing -> its kinds, by the names that statements are compared with."""
    made: dict[str, frozenset[str]] = {}
    for line in ROWS.strip().splitlines():
        broad, _, kinds = line.partition(": ")
        named = (name for kind in kinds.split(", ") for name in (values.concept(kind), *values.things(kind)))
        made[values.concept(broad)] = frozenset(named)
    return made


def common(first: Iterable[str], second: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of names for one thing, without those that every sentence of the sort has."""
    return tuple(pair for pair in values.shared(first, second) if pair[0] not in GENERIC)


def judge_signs(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """The same thing liked and disliked, eaten and not eaten, owned and sold."""
    opposite = [(a, b) for a, b in common(new.claims, old.claims) if new.claims[a] != old.claims[b]]
    opposite += [(a, b) for a in new.not_so for b in old.so & _kinds().get(a, frozenset())]  # no coffee: no espresso
    turned = new.negative != old.negative and new.changed and new.figures and new.figures == old.figures
    if turned and not new.claims and not old.claims and similarity >= 0.7:
        return Verdict("update", 0.8, "the opposite is said of the same times")
    opposite = [(a, b) for a, b in opposite if not of_two_sorts(a, new.text, old.text)]
    if not opposite or not one_dimension(new, old):
        return None
    if (old.kind is Kind.EVENT and old.past and not new.corrects) or PRICES.search(new.text):
        return None  # what has happened is not undone; what a thing costs is nobody's taste
    if similarity < NEAR and all(len(a) == 1 and a not in values.known_concepts() for a, _ in opposite):
        return None  # one Chinese character in common is chance
    if figures.clash(new.figures, old.figures) & SETTING and not new.changed:
        return None
    if _denied_when(new.text) - {kind for kind, _ in old.figures}:
        return Verdict("kin", 0.7, "it is denied for certain times only")
    met_new, met_old = {a for a, _ in opposite}, {b for _, b in opposite}
    left_old = {t for t, s in old.claims.items() if t not in met_old and s > 0} - old.names - old.events
    flipped = {t for t in new.claims if new.claims[t] == new.claims[next(iter(met_new))]}
    whole = flipped <= met_new
    if not left_old and (whole or new.changed):
        return Verdict("update", 0.9, f"the opposite is said of {', '.join(sorted(met_old))}", explicit=True)
    if (new.changed or new.ends) and similarity >= CLOSE and len(left_old) <= 1 and not listed(old):
        return Verdict("update", 0.7, f"the opposite is said of {', '.join(sorted(met_old))}", explicit=True)
    return None


# Words that say little without the one before them: whose membership, which class.
_OF_SORTS = frozenset(
    "membership subscript subscription account card class lesson contract polici policy insurance".split()
)
_NO_SORT = frozenset(
    "a an the my our your his her their this that new old last next first own and of for to in on with".split()
)
# When it came to an end, not when it does not hold: "I cancelled Hulu last night".
_SAID_WHEN = regex(
    r"昨[天晚]|前天|今[天早晚]|刚才|(?<![a-z])(?:last (?:night|week|month|year)|yesterday|this (?:morning|afternoon|evening))(?![a-z])|\([^()]*\)|（[^（）]*）"
)


def of_two_sorts(head: str, new: str, old: str) -> bool:
    """Whether one word stands for two things: "my gym membership", "a Costco membership"."""
    if head not in _OF_SORTS:
        return False
    sorts = [set(re.findall(rf"([a-z]+) {re.escape(head)}", text)) - _NO_SORT for text in (new, old)]
    return all(sorts) and not sorts[0] & sorts[1]


def _denied_when(text: str) -> set[str]:
    """The kinds of time within the clause that denies: "I don't drink coffee after 3 pm" -> {"time"}."""
    kinds: set[str] = set()
    for clause in CLAUSE.split(text):
        if values.denies(clause):
            clause = _SAID_WHEN.sub(" ", clause)
            kinds |= {kind for kind, _ in figures.of(clause)} & (SETTING | {"time"})
    return kinds


def one_dimension(new: Reading, old: Reading) -> bool:
    a, b = new.topics, old.topics
    if (a ^ b) & EXCLUSIVE or ("learn" in a ^ b and "skill" in a ^ b):
        return False
    if ("taste" in a) != ("taste" in b) and not (a | b) & {"food", "drink", "smoke"}:
        return new.negative and new.changed  # who hates running may still run; who stopped running may not like it
    if "allergy" in a or (new.attribute is not None and new.attribute == old.attribute):
        return True
    if a & EATING and b & EATING:
        return True
    return bool(a & b & _SIGNED) or not a or not b or bool((a | b) & {"own", "car"} and (a & b & {"own", "car", "use"}))

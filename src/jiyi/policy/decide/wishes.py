"""Instructions side by side: one wish per dimension (length, layout, language, tone …) is current."""

from __future__ import annotations

from collections.abc import Mapping

from jiyi.language.regex import regex
from jiyi.policy import figures, values
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables import cues
from jiyi.records import Kind

_ANYWHERE = frozenset({"theme", "indent", "units", "spelling", "script"})  # dimensions of preferences too
_COMPATIBLE = frozenset(
    frozenset(pair)
    for pair in (
        ("short", "limit"),
        ("formal", "blunt"),
        ("casual", "blunt"),
        ("list", "table"),
        ("any", "english"),
        ("any", "chinese"),
    )
)

_LANGUAGE = regex(
    r"[日法德韩俄粤](?=[文语])|西班牙|葡萄牙|意大利"
    r"|french|german|spanish|japanese|korean|italian|russian|portuguese|cantonese|dutch|polish|swedish"
)


def judge_wishes(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """The verdict on two wishes; None when one of them is no wish or they share no dimension."""
    mine, other = _grouped(new), _grouped(old)
    common = mine.keys() & other.keys()
    if not common and mine and other and _wish(new) and _wish(old):
        return Verdict("kin", 0.7, "wishes about different things")
    if not common or not ((_wish(new) and _wish(old)) or common & _ANYWHERE):
        return None
    if _other_scope(new, old, common):
        return Verdict("kin", 0.8, "they are about answers of different sorts")
    if "address" in common:
        return _address(new, old)
    against = {dimension for dimension in common if _against(dimension, mine[dimension], other[dimension], new, old)}
    if against:
        if other.keys() - mine.keys() and similarity < 0.75:
            return Verdict("kin", 0.6, "the older wish asks for more than what is changed now")
        return Verdict("update", 0.9, f"another wish about {', '.join(sorted(against))}")
    if mine == other and not figures.clash(new.figures, old.figures) and (similarity >= 0.5 or _alone(new, old)):
        return Verdict("same", 0.85, f"the same wish about {', '.join(sorted(common))}")
    return Verdict("kin", 0.7, f"wishes about {', '.join(sorted(common))} that go together")


def _wish(reading: Reading) -> bool:
    return reading.kind is Kind.INSTRUCTION or (reading.attribute or "").startswith("answer.")


def _grouped(reading: Reading) -> dict[str, dict[str, int]]:
    made: dict[str, dict[str, int]] = {}
    for name, sign in reading.dimensions.items():
        dimension, _, value = name.partition(" ")
        made.setdefault(dimension, {})[value] = sign
    return made


def _other_scope(new: Reading, old: Reading, common: frozenset[str] | set[str]) -> bool:
    if common & {"code", "comments", "indent", "theme", "address"}:
        return False
    a, b = _scope(new.text), _scope(old.text)
    return a != b and not (a and b and values.shared(a, b))


def _scope(text: str) -> tuple[str, ...]:
    match = cues.SCOPE.search(text)
    found = next((group for group in match.groups() if group), "") if match else ""
    return tuple(thing for thing in values.things(found) if thing not in ("回答", "回复", "answer", "repli", "respond"))


def _address(new: Reading, old: Reading) -> Verdict:
    if values.shared(new.so, old.so) and not values.shared(new.not_so, old.so):
        return Verdict("same", 0.9, "the same name to be called by")
    return Verdict("update", 0.95, "another name to be called by", explicit=bool(values.shared(new.not_so, old.so)))


def _against(dimension: str, mine: Mapping[str, int], other: Mapping[str, int], new: Reading, old: Reading) -> bool:
    if any(mine[value] != other[value] for value in mine.keys() & other.keys()):
        return True
    wanted, had = {v for v, s in mine.items() if s > 0}, {v for v, s in other.items() if s > 0}
    if not wanted or not had:
        return False
    if dimension == "language" and wanted == had == {"other"}:
        return not set(_LANGUAGE.findall(new.text)) & set(_LANGUAGE.findall(old.text))
    if wanted & had:
        counted = "limit" in wanted & had or dimension == "indent"
        return counted and bool(figures.clash(new.figures, old.figures))
    return not all(frozenset((a, b)) in _COMPATIBLE for a in wanted for b in had)


def _alone(new: Reading, old: Reading) -> bool:
    return len(new.dimensions) == 1 and len(old.dimensions) == 1

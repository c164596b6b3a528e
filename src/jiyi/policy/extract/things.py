"""Clauses whose subject is neither the user nor told to be theirs: somebody of the user's, or a thing ("The rent's due on
the 1st", "There's a Mac mini on my desk", "They moved my train").

No frame understood them. To an assistant people speak so of what is their own, among friends of anything: so the learned gate
must be surer than of a clause about the user.
"""

from __future__ import annotations

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.candidate import Left
from jiyi.policy.extract.alone import hangs, is_chat
from jiyi.policy.extract.builds import believed_of_theirs, kind_of, of_theirs
from jiyi.policy.extract.opinion import Opinion
from jiyi.policy.tables import talk
from jiyi.records import Kind

KEEP_THINGS = 0.8  # probability from which what is told of a thing is kept

# Somebody else acts on the user: "They put me on days".
_EN_THEY = regex(r"^they(?:'ve| have)?(?: (?:just|finally|now|also))* [a-z]+ (?:\w+ )?(?:me|my|us|our)\b")
_EN_THING = regex(r"^(?:the|there(?:'s|['’]re| is| are)(?: also)?|our|my) \w")
_EN_NOT = regex(
    r"\b(?:you|yours?|this|that|those|he|she|him|his|her|it|says?|said|reckons?|thinks?|apparently|supposedly)\b"
    r"|^(?:the|there is|there's) (?:(?:first|second|third|last|next|other|rest|same|only|man|woman|guy|lady|bloke|girl|boy|kid|people|ad|advert|article|news|hero|heroine|villain|prince|king|queen|minister|president)\b|end$)"
)
_ZH_NOT = regex(
    r"[他她它你您]|^(?:有个?人|有的|那个?|这|某|人家|大家|网上|路上|新闻|听|据)|[说話话讲問问劝骂嫌]|[吗么呢吧嘛啊]$|第[一二三四五六七八九十\d]"
)
_SHORTEST_ZH, _SHORTEST_EN = 5, 4  # characters, words
_LONGEST_ZH, _LONGEST_EN = 24, 14


def of_others(one: Left) -> bool:
    """Whether a clause was left as somebody else's, and the learned gate is asked about it. Linear in its length."""
    seen = shadow(one.quote)
    return one.reason == talk.OTHERS and (of_theirs(seen) or _of_a_thing(seen))


def kind_of_others(seen: str, said: Opinion) -> Kind | None:
    """The kind of memory that such a clause makes on the word of the learned gate; None when it is left."""
    if believed_of_theirs(seen, said):
        return Kind.RELATIONSHIP
    if said.keep is None or said.keep < KEEP_THINGS or said.kind is Kind.STATE or not _of_a_thing(seen):
        return None
    kind = kind_of(seen, said)
    return kind if kind in (Kind.EVENT, Kind.RELATIONSHIP) else Kind.FACT


def _of_a_thing(seen: str) -> bool:
    if of_theirs(seen) or hangs(seen) or (is_chat(seen) and not seen.startswith("the")):
        return False
    if has_han(seen):
        return _SHORTEST_ZH <= len(seen) <= _LONGEST_ZH and not _ZH_NOT.search(seen)
    if not _SHORTEST_EN <= len(seen.split()) <= _LONGEST_EN:
        return False
    if seen.startswith("they"):
        return _EN_THEY.match(seen) is not None
    return _EN_THING.match(seen) is not None and not _EN_NOT.search(seen)

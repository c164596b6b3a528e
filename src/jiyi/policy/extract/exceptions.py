"""Whether a clause only says when or for what the one before it does not hold."""

from __future__ import annotations

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.policy.extract.builds import DANGER
from jiyi.policy.extract.compose import OF_HEALTH
from jiyi.policy.gate import Clause
from jiyi.policy.tables import talk

# "Don't deploy on Fridays, unless it's an incident": without its exception a rule is another one.
_EXCEPTION = regex(
    r"^(?:but |and )?(?:unless|except(?:ing)?|excluding|other than|apart from|aside from|with the exception of|save for|but (?:not|only)|only if|not (?:on|for|in|when|if|during|at)|outside(?: of)?)\b(?! (?:sure|really|that i|this time|yet|now)\b)"
    r"|^(?:但|但是|不过|只是|只有)?(?:除非|除了|除开|不包括|不含)(?!.*(?:还|也|另外))|^(?!我)[^，。]{1,16}(?:除外|例外|不算|不在此列)$"
)


_OWN = regex(r"\b(?:i|i'm|i've|i'd|we|we're|my)\b|我(?!的)|咱")


def is_exception(clause: Clause) -> bool:
    """Whether a clause only says when or for what another does not hold. What endangers somebody is never only that."""
    seen = clause.seen.strip()
    if clause.asked or clause.left not in ("", talk.SUPPOSED) or DANGER.search(seen) or OF_HEALTH.search(seen):
        return False
    return _EXCEPTION.match(seen) is not None


def leads_in(quote: str) -> bool:
    """Whether left words are an exception that is said before its rule: "除非下雨", "Except on Mondays"."""
    seen = shadow(quote).strip()
    return _EXCEPTION.match(seen) is not None and _OWN.search(seen) is None

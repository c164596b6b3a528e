"""One allergy in other words: "I can't eat peanuts, allergic" says what "I'm allergic to peanuts" said."""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.policy import values
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict

_DENIED = regex(
    r"(?:不再?|没有?)(?:会|怎么|再|对[^,，。]{1,12})?过敏|过敏(?:已经)?(?:好了|没了|消失)|(?:不再|没有?)对"
    r"|(?<![a-z])(?:not|no longer|never|isn't|n't)(?: \w+)? (?:been )?allergic|outgr[eo]w|(?<![a-z])(?:no|don't have an?) [a-z ]{0,20}allergy|allergy (?:is|has) gone"
)
_UNNAMED = regex(
    r"(?:^|[,，。说]|我)(?:我|现在|已经|早就|早|好像|终于|其实)*不(?:再)?过敏了|过敏(?:已经|早就)?(?:好了|没了|消失)"
    r"|(?<![a-z])(?:not|no longer|isn't) allergic(?: any ?more| now| after all)?(?=$|[,.;!])|outgr[eo]w[a-z]* (?:it|the|my|that)"
)
_SEVERE = regex(
    r"休克|严重|致命|急性|住院|急救|窒息|喉头|(?<![a-z])(?:severe\w*|deadly|deathly|anaphyla\w+|epi-?pen|hospital|life-threatening|throat)(?![a-z])"
)
_WORDS = frozenset({"allergy", "allergic", "intolerance", "过敏"})


def judge_allergies(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """Both say that the user is, or is not, allergic to one and the same thing."""
    if old.attribute != "allergy" or not old.value or new.subject or old.subject:
        return None
    if _over_unnamed(new, old):
        return Verdict("update", 0.9, f"the allergy to {old.value} is said to be over", explicit=True)
    if new.attribute != "allergy" or not new.value or not values.same_value(new.value, old.value):
        return None
    denied, before = denies_allergy(new.text), denies_allergy(old.text)
    if denied != before:
        return Verdict("update", 0.9, f"the opposite is said of the allergy to {old.value}", explicit=True)
    if _SEVERE.search(new.text) and not _SEVERE.search(old.text):
        return Verdict("kin", 0.85, "the same allergy, and how bad it is")
    more = {thing for thing in new.claims if not values.shared((thing,), old.claims)} - _WORDS
    if more or new.figures - old.figures:
        return None  # what follows from it, or how bad it is, is news
    return Verdict("same", 0.9, f"the same allergy: {old.value}")


def _over_unnamed(new: Reading, old: Reading) -> bool:
    """Whether a sentence denies an allergy that it does not name as its own: "医生说我已经不过敏了", "I'm fine with
    shellfish, never was allergic". What is known of it then waits for review, as of any that is denied."""
    if new.attribute == "allergy" and new.value and new.value in new.text:
        return False
    if not denies_allergy(new.text) or denies_allergy(old.text):
        return False
    return _UNNAMED.search(new.text) is not None or values.plain(old.value or "") in new.text


def denies_allergy(text: str) -> bool:
    """Whether plain text says that there is no such allergy, or no more."""
    return _DENIED.search(text) is not None

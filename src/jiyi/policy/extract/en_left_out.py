"""English clauses that leave out whose or who: "Mum's 82", "Retired nurse"."""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.policy.tables import en

# "Mum's 82", "knees are shot": whose, where only one's own is spoken of like that.
_OWN_NOUN = regex(
    r"^(?:the )?(?:(?:mum|mom|mam|dad|daddy|mummy|gran|grandma|grandpa|grandad|nan|nana|hubby|wife|wifey|husband|missus|boyfriend|girlfriend|bf|gf|fianc[ée]e?|sis|bro|kids?(?!s? are (?:so|such|amazingly|incredibly|really|very|just|always)\b)|kiddo|daughter|son|baby|toddler|eldest|youngest|twins)(?!['’]s (?:side|family|house|place|car|birthday|job|old|phone|friends?|mum|mom|dad|name day|party|school)\b)(?=['’]s|s? (?:is|are|was|has|have|had|can't|won't|doesn't|don't|loves?|hates?|lives?|works?|turned|turns|goes|starts?|just|got|needs?)\b)"
    r"|(?<!the )(?:middle name|surname|first name|knees?|hearing|eyesight|back|skin|memory|hair|commute|rent|mortgage|budget|allotment|landlord|landlady|phone|laptop|car|bike|pronouns)(?=['’]s| (?:is|are|was|has)\b))"
)


def possessed(seen: str, text: str) -> tuple[str, str]:
    """A clause that begins with somebody or something of one's own, with the "my" that it leaves out."""
    if _OWN_NOUN.match(seen) is None:
        return seen, text
    cut = 4 if seen.startswith("the ") else 0
    return f"my {seen[cut:]}", f"My {text[cut].lower()}{text[cut + 1 :]}"


# "Retired nurse", "Apprentice joiner": what one is, without more.
_IS_A = regex(
    rf"^(?:(?:lapsed|apprentice|trainee|retired|former|practi[sc]ing|freelance|part-time|full-time|self-employed|qualified|professional|amateur|lifelong|newly qualified|proud|second-year|first-year|junior|senior) )+(?:{en.ROLES}|joiner|bricklayer|atheist|methodist|pentecostal|anglican|baptist|lutheran)$"
)


def is_a(seen: str, text: str) -> tuple[str, str] | None:
    """The clause with the "I'm a" that it leaves out, when it only says what one is; else None."""
    if _IS_A.match(seen) is None:
        return None
    article = "an" if seen[0] in "aeiou" else "a"
    return f"i'm {article} {seen}", f"I'm {article} {text[0].lower()}{text[1:]}"

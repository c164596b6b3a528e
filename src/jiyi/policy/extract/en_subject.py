"""Whose an English clause is: the user's, of someone close, of someone else."""

from __future__ import annotations

import re

from jiyi.language.regex import regex
from jiyi.policy.extract.frame import KIN, NONE, OTHER, SELF, WE, words
from jiyi.policy.tables import en

KIN_WORDS = words(*(group for slot, group in en.RELATION_OF.items()), en.NEAR) + "|best friend"
_PRE = r"(?:(?:last|next|this|on|in|yesterday|today|lately|recently|these days|now|back|when|earlier|two|three|a few|currently)\b(?:(?!\b(?:i|i'm|i've|we|we're|we've|my|our)\b)[^,]){0,30},? )?"
KIN_AT = regex(
    rf"^{_PRE}(?P<s>the (?:missus|wife|hubby|other half)\b|(?:my|our)(?: (?:late|older|younger|big|little|twin|eldest|oldest|youngest|new|old|elderly|oldest|middle|other|dear|own|baby|teenage|rescue|adopted|foster|two|three|four|\d|first|current|former|[a-z]+[- ]year[- ]old|\d+[- ]year[- ]old|family|primary|regular|long[- ]time|childhood|lovely))*"
    rf"(?: (?!friend|friends|coworker|colleague|neighbor|neighbour|roommate)[a-z-]+)? (?:{KIN_WORDS})\b)(?! (?:appointments?|check-?up|visit|session|surgery|bill|office|practice|training|lesson|food|walker|park|bed|toy|collar|sitter|show|house|place|car|phone|hair|birthday|name tag))(?!'s (?:friend|boss|dog|cat|friends|birthday party)|s\b)"
)
FAR_WORDS = words(en.FAR)
# "Nora is my sister": a name first, then whose it is.
NAMED_KIN = regex(
    rf"^(?P<e>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)(?: is|['’]s|,) (?P<s>(?:my|our)(?: [a-z]+)? (?:{KIN_WORDS}|{FAR_WORDS}))(?=$|,| and| who| from| in)"
)
_AND_I = regex(r"^,? and i\b")
_OTHER = regex(
    rf"^{_PRE}(?:he|she|they|it|you|your|he's|she's|they're|it's|you're|you've|that|that's|this|these|those|there|there's|here|here's|someone|somebody|people|everyone|everybody|nobody|some|most|many|the|a|an|one|his|her|their|its|who|which"
    rf"|(?:my|our)(?: \w+){{0,2}} (?:{words(en.FAR)})\b|(?:a|some|one|another) (?:friend|coworker|colleague|guy|girl|woman|man|buddy|neighbor)s?\b)(?=[\s'’,]|$)"
)
WE_AT = regex(rf"^{_PRE}(?:we|we're|we've|we'll|we'd|our|ours|let's)\b")
SELF_AT = regex(rf"^{_PRE}(?:i|i'm|i've|i'd|i'll|im|ive|my|mine|me|myself|as a|as an|being a|name's)\b")
_SELF_INSIDE = regex(r"\b(?:i|i'm|i've|i'll|my)\b")


def subject(seen: str) -> tuple[str, str, str]:
    """(whose clause it is, the words of its subject, what follows them)."""
    kin = KIN_AT.match(seen)
    if kin and re.match(r" and i\b", seen[kin.end() :]) and re.search(r"\bex(?:-\w+)?$", kin["s"]):
        return SELF, "I", seen
    if kin:
        rest = seen[kin.end() :]
        return (WE, "we", rest) if _AND_I.match(rest) else (KIN, kin["s"], rest)
    far = _OTHER.match(seen)
    if far and re.search(rf"\b(?:{FAR_WORDS})$", far.group()):
        return OTHER, far.group(), seen[far.end() :]
    if SELF_AT.match(seen):
        return SELF, "I", seen
    if WE_AT.match(seen):
        return WE, "we", seen
    if other := _OTHER.match(seen):
        return OTHER, other.group(), seen[other.end() :]
    if _SELF_INSIDE.search(seen):
        return SELF, "I", seen
    if re.search(r"\b(?:we|our)\b", seen):
        return WE, "we", seen
    return NONE, "", seen


# As it is typed in haste: "pls dont", "im".
_HASTY = {"dont": "don't", "cant": "can't", "wont": "won't", "didnt": "didn't", "doesnt": "doesn't", "isnt": "isn't", "pls": "please", "plz": "please", "ive": "I've", "im": "I'm"}  # fmt: skip
_TYPED = regex(rf"\b(?:{'|'.join(_HASTY)})\b(?!['’])")


def in_full(text: str) -> str:
    """The text with such words in their usual spelling."""
    small = text.islower()
    return _TYPED.sub(lambda word: _HASTY[word.group()].lower() if small else _HASTY[word.group()], text)

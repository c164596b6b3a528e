"""The names in a question, by their capitals, and the titles in it, by their marks."""

from __future__ import annotations

from jiyi.language.regex import regex

READ = 500  # characters of a question that are looked through
MOST = 4  # names, and titles
SHOUTED = 0.5  # share of a question's words with a capital from which capitals say nothing

_WORD = regex(r"[A-Za-z][\w'’-]*")
_NAME = regex(  # the first word of a sentence has a capital anyway
    r"(?:(?<![.?!:\"“] )(?<!^)(?<!['\"“‘])|(?<=[DM]r\. )|(?<=M[rs]s\. )|(?<=Ms\. ))\b[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)*"
    r"|\b[A-Z][a-z]+(?=['’]s\b)"
)
_TITLE = regex(
    r"《([^《》]{2,60})》|“([^“”]{2,60})”|\"([^\"]{2,60})\"|(?<!\w)['‘]([A-Z][^'‘’]{2,60})['’](?!\w)|「([^「」]{2,60})」"
)
_NO_NAME = frozenset(
    "January February March April May June July August September October November December Monday Tuesday Wednesday"
    " Thursday Friday Saturday Sunday Mr Mrs Ms Dr Prof Sir Mum Mom Mother Dad Father Grandma Grandpa Auntie Uncle God"
    " Christmas Easter Valentine Halloween Thanksgiving Hanukkah Diwali Ramadan Eid English Chinese What When Where Who"
    " Why How Which Is Are Was Were Do Does Did Can Could Should Would Will The My Our".split()
)


def names(text: str) -> tuple[str, ...]:
    """The people, places and things that a question names ("Rachel", "Miami", "New York"), at most MOST; none where
    every word begins with a capital. Chinese has no capitals, so only names in Latin letters are seen."""
    text = text[:READ]
    words = [word for word in _WORD.findall(text)[1:] if word != "I"]
    if sum(word[0].isupper() for word in words) > max(SHOUTED * len(words), 2):
        return ()
    found = []
    for match in _NAME.finditer(text):
        kept = " ".join(word for word in match[0].split() if word not in _NO_NAME)
        if kept:
            found.append(kept)
    return tuple(dict.fromkeys(found))[:MOST]


def titles(text: str) -> tuple[str, ...]:
    """What stands in quotation marks: a title, or words as they were said."""
    found = (next(part for part in match.groups() if part) for match in _TITLE.finditer(text[:READ]))
    return tuple(dict.fromkeys(found))[:MOST]

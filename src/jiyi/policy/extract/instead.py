"""What an allergy turned out to be instead: "I'm not allergic to walnuts at all, it's cashews" tells of two things.

The denial is a memory of its own, which waits until it is sure. What the allergy is to must not wait with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.candidate import Candidate

_INSTEAD = regex(
    r"不(?:是对[^,，。]{1,12}?)?过敏[^,，。]{0,4}[,，](?:而|其实|应该|原来|真正)*是?(?:对)?(?P<zh>[^,，。是不]{1,10}?)(?:才|会|也)?(?:过敏)?[。!！]?$"
    r"|不是对[^,，。]{1,12}?过敏[,，](?:而|其实)?是对?(?P<zh2>[^,，。]{1,10}?)(?:过敏)?[。!！]?$"
    r"|not allergic to [^,;.]{2,40}[,;] ?(?:but |actually )?(?:it's|it is|i'm allergic to|it was|only|just|to)(?: actually| really)? (?P<en>[a-z][a-z -]{2,30}?)(?: (?:i'm|i am) allergic to| instead| that .*)?[.!]?$"
)


def with_instead(kept: Sequence[Candidate]) -> list[Candidate]:
    """The memories, and after a denied allergy the one that it is instead."""
    made: list[Candidate] = []
    for one in kept:
        made.append(one)
        match = _INSTEAD.search(one.content.lower()) if one.attribute == "allergy" else None
        thing = match and (match["zh"] or match["zh2"] or match["en"])
        if thing:
            thing = thing.strip()
            content = f"我对{thing}过敏" if has_han(thing) else f"I'm allergic to {thing}."
            made.append(
                replace(one, content=content, value=thing, negated=False, ends=False, corrects=False, entities=())
            )
    return made

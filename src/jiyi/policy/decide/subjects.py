"""Whether two sentences speak of one person or thing."""

from __future__ import annotations

import re

from jiyi.policy import values
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables import cues
from jiyi.policy.tables.subjects import ANIMALS, ONLY


def one_subject(new: Reading, old: Reading) -> bool:
    """False when two sentences surely speak of different people or things."""
    if new.labels and old.labels and not new.labels & old.labels:
        return False
    if new.subject == old.subject:
        if new.rank and old.rank and new.rank != old.rank:
            return False
        if new.names and old.names and not new.names & old.names:
            return new.corrects or new.subject in ONLY or bool(old.names & new.not_so)
        return True
    if not new.subject or not old.subject:
        return not new.subject and old.subject in ANIMALS and old.subject in new.not_so  # "I have no dog any more"
    short, long = sorted((new.subject, old.subject), key=len)
    alike = long.endswith(" " + short)  # "brother" and "older brother" may be one: only when they share something
    return alike and bool(values.shared(new.so - {short, long}, old.so - {short, long}))


def our_child(new: Reading, old: Reading) -> bool:
    """My wife gave birth: that speaks of the user too."""
    return {new.subject, old.subject} <= {"", "wife", "girlfriend", "partner"} and bool(
        new.axes.keys() & old.axes.keys() & {"children", "pregnant"}
    )


def animal_gone(new: Reading, old: Reading) -> Verdict | None:
    """The dog died: what says that there is a dog is over."""
    if not cues.DEATH.search(new.text) or "pet" not in old.topics:
        return None
    if old.names and any(_named(name, new.text) for name in old.names) and _has_pet(old) and old.text != new.text:
        return Verdict("update", 0.9, "the animal is no longer there", explicit=True)
    animals = (ANIMALS & new.claims.keys()) | ({new.subject} & ANIMALS)
    old_animals = (ANIMALS & old.so) | ({old.subject} & ANIMALS)
    if not animals & old_animals or not _has_pet(old):
        return None
    if new.names and old.names and not new.names & old.names:
        return None
    return Verdict("update", 0.9, "the animal is no longer there", explicit=True)


def _named(name: str, text: str) -> bool:
    """Whether plain text begins with the name as a word of its own."""
    rest = text.removeprefix("my ").removeprefix("our ").removeprefix("我家").removeprefix("我的")
    return (rest.startswith(name) and not rest[len(name) : len(name) + 1].isascii()) or rest.startswith(f"{name} ")


def _has_pet(reading: Reading) -> bool:
    return (
        re.search(
            r"养|有(?:了)?一?[只条个]|(?<![a-z])(?:have|got|own|adopted|called|named|name is)(?![a-z])|叫|名字",
            reading.text,
        )
        is not None
    )

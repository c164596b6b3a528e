"""Whether two sentences speak of one person or thing."""

from __future__ import annotations

import re

from jiyi.language.regex import regex
from jiyi.policy import values
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables import cues
from jiyi.policy.tables.subjects import ANIMALS, ONLY
from jiyi.policy.tables.succession import OF_OTHERS, PARTED, TOGETHER_AGAIN

_LOVERS = frozenset({"girlfriend", "boyfriend", "partner"})  # of whom one has one at a time, by whatever word


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
    if {new.subject, old.subject} <= _LOVERS and new.changed:
        return True
    if not new.subject or not old.subject:
        return not new.subject and old.subject in ANIMALS and old.subject in new.not_so  # "I have no dog any more"
    short, long = sorted((new.subject, old.subject), key=len)
    alike = long.endswith(" " + short)  # "brother" and "older brother" may be one: only when they share something
    return alike and bool(values.shared(new.so - {short, long}, old.so - {short, long}))


def our_child(new: Reading, old: Reading) -> bool:
    """My wife gave birth: that speaks of the user too."""
    if new.subject in ("baby", "child") and not old.subject:
        return new.axes.get("pregnant") == "born" and old.axes.get("pregnant") == "yes"
    return {new.subject, old.subject} <= {"", "wife", "girlfriend", "partner"} and bool(
        new.axes.keys() & old.axes.keys() & {"children", "pregnant"}
    )


def animal_gone(new: Reading, old: Reading) -> Verdict | None:
    """The dog died: what says that there is a dog is over."""
    if not cues.DEATH.search(new.text) or not ("pet" in old.topics or old.attribute == "pet"):
        return None
    called = values.plain(old.value or "") if old.attribute == "pet" else ""
    if len(called) > 1 and called not in ANIMALS and called in new.text and old.text != new.text:
        return Verdict("update", 0.9, "the animal is no longer there", explicit=True)
    if old.names and any(_named(name, new.text) for name in old.names) and _has_pet(old) and old.text != new.text:
        return Verdict("update", 0.9, "the animal is no longer there", explicit=True)
    animals = (ANIMALS & new.claims.keys()) | ({new.subject} & ANIMALS)
    old_animals = (ANIMALS & old.so) | ({old.subject} & ANIMALS)
    if not animals & old_animals or not _has_pet(old):
        return None
    if (new.names and old.names and not new.names & old.names) or _ANOTHERS_ANIMAL.search(new.text):
        return None
    return Verdict("update", 0.9, "the animal is no longer there", explicit=True)


_ANOTHERS_ANIMAL = regex(
    r"^(?!我|咱|家里|今|昨|上|前|去年)[^,，。我]{1,6}?(?:的|家的?|养的)[^,，。]{0,3}(?:[狗猫兔鸟鱼龟犬]|仓鼠|鹦鹉)"
    r"|(?<![a-z])(?!it's|that's|there's)[a-z]+'s? (?:[a-z]+ ){0,2}(?:dog|cat|rabbit|hamster|parrot|bird|goldfish|turtle|puppy|kitten)(?![a-z])|(?<![a-z])(?:his|her|their|your) (?:[a-z]+ ){0,2}(?:dog|cat|rabbit|hamster|parrot|bird|goldfish|turtle)(?![a-z])"
)


_PARTNERS = frozenset({"girlfriend", "boyfriend", "partner", "fiance", "wife", "husband"})


_PARTED_FROM = regex(
    r"我(?:已经|刚)?(?:和|跟|与)(?!他|她|老公|老婆|男朋友|女朋友|男友|女友|对象|前)(?P<zh>[^,，。]{1,4}?)(?:已经|刚|彻底)?(?:分|离|掰|散)|(?P<en>[a-z]+) and i(?![a-z'])"
)


def partner_gone(new: Reading, old: Reading) -> Verdict | None:
    """ "Milo and I broke up": what says that Milo is the boyfriend is over. Somebody else's parting ends nothing."""
    if not PARTED.search(new.text) or not _of_a_partner(old):
        return None
    if (new.subject and new.subject != old.subject) or re.match(r"他|她|(?:he|she|they)(?![a-z])", new.text):
        return None
    if OF_OTHERS.search(new.text) or TOGETHER_AGAIN.search(new.text):
        return None
    whom = _PARTED_FROM.match(new.text)
    if whom and not any(name in old.text for name in whom.groups() if name):
        return None
    named = {name for name in old.names if name in new.text}
    others = new.names or (
        old.names and not re.search(r"我(?:已经|刚|们)*(?:分|离|散|又|单)|(?<![a-z])we(?![a-z])", new.text)
    )
    if named or not others:
        return Verdict("update", 0.9, "they are no longer together", explicit=True)
    return None


def _of_a_partner(old: Reading) -> bool:
    return old.attribute == "partner" or old.subject in _PARTNERS or _TOGETHER.search(old.text) is not None


_TOGETHER = regex(
    r"处对象|谈恋爱|在一起|交往|(?<![a-z])(?:dating|seeing|going out with|together with|in a relationship)(?![a-z])"
)


def _named(name: str, text: str) -> bool:
    """Whether plain text begins with the name as a word of its own."""
    rest = text.removeprefix("my ").removeprefix("our ").removeprefix("我家").removeprefix("我的")
    return (rest.startswith(name) and not rest[len(name) : len(name) + 1].isascii()) or rest.startswith(f"{name} ")


def _has_pet(reading: Reading) -> bool:
    return (
        re.search(
            r"养|有(?:了)?[一二两三四五六几\d]?[只条个]|(?<![a-z])(?:have|got|own|adopted|called|named|name is)(?![a-z])|叫|名字",
            reading.text,
        )
        is not None
    )

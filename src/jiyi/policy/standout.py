"""What an order to forget means when its words name nothing that is known: what a learned witness sees in it.

"My speech problem, take it off": "I have a stutter" shares no word with it, but is much nearer than all the rest, and
is called so. How likely it is, among all that is known, says `jiyi.models.targets`; what a vector cannot tell apart
(one year from another, a brother from a sister) is told apart by words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.policy.selection import someone_else
from jiyi.policy.topic import Topic, topics

SURE, PERHAPS = 0.7, 0.6  # chance from which a thing is erased, and from which it is set aside
SURE_OF_TWO = 0.9  # the same where the topic says two things, since a vector may have seen but one ("my dad's illness")
MOST = 4  # things; with more of them a whole field was meant, or nothing

POINTING = regex(
    r"(?:\b(?:that|this|those|these|it|them|both|ones?|things?|stuff|last|first|said|told|above|what|i|you|me|us|the)\b|[我你他她它们这那个些条件事儿说讲提聊过的了话上下前后面里刚才都全两男女人]|[\W_])+"
)
NUMBER = regex(r"\d+")
# A name stands for nobody else: what is meant by it has it.
NAMED = regex(r"[阿小老][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}(?:老师|医生|先生|女士|小姐)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that is known: its words, the slot it fills, and the chance (0-1) that it is meant."""

    text: str
    attribute: str | None = None
    chance: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Standout:
    """The places of what is meant. `sure`: little doubt is left, and words do not speak against it."""

    places: tuple[int, ...] = ()
    sure: bool = False


def standout(about: str, items: Sequence[Item]) -> Standout:
    """What is likely meant of all that is known; nothing when the topic only points ("that thing")."""
    named = topics(about)
    if not named or POINTING.fullmatch(shadow(about)):
        return Standout()
    likely = [
        place for place, one in enumerate(items) if one.chance >= PERHAPS and any(_fits(topic, one) for topic in named)
    ]
    if not 1 <= len(likely) <= MOST:
        return Standout()
    least = SURE if all(_says_one_thing(topic) for topic in named) else SURE_OF_TWO
    surely = tuple(place for place in likely if items[place].chance >= least and _own(named, items[place]))
    if surely and not NAMED.fullmatch(named[0].text):
        return Standout(places=surely, sure=True)
    return Standout(places=tuple(likely))


def _fits(topic: Topic, item: Item) -> bool:
    """Whether nothing in the words of a thing speaks against it: it has the numbers of the topic, speaks of the person
    that the topic names, and fills no other slot than the topic's."""
    seen = shadow(item.text)
    if not all(number in seen for number in NUMBER.findall(topic.text)):
        return False
    if topic.people and not any(person.said.search(seen) for person in topic.people):
        return False
    return item.attribute is None or not topic.attributes or bool(topic.people) or item.attribute in topic.attributes


def _says_one_thing(topic: Topic) -> bool:
    return sum(map(bool, (topic.people, topic.concepts, topic.words))) <= 1


def _own(named: Sequence[Topic], item: Item) -> bool:
    """Whether a thing is the user's own, unless somebody else was named."""
    return any(topic.people for topic in named) or not someone_else(shadow(item.text))

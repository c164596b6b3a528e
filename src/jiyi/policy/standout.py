"""What an order to forget means when its words name nothing that is known: what stands clearly out in meaning.

"My speech problem, take it off": "I have a stutter" shares no word with it, but is much nearer than all the rest. How
near is not enough, since among many memories something is near by chance: it is the step down to the next that counts.
What a vector cannot tell apart (one year from another, a brother from a sister) is told apart by words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.policy.selection import someone_else
from jiyi.policy.topic import Topic, topics

ORDER_SHARE = 0.3  # how much the whole order counts beside the words of its topic
LEAST = 0.28  # nearness from which something may be meant
CHANCE = 0.2  # nearness that something has by chance, however few memories there are
STEP = 0.1  # down to the next, from which what is above stands out
STEP_WEIGHT = 1.25  # how much the step counts beside the nearness
SURE, PERHAPS = 0.5, 0.42  # of both together: to erase it, to set it aside
SURE_OF_TWO = 0.9  # the same where the topic says two things, since a vector may have seen but one ("my dad's illness")
MOST = 4  # things; with more above a step a whole field was meant, or nothing

POINTING = regex(
    r"(?:\b(?:that|this|those|these|it|them|both|ones?|things?|stuff|last|first|said|told|above|what|i|you|me|us|the)\b|[我你他她它们这那个些条件事儿说讲提聊过的了话上下前后面里刚才都全两男女人]|[\W_])+"
)
NUMBER = regex(r"\d+")
# A name stands for nobody else: what is meant by it has it.
NAMED = regex(r"[阿小老][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}(?:老师|医生|先生|女士|小姐)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that is known: its words, the slot it fills, and how near (cosine, -1 to 1) it is to the topic of the
    order and to the whole order."""

    text: str
    attribute: str | None = None
    topic: float = 0.0
    order: float = 0.0

    @property
    def nearness(self) -> float:
        return (1 - ORDER_SHARE) * self.topic + ORDER_SHARE * self.order


@dataclass(frozen=True, slots=True, kw_only=True)
class Standout:
    """The places of what is meant. `sure`: nearness and step leave little doubt, and words do not speak against it."""

    places: tuple[int, ...] = ()
    sure: bool = False


def standout(about: str, items: Sequence[Item]) -> Standout:
    """What stands out of all that is known; nothing when the topic only points ("that thing") or no step is clear."""
    named = topics(about)
    if not named or POINTING.fullmatch(shadow(about)):
        return Standout()
    fitting = [place for place, one in enumerate(items) if any(_fits(topic, one) for topic in named)]
    fitting.sort(key=lambda place: -items[place].nearness)
    near = [items[place].nearness for place in fitting]
    count, strength = 0, 0.0
    for upto in range(1, min(MOST, len(near)) + 1):
        step = near[upto - 1] - max(CHANCE, near[upto] if upto < len(near) else 0.0)
        together = near[upto - 1] + STEP_WEIGHT * step
        if near[upto - 1] >= LEAST and step >= STEP and together > strength:
            count, strength = upto, together
    if strength < PERHAPS:
        return Standout()
    places = tuple(sorted(fitting[:count]))
    least = SURE if all(_says_one_thing(topic) for topic in named) else SURE_OF_TWO
    own = all(_own(named, items[place]) for place in places)
    return Standout(places=places, sure=strength >= least and own and not NAMED.fullmatch(named[0].text))


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

"""What can be said of two sentences without knowing what they are about: features for the learned judge of changes.

Most say how the new sentence speaks (of a change, an end, an amount that grew) and what the two have in common (a word,
a name, a person, a figure). `models/change.py` weighs them together with the two sentence vectors.
"""

from __future__ import annotations

from jiyi.language.memo import memo
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy import attributes, figures, values
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.succession import MOSTLY_ONE, SIDE_BY_SIDE, shared_heads
from jiyi.policy.tables import cues, succession

_OF_NEW = (
    cues.CHANGE,
    cues.MOVED,
    cues.PAST,
    cues.ALSO,
    cues.HEALED,
    cues.DONE,
    cues.SWAPPED,
    cues.NOW,
    cues.DEATH,
    cues.FORMER,
    cues.JOBLESS,
    succession.INSTEAD,
    succession.CAME_TO_AN_END,
    succession.LEFT_WORK,
    succession.PARTED,
    succession.NOW,
    succession.GREW,
    succession.OVER,
    succession.PAUSED,
    regex(r"^(?:he|she|it|they)(?![a-z])|[他她它]"),
    regex(r"(?:^|[,，。] ?)(?:the|that|那|这)"),
    regex(r"了"),
    regex(r"了(?:$|[,，。!！])"),
    regex(r"^(?:i|my|we|our)(?![a-z])|我"),
)
_OF_OLD = (
    cues.PAST,
    cues.FORMER,
    cues.CHANGE,
    cues.NOW,
    succession.GOING_ON,
    regex(r"^(?:i|my|we|our)(?![a-z])|我"),
)
_LONG_ZH, _LONG_EN = 20, 60  # characters of a sentence of middling length


@memo(4096)
def _bits(text: str, old: bool) -> tuple[float, ...]:
    bits = tuple(float(one.search(text) is not None) for one in (_OF_OLD if old else _OF_NEW))
    return (*bits, min(len(text) / (_LONG_ZH if has_han(text) else _LONG_EN), 2.0))


def features(new: Reading, old: Reading, similarity: float) -> tuple[float, ...]:
    """The features of a pair, each between 0 and 2, in a fixed order. `similarity` is the cosine of the two."""
    head = shared_heads(new.text, old.text)
    both = values.shared(new.claims, old.claims)
    clash = figures.clash(new.figures, old.figures) - {"ago", "part"}
    slot = attributes.get(old.attribute)
    value = values.plain(old.value) if old.value else ""
    topics = new.topics & old.topics
    said = (
        bool(head),
        min(len(head) / (4 if has_han(head) else 8), 1),
        bool(both),
        len(both) / max(1, len(old.claims)),
        len(both) / max(1, len(new.claims)),
        any(new.claims[a] != old.claims[b] for a, b in both),
        bool(clash),
        bool(old.figures),
        bool(new.figures),
        bool(old.figures and new.figures),
        bool(new.figures & old.figures),
        new.negative,
        old.negative,
        new.negative != old.negative,
        bool(new.subject) and new.subject == old.subject,
        bool(new.subject and old.subject) and new.subject != old.subject,
        bool(new.subject) and not old.subject,
        bool(old.subject) and not new.subject,
        bool(new.axes.keys() & old.axes.keys()),
        bool(topics),
        len(topics) / max(1, len(new.topics | old.topics)),
        new.kind is old.kind,
        bool(new.attribute) and new.attribute == old.attribute,
        slot is not None and slot.single,
        old.attribute in SIDE_BY_SIDE,
        old.attribute in MOSTLY_ONE,
        bool(new.slots & old.slots),
        bool(new.roles.keys() & old.roles.keys()),
        bool(new.dimensions.keys() & old.dimensions.keys()),
        bool(value) and value in new.text,
        has_han(new.text),
        has_han(new.text) != has_han(old.text),
    )
    return (similarity, similarity**2, *map(float, said), *_bits(new.text, False), *_bits(old.text, True))

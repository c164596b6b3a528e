"""The two witnesses of an order heard together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from jiyi.language.script import has_han
from jiyi.language.sentences import sentences
from jiyi.policy.orders.cues import CUE, folded
from jiyi.policy.orders.kinds import Order
from jiyi.policy.orders.patterns import EDGE, LONGEST, believed, by_patterns

Chances = Mapping[str, float]  # by unit (see `units`): the chance that it is an order, from its meaning

BELIEVED = 0.9  # chance from which a message that no pattern knows is an order …
SURE = 0.95  # … from which it may erase, if it is one by its words as well …
SECONDED = 0.5  # chance from which it bears out the patterns
PART = 0.95  # … and from which a sentence out of a longer message is one
UNLIKELY = 0.2  # chance under which one that even patterns are not certain of is none
DOUBTED = 0.02  # chance under which an order that only patterns see is doubted
LONGEST_WHOLE = 400  # characters; the vector of a longer message tells little of an order in it
LONG_ZH, LONG_EN = 40, 110  # characters from which single sentences are heard as well
MOST_SENTENCES = 4
NOBODY: Chances = MappingProxyType({})  # the learned witness was not asked


def units(text: str) -> tuple[str, ...]:
    """What of a message the learned witness is to be asked about: the message, and of a longer one its sentences. Only
    what has a word that orders have, or is one by patterns; mostly nothing, so that little is embedded for it."""
    if not _has_cue(text):
        return ()
    whole = (text,) if len(text) <= LONGEST_WHOLE else ()
    if len(text) <= (LONG_ZH if has_han(text) else LONG_EN):
        return whole
    read = text if len(text) <= LONGEST else text[:EDGE] + "\n" + text[-EDGE:]
    heard = [one for one in sentences(read) if one != text and CUE.search(folded(one))]
    return (*whole, *heard[:MOST_SENTENCES])


def _has_cue(text: str) -> bool:
    if CUE.search(folded(text)) is not None:
        return True
    found = by_patterns(text)
    return found is not None and found.kind == "forget"


def order(text: str, chances: Chances = NOBODY) -> Order | None:
    """The order to forget, or the question about what is known, that a message holds; None when it holds none.

    `chances` are what the learned witness says of its `units`; without them patterns speak alone. An order that is not
    `certain` is one only if something that is known is meant by it; a `doubted` one erases nothing. Never raises.
    """
    found = by_patterns(text)
    if not chances:
        return found
    likeliest = max(chances, key=lambda unit: chances[unit])
    chance = chances[likeliest]
    if found is not None and found.kind == "forget" and not found.certain and chance < UNLIKELY:
        return None
    if found is not None and found.kind == "forget":
        least = {"about": DOUBTED, "then": UNLIKELY, "all": UNLIKELY if found.spared else 0.0}.get(found.scope, 0.0)
        doubted = found.certain and chance < least
        return (
            replace(found, certain=found.scope != "about", doubted=True)
            if doubted
            else replace(found, both=chance >= SECONDED)
        )
    if chance < (BELIEVED if likeliest == text and found is None else PART):
        return found
    meant = believed(likeliest)
    if meant is None:
        return found
    doubted = meant.doubted or chance < SURE
    return replace(meant, doubted=doubted, both=not doubted)

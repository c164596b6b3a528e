"""What can be seen of a clause and of the message around it: signs for the learned gate of extraction.

They say what the second witness hears in it, whose it is, its builds, what is asked, ordered or supposed beside it, and
where it stands. `models/keeping.py` weighs them together with the vectors of the clause and of the message.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from jiyi.language.script import has_han
from jiyi.policy.candidate import Heard
from jiyi.policy.extract.alone import hangs, is_chat, is_talk
from jiyi.policy.extract.builds import builds, least_worth
from jiyi.policy.extract.frame import KIN, NONE, OTHER, SELF, WE
from jiyi.policy.extract.opinion import Opinion
from jiyi.policy.extract.telling import only_tells
from jiyi.policy.extract.tongue import tongue_of
from jiyi.policy.gate import Clause
from jiyi.policy.tables import talk
from jiyi.records import Kind

_LONG_ZH, _LONG_EN = 24, 70  # characters of a clause of middling length
_FULL_ZH, _FULL_EN = 80, 200  # … of a message
_LONGEST = 3.0  # times as long; still longer ones count like it
_LATE, _MANY = 4, 6  # clauses
_ASKING = ("?", "？")
_LEAST = 1e-4


def signs(heard: Heard, clauses: Sequence[Clause], place: int, said: Opinion) -> tuple[float, ...]:
    """The signs of one of a message's clauses, given what the second witness says of it. Linear in the message."""
    clause = clauses[place]
    tongue = tongue_of(clause.seen)
    seen = clause.seen[tongue.fillers(clause) :]
    han = has_han(seen)
    whose = tongue.subject(seen)[0]
    telling = only_tells(heard.text, clauses)
    left = {one.left for one in clauses}
    bits = (
        han,
        *(whose == one for one in (SELF, WE, KIN, OTHER, NONE)),
        *builds(seen),
        hangs(clause.text),
        is_talk(clause.text),
        is_chat(clause.text),
        tongue.is_of_today(clause.seen),
        clause.first,
        clause.asked,
        clause.once,
        clause.outright,
        clause.lasting,
        clause.corrects,
        clause.rewords,
        telling,
        said.worth >= least_worth(seen, said, telling=telling),
        any(one.isdigit() for one in seen),
        any(one.isupper() for one in clause.text[1:]),
        *(one in left for one in (talk.QUESTION, talk.TASK, talk.SUPPOSED, talk.COURTESY)),
        any(one.asked for one in clauses),
        heard.answered.rstrip().endswith(_ASKING),
        bool(heard.before),
    )
    return (
        math.log((said.worth + _LEAST) / (1 - said.worth + _LEAST)),
        *(said.certainty * (said.kind is kind) for kind in Kind),
        *map(float, bits),
        min(place, _LATE) / _LATE,
        min(len(clauses), _MANY) / _MANY,
        min(len(seen) / (_LONG_ZH if han else _LONG_EN), _LONGEST),
        min(len(heard.text) / (_FULL_ZH if has_han(heard.text) else _FULL_EN), _LONGEST),
    )

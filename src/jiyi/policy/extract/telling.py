"""Whether a message is there to tell something: then whatever it says was meant to be known."""

from __future__ import annotations

from collections.abc import Sequence

from jiyi.language.script import has_han
from jiyi.policy.gate import Clause
from jiyi.policy.tables import talk

LONGEST_ZH, LONGEST_EN = 80, 200  # characters


def only_tells(text: str, clauses: Sequence[Clause]) -> bool:
    """Whether a message is short talk in which nothing is asked, ordered, supposed or quoted."""
    return (
        len(text) <= (LONGEST_ZH if has_han(text) else LONGEST_EN)
        and "\n" not in text.strip()
        and all(clause.left in ("", talk.COURTESY) and not clause.asked for clause in clauses)
    )

"""What the learned judge of changes may end where no rule speaks, and where it is not heard.

It knows how people tell of changes, hints among them ("Scooter's back, runs like new" after the repair shop), but not what
they mean: so it ends one memory at most, nothing protected, and nothing that a rule has judged.
"""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables import cues, succession
from jiyi.records import Kind

SURE = 0.8  # chance from which it is believed
SURER = 0.9  # the same about something protected: the new memory then waits for review
WHY = "by its meaning it takes the place of what was known"
# Without the sentence before, nobody knows who is meant.
_POINTS_BACK = regex(r"^(?:他|她|它|(?:he|she|it)(?![a-z]))")


def judge_learned(new: Reading, old: Reading, chance: float, verdict: Verdict) -> Verdict | None:
    """An update in place of the rules' silence, when the chance is high and nothing speaks against it."""
    if chance < (SURER if old.protected else SURE) or not verdict.silent or new.corrects:
        return None
    if (old.kind is Kind.INSTRUCTION) != (new.kind is Kind.INSTRUCTION):
        return None
    if new.former or old.former or (old.kind is Kind.EVENT and old.past):
        return None
    if cues.ALSO.search(new.text) or succession.PAUSED.search(new.text):
        return None
    return Verdict("update", chance, WHY, explicit=True, learned=True)


def stands_alone(text: str) -> bool:
    """Whether a clause that was left could be a memory: plain text that names whom it speaks of, or the user."""
    return _POINTS_BACK.match(text) is None

"""What the second witness says of a clause: from its meaning rather than its form.

The witness is a learned head on a sentence vector (`jiyi.models.witness`); its opinions come in as an argument, so that
judging stays pure. Patterns speak first. A clause in which they find nothing is kept on the witness's word alone when it
is sure and the clause has the build of a lasting statement of the user's (`builds`), with low confidence; what patterns found and the witness holds for worthless is
kept with low confidence too, unless it is protected or was asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jiyi.records import Kind

WORTHLESS = 0.08  # probability of worth under which a finding of the looser patterns is doubted
ALONE = 0.5  # confidence of what one witness saw and the other did not
QUITE = 0.95  # probability of worth from which such a memory may also take the place of another
QUITE_ALONE = 0.6  # its confidence then


@dataclass(frozen=True, slots=True)
class Opinion:
    """`worth` is the probability (0-1) that the clause says something lasting about the user; `kind` the likeliest
    kind if it does, `certainty` its share (0-1) among the kinds. `keep` is the probability (0-1) that it should be kept,
    seen with its form and the message around it (`signs`); None when that was not asked."""

    worth: float
    kind: Kind
    certainty: float
    keep: float | None = None


Opinions = Mapping[str, Opinion]  # by clause, as it was said

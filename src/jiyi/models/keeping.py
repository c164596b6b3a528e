"""The learned gate of extraction: the chance that a clause should be kept, seen with its form and its message.

A head of two layers on the signs of a clause (`policy.extract.signs`) and on two vectors from the bundled embedder, the
clause's and the message's; `scripts/train_keeping.py` makes its weights. `policy.extract.builds` says what it decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from jiyi.models import witness
from jiyi.models.change import SCALE, Head
from jiyi.models.local import NAME
from jiyi.policy import gate
from jiyi.policy.candidate import Heard
from jiyi.policy.extract.opinion import Opinions
from jiyi.policy.extract.signs import signs
from jiyi.ports import Vectors

EMBEDDER = NAME  # the head only reads vectors of this model
READ = 400  # characters of the message whose meaning is seen
_MARKS = " \n.!~。！～"


@cache
def _head() -> Head:
    data = np.load(BytesIO((files("jiyi.models") / "weights" / "keeping.npz").read_bytes()), allow_pickle=False)
    names = ("middle", "spread", "inner", "inner_bias", "outer", "outer_bias")
    return Head(*(data[name].astype(np.float32) for name in names))


def texts(heard: Heard, clauses: Sequence[str]) -> list[str]:
    """What must be embedded to hear both on some clauses of a message: them, and the message where it says more."""
    whole = heard.text[:READ]
    return [*clauses] if len(clauses) == 1 and whole.strip(_MARKS) == clauses[0].strip(_MARKS) else [*clauses, whole]


def rows(heard: Heard, said: Opinions, vectors: Vectors) -> tuple[list[str], Vectors]:
    """Those of the witness's texts that are clauses of the message, and the features of each: its signs, its vector and
    the message's. `vectors` are in the order of `said`, the message's comes last."""
    read = gate.read(heard.text)
    places = {clause.text: place for place, clause in reversed(list(enumerate(read)))}
    which = [number for number, text in enumerate(said) if text in places]
    named = list(said)
    clauses = [named[number] for number in which]
    if not clauses:
        return [], np.zeros((0, 0), np.float32)
    seen = np.array([signs(heard, read, places[text], said[text]) for text in clauses])
    own = vectors[which] * SCALE
    return clauses, np.hstack([seen, own, np.broadcast_to(vectors[-1] * SCALE, own.shape)]).astype(np.float32)


def opinions(heard: Heard, clauses: Sequence[str], vectors: Vectors) -> Opinions:
    """What the second witness says of some clauses of a message, with the gate's chance for each. The clauses are all
    different; `vectors` are those of `texts`, in their order."""
    said = witness.opinions(clauses, vectors[: len(clauses)])
    judged, seen = rows(heard, said, vectors)
    if not judged:
        return said
    chances = _head().chances(seen)
    return {**said, **{text: replace(said[text], keep=float(one)) for text, one in zip(judged, chances, strict=True)}}

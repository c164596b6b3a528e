"""The learned witness of what an order to forget means: the chance that its topic means a thing that is known.

A head of two layers on the vectors of both says whether a topic ("the baby news") calls a sentence ("I'm twelve weeks
along"). How much it counts for among all that a person has told is weighed with the nearness of both and with how far
they stand out. `scripts/train_targets.py` makes the weights; `policy.standout` judges.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from jiyi.models.change import SCALE, Head
from jiyi.models.local import NAME
from jiyi.ports import Vectors

EMBEDDER = NAME  # the head only reads vectors of this model
ORDER_SHARE = 0.3  # how much the whole order counts beside the words of its topic
CHANCE = 0.1  # nearness that something has by chance, and …
UNLIKELY = -6.0  # … what the head says of it, however few memories there are
LIKELY = 13.8  # as sure as the head is ever taken to be, in logits
MOST = 4  # things that may stand out together


@dataclass(frozen=True, slots=True)
class Weigher:
    """The head of pairs, and how what it says is weighed in a list."""

    head: Head
    middle: Vectors
    spread: Vectors
    weights: Vectors  # one for each feature, then the bias

    def chances(self, asked: Vectors, things: Vectors, known: int, usual: float) -> list[float]:
        """See `chances` of the module."""
        z = (features(self.head, asked, things, known, usual) - self.middle) / self.spread
        found = 1 / (1 + np.exp(-(z @ self.weights[:-1] + self.weights[-1])))
        return [float(chance) for chance in found]


@cache
def _weigher() -> Weigher:
    data = np.load(BytesIO((files("jiyi.models") / "weights" / "targets.npz").read_bytes()), allow_pickle=False)
    names = ("middle", "spread", "inner", "inner_bias", "outer", "outer_bias")
    head = Head(*(data[name].astype(np.float32) for name in names))
    return Weigher(head, *(data[name].astype(np.float32) for name in ("usual", "varies", "weights")))


def chances(asked: Vectors, things: Vectors, known: int, usual: float) -> list[float]:
    """The chance (0-1) that each of some things is meant.

    `asked` holds the vectors of the topic and of the whole order, `things` those of the things, all from the bundled
    embedder. `known` is how many things are known in all, of which these are the nearest, and `usual` how near those
    are to the topic on average (cosine).
    """
    return _weigher().chances(asked, things, known, usual) if len(things) else []


def rows(asked: Vectors, things: Vectors) -> Vectors:
    """The features of one topic beside each of some things."""
    own = np.broadcast_to(asked, things.shape)
    return np.hstack([own * SCALE, things * SCALE, own * things * SCALE**2]).astype(np.float32)


def features(head: Head, asked: Vectors, things: Vectors, known: int, usual: float) -> Vectors:
    """What is weighed for each thing of a list."""
    near = things @ asked.T
    called, ordered = (_logits(head, one, things) for one in asked[:2])
    nearness = (1 - ORDER_SHARE) * near[:, 0] + ORDER_SHARE * near[:, 1]
    return np.stack(
        [
            called,
            ordered,
            near[:, 0],
            near[:, 1],
            _step(nearness, CHANCE),
            _step(called, UNLIKELY),
            nearness - nearness.max(),
            called - called.max(),
            near[:, 0] - usual,
            np.full(len(things), np.log(max(known, 1)), np.float32),
        ],
        axis=1,
    )


def _logits(head: Head, asked: Vectors, things: Vectors) -> Vectors:
    edge = 1 / (1 + np.exp(LIKELY))
    said = np.clip(head.chances(rows(asked, things)), edge, 1 - edge)
    logits: Vectors = np.log(said / (1 - said))
    return logits


def _step(scores: Vectors, floor: float) -> Vectors:
    """The largest step down from each thing, or from one of the few right below it, to the next."""
    order = np.argsort(-scores, kind="stable")
    down = np.append(scores[order], floor)
    ends = min(MOST, len(scores))
    steps = [down[place] - min(down[place], max(down[place + 1], floor)) for place in range(ends)]
    found = np.zeros(len(scores), np.float32)
    for place in range(ends):
        found[order[place]] = max(steps[place:])
    return found

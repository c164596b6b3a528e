"""The last word on the best few: a cross-encoder's, where there is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from jiyi import codec
from jiyi.errors import JiyiError
from jiyi.flows.found import Found
from jiyi.ports import Reranker
from jiyi.rows import ItemRow

Ranked = tuple[float, int, Found]
WEIGHT = 1.5  # of the reranker's word against the ranking's own: it reads both texts, the ranking knows the rest


async def rerank(
    reranker: Reranker, user: str, query: str, ranked: Sequence[Ranked], rows: Mapping[str, ItemRow]
) -> tuple[list[Ranked], str]:
    """`ranked` in the order of both judges, and what to say of it in the trace.

    Both scores are standardised and added. Who comes first gets the score that was first, and so on: a score still
    says how sure recall is. What the topic touches (an allergy when dinner is asked for) stays where it was, since no
    reader of two texts can know that. A failure leaves everything as it was.
    """
    asked = [i for i, one in enumerate(ranked) if _id(one) in rows and not _touched(one)]
    if len(asked) < 2:
        return list(ranked), f"{reranker.name}: nothing to compare"
    texts = [_text(ranked[i], rows[_id(ranked[i])], user) for i in asked]
    try:
        scores = np.asarray(await reranker.rerank(query, texts), dtype=np.float64)
    except JiyiError as error:
        return list(ranked), f"{reranker.name} failed, so the order is as it was: {error}"
    if scores.shape != (len(asked),) or not np.isfinite(scores).all():
        return list(ranked), f"{reranker.name} failed, so the order is as it was: not one score for each text"
    own = np.array([ranked[i][0] for i in asked])
    chances = np.clip(own, 1e-4, 1 - 1e-4)
    total = _standard(np.log(chances / (1 - chances))) + WEIGHT * _standard(scores)
    made = list(ranked)
    for place, best in zip(asked, np.argsort(-total, kind="stable"), strict=True):
        _, item, part = ranked[asked[int(best)]]
        made[place] = (ranked[place][0], item, part)
    return made, f"{reranker.name} read the best {len(asked)}"


def _standard(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    deviation = float(values.std())
    return (values - values.mean()) / deviation if deviation > 1e-9 else np.zeros_like(values)


def _id(one: Ranked) -> str:
    return one[2].id_at(one[1])


def _touched(one: Ranked) -> bool:
    _, place, part = one
    return part.legs_of(place).get("touched", 0.0) > 0


def _text(one: Ranked, row: ItemRow, user: str) -> str:
    """A memory's words; of a past turn the part that fits best, after its time."""
    _, place, part = one
    if part.over == "memories":
        return codec.memory(row, user).content
    episode = codec.episode(row, user)
    unit = part.unit(place) - int(np.searchsorted(part.part.item.view, place))
    text = episode.parts[unit][1] if unit < len(episode.parts) else episode.content
    return f"{episode.at:%Y-%m-%d}: {text}"

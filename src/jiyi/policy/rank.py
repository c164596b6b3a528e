"""Which part of a past turn answers a query: a sum of features, each with its coefficient.

The coefficients were fitted by `benchmarks/fit.py` on question sets in Chinese and English, leaving one conversation
(or person) out; the ablation beside them says what each group adds. A feature is about 0 when it says nothing and
about 1 when it speaks for the part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jiyi.language.traits import ASKS, ENDS_ASKING, NUMBERED, SELF, TIMED
from jiyi.policy.coefficients import OFFSET, SLOPE

Floats = NDArray[np.float32]
REACH = 2  # neighbours on each side that are looked at
K1, B = 1.2, 0.75
HAN_SHARE = 0.3  # of a query's characters: from here on it is a Chinese one


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The candidates of one query. `counts` is (candidates, 2·REACH+1, terms): how often each term occurs in the
    part itself (in the middle) and in its neighbours; `lengths`, `meaning` and `traits` likewise, 0 where there is
    no neighbour."""

    counts: Floats
    lengths: Floats
    meaning: Floats
    traits: NDArray[np.uint8]
    idf: Floats
    average: float  # length of a part
    spread: tuple[float, float]  # mean and deviation of `meaning` over all parts
    session_words: Floats  # BM25 of the session
    session_meaning: Floats  # best cosine in the session
    session_mean: Floats  # mean cosine of the session
    order: Floats  # share of the query's neighbouring term pairs that stand side by side
    user: Floats  # 1: the user's own words
    speaker: Floats  # 1: spoken by who is named in the query, -1: by another who has a name, 0: no names
    bridge: Floats  # BM25 by what the best candidates are about
    likeness: Floats  # cosine with the best candidate
    when: bool  # the query asks for a time
    much: bool  # the query asks for a number
    answer: bool  # the query asks for what the assistant said
    in_time: Floats  # 1: said in the time that the query speaks of
    han: float  # share of Han characters in the query


def _bm25(counts: Floats, lengths: Floats, idf: Floats, average: float) -> Floats:
    near = K1 * (1 - B + B * lengths / max(average, 1e-6))
    made: Floats = ((counts * (K1 + 1) / (counts + near[:, None])) @ idf).astype(np.float32)
    return made


def _saturated(words: Floats) -> Floats:
    made: Floats = words / (words + np.float32(4))
    return made


def _share(values: Floats) -> Floats:
    """Of the best candidate's value."""
    top = float(values.max()) if len(values) else 0.0
    return values / np.float32(top) if top > 0 else np.zeros_like(values)


def features(view: View) -> dict[str, Floats]:
    """All features by name, one value per candidate."""
    middle = REACH
    counts, lengths = view.counts, view.lengths
    total = max(float(view.idf.sum()), 1e-6)
    mean, deviation = view.spread
    own = counts[:, middle]
    words = _bm25(own, lengths[:, middle], view.idf, view.average)
    previous = _bm25(
        own + counts[:, middle - 1], lengths[:, middle] + lengths[:, middle - 1], view.idf, 2 * view.average
    )
    following = _bm25(
        own + counts[:, middle + 1], lengths[:, middle] + lengths[:, middle + 1], view.idf, 2 * view.average
    )
    window = _bm25(counts.sum(1), lengths.sum(1), view.idf, 5 * view.average)
    near = (view.meaning - mean) / max(deviation, 1e-3) / 2
    cover = (own > 0) @ view.idf / total
    cover_previous = ((own + counts[:, middle - 1]) > 0) @ view.idf / total
    cover_window = (counts.sum(1) > 0) @ view.idf / total
    asks = (view.traits[:, middle] & ASKS > 0).astype(np.float32)
    ends = (view.traits[:, middle] & ENDS_ASKING > 0).astype(np.float32)
    asked_before = (view.traits[:, middle - 1] & ASKS > 0).astype(np.float32)
    timed = (view.traits[:, middle] & TIMED > 0).astype(np.float32)
    numbered = (view.traits[:, middle] & NUMBERED > 0).astype(np.float32)
    length = np.log1p(lengths[:, middle])
    beside = [
        _bm25(counts[:, i], lengths[:, i], view.idf, view.average)
        for i in (middle - 2, middle - 1, middle + 1, middle + 2)
    ]
    cover_share, words_share, window_share = cover.astype(np.float32), _share(words), _share(window)
    session_share = _share(view.session_words)
    rarest = ((own > 0) * view.idf).max(1) / 8 if own.shape[1] else np.zeros(len(own), dtype=np.float32)
    roles = np.float32(view.user.min() < view.user.max()) if len(view.user) else np.float32(0)
    own_words, answers = view.user * roles, (1 - view.user) * roles
    found: dict[str, NDArray[Any]] = {
        "words": _saturated(words),
        "words of best": words_share,
        "with previous": _saturated(previous),
        "with previous of best": _share(previous),
        "with next": _saturated(following),
        "with next of best": _share(following),
        "window": _saturated(window),
        "window of best": window_share,
        "session": _saturated(view.session_words),
        "session of best": session_share,
        "second before": _saturated(beside[0]),
        "before": _saturated(beside[1]),
        "after": _saturated(beside[2]),
        "second after": _saturated(beside[3]),
        "cover": cover_share,
        "cover with previous": cover_previous.astype(np.float32),
        "cover in window": cover_window.astype(np.float32),
        "rarest": rarest,
        "order": view.order,
        "meaning": near[:, middle],
        "meaning squared": np.maximum(near[:, middle], 0) ** 2 / 2,
        "meaning before": near[:, middle - 1] * (lengths[:, middle - 1] > 0),
        "meaning after": near[:, middle + 1] * (lengths[:, middle + 1] > 0),
        "meaning around": near.mean(1),
        "session meaning": (view.session_meaning - mean) / max(deviation, 1e-3) / 2,
        "session mean": (view.session_mean - mean) / max(deviation, 1e-3),
        "user": view.user,
        "speaker": view.speaker,
        "asks": asks,
        "ends asking": ends,
        "asked before": asked_before,
        "asked before, covered": asked_before * cover_previous,
        "length": length / 4,
        "length squared": length * length / 16,
        "self": (view.traits[:, middle] & SELF > 0).astype(np.float32),
        "timed": timed,
        "numbered": numbered,
        "time asked, timed": timed * view.when,
        "number asked, numbered": numbered * view.much,
        "in time": view.in_time,
        "bridge": _saturated(view.bridge),
        "bridge of best": _share(view.bridge),
        "likeness": view.likeness,
        "words, meaning": words_share * np.clip(near[:, middle], 0, 2),
        "meaning without words": np.clip(near[:, middle], 0, 3) * (1 - cover),
        "user, meaning": view.user * np.clip(near[:, middle], 0, 2),
        "speaker, cover": view.speaker * cover,
        "answer asked, assistant": answers * view.answer,
        "user, cover": own_words * cover_share,
        "user, words of best": own_words * words_share,
        "user, session": own_words * session_share,
        "user, rarest": own_words * rarest,
        "user, order": own_words * view.order,
        "user, window": own_words * window_share,
        "assistant, length": answers * length / 4,
    }
    return {name: values.astype(np.float32) for name, values in found.items()}


def chance(sums: Floats) -> Floats:
    """The chance that a part answers, 0-1, from its sum of features."""
    made: Floats = 1 / (1 + np.exp(-np.clip(SLOPE * sums + OFFSET, -30, 30)))
    return made


def score(view: View, table: Mapping[str, tuple[float, float]]) -> Floats:
    """The sum of the features by the coefficients of `table`: (for every query, more for a Chinese one)."""
    found = features(view)
    total = np.zeros(len(view.counts), dtype=np.float32)
    chinese = view.han > HAN_SHARE
    for name, (always, more) in table.items():
        weight = always + more if chinese else always
        if weight:
            total += np.float32(weight) * found[name]
    return total

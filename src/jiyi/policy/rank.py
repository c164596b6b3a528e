"""Which part of a past turn answers a query: a sum of features, each with its coefficient.

The coefficients were fitted by `benchmarks/fit.py` on question sets in Chinese and English, leaving one conversation
(or person) out; the ablation beside them says what each group adds. A feature is about 0 when it says nothing and
about 1 when it speaks for the part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jiyi.language.traits import ASIDE, ASKS, ENDS_ASKING, LIKES, NUMBERED, SELF, TELLS, TIMED
from jiyi.policy.coefficients import OFFSET, SLOPE

Floats = NDArray[np.float32]
REACH = 2  # neighbours on each side that are looked at
K1, B = 1.2, 0.75
UNKNOWN = -3.0  # below it nothing is shown
TYPICAL_NEAREST = 0.43  # cosine of the nearest part of an answerable question; stands in where there are no vectors
UNHEARD = 2.5  # what speaks against a question of whose names none was ever said
MOST_NAMES = 2  # that speak for it
SAID_THEN, MAYBE_THEN = 1.0, -2.5  # the least where something was said in the time that is asked for
SPREAD_OVER, FIRST_FEW = 60, 12  # the best that are looked at, and those of them that others stand behind
BESIDE, ELSEWHERE = 0.2, 0.7  # for a better one right beside, and one of the same session where many are asked for
HAN_SHARE = 0.3  # of a query's characters: from here on it is a Chinese one
_BEFORE = np.tri(SPREAD_OVER, FIRST_FEW, -1, dtype=np.bool_)  # whether the one of a column ranks before that of a row


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
    together: Floats  # share of the query's words that stand within one sentence's length
    user: Floats  # 1: the user's own words
    speaker: Floats  # 1: spoken by who is named in the query, -1: by another who has a name, 0: no names
    bridge: Floats  # BM25 by what the best candidates are about
    likeness: Floats  # cosine with the best candidate
    when: bool  # the query asks for a time
    much: bool  # the query asks for a number
    answer: bool  # the query asks for what the assistant said
    advice: bool  # the query asks for a recommendation: what the user likes and has speaks to it
    own: bool  # the query speaks of who asks
    many: bool  # the query asks for several things ("which books did I read")
    in_time: Floats  # 1: said in the time that the query speaks of, more and less where that is a date
    alone: bool  # the query asks for what was in that time, and for nothing else
    han: float  # share of Han characters in the query
    titled: Floats  # share of the titles and quotations in the query that stand in the part, word for word
    names: tuple[int, int]  # of the names in the query: how many were ever said here, and how many were not


def _bm25(counts: Floats, lengths: Floats, idf: Floats, averages: Sequence[float]) -> Floats:
    """BM25 of several readings of each candidate: `counts` is (readings, candidates, terms)."""
    scale = np.array([K1 * B / max(average, 1e-6) for average in averages], dtype=np.float32)
    near = np.float32(K1 * (1 - B)) + lengths * scale[:, None]
    made: Floats = ((counts * np.float32(K1 + 1) / (counts + near[:, :, None])) @ idf).astype(np.float32, copy=False)
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
    found = _by_words(view)
    found |= _by_meaning(view, found)
    found |= _by_manner(view, found)
    found |= _by_role(view, found)
    return {name: values.astype(np.float32) for name, values in found.items()}


def _by_words(view: View) -> dict[str, NDArray[Any]]:
    """The part's own words, with its neighbours', in the window and in the session."""
    middle, counts, lengths, idf, average = REACH, view.counts, view.lengths, view.idf, view.average
    own, total = counts[:, middle], max(float(idf.sum()), 1e-6)
    last, next_, around = own + counts[:, middle - 1], own + counts[:, middle + 1], counts.sum(1)
    places = (("second before", -2), ("before", -1), ("after", 1), ("second after", 2))
    readings = [own, last, next_, around, *(counts[:, middle + step] for _, step in places)]
    long = [
        lengths[:, middle],
        lengths[:, middle] + lengths[:, middle - 1],
        lengths[:, middle] + lengths[:, middle + 1],
        lengths.sum(1),
        *(lengths[:, middle + step] for _, step in places),
    ]
    averages = (average, 2 * average, 2 * average, 5 * average, *[average] * len(places))
    words, previous, following, window, *rest = _bm25(np.stack(readings), np.stack(long), idf, averages)
    beside = {name: _saturated(one) for (name, _), one in zip(places, rest, strict=True)}
    return {
        "words": _saturated(words),
        "words of best": _share(words),
        "with previous": _saturated(previous),
        "with previous of best": _share(previous),
        "with next": _saturated(following),
        "with next of best": _share(following),
        "window": _saturated(window),
        "window of best": _share(window),
        "session": _saturated(view.session_words),
        "session of best": _share(view.session_words),
        **beside,
        "cover": (own > 0) @ idf / total,
        "cover with previous": (last > 0) @ idf / total,
        "cover in window": (around > 0) @ idf / total,
        "rarest": ((own > 0) * idf).max(1) / 8 if own.shape[1] else np.zeros(len(own)),
        "order": view.order,
        "together": view.together,
        "bridge": _saturated(view.bridge),
        "bridge of best": _share(view.bridge),
    }


def _by_meaning(view: View, found: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Cosines in deviations from the mean over all parts, halved."""
    middle, (mean, deviation) = REACH, view.spread
    scale = max(deviation, 1e-3)
    near = (view.meaning - mean) / scale / 2
    own = near[:, middle]
    return {
        "meaning": own,
        "meaning squared": np.maximum(own, 0) ** 2 / 2,
        "meaning before": near[:, middle - 1] * (view.lengths[:, middle - 1] > 0),
        "meaning after": near[:, middle + 1] * (view.lengths[:, middle + 1] > 0),
        "meaning around": near.mean(1),
        "session meaning": (view.session_meaning - mean) / scale / 2,
        "session mean": (view.session_mean - mean) / scale,
        "likeness": view.likeness,
        "words, meaning": found["words of best"] * np.clip(own, 0, 2),
        "meaning without words": np.clip(own, 0, 3) * (1 - found["cover"]),
        "user, meaning": view.user * np.clip(own, 0, 2),
    }


def _by_manner(view: View, found: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """How it is said: a question or an answer to one, long or short, with times and numbers, by whom."""
    traits, before = view.traits[:, REACH], view.traits[:, REACH - 1]
    length = np.log1p(view.lengths[:, REACH])
    asked_before = (before & ASKS > 0).astype(np.float32)
    timed, numbered = (traits & TIMED > 0).astype(np.float32), (traits & NUMBERED > 0).astype(np.float32)
    return {
        "asks": traits & ASKS > 0,
        "ends asking": traits & ENDS_ASKING > 0,
        "asked before": asked_before,
        "asked before, covered": asked_before * found["cover with previous"],
        "asked before, self": asked_before * (traits & SELF > 0),
        "asked before, words of best": asked_before * found["words of best"],
        "asked before, session of best": asked_before * found["session of best"],
        "asked before, meaning around": asked_before * found["meaning around"],
        "length": length / 4,
        "length squared": length * length / 16,
        "self": traits & SELF > 0,
        "timed": timed,
        "numbered": numbered,
        "time asked, timed": timed * view.when,
        "number asked, numbered": numbered * view.much,
        "in time": view.in_time,
        "titled": view.titled,
        "user": view.user,
        "speaker": view.speaker,
        "speaker, cover": view.speaker * found["cover"],
    }


def _by_role(view: View, found: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """What counts otherwise in the user's words than in an answer; nothing where only one of them speaks."""
    mixed = np.float32(len(view.user) > 0 and view.user.min() < view.user.max())
    user, answers = view.user * mixed, (1 - view.user) * mixed
    return {
        "answer asked, assistant": answers * view.answer,
        "user, cover": user * found["cover"],
        "user, words of best": user * found["words of best"],
        "user, session": user * found["session of best"],
        "user, rarest": user * found["rarest"],
        "user, order": user * view.order,
        "user, together": user * view.together,
        "user, window": user * found["window of best"],
        "assistant, length": answers * found["length"],
    } | _by_telling(view, found, user)


def _by_telling(view: View, found: Mapping[str, NDArray[Any]], user: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The user's own doings, likings and asides: what a question about oneself, or one for advice, rests on.
    `user` is 1 for the user's words where an assistant speaks too."""
    traits = view.traits[:, REACH]
    tells, likes, aside = ((traits & bit > 0).astype(np.float32) for bit in (TELLS, LIKES, ASIDE))
    advice, own = np.float32(view.advice), np.float32(view.own)
    return {
        "own asked, tells": view.user * tells * own,
        "own asked, user tells": user * tells * own * (1 - advice),
        "user tells, cover": user * tells * found["cover"],
        "likes": view.user * likes,
        "aside": view.user * aside,
        "user, aside": user * aside,
        "advice asked, user": user * advice,
        "advice asked, user likes": user * likes * advice,
        "advice asked, user tells": user * tells * advice,
        "advice asked, user near": user * advice * found["meaning"],
    }


def spread(sums: Floats, items: NDArray[Any], sessions: NDArray[Any], *, many: bool) -> Floats:
    """The sums, less for what stands right beside something better, since it mostly says the same; and, where a
    question asks for `many` things, for each better one of the same session: the others were said elsewhere. `items`
    are the places of the turns in the order in which they came."""
    order = np.argsort(-sums, kind="stable")[:SPREAD_OVER]
    own, place = sessions[order][:, None], items[order][:, None]
    better = (own[:FIRST_FEW, 0] == own) & _BEFORE[: len(order), : min(len(order), FIRST_FEW)]
    less = np.float32(BESIDE) * (better & (np.abs(place[:FIRST_FEW, 0] - place) <= 1)).sum(1)
    if many:
        less += np.float32(ELSEWHERE) * better.sum(1)
    made = sums.copy()
    made[order] -= less.astype(np.float32)
    return made


def chance(sums: Floats) -> Floats:
    """The chance that a part answers, 0-1, from its sum of features."""
    made: Floats = 1 / (1 + np.exp(-np.clip(SLOPE * sums + OFFSET, -30, 30)))
    return made


def known(view: View, chances: Floats) -> float:
    """Whether anything is known of what is asked: above 0 more likely than not, below UNKNOWN surely not.

    From the nearest meaning of all, how much of the question stands together somewhere, and whether the likeliest part
    has its rarest word; its chance adds nothing to these. Beside them, whether its names were ever said, and anything in its time. Fitted on questions asked of the wrong person's
    conversations. A Chinese question shares fewer whole words with its answer, so it is asked for less, and so is one
    for advice.
    """
    if not len(chances):
        return -np.inf
    nearest = float(view.session_meaning.max()) if view.spread[1] > 0 else TYPICAL_NEAREST
    there = view.counts[int(chances.argmax()), REACH] > 0
    rarest = float((there * view.idf).max() / max(float(view.idf.max()), 1e-6)) if len(view.idf) else 0.0
    less = (1.5 if view.han > HAN_SHARE else 0.0) + (1.0 if view.advice else 0.0) + _by_names(view)
    made = 24.3 * nearest + 1.0 * rarest + 6.2 * float(view.together.max()) + less - 13.8
    return max(made, _by_time(view))


def _by_names(view: View) -> float:
    """What the names of a question tell: somebody who was never spoken of is not known, but for advice names are new
    ("a hotel in Miami")."""
    said, unheard = view.names
    if not said:
        return -UNHEARD if unheard and not view.advice else 0.0
    return float(min(said, MOST_NAMES))


def _by_time(view: View) -> float:
    """What was said in the time that is asked for may answer though it has none of the words; where nothing but the
    time is asked for ("what did I do yesterday?"), it does."""
    if not len(view.in_time) or view.in_time.max() <= view.in_time.min():
        return -np.inf
    return SAID_THEN if view.alone else MAYBE_THEN


def belief(likely: float) -> float:
    """What the chances of parts count for, 0-1, by `known`: squared, since a chance is low for the same reasons, but
    less so."""
    return float(1 / (1 + np.exp(-np.clip(likely, -30, 30)))) ** 2


def score(view: View, table: Mapping[str, tuple[float, float]]) -> Floats:
    """The sum of the features by the coefficients of `table`: (for every query, more for a Chinese one)."""
    found = features(view)
    chinese = view.han > HAN_SHARE
    weights = np.array([always + more if chinese else always for always, more in table.values()], dtype=np.float32)
    made: Floats = weights @ np.stack([found[name] for name in table])
    return made

"""The two stages of ranking past turns: cheap scores over all, then features of the best few with their neighbours."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jiyi.codec import micros
from jiyi.indexes.part import Part
from jiyi.indexes.words import Floats, Matched, bm25
from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import han_count
from jiyi.language.tokens import hash_of, terms
from jiyi.layout import mark
from jiyi.policy.rank import REACH, View
from jiyi.policy.rewrite import Understood
from jiyi.ports import Hashes, Nearest

FIRST = 160  # candidates of the first stage
BRIDGED = 60  # more, by what the best ones are about
BRIDGES = 3  # best ones that are followed
BRIDGE_TERMS = 12
ASKED = 2_000  # characters of a question that are looked through for what it asks
SENTENCE = 12  # tokens that stand together
ORDERED = 400  # tokens of a part that are looked through for neighbouring terms

_WHEN = regex(
    r"\bwhen\b|\bwhat (?:date|day|month|year|time)|\bwhich (?:year|month|day)"
    r"|\bhow (?:long|many (?:days|weeks|months|years))"
    r"|什么时候|几号|哪天|哪年|几点|多久|何时|哪一?[天年月]|时间是"
)
_MUCH = regex(r"\bhow (?:many|much|often|old|far|tall)\b|\bnumber of\b|几|多少|多大|多高|规模")
_ANSWER = regex(
    r"\byou(?:'ve| have| had)? (?:said|mention\w*|recommend\w*|suggest\w*|told|tell|gave|give|list\w*|provid\w*"
    r"|share\w*|explain\w*|wrote|created?|made|help\w*|describ\w*)|\bremind me|\bwe (?:discuss\w*|talk\w*)"
    r"|\b(?:our|previous|earlier|last) (?:\w+ )?(?:conversation|chat|discussion)"
    r"|你.{0,4}(?:说|推荐|提到|建议|给|列|讲|告诉)"
)
_ADVICE = re.compile(
    r"\brecommend|\bsuggest|\btips?\b|\badvice\b|\bideas?\b|\bshould i\b|\bwhat (?:can|could) i\b|推荐|建议|有什么好"
)
_OWN = re.compile(r"\b(?:i|my|me|we|our)\b|我")


@dataclass(frozen=True, slots=True)
class Candidates:
    """Units worth a second look, and the features' inputs; `words` and `meaning` are over all units."""

    units: NDArray[np.int64]
    view: View
    words: Floats
    meaning: Floats
    session: Floats
    rough: Floats  # the first stage's scores


def candidates(
    part: Part, text: str, vector: Floats, asked: Understood, alive: NDArray[np.bool_], near: Nearest | None = None
) -> Candidates:
    """The first stage over all units, and the view of its best. `text` is one question of `asked`; `alive` masks
    the units that may be shown; `near` is what an engine found."""
    query = np.fromiter(map(hash_of, [*terms(text), *asked.topic]), dtype=np.uint32)
    matched = part.match(query)
    words = part.keyword_scores(matched)
    meaning = part.near_scores(vector, near)
    before, after = part.chain()
    by_session = part.session_scores(matched)
    session = by_session[part.session.view] if len(by_session) else words * 0
    living = part.unit_alive.view
    spread = (float(meaning[living].mean()), float(meaning[living].std())) if living.any() else (0.0, 1.0)
    rough = _rough(words, meaning, spread, session, before, after)
    rough[~alive] = -np.inf
    units = _top(rough, FIRST)
    bridge = _bridge(part, matched, units, rough)
    more = rough + 0.8 * _standard(bridge)
    chosen = np.zeros(len(rough), dtype=np.bool_)
    chosen[units] = chosen[_top(more, BRIDGED)] = True
    units = np.flatnonzero(chosen)
    units = units[rough[units] > -np.inf]
    view = _view(part, (query, text), asked, matched, units, (words, meaning, session, bridge), spread, rough)
    return Candidates(units, view, words, meaning, session, rough)


def _standard(scores: Floats) -> Floats:
    deviation = float(scores.std())
    made: Floats = (scores - scores.mean()) / deviation if deviation > 1e-6 else np.zeros_like(scores)
    return made


def _rough(
    words: Floats,
    meaning: Floats,
    spread: tuple[float, float],
    session: Floats,
    before: NDArray[np.int32],
    after: NDArray[np.int32],
) -> Floats:
    """A first guess: words here and beside, meaning here and beside, the session."""
    near = (meaning - spread[0]) / max(spread[1], 1e-3)
    known = _standard(words)
    total: Floats = known + 0.6 * near + 0.35 * _standard(session)
    total += 0.6 * np.where(before >= 0, known[before], 0) + 0.35 * np.where(after >= 0, known[after], 0)
    total += 0.2 * np.where(before >= 0, near[before], 0) + 0.2 * np.where(after >= 0, near[after], 0)
    return total.astype(np.float32)


def _top(scores: Floats, count: int) -> NDArray[np.int64]:
    if len(scores) <= count:
        return np.arange(len(scores))
    return np.argpartition(-scores, count)[:count]


def _bridge(part: Part, matched: Matched, units: NDArray[np.int64], rough: Floats) -> Floats:
    """BM25 by the rarest terms of the best candidates that the query itself does not have: what they are about.
    Terms near the beginning count more: there stands the subject."""
    weights: dict[int, float] = {}
    best = units[np.argsort(-rough[units])][:BRIDGES]
    for rank, unit in enumerate(best):
        if rough[unit] == -np.inf:
            continue
        tokens = part.words.tokens_of(int(unit))[:64]
        for place, token in enumerate(dict.fromkeys(tokens.tolist())):
            lead = 1.0 if place < 8 else 0.5
            weights[token] = max(weights.get(token, 0.0), lead / (1 + rank))
    for token in matched.terms.tolist():
        weights.pop(token, None)
    if not weights:
        return np.zeros(len(rough), dtype=np.float32)
    found = part.match(np.fromiter(weights, dtype=np.uint32))
    strength = np.array([weights[token] for token in found.terms.tolist()], dtype=np.float32)
    worth = found.idf * strength * (found.found > 1)
    keep = np.argsort(-worth)[:BRIDGE_TERMS]
    idf = np.zeros_like(worth)
    idf[keep] = worth[keep]
    chosen = Matched(found.terms, found.term, found.unit, found.count, idf, found.found)
    lengths = part.words.lengths.view
    return bm25(chosen, chosen.unit, lengths, part.average_length())


def _around(part: Part, units: NDArray[np.int64]) -> NDArray[np.int64]:
    """(candidates, 2·REACH+1) units: the ones before, itself, the ones after; -1 where there is none."""
    before, after = part.chain()
    around = np.full((len(units), 2 * REACH + 1), -1, dtype=np.int64)
    around[:, REACH] = units
    for step in range(1, REACH + 1):
        last, next_ = around[:, REACH - step + 1], around[:, REACH + step - 1]
        around[:, REACH - step] = np.where(last >= 0, before[last], -1)
        around[:, REACH + step] = np.where(next_ >= 0, after[next_], -1)
    return around


def _view(
    part: Part,
    question: tuple[Hashes, str],
    asked: Understood,
    matched: Matched,
    units: NDArray[np.int64],
    scores: tuple[Floats, Floats, Floats, Floats],
    spread: tuple[float, float],
    rough: Floats,
) -> View:
    words, meaning, session, bridge = scores
    query, text = question
    asking = shadow(text[:ASKED])
    around = _around(part, units)
    there = around >= 0
    place = np.full(len(words) + 1, -1, dtype=np.int64)
    seen = np.zeros(len(words), dtype=np.bool_)
    seen[around[there]] = True
    needed = np.flatnonzero(seen)
    place[needed] = np.arange(len(needed))
    inside = place[matched.unit] >= 0
    table = np.zeros((len(needed) + 1, len(matched.idf)), dtype=np.float32)  # the last row: no neighbour
    table[place[matched.unit[inside]], matched.term[inside]] = matched.count[inside]
    rows = np.where(there, place[around], len(needed))
    best = int(units[np.argmax(rough[units])]) if len(units) else -1
    return View(
        counts=table[rows],
        lengths=np.where(there, part.words.lengths.view[around], 0).astype(np.float32),
        meaning=np.where(there, meaning[around], spread[0]).astype(np.float32),
        traits=np.where(there, part.traits.view[around], 0).astype(np.uint8),
        idf=matched.idf,
        average=part.average_length(),
        spread=spread,
        session_words=session[units],
        session_meaning=_session_best(part, meaning)[part.session.view[units]],
        session_mean=_session_mean(part, meaning)[part.session.view[units]],
        order=_in_order(part, query, units),
        together=_together(part, matched, units),
        user=(part.role.view[units] == 0).astype(np.float32),
        speaker=_speaker(part, units, text),
        bridge=bridge[units],
        likeness=part.likeness(units, best),
        when=bool(_WHEN.search(asking)),
        much=bool(_MUCH.search(asking)),
        answer=bool(_ANSWER.search(asking)),
        advice=bool(_ADVICE.search(asking)),
        own=bool(_OWN.search(asking)),
        in_time=_in_time(part, units, asked),
        han=han_count(text[:400]) / max(len(text[:400]), 1),
    )


def _session_best(part: Part, meaning: Floats) -> Floats:
    best = np.full(max(part.sessions, 1), -1, dtype=np.float32)
    living = part.unit_alive.view
    np.maximum.at(best, part.session.view[living], meaning[living])
    return best


def _session_mean(part: Part, meaning: Floats) -> Floats:
    living = part.unit_alive.view
    numbers = part.session.view[living]
    sums = np.bincount(numbers, weights=meaning[living], minlength=max(part.sessions, 1))
    made: Floats = (sums / np.maximum(np.bincount(numbers, minlength=max(part.sessions, 1)), 1)).astype(np.float32)
    return made


def _in_order(part: Part, query: Hashes, units: NDArray[np.int64]) -> Floats:
    """The share of the query's neighbouring terms that stand side by side in each unit."""
    if len(query) < 2 or not len(units):
        return np.zeros(len(units), dtype=np.float32)
    wanted = np.array(sorted(set(_pairs(query.astype(np.uint64)).tolist())), dtype=np.uint64)
    flat, owner = part.words.tokens_of_many(units, ORDERED)
    if len(flat) < 2:
        return np.zeros(len(units), dtype=np.float32)
    pairs = _pairs(flat.astype(np.uint64))
    at = np.searchsorted(wanted, pairs)
    at[at == len(wanted)] = 0
    hit = (wanted[at] == pairs) & (owner[:-1] == owner[1:])
    made: Floats = np.bincount(owner[:-1][hit], minlength=len(units)).astype(np.float32)
    return np.minimum(made / max(len(wanted), 1), 1).astype(np.float32)


def _together(part: Part, matched: Matched, units: NDArray[np.int64]) -> Floats:
    """The share of the query's words, by their rarity, that stand within SENTENCE tokens of each unit: of a long
    message one sentence answers."""
    best = np.zeros(len(units), dtype=np.float32)
    known, total = matched.terms, float(matched.idf.sum())
    flat, owner = part.words.tokens_of_many(units, ORDERED)
    if not len(known) or not len(flat) or total <= 0:
        return best
    term = np.searchsorted(known, flat)
    term[term == len(known)] = 0
    hit = np.flatnonzero(known[term] == flat)
    place = hit - np.searchsorted(owner, np.arange(len(units)))[owner[hit]]
    for shift in (0, SENTENCE // 2):
        block = owner[hit] * ORDERED + (place + shift) // SENTENCE
        keys = np.unique(block * len(known) + term[hit])
        blocks, number = np.unique(keys // len(known), return_inverse=True)
        sums = np.bincount(number, weights=matched.idf[keys % len(known)])
        np.maximum.at(best, blocks // ORDERED, sums.astype(np.float32))
    return best / np.float32(total)


def _pairs(tokens: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (tokens[:-1] << np.uint64(32)) | tokens[1:]


def _speaker(part: Part, units: NDArray[np.int64], text: str) -> Floats:
    """1 where who speaks is named in the query, -1 where another is, 0 where nobody is named."""
    speakers = part.speaker.view[units]
    known = set(speakers.tolist()) - {0}
    if not known:
        return np.zeros(len(units), dtype=np.float32)
    spoken = re.findall(r"[^\W_]+", text.replace("'s", " ").replace("’s", " "))[:60]
    grams = {" ".join(spoken[i : i + n]) for n in (1, 2, 3) for i in range(len(spoken))}
    named = {mark("speaker", gram) for gram in grams} & known
    if not named:
        return np.zeros(len(units), dtype=np.float32)
    made: Floats = np.where(np.isin(speakers, list(named)), 1, -1).astype(np.float32)
    return np.zeros_like(made) if (made > 0).all() else made


def _in_time(part: Part, units: NDArray[np.int64], asked: Understood) -> Floats:
    if asked.since is None or asked.until is None:
        return np.zeros(len(units), dtype=np.float32)
    said = part.heads.view["valid_from"][part.item.view[units]]
    return ((said >= micros(asked.since)) & (said < micros(asked.until))).astype(np.float32)

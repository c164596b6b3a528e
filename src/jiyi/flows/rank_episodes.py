"""The two stages of ranking past turns: cheap scores over all, then features of the best few with their neighbours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from jiyi.codec import micros
from jiyi.flows.found import OUT, Found, Limits, Units
from jiyi.indexes.part import Mask, Part
from jiyi.indexes.words import Floats, Matched, Places, bm25
from jiyi.language.normalize import shadow
from jiyi.language.script import han_count
from jiyi.language.tokens import hash_of, query_terms, terms
from jiyi.layout import mark, session_hash
from jiyi.policy import rank, wants
from jiyi.policy.coefficients import EPISODES
from jiyi.policy.naming import names, titles
from jiyi.policy.rank import REACH, View
from jiyi.policy.rewrite import Understood
from jiyi.ports import Hashes, Nearest

FIRST = 160  # candidates of the first stage
BRIDGED = 60  # more, by what the best ones are about
BRIDGES = 3  # best ones that are followed
BRIDGE_TERMS = 12
ASKED = 2_000  # characters of a question that are looked through for what it asks
LEAST = 0.0
SET_ASIDE = "what it says may have been meant by an order to forget, and is set aside until that is settled"
NOTHING = 1.1  # no score reaches it: nothing is known of what is asked
SENTENCE = 12  # tokens that stand together
BESIDE_TIME = 0.7  # of what is said in the time, what is said right after
LEAST_BESIDE, MOST_BESIDE = 3 * 86_400 * 1_000_000, 7 * 86_400 * 1_000_000  # microseconds; as long as the time is
DATED, SPOKEN, ALONE = 3.5, 1.0, 8.0  # how much a time of the calendar counts, another, one that alone is asked for
ORDERED = 400  # tokens of a part that are looked through for neighbouring terms


@dataclass(frozen=True, slots=True)
class Candidates:
    """Units worth a second look, and the features' inputs; `words` and `meaning` are over all units."""

    units: NDArray[np.int64]
    view: View
    words: Floats
    meaning: Floats
    session: Floats
    rough: Floats  # the first stage's scores
    edge: float  # none that is no candidate has a score over it


def candidates(
    part: Part, text: str, vector: Floats, asked: Understood, alive: NDArray[np.bool_], near: Nearest | None = None
) -> Candidates:
    """The first stage over all units, and the view of its best. `text` is one question of `asked`; `alive` masks
    the units that may be shown; `near` is what an engine found."""
    query = np.fromiter(map(hash_of, [*terms(text), *asked.topic]), dtype=np.uint32)
    matched = part.match(query)
    words = part.keyword_scores(matched)
    meaning = part.near_scores(vector, near)
    by_session = part.session_scores(matched)
    session = by_session.take(part.session.view) if len(by_session) else words * 0
    known = meaning if part.living() == len(alive) else meaning[part.unit_alive.view]
    spread = (float(known.mean()), float(known.std())) if len(known) else (0.0, 1.0)
    rough = _rough(words, meaning, spread, session, part.chain())
    rough[~alive] = -np.inf
    units = _top(rough, FIRST)
    edge = float(rough[units].min(initial=np.inf))
    bridge = _bridge(part, matched, units, rough)
    more = _standard(bridge)
    more *= np.float32(0.8)
    more += rough
    chosen = np.zeros(len(rough), dtype=np.bool_)
    chosen[units] = chosen[_top(more, BRIDGED)] = True
    units = np.flatnonzero(chosen)
    units = units[rough[units] > -np.inf]
    view = _view(part, (query, text), asked, matched, units, (words, meaning, session, bridge), spread, rough)
    return Candidates(units, view, words, meaning, session, rough, edge)


def _standard(scores: Floats) -> Floats:
    """In deviations from the mean."""
    made: Floats = scores - scores.mean()
    deviation = float(np.sqrt(made @ made / max(len(made), 1)))
    made *= np.float32(1 / deviation if deviation > 1e-6 else 0)
    return made


def _rough(
    words: Floats,
    meaning: Floats,
    spread: tuple[float, float],
    session: Floats,
    chain: tuple[Places, Places],
) -> Floats:
    """A first guess: words here and beside, meaning here and beside, the session."""
    near = (meaning - np.float32(spread[0])) * np.float32(1 / max(spread[1], 1e-3))
    known = _standard(words)
    total = _standard(session)
    total *= np.float32(0.35)
    total += known
    total += np.float32(0.6) * near
    near *= np.float32(0.2)
    beside = np.zeros(len(known) + 1, dtype=np.float32)  # the last: no neighbour
    for weight, units in zip((0.6, 0.35), chain, strict=True):
        np.multiply(known, np.float32(weight), out=beside[:-1])
        beside[:-1] += near
        total += beside[units]
    return total


def _top(scores: Floats, count: int) -> NDArray[np.int64]:
    if len(scores) <= count:
        return np.arange(len(scores))
    return np.argpartition(scores, len(scores) - count)[-count:]


def _bridge(part: Part, matched: Matched, units: NDArray[np.int64], rough: Floats) -> Floats:
    """BM25 by the rarest terms of the best candidates that the query itself does not have: what they are about.
    Terms near the beginning count more: there stands the subject."""
    weights: dict[int, float] = {}
    best = units[np.argsort(-rough[units])][:BRIDGES]
    for order, unit in enumerate(best):
        if rough[unit] == -np.inf:
            continue
        tokens = part.words.tokens_of(int(unit))[:64]
        for place, token in enumerate(dict.fromkeys(tokens.tolist())):
            lead = 1.0 if place < 8 else 0.5
            weights[token] = max(weights.get(token, 0.0), lead / (1 + order))
    for token in matched.terms.tolist():
        weights.pop(token, None)
    if not weights:
        return np.zeros(len(rough), dtype=np.float32)
    tokens = np.array(sorted(weights), dtype=np.uint32)
    found, idf = part.words.found(tokens, part.unit_alive.view, part.living())
    worth = idf * np.array([weights[token] for token in tokens.tolist()], dtype=np.float32) * (found > 1)
    keep = np.sort(np.argsort(-worth)[:BRIDGE_TERMS])
    chosen = replace(part.match(tokens[keep]), idf=worth[keep])
    return bm25(chosen, chosen.unit, part.words.lengths.view, part.average_length())


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
    place = np.full(len(words) + 1, -1, dtype=np.int32)
    seen = np.zeros(len(words), dtype=np.bool_)
    seen[around[there]] = True
    needed = np.flatnonzero(seen)
    place[needed] = np.arange(len(needed))
    row = place.take(matched.unit)
    inside = np.flatnonzero(row >= 0)
    table = np.zeros((len(needed) + 1, len(matched.idf)), dtype=np.float32)  # the last row: no neighbour
    table[row[inside], matched.term[inside]] = matched.count[inside]
    rows = np.where(there, place[around], len(needed))
    best = int(units[np.argmax(rough[units])]) if len(units) else -1
    best_of_session, mean_of_session = _of_sessions(part, meaning, units)
    return View(
        counts=table[rows],
        lengths=np.where(there, part.words.lengths.view[around], 0).astype(np.float32),
        meaning=np.where(there, meaning[around], spread[0]).astype(np.float32),
        traits=np.where(there, part.traits.view[around], 0).astype(np.uint8),
        idf=matched.idf,
        average=part.average_length(),
        spread=spread,
        session_words=session[units],
        session_meaning=best_of_session,
        session_mean=mean_of_session,
        order=_in_order(part, query, units),
        together=_together(part, matched, units),
        user=(part.role.view[units] == 0).astype(np.float32),
        speaker=_speaker(part, units, text),
        bridge=bridge[units],
        likeness=part.likeness(units, best),
        when=bool(wants.WHEN.search(asking)),
        much=bool(wants.MUCH.search(asking)),
        answer=bool(wants.ANSWER.search(asking)),
        advice=bool(wants.ADVICE.search(asking)),
        own=bool(wants.OWN.search(asking)),
        many=bool(wants.MANY.search(asking)),
        in_time=_in_time(part, units, asked),
        alone=asked.alone,
        han=han_count(text[:400]) / max(len(text[:400]), 1),
        titled=_titled(part, text, units),
        names=_names(part, matched, text),
    )


def _of_sessions(part: Part, meaning: Floats, units: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """The best and the mean meaning in the session of each unit."""
    own = part.session.view[units].astype(np.int64)
    numbers = np.array(sorted(set(own.tolist())), dtype=np.int64)
    living, edges = part.units_of_sessions(numbers)
    if not len(living):
        return np.full(len(units), -1, dtype=np.float32), np.zeros(len(units), dtype=np.float32)
    held = meaning[living]
    sums = np.add.reduceat(held.astype(np.float64), edges[:-1])
    best, mean = np.maximum.reduceat(held, edges[:-1]), (sums / np.diff(edges)).astype(np.float32)
    place = np.searchsorted(numbers, own)
    return best[place], mean[place]


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


def _titled(part: Part, text: str, units: NDArray[np.int64]) -> Floats:
    """The share of the titles and quotations of a question that stand in each unit, word for word."""
    made = np.zeros(len(units), dtype=np.float32)
    quoted = [one for title in titles(text) if len(one := terms(title)) > 1]
    for one in quoted:
        made += _in_order(part, np.fromiter(map(hash_of, one), dtype=np.uint32), units) == 1
    return made / np.float32(max(len(quoted), 1))


def _names(part: Part, matched: Matched, text: str) -> tuple[int, int]:
    """How many of the names in a question somebody here said or bears, and how many not."""
    named = names(text)
    if not named:
        return 0, 0
    heard = set(matched.terms[matched.found > 0].tolist())
    said = [any(hash_of(term) in heard for term in terms(name)) or _speaks(part, name) for name in named]
    return sum(said), len(said) - sum(said)


def _speaks(part: Part, name: str) -> bool:
    return bool(np.any(part.speaker.view == np.uint32(mark("speaker", name.lower()))))


def _in_time(part: Part, units: NDArray[np.int64], asked: Understood) -> Floats:
    """What the time speaks for: most in it, less soon after it and just before it. A date of the calendar is meant as
    it is said, and what was said elsewhen counts less; other times are loose ("last week"), and their words are often
    those of another week."""
    if asked.since is None or asked.until is None:
        return np.zeros(len(units), dtype=np.float32)
    said = part.heads.view["valid_from"][part.item.view[units]].astype(np.float64)
    since, until = micros(asked.since), micros(asked.until)
    wide = min(max(until - since, LEAST_BESIDE), MOST_BESIDE)
    near = np.clip(np.minimum(1 - (said - until) / wide, 1 - 2 * (since - said) / wide), 0, 1)
    made = np.where((said >= since) & (said < until), 1, BESIDE_TIME * near)
    if not made.any():  # nothing was said about then: the time tells nothing of what was said at others
        return made.astype(np.float32)
    if asked.alone:
        made = ALONE * (made == 1)
    elif asked.dated:
        made = DATED * (made - 0.5)
    else:
        made = SPOKEN * made
    return made.astype(np.float32)


# --- all questions of a query ---------------------------------------------------------------------------------------
def find_episodes(
    part: Part,
    limits: Limits,
    asked: Understood,
    vectors: Floats,
    session: str | None,
    near: Sequence[Nearest | None],
    hidden: Mask | None = None,
) -> Found:
    """Score all past turns, each part of a turn by itself and with its neighbours. `vectors` has a row for each
    question of `asked`, `near` what an engine found for it. `hidden` masks turns that must not be shown."""
    out = _left_out(part, limits, session)
    if hidden is not None:
        out[SET_ASIDE] = hidden
    mask, alive = _allowed(part, out)
    each = [
        candidates(part, text, vector, asked, alive, hits)
        for text, vector, hits in zip(asked.asks, vectors, near, strict=True)
    ]
    closely, sure = [_closely(part, one) for one in each], -np.inf
    sure = max([likely for _, likely in closely], default=-np.inf)
    scored = _Scored(part, mask, alive, each, [chances for chances, _ in closely])
    few, best_scores, unit = scored.few()
    return Found(
        over="episodes",
        part=part,
        few=few,
        best_scores=best_scores,
        whole=lambda: scored.whole()[0],
        unit=lambda place: unit[place] if place in unit else int(scored.whole()[1][place]),
        beyond=scored.beyond(),
        legs={
            "keywords": lambda units: _most([one.words for one in each], units),
            "meaning": lambda units: [max(near, 0.0) for near in _most([one.meaning for one in each], units)],
            "session": lambda units: _most([one.session for one in each], units),
            "chance": lambda units: [scored.of(unit) for unit in units.numbers.tolist()],
        },
        query_terms=query_terms(asked.focus),
        eligible=int(np.count_nonzero(mask)),
        least=LEAST if sure > rank.UNKNOWN else NOTHING,
        notes=(
            f"{sum(len(one.units) for one in each)} parts looked at closely",
            f"sure that something is known: {sure:.1f}",
        ),
        why_out=lambda: {"it was removed since": ~part.alive.view, **out},
    )


def _most(scores: Sequence[Floats], units: Units) -> list[float]:
    """The best of several scores, of each unit."""
    found: list[float] = np.max([one.take(units.numbers) for one in scores], axis=0).tolist()
    return found


def _closely(part: Part, one: Candidates) -> tuple[Floats, float]:
    """The chance of each candidate, and whether anything is known of the question at all."""
    if not len(one.units):
        return np.zeros(0, dtype=np.float32), -np.inf
    sums = rank.score(one.view, EPISODES)
    items, sessions = part.item.view[one.units].astype(np.int64), part.session.view[one.units]
    chances = rank.chance(rank.spread(sums, items, sessions, many=one.view.many))
    likely = rank.known(one.view, chances)
    return chances * np.float32(rank.belief(likely)), likely


class _Scored:
    """The scores of units and items: of the candidates at once, of all when they are asked for."""

    def __init__(
        self, part: Part, mask: Mask, alive: Mask, each: Sequence[Candidates], chances: Sequence[Floats]
    ) -> None:
        self._part, self._mask, self._alive = part, mask.copy(), alive.copy()
        self._each, self._chances = each, chances
        self._scales = [_scale(one.rough, alive) for one in each]
        chosen = np.concatenate([one.units for one in each])
        self._units = np.array(sorted(set(chosen.tolist())), dtype=np.int64)
        self._of = np.zeros(len(self._units), dtype=np.float32)
        for one, mine, scale in zip(each, chances, self._scales, strict=True):
            self._of = np.maximum(self._of, _behind(one.rough[self._units], scale))
            at = np.searchsorted(self._units, one.units)
            self._of[at] = np.maximum(self._of[at], mine)
        self._whole: tuple[Floats, Places, Floats] | None = None

    def of(self, unit: int) -> float:
        """The score of a unit."""
        at = int(np.searchsorted(self._units, unit))
        if at < len(self._units) and self._units[at] == unit:
            return float(self._of[at])
        return float(self.whole()[2][unit])

    def beyond(self) -> float:
        """What no unit has that is no candidate."""
        edges = zip(self._each, self._scales, strict=True)
        return max([_behind(np.array([one.edge], dtype=np.float32), scale).item() for one, scale in edges], default=0.0)

    def few(self) -> tuple[NDArray[np.int64], Floats, dict[int, int]]:
        """The places of the candidates' items, the best score of each, and which unit has it."""
        items = self._part.item.view[self._units].astype(np.int64)
        order = np.lexsort((self._units, -self._of, items))
        first = order[np.flatnonzero(np.diff(items[order], prepend=-1))]
        places = items[first]
        return places, self._of[first], dict(zip(places.tolist(), self._units[first].tolist(), strict=True))

    def whole(self) -> tuple[Floats, Places, Floats]:
        """The score of each item, its best unit, and the score of each unit."""
        if self._whole is None:
            scores = np.zeros(len(self._alive), dtype=np.float32)
            for one, scale in zip(self._each, self._scales, strict=True):
                scores = np.maximum(scores, _behind(one.rough, scale))
            scores[self._units] = np.maximum(scores[self._units], self._of)
            scores[~self._alive] = OUT
            since = len(self._part.item) - len(scores)  # what came after the question
            best, unit = self._part.best_by_item(np.append(scores, np.full(since, OUT, dtype=np.float32)))
            held = len(self._mask)
            self._whole = np.where(self._mask, best[:held], OUT), unit[:held], scores
        return self._whole


def _scale(rough: Floats, alive: Mask) -> tuple[float, float]:
    """The least and the most of what may be shown."""
    held = rough[alive]
    return (float(held.min()), float(held.max())) if len(held) else (0.0, 0.0)


def _behind(rough: Floats, scale: tuple[float, float]) -> Floats:
    """Scores for what was not looked at closely: in the order of the first stage, behind all that was."""
    low, high = scale
    made: Floats = np.clip((rough - np.float32(low)) / np.float32(max(high - low, 1e-6)), 0, 1) * np.float32(1e-4)
    return made


def _left_out(part: Part, limits: Limits, session: str | None) -> dict[str, Mask]:
    """For each rule the turns that it leaves out, but for those removed."""
    head, out = part.heads.view, {}
    if session is not None:
        out["it is of the conversation that asks"] = head["session"] == session_hash(session)
    if limits.as_of is not None:
        out["it was said after that time"] = head["valid_from"] > micros(limits.as_of)
    return out


def _allowed(part: Part, out: dict[str, Mask]) -> tuple[Mask, Mask]:
    """Which turns, and which of their parts, may be shown."""
    if not out:
        return part.alive.view, part.unit_alive.view
    mask = part.alive.view.copy()
    for rule in out.values():
        mask &= ~rule
    return mask, part.unit_alive.view & mask[part.item.view]

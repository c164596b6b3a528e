"""Fit the coefficients by which recall ranks past turns (`jiyi.policy.coefficients`), and say what they are worth.

    python benchmarks/fit.py SET=FILE [SET=FILE …] [--vectors SET=FILE …] [--limit N] [--drop FEATURE …]
        [--ablate] [--embedder {local,e5}] [--write]

For every question the first stage's candidates are described by the features of `jiyi.policy.rank`; a linear score
is fitted by softmax over the candidates (every set weighs the same), with a second coefficient per feature for
Chinese questions, drawn towards 0. Figures are out of fold: five folds of whole conversations or persons; "found" is
the share of the evidence among the candidates, which no ranking can pass. `--drop` leaves features out. `--ablate`
leaves out one leg after another and prints what is lost. Without `--write` nothing is changed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from datasets import READERS, Case
from jiyi import codec
from jiyi.flows.episodes import episode_of
from jiyi.flows.rank_episodes import candidates
from jiyi.indexes.part import Part
from jiyi.language.passages import episode_texts, episode_tokens
from jiyi.policy import coefficients
from jiyi.policy.rank import HAN_SHARE, features
from jiyi.policy.rewrite import understand
from jiyi.records import Message, Role, Turn
from jiyi.rows import ItemRow
from vectors import KeptEmbedder

FOLDS, SHRINK, STEPS, RATE = 5, 0.03, 200, 0.1
HELD_BACK = ("in time", "titled")  # set by hand: hardly a question of the sets depends on it
TARGET = Path(coefficients.__file__)
NEAREST = 80  # candidates that are looked at when legs are left out
# What each feature rests on; `--ablate` leaves out one line after another.
LEGS = """
own words: words; words of best; cover; rarest; order; together; words, meaning; user, cover; user, words of best; user, rarest; user, order; user, together; user tells, cover
neighbours' words: with previous; with previous of best; with next; with next of best; window; window of best; second before; before; after; second after; cover with previous; cover in window; asked before, covered; asked before, words of best; user, window
session's words: session; session of best; user, session; asked before, session of best
what the best are about: bridge; bridge of best; likeness
meaning: meaning; meaning squared; meaning before; meaning after; meaning around; session meaning; session mean; meaning without words; user, meaning; advice asked, user near; asked before, meaning around
who speaks: user; speaker; speaker, cover; answer asked, assistant
how it is said: asks; ends asking; asked before; length; length squared; self; timed; numbered; time asked, timed; number asked, numbered; in time; titled; assistant, length; asked before, self
own doings and likings: own asked, tells; own asked, user tells; likes; aside; user, aside; advice asked, user; advice asked, user likes; advice asked, user tells
"""  # noqa: E501

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sample:
    """One question: its candidates' features, and which of them are evidence."""

    set: str
    fold: int
    x: Matrix
    y: Matrix
    evidence: int  # in all, found among the candidates or not


async def part_of(case: Case, embedder: KeptEmbedder) -> Part:
    """A case's messages as one part of a working set, each an episode."""
    episodes, texts, spans = [], [], []
    counts: dict[str, int] = defaultdict(int)
    for one in case.said:
        counts[one.session] += 1
        said = Message(
            user="u",
            session=one.session,
            seq=counts[one.session],
            role=Role(one.role),
            content=one.text or "-",
            at=one.at,
            name=one.name,
        )
        episode = replace(episode_of(Turn(messages=(said,))), id=one.id)
        passages = episode_texts(episode.parts)
        spans.append((len(texts), len(texts) + len(passages)))
        texts += passages
        episodes.append(episode)
    vectors = await embedder.embed(texts)
    part = Part()
    part.take(
        [
            ItemRow(id=one.id, body=codec.episode_body(one, vectors[a:b], episode_tokens(one.parts)))
            for one, (a, b) in zip(episodes, spans, strict=True)
        ]
    )
    return part


async def samples(name: str, cases: Sequence[Case], embedder: KeptEmbedder) -> tuple[list[Sample], list[str]]:
    """The questions of a set, and the names of the features."""
    made: list[Sample] = []
    names: list[str] = []
    folds = {fold: i % FOLDS for i, fold in enumerate(dict.fromkeys(case.fold for case in cases))}
    for case in cases:
        part = await part_of(case, embedder)
        for question in case.questions:
            if not question.answerable:
                continue
            asked = understand(question.text, now=question.at)
            vector = (await embedder.embed([asked.focus], "query"))[0]
            best = candidates(part, asked.focus, vector, asked, part.unit_alive.view)
            found = features(best.view)
            names = list(found)
            x = np.stack(list(found.values()), 1)
            x = np.concatenate([x, x if best.view.han > HAN_SHARE else np.zeros_like(x)], 1)
            wanted = {part.places[id] for id in question.evidence}
            y = np.array([int(part.item.view[unit]) in wanted for unit in best.units], dtype=np.float32)
            made.append(Sample(name, folds[case.fold], x, y, len(wanted)))
    await embedder.close()
    return made, names


def fitted(chosen: Sequence[Sample]) -> Matrix:
    """Coefficients by gradient descent on the softmax over each question's candidates."""
    chosen = [one for one in chosen if one.y.any()]
    sizes = np.array([len(one.y) for one in chosen])
    count: dict[str, int] = defaultdict(int)
    for one in chosen:
        count[one.set] += 1
    share = np.array([1 / count[one.set] for one in chosen], dtype=np.float32)
    share /= share.sum()
    x = np.concatenate([one.x for one in chosen])
    y = np.concatenate([one.y / one.y.sum() for one in chosen])
    mean, deviation = x.mean(0), x.std(0)
    told_by = np.flatnonzero(deviation > 0)  # the others say nothing of these questions
    mean, deviation = mean[told_by], deviation[told_by] + 1e-6
    x = (x[:, told_by] - mean) / deviation
    starts = np.cumsum(sizes) - sizes
    owner = np.repeat(np.arange(len(sizes)), sizes)
    weights = np.zeros(x.shape[1], dtype=np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        score = x @ weights
        power = np.exp(score - np.maximum.reduceat(score, starts)[owner])
        chance = power / np.add.reduceat(power, starts)[owner]
        slope = x.T @ ((chance - y) * share[owner]) + SHRINK * weights
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope * slope
        rate = RATE * (1 - 0.9 * step / STEPS)
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    made = np.zeros(chosen[0].x.shape[1], dtype=np.float32)
    made[told_by] = weights / deviation
    return made


def recall(one: Sample, scores: Matrix, k: int) -> float:
    """The share of the evidence among the first k."""
    return float(one.y[np.argsort(-scores, kind="stable")[:k]].sum() / max(one.evidence, 1))


def out_of_fold(held: Sequence[Sample]) -> list[Matrix]:
    """The scores of each question's candidates, by coefficients that were fitted without its conversation."""
    scores: list[Matrix] = [np.zeros(0, dtype=np.float32)] * len(held)
    for fold in sorted({one.fold for one in held}):
        weights = fitted([one for one in held if one.fold != fold])
        for i, one in enumerate(held):
            if one.fold == fold:
                scores[i] = one.x @ weights
    return scores


def without(held: Sequence[Sample], names: Sequence[str], dropped: Sequence[str]) -> list[Sample]:
    """The questions with these features left out."""
    kept = np.array([name not in dropped for name in names] * 2)
    return [replace(one, x=one.x * kept) for one in held] if dropped else list(held)


def nearest(one: Sample, names: Sequence[str]) -> Sample:
    """The question with the best of its candidates alone, by the coefficients in place: quicker, and as telling."""
    table = np.array([coefficients.EPISODES[name] for name in names], dtype=np.float32)
    best = np.argsort(-(one.x @ table.T.ravel()), kind="stable")[:NEAREST]
    return replace(one, x=one.x[best], y=one.y[best])


def legs() -> dict[str, list[str]]:
    """The features by what they rest on."""
    rows = (line.partition(":") for line in LEGS.strip().splitlines())
    return {leg: [name.strip() for name in names.split(";")] for leg, _, names in rows}


def told(what: str, held: Sequence[Sample], scores: Sequence[Matrix]) -> None:
    """Print the figures of each set."""
    for name in dict.fromkeys(one.set for one in held):
        mine = [i for i, one in enumerate(held) if one.set == name]
        figures = {f"R@{k}": [recall(held[i], scores[i], k) for i in mine] for k in (1, 5, 10)}
        figures["found"] = [float(held[i].y.sum() / max(held[i].evidence, 1)) for i in mine]
        line = "  ".join(f"{figure} {100 * np.mean(values):.1f}" for figure, values in figures.items())
        print(f"{name:<14} out of fold  {line}  {what}", flush=True)


def calibrated(scores: Matrix, y: Matrix, weights: Matrix) -> tuple[float, float]:
    """Slope and offset of the chance that something answers, by Newton's method from the share of what does."""
    mean, deviation = float(scores.mean()), float(scores.std()) + 1e-6
    x, share = (scores - mean) / deviation, float((y * weights).sum() / weights.sum())
    slope, offset = 0.0, float(np.log(share / (1 - share)))
    for _ in range(100):
        chance = 1 / (1 + np.exp(-np.clip(slope * x + offset, -30, 30)))
        error, bend = (chance - y) * weights, chance * (1 - chance) * weights
        gradient = np.array([(error * x).sum(), error.sum()])
        inner = (bend * x).sum()
        curve = np.array([[(bend * x * x).sum(), inner], [inner, bend.sum()]]) + 1e-9 * np.eye(2)
        slope, offset = np.array([slope, offset]) - 0.3 * np.linalg.solve(curve, gradient)
    return float(slope / deviation), float(offset - slope * mean / deviation)


def written(names: Sequence[str], weights: Matrix, slope: float, offset: float) -> str:
    """The module of coefficients."""
    lines = [
        '"""Coefficients of `rank.py`, made by `benchmarks/fit.py`: (for every query, more for a Chinese one)."""',
        "",
        "from __future__ import annotations",
        "",
        "from collections.abc import Mapping",
        "",
        "EPISODES: Mapping[str, tuple[float, float]] = {",
    ]
    for i, name in enumerate(names):
        if name in HELD_BACK:
            always, more = coefficients.EPISODES[name]
            lines.append(f'    "{name}": ({always:.2f}, {more:.2f}),  # set by hand')
        else:
            lines.append(f'    "{name}": ({weights[i]:.2f}, {weights[len(names) + i]:.2f}),')
    lines += [
        "}",
        "# From a sum of features to the chance that a part answers: 1 / (1 + exp(-(SLOPE · sum + OFFSET))).",
        f"SLOPE, OFFSET = {slope:.3f}, {offset:.3f}",
        "",
    ]
    return "\n".join(lines)


def pairs(values: Sequence[str]) -> dict[str, Path]:
    """`SET=FILE` arguments."""
    return {name: Path(path) for name, _, path in (value.partition("=") for value in values)}


def main() -> None:
    """Read the arguments, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", metavar="SET=FILE")
    parser.add_argument("--vectors", nargs="*", default=[], metavar="SET=FILE")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--drop", nargs="*", default=[])
    parser.add_argument("--ablate", action="store_true")
    parser.add_argument("--embedder", default="local")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    kept, held, names = pairs(options.vectors), [], []
    for name, path in pairs(options.sets).items():
        cases = list(READERS[name](path))
        if options.limit and options.limit < len(cases):
            cases = cases[:: -(-len(cases) // options.limit)]
        made, names = asyncio.run(samples(name, cases, KeptEmbedder(kept.get(name), options.embedder)))
        held += made
        print(f"{name}: {len(made)} questions", flush=True)
    held = without(held, names, options.drop)
    if options.ablate:
        held = [nearest(one, names) for one in held]
        told(f"the {NEAREST} best", held, out_of_fold(held))
        for leg, features_of in legs().items():
            left = without(held, names, features_of)
            told(f"without {leg}", left, out_of_fold(left))
        return
    scores = out_of_fold(held)
    told("", held, scores)
    if options.write:
        count = {one.set: sum(other.set == one.set for other in held) for one in held}
        share = np.concatenate([np.full(len(one.y), 1 / count[one.set]) for one in held])
        flat = np.concatenate(scores), np.concatenate([one.y for one in held]), share / share.sum()
        TARGET.write_text(written(names, fitted(held), *calibrated(*flat)), encoding="utf-8")
        print(f"wrote {TARGET}")


if __name__ == "__main__":
    main()

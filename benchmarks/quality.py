"""How well recall finds the evidence: LongMemEval-S, LoCoMo, MemDaily, without a language model.

    python benchmarks/quality.py {longmemeval,locomo,memdaily} --data FILE [--json OUT] [--limit N] [--vectors FILE]
        [--embedder {local,e5}]

Every message becomes a past turn of its own, composed as the product composes it and brought in by `import_`; every
question is one `recall` over them. R@k is the mean share of a question's evidence among the first k hits. Sessions
rank by `Recall.sessions()`, for the others by their hits' scores added up. BM25 alone and the vectors alone stand
beside, over the same turns; "any leg" is what one of the three has among its first 50. "answered" is the share of
questions that got a hit at all: under "stranger" of questions that belong to another person's conversations (false
recall), and under "abstention" of the set's own questions without an answer.
`--vectors` keeps embeddings in a file, so that a second run is quick; `--limit` takes every n-th case so that about
so many remain.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from datasets import READERS, Case, Question
from jiyi.flows.episodes import episode_of
from jiyi.language.tokens import hashes
from jiyi.memory import AsyncMemory
from jiyi.records import Message, Role, Turn
from jiyi.settings import Settings, WorkerSettings
from vectors import KeptEmbedder

HITS = 50
STRANGERS = 60  # questions of the case before, asked of each case
SYSTEMS = ("bm25", "dense", "jiyi", "any leg")


@dataclass
class Clock:
    """The time at which a question is asked."""

    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Answer:
    """The ranked message ids of one system, with scores."""

    ids: list[str]
    odds: list[float]
    sessions: tuple[str, ...] | None = None  # ranked by the system itself


@dataclass
class Tally:
    """Sums of figures by group."""

    sums: dict[tuple[str, str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    tops: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # scores of first hits

    def add(self, system: str, group: str, figure: str, value: float) -> None:
        self.sums[system, group, figure].append(value)

    def mean(self, system: str, group: str, figure: str) -> float | None:
        values = self.sums.get((system, group, figure))
        return None if not values else 100 * sum(values) / len(values)


def rows_of(case: Case, user: str) -> list[dict[str, Any]]:
    """A case as rows that `import_` takes: each message an episode of one part."""
    rows: list[dict[str, Any]] = [{"type": "head", "format": 1, "user": user}]
    counts: dict[str, int] = defaultdict(int)
    for one in case.said:
        counts[one.session] += 1
        seq = counts[one.session]
        said = Message(
            user=user,
            session=one.session,
            seq=seq,
            role=Role(one.role),
            content=one.text or "-",
            at=one.at,
            name=one.name,
        )
        episode = episode_of(Turn(messages=(said,)))
        rows.append(
            {
                "type": "episode",
                "id": f"{user}|{one.id}",
                "session": episode.session,
                "first": episode.first,
                "last": episode.last,
                "at": episode.at.isoformat(),
                "parts": episode.parts,
                "language": episode.language,
            }
        )
    return rows


async def ask(memory: AsyncMemory, user: str, question: Question) -> dict[str, Answer]:
    """What each system answers with."""
    recall = await memory.recall(user, question.text, k=HITS, over=("episodes",))
    odds = [hit.score / max(1 - hit.score, 1e-4) for hit in recall]
    found = {"jiyi": Answer([hit.id for hit in recall], odds, recall.sessions())}
    working, _ = await memory._parts.sets.of(user)
    part = working.episodes
    vector = (await memory._parts.embedder.embed([question.text], "query"))[0]
    plain = {"bm25": part.keyword_scores(part.match(hashes(question.text))), "dense": part.meaning_scores(vector)}
    for name, scores in plain.items():
        order = np.argsort(-scores, kind="stable")[:HITS]
        odds = np.exp(scores[order] - scores[order].max()) if name == "bm25" else np.exp(10 * scores[order])
        found[name] = Answer([part.ids[int(part.item.view[i])] for i in order], odds.tolist())
    return found


def judge(tally: Tally, case: Case, user: str, question: Question, answers: dict[str, Answer]) -> None:
    """Add one question's figures."""
    session_of = {f"{user}|{one.id}": one.session for one in case.said}
    evidence = {f"{user}|{one}" for one in question.evidence}
    top = {id for answer in answers.values() for id in answer.ids[:HITS]}
    for system, answer in answers.items():
        groups = ("all", question.kind) if question.answerable else ("abstention",)
        for group in groups:
            for k in (1, 5, 10, 50):
                if evidence:
                    tally.add(system, group, f"R@{k}", len(evidence & set(answer.ids[:k])) / len(evidence))
            if question.sessions:
                for figure, value in _sessions(answer, session_of, set(question.sessions)).items():
                    tally.add(system, group, figure, value)
    tally.add("jiyi", "all" if question.answerable else "abstention", "answered", float(bool(answers["jiyi"].ids)))
    if evidence and question.answerable:
        for group in ("all", question.kind):
            tally.add("any leg", group, f"R@{HITS}", len(evidence & top) / len(evidence))
    first = answers["jiyi"].odds[0] if answers["jiyi"].odds else 0.0
    tally.tops["all" if question.answerable else "abstention"].append(first / (1 + first))
    if question.answerable or answers["jiyi"].odds:
        top = answers["jiyi"].odds[0] if answers["jiyi"].odds else 0.0
        tally.sums["jiyi", "all" if question.answerable else "abstention", "top"].append(top / (1 + top) / 100)


def _sessions(answer: Answer, session_of: dict[str, str], wanted: set[str]) -> dict[str, float]:
    odds: dict[str, float] = defaultdict(float)
    for id, value in zip(answer.ids, answer.odds, strict=True):
        odds[session_of[id]] += value
    ranked = answer.sessions or sorted(odds, key=lambda name: -odds[name])
    return {
        "session any@1": float(bool(ranked) and ranked[0] in wanted),
        "session any@5": float(bool(wanted & set(ranked[:5]))),
        "session all@5": float(wanted <= set(ranked[:5])),
    }


async def measure(cases: Sequence[Case], embedder: KeptEmbedder, quiet: bool) -> tuple[Tally, dict[str, float]]:
    """Run all cases. Returns the figures and the times."""
    tally, clock = Tally(), Clock()
    settings = Settings(url=":memory:", worker=WorkerSettings(inside=False))
    spent: list[float] = []
    begun = time.perf_counter()
    memory = await AsyncMemory.open(":memory:", settings, embedder=embedder, clock=clock)
    try:
        for number, case in enumerate(cases):
            user = f"p{number}"
            await memory.import_(rows_of(case, user), user)
            for question in case.questions:
                clock.now = question.at
                start = time.perf_counter()
                answers = await ask(memory, user, question)
                spent.append(1000 * (time.perf_counter() - start))
                judge(tally, case, user, question, answers)
            before = cases[number - 1].questions
            for question in before[:: max(len(before) // STRANGERS, 1)]:
                found = await memory.recall(user, question.text, k=HITS, over=("episodes",))
                tally.add("jiyi", "stranger", "answered", float(len(found) > 0))
                tally.tops["stranger"].append(found.hits[0].score if len(found) else 0.0)
            await memory.erase(user)
            if not quiet and number % 10 == 9:
                print(f"{number + 1}/{len(cases)} cases, {time.perf_counter() - begun:.0f} s", file=sys.stderr)
    finally:
        await memory.close()
        await embedder.close()
    times = {"questions": float(len(spent)), "median ms a question, all systems": float(np.median(spent))}
    return tally, times


def false_recall(tally: Tally) -> str:
    """Of how many strangers' questions the first hit scores as high as those of 95 % of the answerable ones."""
    if not tally.tops["all"] or not tally.tops["stranger"]:
        return "no strangers' questions"
    edge = float(np.quantile(tally.tops["all"], 0.05))
    share = 100 * float(np.mean(np.array(tally.tops["stranger"]) >= edge))
    return f"false recall {share:.1f} % at the score {edge:.3f}, which 95 % of the answerable questions reach"


def table(tally: Tally, figures: Sequence[str]) -> list[str]:
    """The figures as lines of text."""
    groups = list(dict.fromkeys(group for _, group, _ in tally.sums))
    groups.sort(key=lambda group: (group != "all", group))
    width = max(len(group) for group in groups) + 2
    lines = [" " * (width + 8) + "".join(f"{figure:>15}" for figure in figures) + f"{'questions':>11}"]
    for group in groups:
        for system in SYSTEMS:
            values = [tally.mean(system, group, figure) for figure in figures]
            if any(value is not None for value in values):
                cells = "".join(f"{'-' if value is None else format(value, '.1f'):>15}" for value in values)
                count = max(len(tally.sums.get((system, group, figure), ())) for figure in figures)
                lines.append(f"{group:<{width}}{system:<8}{cells}{count:>11}")
    return lines


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=sorted(READERS))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--embedder", default="local")
    options = parser.parse_args()
    cases = list(READERS[options.set](options.data))
    if options.limit and options.limit < len(cases):
        cases = cases[:: -(-len(cases) // options.limit)]
    tally, times = asyncio.run(measure(cases, KeptEmbedder(options.vectors, options.embedder), options.quiet))
    figures = ["R@1", "R@5", "R@10", "R@50"]
    if options.set == "longmemeval":
        figures = ["session any@1", "session any@5", "session all@5", *figures]
    print("\n".join(table(tally, [*figures, "answered", "top"])))
    print("top: mean score of the first hit. " + ", ".join(f"{name} {value:.1f}" for name, value in times.items()))
    print(false_recall(tally))
    if options.json:
        plain = {f"{s}/{g}/{f}": tally.mean(s, g, f) for s, g, f in tally.sums}
        options.json.write_text(
            json.dumps(
                {"set": options.set, "embedder": options.embedder, "cases": len(cases), **times, "figures": plain},
                indent=1,
            )
        )


if __name__ == "__main__":
    main()

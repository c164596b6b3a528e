"""Floors of revision on our own cases, from statement to what is current; `benchmarks/revision.py` prints each miss."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from jiyi.evaluate import evaluate
from jiyi.settings import Settings

ROOT = Path(__file__).parents[3]
DEVELOPMENT = ROOT / "tests" / "data" / "revision_dev.jsonl"
HELD = ROOT / "tests" / "data" / "revision_held.jsonl"
PAIRS = ROOT / "tests" / "data" / "revision_pairs.jsonl"  # changes and look-alikes, half and half
PUBLIC = 0.95  # share of the pairs that must be right from message to memory
ALONE = 0.95  # share that must be right when each statement is its own candidate
WITH_EXTRACTION = 0.85  # share from end to end


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("revision", ROOT / "benchmarks" / "revision.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["revision"] = module
    spec.loader.exec_module(module)
    return module


def cases(path: Path, every: int = 1) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()[::every]]


def share(benchmark: ModuleType, chosen: list[dict[str, Any]], *, alone: bool) -> tuple[float, list[str]]:
    vectors = benchmark.Vectors()
    judged = [benchmark.run(case, vectors, without_extractor=alone) for case in chosen]
    lost = [one.case["id"] for one in judged if one.lost and one.memories and one.case["relation"] == "supplement"]
    return sum(one.right for one in judged) / len(judged), lost


@pytest.mark.parametrize("language", ["zh", "en"])
def test_decide_is_right_when_statements_come_as_they_were_said(benchmark: ModuleType, language: str) -> None:
    chosen = [case for case in cases(DEVELOPMENT, every=3) if case["lang"] == language]
    right, lost = share(benchmark, chosen, alone=True)
    assert right >= ALONE
    assert not lost  # nothing true is ended


@pytest.mark.slow
@pytest.mark.parametrize("path", [DEVELOPMENT, HELD], ids=["development", "held"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_memories_are_right_when_statements_are_extracted(benchmark: ModuleType, path: Path, language: str) -> None:
    right, _ = share(benchmark, [case for case in cases(path) if case["lang"] == language], alone=False)
    assert right >= WITH_EXTRACTION


def test_held_cases_are_other_sentences_when_compared_with_development() -> None:
    seen = {(case["first"], case["second"]) for case in cases(DEVELOPMENT)}
    assert not [case["id"] for case in cases(HELD) if (case["first"], case["second"]) in seen]


@pytest.mark.slow
async def test_pairs_are_met_when_scored_through_the_public_verbs() -> None:
    (report,) = await evaluate([PAIRS], Settings())
    assert report.cases - len(report.misses) >= PUBLIC * report.cases
    assert not [miss.id for miss in report.misses if any(fault == "ended" for fault, _ in miss.faults)]

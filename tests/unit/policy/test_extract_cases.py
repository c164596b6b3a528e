"""The extraction cases, scored by `benchmarks/judge.py`, with the floors that must hold."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
FLOORS = [
    ("extraction_dev.jsonl", 0.985, 0.93),
    ("extraction_held.jsonl", 0.97, 0.74),
]


@pytest.fixture(scope="module")
def judge() -> Any:
    spec = importlib.util.spec_from_file_location("judge", ROOT / "benchmarks" / "judge.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("name", "precision", "recall"), FLOORS)
def test_extract_holds_its_floor_when_patterns_judge_alone(
    judge: Any, name: str, precision: float, recall: float
) -> None:
    lines = (ROOT / "tests" / "data" / name).read_text("utf-8").splitlines()
    scores = judge.score_extraction([json.loads(line) for line in lines], show=False)
    for language, score in scores.items():
        assert score["precision"] >= precision, f"{language}: {score}"
        assert score["recall"] >= recall, f"{language}: {score}"

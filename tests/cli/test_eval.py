from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

EXTRACTION: list[dict[str, Any]] = [
    {"id": "a", "turns": ["I live in Graz."], "expect": [{"type": "fact", "all": ["graz"]}]},
    {"id": "b", "turns": ["I live in Graz."], "expect": [{"type": "fact", "all": ["Linz"]}]},
    {"id": "c", "turns": ["I live in Graz."], "expect": []},
    {"id": "d", "turns": ["I live in Graz."], "expect": [], "may": ["fact"]},
    {"id": "e", "turns": ["I live in Graz.", "What is the time?"], "expect": []},
]
MOVED = {"lang": "en", "first": "I live in Graz.", "second": "I moved to Linz.", "relation": "update"}
OTHER = [
    {**MOVED, "id": "f", "current_has": ["Linz"], "current_lacks": ["Graz"]},
    {**MOVED, "id": "g", "current_has": ["Graz"], "current_lacks": ["Linz"]},
    {
        "id": "h",
        "lang": "en",
        "text": "My password is tulip-9-harbour. I live in Graz.",
        "secret": ["tulip-9-harbour"],
        "keep": ["Graz"],
    },
    {"id": "i", "lang": "en", "text": "I live in Graz.", "secret": ["Graz"], "keep": ["Linz"]},
    {"id": "j", "lang": "en", "text": "My password is tulip-9-harbour.", "secret": [], "keep": []},
    {
        "id": "k",
        "lang": "en",
        "said": ["My salary is 81234 euros.", "I live in Graz."],
        "order": "Forget my salary.",
        "gone": ["81234"],
        "stay": ["Graz"],
    },
    {
        "id": "l",
        "lang": "en",
        "said": ["I live in Graz."],
        "order": "Forget my salary.",
        "gone": ["Graz"],
        "stay": ["Linz"],
    },
]


@pytest.fixture
def cases(tmp_path: Path) -> str:
    full = [
        {**one, "lang": "en", "turns": [{"role": "user", "content": text} for text in one["turns"]]}
        for one in EXTRACTION
    ]
    path = tmp_path / "cases.jsonl"
    path.write_text("\n\n".join(json.dumps(one) for one in [*full, *OTHER]), encoding="utf-8")
    return str(path)


def test_eval_scores_each_form_and_names_every_miss(jiyi, cases) -> None:
    files = {one["form"]: one for one in jiyi("eval", cases, "--json").value["files"]}
    assert {form: one["cases"] for form, one in files.items()} == {
        "extraction": 5, "revision": 2, "guard": 3, "forget": 2,
    }  # fmt: skip
    faults = {miss["id"]: miss["faults"] for one in files.values() for miss in one["misses"]}
    assert sorted(faults) == ["b", "c", "g", "i", "j", "l"]
    assert faults["b"] == [["missed", "fact: Linz"], ["kept", "fact: I live in Graz."]]
    assert faults["c"] == [["false", "fact: I live in Graz."]]
    assert ["still current", "Linz"] in faults["g"]
    assert faults["i"][0][1] == "Graz"
    assert "jiyi.db" in faults["i"][0][0]
    assert ["not remembered", "Linz"] in faults["i"]
    assert faults["j"] == [["false alarm", "password"]]
    assert ["not remembered", "Linz"] in faults["l"]


def test_eval_gives_precision_and_recall_by_language_and_kind(jiyi, cases) -> None:
    scores = {
        (one["form"], row["kind"]): row
        for one in jiyi("eval", cases, "--json").value["files"]
        for row in one["scores"]
        if row["lang"] == "en"
    }
    row = scores["extraction", "all"]
    assert (row["right"], row["missed"], row["false"]) == (1, 1, 1)
    assert (row["precision"], row["recall"], row["f1"]) == (0.5, 0.5, 0.5)
    assert (scores["revision", "update"]["right"], scores["revision", "update"]["precision"]) == (1, None)
    assert scores["guard", "secret"]["false"] == 1
    assert scores["forget", "gone"]["recall"] == 0.5


def test_eval_says_it_in_words(jiyi, cases, store) -> None:
    text = jiyi("eval", cases).out
    assert "[c] I live in Graz." in text
    assert "false: fact: I live in Graz." in text
    assert "[c]" not in jiyi("eval", cases, "--quiet").out
    assert "不该记: fact: I live in Graz." in jiyi("eval", cases, "--lang", "zh").out
    assert not store.exists()


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "a", "lang": "en"}', '{"text": "a", "secret": []}'])
def test_eval_names_the_line_when_it_is_no_case(jiyi, tmp_path, line: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    assert "bad.jsonl, line 2" in jiyi("eval", str(path), code=1).err

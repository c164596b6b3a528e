"""The demo shows each thing that jiyi is for, in both languages, and asks nobody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jiyi.demo import load

WORDS = {
    "en": {
        "kept": ["Lisbon", "peanuts", "Biscuit", "Maya", "Finch", "americano"],
        "left": ["lottery", "lawyer", "cilantro"],
        "secret": "seagull2718",
        "old": "latte",
    },
    "zh": {
        "kept": ["杭州", "花生", "年糕", "小雨", "青禾", "美式"],
        "left": ["五百万", "律师", "香菜"],
        "secret": "haitang2718",
        "old": "拿铁",
    },
}


@pytest.fixture(scope="module", params=["en", "zh"])
def lang(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def store(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    return folder / "demo.db"


@pytest.fixture(scope="module")
def played(run_on, lang, store) -> dict:
    """Played twice on one store: the second time must add nothing."""
    run = run_on(store)
    first = run("demo", "--lang", lang, "--db", str(store), "--json").value
    again = run("demo", "--lang", lang, "--db", str(store), "--json").value
    return {**first, "again": again["memories"]}


def test_script_is_two_days_of_turns(lang) -> None:
    script = load(lang)
    assert {line.day for line in script.lines} == {0, 1}
    assert 12 <= sum(line.role == "user" for line in script.lines) <= 16
    assert all(line.role in ("user", "assistant") and line.content.strip() for line in script.lines)


def test_demo_keeps_what_matters_and_leaves_the_rest(played, lang) -> None:
    memories = [memory["content"] for memory in played["memories"]]
    words = WORDS[lang]
    assert {word for word in words["kept"] if any(word in text for text in memories)} == set(words["kept"])
    assert not [text for text in memories for word in words["left"] if word in text]


def test_demo_says_why_it_left_something_out(played, lang) -> None:
    left = [quote for step in played["steps"] for quote, reason in step["learned"]["left"] if reason]
    assert sum(any(word in quote for quote in left) for word in WORDS[lang]["left"]) >= 2


def test_demo_cuts_the_secret_out(played, lang, store) -> None:
    assert [step["message"]["withheld"] for step in played["steps"] if step["message"]["withheld"]]
    secret = WORDS[lang]["secret"]
    assert secret not in json.dumps(played)
    assert all(secret.encode() not in path.read_bytes() for path in store.parent.iterdir())


def test_demo_replaces_what_is_no_longer_so(played, lang) -> None:
    changes = [
        (change, memory)
        for step in played["steps"]
        for change in step["learned"]["changes"]
        for memory in step["learned"]["memories"]
        if memory["id"] == change["ref"]
    ]
    replaced = [m["content"] for c, m in changes if c["action"] in ("supersede", "retract", "correct") and c["why"]]
    assert any(WORDS[lang]["old"] in text for text in replaced)
    assert any("15" in text for text in replaced)
    current = [memory["content"] for memory in played["memories"]]
    assert any("20" in text for text in current) and not any("15" in text and "20" not in text for text in current)


def test_demo_protects_the_allergy(played, lang) -> None:
    (allergy,) = [m for m in played["memories"] if WORDS[lang]["kept"][1] in m["content"]]
    assert allergy["protected"]


def test_demo_uses_it_on_the_third_day(played, lang) -> None:
    context = json.dumps(played["context"]["messages"], ensure_ascii=False)
    home, allergy = WORDS[lang]["kept"][:2]
    assert home in context and allergy in context
    assert played["context"]["tokens"] <= load(lang).max_tokens


def test_demo_adds_nothing_when_played_again(played) -> None:
    assert [m["id"] for m in played["again"]] == [m["id"] for m in played["memories"]]


def test_demo_leaves_no_file_when_no_store_is_given(run_on, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["some/folder/jiyi", "demo"])
    text = run_on(tmp_path / "none.db")("demo").out
    assert "  some/folder/jiyi chat import FILE" in text  # as it was called
    assert not list(tmp_path.iterdir())

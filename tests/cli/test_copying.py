from __future__ import annotations

from pathlib import Path


def test_copy_makes_a_store_that_answers_the_same(jiyi, run_on, store: Path, tmp_path: Path) -> None:
    jiyi("remember", "I live in Graz.")
    jiyi("remember", "I live in Leeds.")
    twin = tmp_path / "twin.db"
    done = jiyi("copy", str(store), str(twin), "--json").value
    assert (done["users"], done["placed"], done["memories"]) == (1, 1, 2)
    assert run_on(twin)("list", "--status", "all", "--json").value == jiyi("list", "--status", "all", "--json").value
    again = jiyi("copy", str(store), str(twin))
    assert "the same in both; 0 users copied now" in again.out
    run_on(twin)("remember", "I work nights.")
    assert "went on since" in jiyi("copy", str(store), str(twin), code=1).err


def test_copy_is_refused_when_a_place_makes_no_sense(jiyi, store: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.db"
    assert "there is no store" in jiyi("copy", str(nowhere), str(store), code=1).err
    assert not nowhere.exists()
    jiyi("remember", "I live in Graz.")
    jiyi("copy", str(store), str(store), code=2)
    jiyi("copy", str(store), ":memory:", code=2)
    notes = tmp_path / "notes.txt"
    notes.write_text("milk, bread and butter", encoding="utf-8")
    assert "TO is not a jiyi store" in jiyi("copy", str(store), str(notes), code=2).err
    assert notes.read_text(encoding="utf-8") == "milk, bread and butter"
    jiyi("copy", str(store), "http://127.0.0.1:1", code=1)

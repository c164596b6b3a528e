from __future__ import annotations

import pytest


@pytest.fixture
def kept(jiyi) -> str:
    jiyi("add", "I live in Graz.")
    return jiyi("list", "--json").value["items"][0]["id"]


def found(store, words: bytes) -> bool:
    return any(words in path.read_bytes() for path in store.parent.iterdir())


def test_forget_removes_the_words_for_good(jiyi, kept, store) -> None:
    assert found(store, b"Graz")
    done = jiyi("forget", kept, "--yes", "--json").value
    assert [m["id"] for m in done["memories"]] == [kept] and not done["dry_run"]
    assert not found(store, b"Graz")


def test_forget_removes_nothing_when_only_looking(jiyi, kept) -> None:
    assert jiyi("forget", "--about", "Graz", "--dry-run", "--json").value["dry_run"]
    assert "Nothing was erased" in jiyi("forget", "--about", "Graz", "--dry-run").out
    assert "1 message " in jiyi("forget", "--about", "Graz", "--dry-run").out
    assert jiyi("list", "--json").value["total"] == 1


def test_forget_removes_a_topic(jiyi, kept) -> None:
    assert "Erased for good" in jiyi("forget", "--about", "Graz", "--yes").out
    assert jiyi("list", "--json").value["total"] == 0


def test_forget_says_so_when_nothing_was_found(jiyi, kept) -> None:
    assert "Nothing was found" in jiyi("forget", "--about", "zebra crossings", "--yes").out


@pytest.mark.parametrize("arguments", [[], ["abcdef12", "--about", "x"], ["--about", "x", "--session", "y"]])
def test_forget_exits_with_2_when_called_wrong(jiyi, arguments) -> None:
    assert "exactly one" in jiyi("forget", *arguments, "--yes", code=2).err


@pytest.mark.parametrize("call", [["forget", "--about", "Graz"], ["erase", "me"]])
def test_erasing_exits_with_2_when_a_script_did_not_say_yes(jiyi, kept, call) -> None:
    assert "--yes" in jiyi(*call, code=2).err
    assert jiyi("list", "--json").value["total"] == 1


def test_erase_leaves_nothing(jiyi, kept, store) -> None:
    report = jiyi("erase", "me", "--yes", "--json").value
    assert report["leftovers"] == 0 and sum(report["scanned"].values()) > 0
    assert not found(store, b"Graz")


def test_erase_asks_who_when_only_an_option_names_somebody(jiyi, kept) -> None:
    assert "jiyi erase NAME" in jiyi("erase", "--user", "me", "--yes", code=2).err
    assert jiyi("list", "--json").value["total"] == 1


def test_erase_leaves_others_alone(jiyi, kept) -> None:
    jiyi("add", "I live in Linz.", "--user", "other")
    jiyi("erase", "other", "--yes")
    assert jiyi("list", "--json").value["total"] == 1


def test_maintain_shows_its_plan(jiyi, kept) -> None:
    plan = jiyi("maintain", "--dry-run", "--now", "2126-01-01", "--json").value
    assert plan["dry_run"]
    assert jiyi("maintain").out

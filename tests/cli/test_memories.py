from __future__ import annotations

import json

import pytest


@pytest.fixture
def kept(jiyi) -> str:
    return jiyi("remember", "I live in Graz.", "--json").value["id"]


def test_remember_and_recall(jiyi, kept) -> None:
    found = jiyi("recall", "where do I live", "--json").value
    assert [hit["record"]["id"] for hit in found["hits"]] == [kept]
    assert found["hits"][0]["score"] > 0 and found["trace"]["stages"]


def test_recall_explains_itself(jiyi, kept) -> None:
    text = jiyi("recall", "Graz", "--explain").out
    assert "I live in Graz." in text and "stage" in text


def test_recall_says_so_when_nothing_is_known(jiyi) -> None:
    assert "Nothing is kept of 'me' yet" in jiyi("recall", "anything").out
    jiyi("remember", "我住在杭州")
    assert "Nothing is known" in jiyi("recall", "who won the cup in 1998").out
    assert "没有相关的记忆" in jiyi("recall", "anything", "--lang", "zh").out


def test_why_not_gives_reasons(jiyi, kept) -> None:
    jiyi("remember", "I live in Linz.")
    assert jiyi("why-not", kept, "where do I live", "--json").value["reasons"]


def test_list_shows_the_replaced_one_only_when_asked(jiyi, kept) -> None:
    jiyi("remember", "I live in Linz now.")
    assert [r["content"] for r in jiyi("list", "--json").value["items"]] == ["I live in Linz now."]
    assert len(jiyi("list", "--status", "all", "--json").value["items"]) == 2
    assert len(jiyi("list", "--status", "superseded", "--json").value["items"]) == 1


def test_list_goes_on_where_a_page_ended(jiyi) -> None:
    for name in ("Ada", "Bo", "Cy"):
        jiyi("remember", f"My friend is called {name}.")
    first = jiyi("list", "--limit", "2", "--json").value
    rest = jiyi("list", "--limit", "2", "--cursor", first["cursor"], "--json").value
    assert len(first["items"]) == 2 and len(rest["items"]) == 1 and rest["cursor"] is None


def test_list_raises_when_the_status_is_unknown(jiyi) -> None:
    assert "no such status: 'gone'" in jiyi("list", "--status", "gone", code=1).err


def test_history_tells_what_replaced_it_and_why(jiyi, kept) -> None:
    new = jiyi("remember", "I live in Linz now.", "--json").value["id"]
    found = jiyi("history", kept, "--json").value
    assert [record["id"] for record in found["records"]] == [kept, new]
    assert all(change["why"] for change in found["changes"])
    assert "I live in Linz now." in jiyi("history", new).out


def test_show_takes_the_end_of_an_id(jiyi, kept) -> None:
    assert jiyi("show", kept[-8:], "--json").value["id"] == kept
    assert "I live in Graz." in jiyi("show", kept[-8:].upper()).out


@pytest.mark.parametrize("id", ["ffffffff", "0190a000-0000-7000-8000-000000000000", "nonsense", "../etc"])
def test_show_raises_when_there_is_no_such_memory(jiyi, kept, id) -> None:
    done = jiyi("show", id, code=1)
    assert done.err.count("\n") == 1 and "Traceback" not in done.err


def test_correct_confirm_retract_restore(jiyi, kept) -> None:
    new = jiyi("correct", kept, "I live in Gratkorn.", "--json").value
    assert (new["content"], new["source"]) == ("I live in Gratkorn.", "corrected")
    assert jiyi("confirm", new["id"], "--json").value["confidence"] == 1
    assert jiyi("retract", new["id"], "--why", "moved", "--json").value["status"] == "retracted"
    assert jiyi("restore", new["id"], "--json").value["status"] == "current"


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "No longer used: “I live in Linz now.”"), ("zh", "不再使用：“I live in Linz now.”")]
)
def test_restore_names_what_it_ended(jiyi, kept, lang, words) -> None:
    new = jiyi("remember", "I live in Linz now.", "--json").value["id"]
    said = jiyi("restore", kept, "--lang", lang).out.replace("\n", "")
    assert words in said and new in said
    assert jiyi("restore", new, "--json").value["ended"]["id"] == kept


def test_list_says_that_nothing_matches_when_there_is_something_else(jiyi, kept) -> None:
    assert "Nothing is kept" in jiyi("list", "--user", "nobody").out
    for words in (("--kind", "event"), ("--tag", "nope"), ("--status", "archived"), ("--as-of", "2020-01-01")):
        said = jiyi("list", *words).out
        assert "None of the 1 memory" in said and "Nothing is kept" not in said, words
    jiyi("retract", kept)
    assert "没有符合条件的" in jiyi("list", "--lang", "zh").out


@pytest.mark.parametrize("id", ["ffffffff", "0190a000-0000-7000-8000-000000000000", "nonsense"])
def test_why_not_fails_when_there_is_no_such_memory(jiyi, kept, id) -> None:
    done = jiyi("why-not", id, "where do I live?", code=1)
    assert "jiyi list --status all" in done.err and done.out == ""
    assert jiyi("why-not", id, "where do I live?", "--json", code=1).value["error"]["code"] == "not_found"


def test_history_tells_people_and_no_engineers(jiyi, kept) -> None:
    jiyi("remember", "I live in Linz now.")
    for lang, words in (("en", "residence was Graz and is Linz"), ("zh", "住处 原来是 Graz，现在是 Linz")):
        said = jiyi("history", kept, "--lang", lang).out
        assert words in said
        assert not any(one in said for one in ("patterns", "trigger", "supersede ", "句式", "触发")), said


def test_pin_protects_until_it_is_taken_off(jiyi, kept) -> None:
    assert jiyi("pin", kept, "--json").value["protected"] is True
    assert jiyi("pin", kept, "--off", "--json").value["protected"] is False


def test_pin_is_refused_when_taken_off_what_the_rules_protect(jiyi) -> None:
    id = jiyi("remember", "I'm allergic to nuts.", "--json").value["id"]
    assert "no rule forgets it" in jiyi("pin", id, "--off", code=1).err


def test_about_and_profile(jiyi) -> None:
    jiyi("add", "My sister Ida is a nurse.")
    assert any("Ida" in m["content"] for m in jiyi("about", "Ida", "--json").value["memories"])
    assert "Ida" in jiyi("profile").out
    assert "Nothing is known of Otto" in jiyi("about", "Otto").out


def test_users_are_strangers(jiyi, kept) -> None:
    assert jiyi("list", "--user", "other", "--json").value["items"] == []
    assert jiyi("--user", "other", "show", kept, code=1)
    assert jiyi("--user", "me", "list", "--json").value["total"] == 1


def test_changes_give_the_log(jiyi, kept) -> None:
    jiyi("remember", "I live in Linz now.")
    log = jiyi("changes", "--json").value
    assert [c["version"] for c in log["changes"]] == list(range(1, log["version"] + 1))
    assert jiyi("changes", "--since", str(log["version"]), "--json").value["changes"] == []


def test_export_and_import_keep_everything(jiyi, kept, tmp_path) -> None:
    file = str(tmp_path / "all.jsonl")
    jiyi("export", file)
    jiyi("erase", "me", "--yes")
    assert jiyi("list", "--json").value["total"] == 0
    assert jiyi("import", file, "--json").value["memory"] == 1
    assert jiyi("show", kept, "--json").value["content"] == "I live in Graz."
    assert jiyi("import", file, "--json").value["memory"] == 0
    jiyi("import", file, "--user", "other")
    assert jiyi("list", "--user", "other", "--json").value["total"] == 1


def test_export_writes_json_lines_to_standard_output(jiyi, kept) -> None:
    rows = [json.loads(line) for line in jiyi("export").out.splitlines()]
    assert rows[0]["type"] == "head" and {row["type"] for row in rows} >= {"memory", "change"}


def test_import_refuses_what_is_no_export(jiyi, tmp_path) -> None:
    file = tmp_path / "x"
    file.write_text("hello")
    assert "line 1 is no row of an export" in jiyi("import", str(file), code=1).err


@pytest.mark.parametrize("query", ["", " \u3000"])
def test_recall_says_so_when_nothing_is_asked(jiyi, query) -> None:
    assert "empty" in jiyi("recall", query, code=1).err

"""What scripts rely on: one JSON document on stdout, one line on stderr, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

READING = [
    ["list"], ["profile"], ["about", "x"], ["changes"], ["jobs"], ["stats"], ["doctor"], ["chat", "list"],
    ["recall", "x"], ["context", "x"], ["maintain", "--dry-run"], ["worker", "--once"], ["reembed"],
    ["remember", "I live in Graz."], ["add", "I live in Graz."], ["forget", "--about", "x", "--yes"],
    ["erase", "x", "--yes"],
]  # fmt: skip


@pytest.mark.parametrize("call", READING, ids=" ".join)
@pytest.mark.parametrize("before", [True, False])
def test_stdout_holds_one_json_document_and_nothing_else(jiyi, call, before) -> None:
    done = jiyi("--json", *call) if before else jiyi(*call, "--json")
    assert isinstance(done.value, dict)
    assert done.err == ""


@pytest.mark.parametrize("call", READING, ids=" ".join)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_people_get_words(jiyi, call, lang) -> None:
    assert jiyi(*call, "--lang", lang).out.strip() or call == ["chat", "list"]


def test_language_is_the_systems_when_not_given(jiyi) -> None:
    jiyi.settings |= {"JIYI_LANG": None, "LC_ALL": None, "LC_MESSAGES": None, "LANG": "zh_CN.UTF-8"}
    assert "还没有" in jiyi("list").out
    jiyi.settings["LANG"] = "de_AT.UTF-8"
    assert "Nothing is kept" in jiyi("list").out


@pytest.mark.parametrize("call", [["fly"], ["recall"], ["list", "--limit", "0"], ["list", "--nonsense"]])
def test_exit_code_is_2_when_called_wrong(jiyi, call) -> None:
    assert jiyi(*call, code=2).err


def test_error_is_one_line_when_the_store_cannot_be_opened(jiyi, tmp_path) -> None:
    for bad in (tmp_path / "none" / "x.db", tmp_path):
        done = jiyi("--db", str(bad), "list", code=1)
        assert done.err.count("\n") == 1 and done.err.startswith("jiyi: ") and not done.out


def test_error_is_one_line_when_a_setting_is_wrong(jiyi) -> None:
    jiyi.settings |= {"JIYI_MODEL__BASE_URL": "http://host/v1", "JIYI_MODEL__KEY": "not-to-be-shown"}
    done = jiyi("list", code=1)
    assert "JIYI_MODEL__MODEL" in done.err and done.err.count("\n") == 1
    assert "not-to-be-shown" not in done.err


def test_error_has_a_hint_when_the_embedder_changed(jiyi) -> None:
    jiyi("remember", "I live in Graz.")
    jiyi.settings["JIYI_EMBEDDER"] = "local"
    assert "jiyi reembed" in jiyi("list", code=1).err
    assert jiyi("reembed", "--json").value["done"] == 1
    assert jiyi("list", "--json").value["total"] == 1


def test_traceback_is_shown_only_when_debugging(store, jiyi) -> None:
    environment = {**os.environ, "JIYI_URL": str(store), "JIYI_LANG": "en", "JIYI_EMBEDDER": "none"}
    call = [sys.executable, "-c", "from jiyi.cli import app; app()", "show", "0190a000-0000-7000-8000-000000000000"]
    plain = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
    debug = subprocess.run(call, env=environment | {"JIYI_DEBUG": "1"}, capture_output=True, text=True, check=False)
    assert plain.returncode == 1 and "Traceback" not in plain.stderr and plain.stdout == ""
    assert "Traceback" in debug.stderr and "NotFound" in debug.stderr


def test_json_is_utf8_whatever_the_locale(store, jiyi) -> None:
    jiyi("remember", "我住在青岛。")
    environment = {**os.environ, "JIYI_URL": str(store), "LC_ALL": "C", "PYTHONUTF8": "1", "JIYI_EMBEDDER": "none"}
    call = [sys.executable, "-c", "from jiyi.cli import app; app()", "list", "--json"]
    done = subprocess.run(call, env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout.decode())["items"][0]["content"] == "我住在青岛。"

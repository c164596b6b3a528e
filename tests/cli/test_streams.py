"""What goes wrong at the edges: encodings, empty options, errors for machines."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

CALL = "from jiyi.cli import app; app()"


def run(jiyi, *arguments: str | bytes, **more: str) -> subprocess.CompletedProcess[bytes]:
    """A process of its own with an ASCII locale."""
    own = {name: value for name, value in jiyi.settings.items() if value is not None}
    plain = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("JIYI_", "LC_", "PYTHON"))}
    call = [sys.executable, "-c", CALL, *arguments]
    return subprocess.run(call, env=kept | own | plain | more, capture_output=True, check=False)


@pytest.mark.parametrize("call", [["list"], ["-u", "", "list"], ["list", "--user", ""], ["--db", "", "list"]])
def test_an_empty_option_is_an_error_and_not_the_default(jiyi, call) -> None:
    if "" not in call:
        assert jiyi(*call).code == 0
    else:
        assert "is empty" in jiyi(*call, code=1).err


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are Unicode there")
def test_chinese_goes_in_and_out_when_the_locale_is_ascii(jiyi) -> None:
    kept = run(jiyi, "remember", "我住在青岛😀".encode(), "--json")
    assert kept.returncode == 0, kept.stderr
    assert json.loads(kept.stdout.decode("ascii"))["content"] == "我住在青岛😀"
    for call in (["list"], ["list", "--json"], ["export"], ["--lang", "zh", "list"]):
        done = run(jiyi, *call)
        assert done.returncode == 0, done.stderr
        assert done.stdout.isascii()
    assert json.loads(run(jiyi, "list", "--json").stdout)["items"][0]["content"] == "我住在青岛😀"
    assert "我住在青岛" in jiyi("list").out


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are Unicode there")
def test_an_argument_that_is_not_utf_8_is_refused(jiyi) -> None:
    done = run(jiyi, "remember", b"\xff\xfe")
    assert done.returncode == 2
    assert b"not UTF-8" in done.stderr
    assert "\ud800" not in jiyi("remember", "a\ud800", code=2).out
    assert jiyi("list", "--json").value["total"] == 0


@pytest.mark.parametrize(
    ("call", "exit", "code"),
    [
        (["show", "ffffffff"], 1, "not_found"),
        (["list", "--user", ""], 1, "invalid_input"),
        (["forget", "--about", "x", "--session", "y"], 2, "usage"),
        (["erase", "me"], 2, "usage"),
        (["list", "--no-such-option"], 2, "usage"),
        (["no-such-command"], 2, "usage"),
        (["remember", "\ud800"], 2, "usage"),
    ],
)
def test_an_error_is_one_document_and_one_line_when_json_was_asked_for(jiyi, call, exit, code) -> None:
    done = jiyi(*call, "--json", code=exit)
    assert done.value["error"]["code"] == code
    assert done.value["error"]["message"]
    assert done.err


def test_erase_speaks_of_no_option_that_it_does_not_have(jiyi) -> None:
    assert "--dry-run" not in jiyi("erase", "me", code=2).err

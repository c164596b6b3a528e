"""`jiyi serve`, `jiyi mcp` and `jiyi keys` as a person runs them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jiyi.settings import Settings
from jiyi.sync import Memory

JIYI = str(Path(sys.executable).parent / "jiyi")


def test_serve_says_where_and_ends_quietly_when_told_to(tmp_path: Path) -> None:
    command = [JIYI, "serve", "--db", str(tmp_path / "a.db"), "--port", "0", "--json", "--quiet"]
    env = {"JIYI_EMBEDDER": "none", "PYTHONUTF8": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as running:
        assert running.stdout is not None
        told = json.loads(running.stdout.readline())
        assert told["url"].startswith("http://127.0.0.1:")
        assert told["keys"] is False
        with Memory.open(told["url"]) as memory:
            memory.session("u", "s").add("user", "我住在杭州")
            assert memory.drain(30)
            assert memory.list("u").total == 1
        began = time.monotonic()
        running.send_signal(signal.SIGTERM)
        _, err = running.communicate(timeout=30)
        assert (running.returncode, err) == (0, "")
        assert time.monotonic() - began < 20
    with Memory.open(tmp_path / "a.db", Settings(embedder="none")) as memory:
        assert memory.list("u").total == 1


def test_serve_refuses_others_when_there_is_no_key(jiyi) -> None:
    assert "keys create" in jiyi("serve", "--host", "0.0.0.0", code=1).err
    assert "port" in jiyi("serve", "--port", "99999", code=2).err


def test_key_is_shown_once_and_then_only_told_of(jiyi) -> None:
    made = jiyi("keys", "create", "my app", "--prefix", "team-", "--days", "2")
    text = made.out.strip()
    assert text.startswith("jiyi_")
    assert "team-" in made.err
    listed = jiyi("keys", "list")
    assert "my app" in listed.out
    assert text.split("_", 2)[2] not in listed.out
    (one,) = jiyi("keys", "list", "--json").value
    assert one["id"] == text.split("_")[1]
    assert "digest" not in one
    assert jiyi("keys", "rotate", one["id"]).out.strip() != text
    assert "revoked" in jiyi("keys", "revoke", one["id"]).out
    assert "revoked" in jiyi("keys", "list").out
    assert "no key" in jiyi("keys", "revoke", "none", code=1).err


@pytest.mark.parametrize(
    "given", [("--right", "owner"), ("--right", "admin", "--for", "u"), ("--for", "u", "--prefix", "u")]
)
def test_key_is_refused_when_it_makes_no_sense(jiyi, given: tuple[str, ...]) -> None:
    assert jiyi("keys", "create", *given, code=1).err


@pytest.mark.parametrize("words", [("keys", "create", "phone", "--user", "ann"), ("--user", "ann", "keys", "create")])
def test_key_for_all_is_not_made_when_one_user_is_meant(jiyi, words: tuple[str, ...]) -> None:
    assert "--for ann" in jiyi(*words, code=1).err
    assert jiyi("keys", "list", "--json").value == []


def test_no_keys_are_said_to_be_none(jiyi) -> None:
    assert "No keys" in jiyi("keys", "list").out

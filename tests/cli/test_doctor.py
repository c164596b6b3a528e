from __future__ import annotations

import sqlite3
from pathlib import Path

from jiyi.testing import valkey_server
from jiyi.testing.postgres_server import Server
from postgres import Shared


def checks(ran) -> dict[str, dict]:
    return {check["name"]: check for check in ran.value["checks"]}


def test_doctor_is_content_with_a_new_store_and_makes_none(jiyi, store: Path) -> None:
    done = jiyi("doctor", "--json")
    assert done.value["ok"]
    assert not store.exists()


def test_doctor_is_content_with_a_store_in_use(jiyi) -> None:
    jiyi.settings["JIYI_EMBEDDER"] = "local"
    jiyi("remember", "I live in Graz.")
    found = checks(jiyi("doctor", "--json"))
    assert {check["level"] for check in found.values()} == {"good"}
    assert "sound" in found["schema"]["said"] and "waiting" in found["jobs"]["said"]
    assert "weights checked" in found["embedder"]["said"]
    assert "✓" in jiyi("doctor").out


def test_doctor_finds_a_damaged_file(jiyi, store: Path) -> None:
    jiyi("remember", "I live in Graz.")
    data = bytearray(store.read_bytes())
    data[4096:60000] = b"\xa5" * (60000 - 4096)
    store.write_bytes(bytes(data))
    for beside in ("-wal", "-shm"):
        Path(f"{store}{beside}").unlink(missing_ok=True)
    assert checks(jiyi("doctor", "--json", code=1))["schema"]["level"] == "bad"


def test_doctor_finds_a_file_of_a_later_version(jiyi, store: Path) -> None:
    jiyi("remember", "I live in Graz.")
    with sqlite3.connect(store) as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()
    assert "9999" in checks(jiyi("doctor", "--json", code=1))["schema"]["said"]


def test_doctor_finds_a_file_of_another_program(jiyi, store: Path) -> None:
    store.write_text("not a database at all, but long enough to be read as a header " * 20)
    assert checks(jiyi("doctor", "--json", code=1))["schema"]["level"] == "bad"
    assert store.read_text().startswith("not a database")


def test_doctor_finds_a_folder_that_is_not_there(jiyi, tmp_path: Path) -> None:
    done = jiyi("doctor", "--db", str(tmp_path / "no" / "x.db"), "--json", code=1)
    assert "does not exist" in checks(done)["file"]["said"]


def test_doctor_tells_that_the_embedder_changed(jiyi) -> None:
    jiyi("remember", "I live in Graz.")
    jiyi.settings["JIYI_EMBEDDER"] = "local"
    assert checks(jiyi("doctor", "--json", code=1))["vectors"]["advice"] == "jiyi reembed"


def test_doctor_looks_at_a_server_and_makes_nothing_there(jiyi, postgres: Shared) -> None:
    postgres.drop("looked_at")
    url = postgres.url("schema=looked_at")
    found = checks(jiyi("doctor", "--db", url, "--json"))
    assert "PostgreSQL" in found["server"]["said"] and "version 0" in found["schema"]["said"]
    assert "jobs" not in found
    assert postgres.rows("SELECT to_regnamespace('looked_at')") == [(None,)]
    jiyi("remember", "I live in Graz.", "--db", url)
    found = checks(jiyi("doctor", "--db", url, "--json"))
    assert "waiting" in found["jobs"]["said"]
    assert {check["level"] for check in found.values()} == {"good"}
    postgres.drop("looked_at")


def test_doctor_warns_of_a_role_above_row_level_security(jiyi, postgres: Shared) -> None:
    if not isinstance(postgres.server, Server):
        return  # no superuser there for us
    url = postgres.server.url(user="postgres", query="schema=looked_at")
    found = checks(jiyi("doctor", "--db", url, "--json"))
    assert found["server"]["level"] == "warn" and "row-level security" in found["server"]["said"]


def test_doctor_tells_when_no_server_answers_and_keeps_the_password(jiyi) -> None:
    done = jiyi("doctor", "--db", "postgresql://u:geheim@/db?host=/nowhere", "--json", code=1)
    assert "Is the server running" in checks(done)["server"]["said"]
    assert "geheim" not in done.out + done.err


def test_doctor_looks_at_the_cache(jiyi, valkey: valkey_server.Server) -> None:
    jiyi.settings["JIYI_CACHE_URL"] = valkey.url()
    found = jiyi("doctor", "--json").value["checks"]
    cache = [check for check in found if check["name"] == "cache"]
    assert "Valkey 9" in cache[0]["said"] and "standalone" in cache[0]["said"]
    assert [check["level"] for check in cache[1:]] == ["warn"], "it may take all memory"
    jiyi.settings["JIYI_CACHE_URL"] = "redis://ann:secret@127.0.0.1:1"
    ran = jiyi("doctor", "--json")
    assert checks(ran)["cache"]["level"] == "warn"
    assert "secret" not in ran.out
    jiyi.settings["JIYI_CACHE_URL"] = "127.0.0.1:1"
    assert checks(jiyi("doctor", "--json", code=1))["cache"]["level"] == "bad"

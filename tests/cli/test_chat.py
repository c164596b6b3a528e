from __future__ import annotations

import json
from pathlib import Path

import pytest

SAID = [
    {"role": "user", "content": "I live in Graz.", "at": "2026-03-01T09:30:00+01:00"},
    {"role": "assistant", "content": "Noted."},
    {"role": "user", "content": "我对花生过敏。"},
]


@pytest.fixture
def chat(tmp_path: Path) -> str:
    file = tmp_path / "talk.json"
    file.write_text(json.dumps(SAID, ensure_ascii=False), encoding="utf-8")
    return str(file)


def contents(jiyi) -> list[str]:
    return sorted(item["content"].rstrip("。.") for item in jiyi("list", "--json").value["items"])


def test_import_makes_memories(jiyi, chat) -> None:
    done = jiyi("chat", "import", chat, "--json").value
    assert (done["added"], done["known"], done["sessions"]) == (3, 0, ["talk"])
    assert [c["action"] for c in done["learned"]["changes"]] == ["add", "add"]
    assert contents(jiyi) == ["I live in Graz", "我对花生过敏"]


def test_import_adds_nothing_when_repeated(jiyi, chat) -> None:
    jiyi("chat", "import", chat)
    again = jiyi("chat", "import", chat, "--json").value
    assert (again["added"], again["known"]) == (0, 3)
    assert again["learned"]["changes"] == []


def test_import_adds_what_is_new_when_the_export_grew(jiyi, chat) -> None:
    jiyi("chat", "import", chat)
    more = [*SAID, {"role": "user", "content": "I work as a nurse."}]
    Path(chat).write_text(json.dumps(more, ensure_ascii=False), encoding="utf-8")
    assert jiyi("chat", "import", chat, "--json").value["added"] == 1
    assert len(contents(jiyi)) == 3


def test_import_reads_standard_input(jiyi) -> None:
    lines = "\n".join(json.dumps(one) for one in SAID)
    assert jiyi("chat", "import", "-", "--json", "--session", "s9", input=lines).value["sessions"] == ["s9"]


def test_add_says_what_made_no_memory_and_why(jiyi) -> None:
    said = "I live in Graz. Do you know a good cafe?"
    assert "Do you know a good cafe?  (a question)" in jiyi("add", said).out
    assert "不记" in (told := jiyi("add", said, "--session", "b", "--lang", "zh").out) and "（" not in told
    assert "(提问)" in told
    many = " ".join(f"Is it {n} o'clock?" for n in range(1, 15))
    assert "Left out besides: 4 clauses" in jiyi("add", many, "--session", "c").out


def test_import_says_what_was_cut_out(jiyi, tmp_path, store) -> None:
    file = tmp_path / "t.json"
    file.write_text(json.dumps([{"role": "user", "content": "My password is hunter-42-moss."}]))
    done = jiyi("chat", "import", str(file), "--json").value
    assert done["withheld"]
    assert "已略去：密码" in jiyi("chat", "show", "t", "--lang", "zh").out
    assert all(b"hunter-42" not in path.read_bytes() for path in store.parent.iterdir())


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "the file is empty"),
        ('{"role": "user", "content": "a"}\n{"role": "elf", "content": "b"}', "line 2: 'elf' is no role"),
        ("[1", "line 1, column 3: not JSON"),
    ],
)
def test_import_names_the_place_when_the_file_is_wrong(jiyi, tmp_path, store, text, error) -> None:
    file = tmp_path / "t.json"
    file.write_text(text)
    done = jiyi("chat", "import", str(file), code=1)
    assert error in done.err and done.err.count("\n") == 1 and not done.out
    assert not store.exists()


def test_import_refuses_a_file_that_is_not_there_or_not_text(jiyi, tmp_path) -> None:
    assert "No such file" in jiyi("chat", "import", str(tmp_path / "none.json"), code=1).err
    (tmp_path / "b.json").write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in jiyi("chat", "import", str(tmp_path / "b.json"), code=1).err


def test_import_leaves_the_learning_to_a_worker_when_told_so(jiyi, chat) -> None:
    assert jiyi("chat", "import", chat, "--no-wait", "--json").value["learned"] is None
    assert contents(jiyi) == []
    assert jiyi("jobs", "--json").value["total"] > 0
    assert jiyi("worker", "--once", "--json").value["done"] > 0
    assert len(contents(jiyi)) == 2


def test_show_prints_a_conversation(jiyi, chat) -> None:
    jiyi("chat", "import", chat)
    assert jiyi("chat", "list", "--json").value == {"sessions": ["talk"]}
    listed = jiyi("chat", "list").out
    assert "talk" in listed
    assert "first words" in listed
    assert [m["content"] for m in jiyi("chat", "show", "talk", "--json").value["messages"]] == [
        m["content"] for m in SAID
    ]
    assert "我对花生过敏。" in jiyi("chat", "show", "talk", "--last", "1").out


def test_show_raises_when_there_is_no_such_conversation(jiyi) -> None:
    assert "no conversation 'none'" in jiyi("chat", "show", "none", code=1).err


def test_add_keeps_a_message_once_when_it_has_a_key(jiyi) -> None:
    first = jiyi("add", "I live in Graz.", "--key", "k", "--json").value
    again = jiyi("add", "I live in Graz.", "--key", "k", "--json").value
    assert first["message"]["seq"] == again["message"]["seq"] == 1
    assert [m["content"] for m in first["learned"]["memories"]] == ["I live in Graz."]
    assert again["learned"]["changes"] == []


def test_add_reads_a_naive_time_in_the_zone_given(jiyi) -> None:
    kept = jiyi("add", "hello", "--at", "2026-03-01T16:00", "--zone", "Asia/Shanghai", "--json").value
    assert kept["message"]["at"] == "2026-03-01T08:00:00+00:00"


def test_context_is_within_the_budget(jiyi, chat) -> None:
    jiyi("chat", "import", chat)
    found = jiyi("context", "Where do I live?", "--max-tokens", "300", "--json").value
    assert found["tokens"] <= 300
    assert found["messages"][-1]["content"].endswith("Where do I live?")
    assert "Graz" in json.dumps(found["messages"])
    assert "tokens" in jiyi("context", "Where do I live?").out

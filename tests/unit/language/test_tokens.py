from __future__ import annotations

import subprocess
import sys

import pytest

from jiyi.language.tokens import SEPARATOR, hash_of, hashes, stem, terms


@pytest.mark.parametrize(
    ("query", "document"),
    [
        ("烤鸭", "北京烤鸭很好吃"),
        ("鸭", "北京烤鸭很好吃"),
        ("過敏", "我对花生过敏"),
        ("running", "I ran and run daily; runs too"),
        ("Pnpm", "我用pnpm装包"),
        ("v2.3", "升级到 v2.3 了"),
        ("C++", "I write C++ at work"),
        ("c#", "C# is fine"),
        ("gpt-4o", "we use GPT-4o here"),
        ("🍜", "中午吃了🍜"),
        ("ｉＰｈｏｎｅ", "my iphone broke"),
        ("John", "John's car"),
        ("node", "node.js 项目"),
        ("3.14", "pi is 3.14"),
        ("カフェ", "駅前のカフェで"),
    ],
)
def test_terms_share_one_when_the_query_should_find_the_document(query: str, document: str) -> None:
    assert set(terms(query)) & set(terms(document))


def test_terms_are_characters_and_pairs_in_order_when_chinese() -> None:
    assert terms("吃烤鸭") == ["吃", "吃烤", "烤", "烤鸭", "鸭"]


def test_terms_leave_out_stop_words_and_particles() -> None:
    assert terms("I don't know what it is") == ["know"]
    assert "的" not in terms("我的猫")
    assert terms("的") == []


def test_hashes_are_the_same_when_the_process_is_another() -> None:
    code = "from jiyi.language.tokens import hashes; print(hashes('我住在杭州 running v2.3').tolist())"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONHASHSEED": seed}, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{hashes('我住在杭州 running v2.3').tolist()}\n"}


def test_hash_of_is_never_the_separator_and_takes_lone_surrogates() -> None:
    assert hash_of("") != SEPARATOR
    assert hash_of("\ud800") != SEPARATOR


def test_stem_gives_one_form_when_words_are_inflected() -> None:
    assert stem("running") == stem("runs") == "run"

"""Laws of the guard, for any text."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st
from stdnum import luhn
from stdnum.iso7064 import mod_11_2

from jiyi.policy.guard import inspect, inspect_value, mask
from jiyi.settings import GuardSettings

SETTINGS = GuardSettings()
PIECES = [
    *(
        "my password is ",
        "密码是",
        "身份证 ",
        "card ",
        "卡号：",
        "，",
        ". ",
        "\n",
        "hunter2",
        "4242 4242 4242 4242",
        "sk-",
    ),
    *(
        "and ",
        "11010519491231002X",
        "我住在海淀",
        "I live in Leeds",
        "pin 4821",
        "[密码已略去]",
        "「",
        "\u200b",
        "１２",
    ),
    *("四二一九", '"', "is"),
]
WORDS = st.sampled_from(PIECES)
TEXTS = st.lists(st.one_of(WORDS, st.text(max_size=12)), max_size=12).map("".join)


@given(TEXTS)
@settings(max_examples=200)
def test_inspect_finds_nothing_when_a_result_is_inspected_again(text: str) -> None:
    once = inspect(text, SETTINGS)
    assert inspect(once.text, SETTINGS).text == once.text


@given(TEXTS)
@settings(max_examples=200)
def test_inspect_changes_only_what_it_found_when_it_cuts(text: str) -> None:
    result = inspect(text, SETTINGS)
    rebuilt, at = [], 0
    for finding in result.findings:
        assert at <= finding.start < finding.end <= len(text)
        rebuilt += [text[at : finding.start], finding.replacement]
        at = finding.end
    assert "".join([*rebuilt, text[at:]]) == result.text


@given(st.text(alphabet="0123456789", min_size=14, max_size=14), st.sampled_from(["", " ", "-"]))
@settings(max_examples=100)
def test_inspect_cuts_a_card_when_its_checksum_fits(middle: str, separator: str) -> None:
    number = "4" + middle
    number += luhn.calc_check_digit(number)
    written = separator.join(number[i : i + 4] for i in range(0, 16, 4))
    assert written not in inspect(f"here: {written}, thanks", SETTINGS).text


@given(
    st.sampled_from(["110105", "310115", "440305"]), st.dates(date(1900, 1, 1), date(2030, 1, 1)), st.integers(0, 999)
)
@settings(max_examples=100)
def test_inspect_cuts_a_resident_number_when_its_checksum_fits(region: str, born: date, serial: int) -> None:
    body = f"{region}{born:%Y%m%d}{serial:03}"
    number = body + mod_11_2.calc_check_digit(body)
    assert number not in inspect(f"我是{number}。", SETTINGS).text


@given(TEXTS)
@settings(max_examples=100)
def test_mask_changes_nothing_more_when_applied_twice(text: str) -> None:
    once = mask(text)
    assert mask(once) == once


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.one_of(st.text(max_size=8), st.sampled_from(["password", "密码", "name", "value"])), inner, max_size=4
        )
    ),
    max_leaves=10,
)


@given(JSON)
@settings(max_examples=100)
def test_inspect_value_finds_nothing_when_a_result_is_inspected_again(value: object) -> None:
    once = inspect_value(value, SETTINGS).value
    assert inspect_value(once, SETTINGS).value == once

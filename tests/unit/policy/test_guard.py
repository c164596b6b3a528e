"""The guard on cases of its own: secrets go, harmless text stays, and what happened is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.hanging import stopped_when_hanging

from jiyi.errors import InvalidInput, UnknownField
from jiyi.policy.guard import categories, inspect, inspect_value, marked, mask, notice
from jiyi.settings import GuardSettings

DATA = Path(__file__).parents[2] / "data"
SETTINGS = GuardSettings()
CARD = "4242424242424242"  # a documented test number
RESIDENT = "11010819880315123"  # 17 places; the check character follows
SECRET_CASES = ("guard_cases.jsonl", "guard_cases_aside.jsonl", "guard_formats.jsonl", "guard_formats_aside.jsonl")
HARMLESS_CASES = ("guard_harmless.jsonl", "guard_harmless_aside.jsonl", "guard_formats_harmless.jsonl")


def lines(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def faults(names: tuple[str, ...]) -> tuple[int, list[str]]:
    """How many cases there are, and those of which a secret stayed or a harmless part went."""
    cases = [case for name in names for case in lines(name)]
    wrong = []
    for case in cases:
        text = inspect(str(case["text"]), SETTINGS).text
        stayed = [secret for secret in case["secret"] if secret in text]
        lost = [keep for keep in case["keep"] if keep not in text]
        if stayed or lost:
            wrong.append(f"{case['id']}: stayed {stayed}, lost {lost}")
    return len(cases), wrong


def test_inspect_cuts_every_secret_when_run_over_the_cases() -> None:
    count, wrong = faults(SECRET_CASES)
    assert count >= 800
    assert len(wrong) <= 0.02 * count, wrong


def test_inspect_leaves_harmless_text_alone_when_run_over_the_cases() -> None:
    count, wrong = faults(HARMLESS_CASES)
    assert count >= 1_000
    assert len(wrong) <= 0.01 * count, wrong


def test_inspect_keeps_the_rest_of_the_sentence_when_an_identity_number_is_cut() -> None:
    result = inspect("我的身份证号是11010519491231002X，帮我记住我住在海淀", SETTINGS)
    assert result.text == "我的身份证号是[身份证号已略去]，帮我记住我住在海淀"
    assert result.withheld == ("identity_number",)
    assert marked(result.text.split("，")[0])
    assert not marked(result.text.split("，")[1])


def test_inspect_marks_in_the_language_of_the_text_when_it_is_english() -> None:
    assert inspect("my SSN is 219-09-9999 and I live in Ohio", SETTINGS).text == (
        "my SSN is [identity number withheld] and I live in Ohio"
    )


def test_inspect_gives_places_in_the_given_text_when_invisible_characters_are_in_it() -> None:
    text = "卡号 4\u200b2\u200b4\u200b2" + "4242" * 3 + " 好"
    (finding,) = inspect(text, SETTINGS).findings
    assert text[finding.start : finding.end] == "4\u200b2\u200b4\u200b2" + "4242" * 3
    assert finding.category == "bank_card"


def test_inspect_cuts_a_secret_everywhere_when_it_is_repeated_without_its_word() -> None:
    assert "hunter2x" not in inspect("my password is hunter2x. Yes, hunter2x!", SETTINGS).text


def test_inspect_says_nothing_of_the_secret_when_a_finding_is_shown() -> None:
    result = inspect("password: Zebra!99", SETTINGS)
    assert result.findings
    assert "Zebra" not in repr(result.findings)


@pytest.mark.parametrize(
    ("policy", "text"),
    [("cut", "pay with [bank card number withheld]"), ("mask", "pay with ****4242"), ("keep", f"pay with {CARD}")],
)
def test_inspect_follows_the_policy_when_settings_give_one(policy: str, text: str) -> None:
    settings = GuardSettings.model_validate({"policies": {"bank_card": policy}})
    assert inspect(f"pay with {CARD}", settings).text == text


def test_inspect_refuses_the_whole_text_when_the_policy_says_so() -> None:
    result = inspect("密码是 Zebra99，我住在海淀", GuardSettings(policies={"password": "refuse"}))
    assert (result.refused, result.text) == (True, "")
    assert notice(result.findings, "zh") == "这条消息没有保存，因为里面有密码"


def test_inspect_keeps_phones_and_mails_in_clear_when_nothing_else_is_said() -> None:
    text = "电话 13800138000，邮箱 anna@example.com，住中关村大街27号"
    assert inspect(text, SETTINGS).text == text


def test_inspect_cuts_phones_when_their_policy_is_cut() -> None:
    settings = GuardSettings(policies={"phone": "cut", "email": "mask"})
    assert inspect("打 13800138000 或写 anna@example.com", settings).text == "打 [电话号码已略去] 或写 a***@example.com"


def test_inspect_uses_own_patterns_when_settings_have_them() -> None:
    settings = GuardSettings(patterns={"badge": r"BD-\d{4}"})
    assert inspect("my badge BD-1234", settings).text == "my badge [badge withheld]"
    assert inspect("my badge BD-1234", SETTINGS).text == "my badge BD-1234"


@pytest.mark.parametrize("pattern", ["(", "[a", "a*", "(a+)+b", "x" * 2000])
def test_inspect_raises_invalid_input_when_a_pattern_cannot_be_used(pattern: str) -> None:
    with pytest.raises(InvalidInput, match="guard pattern 'mine'"):
        inspect("text", GuardSettings(patterns={"mine": pattern}))


def test_inspect_raises_unknown_field_when_a_policy_names_no_category() -> None:
    with pytest.raises(UnknownField, match="pasword"):
        inspect("text", GuardSettings(policies={"pasword": "cut"}))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("我的电话是13800138000", "我的电话是138****8000"),
        ("write to anna.b@example.com", "write to a***@example.com"),
        ("住在海淀区中关村大街27号3单元502", "住在海淀区中关村大街***"),
        ("I live at 221B Baker Street", "I live at *** Baker Street"),
        ("座机 010-62345678", "座机 010-****5678"),
        ("订单 20240115123456，2024-01-15 14:30", "订单 20240115123456，2024-01-15 14:30"),
    ],
)
def test_mask_hides_the_middle_when_a_contact_is_shown(text: str, shown: str) -> None:
    assert mask(text) == shown


def test_notice_names_each_category_once_when_several_were_cut() -> None:
    result = inspect(f"card {CARD}, cvv 123, password: Zebra!99, password: Lion!88", SETTINGS)
    assert notice(result.findings, "en") == ("a bank card number, a card security code and a password were not kept")
    assert notice(("identity_number",), "en") == "an identity number was not kept"
    assert notice(("identity_number",), "zh") == "身份证号没有保存"
    assert notice((), "zh") == ""


def test_categories_have_names_in_both_languages_when_listed() -> None:
    assert all(each.zh and each.en and each.policy in ("cut", "keep") for each in categories().values())


def test_inspect_value_cuts_by_key_and_inside_texts_when_given_a_structure() -> None:
    value = {
        "user": "bob",
        "login": {"dbPassword": "x1", "note": "my pin is 4821"},
        "token_count": 512,
        "card": int(CARD),
        "fields": [{"name": "password", "value": "zzz"}, {"name": "city", "value": "Leeds"}],
        "cvv": 123,
        "密码": "芝麻",
    }
    result = inspect_value(value, SETTINGS)
    assert result.value == {
        "user": "bob",
        "login": {"dbPassword": "[password withheld]", "note": "my pin is [password withheld]"},
        "token_count": 512,
        "card": "[bank card number withheld]",
        "fields": [{"name": "password", "value": "[password withheld]"}, {"name": "city", "value": "Leeds"}],
        "cvv": "[card security code withheld]",
        "密码": "[密码已略去]",
    }
    assert "login.dbPassword" in {finding.path for finding in result.findings}
    assert inspect_value(result.value, SETTINGS).value == result.value


def test_inspect_value_returns_the_same_when_nothing_is_sensitive() -> None:
    value = {"a": [1, 2.5, None, True, ("x", "y")], "max_tokens": 4096, "password_reset_days": 90}
    assert inspect_value(value, SETTINGS).value == value


def test_inspect_value_raises_invalid_input_when_nested_too_deep() -> None:
    value: object = "x"
    for _ in range(100):
        value = [value]
    with pytest.raises(InvalidInput, match="deeper"):
        inspect_value(value, SETTINGS)


@pytest.mark.parametrize(
    "piece",
    [
        "1 ",
        "6225 8812 ",
        "password is ",
        "密码是",
        "sk-",
        "-----BEGIN PRIVATE KEY-----\n",
        "http://a:",
        "身份证",
        "a@",
        "密码本：a1 ",
        "recovery codes 1a2b ",
        "gmail/",
        "maiden name is ",
    ],
)
def test_inspect_does_not_hang_when_a_text_is_made_against_it(piece: str) -> None:
    with stopped_when_hanging():  # a quadratic reading takes minutes
        inspect(piece * (100_000 // len(piece)), SETTINGS)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("the gate code is #2580", "2580"),
        ("The code for my front door is four-seven-one-nine", "four-seven-one-nine"),
        ("the code is four seven one nine", "four seven one nine"),
        ("小区门禁是#4082，我住二期", "4082"),
        ("保险箱左三右五左九，别告诉别人", "左三右五左九"),
        ("the code they texted me is 481920", "481920"),
        ("Wi-Fi at ours is sunflower-piano-77", "sunflower-piano-77"),
        ("the wifi password is correct horse battery", "correct horse battery"),
        ("security answer: my first pet was Biscuit", "Biscuit"),
        ("找回密码的答案填的是豆豆", "豆豆"),
        ("提款機密碼係四七一九", "四七一九"),
        ("passport no. X4RTBPFW4", "X4RTBPFW4"),
        ("lockbox combo 07-31-22", "07-31-22"),
        ("Visa 4539 1488 0343 6467, the three digits on the back are 318", "318"),
    ],
)
def test_inspect_cuts_a_secret_when_it_is_told_as_people_tell_it(text: str, secret: str) -> None:
    assert secret not in inspect(text, SETTINGS).text


@pytest.mark.parametrize(
    "text",
    [
        "Wi-Fi at ours is 802.11ac",
        "the wifi password is correct now",
        "the code they sent me is broken",
        "The gate is number 12",
        "the code is two hundred lines long",
        "The code for my front door changes every month",
        "门禁是2019年装的",
        "左三圈右三圈的操我每天做",
        "My first pet was a hamster called Biscuit",
        "门禁关系到安全",
        "my passport is in the drawer",
    ],
)
def test_inspect_leaves_a_text_when_it_only_looks_like_such_a_secret(text: str) -> None:
    assert inspect(text, SETTINGS).text == text

"""Secrets that two messages share, and short messages that only look like the second half of one."""

from __future__ import annotations

import pytest

from jiyi.policy.guard import awaited, inspect_answer, may_answer
from jiyi.settings import GuardSettings

SETTINGS = GuardSettings()
HALVES = [
    ("my bank password is", "hunter2-Zeta", "hunter2-Zeta"),
    ("密码是多少来着", "哦是 8837", "8837"),
    ("我的微信支付密码是", "8837", "8837"),
    ("What's your PIN?", "4821", "4821"),
    ("请问您的支付密码是多少？", "是 8837", "8837"),
    ("my wifi password is:", "swordfish", "swordfish"),
    ("wifi密码", "abc12345", "abc12345"),
    ("家里wifi密码：", "芝麻开门", "芝麻"),
    ("身份证号是", "110108198803151231", "1101081988"),
    ("我的護照號碼是", "E12345678", "E12345678"),
    ("my ssn is", "219 09 9999", "219 09"),
    ("the door code is...", "4 8 2 1", "4 8"),
    ("here's my password", "Tr0ub4dor&3", "Tr0ub4dor"),
    ("我把银行卡密码发你，记一下", "六个八", "六个八"),
    ("What's the password for the router?", "oh it's admin-9931", "9931"),
    ("卡号是", "6225 8812 3456 7893", "8812"),
    ("the cvv is", "123", "123"),
    ("身份证号 [身份证号已略去]", "19880315", "19880315"),
    ("my api key is", "sk_9f8e7d6c5b4a3210ff", "9f8e7d6c"),
    ("支付宝密码是啥来着", "想起来了，是 zhang1988", "zhang1988"),
    ("我的取款密码是", "八八三七", "八八"),
    ("My mother's maiden name is", "Kowalczyk", "Kowalczyk"),
    ("my password is", "correct horse battery staple", "horse"),
    ("助记词是", "abandon ability able about above absent absorb abstract absurd abuse access accident", "absorb"),
    ("Please enter the verification code", "it's 558812", "558812"),
    ("我的微信支付密碼是", "就是 ８８３７", "８８３７"),
    ("验证码来了", "你看是 593021", "593021"),
    ("卡号我分两段发，前面是", "6225 8812", "8812"),
]
HARMLESS = [
    ("the key to success is", "patience"),
    ("密码怎么改", "点设置"),
    ("my bank password is", "never mind"),
    ("密码是多少来着", "我忘了"),
    ("密码是多少", "好的谢谢"),
    ("How do I reset my password?", "Netflix 2024"),
    ("What's the password policy?", "12 characters"),
    ("我住在杭州", "8837"),
    ("订单号是", "8837123"),
    ("what's the weather code?", "I like tea number 17"),
    ("我的密码忘了怎么办", "iPhone15"),
    ("What is your phone number?", "13800138000"),
    ("my password is", "I can't tell you"),
    ("密码是", "不告诉你"),
    ("Is my password safe?", "abc123def"),
    ("my favourite code is Python", "3.11"),
    ("what's my wifi password?", "no idea"),
    ("密码管理器用哪个好？", "1Password"),
    ("我的电话是", "13800138000"),
    ("how many people?", "12"),
]


@pytest.mark.parametrize(("first", "second", "secret"), HALVES)
def test_inspect_answer_cuts_the_second_half_of_a_secret(first: str, second: str, secret: str) -> None:
    asked = awaited(first)
    assert asked is not None
    assert may_answer(second)
    found = inspect_answer(second, asked, SETTINGS)
    assert found is not None
    assert secret not in found.text
    assert found.withheld


@pytest.mark.parametrize(("first", "second"), HARMLESS)
def test_inspect_answer_leaves_what_is_no_answer(first: str, second: str) -> None:
    asked = awaited(first)
    assert asked is None or inspect_answer(second, asked, SETTINGS) is None


def test_inspect_answer_takes_no_plain_word_when_the_asker_is_far() -> None:
    asked = awaited("my wifi password is")
    assert asked is not None
    assert inspect_answer("swordfish", asked, SETTINGS, sure=False) is None
    assert inspect_answer("sword-fish-77", asked, SETTINGS, sure=False) is not None


def test_inspect_answer_follows_the_policy() -> None:
    asked = awaited("my wifi password is")
    assert asked is not None
    refused = inspect_answer("sword-77", asked, GuardSettings(policies={"password": "refuse"}))
    assert refused is not None
    assert (refused.refused, refused.text) == (True, "")
    assert inspect_answer("sword-77", asked, GuardSettings(policies={"password": "keep"})) is None


@pytest.mark.parametrize(
    "text", ["I live in Leeds and I like tea.", "老家是湖南株洲的，现在住在厦门", "ok", "谢谢", "为什么？"]
)
def test_may_answer_is_false_when_a_message_is_plain_talk(text: str) -> None:
    assert not may_answer(text)

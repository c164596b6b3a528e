"""What the guard reports: categories, policies, and findings that never hold the secret itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

Policy = Literal["refuse", "cut", "mask", "keep"]


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of sensitive text: its stable name, its default policy, and its name in words."""

    name: str
    policy: Policy
    zh: str
    en: str
    article: str = "a"

    @property
    def described(self) -> str:
        """With its article, for a sentence."""
        return f"{self.article} {self.en}"


CATEGORIES: Mapping[str, Category] = MappingProxyType(
    {
        category.name: category
        for category in (
            Category("private_key", "cut", "私钥", "private key"),
            Category("url_login", "cut", "网址里的账号密码", "login inside a URL"),
            Category("api_key", "cut", "密钥", "key or token"),
            Category("seed_phrase", "cut", "助记词", "recovery phrase"),
            Category("password", "cut", "密码", "password"),
            Category("code", "cut", "验证码", "verification code"),
            Category("cvv", "cut", "卡片安全码", "card security code"),
            Category("bank_card", "cut", "银行卡号", "bank card number"),
            Category("bank_account", "cut", "银行账号", "bank account number"),
            Category("identity_number", "cut", "身份证号", "identity number", "an"),
            Category("passport", "cut", "护照号", "passport number"),
            Category("driver_licence", "cut", "驾驶证号", "driver's licence number"),
            Category("insurance_number", "cut", "社保医保号", "social or health insurance number"),
            Category("phone", "keep", "电话号码", "phone number"),
            Category("email", "keep", "邮箱地址", "e-mail address", "an"),
            Category("address", "keep", "住址", "street address"),
        )
    }
)


def categories() -> Mapping[str, Category]:
    """Every built-in category by name. `GuardSettings.policies` may change the policy of each.

    - `password`: passwords, passcodes, PINs, passphrases, lock codes, in words or as `pwd=…`
    - `code`: verification and one-time codes
    - `api_key`: keys and tokens of providers, bearer tokens, and what follows "secret", "token", "密钥"
    - `private_key`: PEM blocks; `url_login`: user and password inside a URL; `seed_phrase`: wallet words
    - `bank_card`, `cvv`, `bank_account` (IBAN, and account numbers by their context)
    - `identity_number`: resident identity numbers (mainland, Hong Kong, Macau, Taiwan), SSN, NINO and the like
    - `passport`, `driver_licence`, `insurance_number`
    - `phone`, `email`, `address`: kept by default; `mask` shows them with their middle hidden

    A pattern of one's own has its own category name, with the policy `cut` unless `policies` says otherwise.
    """
    return CATEGORIES


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something sensitive at `start:end` of the text as it was given, and what was put in its place.

    `path` is the place within a structured value (`"login.password"`), empty for plain text.
    """

    category: str
    action: Policy
    start: int
    end: int
    replacement: str
    path: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarded:
    """A text that was looked through. `text` may be stored; it is empty when `refused`."""

    text: str
    findings: tuple[Finding, ...] = ()
    refused: bool = False

    @property
    def withheld(self) -> tuple[str, ...]:
        """The categories that were cut or refused, each once, in order (for `Message.withheld`)."""
        return _withheld(self.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardedValue:
    """A JSON-like value that was looked through. `value` may be stored; it is None when `refused`."""

    value: Any
    findings: tuple[Finding, ...] = ()
    refused: bool = False

    @property
    def withheld(self) -> tuple[str, ...]:
        """The categories that were cut or refused, each once, in order."""
        return _withheld(self.findings)


def _withheld(findings: Iterable[Finding]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(finding.category for finding in findings))


def notice(findings: Iterable[Finding] | Iterable[str], language: str) -> str:
    """Says what was left out: "身份证号没有保存", "an identity number was not kept". Empty for no findings.

    Takes findings, or category names as `Message.withheld` holds them. Any `language` but "zh" is answered in
    English.
    """
    names: dict[str, None] = {}
    refused = False
    for finding in findings:
        names[finding if isinstance(finding, str) else finding.category] = None
        refused = refused or (not isinstance(finding, str) and finding.action == "refuse")
    if not names:
        return ""
    if language == "zh":
        listed = "、".join(CATEGORIES[name].zh if name in CATEGORIES else name for name in names)
        return f"这条消息没有保存，因为里面有{listed}" if refused else f"{listed}没有保存"
    words = [CATEGORIES[name].described if name in CATEGORIES else name for name in names]
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
    if refused:
        return f"the message was not kept because it holds {listed}"
    return f"{listed} {'was' if len(words) == 1 else 'were'} not kept"

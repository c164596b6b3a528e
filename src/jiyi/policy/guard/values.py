"""The guard over JSON-like values: strings, and what stands under a key that names a secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jiyi.errors import InvalidInput
from jiyi.language.regex import regex
from jiyi.policy.guard.findings import CATEGORIES, Finding, GuardedValue
from jiyi.policy.guard.inspection import HAN, inspect, policy_of
from jiyi.settings import GuardSettings

DEEPEST = 64  # levels of nesting
WORDS = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[\u4e00-\u9fff]+")
SECRET_KEYS = {
    "password": "password", "passwords": "password", "passwd": "password", "pwd": "password", "pass": "password",
    "passcode": "password", "passphrase": "password", "pass word": "password", "pass code": "password",
    "pin": "password", "pin code": "password", "密码": "password", "口令": "password", "登录密码": "password",
    "支付密码": "password", "secret": "api_key", "token": "api_key", "api key": "api_key", "apikey": "api_key",
    "access key": "api_key", "secret key": "api_key", "access token": "api_key", "refresh token": "api_key",
    "auth token": "api_key", "bearer token": "api_key", "client secret": "api_key", "session token": "api_key",
    "access key id": "api_key", "access key secret": "api_key", "secret access key": "api_key",
    "authorization": "api_key", "密钥": "api_key", "令牌": "api_key", "private key": "private_key",
    "私钥": "private_key", "otp": "code", "verification code": "code", "验证码": "code", "cvv": "cvv", "cvc": "cvv",
    "cvv2": "cvv", "card number": "bank_card", "card no": "bank_card", "cardnumber": "bank_card",
    "银行卡号": "bank_card", "卡号": "bank_card", "银行卡": "bank_card", "account number": "bank_account",
    "iban": "bank_account", "银行账号": "bank_account", "ssn": "identity_number",
    "social security number": "identity_number", "id card": "identity_number", "id card number": "identity_number",
    "identity number": "identity_number", "national id": "identity_number", "id number": "identity_number",
    "身份证": "identity_number", "身份证号": "identity_number", "身份证号码": "identity_number",
    "passport": "passport", "passport number": "passport", "passport no": "passport", "护照": "passport",
    "护照号": "passport", "护照号码": "passport", "driver license": "driver_licence",
    "driving licence": "driver_licence", "驾驶证号": "driver_licence", "mnemonic": "seed_phrase",
    "seed phrase": "seed_phrase", "recovery phrase": "seed_phrase", "助记词": "seed_phrase",
    "社保号": "insurance_number", "医保号": "insurance_number",
}  # fmt: skip
NAME_KEYS = frozenset(("name", "key", "field", "label", "type", "attribute", "名称", "字段"))
VALUE_KEYS = frozenset(("value", "val", "content", "data", "text", "值", "内容"))


class _Walk:
    """One pass over a value; collects the findings with their paths."""

    def __init__(self, settings: GuardSettings) -> None:
        self.settings = settings
        self.findings: list[Finding] = []

    def value(self, value: Any, path: str, key: str, depth: int) -> Any:
        if depth > DEEPEST:
            raise InvalidInput(f"a value is nested deeper than {DEEPEST} levels")
        if isinstance(value, Mapping):
            return self.mapping(value, path, key, depth)
        if isinstance(value, list | tuple):
            items = [self.value(item, f"{path}[{index}]", key, depth + 1) for index, item in enumerate(value)]
            return tuple(items) if isinstance(value, tuple) else items
        if isinstance(value, str):
            return self.text(value, path, key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            kept = self.text(str(value), path, key)
            return value if kept == str(value) else kept
        return value

    def mapping(self, value: Mapping[Any, Any], path: str, key: str, depth: int) -> dict[Any, Any]:
        named = next(
            (str(item) for name, item in value.items() if str(name).lower() in NAME_KEYS and isinstance(item, str)), ""
        )
        result = {}
        for name, item in value.items():
            word = str(name)
            under = key if category_of_key(word) is None else word
            if category_of_key(named) is not None and word.lower() in VALUE_KEYS:
                under = named
            place = f"{path}.{word}" if path else word
            kept = self.text(name, path, "") if isinstance(name, str) else name
            result[kept] = self.value(item, place if kept == name else path, under or word, depth + 1)
        return result

    def text(self, text: str, path: str, key: str) -> str:
        category = category_of_key(key)
        if category is not None and _substantial(text, category):
            return self.whole(text, path, key, category)
        lead = f"{key}: " if key else ""
        result = inspect(lead + text, self.settings)
        found = [item for item in result.findings if item.end > len(lead)]
        if not found or any(item.start < len(lead) for item in found):
            lead, result = "", inspect(text, self.settings)
            found = list(result.findings)
        self.findings += [replace(f, start=f.start - len(lead), end=f.end - len(lead), path=path) for f in found]
        if not found:
            return text
        return "" if result.refused else result.text[len(lead) :]

    def whole(self, text: str, path: str, key: str, category: str) -> str:
        """All of a text that stands under a key which names a secret."""
        action = policy_of(category, self.settings)
        if action == "keep" or text.endswith(("已略去]", " withheld]")):
            return text
        known = CATEGORIES[category]
        words = f"[{known.zh}已略去]" if HAN.search(key + text) else f"[{known.en} withheld]"
        replacement = "****" if action == "mask" else words
        self.findings.append(
            Finding(category=category, action=action, start=0, end=len(text), replacement=replacement, path=path)
        )
        return replacement


def inspect_value(value: Any, settings: GuardSettings) -> GuardedValue:
    """What of a JSON-like value (mappings, sequences, texts, numbers, None) may be stored.

    Strings are inspected as texts, with their key before them ("cvv: 123"); whatever stands under a key that names
    a secret ("password", "apiKey", "密码") goes whole, also as `{"name": "password", "value": …}`. Numbers that hold
    a secret become marker strings. Raises InvalidInput when nested deeper than 64 levels.
    """
    walk = _Walk(settings)
    kept = walk.value(value, "", "", 0)
    refused = any(finding.action == "refuse" for finding in walk.findings)
    return GuardedValue(value=None if refused else kept, findings=tuple(walk.findings), refused=refused)


def category_of_key(key: str) -> str | None:
    """The category that a key names, however it is written: `apiKey`, `API_KEY`, `db-password`, `登录密码`."""
    if not key or len(key) > 80:
        return None
    words = [word.lower() for word in WORDS.findall(key)]
    for size in (4, 3, 2, 1):
        found = SECRET_KEYS.get(" ".join(words[-size:]))
        if found is not None and (len(words) >= size):
            return found
    return None


def _substantial(text: str, category: str) -> bool:
    """False for what cannot be a secret of this category: empty, a flag, a count of tokens."""
    plain = text.strip()
    if not plain or plain.lower() in (
        "none",
        "null",
        "true",
        "false",
        "yes",
        "no",
        "unknown",
        "n/a",
        "-",
        "required",
        "optional",
    ):
        return False
    if set(plain) <= set("*•xX."):
        return False
    if category == "api_key":
        return len(plain) >= 8
    if category in ("bank_card", "bank_account", "identity_number", "passport", "driver_licence", "insurance_number"):
        return sum(character.isdigit() for character in plain) >= 5
    return True

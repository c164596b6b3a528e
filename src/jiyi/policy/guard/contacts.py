"""Phones, e-mails and street addresses: kept by default, shown with their middle hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jiyi.language.regex import regex
from jiyi.policy.guard.hits import Hit, merged
from jiyi.policy.guard.view import view

PHONES = (
    regex(r"(?<![A-Za-z0-9_.])(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?![A-Za-z0-9_])"),
    regex(r"(?<![A-Za-z0-9_.])(?:\+?86[ -]?)?1[3-9]\d{2}[ -]\d{3}[ -]\d{4}(?![A-Za-z0-9_])"),
    regex(r"(?<![A-Za-z0-9_.+])\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,6}(?![A-Za-z0-9_])"),
    regex(r"(?<![A-Za-z0-9_.+-])(?:1[ .-])?\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}(?![A-Za-z0-9_-])"),
    regex(r"(?<![A-Za-z0-9_.-])0\d{2,3}-\d{7,8}(?:-\d{1,5})?(?![A-Za-z0-9_-])"),
    regex(r"(?<![A-Za-z0-9_.-])0[127]\d{2,4} \d{3} ?\d{3,4}(?![A-Za-z0-9_-])"),
    regex(r"(?<![A-Za-z0-9_.-])[48]00-\d{3,4}-\d{3,4}(?![A-Za-z0-9_-])"),
)
EMAIL = regex(
    r"(?<![A-Za-z0-9_.+-])[A-Za-z0-9_+-]{1,64}(?:\.[A-Za-z0-9_+-]{1,64}){0,6}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}"
)
ZH_ADDRESS = regex(
    r"[\u4e00-\u9fff]{2,16}(?:路|街|大道|巷|胡同|弄|里|道)[\u4e00-\u9fffA-Za-z]{0,4}?(?P<a>\d{1,5}(?:[-之]\d{1,4})?(?:号|弄)(?:院)?(?:[\u4e00-\u9fffA-Za-z]{0,12}?\d{1,4}(?:号楼|栋|幢|座|单元|室|层|楼|号|户)){0,4}(?:\d{1,4})?)"
    r"|(?<=[区园寓村苑城府庭])(?P<b>\d{1,4}(?:号楼|栋|幢|座)(?:\d{1,3}单元)?(?:\d{2,4}(?:室|号|户)?)?)"
)
EN_ADDRESS = regex(
    r"(?<![A-Za-z0-9_.-])(?P<a>(?:(?:apt|apartment|flat|unit|suite)\.? ?\w{1,5},? )?\d{1,5}[A-Za-z]?) (?=(?:[A-Z][\w.'’]{0,20} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Square|Sq|Terrace|Crescent|Close|Way|Highway|Hwy|Row)(?![A-Za-z0-9_]))",
    re.IGNORECASE,
)
CAPITAL = regex(r"\d{1,5}[A-Za-z]? [A-Z]")


def mask(text: str) -> str:
    """The text with phone numbers, e-mails and street addresses masked: `138****8000`, `a***@x.com`,
    `中关村大街****`, `*** Baker Street`. For showing; what is stored stays as it was said."""
    seen = view(text)
    pieces, at = [], 0
    for hit in merged(contact_hits(seen.text), {"email": 0, "phone": 1, "address": 2}):
        start, end = seen.span(hit.start, hit.end)
        pieces.append(text[at:start])
        pieces.append(_masked(seen.text[hit.start : hit.end], hit.category))
        at = end
    return "".join([*pieces, text[at:]]) if pieces else text


def contact_hits(body: str) -> Iterator[Hit]:
    """Where phone numbers, e-mails and the telling part of street addresses stand."""
    if "@" in body:
        for match in EMAIL.finditer(body):
            yield Hit(match.start(), match.end(), "email")
    if not any(digit in body for digit in "0123456789"):
        return
    for pattern in PHONES:
        for match in pattern.finditer(body):
            if 7 <= sum(character.isdigit() for character in match[0]) <= 15:
                yield Hit(match.start(), match.end(), "phone")
    for match in ZH_ADDRESS.finditer(body):
        yield Hit(*match.span(match.lastgroup or "a"), "address")
    for match in EN_ADDRESS.finditer(body):
        if CAPITAL.search(body, match.start("a"), match.end() + 1):
            yield Hit(*match.span("a"), "address")


def _masked(value: str, category: str) -> str:
    if category == "email":
        name, _, host = value.partition("@")
        return f"{name[:1]}***@{host}"
    if category == "address":
        return "***"
    digits = [index for index, character in enumerate(value) if character.isdigit()]
    kept = 3 if len(digits) >= 10 else 2
    lead = max(0, len(digits) - 11) if value.startswith("+") or len(digits) > 11 else 0
    hidden = digits[lead + kept : -4] if len(digits) >= 8 else digits[2:-2]
    stars = dict.fromkeys(hidden, "*")
    return "".join(stars.get(index, character) for index, character in enumerate(value))

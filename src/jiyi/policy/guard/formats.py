"""Secrets that show by their form: keys of providers, PEM blocks, logins inside URLs.

Each rule names literal hints, so that a text without them costs one substring search a hint. No pattern has a
repetition inside a repetition; each is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from jiyi.language.regex import regex
from jiyi.policy.guard.hits import Hit


class Format(NamedTuple):
    """A form of key: one of `hints` must be in the text (in lower case if `fold`) for `pattern` to be tried."""

    category: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


START = r"(?<![A-Za-z0-9])"  # a key may follow Han characters, quotes, "=" and "_", not a letter or digit
END = r"(?![A-Za-z0-9])"


def _key(hints: str, pattern: str, flags: int = 0) -> Format:
    return Format("api_key", tuple(hints.split()), regex(START + "(?:" + pattern + ")", flags))


FORMATS = (
    Format(
        "private_key",
        ("-----BEGIN ",),
        regex(
            r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
            r"(?:(?:(?!-----)[\s\S]){1,20000}+-----END [A-Z0-9 ]{0,40}-----|(?:\s{0,4}[A-Za-z0-9+/=]{24,}+){1,500}+)"
        ),
    ),
    Format("private_key", ("PuTTY-User-Key-File",), regex(r"PuTTY-User-Key-File-\d:[\s\S]{0,8000}?Private-MAC: ?[0-9a-f]{40,64}")),
    Format("private_key", ("AGE-SECRET-KEY-",), regex(r"AGE-SECRET-KEY-1[A-Z0-9]{50,64}")),
    Format("url_login", ("://",), regex(r"(?<=://)[^\s/?#@:'\"<>，。]{0,256}:(?![{<$*])[^\s/?#'\"<>，。]{1,256}(?=@[\w\[.-])")),
    Format("api_key", ("sig=", "Signature=", "access_token=", "api_key=", "apikey=", "X-Amz-Signature=", "password="),
           regex(r"(?<=[?&])(?:sig|(?:X-Amz-)?Signature|access_token|api_?key|password)=[A-Za-z0-9%_.~+/=-]{12,}")),
    Format("password", ("root:",), regex(r"(?<=root:)[^\s:/@]{3,64}(?=@[\w.-])")),
    _key("sk-", r"sk-(?=[A-Za-z0-9_-]{0,200}?(?:\d|[a-z][A-Z]))(?:proj-|svcacct-|admin-|ant-|or-v1-|lf-|live-|test-)?[A-Za-z0-9][A-Za-z0-9_-]{15,}"),
    _key("sk_live rk_live sk_test rk_test pk_live whsec_", r"(?:[srp]k_(?:live|test)_|whsec_)[A-Za-z0-9]{10,}"),
    _key("AKIA ASIA AROA AIDA ABIA ACCA", r"(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}" + END),
    _key("AIza", r"AIza[A-Za-z0-9_-]{30,}"),
    _key("GOCSPX- ya29.", r"GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,}"),
    _key("ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", r"gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{22,}"),
    _key("glpat- glptt- gldt- glrt-", r"gl(?:pat|ptt|dt|rt|ft|soat|cbt)-[A-Za-z0-9_.-]{18,}"),
    _key("xoxb- xoxp- xoxa- xoxr- xoxs- xoxe. xapp-", r"xox[bpaers](?:\.xox[bp])?-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{20,}|xoxe\.[A-Za-z0-9.-]{20,}"),
    _key("hooks.slack.com/services/", r"hooks\.slack\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{16,}"),
    _key("/api/webhooks/", r"(?:discord(?:app)?\.com)/api/webhooks/\d{15,20}/[A-Za-z0-9_-]{30,}"),
    _key("hf_", r"hf_[A-Za-z0-9]{20,}"),
    _key("LTAI", r"LTAI[A-Za-z0-9]{12,26}" + END),
    _key("AKID AKLT", r"(?:AKID|AKLT)[A-Za-z0-9_-]{13,60}" + END),
    _key("eyJ", r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{0,})?"),
    _key("AC SK", r"(?:AC|SK)[0-9a-f]{32}" + END),
    _key("SG.", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"),
    _key("key-", r"key-[0-9a-f]{32}" + END),
    _key("npm_ pypi-", r"npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}"),
    _key("rubygems_ dckr_pat_ dop_v1_ doo_v1_ shpat_ shpss_", r"rubygems_[0-9a-f]{40,}|dckr_pat_[A-Za-z0-9_-]{20,}|do[op]_v1_[0-9a-f]{40,}|shp(?:at|ss|ca|pa)_[0-9a-fA-F]{24,}"),
    _key("hvs. hvb. s.", r"hv[sb]\.[A-Za-z0-9_-]{20,}"),
    _key("AccountKey= SharedAccessKey= SharedAccessSignature", r"(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,}={0,2}"),
    _key(":AA :AE :AF", r"\d{8,10}:A[A-Za-z0-9_-]{33,35}" + END),
    _key(".", r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}" + END),
    _key("pplx- gsk_ r8_ nvapi- xai- tvly- fc- jina_ lsv2_ co_ cfat_", r"(?:pplx-|gsk_|r8_|nvapi-|xai-|tvly-(?:dev-|prod-)?|jina_|lsv2_(?:pt|sk)_|tgp_v1_)[A-Za-z0-9_-]{24,}"),
    _key("secret_ ntn_ patTest pat lin_api_ figd_", r"secret_[A-Za-z0-9]{40,}|ntn_[A-Za-z0-9]{40,}|pat[A-Za-z0-9]{14}\.[0-9a-f]{60,}|lin_api_[A-Za-z0-9]{32,}|figd_[A-Za-z0-9_-]{30,}"),
    _key("sq0 EAAA EAA", r"sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}|EAAA[A-Za-z0-9_-]{56,}|EAA[A-Za-z0-9]{80,}"),
    _key("dapi PMAK- NRAK- sntrys_ glc_ glsa_ dp. atl ATATT", r"dapi[0-9a-f]{32}|PMAK-[0-9a-f]{20,}-[0-9a-f]{30,}|NRAK-[A-Z0-9]{26,}|sntrys_[A-Za-z0-9+/=_-]{40,}|gl(?:c|sa)_[A-Za-z0-9+/=_]{30,}|dp\.(?:pt|st|ct)\.[A-Za-z0-9.]{30,}|ATATT3[A-Za-z0-9_=-]{40,}"),
    _key("bearer Bearer BEARER", r"(?i:bearer)\s{1,3}(?=[A-Za-z0-9_.~+/-]{0,200}\d)[A-Za-z0-9_.~+/-]{16,}={0,2}"),
    _key("Basic basic", r"(?i:basic)\s{1,3}(?=[A-Za-z0-9+/]{0,60}[A-Z])(?=[A-Za-z0-9+/]{0,60}[a-z])[A-Za-z0-9+/]{12,}={1,2}"),
    _key("Q~", r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}"),
    _key("_authToken=", r"_authToken=[A-Za-z0-9_-]{16,}"),
)  # fmt: skip
# The second half of a cloud key stands beside the first: 40 characters of AWS, 30 of Aliyun, 32 of Tencent.
PAIRED = regex(START + r"(?:AKIA|ASIA|LTAI|AKID)[A-Za-z0-9]{12,40}")
PARTNER = regex(
    r"(?<![A-Za-z0-9/+=_-])(?=[A-Za-z0-9/+]{0,39}\d)(?=[A-Za-z0-9/+]{0,39}[A-Z])[A-Za-z0-9/+]{30,44}(?![A-Za-z0-9/+_-])"
)
LONG = regex(r"[A-Za-z0-9_.~+/=:?&@-]{12,}|://|-----BEGIN")  # without one of these no form fits
NEAR = 240  # characters between the two halves


def format_hits(body: str) -> Iterator[Hit]:
    """Everything in the text that has the form of a secret."""
    if LONG.search(body) is None:
        return
    for form in FORMATS:
        if any(hint in body for hint in form.hints):
            for match in form.pattern.finditer(body):
                if not _placeholder(match[0]):
                    yield Hit(match.start(), match.end(), form.category)
    if "AKI" in body or "ASIA" in body or "LTAI" in body:
        yield from _partners(body)


def _partners(body: str) -> Iterator[Hit]:
    done = 0
    for first in PAIRED.finditer(body):
        start = max(done, first.start() - NEAR)
        stop = min(len(body), first.end() + NEAR)
        for match in PARTNER.finditer(body, start, stop):
            yield Hit(match.start(), match.end(), "api_key")
        done = max(done, stop - NEAR)


def _placeholder(secret: str) -> bool:
    """`sk-xxxxxxxxxxxxxxxxxxxxxxxx`, `https://user:password@host`: written in place of a secret."""
    tail = secret[len(secret) // 3 :].strip("-_.=")
    return len(set(tail.lower())) <= 2 or secret.lower() in PLACEHOLDERS


PLACEHOLDERS = frozenset(
    f"{user}:{word}"
    for user in ("user", "username", "u", "login", "account")
    for word in ("password", "pass", "pwd", "p", "passwd")
)

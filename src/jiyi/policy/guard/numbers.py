"""Numbers that show by form and checksum: bank cards, resident identity numbers, IBAN, SSN and the like.

A run is a sequence of digits with at most three separators between any two ("6225 8812 …", one digit a line). Within
a run only windows of whole groups are judged, each at most 19 digits long: the cost is linear.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

from stdnum import iban, luhn
from stdnum.br import cpf
from stdnum.iso7064 import mod_11_2
from stdnum.it import codicefiscale
from stdnum.kr import rrn

from jiyi.language.regex import regex
from jiyi.policy.guard.hits import Hit
from jiyi.policy.guard.named_numbers import named_hits
from jiyi.policy.guard.spoken import CHINESE, CHINESE_DIGIT, ENGLISH_RUN, english_digits

RUN = regex(r"\d(?:[\s\-._·*/,，|]{0,3}\d){8,}")
UUID = regex(
    r"(?<![0-9a-fA-F-])[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?![0-9a-fA-F-])"
)
DIGITS = regex(r"\d(?:\D{0,4}\d){2}\D{0,4}[\dXx]")  # fewer digits, or farther apart, are no number of a guarded kind
COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "zero", "double")
SPELT = regex(rf"[{CHINESE}](?:[\s、，,.-]{{0,2}}[{CHINESE}]){{8,40}}")
CARD_WORDS = regex(
    r"(?<!会员)(?<!图书)(?<!校园)(?<!交通)(?<!公交)(?<!电话)(?<!流量)(?<!购物)(?<!礼品)(?<!饭)卡号|银行卡|信用卡|储蓄卡|借记卡|刷卡|银联|工资卡|[工建招农中交]行|(?:招商|工商|建设|农业|中国|交通|平安|浦发|民生|兴业|光大|中信|广发|邮储|储蓄|华夏)银行|(?<![a-z])(?:visa|master\s?card|amex|american express|unionpay|maestro|discover)"
    r"|(?<!library )(?<!gift )(?<!sim )(?<!membership )(?<!loyalty )(?<!graphics )(?<!business )(?<!transit )(?<!bus )(?<!sd )(?<!access )(?<![a-z])cards?(?![a-z])",
    re.IGNORECASE,
)
ORDER_WORDS = regex(
    r"订单|运单|快递|单号|流水|物流|取件|发票|型号|货号|编号|条码|条形码|序列号|批次|工单|票号|会员|案号|时间戳|学号|设备号|串号|积分|商品|帖子|微博|推文|视频|群号"
    r"|(?<![a-z])(?:orders?|tracking|track|invoice|shipment|parcel|sku|serial|s/n|ref(?:erence)?|imei|isbn|issn|ean|upc|barcode|timestamp|epoch|uuid|guid|ticket|case|booking|confirmation|part|model|batch|lot|build|commit|tweet|status|asin|doi|vin|waybill|transaction|txn|item|product|library|gift|member|membership|gtin|snowflake|channel|message id|user id|id=)(?![a-z])",
    re.IGNORECASE,
)
AFTER_CARD = regex(r"[\s,，)）]{0,3}(?:就?是|is|=|-)[^，。,.;\n]{0,18}(?:卡|card)", re.IGNORECASE)
BEFORE = 32  # characters of context before a number
SHAPES = {(4, 6, 5), (4, 6, 4), (6, 13), (6, 10), (6, 12), (8, 8), (4, 4, 4, 4, 3), (4, 4, 4, 4, 2), (4, 4, 4, 4, 1), (4, 4, 4, 4), (4, 5, 6), (6, 4, 4, 4), (6, 4, 4, 5), (8, 4, 4), (4, 4, 8), (4, 12), (12, 4), (5, 5, 5, 4), (5, 5, 6), (3, 4, 4, 4, 4), (6, 3, 10), (4, 4, 11), (4, 15), (4, 4, 4, 7), (6, 5, 5, 3)}  # fmt: skip
PROVINCES = frozenset(
    "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91".split()
)
RULES = (
    ("identity_number", "-", regex(r"(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])"), None),
    ("identity_number", "-", regex(r"(?<!\d)\d{6}-[1-8]\d{6}(?!\d)"), rrn.is_valid),
    ("identity_number", ".", regex(r"(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)"), cpf.is_valid),
)
LETTERED = (
    ("identity_number", regex(r"(?<![A-Za-z0-9])[A-CEGHJ-PR-TW-Za-ceghj-pr-tw-z][A-CEGHJ-NPR-TW-Za-ceghj-npr-tw-z] ?\d{2} ?\d{2} ?\d{2} ?[A-Da-d](?![A-Za-z0-9])")),
    ("identity_number", regex(r"(?<![A-Za-z0-9])[A-Z]{1,2}\d{6}[(（][0-9Aa][)）]")),
    ("identity_number", regex(r"(?<![A-Za-z0-9])[A-Za-z]{6}\d{2}[A-Za-z]\d{2}[A-Za-z]\d{3}[A-Za-z](?![A-Za-z0-9])")),
    ("bank_account", regex(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,3})?(?![A-Za-z0-9])")),
)  # fmt: skip


GROUP = regex(r"\d+")
LAST_X = regex(r"[\s\-._]{0,3}[Xx×ХⅩ](?![A-Za-z0-9])")
UNLIKE_CARD = regex(r"[A-Za-z_/.#@=-]$|\d\.$")
LETTER = regex(r"[A-Za-z_]")


def number_hits(body: str, lower: str) -> Iterator[Hit]:
    """Everything in the text that is a number of a guarded kind. `lower` is the text in lower case, as long."""
    seen = body
    if SPELT.search(body) is not None:
        seen = SPELT.sub(lambda run: "".join(CHINESE_DIGIT.get(character, character) for character in run[0]), body)
    if DIGITS.search(seen) is not None:
        if "-" in seen:
            seen = UUID.sub(lambda found: "\ufffc" * len(found[0]), seen)
        for run in RUN.finditer(seen):
            yield from _run_hits(run)
        for category, hint, pattern, valid in RULES:
            if hint in seen:
                for match in pattern.finditer(seen):
                    if not _ordered(seen, match.start()) and (valid is None or valid(match[0])):
                        yield Hit(match.start(), match.end(), category)
        yield from _lettered(seen)
        yield from named_hits(seen, lower)
    elif "passport" in lower or "护照" in lower:
        yield from named_hits(seen, lower)  # of mostly letters
    if sum(lower.count(word) for word in COUNTED) >= 5:
        yield from _spoken(body)


class Run:
    """A run of digits: all of them as one text, and where each and each group of them stands."""

    def __init__(self, match: re.Match[str]) -> None:
        groups = list(GROUP.finditer(match.string, *match.span()))
        self.body = match.string
        self.digits = "".join(group[0] for group in groups)
        self.places = [place for group in groups for place in range(*group.span())]
        self.bounds: list[int] = [0]  # offsets into `digits` where groups begin, and the end
        for group in groups:
            self.bounds.append(self.bounds[-1] + len(group[0]))
        self.edges = frozenset(self.bounds)

    def span(self, offset: int, size: int) -> tuple[int, int]:
        """Where `size` digits from `offset` stand in the text."""
        return self.places[offset], self.places[offset + size - 1] + 1

    def shape(self, offset: int, size: int) -> tuple[int, ...]:
        """The sizes of the groups that these digits are written in."""
        first = bisect_left(self.bounds, offset)
        cuts = [edge for edge in self.bounds[first : first + size + 1] if edge <= offset + size]
        return tuple(after - before for before, after in pairwise(cuts))


def _run_hits(match: re.Match[str]) -> Iterator[Hit]:
    run = Run(match)
    done = 0
    for offset in run.bounds[:-1]:
        if offset < done:
            continue
        hit = _resident(run, offset) or _card(run, offset)
        if hit is not None:
            yield hit
            done = bisect_left(run.places, hit.end)


def _resident(run: Run, offset: int) -> Hit | None:
    """A resident identity number of 18 places: region, date of birth and checksum must fit."""
    if run.digits[offset : offset + 2] not in PROVINCES:
        return None
    if offset + 17 in run.edges:
        start, end = run.span(offset, 17)
        last = LAST_X.match(run.body, end)
        if last is not None and resident_number(run.digits[offset : offset + 17] + "X"):
            return Hit(start, last.end(), "identity_number")
    if offset + 18 in run.edges and resident_number(run.digits[offset : offset + 18]):
        return Hit(*run.span(offset, 18), "identity_number")
    return None


def resident_number(number: str) -> bool:
    """True for an 18-place number whose region, birth date and check character fit."""
    if number[:2] not in PROVINCES or not number[:17].isdigit():
        return False
    year, month, day = int(number[6:10]), int(number[10:12]), int(number[12:14])
    return 1850 <= year <= 2100 and 1 <= month <= 12 and 1 <= day <= 31 and bool(mod_11_2.is_valid(number.upper()))


def _card(run: Run, offset: int) -> Hit | None:
    """A bank card: issuer, length and Luhn fit, or the words before it say so."""
    sizes = [size for size in range(13, 20) if offset + size in run.edges]
    likely = [size for size in sizes if issued(run.digits[offset : offset + size])]
    if not sizes or (not likely and offset):
        return None
    start, end = run.span(offset, sizes[-1])
    before = run.body[max(0, start - BEFORE) : start]
    told = _told(before) or AFTER_CARD.match(run.body, end) is not None
    if not told and (ORDER_WORDS.search(before) is not None or UNLIKE_CARD.search(before) is not None):
        return None
    for size in likely:
        digits, shape = run.digits[offset : offset + size], run.shape(offset, size)
        regular = told or len(shape) == 1 or shape in SHAPES or set(shape) == {1}
        if regular and luhn.is_valid(digits) and not LETTER.match(run.body, run.span(offset, size)[1]):
            return Hit(*run.span(offset, size), "bank_card")
    return Hit(start, end, "bank_card") if told and not offset else None


def _told(before: str) -> bool:
    """True where the words just before a number name a card, so that a mistyped one is cut as well."""
    words = list(CARD_WORDS.finditer(before))
    if not words:
        return False
    rest = before[words[-1].end() :]
    return ORDER_WORDS.search(rest) is None and re.search(r"[。！？!?\n]", rest) is None


def issued(digits: str) -> bool:
    """True when the first digits are an issuer's that gives out numbers of this length."""
    size, head = len(digits), int(digits[:4])
    if digits[0] == "4":
        return size in (16, 19)
    if 5100 <= head <= 5599 or 2221 <= head <= 2720 or 2200 <= head <= 2204 or 3528 <= head <= 3589 or head == 9792:
        return size == 16
    if digits[:2] in ("34", "37"):
        return size == 15
    if digits[:2] in ("36", "38", "39") or 3000 <= head <= 3059:
        return size == 14
    if digits[:2] in ("62", "65", "60", "64", "81", "82", "50", "56", "57", "58", "63", "67", "68", "69", "95"):
        return 16 <= size <= 19
    return False


def _ordered(body: str, start: int) -> bool:
    return ORDER_WORDS.search(body[max(0, start - 20) : start]) is not None


def _lettered(body: str) -> Iterator[Hit]:
    nino, hong_kong, fiscal, account = (pattern for _, pattern in LETTERED)
    for match in nino.finditer(body):
        if not _ordered(body, match.start()) and match[0][:2].upper() not in ("BG", "GB", "KN", "NK", "NT", "TN", "ZZ"):
            yield Hit(match.start(), match.end(), "identity_number")
    if "(" in body or "（" in body:
        for match in hong_kong.finditer(body):
            if hong_kong_number(match[0]):
                yield Hit(match.start(), match.end(), "identity_number")
    for match in fiscal.finditer(body):
        if codicefiscale.is_valid(match[0]):
            yield Hit(match.start(), match.end(), "identity_number")
    for match in account.finditer(body):
        value = match[0]
        while value:
            if iban.is_valid(value):
                yield Hit(match.start(), match.start() + len(value), "bank_account")
                break
            value = value.rpartition(" ")[0]  # the words after it may look like one more group


def hong_kong_number(number: str) -> bool:
    """True when the check character of a Hong Kong identity number such as A123456(3) fits."""
    plain = [character for character in number.upper() if character.isalnum()]
    if len(plain) == 8:
        plain.insert(0, " ")
    values = [36 if c == " " else int(c) if c.isdigit() else ord(c) - 55 for c in plain]
    return (
        len(values) == 9
        and sum(value * weight for value, weight in zip(values, range(9, 0, -1), strict=True)) % 11 == 0
    )


def _spoken(body: str) -> Iterator[Hit]:
    """Cards and social security numbers read out digit by digit in English words."""
    for run in ENGLISH_RUN.finditer(body):
        digits = english_digits(run[0])
        before = body[max(0, run.start() - BEFORE) : run.start()]
        if 13 <= len(digits) <= 19 and (_told(before) or (luhn.is_valid(digits) and issued(digits))):
            yield Hit(run.start(), run.end(), "bank_card")
        elif len(digits) == 9 and re.search(r"(?i)\bssn|social|identity|passport|\bid\b", before):
            yield Hit(run.start(), run.end(), "identity_number")

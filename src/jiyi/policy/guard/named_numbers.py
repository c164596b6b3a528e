"""Numbers that show by the words before them: "身份证 …", "passport number …", "routing number …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from jiyi.language.regex import regex
from jiyi.policy.guard.hits import Hit


class Named(NamedTuple):
    """`noun`, then a short gap without digits, then `value` (which must hold `least` digits or more)."""

    category: str
    hint: re.Pattern[str]
    pattern: re.Pattern[str]
    least: int


GAP = r"(?P<gap>[^\d，。；;!?！？\n]{0,24}?)(?<![A-Za-z0-9])"
LOOSE = r"(?:[A-Za-z]{0,3}[\s-]?\d[\dXx]{0,20}(?:[ .\-/]{1,2}[\dXx]{1,8}){0,6}(?:[(（][\dAa][)）])?[A-Za-z]{0,3})(?![A-Za-z0-9])"
MIXED = r"(?:(?=[A-Za-z0-9-]{0,24}\d)[A-Za-z0-9]{1,20}(?:[ -](?=[A-Za-z]{0,4}\d)[A-Za-z0-9]{1,8}){0,5})(?![A-Za-z0-9])"
PASSPORT = r"(?:[A-Za-z]{1,2}[ -]?\d{6,8}|\d{9}|(?!(?:19|20)\d{6})\d{8}|\d{2}[A-Z]{2}\d{5}|(?=[A-Z0-9]{0,8}\d)(?=[A-Z0-9]{0,8}[A-Z])[A-Z0-9]{8,9})(?![A-Za-z0-9])"


def _named(category: str, nouns: str, value: str, least: int) -> Named:
    plain = nouns.replace("(?<![a-z])", "").replace("(?![a-z])", "")  # without edges the search skips by first letters
    return Named(category, regex(plain), regex(f"(?i:{nouns}){GAP}(?P<v>{value})"), least)


NAMED = (
    _named(
        "identity_number",
        r"身[份分]证|证件号|身份号码|身份代码|居民证|通行证|回乡证|台胞证|入台证|居留许可|个人番号|マイナンバー|居住证|居留证|永居证|军官证|户口(?:本|簿)号|统一编号|绿卡号"
        r"|(?<![a-z])(?:national (?:id|identity|identification)|identity (?:card|number|document)|id (?:card|number|no\.?|#)|identification number"
        r"|residen(?:t|ce) (?:permit|card|id)|citizen(?:ship)? (?:id|number)|tax(?:payer)?[ -](?:id|identification|file)|tin|itin|tfn|ni number|nino"
        r"|national insurance|aadhaa?r|pan (?:card|number|no\.?|is)|cpf|dni|nie|nif|curp|social insurance (?:number|no\.?)|my sin|canadian sin|sin:|sin (?:number|is)|my number card|nric|rrn|bsn|pesel|personnummer"
        r"|emirates id|hkid|hong kong id|taiwan(?:ese)? (?:national )?id|singapore ic|my ic (?:is|number)|steuer-?id(?:entifikationsnummer)?|maca[uo] (?:id|bir)|(?:re-?entry|return|travel|work|residence) permit|visa (?:number|no\.?)|my number(?= is| ?[:：]? ?\d)|green card (?:number|no\.?)|alien (?:registration )?number|a-number)(?![a-z])",
        LOOSE,
        6,
    ),
    _named(
        "identity_number",
        r"(?<![a-z])(?:pan (?:card|number|no\.?|is)|curp|aadhaa?r|national insurance|nino|nric|nie|dni|codice fiscale)(?![a-z])",
        MIXED,
        4,
    ),
    _named("identity_number", r"(?<![a-z])social security (?:number|no\.?)(?![a-z])", r"[12378](?:[ .-]?\d){12,14}(?!\d)", 13),
    _named("identity_number", r"(?<![a-z])(?:ein|employer identification number)(?![a-z])", r"\d{2}-\d{7}(?!\d)", 9),
    _named("identity_number", r"(?<![a-z])(?:ssn|social(?: security)?(?: number| no\.?| #)?|soc sec)(?![a-z])", r"\d{3}[\s.·/-]{0,2}\d{2}[\s.·/-]{0,2}\d{4}(?!\d)", 9),
    _named(
        "identity_number",
        r"身份证[^，。\d\n]{0,6}(?:后|末|尾)|(?:last (?:four|4|six|6)(?: digits)? of my (?:ssn|social|id))|(?:ssn|social|id number)[a-z ]{0,18} end(?:s|ing) (?:in|with)",
        r"[\dXx]{4,8}(?![A-Za-z0-9])",
        3,
    ),
    Named(  # of the years before 1999, 15 places, whatever stands between: region, date of birth, three more
        "identity_number",
        regex(r"身[份分]证"),
        regex(r"身[份分]证(?P<gap>[^。！？!?\n]{0,24}?)(?<!\d)(?P<v>[1-8]\d{7}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3})(?!\d)"),
        15,
    ),
    _named("passport", r"护照|(?<![a-z])passports?(?![a-z])", PASSPORT, 2),
    _named(
        "driver_licence",
        r"驾照|驾驶证|驾驶执照|行驶证|档案编号|(?<![a-z])(?:driv(?:er['’]?s?['’]?|ing) licen[cs]e|dl ?(?:number|no\.?|#)|(?:my|his|her) licen[cs]e (?:number|no\.?)|(?<!ware )(?<!duct )(?<!ness )(?<!dical )(?<!shing )licen[cs]e (?:number|no\.?)(?=[:#]? [A-Za-z]\d))(?![a-z])",
        MIXED,
        5,
    ),
    _named(
        "insurance_number",
        r"(?:社保|医保|公积金|社会保障|社会保险)卡?(?:个人)?(?:号码?|账号|账户|卡号|编号|电脑号)|(?:社保|医保|健保)卡"
        r"|(?<![a-z])(?:medicare|medicaid|nhs|health (?:insurance|card)|insurance (?:member|policy)?)\s?(?:number|no\.?|id|#|card|member id)(?![a-z])",
        MIXED,
        5,
    ),
    _named(
        "bank_account",
        r"(?:银行|开户|[工建招农中交]行|邮储|储蓄|对公|收款|打款|转账|汇款|基本户|工资)[^，。\d\n]{0,10}?(?:账号|账户|户头|帐号)"
        r"|(?<!customer )(?<!user )(?<!game )(?<!steam )(?<![a-z])(?:(?:bank |checking |savings |current )?(?:account|acct\.?|a/c) ?(?:number|no\.?|num|#)|routing (?:number|no\.?|#|(?=\d{9}(?!\d)))|aba (?:number|routing)|sort code|bsb(?: number)?"
        r"|(?:bank|checking|savings) (?:account|acct)|iban)(?![a-z])",
        r"(?:[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{2,4}){2,8}|\d(?:[ -]?\d){4,27})(?![A-Za-z0-9])",
        5,
    ),
    _named("bank_account", r"(?<![a-z])(?:account|acct) (?=\d{8,17}(?!\d))", r"\d{8,17}", 8),
)  # fmt: skip
# The other way round: "457 55 5462 is my social security number", "E12345678是我的护照号".
REVERSED = regex(
    r"(?<![A-Za-z0-9])(?P<v>[A-Za-z]{0,2}\d(?:[ -]?[0-9Xx]){5,19})(?![A-Za-z0-9])[\"')）]?\s{0,2}[,，]?\s{0,2}(?:is|was|就?是|为|=)\s?(?:my|our|his|her|我|我的|他的?|她的?|我老婆|我老公)"
    r"(?:的)?\s?(?:(?P<identity_number>ssn|social|身[份分]证|香港身[份分]证|hkid|national id|id number|tax)|(?P<passport>护照|passport)|(?P<driver_licence>驾照|驾驶证|driver|driving)|(?P<bank_account>(?:bank )?account|银行账|iban)|(?P<insurance_number>社保|医保))",
    re.IGNORECASE,
)
REVERSED_HINT = regex(r"(?:is|was|是|为|=)\s?(?:my|our|his|her|我|他|她)")
NO_NUMBER = regex(
    r"(?:到期|过期|有效期|办理|有效至|expir|valid|issued|renew|since|until|order|订单|快递|单号|运单|电话|手机|phone|photo|费用|分数|price)",
    re.IGNORECASE,
)
DATE = regex(r"(?:19|20)\d{2}[-/. ]?(?:0?[1-9]|1[0-2])[-/. ]?(?:[0-2]?\d|3[01])$")


def named_hits(body: str, lower: str) -> Iterator[Hit]:
    """Numbers introduced by what they are."""
    if REVERSED_HINT.search(lower) is not None:
        for match in REVERSED.finditer(body):
            category = next(name for name, part in match.groupdict().items() if name != "v" and part)
            yield Hit(*match.span("v"), category)
    for rule in NAMED:
        if rule.hint.search(lower) is None:
            continue
        for match in rule.pattern.finditer(body):
            value = match["v"]
            if (
                sum(character.isdigit() for character in value) < rule.least
                or DATE.match(value)
                or NO_NUMBER.search(match["gap"])
            ):
                continue
            yield Hit(*match.span("v"), rule.category)

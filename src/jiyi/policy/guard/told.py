"""Secrets as people say them aloud: "取款密码念四个八", "the garage keypad takes double four six two", "大写 A 小写 b".

What is said to open something, or a noun of a secret with a word for telling it, stands before; a run of digits, in
figures or in words, or letters that are spelt, comes after. A run that counts something ("三十七公斤") is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from jiyi.language.regex import regex
from jiyi.policy.guard.hits import Hit
from jiyi.policy.guard.spoken import CHINESE, CHINESE_TIMES, ENGLISH_RUN

_SPOKEN = f"[{CHINESE}洞拐勾]"
_FIGURES = r"\d(?:[ .\-–,，]{0,2}\d){2,15}"
_COUNTED = r"(?!\s?(?:位|次|下|秒|分钟|小时|天|个月|年(?!出生)|块|元|公斤|斤|公里|米|步|楼|号楼|岁|人|遍|层|times|seconds|minutes|people|pounds|kilos|steps)|\d)"
RUN = rf"(?:{CHINESE_TIMES.pattern}|{_SPOKEN}(?:[ 、，,.-]{{0,2}}(?:{_SPOKEN}|[十百千万])){{2,20}}[Xx]?|{_FIGURES}|{ENGLISH_RUN.pattern})"
_SIGN = r"(?:大写|小写|字母|井号|星号|下划线|横杠|减号|点|艾特|感叹号|capital|upper ?case|lower ?case|small|lower|upper|hash|dash|hyphen|underscore|dot|star|at sign|exclamation mark)"
# Letters that are spelt, with figures and signs between them.
SPELT = rf"(?:大写|小写|capital|upper ?case|lower ?case|lower|upper|small) ?[A-Za-z]+(?:[ ,，、]{{0,2}}(?:然后|再|接着|后面跟|跟|加|then|and|{_SIGN}|\d+|{_SPOKEN}+|{ENGLISH_RUN.pattern}|(?<![A-Za-z])[A-Za-z](?![A-Za-z])|(?<=[写] )[A-Za-z]+|(?<=[写])[A-Za-z]+)){{1,16}}"
_NOUN = r"(?:密码|口令|暗号|pin ?码?|puk ?码?|验证码|(?:pass(?:word|code|phrase)|puk|otp|pin)(?:['’]s)?(?: code)?)"
_LOCK = (
    r"(?:保险柜|保险箱|行李箱锁?|密码箱|密码锁|指纹锁|车库门?|门禁|大门|单元门|防盗门|院门|车锁|自行车锁|储物柜|更衣柜|锁屏|门锁|挂锁|信箱锁|报警器"
    r"|(?<![a-z])(?:(?:garage|gate|door|front door|back door|lobby|alarm|lift|elevator)(?: (?:keypad|lock|code|pad))?|keypad|padlock|(?:bike|gym|locker|suitcase|luggage|cabinet|gun) lock|lockbox|safe|locker|alarm|suitcase)(?![a-z]))"
)
_TELLS = r"(?:念作?|念做|读作?|读做|报|显示|拼作?|写作|设在|拨到|转到|调到|对到|按下?|输入?|敲|拧到|用)"
_EN_TELLS = r"(?:opens?|unlocks?|disarms?|takes|turns off|lets you in|clicks open)(?: (?:on|with|to|if you (?:press|enter|type|dial)))?|is set to|dial|press|punch in|key in"


class Told(NamedTuple):
    """A way of telling. `v` in the pattern is the secret."""

    category: str
    hint: str  # one of these, parted by blanks, must be in the text
    pattern: str


ROWS = (
    Told("password", "密码 口令 pin puk otp 暗号 验证码 pass", rf"{_NOUN}[^。！？!?\n\d]{{0,8}}?(?:{_TELLS}|spells?(?: out)?|reads)[是作做为成]?\s{{0,2}}[:：]?\s{{0,2}}(?P<v>{RUN}|(?:[A-Z]-){{2,11}}[A-Z](?:[, ]+\d(?: ?\d)+)?)"),
    Told("password", "密码 口令 pass pin", rf"{_NOUN}[^。！？!?\n]{{0,24}}?(?P<v>{SPELT})"),
    Told("password", "密码 pin pass code", rf"(?:{_NOUN}|(?<![a-z])code)(?:['’]s)?[^。！？!?\n]{{0,16}}?(?:生日|纪念日|门牌号?|车牌|尾号|学号|工号|出生|birthday|anniversary|birth|house number|(?:was|were|got) (?:born|married))[^。！？!?\n\d{CHINESE}]{{0,10}}(?P<v>{_FIGURES}|{_SPOKEN}{{4,12}})"),
    Told("password", "pass pin code", rf"{_NOUN}(?: [a-z]+){{0,2}} (?:is|was|are|=) (?P<v>[^.!?;\n,，]{{2,48}}? (?:followed by|plus|and then|then) [^.!?;\n,，]{{1,24}}?)(?=$|[.!?;,，\n]| and )"),
    Told("password", "密码 口令", rf"{_NOUN}[^。！？!?\n]{{0,4}}(?:是|为|用的?是?|[:：])\s?(?P<v>[^。，,！？!?\n]{{2,24}}?(?:后面加上?|再加上?|加上|后面跟着?|后面接)[^。，,！？!?\n]{{1,16}})"),
    Told("password", "puk", r"(?<![a-z])puk(?: ?(?:code|码|number))?[\s:：是为is]{1,6}(?P<v>\d{4,12})"),
    Told("password", "锁 柜 箱 门 报警", rf"{_LOCK}[^。！？!?\n\d]{{0,6}}?(?:往?[左右](?:边)?)?{_TELLS}\s{{0,2}}(?P<v>{RUN})"),
    Told("password", "门禁 大门 院门 单元门", r"(?:门禁|大门|院门|单元门)(?:就|都|现在|目前)?(?:是|用|为|[:：])\s?(?P<v>[#＃*]?(?!(?:19|20)\d{6})\d{4,8}[#＃*]?(?!\d))"),
    Told("password", "保险 锁", rf"(?:保险柜|保险箱|密码锁|挂锁)[^。！？!?\n]{{0,4}}(?P<v>(?:[左右](?:转|拧|拨)?到?(?:\d{{1,2}}|[{CHINESE}十]{{1,3}})圈?[,，、 ]?){{2,8}})"),
    Told("password", "wi", r"(?<![a-z])wi-?fi(?: (?:at|in|for|here)(?: [a-z]+){0,3})? (?:is|was|:) (?P<v>(?=[a-z-]*\d)(?=(?:\d*[a-z-]){6})[a-z]+(?:-[a-z0-9]+)+)(?![\w-])"),
    Told("password", "security secret", r"(?:security|secret) (?:answer|question)s?[^.\n]{0,24}?(?:pet|school|street|city|town|car|teacher|friend|born)[^.\n]{0,14}?(?:was|is|were|called|named|:) (?P<v>[a-z][\w'’-]+)"),
    Told("password", "door gate alarm keypad garage safe", rf"(?:punch|key|type|dial|tap)(?: in)? (?P<v>{RUN}) (?:at|on|into|to (?:open|get (?:in|into|through))) (?:the |our |my )?(?:(?:side|front|back|main|garage) ?)?(?:door|gate|alarm|keypad|garage|safe|lift|elevator)(?![a-z])"),
    Told("password", "门", r"(?:[侧前后大院边]门|单元门|楼门|车库门?)[^。！？!?\n\d]{0,3}?按\s?(?P<v>\d{4,8}[#＃]?)(?=进|开|就|即可|$|[，,。])"),
    Told("password", "密码", r"密码(?:是|为|[:：])?\s?(?P<v>[A-Za-z0-9]{2,12}[\u4e00-\u9fff]{1,4}\d{1,6})(?=$|[，,。；;！!\s])"),
    Told("password", "pattern", r"(?:unlock|lock ?screen|swipe|screen lock) pattern[^.!?\n]{0,24}? (?:is|goes) (?P<v>(?:(?:top|bottom|left|right|up|down|centre|center|middle|across|diagonal(?:ly)?|then|and|to|the)[ ,-]{0,2}){2,16})"),
    Told("password", "图案 手势", r"(?:解锁|锁屏|手势)(?:的?图案|密码|手势)[^。！？!?\n]{0,4}?(?:是|为|[:：])\s?(?P<v>(?=[^。，,]{0,12}[左右上下中])[^。，,！？!?\n]{2,18})"),
    Told("password", "recovery security", r"(?:pet|school|street|city|town|car|teacher|friend|nickname)[^.\n]{0,16} (?:for|of|in) (?:the|my) (?:recovery|security|secret) (?:question|answer)s?\s?(?:is|was|:|=)\s(?P<v>[a-z][\w'’-]+(?: [a-z][\w'’-]+)?)(?=$|[.,;!\n])"),
    Told("code", "位", r"(?:收到|发来|发我|短信里?)的?(?:那个|这个)?(?:[四五六八4-8]位(?:数字?|码|数))[是为：:]{0,1}\s?(?P<v>\d(?:[ -]?\d){3,7})(?!\d)"),
    Told("code", "digits", r"the (?:four|six|eight|4|6|8)[- ]digits?(?: code| number)?(?: (?:they|it|you|i) (?:sent|texted|got|received)(?: me| us)?)? (?:is|are|was|were) (?P<v>\d(?:[ -]?\d){3,7})(?!\d)"),
    Told("cvv", "背面 反面", r"(?:卡|\ufffc)\s?[，,]?\s?(?:背面|反面)(?:的?三位(?:数字?)?)?\s{0,2}(?P<v>\d{3})(?!\d|\s?[克字页张行条个度])"),
    Told("password", "锁屏", r"锁屏[^。！？!?\n\d]{0,4}\s?(?P<v>\d{4,8})"),
    Told("password", "保险 锁", rf"(?:保险柜|保险箱|密码锁|挂锁)[^。！？!?\n]{{0,4}}(?P<v>(?:先|再|然后|最后|往|向|[左右]|转|拧|拨|到|回|[，,、 ]|\d{{1,2}}|[{CHINESE}十]{{1,3}}){{8,60}})(?<=[\d{CHINESE}十])"),
    Told("password", "keypad garage gate door lock safe alarm suitcase", rf"{_LOCK}(?: [a-z]+){{0,2}}? (?:{_EN_TELLS}) (?:the )?(?P<v>{RUN})"),
    Told("password", "that", rf"(?:^|[.:;,]\s|: )(?P<v>(?:{SPELT}|{RUN})),? that(?:['’]s| is) (?:the|my|our|her|his) (?:[a-z-]+ ){{0,2}}(?:password|passcode|pin|code)(?![a-z])"),
    Told("password", "banking memorable", r"(?:(?:telephone|phone|online|internet|mobile)[- ]banking (?:word|pass\w*|name|code)|memorable (?:word|name|place|information))(?: is| was|:|['’]s)\s{0,2}(?P<v>[A-Za-z0-9'-]{3,24})"),
    Told("code", "backup", r"(?:2fa|mfa|two[- ]factor|authenticator|recovery)[- ](?:backup|recovery)?(?: codes?)?\s?(?:is|are|:|：)\s{0,2}(?P<v>[a-z0-9]{4,6}-[a-z0-9]{4,6}(?:(?:,| and|;|\s)+[a-z0-9]{4,6}-[a-z0-9]{4,6}){0,11})"),
    Told("code", "动态 口令 令牌 验证码", rf"(?:动态(?:口令|密码|码)|验证码|令牌)[^。！？!?\n\d]{{0,6}}?(?:显示|是|为|变成|来了|到了)[^。！？!?\n\d]{{0,3}}(?P<v>{RUN})"),
    Told("bank_card", "卡 card", rf"(?:(?:银行|信用|储蓄|借记|工资|[建工农中招交]行)卡|卡号|card(?: number)?)[^。！？!?\n\d]{{0,6}}?(?:后面|后[四几]位|末[四几]位|最后[四几]位|尾号|last (?:four|4|few|bit)(?: digits)?|ends? (?:in|with))[^。！？!?\n\d]{{0,6}}?(?:是|为|念|[:：]|is|are|in|with)\s{{0,2}}(?P<v>{RUN})"),
    Told("bank_card", "card", rf"last (?:four|4|few|bit)(?: digits)?(?: of| on) (?:my|the|our|his|her) (?:[a-z]+ )?card (?:is|are|reads?)\s(?P<v>{RUN})"),
    Told("cvv", "背面 反面 card back", rf"(?:卡|card)[^。！？!?\n]{{0,24}}?(?:背面|反面|back)[^。！？!?\n\d{CHINESE}]{{0,8}}?(?:[三3]个?(?:数字?|位数?)|the three(?: digits)?)?[^。！？!?\n\d{CHINESE}]{{0,6}}?(?:是|为|念|[:：]|is|are|says?)\s{{0,2}}(?P<v>\d ?\d ?\d(?!\d)|{_SPOKEN}{{3}}(?!{_SPOKEN}))"),
    Told("cvv", "back", r"(?:card|expir|visa|amex|\ufffc{12})[^.!?\n]{0,40}?the (?:three|3)(?: digits| numbers)? on the back(?: of it)? (?:are|is|say|read)s?\s(?P<v>\d ?\d ?\d(?!\d))"),
    Told("identity_number", "身份证 身分证", rf"身[份分]证[^。！？!?\n\d]{{0,4}}?(?:最后|后面?|末|尾)[四六几]?(?:位|个)?(?:数字?)?[^。！？!?\n\d]{{0,3}}?(?:是|为|念)\s{{0,2}}(?P<v>{_SPOKEN}(?:[ ，,、-]?{_SPOKEN}){{2,7}}[ ，,]?[Xx叉]?)"),
    Told("identity_number", "身份证 身分证 证件", rf"(?:身[份分]证|证件)(?:号码?)?[^。！？!?\n\d]{{0,8}}?(?P<v>{_SPOKEN}(?:[ ，,、-]{{0,2}}{_SPOKEN}){{7,20}}[Xx叉]?)"),
    Told("passport", "护照", rf"护照(?:号码?)?[^。！？!?\n\d]{{0,6}}?(?P<v>[A-Za-z]{{0,2}} ?{_SPOKEN}(?:[ ，,、-]{{0,2}}{_SPOKEN}){{5,12}})"),
    Told("insurance_number", "社保 医保 公积金", rf"(?:社保|医保|公积金)卡?(?:号码?|账号)[^。！？!?\n\d]{{0,6}}?(?P<v>{_SPOKEN}(?:[ ，,、-]{{0,2}}{_SPOKEN}){{5,24}})"),
)  # fmt: skip
_COMPILED = tuple((row, tuple(row.hint.split()), regex(f"(?i:{row.pattern}){_COUNTED}")) for row in ROWS)
_HINTS = regex("|".join(sorted({hint for row in ROWS for hint in row.hint.split()})))
_DRILL = regex(r"(?:跑步|军训|体操|训狗|队列|指挥|喊)[^，。]{0,3}的?口令")


def told_hits(body: str, lower: str) -> Iterator[Hit]:
    """Secrets that are told aloud. `lower` is the text in lower case, of the same length."""
    if _HINTS.search(lower) is None:  # as in most: one look instead of one for each hint
        return
    for row, hints, pattern in _COMPILED:
        if not any(hint in lower for hint in hints):
            continue
        for match in pattern.finditer(body):
            if not _DRILL.search(body, max(0, match.start() - 8), match.end()):
                yield Hit(*match.span("v"), row.category)

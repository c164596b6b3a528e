"""Secrets that stand in lists: "my logins: gmail/G00gle1", a notebook of passwords line by line, a row of codes.

A heading says what the list holds; in each of its entries the last word is then the secret, if it looks like one.
"""

from __future__ import annotations

from collections.abc import Iterator

from jiyi.language.regex import regex
from jiyi.policy.guard.hits import Hit
from jiyi.policy.guard.lexicon import NO_SECRET, TECHNICAL
from jiyi.policy.guard.secrets import ADDRESS, NOT_ONE

REACH = 1_200  # characters of a list that are read after its heading
HINTS = ("passwords", "logins", "login", "credential", "pwds", "密码", "账密", "登录")
HEADING = regex(
    r"(?:(?<![a-z])(?:(?:accounts?|usernames?|logins?) (?:and|&|/|\+) pass(?:word)?s|passwords? (?:list|book|notebook|notes)|(?:my|our|all|these|the) (?:passwords|logins|pwds|credentials)|(?:passwords|logins|credentials)(?=\s{0,2}[:：\n]))"
    r"|密码本|密码[清列]单|密码列表|密码表|密码备忘|(?:各个?|所有|这些|几个|全部|常用|各种|各网站|各平台)的?(?:账号)?密码|(?:账号|帐号|用户名)(?:和|/|、|与)?密码|账密|登录信息)"
    r"(?:\s(?:for|of|are|is)\b[^:：\n]{0,24})?(?:如下|是|为|有)?\s{0,2}[:：\n，,]?",
    2,  # re.IGNORECASE
)
ENTRY = regex(
    r"(?:^|[\n,，;；、。:：]|\.\s|\s(?=[A-Za-z\u4e00-\u9fff.]{2,16}\s?[/:：]))[\s\d.)、*•-]{0,6}"
    r"(?:[A-Za-z\u4e00-\u9fff][\w\u4e00-\u9fff.+-]{0,23}(?: [A-Za-z\u4e00-\u9fff][\w.-]{0,15})?\s{0,2}(?:[:：/|=]|\s[–—-]|\s|->)\s{0,2})?"
    r"(?:[\w.@+-]{2,40}\s{0,2}(?:[/|,:：]|\s[–—-]|\s)\s{0,2})?"
    r"(?P<v>(?=[!-~]{0,39}[\d!@#$%^&*_=+])(?=[!-~]{0,39}[A-Za-z])[A-Za-z0-9!@#$%^&*_=+?.~-]{5,40})(?=\s{0,2}(?:$|[\n,，;；。、]|[.!](?:\s|$)))"
)
SITES = regex(
    r"(?<![a-z0-9./-])(?:gmail|google|outlook|hotmail|yahoo|icloud|apple id|netflix|spotify|steam|github|gitlab|facebook|instagram|twitter|discord|reddit|linkedin|amazon|paypal|ebay|dropbox|qq|163|126|taobao|alipay|wechat|weibo|微信|支付宝|淘宝|京东|微博|抖音|b站|知乎|百度|qq邮箱|网易)\s{0,2}(?:账号|邮箱|login|account)?\s{0,1}[/|]\s{0,1}"
    r"(?:[\w.+-]{2,40}@[\w.-]{3,40}\s?[/|]\s?)?(?P<v>(?=[!-~]{0,39}\d)(?=[!-~]{0,39}[a-z])[a-z0-9!@#$%^&*_=+?~-]{6,40})(?![a-z0-9/.])"
)
WIFI = regex(
    r"(?:wi-?fi|无线网?|热点|hotspot)[^\n:：，,。]{0,12}[:：]\s{0,2}[\w\u4e00-\u9fff -]{2,24}?\s{0,2}[/|,，]\s{0,2}(?P<v>(?=[!-~]{0,39}\d)[!-~]{6,40})(?=\s|$|[,，。])"
)
CODES = regex(
    r"(?:(?:recovery|backup|scratch|rescue|emergency|2fa|two-factor)[ -](?:backup )?codes?|恢复代?码|备[用份](?:验证|恢复)?码|救援码|应急码)(?:[^\d\n:：，。,]{0,24})[:：]?\s{0,3}"
    r"(?P<v>(?:(?=[a-z-]{0,12}\d)[a-z0-9]{3,10}(?:[- ]?(?=[a-z]{0,8}\d)[a-z0-9]{3,8}){0,3}[\s,，、;；]{0,3}){1,24})"
)
ANSWER = regex(
    r"(?:(?:mother|mom|mum|mama|mommy|mummy)(?:['’]?s)? maiden name|(?:security|secret) answer)(?:,? (?:it['’]s|it is|it was)| is| was|\s?[:=])\s{0,2}(?P<v>[a-z][\w'’ -]{1,30})(?=\s*(?:$|[,.;!\n]))"
    r"|(?:密保(?:问题)?的?答案|安全问题的?答案|(?:妈|妈妈|母亲|她)的?(?:娘家|婚前)的?姓氏?)(?:就?是|为|叫|[:：])\s?(?P<w>(?!什么|啥|忘|多少|不|没|错|对|哪|谁|空|怎)[\u4e00-\u9fffa-z0-9]{1,12})(?<![吗呢的么])(?=$|[\s，。,;；!！])"
)
QUESTION = regex(
    r"security question[^\n]{0,60}?\banswer\s?(?:is|was|:)\s{0,2}(?P<v>[\w'’-]{2,30})(?=\s*(?:$|[,.;!\n]))"
)
RECOVERY_KEY = regex(
    r"(?:recovery key|恢复密钥|bitlocker|filevault)[^\n]{0,30}?(?P<v>(?:[A-Z0-9]{4,6}-){3,9}[A-Z0-9]{4,6})(?![A-Z0-9-])",
    2,
)


def list_hits(body: str, lower: str) -> Iterator[Hit]:
    """Secrets in lists. `lower` is the text in lower case, of the same length."""
    if any(hint in lower for hint in HINTS):
        done = 0  # what one heading reaches is read once
        for heading in HEADING.finditer(lower):
            start, done = max(done, heading.end() - 1), max(done, min(len(body), heading.end() + REACH))
            yield from _entries(body, start, done)
    if "/" in lower or "|" in lower:
        for match in SITES.finditer(lower):
            if not NOT_ONE.match(match["v"]) and match["v"] not in TECHNICAL:
                yield Hit(*match.span("v"), "password")
    if "wifi" in lower or "wi-fi" in lower or "无线" in lower or "热点" in lower:
        for match in WIFI.finditer(lower):
            yield Hit(*match.span("v"), "password")
    if "security " in lower or "maiden" in lower or "答案" in lower or "姓" in lower or "secret answer" in lower:
        for match in (*QUESTION.finditer(lower), *ANSWER.finditer(lower)):
            if match[match.lastgroup or "v"].split()[0] not in NO_SECRET:
                yield Hit(*match.span(match.lastgroup or "v"), "password")
    if "code" in lower or "码" in lower:
        for match in CODES.finditer(lower):
            value = match["v"].rstrip(" ,，、;；\n\t")
            if sum(character.isdigit() for character in value) >= 4:
                yield Hit(match.start("v"), match.start("v") + len(value), "code")
    if "recovery" in lower or "恢复" in lower or "bitlocker" in lower or "filevault" in lower:
        for match in RECOVERY_KEY.finditer(body):
            yield Hit(*match.span("v"), "password")


def _entries(body: str, start: int, stop: int) -> Iterator[Hit]:
    """The secrets of a list's entries, within its reach."""
    for match in ENTRY.finditer(body, start, stop):
        value = match["v"].rstrip(".?")
        if value.lower() in TECHNICAL or NOT_ONE.match(value) or ADDRESS.search(value) or not _mixed(value):
            continue
        yield Hit(match.start("v"), match.start("v") + len(value), "password")


def _mixed(value: str) -> bool:
    """Letters with digits, or with signs that words do not have."""
    return any(c.isdigit() for c in value) or any(c in "!@#$%^&*_=+" for c in value)

"""Secrets that show by the words around them: "密码是…", "my pin's 4821", "login is bob / hunter2".

Each noun that introduces a secret is looked up once; what stands just after it and just before it is then judged by
small patterns over at most `REACH` characters. So the cost is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from jiyi.language.regex import regex
from jiyi.policy.guard.hits import Hit
from jiyi.policy.guard.secrets import REACH, Found, strong_at, value_at, weak_before

# Every noun below holds one of these; around them alone the nouns are looked for.
STEM = regex(
    "密|码|口令|暗号|令牌|凭|秘钥|私钥|答案|娘家|婚前|maiden|pass|pwd|pin|code|key|token|secret|cvv|cvc|cvn|csc|otp|combo|combination|answer|one|pw|sk|p@ss|pa\\$\\$|p@\\$\\$|p a s s|三位|金钥"
)
MARGIN = 28  # characters of a noun before and after its stem
NOUN = regex(
    r"""
    (?P<cvv> (?<![a-z])(?:cvv2?|cvc2?|cvn2?|csc)(?![a-z0-9]) | (?:卡|信用卡|背面的?|三位|3位)安全码 | 卡片?(?:背面|反面)?的?[后末]三位(?:数字?|码)? | 卡片?(?:的)?(?:背面|反面)的?三位(?:数字?|码)?
      | (?:card|3[- ]digit|three[- ]digit)\ security\ code )
  | (?P<code> (?:短信|手机|邮箱|登录|登陆|动态|一次性|校验|身份|安全)?验证码 | 校验码 | 动态(?:密码|口令|码) | 短信码 | 安全码
      | (?<![a-z])(?:otps?|one[- ]time\ (?:pass)?(?:code|password|pin)
        | (?:verification|2fa|mfa|authenticator|authentication|auth|login|log-in|sign-?in|sms|security|two[- ]factor
          |backup|recovery|whatsapp|telegram|google|facebook|instagram|uber|amazon|apple|microsoft|paypal|signal
          |wechat|discord|steam)\ codes? )(?![a-z]) )
  | (?P<anycode> (?<![a-z])(?:your|the|my)\ (?:(?!zip|area|post|promo|source|error|dress|status|country|invite|discount
      |qr|bar|door|gate|alarm|entry|lock|garage|safe|access|unlock|keypad|building|pin|pass
      |verif|2fa|mfa|auth|log|sign|sms|secur|two|backup|recover|one|otp)[a-z]{2,15}\ )?code(?![a-z])(?!(?:'s)?\ (?:for|to|on)\ (?:my|the|our)\ (?:[a-z]{2,9}\ )?(?:alarm|door|gate|garage|safe|locker|building
        |house|office|lock|apartment|flat|suitcase|bike|lockbox))
      (?:\ (?:that\ )?(?:they|it|you|he|she|google|apple|amazon|the\ (?:bank|app|site)|my\ bank)(?:['’]ve|\ have|\ has)?\ (?:just\ )?(?:texted|sent|messaged|e-?mailed|gave)\ (?:to\ )?(?:me|us)(?![a-z]))? )
  | (?P<pin> (?<![a-z])(?<!\d-)pins?(?:\ (?:numbers?|codes?|no\.?))?(?![a-z]) | pin码 )
  | (?P<phrase> pass[- ]?phrases? | keyphrase )
  | (?P<lock> (?<![a-z])(?:access|door|gate|alarm|entry|unlock|lock|garage|safe|lockbox|keypad|elevator|building|burglar|vault
        |screen|locker|house|office|front\ door)\ codes?(?![a-z])
      | (?<![a-z])codes?(?=(?:'s)?\ (?:for|to|on)\ (?:my|the|our)\ (?:[a-z]{2,9}\ )?(?:alarm|door|gate|garage|safe|locker|building
        |house|office|lock|apartment|flat|suitcase|bike|lockbox))
      | (?:recovery|bitlocker)\ keys?(?![a-z])
      | (?<![a-z])(?:safe|lock|locker|lockbox|vault|padlock|suitcase|luggage|bike\ lock)(?:'s)?\ comb(?:o|ination)s?(?![a-z])
      | (?<![a-z])(?:luggage|suitcase|bike|gym|pad)\ ?lock(?=\ (?:is|was)\ (?:set\ to\ )?\d) | (?<![a-z])comb(?:o|ination)(?=\ (?:to|of|for)\ (?:my|the|our|a)\ (?:[a-z]{2,9}\ )?(?:safe|lock(?:er|box)?|vault|padlock|suitcase)) )
  | (?P<han> 密码(?:锁(?=的?(?:密码|号码?)?\s?(?:设[定置]?|改|用|调)?的?(?:是|为|成|到|[:：])\s?\d)(?:的?(?:密码|号码?))?)? | (?<!跑步)(?<!跑步的)(?<!军训)(?<!军训的)(?<!队列)(?<!训狗的)口令 | 通行码 | 门禁码 | 提取码 | 解锁码 | 开锁码 | 恢复码 | 备用码 | 暗号 | 恢复代码 | 备份码 | 密保[^。\n]{0,24}?答案 | 找回密码(?:用的?|时)?(?:的?问题)?的?答案 | 安全问题的?答案 | (?:妈|妈妈|母亲|她)的?(?:娘家|婚前)的?姓氏? | 授权码 )
  | (?P<password> (?<![a-z])pw(?=\s{0,2}[:=]) | p[a@][s$5][s$5]w[o0]rds?(?![a-z]) | p\ a\ s\ s\ w\ o\ r\ d
      | (?:mother|mom|mum|mama|mommy|mummy)(?:['’]?s)?\ maiden\ name
      | answer\ to\ (?:my|the)\ (?:security|secret)\ question | passwd | (?<![a-z])pwds?(?![a-z]) | passcodes? | pass\ codes?
      | (?<![a-z])(?:(?:wi-?fi|network|security)\ key | secret\ (?:word|answer) | security\ answer | master\ key)(?![a-z]) )
  | (?P<short> (?<=[_:])pass(?=\s{0,2}[:=]) | (?<![a-z])pass(?=\s{0,2}[:=]) | (?<=--)pass(?=[\ =])
      | (?<![a-z])pw(?=\s(?!=|:)\S) | (?<![a-z])(?:my|our|the|wi-?fi)\ pass(?=\ is\b) )
  | (?P<key> (?:api|app|access|secret|client|auth|authentication|encryption|signing|webhook|license|licence|product|private
        |session|refresh|bearer|bot|deploy|subscription|consumer|service|account|storage|ssh|master|admin|access_key
        |personal)[ _-]?(?:access[ _-])?(?:keys?|tokens?|secrets?)(?:[ _-](?:id|secret|key|value))?(?![a-z])
      | (?<![a-z])(?:[a-z]{0,10}(?:secret|token)s?|keys?|apikeys?|appsecret|app_?key|secretkey|accesskey|sk(?=\s{0,2}[:：=]))(?![a-z])
      | 密钥 | 秘钥 | 金钥 | 私钥 | 令牌 | 激活码 | 访问凭证 | 凭据 )
    """,
    re.VERBOSE | re.IGNORECASE,
)

# What may stand between the noun and the word that links it to its secret.
CLOSE = regex(
    r"""
    [\"'`*_)\]]{0,3}(?:\s?[(][^()\n]{0,20}[)])?
    (?:\s{0,3}(?:我|你|您|咱|我们|现在|目前|已经?|就|都|今天|刚刚?|又|还|应该|大概|好像|一直|暂时|统一|默认|初始|后来|也|是不是|给你|发你|发给你|告诉你|帮我|请|记一下|记住|记好|记下来?|备忘)){0,4}
    (?:\s{1,2}(?:for|to|of|on|at|in)\s(?!reset|change|be\b|update)[^.,;:!?\n，。]{1,40}?)?
    \s{0,3}
    (?: (?:就|才|都|还|也|仍)?(?:是用|都用|从|是|为|系(?=\s?[\d零〇一二三四五六七八九A-Za-z])|叫做?|等于|(?:更?改|修改|换|设|设置|变|更新|重置|调整?|改回|换回)(?:成|为|到)了?(?:新的)?|(?:设|设置|设定|改|换|定)的?是|用的?是?|写的?是?|填的?是?)(?:了|：|:)?
      | ['’]s\ now | ['’]s\ (?=\S) | (?:is|are|was|will\ be|should\ be|would\ be|has\ been|got|gets)(?:\ |(?=:))(?:left\ as\ )?(?:(?:now|currently|still|just|simply|always|actually|literally|basically|like|uh+|um+|er+|only|really|all)[,.]{0,3}\ ){0,2}(?:(?:changed|set|reset|updated|switched)\ to\ )?(?::\s?)?
      | (?:changed|set|reset|updated|switched)\ to\ | to\ (?:be\ )? | equals\ | reads\ | from\ | as\ | \s-\s | [:=]{1,2}>?\s? | -{1,2}>\s? | [→➡⇒👉]\s? | \|\s? )
    \s{0,3}[:：]?\s{0,2}\n?(?:the\ (?:word|phrase|number)\ )?(?:(?:two|three|four|five|six)\ words[:,]?\ )?
    """,
    re.VERBOSE | re.IGNORECASE,
)
# A looser link, for secrets that show by themselves (with digits or signs in them).
NOT_LOOSE = regex(
    r"\s{0,2}(?:reset|policy|manager|field|hint|strength|rules?|requirements?|expire|expir|must|should|has\sto|needs?"
    r"|length|generator|protect|page|form|screen|prompt|box|locker)\b"
    r"|锁|学|本|箱|柜|强度|长度|框|栏|输入|管理|保护|找回|重置|错误|不对|不正确|策略|规则|要求|提示|泄露|字段|至少|最少|不能|不少于|必须|应该|需要|为空|位数|格式|机制|有效期|被盗",
    re.IGNORECASE,
)
CLAUSE = regex(r"[^.!?;\n。！？；]{0,64}")
LOOSE = regex(
    r"(?:是|为|改成了?|换成了?|设成了?|设置?为了?|[:=]|(?<![a-z])(?:is|are|was|to)\s|['’]s\s)\s{0,3}", re.IGNORECASE
)
LATER = regex(
    r"[^\n]{0,60}?(?:(?<![a-z])(?:it['’]?s|it\sis|it\swas|now\sit['’]?s|the\snew\sone\sis|i\s(?:use|used|set\sit\sto|changed\sit\sto|made\sit)|make\sit)\s(?:now\s|currently\s|still\s|just\s)?"
    r"|现在是|现在用的?是?|新的是|新的叫|新的：?:?|改成了?|换成了?|设成了?|就是|叫做?|我用的?是?|是这个：?:?)\s{0,2}[:：]?\s{0,2}",
    re.IGNORECASE,
)
ASKED = regex(r"\s{0,2}[?？]\s{0,2}")
NEXT = regex(
    r"[\"'`]?\s{0,2}[,，;；。.]?\s{0,2}(?:(?:而?是|改成了?|换成了?|现在是|或者?是?|还有)|(?:to|or|it's|it is|but|now)\s)\s{0,2}(?:it's\s)?",
    re.IGNORECASE,
)
INTRODUCED = regex(
    r"(?:\b(?:user(?:name)?|login|account|e-?mail)[\s:=]{1,3}\S{2,40}[\s,;/]{1,3}(?:and\s)?(?:the\s)?"
    r"|\b(?:us(?:e|ed|es|ing)|with|set|chose|picked|tr(?:y|ied)|typed?)\s(?:the\s|my\s|a\s|this\s)?)$",
    re.IGNORECASE,
)
# Before the noun: "4821 is my pin", "use hunter2 as the wifi password", "把8848设成密码".
LINK_BEFORE = regex(
    r"(?:(?<=\d)\s{0,2}[(（]\s{0,2}[^()（），,]{0,8}|\s{0,2}[,，]?\s{0,2}(?:这?就?是|作为|当作?|做|当成|设成|设为|设置为|当做|为)\s{0,2}[^，。,.;；!?\n]{0,14}"
    r"|\s(?:is|was|as|for|are|=)\s(?:[\w'’-]{1,15}\s){0,5})$",
    re.IGNORECASE,
)
PAIR = regex(
    r"(?:(?<![a-z])(?:log-?ins?|credentials?|creds|sign-?in|log(?:ged)?[ -]in|user(?:name)?\s?(?:/|and|&|\+)\s?pass(?:word)?)(?:\s(?:details?|info(?:rmation)?|data))?|账号密码|账密|用户名密码|账号和密码|账户密码|登录信息|账号/密码|用户名/密码|登录账号)"
    r"(?:\s(?:for|to|on|at)\s[^.,;:!?\n]{1,30}?)?(?:\s{0,2}(?:['’]s|is|are|was|with|as|using|[:=]|是|为)\s{0,2}[:：]?\s{0,2}|\s(?=[\w.+-]{1,64}@))"
    r"(?P<user>[\w.@+-]{2,64})\s{0,2}(?P<mark>[/|:,，、\s]|and\s|with\s|using\s|和)\s{0,2}(?:(?:pass(?:word)?|pw)[:\s]\s{0,2})?(?=\S)",
    re.IGNORECASE,
)
# Named as a bad example rather than as one's own: "the most common password is 123456", "不要用123456当密码".
EXAMPLE = regex(
    r"(?:最常见|常见|常用|十大|最弱|弱|most common|commonest|worst|popular|weakest|an?(?: very)? (?:weak|bad))\s?(?:的|用的)?\s?$"
    r"|(?:不要|别|不能|不可以?|避免|don['’]t|do not|never|not to|avoid)\s?(?:再)?(?:us(?:e|ing)|用|拿|把)\s?\S{0,24}\s{0,2}(?:as|for|当|做|作为|设)?[^，。,.]{0,8}$",
    re.IGNORECASE,
)
CODE_USE = regex(
    r"(?:(?<![a-z])(?:enter|use|type|input)|输入|填写?)\s{0,2}(?P<v>\d{3}[ -]?\d{1,5})(?!\d)\s{0,2}"
    r"(?:to\s(?:verify|log\s?in|sign\s?in|confirm|complete|continue)|(?:以|来)?(?:完成|验证|登录|确认))",
    re.IGNORECASE,
)
COMMAND = regex(
    r"(?<!\S)(?:-u|--user)[ =]['\"]?[\w.@-]{1,64}:(?P<v>[^\s'\"]{3,128})|\bmysql\w*\s[^\n]{0,80}?\s-p(?P<w>[^\s'\"-][^\s'\"]{2,64})|(?<!\S)sshpass\s-p\s?['\"]?(?P<x>[^\s'\"]{3,64})"
)
SEED = regex(
    r"(?:助记词|恢复短语|(?:十二|二十四|12|24)个(?:单|英文)?(?:单?词)|mnemonic(?:s|\sphrase|\swords)?|(?:wallet|my|metamask|ledger)\sseed(?!\s(?:phrase|words))|(?:12|24|twelve|twenty-four)[ -]words?|(?:seed|recovery|secret\srecovery|backup|wallet)\s(?:phrase|words)|seedphrase)"
    r"[^\n]{0,40}?(?::|is|are|was|是|为|=)?\s{0,3}[\"'「“]?"
    r"(?P<v>(?:(?:\d{1,2}[.)、:]\s?)?[a-z]{3,8}[\s,，、]{1,3}){10,23}(?:\d{1,2}[.)、:]\s?)?[a-z]{3,8}|(?:[\u4e00-\u9fff][\s,，、]{0,2}){11,23}[\u4e00-\u9fff])",
    re.IGNORECASE,
)
PROSE = regex(
    r"\b(?:the|and|your|with|from|for|are|can|has|have|not|but|should|never|words?)\b|是|的|了|不", re.IGNORECASE
)
APART = regex(r"(?:[\u4e00-\u9fff][\s,，、]{1,2}){11,23}[\u4e00-\u9fff]")  # words of the Chinese list, prose or not
ON_CARD = regex(r"\bcard\b|\bback\b", re.IGNORECASE)
PAIR_HINTS = ("login", "log in", "log-in", "logged", "cred", "sign-in", "sign in", "user", "账", "登录", "用户")
CODE_VERBS = regex(r"(?:enter|use|type|input|输入|填写?)\s{0,2}\d{3}")
SEED_HINTS = ("助记词", "个词", "个单词", "个英文", "恢复短语", "mnemonic", "phrase", "seed", "words")
CATEGORY = {
    "cvv": "cvv",
    "code": "code",
    "anycode": "code",
    "pin": "password",
    "phrase": "password",
    "lock": "password",
    "han": "password",
    "password": "password",
    "short": "password",
    "key": "api_key",
}


def phrase_hits(body: str, lower: str) -> Iterator[Hit]:
    """Secrets that words introduce. `lower` is the text in lower case, of the same length."""
    nouns = [noun for start, end in _windows(lower) for noun in NOUN.finditer(body, start, end)]
    for place, noun in enumerate(nouns):
        kind = noun.lastgroup or "password"
        if kind == "code" and "secur" in noun[0].lower() and ON_CARD.search(body, noun.end(), noun.end() + 40):
            kind = "cvv"
        floor = max(_floor(nouns[place - 1]) if place else 0, noun.start() - REACH)
        limit = min(nouns[place + 1].start() if place + 1 < len(nouns) else len(body), noun.end() + REACH)
        yield from _around(body, Place(floor, *noun.span(), limit), kind)
    if any(hint in lower for hint in PAIR_HINTS):
        for match in PAIR.finditer(body):
            yield from _pair(body, match)
    if "-u" in body or "mysql" in body or "sshpass" in body:
        for match in COMMAND.finditer(body):
            yield Hit(*match.span(match.lastgroup or "v"), "password")
    for match in CODE_USE.finditer(body) if CODE_VERBS.search(lower) else ():
        yield Hit(*match.span("v"), "code")
    if any(hint in lower for hint in SEED_HINTS):
        yield from _seeds(body)


def _windows(lower: str) -> Iterator[tuple[int, int]]:
    """Where a noun may stand: around each stem, those that touch as one."""
    start = end = -1
    for stem in STEM.finditer(lower):
        if stem.start() - MARGIN > end:
            if end >= 0:
                yield max(0, start), end
            start = stem.start() - MARGIN
        end = stem.end() + MARGIN
    if end >= 0:
        yield max(0, start), end


def _floor(noun: re.Match[str]) -> int:
    """How far back the noun after this one may look: "Pa$$w0rd is my password" has the noun's own look as its secret."""
    return noun.end() if noun[0].replace(" ", "").isalpha() else noun.start()


class Place(NamedTuple):
    """Where a noun stands, and how far it may look: back to the noun before it, on to the next one."""

    floor: int
    start: int
    end: int
    limit: int


def _around(body: str, noun: Place, kind: str) -> Iterator[Hit]:
    """The secrets of one noun."""
    if EXAMPLE.search(body, noun.floor, noun.start):
        return
    found = _after(body, noun, kind) or _introduced(body, noun, kind) or _before(body, noun, kind)
    for _ in range(3):  # "不是123456，是654321", "either abc123 or abc456"
        if found is None:
            return
        yield Hit(found.start, found.end, CATEGORY[kind])
        link = NEXT.match(body, found.end)
        found = strong_at(body, link.end(), kind) if link is not None else None


def _after(body: str, noun: Place, kind: str) -> Found | None:
    end = noun.end
    close = CLOSE.match(body, end)
    several = body[end - 1 : end] in "sS" and close is not None and "\n" in close[0]
    if close is not None and not several:  # of a list, the first line is no password as a whole
        found = value_at(body, close.end(), kind)
        if found is not None:
            return found
    if kind == "anycode" or end == noun.limit:
        return None
    found = value_at(body, end, kind, linked=False)
    if found is not None or kind == "key":
        return found
    found = _loosely(body, noun, kind)
    if found is not None:
        return found
    later = LATER.match(body, end, noun.limit)
    if later is not None and (found := strong_at(body, later.end(), kind)) is not None:
        return found
    asked = ASKED.match(body, end)
    return strong_at(body, asked.end(), kind) if asked is not None else None


def _loosely(body: str, noun: Place, kind: str) -> Found | None:
    """A secret later in the clause: "my password is basically my dog's name: Rufus2012"."""
    clause = CLAUSE.match(body, noun.end, noun.limit)
    if clause is None or NOT_LOOSE.match(body, noun.end):
        return None
    for link in islice(LOOSE.finditer(body, *clause.span()), 3):
        found = strong_at(body, link.end(), kind)
        if found is not None:
            return found
    return None


def _introduced(body: str, noun: Place, kind: str) -> Found | None:
    """A plain word after the noun, where the words before it make it a secret: "username bob, password bobby"."""
    if kind != "password" or INTRODUCED.search(body, noun.floor, noun.start) is None:
        return None
    return value_at(body, noun.end + 1, kind) if body[noun.end : noun.end + 1] == " " else None


NOT_BEFORE = regex(
    r"\s(?:manager|policy|reset|field|hint|protected)\b|锁|学|箱|本|强度|管理|\s{0,2}(?:位数|长度)", re.IGNORECASE
)


def _before(body: str, noun: Place, kind: str) -> Found | None:
    """The secret before its noun, if a link such as "is my" ends right at the noun."""
    if kind == "key" or noun.start - noun.floor < 4 or NOT_BEFORE.match(body, noun.end):
        return None
    link = LINK_BEFORE.search(body, noun.floor, noun.start)
    return weak_before(body, noun.floor, link.start(), kind) if link is not None else None


def _pair(body: str, match: re.Match[str]) -> Iterator[Hit]:
    if match["user"].lower() in (
        "at",
        "in",
        "on",
        "the",
        "not",
        "your",
        "my",
        "via",
        "by",
        "with",
        "google",
        "password",
        "username",
        "for",
        "from",
        "and",
        "both",
    ):
        return
    slash = match["mark"] in "/|:"
    if match["mark"] == ":" and body[match.end() : match.end() + 2] == "//":
        return
    found = value_at(body, match.end(), "password") if slash else strong_at(body, match.end(), "password")
    if found is not None:
        yield Hit(found.start, found.end, "password")


def _seeds(body: str) -> Iterator[Hit]:
    for match in SEED.finditer(body):
        if len(PROSE.findall(match["v"])) < 2 or APART.fullmatch(match["v"]):
            yield Hit(*match.span("v"), "seed_phrase")

"""Secrets that two messages share: "my bank password is", then "hunter2-Zeta"; "密码是多少来着", then "哦是 8837".

The message before tells what is awaited; the next is then read as if its words followed the noun. Only short messages
are answers, and a plain word counts only where somebody was plainly about to say it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.guard.findings import CATEGORIES, Finding, Guarded
from jiyi.policy.guard.inspection import MARKER, inspect, policy_of, replacement
from jiyi.policy.guard.phrases import CATEGORY, NOUN, STEM
from jiyi.policy.guard.spoken import CHINESE_RUN, CHINESE_TIMES, ENGLISH_RUN
from jiyi.policy.guard.view import view
from jiyi.settings import GuardSettings

BUILT_IN = GuardSettings()
LONGEST_ANSWER = 160  # characters of a message that can be an answer
LONGEST_PHRASE, MOST_WORDS, MOST_HAN = 48, 6, 12  # characters and words of an answer in plain words
TAIL = 200  # characters of the message before that are looked at: its end
LOOK_BACK = 4  # messages before that may have asked

NUMBER = regex(
    r"(?P<identity_number>身[份分]证|证件号|通行证|居住证|回乡证|台胞证|统一编号|(?<![a-z])(?:ssn|social security|national id|id (?:card|number)|identity (?:card|number)|hkid|tax id|national insurance|my number|aadhaar|nric)(?![a-z]))"
    r"|(?P<passport>护照|(?<![a-z])passport(?![a-z]))|(?P<driver_licence>驾照|驾驶证|(?<![a-z])driv(?:er|ing)['’]?s? licen[cs]e)"
    r"|(?P<insurance_number>社保|医保|(?<![a-z])(?:medicare|nhs|insurance) (?:number|id))"
    r"|(?P<bank_card>银行卡|信用卡|储蓄卡|卡号|(?<![a-z])(?:card number|(?:credit|debit|bank) card))"
    r"|(?P<bank_account>银行账[号户]|账号(?=是|[:：]|多少)|(?<![a-z])(?:account number|routing number|iban|sort code)(?![a-z]))"
    r"|(?P<seed_phrase>助记词|(?<![a-z])(?:seed|recovery|mnemonic) (?:phrase|words))"
    r"|(?P<security_answer>密保(?:问题)?(?:的)?答案|(?:妈妈|母亲)的?(?:婚前|娘家)姓|(?<![a-z])maiden name|security answer)"
)
# What of a noun's own phrase may follow it: "密码 的号码 后四位 是".
REST = r"(?:的|号码?|码|卡号|数字|后[四六]位|末[四六]位|\s|number|no\.?|code|digits|for [a-z ]{1,24}|to [a-z ]{1,24}|of [a-z ]{1,24}|\([^()\n]{1,20}\)|（[^（）\n]{1,20}）){0,4}"
DANGLING = regex(
    rf"{REST}\s{{0,3}}(?:就?是|为|叫|改成了?|换成了?|设成了?|is|are|was|'s|=|:|：|->|—|-)?\s{{0,3}}(?:now|现在|这个|下面这个|the following|as follows)?[\s.。…～~,，:：“\"「👇⬇️]{{0,6}}$",
    re.IGNORECASE,
)
LINK_END = regex(
    r"(?:就?是|为|叫|改成了?|换成了?|is|are|was|'s|=|:|：|\.{2,}|…)[\s.。…～~,，:：“\"「👇⬇️]{0,6}$", re.IGNORECASE
)
ASKS = regex(
    r"[?？]\s*$|(?:多少|什么|啥|来着|吗|呢|哪个|几位)[\s。.～~]*$|告诉我|发(?:给)?我|给我|提供|输入|请问|需要|报一下|说一下|念一下|填一下|是多少"
    r"|\b(?:what(?:'s| is| was)|which|tell me|give me|send me|enter|provide|type|share|need|confirm|may i have|can i have|could i have|remind me)\b",
    re.IGNORECASE,
)
ANNOUNCED = regex(
    r"(?:下面|接下来|下一条|马上|我)(?:就)?(?:是|发|给|告诉|贴|说)|发(?:给)?你|来了|收到了|到了|记一下|存一下|帮我记|here(?:'s| is| are| it comes)|next message|i'?ll (?:send|give|tell|paste|type)|remember|save|note down|store",
    re.IGNORECASE,
)
# Not about its value: how to change it, where it is used, what it should be like.
ABOUT_IT = regex(
    r"重置|修改|忘|找回|设置|怎么|如何|为什么|强度|安全吗|泄露|规则|要求|管理器?|几位|多长|能不能|可以(?:吗|不)|过期"
    r"|\b(?:reset|change|forg[oe]t|recover|how|why|strong|secure|safe|manager|policy|rules?|requirements?|generate|should|expire|lost|update|create|choose|good|length|long)\b",
    re.IGNORECASE,
)
_NO_SECRET = regex(r"\bkeys? to (?!my |the |our |his |her )[a-z]", re.IGNORECASE)  # "the key to success is"
OPENER = regex(
    r"(?:(?:哦+|噢|喔|嗯+|啊|呃|额|对了?|好的?|行|那个|应该|好像|大概|可能|我记得|我想想|想起来了|记起来了|找到了|有了|我看看|刚看了|你看|看到|等下|等一下|喏|给|诺|就|它|答案|密码|号码)(?=[\s,，.。:：…是就为叫\dA-Za-z])|(?:就?是|为|叫)"
    r"|\b(?:oh+|ah+|um+|uh+|er+|hmm+|ok(?:ay)?|sure|yes|yeah|yep|right|well|so|and|it(?:'s| is| was)|that(?:'s| is| would be)|i think(?: it(?:'s| is| was))?|i believe(?: it(?:'s| is))?|maybe|found it|got it|here(?: it is| you go|'s)?|the (?:password|pin|code|number|answer|key)(?: is)?|my (?:password|pin|code|number)(?: is)?|is)(?=[\s,.:;!…\"'-]))[\s,，.。:：;…!！~～\-—]*|[\s,，.。:：…]+",
    re.IGNORECASE,
)
NO_ANSWER = regex(
    r"^(?:好[的吧啊呀了]?|谢谢.{0,6}|多谢|算了.{0,12}|没事.{0,8}|等.{0,8}|稍等|忘了.{0,6}|不.{0,12}|没.{0,10}|我.{0,20}|你.{0,20}|怎么.{0,12}|为什么.{0,12}|什么.{0,12}|哈+|呵+|嗯+|哦+|保密|秘密|随便|行|可以|对|是的?|收到|明白.{0,4}|知道.{0,4}|帮.{0,20}|请.{0,20}|那.{0,20}|再.{0,12}|先.{0,12}|继续|拜拜|晚安|早|早上好|晚上好|你好)[。.!！~～\s]*$"
    r"|^(?:ok(?:ay)?|cool|nice|lol|ha(?:ha)*|wow|hm+|great|awesome|done|stop|wait|cancel|nothing|whatever|exactly|correct|bye|good(?: (?:morning|night|idea|point))?|yep|nope|nah|yes|no|help|sorry|please|thanks?(?: you)?|hi|hey|hello|sure|fine|continue|next|skip|secret|later|anyway|i\b.*|you\b.*|never ?mind.*|forget.*|not .*|don'?t.*|can .*|could .*|what.*|why.*|how.*|let.*|just .*|maybe .*|we .*|the .*|my .*|please .*|do .*|is .*|are .*|tell .*|show .*|give .*)[.!?\s]*$",
    re.IGNORECASE,
)
STRONG = regex(r"(?=[!-~]*[\d!@#$%^&*_=+~-])(?=[!-~]*[A-Za-z0-9])[!-~]{4,64}")
WHOLE_NUMBER = regex(r"[A-Za-z]{0,2}[-\s]?\d(?:[\s.\-/]{0,3}[\dXx]){2,31}(?:[(（][\dAa][)）])?[。.!！\s]*$")
SPOKEN = regex(r"(?:[零〇一二三四五六七八九幺两]\s?){3,32}[。.!！\s]*$")
SEED = regex(r"(?:[a-z]{3,8}[\s,，、]{1,3}){10,23}[a-z]{3,8}\W*$|(?:[\u4e00-\u9fff]\s){10,23}[\u4e00-\u9fff]\W*$")
CONTINUES = regex(r"\[[^\[\]\n]{1,60}(?:已略去| withheld)\][\s,，.。…]{0,4}$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """What a message leaves to be said. `lead` are words that would introduce it; `plain` whether a plain word counts
    as the answer; `more` that only further digits do."""

    category: str
    lead: str
    plain: bool
    more: bool = False


def may_answer(text: str) -> bool:
    """Whether a message is short enough, and of a form, to be the missing half of a secret. Cheap: `add` asks it of
    every message, and reads what was said before only of those."""
    if len(text) > (LONGEST_ANSWER if text.isascii() else LONGEST_ANSWER // 2):
        return False
    seen = view(text).text
    body = seen[_opened(seen) :]
    if STRONG.match(body) or WHOLE_NUMBER.match(body) or SPOKEN.match(body):
        return True
    if not body or body.count(" ") >= MOST_WORDS:
        return SEED.match(body) is not None
    return (len(body) <= MOST_HAN or not has_han(body)) and not NO_ANSWER.match(body) and body[-1] not in "?？"


def _opened(text: str) -> int:
    """Where an answer begins, after "oh, it's", "哦是"."""
    at = 0
    while (opener := OPENER.match(text, at)) is not None and opener.end() > at:
        at = opener.end()
    return at


def awaited(text: str) -> Awaited | None:
    """What the message leaves open: a noun of a secret at its end, or a question for one. None when it is neither."""
    seen = view(text[-TAIL:]).text
    lower = seen.lower()
    if STEM.search(lower) is None and NUMBER.search(lower) is None and "[" not in seen:
        return None
    last = re.split(r"[。！!；;\n]|(?<=[a-z])\.\s", seen.rstrip(" \n。！!；;."))[-1]
    if CONTINUES.search(last):
        return _continued(last)
    if len(last) < 2 or MARKER.search(last):
        return None
    found = _noun(last)
    if found is None:
        return None
    category, start, end = found
    rest = last[end:]
    dangles = DANGLING.match(rest) is not None and (LINK_END.search(rest) is not None or end == len(last.rstrip()))
    asks = ASKS.search(last) is not None
    linked = LINK_END.search(rest) is not None  # "卡号我分两段发，前面是"
    about = ABOUT_IT.search(last[:start] + rest) or _NO_SECRET.search(last)
    if about or not (dangles or asks or linked or ANNOUNCED.search(last)):
        return None
    noun = last[start:end]
    lead = f"{noun}是" if has_han(noun) else f"my {noun} is "
    return Awaited(category=category, lead=lead, plain=dangles and LINK_END.search(rest) is not None)


def opens(clause: str) -> bool:
    """Whether a clause is the first half of a secret, "我的支付密码是": it says nothing worth keeping."""
    lower = clause.lower()
    if STEM.search(lower) is None and NUMBER.search(lower) is None:
        return False
    asked = awaited(clause)
    return asked is not None and asked.plain


def _noun(text: str) -> tuple[str, int, int] | None:
    """The last noun of a secret: its category and place."""
    found = [(m.end(), m.start(), CATEGORY[m.lastgroup or "password"]) for m in NOUN.finditer(text)]
    for match in NUMBER.finditer(text.lower()):
        name = match.lastgroup or "identity_number"
        found.append((match.end(), match.start(), "password" if name == "security_answer" else name))
    if not found:
        return None
    end, start, category = max(found)
    return category, start, end


BACK = regex(
    r"^(?:哦|噢|嗯|对了|顺便|[，, ])*(?:(?:上面|刚才|刚刚|前面|上一条)(?:那|这)?(?:个|串|条|句)?(?:发的)?|(?:那|这)(?:个|串|条)?|它)(?:就)?是[^，。！？!?\n]{0,20}$"
    r"|^(?:(?:oh|btw|and|so|by the way|fyi),? )*(?:that|it|this|the above|the last (?:message|one))(?:['’]s| is| was)(?: just)? (?:my|our|the|his|her|mom's|a) [a-z0-9'’ -]{2,40}$",
    re.IGNORECASE,
)


def points_back(text: str) -> str:
    """The category of the secret that a message says the one before it was: "that's my bank password"; "" for none."""
    seen = view(text).text.strip().rstrip("。.!！~～ ")
    if len(seen) > 60 or BACK.match(seen) is None:
        return ""
    found = _noun(seen)
    return found[0] if found is not None and re.fullmatch(REST, seen[found[2] :].lower()) else ""


def bare(text: str) -> bool:
    """Whether a message is nothing but what could be a secret: one token with digits or signs, or a number."""
    seen = view(text).text.strip()
    return STRONG.fullmatch(seen) is not None or WHOLE_NUMBER.fullmatch(seen) is not None


def _continued(text: str) -> Awaited | None:
    """A number that goes on in the next message: "身份证号 110108 …", then the rest of it."""
    names = [known.name for known in CATEGORIES.values() if known.zh in text or known.en in text]
    return Awaited(category=names[-1], lead="", plain=False, more=True) if names else None


def inspect_answer(text: str, one: Awaited, settings: GuardSettings, *, sure: bool = True) -> Guarded | None:
    """The message read as the answer to what is awaited; None when it is none. `sure` is whether plain words may count
    at all: the user speaks, and the message that awaits is near."""
    if not may_answer(text):
        return None
    seen = view(text)
    at = _opened(seen.text)
    body = seen.text[at:]
    span = _span(body, one, plain=sure and (one.plain or at > 0))
    action = policy_of(one.category, settings)
    if span is None or action == "keep":
        return None
    start, end = seen.span(at + span[0], at + span[1])
    put = replacement(text, start, end, one.category, action)
    finding = Finding(category=one.category, action=action, start=start, end=end, replacement=put)
    if action == "refuse":
        return Guarded(text="", findings=(finding,), refused=True)
    return Guarded(text=text[:start] + put + text[end:], findings=(finding,))


def _span(body: str, one: Awaited, *, plain: bool) -> tuple[int, int] | None:
    """Where in an answer's words the secret stands."""
    whole = WHOLE_NUMBER.match(body) or SPOKEN.match(body)
    if whole is not None:
        return 0, len(whole[0].rstrip("。.!！ \n\t"))
    if one.more or not body or NO_ANSWER.match(body):
        return None
    if MARKER.search(body):
        return None
    strong = STRONG.match(body)
    if one.category in ("password", "api_key", "code") and strong is not None and _alone(body, strong.end()):
        return strong.span()
    found = inspect(one.lead + body, BUILT_IN).findings
    for hit in found:
        start, end = hit.start - len(one.lead), hit.end - len(one.lead)
        if start >= 0 and hit.category not in ("phone", "email", "address"):
            word = body[start:end]
            counts = any(pattern.match(word) for pattern in (ENGLISH_RUN, CHINESE_RUN, CHINESE_TIMES))
            if plain or counts or not word.replace(" ", "").isalpha():
                return start, end
    if plain and one.plain and len(body) <= LONGEST_PHRASE and len(body.split()) <= MOST_WORDS:
        return 0, len(body.rstrip("。.!！ \n\t"))
    return None


def _alone(body: str, end: int) -> bool:
    """Whether what stands here ends the message, or its clause."""
    return re.match(r"\s*(?:$|[,，。!！;；\n]|[\u4e00-\u9fff])", body[end:]) is not None

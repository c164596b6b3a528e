"""Orders to forget by where a thing stands in the talk: "the last two things I told you", "what I said on Monday",
"把刚才那两条忘了", "忘掉我上周三说的话". Its words name no topic: the place is found by order and time."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from jiyi.language.dates import resolve
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy import figures
from jiyi.policy.orders.forms import beginnings, form, group
from jiyi.policy.orders.kinds import Order
from jiyi.policy.orders.oblique_en import MADE_UP
from jiyi.policy.orders.oblique_zh import MADE_UP_ZH
from jiyi.policy.orders.plain_en import NOT_EN
from jiyi.policy.orders.plain_zh import NOT_ASKED_ZH
from jiyi.policy.tables.removal import ERASE_EN, MIND_EN

_SOME_DAY = datetime(2026, 3, 4, 12, tzinfo=UTC)  # a time is only looked for here, not placed
MOST = 20  # things that are counted back

_SPOKEN = frozenset({"message", "messages", "sentence", "sentences", "line", "lines", "句"})
_ABOUT = {"couple": 2, "couple of": 2, "few": 3, "几": 3, "仨": 3}

# ---- English ----
_VERB_EN = rf"(?:{MIND_EN}|{ERASE_EN}|drop|scrap|scratch|discard|disregard|ignore|lose|take back)(?: about)?"
_NOT_KEPT_EN = r"(?:don't|do not|never|please don't) (?:remember|keep|store|save|record|note|hold on to)"
_SAID_EN = r"i(?:'ve| have|'d| had)?(?: just)? (?:told|said|mentioned|wrote|written|sent|shared|typed|gave|given|talked(?: about)?)(?: to)?(?: you)?"
_COUNT_EN = r"(?P<n>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|couple(?: of)?|few)"
_LAST_EN = rf"(?:(?:the|my|those|these|your memory of the) )?(?:last|previous|past|latest|most recent) {_COUNT_EN} (?P<noun>things?|messages?|sentences?|lines?|facts?|bits?|items?|points?|statements?|details?|remarks?)(?: of mine)?(?: (?:that )?{_SAID_EN})?"
_DAY_EN = r"(?P<when>(?:on |from |since |during |around |at )?[a-z0-9][a-z0-9 ,:'-]{2,28}?)"
_THEN_EN = rf"(?:(?:all|everything|anything|whatever|what|the (?:things?|stuff|bits?)|all (?:of )?the (?:things|stuff)|all)(?: that)? {_SAID_EN}(?: earlier)? {_DAY_EN}|(?:our|the|that|my) (?:whole |entire )?(?:conversations?|chats?|talks?|discussions?|messages?)(?: (?:we|i) (?:had|sent|wrote))? {_DAY_EN}|(?P<whose>yesterday|last night|this morning|[a-z]+day)'s (?:whole |entire )?(?:conversations?|chats?|talks?|messages?))"
_TAIL_EN = r"(?:[\s,]+(?:please|pls|for me|now|again|thanks|thank you|from your memory|completely|ok(?:ay)?|would you|will you))*[.! ]*$"
_FORMS_EN = tuple(
    form(one)
    for one in (
        rf"^{_VERB_EN} {_LAST_EN}{_TAIL_EN}",
        rf"^{_NOT_KEPT_EN} {_LAST_EN}{_TAIL_EN}",
        rf"^{_VERB_EN} {_THEN_EN}{_TAIL_EN}",
        rf"^{_NOT_KEPT_EN} {_THEN_EN}{_TAIL_EN}",
        rf"^{_THEN_EN}[,;:.–—-]+ ?(?:please |just |can you |so )*{_VERB_EN} (?:it|that|them|all of it|it all|those){_TAIL_EN}",
    )
)
# ---- Chinese ----
_ERASE_ZH = r"(?:忘(?:掉|了|记|光|干净)|(?:删|清|抹|擦)(?:除|掉|去|光|空|了|干净)?|去掉|撤(?:回|掉)|作废)"
_NOT_KEPT_ZH = (
    r"(?:别|不要|不用|不必|甭|请勿)(?:再)?(?:记(?:住|着|录|下来?)?|存(?:着|下来?)?|保存|保留|留(?:着|下|存)?)"
)
_ADVERB_ZH = (
    r"(?:都|全都|全部|全|统统|通通|一律|一起|就|也|请|麻烦|帮我|给我|你|您|可以|从(?:你的?)?(?:记忆|脑子)[里中]?|给)*"
)
_SAID_ZH = r"(?:我)?(?:跟你|和你|对你|给你)?(?:们)?(?:说|讲|聊|提|发|写|告诉你|讲给你)(?:起|到)?(?:过|了)?的?"
_COUNT_ZH = r"(?P<n>\d{1,2}|[一二两俩三仨四五六七八九十几])"
_LAST_ZH = rf"(?:我)?(?:刚才?|刚刚|最后|最近|上面|前面|上|最末)(?:{_SAID_ZH})?(?:的)?(?:那|这)?{_COUNT_ZH}(?P<noun>条|句|件|个|点)(?:消息|话|事情?|记录|记忆|内容|信息)?"
_THEN_ZH = rf"(?:我|我们|咱们)?(?P<when>[^,，。;；!！?？的]{{1,12}}?)(?:的时候)?(?:{_SAID_ZH}(?:那些|所有|一切|全部|那)?(?:话|事情?|东西|内容|消息|信息|记录)?|的(?:聊天|对话|谈话|消息|聊天记录)(?:内容|记录)?)(?:那些|所有|一切)?"
_LEAD_ZH = r"(?:请|麻烦你?|拜托你?|劳驾|帮我|给我|你|您|那就?|就|好|嗯|对了|把|将|能不能|可不可以|可以|希望你?|我(?:想|要|希望)(?:让|请)?你|还是|算了|[,，\s])*"
_TAIL_ZH = r"(?:吧|了|啊|哦|哈|呀|啦|掉|好吗|行吗|可以吗|谢谢|一下|下来|着)*[。.!！?？\s]*$"
_FORMS_ZH = tuple(
    form(one)
    for one in (
        rf"(?:^|[。!！\n;；,，]){_LEAD_ZH}{_LAST_ZH}[,，\s]*{_ADVERB_ZH}(?:{_ERASE_ZH}|{_NOT_KEPT_ZH}){_TAIL_ZH}",
        rf"(?:^|[。!！\n;；,，]){_LEAD_ZH}(?:{_ERASE_ZH}|{_NOT_KEPT_ZH}){_LAST_ZH}{_TAIL_ZH}",
        rf"(?:^|[。!！\n;；,，]){_LEAD_ZH}{_THEN_ZH}[,，\s]*{_ADVERB_ZH}(?:{_ERASE_ZH}|{_NOT_KEPT_ZH}){_TAIL_ZH}",
        rf"(?:^|[。!！\n;；,，]){_LEAD_ZH}(?:{_ERASE_ZH}|{_NOT_KEPT_ZH}){_THEN_ZH}{_TAIL_ZH}",
    )
)
_NOT_ZH = regex(
    rf"{NOT_ASKED_ZH}|如果|要是|假如|怎么|如何|怎样|为什么|会不会|是不是|有没有|翻译|(?:别|不要|没|不会|不能|千万别)(?:把)?[^,，。]{{0,12}}(?:忘|删|清|抹)|[吗么]?[?？]$|(?:我|他|她|老师|老板|妈妈?|爸爸?)(?:都|又|全|早就?|已经|差点|总是?|老)*(?:把[^,，。]{{1,12}})?(?:忘|删|记不)"
)
_POLITE_ZH = regex(r"能不能|可不可以|可以|能否|好吗|行吗")
_TOLD_ZH = regex(r"[说讲聊话记忘我]")
_THIS_TALK = regex(
    r"(?:今天|这次|刚才)的(?:聊天|对话|谈话)|\btoday's (?:conversation|chat|talk)|(?:conversation|chat|talk) (?:today|from today)\b"
)
_JUST_NOW = regex(r"\b(?:seconds?|moments?|minutes?|secs?|mins?|just now)\b|分钟|秒|刚")
_WHOLE = regex(r"^(?:on|from|since|during|around|at|在|于|的|早些|[,，\s])*$")


def placed(seen: str) -> Order | None:
    """The order that a folded message gives by place in the talk; None when it gives none."""
    return _chinese(seen) if has_han(seen) else _english(seen)


def _english(seen: str) -> Order | None:
    if MADE_UP.search(seen) or NOT_EN.search(seen.replace("don't remember", "")):
        return None
    for said in beginnings(seen):
        match = next((found for one in _FORMS_EN if (found := one.match(said.rstrip("? ")))), None)
        if match is not None and (order := _order(match)) is not None:
            return order
    return None


def _chinese(seen: str) -> Order | None:
    if MADE_UP_ZH.search(seen) or (_NOT_ZH.search(seen) and not _POLITE_ZH.search(seen)):
        return None
    for one in _FORMS_ZH:
        match = one.search(seen)
        if match is not None and (order := _order(match)) is not None:
            return order
    return None


def _order(match: re.Match[str]) -> Order | None:
    if word := group(match, "n"):
        count = _ABOUT.get(word) or int(figures.number(word) or 0)
        noun = group(match, "noun")
        told = noun not in _SPOKEN
        if noun in ("句", "个", "点") and not _TOLD_ZH.search(match[0]):
            return None
        return Order(kind="forget", scope="last", count=count, things=told) if 1 <= count <= MOST else None
    when = group(match, "when") or group(match, "whose")
    if _THIS_TALK.search(match[0]):
        return None  # this session is meant
    if _JUST_NOW.search(when):
        return Order(kind="forget", scope="last")
    return Order(kind="forget", scope="then", about=when) if _is_time(when) else None


def _is_time(words: str) -> bool:
    """Whether words are a time and nothing else."""
    found = resolve(words, _SOME_DAY, lean="past")
    if len(found) != 1:
        return False
    return _WHOLE.match(words[: found[0].start]) is not None and _WHOLE.match(words[found[0].end :]) is not None

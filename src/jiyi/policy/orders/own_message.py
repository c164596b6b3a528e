"""An order not to keep the very message that holds it: "Off the record: I hate my boss", "这话别记啊，我跟老板吵架了".

The order is said first and what it means follows, or a thing is told and "这个别记" follows. The clause of the order must
say nothing else: "don't save this file" and "别记错了" are none. What is told must be something of a person, not a task,
a request or a reason why an earlier thing shall go ("I was joking").
"""

from __future__ import annotations

from collections.abc import Sequence

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.orders.clauses import Clause, clauses
from jiyi.policy.orders.oblique_en import FILLER, FINITE, MADE_UP, POLITE
from jiyi.policy.orders.plain_en import TASK_EN
from jiyi.policy.orders.plain_zh import TASK_ZH
from jiyi.policy.tables.removal import KEPT_EN, NEVER_EN, NEVER_ZH, STORE_EN

BRACKETED = regex(r"^\s*[(（\[【](?P<x>[^()（）\[\]【】]{2,40})[)）\]】]\s*[:：,，]?")
ANNOUNCES = regex(r"[:：—–\n…]|\s-+\s|\.{3}")  # marks after which comes what was announced

KINDLY = regex(r"^(?:please |pls )?(?:can|could|would|will) (?:you|u)\b|\b(?:ok|okay|please)$|(?:好|行|可以)[吗么]$")

# ---- English ----
NEXT_EN = r"the following|what follows|(?:the|my|this) next (?:bit|part|thing|sentence|message|one|line)|(?:what|anything|everything) i(?:'m| am) (?:about|going) to (?:say|tell you|write|share)|what i(?:'ll)? (?:say|tell you) (?:next|now)"
THIS_EN = rf"(?:{NEXT_EN}|(?:any of )?this(?: one| bit| part| message| sentence| conversation| down)?)"
NOT_EN = rf"(?:{NEVER_EN}|not)(?: ever| please| just| even)*"
RECORD_EN = r"remember|memori[sz]e|record|retain|log|note(?: down)?|write down|jot down|(?:keep|make|take) (?:a |any )?(?:records?|notes?|memor(?:y|ies)) (?:of|on|about)"
SAVE_EN = r"save|store|keep|file|hold on ?to"
END_EN = rf"(?: down| please| pls| for me| anywhere| at all| ever| ok| okay| (?:in|to|into) (?:your |the |any )?{STORE_EN}| on (?:file|record))*$"
PRIVATE_EN = r"off (?:the |any )?records?|(?:just |strictly |only )*between (?:us|you and me|the two of us)"
AHEAD_EN = regex(
    rf"^{NOT_EN} (?:(?:{RECORD_EN}) {THIS_EN}|(?:write|note|jot|take|put) {THIS_EN} down|(?:put|commit|add|enter|write|take) {THIS_EN} (?:in|into|to) (?:your |the |any )?{STORE_EN}){END_EN}"
    rf"|^(?:strictly |totally |completely |this is |this goes |{THIS_EN} (?:is|are|stays?|remains?|(?:must|should|has to|needs to|is to) (?:stay|remain|be|be kept))(?: strictly| just| only)* |(?:keep|leave) {THIS_EN} |(?:let's |let us )?go )?off (?:the |any )?records?{END_EN}"
    rf"|^(?:(?:just|strictly) between (?:us|you and me)|{THIS_EN} (?:is|stays?|remains?|(?:must|should|has to|needs to|is to) (?:stay|remain|be|be kept)) (?:{PRIVATE_EN})|(?:keep|leave) {THIS_EN} (?:{PRIVATE_EN}))$"
    rf"|^(?:keep|leave) {THIS_EN} out of (?:your |the )?{STORE_EN}{END_EN}"
    rf"|^(?:{THIS_EN} )?(?:(?:is|are|should|must|shall|need|does|do|may)(?:n't| not)|not) (?:to |need to |for )?(?:be )?(?:{KEPT_EN}){END_EN}"
    rf"|^(?:forget|erase|delete|don't keep|do not keep) (?:{NEXT_EN}){END_EN}|^(?:{THIS_EN} (?:is|are))?(?:n't|(?:^| )not) for (?:the|your) {STORE_EN}$"
)
SAVED_EN = regex(rf"^{NOT_EN} (?:save|store) {THIS_EN}{END_EN}")
IT_EN = regex(rf"^{NOT_EN} (?:(?:{RECORD_EN}|{SAVE_EN})(?: it| that)?|(?:{SAVE_EN}) {THIS_EN}){END_EN}")
OPENING_EN = regex(
    r"^(?:(?:let me|i(?:'ll| will| want to| need to| have to| must|'d like to| would like to)|can i|may i) (?:tell|confess|admit)\b.{0,30}|i have (?:a secret|something to (?:tell|confess)).{0,20}|listen.{0,10})$"
)
FIRST_PERSON_EN = regex(r"\b(?:i|i'm|i've|i'd|im|my|me|mine|we|we're|we've|our|us)\b")
FRIEND_EN = regex(r"\bfriends?\b")  # a task in social media, a person here
REQUEST_EN = regex(
    r"^(?:please|pls|just|only|write|tell|give|show|explain|translate|summari[sz]e|help|make|draft|fix|list|compare|check|answer|read|run|create|find|look|rewrite|use|let|send|print|open|add|change|remind|remember|keep|save|store|can you|could you|would you|will you|do you|did you|are you|have you|what do you|how (?:do|can|to|should)|i (?:want|need|would like|'d like) (?:you )?to|i'd like (?:you )?to|you)\b"
)
REASON_EN = regex(
    r"^(?:because|since|as)\b|\b(?:joking|kidding|lying|mistaken|testing|misspoke)\b|\bi (?:made (?:it|that|this|a mistake)|lied\b|was wrong|take (?:it|that|this)|changed my mind|(?:already|don't|do not|won't|can't) (?:want|need|have|remember|keep|save|like)? ?(?:you|it|that|this|them)?$)|\bi(?:'ll| will)\b|\bi (?:don't|do not) want (?:you|it|this|that|any)"
)
THING_EN = regex(
    r"\b(?:it|this|them|one|ones|yet|first|another|copy|copies|backup|version)\b|\b(?:edit|chang|work(?:ing)? on|finish|fix|renam|debug|updat|review|check|try)[a-z]*\b"
)

# ---- Chinese ----
NEXT_ZH = r"(?:(?:以下|下面|接下来|后面|下边)(?:我?(?:要|想)?(?:说|讲|聊|提|告诉你))?的?(?:这些|这|几)?(?:话|段话?|句话?|内容|信息|事情?|东西|消息|部分|对话)?|我(?:下面|接下来|马上)?要?(?:说|讲|聊|告诉你)的(?:话|内容|事情?|东西|这些)?)"
THIS_ZH = rf"(?:{NEXT_ZH}|这(?:句|句话|话|段|段话|个|条|条消息|事儿?|件事|些|些话|个事儿?|次|点)?)"
LEAD_ZH = (
    r"(?:请|麻烦|拜托|劳驾|帮我|你|您|千万|就|那|可|都|也|先|一律|全部|全都|全|能不能|可不可以|可以|能否|希望你?){0,6}"
)
NO_ZH = rf"(?:请勿|{NEVER_ZH})(?:再|给我|帮我|替我|把(?:{THIS_ZH}|它)|往(?:心|脑子|记忆)里)*"
RECORD_ZH = r"(?:记(?:录(?:下来?|在案)?|下来?|住|着|在心里|进(?:记忆|脑子|心)里?|到(?:记忆|脑子|心)里|入记忆)?|写(?:进|入|到)(?:你的)?(?:记忆|档案)里?)"
SAVE_ZH = (
    r"(?:存(?:储|档|下来?|着|起来|进记忆里?|到记忆里?)?|保存(?:下来)?|保留|留(?:存|底|档|着|下来?|记录|痕迹?)?|入库)"
)
WRITTEN_ZH = rf"{SAVE_ZH}(?<!留)(?<!留[着下])(?<!留下来)"  # one keeps food as well
TAIL_ZH = r"(?:啊|哦|吧|呀|喔|噢|哈|呢|嘛|哟|了|好吗|行吗|谢谢)*$"
AHEAD_ZH = regex(
    rf"^{LEAD_ZH}{THIS_ZH}{LEAD_ZH}{NO_ZH}(?:{RECORD_ZH}|{WRITTEN_ZH}){TAIL_ZH}"
    rf"|^{LEAD_ZH}{NO_ZH}(?:{RECORD_ZH}|{SAVE_ZH}){THIS_ZH}{TAIL_ZH}"
    rf"|^{LEAD_ZH}(?:忘(?:掉|了|记)|删(?:掉|除)){NEXT_ZH}{TAIL_ZH}"
    rf"|^(?:{THIS_ZH}|(?=.*(?:秘密|说说)))(?:就|只|仅|是|留|限|限于|属于|在)*(?:我们|咱们?|你我)(?:俩|两个?人?|二人)?之间(?:的)?(?:秘密|说说|知道|聊聊)?{TAIL_ZH}"
)
BARE_ZH = regex(rf"^{LEAD_ZH}{NO_ZH}(?:(?P<record>{RECORD_ZH})|{WRITTEN_ZH}){TAIL_ZH}")
MIND_ZH = regex(rf"^{LEAD_ZH}(?:别|不要|请勿|勿|不许|不准)(?:给我|帮我)?{RECORD_ZH}(?:啊|哦|吧|呀|喔|哈|哟)*$")
OPENING_ZH = regex(
    r"^(?:我?(?:想|要)?(?:悄悄|偷偷)?(?:跟|和|对|给|告诉)你(?:说|讲|聊)?(?:一?[个件句]|点)?(?:事儿?|事情|秘密|话|心里话)?|私下里?(?:跟你|和你)?(?:说|讲)(?:一?句)?|说[个件句](?:事儿?|秘密|心里话|话)|嗯+|哦|那个|对了|喂|嘿|你好|听着|哎|唉)(?:啊|吧|哈)?$"
)
ASKING_ZH = regex(r"吗$|什么|怎么|怎样|如何|哪|谁|为什么|为啥|能不能|可不可以")
REQUEST_ZH = regex(
    r"^(?:请|帮|给我|替我|麻烦|翻译|写|总结|把|只|直接|先|你|我(?:想|要|希望|需要|想要)?(?:让|请|要)?你|我(?:说|问|讲|刚说|刚才说)的?)"
)
REASON_ZH = regex(
    r"因为|我来(?!自)|会议|开玩笑|说错|记错|弄错|搞错|瞎说|乱说|胡说|骗你|随口|说着玩|逗你|测试|试试|试一下|反悔|后悔|改主意|我?自己(?:会|来|能|记|写|存|有)|[会来能都已经]记|还没|还要|正在(?:改|写|编|调)|(?:再|要|先|来)(?:改|编辑|修改|调试|检查|确认|看看)|不(?:想|希望|要|愿意?)(?:让|被|你|别人|有人)|不需要|用不着|怕(?:被|别人|泄|传|有人|丢|你)|已经(?:记|存|写|有)|^我?说(?:的|了|着)"
)
FIRST_PERSON_ZH = regex(r"^[^，]{0,6}?[我咱俺]")
STATES_ZH = regex(r"是|有|在|叫|了$|得了|喜欢|讨厌|欠|住|想|要|怀孕")
# A thing told of oneself: a verb follows "我", so that it is no topic such as "我前女友的事".
TOLD_ZH = regex(
    r"^我们?(?!.*的(?:那?些)?(?:事|信息|情况|记录|部分))(?!.*你知道)(?:其实|真的?|也|还|又|很|最|好|太|有点|特别|非常|一直|曾经|以前|之前|最近|今天|昨天|上周|去年|今年|现在|已经|刚刚?(?!才)|从小|偷偷|在|不|没|都|可能|快)*"
    r"(?:(?:讨厌|喜欢|恨|爱|烦|怕|暗恋|羡慕|嫉妒|害怕|受不了|看不惯|信|是|有|没有?|叫|姓|住|欠|借|赌|输|赚|挣|得[过了]|患|生[过了]|怀[孕了]|流产|离[婚过了]|分手|结婚|出轨|吃|喝|抽|吸|戒|打算|准备|想(?!你|让)|要(?!你)|会|去|买|卖|跟|和(?!你)|被|当|做|干|偷|坐过|考|失[业恋眠]|抑郁|体重|身高|工资|月薪|年薪|收入|存款|今年|生日是?|整[容过])(?!的).{1,}|.{1,8}(?:[0-9]{2,}|[一二三四五六七八九十百千万两]{2,}).*|.{2,}[了过])(?<!的)(?<![事话])$"
)
THIS_ONE_ZH = regex(
    rf"^{LEAD_ZH}(?:这(?:句|句话|话|段话?|个|条|事儿?|件事|些|些话|点)?)?{LEAD_ZH}{NO_ZH}(?:{RECORD_ZH}|{SAVE_ZH})(?:它|这个|这句话?|这话)?{TAIL_ZH}"
)


def own_message(seen: str, text: str) -> bool:
    """Whether a folded message, without what it quotes, asks that it shall not be kept itself. `text` is as written."""
    bracketed = BRACKETED.match(seen)
    if bracketed is not None:
        seen, text = f"{bracketed['x']}:{seen[bracketed.end() :]}", ""
    parts = clauses(seen, text)
    return _first(parts) or (has_han(seen) and _last_zh(parts))


def _first(parts: Sequence[Clause]) -> bool:
    """The order comes first, then what shall not be kept."""
    at = 0
    while at < len(parts) - 1 and _opening(parts[at].seen):
        at += 1
    if (
        at >= len(parts) - 1
        or (parts[at].asks and not KINDLY.search(parts[at].seen))
        or any(MADE_UP.search(one.seen) for one in parts)
    ):
        return False
    clause, rest = parts[at], parts[at + 1 :]
    said = POLITE.sub("", clause.seen + " ").strip()
    announced = ANNOUNCES.search(clause.mark) is not None
    if AHEAD_EN.match(said) or AHEAD_EN.match(clause.seen) or AHEAD_ZH.match(clause.seen):
        return any(_tells(one, announced) for one in rest)
    if SAVED_EN.match(said) or SAVED_EN.match(clause.seen) or (announced and IT_EN.match(said)):
        return any(_tells(one, False) and not THING_EN.search(one.seen) for one in rest)
    bare = BARE_ZH.match(clause.seen)
    if bare is not None and (announced or clause.mark.isspace()):
        return any(_tells(one, announced and bare["record"] is not None) for one in rest)
    return MIND_ZH.match(clause.seen) is not None and TOLD_ZH.match(rest[0].seen) is not None and _tells(rest[0], False)


def _opening(seen: str) -> bool:
    return not AHEAD_EN.match(seen) and any(one.match(seen) for one in (FILLER, OPENING_EN, OPENING_ZH))


def _tells(clause: Clause, announced: bool) -> bool:
    """Whether a clause tells something of a person. After an order that announces it, it may be somebody else's, and
    it may be asked: "别记：我是不是病了？"."""
    seen = clause.seen
    if has_han(seen):
        if REQUEST_ZH.search(seen) or REASON_ZH.search(seen) or TASK_ZH.search(seen):
            return False
        asks = clause.asks or ASKING_ZH.search(seen) is not None
        mine = FIRST_PERSON_ZH.match(seen) is not None
        return len(seen) > 2 and ((mine and (announced or not asks)) or (announced and not asks and _states(seen)))
    mine = FIRST_PERSON_EN.search(seen) is not None
    task = TASK_EN.search(FRIEND_EN.sub("", seen)) is not None and not (announced and mine)
    if REQUEST_EN.match(seen) or REASON_EN.search(seen) or task or len(seen.split()) < 2:
        return False
    return (mine and (announced or not clause.asks)) or (announced and not clause.asks and _states(seen))


def _states(seen: str) -> bool:
    return (STATES_ZH if has_han(seen) else FINITE).search(seen) is not None


def _last_zh(parts: Sequence[Clause]) -> bool:
    """ "我讨厌我的老板，这个别记": a thing is told, and the last words are the order."""
    if len(parts) < 2 or parts[-1].asks or not THIS_ONE_ZH.match(parts[-1].seen):
        return False
    told = parts[-2]
    return TOLD_ZH.match(told.seen) is not None and _tells(told, False)


__all__ = ["own_message"]

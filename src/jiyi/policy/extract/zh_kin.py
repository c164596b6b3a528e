"""What a Chinese clause says of someone close, or of an acquaintance."""

from __future__ import annotations

import re
from dataclasses import replace

from jiyi.language.regex import regex
from jiyi.policy.extract import ailing
from jiyi.policy.extract.frame import KIN, Found, words
from jiyi.policy.tables import cues, talk, zh
from jiyi.records import Kind

TODAY = regex(words(zh.TODAY))
_ARRIVES = regex(
    r"^[^，。]{0,8}(?:办|举行|要办)(?:婚礼|满月酒|寿宴|葬礼|毕业典礼|订婚宴|生日会)|^[^，。]{0,6}(?:要)?(?:做手术|动手术)|^(?:就|要|会|打算|准备|都)*(?:来|过来|回国|回来|到)(?:看|玩|住|找|陪|$|[^，。说]{1,8}$)"
)
_TO_COME = regex(
    r"下个?(?:周|月|星期|礼拜)|明天|后天|明年|周末|国庆|五一|春节|过年|暑假|寒假|[\d一二三四五六七八九十]+[号月]|(?:周|星期)[一二三四五六日天]"
)
_KIN_PASSING = regex(
    r"^(?:一直|老|总|又|还|正)*(?:盯着|看着|跟着|缠着|围着|趴在|躲在|抓|咬|挠)|^(?:今天|今晚|刚才|刚刚|正在|这会儿|昨晚|又|都?快?(?:到了|来了))|^(?:还|也|总|老|经常|刚|今天|昨天|一直|老是|天天|最近|非)*(?:说|问|觉得|认为|让我|叫我|给我|跟我(?!们)|喊我|催|骂|以为|想让|打电话|发(?!烧)|告诉|建议|不让|劝|要我|想要我|嫌|把|问我)"
)
_KIN_LASTING = regex(
    r"(?:刚|已经|早|前年|去年|今年|上个?月|年前|上周)[^，。]{0,3}(?:走|没)(?:了|的)?$|身高|体重|手机号|电话|邮箱|单位|学历|学位|性别|老家|家乡|^的?(?:[^，。]{0,8}(?:名字|生日|工作|职业|爱好|学校|年龄|性格|身体))|是|叫(?!我)|姓|名叫|在(?!哭|睡|吃|看|玩|等|洗|忙|闹|催|叫|喊|笑|发|打|写|做|旁边|家$|学校$|公司$|路上)|住|异地|异国|岁|有|喜欢|爱|讨厌|讨厌|最|过敏|不耐|不能|不吃|不喝|不会|怕|会(?=说|做|弹|唱|开|游|写|画|修|用|跳|讲)|属|念|休息|会(?:走路|说话|爬)|上(?:大班|中班|小班|托班|[一二三四五六]年级|小学|初中|高中|大学|幼儿园|班|夜班)|读|学|当|做|开(?!心)|养|信|退休|经常|总是|每天|每周|一直"
    r"|身体|血压|血糖|糖尿|从事|毕业|怀孕|得了|患|马上|快要|去世|走了|结婚|离婚|生了|出生|来自|高考|中考|留学|工作|病|手术|习惯|带(?:着)?(?:孩子|娃)|满月|断奶|(?:特别|很|非常|挺|超级?)(?:严格|温柔|唠叨|节俭|好客|内向|外向|迷信|要强|传统|开明|抠门|能干|严厉)|脾气|只吃|吃[纯全长]?素|爱好|搬|嫁|娶|移民|考上|毕业|辞职|换成|被|调到|出院|升|返聘|跳槽|换工作|入职|失业|当上|转|痛风|[一二三四五六七八九十两\d]+(?:岁|个月|只|条|个|年级)|(?:今年|明年|后年)"
)
_KIN_NAME = regex(
    r"^(?:的?名字)?(?:是|叫做|名叫|叫|姓)?(?P<e>[\u4e00-\u9fff]{2,4}?|[a-zA-Z]{2,12})(?=今年|是|在|上|对|特别|喜欢|不|也|有|最|，|,|。|$|了|从|去|快|住|会|已|很|吃|喝|爱|怕|养|信|当|做)"
)
_NOT_NAME = regex(
    r"学历|学位|老家|家乡|身高|体重|性别|[们个位只就]|[人师员长者]$|生日|过|的|工作|单位|电话|邮箱|[是在有叫最不很也都会了的今明去快上下对身经喜爱一两三四五六七八九十特养做血住怕刚退当每吃喝信]"
)
CALLED = regex(
    r"(?<!单位)(?<!公司)(?<!学校)(?<!店)(?<!项目)(?:一只|一条|另一只)?(?:名字叫|名字是|名叫|叫做|取名|起名|叫)(?P<e>[\u4e00-\u9fffA-Za-z]{1,10}?)(?=一(?:只|条)|，|,|。|、|和|的|$|，|了|今年|是|\s|\d|七|八|九|三|四|五|六)"
)
TALKED_TO = regex(r"帮我|给我|请|麻烦|你|您|点.{0,6}注意|注意|推荐|看看|吧$|别|不用|告诉")
_ROLES = {
    word: slot
    for slot, group in (
        *zh.RELATION_OF.items(),
        ("ex", zh.EX),
        ("colleague", zh.BOSSES),
        ("doctor", zh.DOCTORS),
        ("therapist", zh.THERAPISTS),
        ("teacher", zh.TEACHERS),
    )
    for word in group.split()
}
_ROLE_WORDS = sorted(_ROLES, key=len, reverse=True)
_FAR_FACT = regex(
    r"(?:叫|名叫|名字是)(?!我|醒)[\u4e00-\u9fffA-Za-z]{2,10}|今年[\d一二三四五六七八九十]+岁|生日是|(?:老家|家乡)(?:是|在)|工作是|单位(?:是|叫)|电话(?:号码)?是|手机号(?:码)?是|邮箱(?:地址)?是|身高(?:是)?\d|在[^，。]{2,14}上班|(?:同事|同学|朋友|室友|邻居|学弟|学妹|学长|学姐|老乡)(?!说|想|要|都|也|们|喜欢|特别)[\u4e00-\u9fff]{2,3}(?:会|在|是|住|来自|做|当)(?!吗)|是(?:一?个|一?名|一?位)?[\u4e00-\u9fff]{2,6}(?:人|师|员|医生|护士)$"
)
_FAR_PASSING = regex(r"说|昨|今天|让|最近|刚|想|要|打算|觉得|问")


def role_of(words_of: str) -> tuple[str, str]:
    """(attribute, word) of the kin named in a subject: the longest word that it ends with."""
    for word in _ROLE_WORDS:
        if words_of.endswith(word):
            return _ROLES[word], word
    return "friend", re.sub(r"^(?:我们?|俺|咱们?)的?", "", words_of)


def kin(seen: str, text: str, words_of: str, rest: str) -> Found | str:
    if _ARRIVES.search(rest) and _TO_COME.search(seen):
        return Found(rule="plan/kin", kind=Kind.EVENT, content=text, attribute="plan", importance=0.4, carries=KIN)
    if _KIN_PASSING.search(rest):
        return talk.OTHERS
    ails = ailing.ails(rest)
    many = re.search(r"(?:俩|两个|仨|三个|一对|双胞胎)", words_of) is not None
    if (
        not (rest or many)
        or (rest and not ails and not _KIN_LASTING.search(rest))
        or re.search(r"^的[^，。]{0,6}(?:怎么|坏了|丢了)", rest)
    ):
        return talk.OTHERS
    if not ails and TODAY.search(seen) and not re.search(r"生了|出生|结婚|去世|走了|手术|住院|出院|每天", seen):
        return talk.PASSING
    slot, word = role_of(words_of)
    found = _relative(text, seen, rest, slot, word)
    if ails:
        found = replace(found, importance=ailing.CARE)
    return replace(found, kind=Kind.EVENT) if slot == "pet" and cues.DEATH.search(rest) else found


def _relative(text: str, seen: str, rest: str, slot: str, word: str) -> Found:
    named = CALLED.search(rest)
    if named is None:
        named = _KIN_NAME.match(rest)
        if named and _NOT_NAME.search(named["e"]):
            named = None
    name = named["e"] if named else None
    if not re.match(r"^(?:其实|因为)?(?:我|俺|咱)", seen) and not seen.startswith(
        ("上", "下", "去年", "明年", "今年", "最近")
    ):
        text = "我" + text
    return Found(
        rule=f"{slot}/kin",
        kind=Kind.RELATIONSHIP,
        content=text,
        attribute=slot,
        value=name or word,
        entities=tuple(e for e in (name,) if e),
        relation=word,
        importance=0.6,
        carries=KIN,
        opener=f"我{word}",
    )


def kin_goes_on(seen: str, text: str, carried: Found, *, pronoun: bool = False) -> Found | str:
    if _KIN_PASSING.search(seen) or TALKED_TO.search(seen) or talk.ASKS.search(seen):
        return talk.OTHERS
    care = ailing.CARE if ailing.ails(seen) else carried.importance
    content = text if pronoun or seen.startswith("其") else f"{carried.opener}{text}"
    return replace(carried, content=content, rule="continues", importance=care)


def far(seen: str, text: str, words_of: str) -> Found | str:
    """Acquaintances: only who they are and how to find them, never their tastes."""
    if re.match(r"^(?:我|我们|有个)", seen) and _FAR_FACT.search(seen) and not _FAR_PASSING.search(seen):
        slot, word = role_of(words_of)
        return _relative(text, seen, seen[len(words_of) :], slot, word)
    return talk.OTHERS

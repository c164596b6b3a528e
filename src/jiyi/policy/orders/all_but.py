"""Orders to forget everything but one thing: "forget everything except my allergy", "只留下我的名字，其他全删".

Nothing erases more, so it must be said in full: all, or the rest; a verb of removing; and what shall stay. What stays
must be a person's own, or a part of life that the tables know: "delete everything except the header row" is a task, and
"I forgot everything except the ending" tells of oneself.
"""

from __future__ import annotations

import re

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.orders.cues import OF_MEMORY
from jiyi.policy.orders.forms import beginnings, form, group
from jiyi.policy.orders.kinds import Order
from jiyi.policy.orders.oblique_en import MADE_UP
from jiyi.policy.orders.oblique_zh import MADE_UP_ZH
from jiyi.policy.orders.plain_en import LAST_EN, SESSION_EN, TASK_EN, topic_en
from jiyi.policy.orders.plain_zh import LAST_ZH, SESSION_ZH, TASK_ZH, topic_zh
from jiyi.policy.tables.removal import ERASE_EN, GONE_EN, MIND_EN
from jiyi.policy.topic import topics

# ---- English ----
_VERB_EN = rf"(?P<verb>{MIND_EN}|{ERASE_EN}|drop|nuke|clear(?: out)?|discard|ditch|bin|dump|scrap|lose|get rid of|let go of|throw (?:away|out)|stop remembering)(?: about)?"
_KINDS_EN = (
    r"(?:memor(?:y|ies)|data|info(?:rmation)?|profile|history|records?|notes?|files?|facts?|details|stuff|things?)"
)
_REST_EN = rf"(?:(?:absolutely )?(?:everything|anything|all) else|(?:all )?the (?:rest|remainder)(?: of (?:it|that|them|(?:my|your|the) {_KINDS_EN}))?|(?:all )?the others?(?: {_KINDS_EN})?|all other {_KINDS_EN})"
_ALL_EN = rf"(?:(?:absolutely |literally |quite |just )?(?:{_REST_EN}|everything|anything|whatever|what(?= you)|it all|that all|the (?:whole )?lot|every (?:single )?{_KINDS_EN}|all(?: of)?(?: (?:it|that|this|them))?(?: the| my| your)?(?: {_KINDS_EN})?|(?:your|my) (?:entire |whole |stored |saved )?{_KINDS_EN}|me(?= except|,? but|, ))(?: in your memory)?)"
_OF_EN = r"(?P<of>(?: that)?(?: you(?:'ve| have)?(?: got| ever| already| currently)* (?:know|remember|have|stored?|saved?|learn(?:ed|t)?|got|kept|keep|heard|noted|recorded)| you've got| i(?:'ve| have)?(?: ever)? (?:told|said to|shared with|given) you| there is)?(?: (?:about|on|of|regarding|concerning) (?:me|us|myself|my life))?(?: (?:so far|until now|here|ever|to date|up to now|stored|saved|please|now|from (?:your |the )?(?:memory|records)|in (?:your |the )?memory|on file))*)"
_EXCEPT_EN = r",? ?(?:[-–—]+ ?)?(?:except(?:ing)?(?: for)?|but(?: for| not)?(?! (?:please |just |only |do |you )*(?:keep|leave|remember|save|retain|hold|don't))|apart from|other than|besides|aside from|save(?: for)?|with the (?:sole |only )?exceptions? of|bar(?:ring)?|excluding|minus|not counting)"
_KEEP_EN = r"(?:(?:but|and|just|only|though|still|please|however|do|you can|you may|you should|make sure (?:to|you)|be sure to|i(?:'d| would)? (?:want|like) you to) )*(?:keep|leave|retain|save|preserve|spare|hang on to|hold on ?to|remember|(?:don't|do not|not) (?:touch|delete|forget|erase|remove|wipe|lose))(?: (?:only|just))?"
_WHAT_EN = r"(?P<x>[^.;!?\n]{2,90}?)"
_X_EN = rf"(?: about| regarding)? {_WHAT_EN}"
_MEANT_EN = rf"(?:(?:i(?:'d| would)? (?:rather|prefer(?: it if)?|like it if) you (?:forgot|deleted|erased|removed|wiped)(?: about)?|{_VERB_EN}) {_ALL_EN}{_OF_EN}|i(?:'d| would)? (?:want|like|need) {_ALL_EN}{_OF_EN}(?: to be)? {GONE_EN}|(?P<of>no more memories of (?:me|us)|reset your (?:memory|memories)|reset yourself)|(?:wipe|clean) the slate(?: clean)?)(?: please)?"
_GOES_EN = rf"{_ALL_EN}{_OF_EN} (?:can|could|should|may|must|has to|needs? to|ought to)(?: all| just)* (?:go|disappear|vanish|be {GONE_EN})"
_STAYS_EN = r"(?:(?:should|must|may|can|has to|have to|needs? to|is to|are to)? ?(?:stays?|remains?|be kept|be remembered|be left)|excepted|excluded)"
_SEP_EN = r"[\s,;:.–—-]*(?:(?:and|but|then|so|or) )?"
_ASK_EN = r"(?:(?:please|just|you can|you may|can you|could you|kindly|then|also|now) )*"
_END_EN = r"(?:[\s,]+(?:alone|in(?: there)?|as (?:it is|is|they are)|intact|untouched|please|pls|though|thanks|thank you|cheers|stored|on file|for good|completely|permanently|now|ok(?:ay)?|would you|will you|can you|could you|that's all))*\s*$"


_FORMS_EN = tuple(
    form(one)
    for one in (
        rf"^{_MEANT_EN}{_EXCEPT_EN}{_X_EN}{_END_EN}",
        rf"^(?:{_MEANT_EN}|{_GOES_EN}){_SEP_EN}{_KEEP_EN}{_X_EN}{_END_EN}",
        rf"^(?:{_MEANT_EN}|{_GOES_EN}){_SEP_EN}(?:only |just )?{_WHAT_EN} {_STAYS_EN}{_END_EN}",
        rf"^(?:only |just )?{_WHAT_EN} {_STAYS_EN}{_SEP_EN}{_ASK_EN}(?:{_MEANT_EN}|{_GOES_EN}){_END_EN}",
        rf"^{_KEEP_EN}{_X_EN}{_SEP_EN}{_ASK_EN}(?:{_MEANT_EN}|{_GOES_EN}){_END_EN}",
        rf"^{_KEEP_EN}{_X_EN}{_SEP_EN}(?P<of>(?:and )?nothing else)(?: about me)?{_END_EN}",
        rf"^{_EXCEPT_EN}{_X_EN}, ?{_ASK_EN}{_MEANT_EN}{_END_EN}",
        rf"^(?:{_KEEP_EN} nothing|(?:don't|do not|stop) (?:keep(?:ing)?|remember(?:ing)?|stor(?:e|ing)|sav(?:e|ing)|know(?:ing)?) (?:anything|everything)){_OF_EN}{_EXCEPT_EN}{_X_EN}{_END_EN}",
        rf"^{_ALL_EN}{_OF_EN}{_EXCEPT_EN}{_X_EN}(?: (?:can|could|should|may|must|has to|needs? to) (?:go|disappear|vanish|be {GONE_EN})|[:,–—-]+ ?{_ASK_EN}{_VERB_EN}(?: (?:it|that|them))?(?: all)?){_END_EN}",
    )
)
_BARE_EN = regex(rf"^{_ALL_EN}{_OF_EN}{_EXCEPT_EN}{_X_EN}{_END_EN}")
_OPEN_EN = regex(r"^(?:[^.;!?\n]*[.;!?\n]+\s*)*?")
_MIND_VERB_EN = regex(r"^(?:forget|unlearn|un-?|disremember|stop rem)")
_POSSESSIVE_EN = regex(r"^(?:the fact )?(?:that )?(?:my|our|i|i'm|i've|we|what i|where i|who i|how i)\b")
_NOT_EN = regex(
    r"\btranslate\b|^(?:if|suppose|imagine|what if|how|why|when|should i|did|do you|have you)\b|\blet's\b|\bfor (?:now|a (?:moment|second|minute|while)|tonight|today)\b"
)
_MINE_EN = regex(r"\b(?:my|our|his|her|their|the|about|fact that|i|i'm|am|is)\b ?")

# ---- Chinese ----
_KINDS_ZH = r"(?:个人)?(?:信息|内容|东西|事情?|记忆|记录|资料|数据|话|一切)?"
_REST_ZH = rf"(?:其他|其它|其余|剩下|余下|剩余|别的|另外)(?:的)?(?:所有|全部|一切|任何)?(?:的)?{_KINDS_ZH}"
_ALL_ZH = rf"(?:(?:你)?(?:记得|知道|记住|了解|保存|存)?(?:的)?(?:关于|有关)?我?(?:跟你说过|告诉你|说过)?(?:的)?(?:所有|一切|全部|任何|整个)(?:关于我|有关我)?(?:的)?{_KINDS_ZH}|你(?:都|所)?(?:记得?|知道|记住|了解|保存|存)(?:着|了|下来?)?的(?:关于我|有关我)?(?:的)?{_KINDS_ZH}|(?:关于|有关)我的(?=都|全)|(?:关于|有关)?我的(?:个人)?(?:信息|资料|数据|记录|记忆)|(?:你的)?(?:记忆|记录)|什么)"
_ADVERB_ZH = r"(?:都|全都|全部|全|统统|通通|一律|一概|一并|一起|就|也|请|麻烦你?|帮我|给我|替我|你|您|可以|可|能|彻底|永久|完全|从(?:你的?)?(?:记忆|脑子)[里中]?|给)*"
_ERASE_ZH = r"(?P<verb>忘(?:得一干二净|个?干净|掉|了|记|光)|(?:删|清|抹|擦|忘)(?:除|掉|去|光|空|了|零|理掉|理|个?干净)?|移除|去掉|销毁|丢掉|扔掉|作废|不(?:用|要|必|需要)再?(?:记住?|留|存|保留|保存)(?:着)?|别再?(?:记住?|留|存|保留|保存)着?|我?(?:都|也)?不(?:想|希望|要|愿意?)再?(?:让|叫)?你再?(?:记住?|留|存|知道|保留|保存)着?|不留|不要)"
_END_ZH = (
    r"(?:吧|了|啊|哦|哈|呀|啦|呗|掉|好吗|行吗|可以吗|好不好|谢谢你?|一下|就行|即可|就好|就可以|就行了)*[。.!！~\s]*$"
)
_SEP_ZH = r"[,，;；。!！:：\s—-]*(?:然后|再|并且?|但是?|不过|只是)?"
_X_ZH = r"(?P<x>[^,，;；。!！?？\n]{1,24}?)"
_STAY_ZH = r"(?:留下来?|留着|保留(?:下来|着)?|留(?!学)|记(?:住|得|着)|记|存着|保存|(?:别|不要|不能|不许)(?:删|忘|动|清)[除掉了]*)"
_KEEP_ZH = rf"(?:(?:但|但是|不过|只|就|仅|单单?|光|只要|只需要?|唯独|请|你|要|许|准|能|帮我|给我|把|务必|一定|记得|麻烦|可以|得)*(?<![别不])(?:{_STAY_ZH})(?:一?个|一下|下)?{_X_ZH}|(?:但|但是|不过|只有|只|就|唯独|唯有|请|把|将)*{_X_ZH}(?:的信息|的事|那条)?(?:都|就|还是|还|先|可以|得|要|请|给我|帮我|你)*(?:{_STAY_ZH}|除外|例外|不[删忘动]))"
_GONE_ZH = rf"(?:全部|彻底|记忆)?(?:重置|清零)|(?:请|把|将|麻烦|帮我|你)*(?:{_REST_ZH}|{_ALL_ZH}){_ADVERB_ZH}{_ERASE_ZH}|(?:请|帮我|你|麻烦)*(?:把)?(?:{_REST_ZH}|{_ALL_ZH})?(?:全部|全都|统统|通通|全|都){_ADVERB_ZH}{_ERASE_ZH}|(?:请|帮我|你|麻烦)*{_ERASE_ZH}(?:{_REST_ZH}|{_ALL_ZH})"
_BUT_ZH = rf"(?:(?<![删清移消抹扣去解剔铲])除(?:了|去|开|掉)?|不算|不包括){_X_ZH}(?:这[条个]|的事|的信息)?(?:以外|之外|而外|外)?"
_LEAD_ZH = r"(?:请|麻烦你?|拜托你?|劳驾|帮我|给我|你|您|那就?|就|好|嗯|对了|把|将|现在|我(?:想|要|希望)?(?:让|请)?你|能不能|可不可以|可以|希望你?|从现在起|从今以后|以后|所以|还有|另外|算了|[,，\s])*"
_FORMS_ZH = tuple(
    form(one)
    for one in (
        rf"(?:^|[。!！?？\n;；,，]){_LEAD_ZH}{_BUT_ZH}{_SEP_ZH}(?:的)?(?:把|将|请|麻烦|帮我|你)*(?:{_GONE_ZH}){_END_ZH}",
        rf"(?:^|[。!！?？\n;；,，]){_LEAD_ZH}(?:{_GONE_ZH})(?:吧|了|啊)*{_SEP_ZH}{_BUT_ZH}{_END_ZH}",
        rf"(?:^|[。!！?？\n;；,，]){_LEAD_ZH}{_ERASE_ZH}{_BUT_ZH}的?(?:{_REST_ZH}|{_ALL_ZH}){_END_ZH}",
        rf"(?:^|[。!！?？\n;；,，]){_LEAD_ZH}(?:{_GONE_ZH})(?:吧|了|啊|掉)*{_SEP_ZH}{_KEEP_ZH}{_END_ZH}",
        rf"(?:^|[。!！?？\n;；,，]){_LEAD_ZH}{_KEEP_ZH}(?:吧|就行|就好|就够了?|就可以|即可|着)*{_SEP_ZH}(?:{_GONE_ZH}){_END_ZH}",
    )
)
_BARE_ZH = regex(rf"^(?:所有|全部|一切)?{_BUT_ZH}的?(?:{_REST_ZH}|{_ALL_ZH}){_END_ZH}")
_NOT_ZH = regex(
    r"如果|要是|假如|假设|万一|怎么|如何|怎样|为什么|为啥|会不会|是不是|有没有|翻译|造句|歌词|台词|(?:他|她|医生|老师|老板|妈妈?|爸爸?|朋友|同事|人家|大家)[^，,。]{0,4}(?:说|让|叫|要|劝)"
)
_OWN_ZH = regex(r"我|咱|俺")
_ADDRESSED_ZH = regex(r"请|麻烦|帮我|给我|你|您|把|将|掉|吧|删|清|抹")
_POLITE_ZH = regex(r"(?:能不能|可不可以|可以|能|可否|能否)")


def all_but(seen: str) -> Order | None:
    """The order to forget everything but one thing that a folded message holds; None when it holds none."""
    return _chinese(seen) if has_han(seen) else _english(seen)


def but_for(about: str) -> str:
    """The words of what shall stay of a folded topic such as "everything except my name", "除了名字以外的一切"; ""
    when it is another."""
    match = (_BARE_ZH if has_han(about) else _BARE_EN).match(about)
    if match is None:
        return ""
    return topic_zh(match["x"]) if has_han(about) else topic_en(match["x"])


def _english(seen: str) -> Order | None:
    seen = _SHORT_EN.sub(lambda short: "you" if short[0] == "u" else "about", seen)
    if MADE_UP.search(seen) or _NOT_EN.search(seen):
        return None
    for said in beginnings(seen):
        said = said.rstrip(".!? ")
        for one in _FORMS_EN:
            match = one.match(said)
            if match is not None and (stays := _stays_en(match, said)):
                return Order(kind="forget", scope="all", spared=stays, certain=_certain_en(match, said))
    return None


_SHORT_EN = regex(r"\b(?:u|abt)\b")


def _stays_en(match: re.Match[str], said: str) -> str:
    """The words of what stays, when it is a person's own and not part of a task."""
    words, verb, of = (group(match, name) for name in ("x", "verb", "of"))
    mine = _POSSESSIVE_EN.match(words) is not None
    topic = topic_en(words)
    if not topic or LAST_EN.match(words) or SESSION_EN.search(words):
        return ""
    if TASK_EN.search(said) and not of:
        return ""
    if mine or (_of_life(words) and _MIND_VERB_EN.match(verb)):
        return topic
    return topic if of else ""


def _certain_en(match: re.Match[str], said: str) -> bool:
    """Whether it must be memory that is spoken of; one deletes "everything but my signature" in a letter as well."""
    verb, of = group(match, "verb"), group(match, "of")
    if of or _MIND_VERB_EN.match(verb) or OF_MEMORY.search(said):
        return True
    return _of_life(group(match, "x"))


def _of_life(words: str) -> bool:
    """Whether words name somebody, or a part of one's life that the tables know."""
    return any(one.concepts or one.people or one.attributes for one in topics(words))


def _chinese(seen: str) -> Order | None:
    if MADE_UP_ZH.search(seen) or _NOT_ZH.search(seen) or TASK_ZH.search(seen):
        return None
    said = seen.rstrip("?？。.!！~ ")
    if seen.rstrip().endswith(("?", "？")) and not _POLITE_ZH.search(seen):
        return None
    for one in _FORMS_ZH:
        match = one.search(said)
        if match is None:
            continue
        words = group(match, "x")
        topic = topic_zh(words)
        if not topic or LAST_ZH.match(words) or SESSION_ZH.search(words) or _ONE_ZH.match(topic):
            continue
        mine = _OWN_ZH.match(words) is not None
        named = _of_life(topic)
        if mine or (named and _ADDRESSED_ZH.search(said)):
            certain = named or "忘" in said or OF_MEMORY.search(said) is not None
            return Order(kind="forget", scope="all", spared=topic, certain=certain)
    return None


_ONE_ZH = regex(r"^(?:我们?|你们?|他们?|她们?|它们?|这[个些条]?|那[个些条]?|自己)$")

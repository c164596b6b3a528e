"""Short messages that only mean something beside the turn before: answers, "me too", "make it Friday"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jiyi.language.normalize import sentences, shadow
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.attributes import get, named_in
from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract.compose import candidate
from jiyi.policy.extract.frame import Found
from jiyi.policy.gate import Clause
from jiyi.policy.tables import talk
from jiyi.records import Kind

LONGEST_ANSWER = 60  # characters of a message that may be a bare answer
LONGEST_WORDS = 30  # characters of what is put into the sentence that a question asks for


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the assistant, and the sentence that a bare answer makes of it ({} is the answer)."""

    pattern: re.Pattern[str]
    attribute: str
    zh: str
    en: str


def _asked(pattern: str, attribute: str, zh: str, en: str) -> Asked:
    return Asked(regex(pattern), attribute, zh, en)


ASKED = (
    _asked(r"过敏|\ballerg", "allergy", "我对{}过敏", "I'm allergic to {}"),
    _asked(r"忌口|避开|不吃什么|不能吃|什么不吃|dietary|(?:don't|can't|not) eat|foods? (?:you )?(?:avoid|dislike)|avoid eating", "diet.avoids", "我不吃{}", "I don't eat {}"),
    _asked(r"怎么称呼|叫什么|您的?名字|贵姓|尊姓|your name|call you|should i call", "name", "我叫{}", "My name is {}"),
    _asked(r"(?:您|你)(?:现在|目前|平时)?(?:住|在)(?:在)?(?:哪|什么)|哪个城市(?:生活|居住|工作)?$|您?(?:所在|居住)的?城市|where (?:do|are) you (?:live|based|located)|(?:which|what) city (?:are you|do you live)|where you live", "residence", "我住在{}", "I live in {}"),
    _asked(r"(?:您|你)是哪里人|老家|where are you from|hometown", "hometown", "我老家是{}", "I'm from {}"),
    _asked(r"爱好|兴趣|hobb|free time|for fun", "hobby", "我的爱好是{}", "My hobbies are {}"),
    _asked(r"(?:您|你).{0,4}(?:做什么工作|什么职业|从事|职业是|工作是|干什么的)|做什么工作|what do you do|your (?:job|occupation|profession)|work do you do", "job", "我的工作是{}", "I work as {}"),
    _asked(r"(?:您|你).{0,4}哪家公司|在哪(?:里|儿)?(?:上班|工作)|where do you work|which company", "employer", "我在{}工作", "I work at {}"),
    _asked(r"几点(?:上班|下班|收工|开工)|什么时候(?:上班|下班|收工|开工)|(?:when|which days|what days|what hours) do you (?:usually |normally )?work|your (?:shifts?|working hours)", "work.schedule", "我的工作时间是{}", "I work {}"),
    _asked(r"(?:孩子|小孩|娃|宝宝|小朋友|儿子|女儿|闺女).{0,6}(?:多大|几岁|年龄)|how old (?:is|are) (?:your )?(?:kid|kids|child|children|son|daughter|baby|little one|they|he|she)", "children", "我的孩子{}", "My child is {}"),
    _asked(r"what (?:sort|kind|type)s? of (?:thing|things|stuff|books?|novels?|stories)? ?do you (?:\w+ )?read|(?:爱|喜欢|平时|一般|常)看(?:什么|哪类|哪种)书|what do you (?:usually |like to )?read", "book", "我爱看{}", "I read {}"),
    _asked(r"what (?:sort|kind|type)s? of (?:thing|things|stuff|films?|movies?|shows?|series)? ?do you (?:\w+ )?watch|(?:爱|喜欢|平时|一般|常)看(?:什么|哪类|哪种)(?:剧|电影|片)|what do you (?:usually |like to )?watch", "movie", "我爱看{}", "I watch {}"),
    _asked(r"what (?:sort|kind|type)s? of (?:thing|things|stuff|music|songs?)? ?do you (?:\w+ )?listen|(?:爱|喜欢|平时|一般|常)听(?:什么|哪类|哪种)|what do you (?:usually |like to )?listen to", "music", "我爱听{}", "I listen to {}"),
    _asked(r"多大|几岁|年龄|how old|your age", "age", "我今年{}岁", "I'm {} years old"),
    _asked(r"生日|出生|birthday|date of birth", "birthday", "我的生日是{}", "My birthday is {}"),
    _asked(r"身高|多高|how tall|your height", "height", "我的身高是{}", "I'm {} tall"),
    _asked(r"体重|多重|how much do you weigh|your weight", "weight", "我的体重是{}", "I weigh {}"),
    _asked(r"血型|blood type", "blood_type", "我的血型是{}", "My blood type is {}"),
    _asked(r"预算|your budget|budget", "budget", "我的预算是{}", "My budget is {}"),
    _asked(r"编辑器|(?:which|what) (?:editor|ide)", "tool.editor", "我用{}", "I use {}"),
    _asked(r"编程语言|什么语言(?:写|开发)|programming language", "tool.language", "我写代码用{}", "I code in {}"),
    _asked(r"操作系统|operating system|which os|what os", "tool.os", "我用{}", "I use {}"),
    _asked(r"(?:什么|哪款|哪种)手机|(?:which|what|kind of) phone", "device.phone", "我的手机是{}", "My phone is {}"),
    _asked(r"(?:靠窗|过道|座位)|window seat|aisle", "travel.seat", "我喜欢{}的座位", "I prefer the {} seat"),
    _asked(r"宠物|养.{0,4}(?:猫|狗)|\bpets?\b", "pet", "我养了{}", "I have {}"),
    _asked(r"孩子|小孩|\bkids\b|\bchildren\b", "children", "我有{}", "I have {}"),
    _asked(r"吃什么药|用药|服药|medications?|medicines?", "medication", "我在吃{}", "I take {}"),
    _asked(r"疾病|病史|慢性病|健康(?:问题|状况)|medical (?:condition|history)|chronic|health (?:condition|issue|problem)", "health.condition", "我有{}", "I have {}"),
    _asked(r"颜色|colou?r", "colour", "我最喜欢的颜色是{}", "My favourite colour is {}"),
    _asked(r"专业|major|field of study", "major", "我的专业是{}", "My major is {}"),
    _asked(r"学校|大学|school|university", "school", "我的学校是{}", "My school is {}"),
    _asked(r"目标|your goal|goal", "goal", "我的目标是{}", "My goal is {}"),
    _asked(r"怎么(?:去)?(?:上班|通勤)|how do you (?:get to work|commute)", "commute", "我上班{}", "I get to work {}"),
    _asked(r"几点(?:起|睡)|what time do you (?:usually )?(?:wake|get up|go to (?:bed|sleep))", "sleep", "我一般{}", "I usually go by {}"),
    _asked(r"结婚|单身|对象|are you (?:married|single)|relationship status", "marital_status", "我{}", "I'm {}"),
    _asked(r"素食|吃素|vegetarian|vegan", "diet.style", "我{}", "I'm {}"),
    _asked(r"什么车|开车|car do you drive|drive\?", "car", "我开{}", "I drive {}"),
    _asked(r"(?:会|说)什么语言|languages? do you speak", "language", "我会说{}", "I speak {}"),
    _asked(r"乐器|instrument", "instrument", "我会{}", "I play {}"),
    _asked(r"截止|什么时候(?:交|截止)|deadline|due", "deadline", "截止时间是{}", "The deadline is {}"),
    _asked(r"时区|time ?zone", "timezone", "我的时区是{}", "My time zone is {}"),
    _asked(r"兄弟姐妹|siblings", "siblings", "我有{}", "I have {}"),
    _asked(r"几个人|多少人|how many people", "team", "我们团队有{}", "There are {} of us on the team"),
    _asked(r"最喜欢(?:的)?(?:菜|食物|吃)|favou?rite (?:food|dish|cuisine)", "diet.likes", "我最喜欢吃{}", "My favourite food is {}"),
    _asked(r"母语|native language", "language", "我的母语是{}", "My native language is {}"),
)  # fmt: skip

_YOU = regex(r"[您你]|\byou(?:r|'re|'ve)?\b")
_PERSONAL = regex(
    r"孩子|宝宝|娃|您家|忌口|避开|过敏|预算|口味|喜欢|慢性病|职业|几口|dietary|allerg|budget|chronic|medical|prefer"
)
_ONE_OFF = regex(
    r"查|天气|帮您|给您|订|搜|翻译|哪一?(?:个|篇|版|份|天)(?:文件|方案|版本)|现在要|这次|should i|shall i|would you like me|do you want me|want me to|can i help|check\b|look up|this (?:time|trip|order)|for this"
)
_LIKES = regex(
    r"(?:喜欢|爱|偏好|更?想|更?倾向)(?P<v>[^，。？?吗]{0,12}?)(?P<a>[^，。？?、]{1,8})还是(?P<b>[^，。？?]{1,8})|\b[\w' -]{2,24} or [\w' -]{2,30}[,:]? (?:which|what)(?: one)? (?:do you|would you) (?:like|prefer)|\b(?:prefer|like|rather have)\b (?P<c>[\w' -]{2,30}) or (?P<d>[\w' -]{2,30})"
)
_LIKE_ONE = regex(r"(?:喜欢|爱)(?P<v>[^，。？?吗]{1,14})吗|\bdo you (?:like|love|enjoy|prefer) (?P<w>[^?.,]{2,40})")
_WHAT_LIKE = regex(
    r"(?:喜欢|爱)(?P<v>吃|喝|看|听|玩|做)?什么|\bwhat (?:kind of )?(?P<w>[\w ]{0,24})do you (?:like|love|enjoy|prefer)|\bfavou?rite (?P<x>[\w ]{2,20})"
)
_ARE_YOU = regex(
    r"(?:您|你)(?:现在|平时|是不是)?(?P<v>(?:是)?(?:素食主义者|素食者|左撇子|单身|学生|独生子女)|吃素|抽烟|喝酒|结婚了|怀孕了|养猫|养狗|住校|已婚)吗"
    r"|\bare you (?:an? |currently )?(?P<w>(?:a )?(?:vegetarian|vegan|pescatarian|left-handed|married|single|pregnant|diabetic|retired|lactose intolerant|colou?rblind)|allergic to [^?]{2,30})\?"
)
_HAVE_SEATS = regex(r"您?一般选|习惯|偏好|prefer|usually|like")
_YES = regex(
    r"^(?:是的?|对的?|嗯+|有的?|(?:很|特别|超|非常)?喜欢|没错|当然|可以|好|love (?:it|them)|yes|yeah|yep|yup|sure|definitely|absolutely|always|i do|of course)[\s,，。.!！]*(?:always|喜欢|i do|definitely|very much|i love (?:it|them)|i (?:really )?do|a lot|love it|一直都?|很喜欢|特别喜欢|当然)?[\s。.!！]*$"
)
_NO = regex(
    r"^(?:没有?|不|否|无|no|nope|nah|not really|none|nothing|i don't|never)\b|^(?:没有?|不是|不用|无|暂无|都可以|随便)"
)
_LEAD = regex(
    r"^(?:嗯+|哦|是的?|对|有的?|就|应该是|大概|在|我在|我叫|叫|是|yes|yeah|yep|well|um+|uh+|oh|it's|its|mostly|just|probably|mainly|only|i'd say|主要|一般|不吃|不能吃)[\s,，、:：]*"
)
_ME_TOO = regex(
    r"^(?:我也(?:是|一样|喜欢|爱|不|有)?|同|me too|same here|same|so do i|so am i|me as well|i love (?:it|them|that) too|i like (?:it|them|that) too|ditto|count me in|me neither|i do too|likewise)(?P<v>[^，。.!！]{0,8})[\s。.!！]*$"
)
_CHANGE = regex(
    r"^(?:那就?|还是|算了|那|actually|ok(?:ay)?|no|then|let's|so|hmm)?[\s,，]*(?:我们)?(?:改成?|改到|换成?|换到|挪到|推迟到|提前到|定在|改为|make (?:it|that)|move (?:it|that) to|change (?:it|that) to|switch (?:it|that) to|push (?:it|that) to|let's (?:make|do|move)(?: it| that)?(?: to| on)?|reschedule (?:it|that)? ?(?:to|for))\s*"
    r"(?P<v>(?:下?个?(?:周|星期|礼拜)[一二三四五六日天末]|明天|后天|[\d一二三四五六七八九十]+[月号日点][^，。吧]{0,10}|(?:上午|下午|晚上)[^，。吧]{0,8}|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day[^,.!]{0,20}|tomorrow[^,.!]{0,20}|(?:the )?\d{1,2}(?:st|nd|rd|th)?[^,.!]{0,16}|noon|\d{1,2} ?[ap]m))(?:吧|好了|行吗|instead|then|please|[\s。.!！])*$"
)
_DAY = regex(
    r"(?:下|这|本)?个?(?:周|星期|礼拜)[一二三四五六日天末](?:[上下]午|晚上)?(?:[\d一二三四五六七八九十]+点半?)?|明天|后天|[\d一二三四五六七八九十]+月[\d一二三四五六七八九十]+[号日]|[\d]+号|\b(?:on )?(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?: (?:at )?\d{1,2}(?::\d\d)? ?(?:am|pm)?)?|\btomorrow\b|\b(?:on )?the \d{1,2}(?:st|nd|rd|th)\b|\bat (?:\d{1,2}(?::\d\d)? ?(?:am|pm)?|noon)\b"
)


_WRONG = regex(
    r"^(?:no,? )?you(?:'ve)? (?:got|have|had) my (?P<a>[\w' ]{2,24}) wrong[,.;:]? (?:it's|it is|that's|i'm) (?P<v>[^.!?]{1,40})[.!]?$"
    r"|^(?:不对[，,])?你?(?:把)?我的?(?P<b>名字|姓名|生日|年龄|职业|地址|工作|公司|城市|预算)(?:给)?(?:记|搞|弄|写|叫)错了[，,。](?:应该|我)?(?:是|叫)?(?P<w>[^，。]{1,20})[。！!]?$"
)


def _put_right(heard: Heard, text: str) -> Candidate | None:
    """ "You got my name wrong, it's Catherine": the slot and its right value in two clauses."""
    match = _WRONG.match(shadow(text))
    if match is None:
        return None
    group, slot = ("v", match["a"]) if match["v"] else ("w", match["b"])
    value = text[match.start(group) : match.end(group)].strip()
    named = named_in(f"my {slot}") if match["v"] else named_in(slot)
    row = named[0] if named else None
    content = f"My {slot} is {value}" if match["v"] else f"我的{slot}是{value}"
    found = Found(
        rule="put right",
        kind=row.kind if row else Kind.FACT,
        content=content,
        attribute=row.name if row else None,
        value=value,
    )
    return candidate(found, heard, text, outright=False, corrects=True)


def complete(heard: Heard, clauses: tuple[Clause, ...]) -> Candidate | None:
    """The memory that a short message makes together with the turn before it, or None."""
    text = heard.text.strip()
    if not text or len(text) > LONGEST_ANSWER or "\n" in text:
        return None
    if right := _put_right(heard, text):
        return right
    if changed := _changed(heard, text):
        return changed
    if not heard.answered:
        return None
    asked = _last_question(heard.answered)
    too = _too(heard, text, heard.answered)
    if too is not None or not asked:
        return too
    seen = shadow(text)
    question = shadow(asked)
    if (
        any(c.left == talk.QUESTION for c in clauses)
        or not (_YOU.search(question) or _PERSONAL.search(question))
        or _ONE_OFF.search(question)
    ):
        return None
    if _NO.search(seen) and (liked := _LIKE_ONE.search(question)) and not _LIKES.search(question) and len(seen) < 20:
        words = (liked["v"] or liked["w"]).strip()
        return _made(
            heard,
            text,
            words,
            "我不喜欢{}" if zh_of(heard, text) else "I don't like {}",
            _taste(question),
            Kind.PREFERENCE,
            negated=True,
        )
    if (_NO.search(seen) and not re.match(r"^(?:不吃|不能吃|不喝)", seen)) or re.match(r"^(?:都|没|从)?不过敏", seen):
        return None
    return _answer(heard, text, seen, question)


def _last_question(answered: str) -> str:
    said = sentences(answered[-400:])
    found = [s for s in said if s.rstrip('”"」』）) ').endswith(("?", "？"))]
    if not found and said and _ASKED_TO_TELL.search(shadow(said[-1])):
        return said[-1]
    return found[-1] if found else ""


# Asks without a question mark: "先告诉我您在哪个城市～", "tell me where you live."
_ASKED_TO_TELL = regex(
    r"(?:告诉|说说|说一下|发我|提供|请问|想知道|了解)[^。]{0,12}(?:哪|什么|多大|几|多少|怎么|您的|你的)|\b(?:tell me|let me know|may i ask|share)\b.{0,20}\b(?:where|what|which|how|your)\b"
)


def _answer(heard: Heard, text: str, seen: str, question: str) -> Candidate | None:
    zh = zh_of(heard, text)
    if _YES.match(seen):
        return _assent(heard, text, question, zh)
    if only := _ONLY.match(text):
        text_, seen = only["v"].strip(), shadow(only["v"].strip())
        return _fits(heard, text, text_, seen, question, zh)
    reacts = _EATEN.search(question) and _REACTS.search(re.split("[，,]", seen, maxsplit=1)[-1])
    if re.search(r"我|\b(?:i|i'm|my|i've)\b", seen) or reacts:
        return _first_of(heard, text, question, zh)
    return _fits(heard, text, text, seen, question, zh)


_REACTS = regex(r"throat|swell|hives|rash|itch|can't breathe|anaphyla|allerg|hospital|肿|喘|疹|休克|过敏|痒|急诊|抢救")
_YEAH = regex(r"^(?:yeah|yes|yep|um+|well|oh|嗯+|有的?|对)[\s,，]+", re.IGNORECASE)
_NOT_EATEN = regex(r"[，,、 ]*(?:都|也|是|我)?(?:不行|不能[吃碰喝]|[吃碰喝]不[了得]|不[吃喝碰]|免了|别放)$")


def _first_of(heard: Heard, text: str, question: str, zh: bool) -> Candidate | None:
    """The bare words that an answer begins with, before a sentence of its own: "Shrimp. My throat closes up."

    None for a whole sentence: it speaks for itself.
    """
    first, _, rest = re.sub(r"[。.!！;；]|[，,](?=\s?我)", "\n", _YEAH.sub("", text), count=1).partition("\n")
    if not rest.strip() and _EATEN.search(question):
        first, _, rest = re.sub("[，,]", "\n", _YEAH.sub("", text), count=1).partition("\n")
    seen = shadow(first)
    if not rest.strip() or len(first) > LONGEST_FIRST or re.search(r"我|\b(?:i|i'm|my|i've)\b", seen):
        return None
    if _YES.match(seen) or (_NO.search(seen) and not _NOT_EATEN.search(seen)):
        return None
    bare = _NOT_EATEN.sub("", first)
    if _REACTS.search(shadow(rest)) and _EATEN.search(question):
        return _made(heard, first, _bare(bare), "我对{}过敏" if zh else "I'm allergic to {}", "allergy", Kind.FACT)
    return _fits(heard, first, bare, shadow(bare), question, zh)


LONGEST_FIRST = 24  # characters of such an answer
_EATEN = regex(r"吃|喝|忌口|避开|过敏|\beat\b|allerg|avoid|food|diet")
_ONLY = regex(r"^(?:just|only|mainly|mostly|就|只有|主要是)\s*(?P<v>[^,，。.]{1,24})[,，]", re.IGNORECASE)


def _fits(heard: Heard, text: str, answer: str, seen: str, question: str, zh: bool) -> Candidate | None:
    """The bare answer put into the sentence that its question asks for."""
    words = _bare(answer)
    if len(words) > LONGEST_WORDS and len(several := sentences(answer)) > 1:
        words = _bare(several[0])
    if len(words) > LONGEST_WORDS and not zh:
        words = _bare(words.split(",")[0])  # "Sundays to Thursdays, the Gulf week"
    if not words or len(words) > LONGEST_WORDS or talk.SMALL.match(seen):
        return None
    if re.search(r"过敏|\ballerg", seen):
        words = re.sub(
            r"[，,、 ]*(?:我)?(?:都|会|也|对这些|是)?(?:过敏|allergic|allergies|allergy)[了的]?$",
            "",
            words,
            flags=re.IGNORECASE,
        )
        if words:
            return _made(
                heard,
                text,
                words.removeprefix("对"),
                "我对{}过敏" if zh else "I'm allergic to {}",
                "allergy",
                Kind.FACT,
            )
    either = _LIKES.search(question)
    if either:
        return _made(heard, text, words, "我喜欢{}" if zh else "I prefer {}", _taste(question), Kind.PREFERENCE)
    for row in ASKED:
        if row.pattern.search(question):
            attribute = get(row.attribute)
            kind = attribute.kind if attribute else Kind.FACT
            return _made(heard, text, words, row.zh if zh else row.en, row.attribute, kind)
    if liked := _WHAT_LIKE.search(question):
        verb = liked["v"] or ""
        return _made(heard, text, words, f"我喜欢{verb}{{}}" if zh else "I like {}", _taste(question), Kind.PREFERENCE)
    return None


def zh_of(heard: Heard, text: str) -> bool:
    """Whether the completed sentence should be Chinese."""
    return has_han(text) or (has_han(heard.answered) and len(text.split()) <= 4)


def _bare(text: str) -> str:
    words = text.strip(" 。.!！,，~～")
    while (match := _LEAD.match(shadow(words))) and match.end() < len(words) and match.end():
        words = words[match.end() :]
    return words.rstrip("的啊吧呢哦").strip()


def _made(
    heard: Heard, text: str, words: str, pattern: str, attribute: str, kind: Kind, *, negated: bool = False
) -> Candidate:
    row = get(attribute)
    if attribute == "age":
        words = re.sub(r"岁|\s*years? old", "", words)
    if attribute == "pet" and re.match(r"^(?:养了?|有)", words):
        words = re.sub(r"^(?:养了?|有)", "", words)
    if attribute == "name" and re.match(r"^姓", words):
        pattern = "我{}"
    if attribute == "job" and pattern.startswith("I work as") and re.match(r"(?:a|an|the)\b", words):
        pattern = "I'm {}"
    elif attribute == "job" and pattern.startswith("I work as"):
        pattern = "I work as a {}" if not re.match(r"[aeiou]", words.lower()) else "I work as an {}"
    found = Found(
        rule=f"{attribute}/answer",
        kind=kind,
        content=pattern.format(words),
        attribute=attribute,
        value=words,
        entities=(),
        importance=0.9 if row and row.protected else 0.5,
        negated=negated or bool(row and row.polarity == "holds"),
        relation=None,
    )
    return candidate(found, heard, text, outright=False, corrects=False, source="answer")


def _taste(question: str) -> str:
    if re.search(r"吃|喝|茶|咖啡|\beat\b|\bdrink\b|\btea\b|\bcoffee\b|food", question):
        return "diet.likes"
    if re.search(r"靠窗|过道|座|seat|window|aisle", question):
        return "travel.seat"
    return "hobby"


def _assent(heard: Heard, text: str, question: str, zh: bool) -> Candidate | None:
    """ "Yes" to "do you like …?" or "are you …?"."""
    if (am := _ARE_YOU.search(question)) is not None:
        words = (am["v"] or am["w"]).strip()
        if words.startswith("allergic to "):
            return _made(heard, text, words.removeprefix("allergic to "), "I'm allergic to {}", "allergy", Kind.FACT)
        slot = next(iter(named_in(words if zh else f"i'm {words}")), None)
        kind = slot.kind if slot else Kind.FACT
        return _made(heard, text, words, "我{}" if zh else "I'm {}", slot.name if slot else "identity", kind)
    liked = _LIKE_ONE.search(question)
    if liked is None or _LIKES.search(question):
        return None
    words = (liked["v"] or liked["w"]).strip()
    return _made(heard, text, words, "我喜欢{}" if zh else "I like {}", _taste(question), Kind.PREFERENCE)


def _too(heard: Heard, text: str, said: str) -> Candidate | None:
    """ "Me too" after a first-person statement of someone."""
    match = _ME_TOO.match(shadow(text))
    if match is None or match["v"]:
        return None
    for sentence in reversed(sentences(said[-300:])):
        seen = shadow(sentence)
        like = re.search(
            r"^(?:我|i|(?:很多|许多|不少|有些)?人|大家|[^，。]{0,4}朋友|(?:many|most|some|a lot of|lots of) (?:people|users|folks)|people|my \w+)(?:[^，。]{0,6}(?=喜欢|爱|讨厌)|也|很|最|特别|really|also|just|love| )*(?:喜欢|爱|like|love|enjoy|hate|讨厌)\s*(?P<v>[^，。,.!！]{1,30})",
            seen,
        )
        if like:
            words = sentence[like.start("v") : like.end("v")]
            bad = re.search(r"讨厌|hate", like.group())
            pattern = ("我讨厌{}" if bad else "我喜欢{}") if has_han(text) else ("I hate {}" if bad else "I like {}")
            return _made(heard, text, words, pattern, _taste(seen), Kind.PREFERENCE)
    return None


def _changed(heard: Heard, text: str) -> Candidate | None:
    """ "Let's make it Friday" after a message that set a day: the old sentence with the new day."""
    match = _CHANGE.match(shadow(text))
    if match is None or not heard.before:
        return None
    when = text[match.start("v") : match.end("v")].strip()
    before = heard.before.strip().rstrip("。.!！")
    old = _DAY.search(shadow(before))
    if old is None or len(before) > 120 or talk.QUESTION_END.search(shadow(before)):
        return None
    put = when
    if not has_han(before):
        if old.group().startswith("on ") and not when.lower().startswith(("on ", "tomorrow")):
            put = f"on {when}"
    elif re.fullmatch(r"(?:下|这|本)?个?(?:周|星期|礼拜)[一二三四五六日天]", when):
        hour = re.search(r"(?:[上下]午|晚上)?(?:[\d一二三四五六七八九十]+点半?)?$", old.group())
        put = when + (hour.group() if hour else "")
    content = before[: old.start()] + put + before[old.end() :]
    content = re.sub(r"^(?:那|就|嗯|ok|okay)[，,\s]*", "", content, flags=re.IGNORECASE)
    if has_han(content) and not re.search(r"我", content):
        content = "我" + content
    found = Found(
        rule="plan/changed",
        kind=Kind.EVENT,
        content=content,
        attribute="plan",
        value=when,
        notes=("moved to another time",),
    )
    return candidate(found, heard, text, outright=False, corrects=False, source="turn before")

"""Understanding a query by rules: what it asks for, about which slots, about which time, and what it refers to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from jiyi.language.normalize import sentences, shadow
from jiyi.language.regex import regex
from jiyi.language.script import han_count, has_han
from jiyi.language.tokens import terms
from jiyi.policy import attributes, times
from jiyi.policy.reference import Person, known_with, of_another, spelled_out

Between = tuple[datetime, datetime]

MOST_QUESTIONS = 4
LONGEST = 4_000  # characters of a query that are looked at: its end, where the question stands
RECENT_TERMS = 24  # taken from the last turns when the query refers to them

_PAST = regex(
    r"以前|之前|原来|原先|过去(?!的?这?[\d一二三四五六七八九十两几半]+个?[天周月年星礼])|曾经|从前|当时|那时候|以往|早先|是不是(?:跟你|和你|对你)?(?:说|讲|提|聊)过"
    r"|我(?:有没有|是否)?(?:跟你|和你|对你)?(?:说|讲|提|提到)过[^，。,.]{0,30}(?:吗|没有?|[?？])|有没有(?:跟你|和你|对你)?(?:说|讲|提|提到|告诉你)过"
    r"|\b(?:did|have|had) i (?:ever |once |not )?(?:say|said|tell|told|mention(?:ed)?)\b|\bdidn't i (?:say|tell|mention)\b"
    r"|\bused to\b|\bpreviously\b|\bformer(?:ly)?\b|\bback then\b|\bin the past\b(?! (?:\d|one|two|three|four|five|six|few|couple|several|week|month|year))"
    r"|\bbefore(?: that| this| now| then)?\s*\??$"
    r"|\bmy old (?:job|address|home|house|flat|apartment|employer|company|car|phone)\b"
)
_REFERENCE = regex(
    r"那个|这个|那件|这件|那次|上次|上回|刚才|刚刚|之前说|那些|这些|那边|那里|它|他们|她们|怎么样了|后来呢|然后呢|那.{0,4}呢[?？]?$"
    r"|\b(?:it|that|this|those|these|they|them|the one|the same|last time|you mentioned|we (?:discussed|talked))\b"
)
# A question that goes on from the last one, and words that say nothing of what it is about.
_GOES_ON = regex(
    r"^(?:那|那么|还有)?.{0,8}呢[?？]?$|^那|第[一二三四五1-5]个|哪一?个|^(?:and|what about|how about|so|then)\b"
    r"|\b(?:which|the (?:first|second|third|fourth|last|other|next|previous|former|latter)|this|that) (?:one|ones|option|choice)\b|\bones?\b"
)
_EMPTY = frozenset(
    "one second first third last happen talk discuss mention plan idea thing end turn go get tell said say updat status".split()
)
_EMPTY_ZH = regex(
    "什么时候|怎么样|怎样|什么|怎么|多少|几|[那这哪]一?[个些件次边里]|那|第[一二三四五]个?|上次|上回|刚才|说的?|后来|然后|在哪|哪|[的是了吗呢啊呀还有来着]"
)
MOST_CUT_SHORT = 2  # terms, or Chinese characters, that such a question has itself, at most
TALK = 80  # characters of each thing said before that it is read with
_AHEAD = regex(  # asks what is to come, so that a time in it is when
    r"安排|计划|打算|日程|行程|什么事|啥事|有事|干什么|干啥|做什么|去哪|要去|有空"
    r"|\b(?:plans?|planned|schedul\w*|am i|do i have|have i got|what's on|happens?|going on|coming up|upcoming|agenda|busy|free)\b"
)
_REFERRED = ("plan", "goal", "project")  # "that plan" asks for none of these slots when it stands for something
# Slots of the user's own: what fills them is no answer to a question about somebody else.
_OWN = frozenset(
    "name nickname age birthday gender zodiac personality nationality ethnicity religion residence address hometown"
    " timezone phone email job employer school major grade height weight blood_type shoe.size clothes.size eyesight"
    " salary car".split()
)
# Slots whose memories often tell it as well ("I'm a developer at Tencent" is a job, and says where I work).
_BESIDE = {"employer": ("job",), "job": ("employer",), "residence": ("address",), "address": ("residence",)}
_ALSO_IN = {"travel.plan": ("plan",), "trip": ("plan",)}  # slots that are asked for by a narrower name
_TO_THE_POINT = regex(
    r"(?:想问|想知道|想弄清楚|想了解|问题|要问|想说)[^，。,.]{0,6}(?:的)?(?:就)?是(?:这个|这样)?[，,：:]?"
    r"|what i (?:really |actually )?(?:want(?:ed)?|meant?|need(?:ed)?) to (?:ask|know)(?: is)?[,:]?"
    r"|my (?:real |actual )?question is[,:]?"
)


_ALSO = regex(
    r"(?<=[?？。.!！；;])\s*(?:另外|还有|此外|再问一下|以及|also|and also|besides|another thing)[,，:：]?\s*",
    re.IGNORECASE,
)
_QUESTION = regex(
    r"[?？]|什么|谁|哪|几|多少|怎么|如何|吗|呢|\b(?:who|what|when|where|which|how|why|whose|do|does|did|is|are|was|were|can)\b"
)


# What a topic touches: slots whose memories should be at hand although the question does not name them. And of these,
# those that it only may touch: a bad knee has little to do with dinner.
_TOUCHES: tuple[tuple[re.Pattern[str], tuple[str, ...], tuple[str, ...]], ...] = (
    (
        regex(
            r"吃|餐|饭|菜(?!鸟)|食谱|外卖|零食|火锅|烧烤|烘焙|甜点|蛋糕|夜宵|点心|宴|下厨|做什么好吃"
            r"|\b(?:dinner|lunch|breakfast|brunch|supper|restaurants?|recipes?|cook(?:ing)?|eat(?:ing)?|meals?|snacks?|dish(?:es)?"
            r"|menus?|food|cuisine|potluck|barbecue|bbq|bake|baking|dessert|catering|takeout|picnic)\b"
            r"|请客|招待|聚会|派对|年夜|酒席|[鸡肉鱼虾牛猪羊鸭](?:丁|丝|片|块|排|翅|腿|汤|丸|煲)|排骨|豆腐|炒(?!股|作|房|币|鱿)|[煎炖蒸卤](?!熬|汽|发|馏)|红烧|凉拌|沙拉|披萨|比萨|汉堡|三明治"
            r"|寿司|刺身|咖喱|[汤炒拌煮]面|面[条包]|米[线粉]|[饺粽]子|汤圆|馄饨|月饼|饼干|曲奇|巧克力|冰淇淋|奶茶|酱|坚果|海鲜|[虾蟹]|花生|核桃|腰果|鸡蛋|牛奶|奶酪"
            r"|\b(?:pizzas?|pasta|curr(?:y|ies)|sushi|salads?|sandwich(?:es)?|noodles|burgers?|soups?|stir[- ]?fry|pad thai|kung pao|satay"
            r"|prawns?|shrimps?|shellfish|crabs?|lobsters?|peanuts?|nuts|cheese|eggs?|steaks?|cookies?|brownies?|cakes?|pies?|chocolates?|ice cream|seafood|groceries|guests|dinner party|hungry)\b"
        ),
        ("allergy", "diet.avoids", "diet.style", "health.condition", "pregnancy"),
        ("health.condition",),
    ),
    (
        regex(
            r"药|疫苗|止痛|感冒|头疼|头痛|发烧|发热|咳嗽|看病|医院|不舒服|手术|体检|头孢|青霉素|阿莫西林|布洛芬|阿司匹林|抗生素|消炎|麻醉|打针|输液|拔牙|牙医"
            r"|\b(?:penicillin|amoxicillin|ibuprofen|aspirin|paracetamol|acetaminophen|an(?:a)?esthe\w+|injections?|dentist|prescri\w+)\b"
            r"|\b(?:medicines?|medications?|meds|painkillers?|pills?|vaccin\w+|antibiotics?|fever|headache|flu|doctor|surgery"
            r"|feeling (?:ill|sick|unwell)|supplements?|vitamins?)\b"
        ),
        ("medication", "allergy", "health.condition", "pregnancy", "blood_type"),
        ("blood_type",),
    ),
    (
        regex(
            r"运动|跑步|健身|爬山|徒步|登山|潜水|游泳|滑雪|瑜伽|锻炼|训练计划"
            r"|\b(?:exercis\w+|work ?outs?|gym|run(?:ning)?|marathon|hik(?:e|es|ing)|climb\w*|diving|swim\w*|ski\w*|yoga)\b"
        ),
        ("health.condition", "pregnancy", "medication"),
        (),
    ),
    (
        regex(r"旅行|旅游|出差|机票|航班|\b(?:trips?|travel\w*|flights?|vacation|holiday)\b"),
        ("health.condition", "pregnancy", "medication", "allergy"),
        ("health.condition", "medication", "allergy"),
    ),
    (
        regex(r"养(?:一?只|个)?(?:猫|狗|宠物)|宠物|鲜花|\b(?:adopt|pets?|kittens?|pupp(?:y|ies)|bouquet)\b"),
        ("allergy",),
        (),
    ),
)


_NO_MEAL = regex(  # a meal as a time or a place, and a living
    r"(?:[早午中晚]|吃)饭(?:以|之)?[前后]|靠[^，。,.]{0,6}吃饭|吃饭(?:的)?(?:本事|家伙)"
    r"|\b(?:before|after|until|since|by) (?:the )?(?:breakfast|lunch|dinner|supper|brunch)(?:time)?\b|\b(?:dinner|lunch|supper)[- ]?time\b"
)


# Of illnesses that food bears on, and of what one must not eat. Of Chinese words the two characters that tell them.
EATING = """
allergic allergy intolerant intolerance coeliac celiac gluten lactose diabetes diabetic insulin sugar gout cholesterol
hypertension pressure kidney renal liver hepatitis stomach gastric gastritis ulcer reflux heartburn bowel colitis
crohn gallstone gallbladder pancreas pancreatitis thyroid anaemia anemia anorexia bulimia eating swallow choke
phenylketonuria favism salt fat fatty diet food lipids rash hives swelling alcohol beer wine
"""
EATING_ZH = """
过敏 不耐 麸质 乳糖 血糖 糖尿 控糖 痛风 尿酸 血脂 胆固 血压 肾 肝 胃 肠 胆囊 胆结 胰腺 反酸 反流
溃疡 甲亢 甲减 甲状 贫血 厌食 暴食 吞咽 蚕豆 忌口 忌嘴 饮食 消化 能吃 不吃 少吃 腹泻 拉肚 疹 喝酒
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """A query, read. `focus` is the part that asks, `asks` the questions in it (one, or several at once); `rest` what stands around it; `topic` are terms taken from
    the recent turns because the query refers to them. `since`/`until` bound the time it speaks of."""

    text: str
    focus: str
    asks: tuple[str, ...]
    rest: str = ""
    topic: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()  # slots whose memories may tell it as well
    outright: tuple[str, ...] = ()  # of these, those that it asks for and for nothing else ("where do I live")
    touches: tuple[str, ...] = ()  # slots of protected memories that the topic touches (dinner -> allergies)
    lightly: tuple[str, ...] = ()  # of these, those that it only may touch (dinner -> an illness)
    past: bool = False
    refers: bool = False
    around: tuple[str, ...] = ()  # names known beside those that it names
    since: datetime | None = None
    until: datetime | None = None
    dated: bool = False  # that time is one of the calendar ("in May 2024"), so what was said then is what is meant
    alone: bool = False  # it asks for what was then, and for nothing else
    anchored: bool = False  # since and until count from something known, and so are what is asked for
    notes: tuple[str, ...] = ()


def understand(
    query: str,
    *,
    now: datetime,
    zone: str = "UTC",
    recent: Sequence[str] = (),
    people: Sequence[Person] = (),
    between: Between | None = None,
) -> Understood:
    """Read a query with the last things said (`recent`, oldest first) and the user's people. `between` is the time that
    it was found to speak of by something known ("two days before my trip"). Pure and linear in their length."""
    text = query if len(query) <= LONGEST else query[-LONGEST:]
    text, named = spelled_out(text, recent, people)
    parts, rest = _focus(text)
    focus = " ".join(parts)
    seen = shadow(focus)
    named_slots = _asked_for(focus, people)
    slots = tuple(slot.name for slot in named_slots)
    past = bool(_PAST.search(seen))
    topic: tuple[str, ...] = ()
    refers = bool(_REFERENCE.search(seen))
    if refers and recent:
        topic = _topic(focus, recent)
        slots = tuple(slot for slot in slots if slot not in _REFERRED)
    touches, lightly = _touched(seen)
    ahead = _AHEAD.search(seen) is not None
    spoken = times.Spoken(*between) if between is not None else times.spoken_of(focus, now, zone, ahead=ahead)
    since, until = (None, None) if spoken is None else (spoken.since, spoken.until)
    notes = [*named, *_told(since, until, slots, past)]
    if topic:
        notes.append("refers to: " + " ".join(topic[:8]))
    if rest:
        notes.append("the question itself: " + focus[:80])
    asks = tuple(times.plain(ask) for part in parts for ask in _questions(part))[:MOST_QUESTIONS]
    if recent and len(asks) == 1 and not named and _cut_short(focus, refers):
        asks = (f"{_talk(recent)} {asks[0]}",)
        notes.append("read with the talk before it")
    if len(asks) > 1:
        notes.append(f"{len(asks)} questions at once")
    return Understood(
        text=text,
        touches=touches,
        lightly=lightly,
        since=since,
        until=until,
        focus=focus,
        asks=asks,
        rest=rest,
        topic=topic,
        attributes=tuple(dict.fromkeys((*slots, *(kin for slot in slots for kin in _ALSO_IN.get(slot, ()))))),
        beside=tuple(dict.fromkeys(kin for slot in slots for kin in _BESIDE.get(slot, ()) if kin not in slots)),
        outright=() if refers else attributes.asked_outright(focus, named_slots),
        past=past,
        refers=refers,
        around=known_with(focus, people),
        dated=spoken is not None and spoken.dated,
        alone=spoken is not None and spoken.alone,
        anchored=between is not None,
        notes=tuple(notes),
    )


def _told(since: datetime | None, until: datetime | None, slots: Sequence[str], past: bool) -> Iterator[str]:
    """What the trace says of the time and the slots that were understood."""
    if since is not None and until is not None:
        yield f"speaks of {since:%Y-%m-%d %H:%M} to {until:%Y-%m-%d %H:%M} UTC"
    if slots:
        yield "asks for " + ", ".join(slots)
    if past:
        yield "asks about the past"


def _touched(seen: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The slots that the topic touches, and those of them that each of its words only may touch."""
    topic = _NO_MEAL.sub(" ", seen)
    rows = [(names, lightly) for said, names, lightly in _TOUCHES if said.search(topic)]
    surely = {name for names, lightly in rows for name in names if name not in lightly}
    touches = tuple(dict.fromkeys(name for names, _ in rows for name in names))
    return touches, tuple(name for name in touches if name not in surely)


def _asked_for(focus: str, people: Sequence[Person]) -> tuple[attributes.Attribute, ...]:
    """The slots that a question names; none of the user's own where it is about somebody else."""
    named = attributes.named_in(focus)
    if any(slot.name in _OWN for slot in named) and of_another(focus, people):
        return tuple(slot for slot in named if slot.name not in _OWN)
    return named


def _focus(text: str) -> tuple[tuple[str, ...], str]:
    """The parts that ask, and what stands around them: after each "what I want to ask is", or all of a query."""
    points = list(_TO_THE_POINT.finditer(shadow(text)))[-MOST_QUESTIONS:]
    asked = []
    for at, point in enumerate(points):
        stop = points[at + 1].start() if at + 1 < len(points) else len(text)
        asked.append(_first_question(text[point.end() : stop]).strip(" ,，：:"))
    asked = [one for one in asked if len(one) > 1]
    return (tuple(asked), text) if asked else ((text,), "")


def _cut_short(focus: str, refers: bool) -> bool:
    """Whether a question says too little by itself: "那第二个呢", "Which one is it?"."""
    seen = shadow(focus.strip())
    if not (refers or _GOES_ON.search(seen)):
        return False
    if has_han(seen):
        return han_count(_EMPTY_ZH.sub("", seen)) <= MOST_CUT_SHORT
    return len({term for term in terms(focus) if term not in _EMPTY}) <= MOST_CUT_SHORT


def _talk(recent: Sequence[str]) -> str:
    """The last things said, each cut to its beginning."""
    return " ".join(" ".join(said[:TALK].split()) for said in recent[-2:])


def _questions(focus: str) -> tuple[str, ...]:
    """The questions asked at once ("… Also, …?", "……另外，……？"), when each of them can stand alone."""
    asked = [piece.strip(" ,，。;；") for piece in _ALSO.split(focus)]
    if 1 < len(asked) <= MOST_QUESTIONS and all(_QUESTION.search(shadow(piece)) for piece in asked):
        return tuple(asked)
    return (focus,)


def _first_question(text: str) -> str:
    """Up to and with the first question mark; all of it when there is none."""
    for sentence in sentences(text):
        if sentence.rstrip().endswith(("?", "？")):
            return text[: text.find(sentence) + len(sentence)]
    return text


def _topic(focus: str, recent: Sequence[str]) -> tuple[str, ...]:
    """Terms of the last turns that the query does not have itself: newest first, the rarer ones are the longer."""
    own = set(terms(focus))
    found: dict[str, int] = {}
    for age, said in enumerate(reversed(recent[-4:])):
        for term in terms(said[-LONGEST:]):
            if term not in own and len(term) > 1:
                found.setdefault(term, age)
    ranked = sorted(found, key=lambda term: (found[term], -len(term)))
    return tuple(ranked[:RECENT_TERMS])

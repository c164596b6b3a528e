"""What is said to come on top of something known: "头孢也不行" beside an allergy, "又添了台洗碗机" beside what one has.

Extraction leaves such a clause when it fits none of its frames. "Too", "as well", "也", "又" beside a memory that it goes
with show that it is of the same lasting sort.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from jiyi.language.regex import regex
from jiyi.policy import figures, values
from jiyi.policy.candidate import Candidate
from jiyi.policy.decide.reading import Reading, read
from jiyi.policy.decision import Neighbour
from jiyi.policy.tables import talk
from jiyi.records import Kind, Source, Status

NEAR = 0.38  # similarity from which an addition goes with a memory, unless both are about one matter
LOOSELY = 0.2
CONFIDENCE = 0.6
LONGEST = 60  # characters
_ALSO = regex(
    r"也|还(?=[有会喜爱养用在买想对学打玩看去])|又(?=[有养买添报学加给入订办])|另外"
    r"|(?<![a-z])(?:also|too|as well|another|either|on top of that|plus|though|tho)(?![a-z])"
)
_NOT_LASTING = regex(
    r"看来|也(?:许|好|能|行吧|是的|就|没|罢|要看)|还(?:是|没|好)|今天|昨天|明天|刚才|[?？]|吧$|谢|帮|请"
    r"|(?<![a-z])(?:me too|too (?!$|[,.!])|today|yesterday|tomorrow|please|thanks|you|yours?|something|someone)(?![a-z])"
)
_MATTERS = frozenset("food drink taste pet own activity learn skill code use member team car allergy".split())
# After a known allergy: what is not borne either.
_ALLERGEN = regex(
    r"(?P<zh>[^,，。我也都会出来到是]{1,8}?)(?:我)?也(?:都)?(?:不行|不能(?:吃|碰|喝|用|打)|不耐受|过敏|受不了|碰不得|吃不了|吃不得|会?起(?:疹|反应))"
    r"|^(?:and |so |but )?(?P<en>[a-z]+(?: [a-z]+)?) (?:gives? me (?:grief|trouble|hives|a rash|problems)|makes? me (?:ill|sick|itch|break out)|sets? me off|does it|is out|are out)[a-z ]* (?:too|as well|also)[.!]?$"
    r"|(?:can't|cannot) (?:have|eat|take|do|touch) (?P<en2>[a-z]+(?: [a-z]+)?) either[.!]?$"
)


# "The novel is set in 1920s Lisbon", after "I'm writing a novel": what is said of a thing that is known.
_OF_A_THING = regex(
    r"^(?:and |so |also |oh,? )*(?:the|our) (?P<en>[a-z]+(?: [a-z]+)?)(?: also)?"
    r"(?: (?:ha(?:s|d|ve)(?! (?:been|to|gone|just))|costs?|sleeps|seats|weighs|holds|runs on|belongs to|opens|closes|takes place|trains|meets|plays|practi[sc]es|rehearses|performs|competes|starts|ends|supports|lives in|sits (?:in|on)|stores|uses)"
    r"|(?:'s| is| are| was| were) (?:called|named|set in|about(?! to)|made|built|founded|based|located|for|by|worth|written|painted|in(?! (?:trouble|danger|pieces|tears|the way))|on(?! (?:fire|hold|me|you))|near|from|due|due on|\d))(?![a-z])"
    r"|^(?:我?[这那][个本部款套辆台只条把]?|我们?的?)?(?P<zh>[一-鿿]{1,5}?)(?:那[趟边次]|这[趟边次])?(?:一共|总共|大概|目前|现在|的?(?:名字|背景|主题|主角|地点|价格|面积|预算|作者|题目|颜色|型号|密度))?"
    r"(?:有(?!点|些|问题|毛病|空|事|没有)|叫(?!我|你)|设定?在|写的?是|讲的?是|在(?=[一-鿿]{2,})(?!线|我|你|开|做)|能住|能坐|(?:打算|准备)[待住呆玩去]|花了|用了|位于|属于|归|是(?!不是|的|吗|啊|我|你|什么|谁))"
)
# "My subject is chemistry", after "I'm a teacher".
_OF_MY_WORK = regex(
    r"^my (?P<en>subject|speciality|specialty|field|department|route|patch|beat|students|clients|patients)(?:'s| is| are) (?!on |off |late|sick|great|nice|bad|good|fun|muddy|wet|full|closed)"
    r"|^我(?P<zh>教的?是?|主要教|带的?是?|负责的?是?|跑的?是?|主攻的?是?)(?=[一-鿿]{2,8}$)"
)
# What a memory tells of by another word: "the race", after "I'm training for a half marathon".
_CALLED_TOO = tuple(
    (frozenset(words.split()), regex(pattern))
    for words, pattern in (
        ("race 比赛 赛事", r"马拉松|半马|全马|铁三|越野|(?<![a-z])(?:marathon|triathlon|\d+k|ironman|relay)(?![a-z])"),
        ("trip holiday vacation 行程 旅行", r"旅[游行]|出差|度假|(?<![a-z])(?:flying to|going to|travell?ing|holiday|vacation|visiting|trip)(?![a-z])"),
        ("wedding 婚礼", r"结婚|订婚|(?<![a-z])(?:getting married|engaged|marrying)(?![a-z])"),
        ("operation surgery 手术", r"手术|开刀|(?<![a-z])(?:surgery|operation)(?![a-z])"),
        ("car 车 车子", r"^我(?:平时|现在)?开[^车会始]|(?<![a-z])i(?: now)? drive an?(?![a-z])"),
        ("flat house place 房子", r"^我(?:们)?(?:现在)?租|买了?[^,，]{0,4}房|(?<![a-z])(?:i|we) (?:rent|bought|own) (?:an?|our|my)(?![a-z])"),
        ("frontend backend 前端 后端", r"前端|后端|(?<![a-z])(?:front|back)[- ]?end(?![a-z])"),
    )
)  # fmt: skip
_FLEETING = regex(
    r"坏|挂了|卡|慢|报错|崩|丢|怎么|什么|哪|谁|吗|呢|吧|问题|难|烦|好像|可能|今天|昨天|明天"
    r"|(?<![a-z])(?:broken|down|failing|late|slow|crash\w*|stuck|trouble|problems?|issues?|bugs?|errors?|today|yesterday|tomorrow|maybe|might|probably|seems?|a lot|fun|great|nice)(?![a-z])"
)


def of_a_known_thing(bare: Candidate, neighbours: Sequence[Neighbour]) -> Candidate | None:
    """The memory that a left clause makes of a thing which a current memory of the user's tells of by the same word;
    None when it names none, or says only how things stand at the moment."""
    text = values.plain(bare.content)
    work = _OF_MY_WORK.match(text)
    match = work or _OF_A_THING.match(text)
    if match is None or bare.corrects or len(text) > LONGEST or _FLEETING.search(text):
        return None
    thing = next(group for group in match.groups() if group)
    for neighbour in neighbours:
        record = neighbour.record
        if record.status is not Status.CURRENT or record.kind in (Kind.STATE, Kind.INSTRUCTION):
            continue
        old = read(record)
        of_it = _at_work(old) if work else _told_of(thing, old)
        if not old.subject and not record.protected and of_it:
            return replace(_beside(bare, neighbour), kind=Kind.FACT, reason="said of something known")
    return None


def describes(new: Reading, old: Reading) -> bool:
    """Whether a sentence only says one more thing of what a memory tells of: "The flat's on the third floor"."""
    match = _OF_A_THING.match(new.text)
    if match is None or new.changed or figures.clash(new.figures, old.figures):
        return False
    thing = match["en"] or match["zh"]
    met = {mine for mine, _ in values.shared(new.so, old.so)}
    return _told_of(thing, old) and met <= {*values.things(thing), values.concept(thing)}


def _told_of(thing: str, old: Reading) -> bool:
    """Whether a memory introduces a thing: "a novel", "our app", "一本小说", or the same by another word."""
    text = old.text
    other = next((pattern for words, pattern in _CALLED_TOO if thing in words), None)
    if other is not None and other.search(text):
        return True
    if thing.isascii():
        name = thing.partition(" ")[0]
        if " " in thing and old.value and len(name) > 3 and name in values.plain(old.value).split(" "):
            return True  # "the Terraform state", where Terraform is used
        return re.search(rf"(?<![a-z])(?:an?|my|our) (?:[a-z'-]+ ){{0,3}}{re.escape(thing)}(?![a-z])", text) is not None
    return len(thing) > 1 and thing in text


def _at_work(old: Reading) -> bool:
    return old.attribute in ("job", "employer")


def tells_more(text: str) -> bool:
    """Whether plain text says that something comes on top, or holds all the same."""
    return len(text) <= LONGEST and _ALSO.search(text) is not None and _NOT_LASTING.search(text) is None


def addition(bare: Candidate, neighbours: Sequence[Neighbour]) -> Candidate | None:
    """The memory that a left clause makes beside one of the neighbours; None when it goes with none of them."""
    text = values.plain(bare.content)
    if bare.reason != talk.NOTHING or bare.corrects or not tells_more(text):
        return None
    new = read(bare)
    best: Neighbour | None = None
    for neighbour in neighbours:
        record = neighbour.record
        if record.status is not Status.CURRENT or record.kind in (Kind.STATE, Kind.EVENT):
            continue
        if record.attribute == "allergy" and (allergen := _allergen(text)):
            return _beside(replace(bare, value=allergen), neighbour)
        old = read(record)
        close = neighbour.similarity >= NEAR or (neighbour.similarity >= LOOSELY and new.topics & old.topics & _MATTERS)
        if close and not new.subject and not old.subject and (best is None or neighbour.similarity > best.similarity):
            best = neighbour
    return None if best is None else _beside(bare, best)


def _allergen(text: str) -> str | None:
    match = _ALLERGEN.search(text)
    return next((group for group in match.groups() if group), None) if match else None


def _beside(bare: Candidate, neighbour: Neighbour) -> Candidate:
    record = neighbour.record
    known = bool(bare.value)
    return Candidate(
        kind=record.kind,
        content=bare.content,
        quote=bare.quote,
        language=bare.language,
        attribute=record.attribute if known else None,
        value=bare.value,
        confidence=CONFIDENCE,
        importance=record.importance if known else 0.5,
        source=Source.SAID,
        protected=record.protected and known,
        negated=values.denies(values.plain(bare.content)),
        reason="said to come on top of something known",
    )

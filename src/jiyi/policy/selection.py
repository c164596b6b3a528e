"""Which memories, episodes and messages a topic means: "公司财务" means "我公司去年营收三千万" too.

Precision first: a concept's own expressions, the people it names, its attributes, its words, and similarity last. Then
completeness: whatever else mentions the person by the name that a matched record gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import HAN, has_han
from jiyi.policy.following import answered, carried
from jiyi.policy.redact import bared, clause_spans
from jiyi.policy.seen import Seen, seen_of
from jiyi.policy.topic import Concept, Topic, people, topics
from jiyi.records import Episode, Evidence, MemoryRecord

NEAR = 0.55  # similarity to the topic's words from which a record counts on its own (random pairs: about 0.15)
NEAR_UNKNOWN = 0.45  # the same for a topic that the table does not know
NEAREST = 0.38  # of the one record that is nearest of all, when no other sign points to any …
APART = 0.1  # … and it is nearer than the next by so much
SHORT = 160  # characters; the similarity of a longer episode says little about one clause of it
NEIGHBOURS = 6  # messages apart within a session: what was said about the same trip
SAME_TIME = timedelta(hours=6)  # the same across sessions
LONGEST_VALUE = 80
LEAST_PIECE = 4  # letters of a piece of a sentence that stand for it


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What to erase. `memories` and `episodes` are ids; `messages` are (session, seq).

    Episodes and messages are not erased whole: `redact(text, quotes, values)` leaves what else was said in them.
    `reasons` says for each id why it was chosen.
    """

    memories: tuple[str, ...] = ()
    episodes: tuple[str, ...] = ()
    messages: tuple[tuple[str, int], ...] = ()
    quotes: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.memories or self.episodes or self.messages)


def select(
    about: str, memories: Sequence[MemoryRecord], episodes: Sequence[Episode], similarity: Sequence[float] = ()
) -> Selection:
    """The records that a topic means.

    `similarity` holds the cosine of `about` to each memory and then to each episode (0 for what is not known); it
    may be empty. Memories of every status are considered: what is forgotten must not live on in the history.
    """
    named = topics(about)
    if not named:
        return Selection()
    near = [*similarity, *([0.0] * (len(memories) + len(episodes) - len(similarity)))]
    reasons: dict[str, str] = {}
    texts = dict(zip((memory.id for memory in memories), seen_of([one.content for one in memories]), strict=True))
    for memory, dense in zip(memories, near, strict=False):
        reason = next((r for topic in named if (r := concerns(topic, texts[memory.id], memory.attribute, dense))), "")
        if reason:
            reasons[memory.id] = reason
    clauses = {episode.id: tuple(_clauses(episode)) for episode in episodes}
    quotes: dict[str, str] = {}
    for episode, dense in zip(episodes, near[len(memories) :], strict=False):
        short = len(episode.content) <= SHORT and len(clauses[episode.id]) <= 2
        said = {text for role, text in episode.parts if role == "user"}
        for clause in clauses[episode.id]:
            # The turn's nearness speaks for the user's words. An "ok" that answers them stands elsewhere as well.
            own = dense if short and any(clause.text in text for text in said) else 0.0
            reason = next((r for topic in named if (r := concerns(topic, clause, None, own))), "")
            if reason:
                reasons.setdefault(episode.id, reason)
                quotes[clause.text] = episode.id
    _follow(named, memories, episodes, quotes, reasons)
    unknown = not any(topic.concepts or topic.people or DATED.search(topic.text) for topic in named)
    if unknown and not reasons and (one := _nearest(near[: len(memories)])) is not None:
        reasons[memories[one].id] = f"is the nearest in meaning by far ({near[one]:.2f})"
    chosen = [memory for memory in memories if memory.id in reasons]
    names = _names(named, [texts[memory.id] for memory in chosen] + [Seen(quote) for quote in quotes], chosen)
    for memory in memories:
        if memory.id not in reasons and (
            reason := _mentions(texts[memory.id], names) or _beside(named, memory, texts[memory.id], chosen)
        ):
            reasons[memory.id] = reason
    chosen = [memory for memory in memories if memory.id in reasons]
    _beside_turns(named, episodes, clauses, chosen, quotes, reasons)
    values = tuple(dict.fromkeys([*names, *_values(chosen, quotes)]))
    return _gathered(chosen, episodes, clauses, quotes, values, names, reasons)


def _follow(
    named: Sequence[Topic],
    memories: Sequence[MemoryRecord],
    episodes: Sequence[Episode],
    quotes: dict[str, str],
    reasons: dict[str, str],
) -> None:
    """What carries a chosen clause on without naming the thing again, and what was learned from it."""
    on: dict[tuple[str, str], None] = {}
    for episode in episodes:
        if episode.id in reasons:
            said = (text for role, text in episode.parts if role == "user")
            on.update(dict.fromkeys((episode.id, clause) for text in said for clause in carried(named, text, quotes)))
    on.update(dict.fromkeys(answered(named, episodes, reasons)))
    turns = {episode.id: episode for episode in episodes}
    for id, clause in on:
        turn = turns[id]
        quotes.setdefault(clause, id)
        reasons.setdefault(id, "goes on about it")
        for memory in memories:
            rests = (one for one in memory.evidence if one.session == turn.session and one.quote)
            if memory.id not in reasons and any(
                (one.quote in clause or clause.strip("。.!！") in one.quote)
                and one.seq is not None
                and turn.first <= one.seq <= turn.last
                for one in rests
            ):
                reasons[memory.id] = "goes on about it"


def _nearest(near: Sequence[float]) -> int | None:
    """The place of the memory that is near in meaning when all others are far; None when there is none."""
    first, *rest = sorted(range(len(near)), key=lambda place: -near[place])[:2] or [-1]
    if first < 0 or near[first] < NEAREST:
        return None
    return first if not rest or near[first] - near[rest[0]] >= APART else None


def _gathered(
    chosen: Sequence[MemoryRecord],
    episodes: Sequence[Episode],
    clauses: Mapping[str, tuple[Seen, ...]],
    quotes: dict[str, str],
    values: tuple[str, ...],
    names: tuple[str, ...],
    reasons: dict[str, str],
) -> Selection:
    places = {
        (e.session, e.seq) for memory in chosen for e in memory.evidence if e.session is not None and e.seq is not None
    }
    for memory in chosen:
        for evidence in memory.evidence:
            quotes.setdefault(evidence.quote, memory.id)
    messages = {(session, seq) for session, seq in places if session is not None and seq is not None}
    picked = []
    for episode in episodes:
        rests = any(session == episode.session and episode.first <= seq <= episode.last for session, seq in messages)
        if episode.id not in reasons and rests:
            reasons[episode.id] = "a chosen memory rests on it"
        if episode.id not in reasons:
            reason = next((r for clause in clauses[episode.id] if (r := _mentions(clause, names))), "")
            if reason:
                reasons[episode.id] = reason
        if episode.id in reasons:
            picked.append(episode.id)
            messages |= {(episode.session, seq) for seq in range(episode.first, episode.last + 1)}
    return Selection(
        memories=tuple(memory.id for memory in chosen),
        episodes=tuple(picked),
        messages=tuple(sorted(messages)),
        quotes=tuple(quote for quote in quotes if quote),
        values=values,
        reasons=reasons,
    )


def about_it(about: str) -> Callable[[str], bool]:
    """Whether a clause is about a topic by its words alone, as `select` judges them."""
    every = about_them(about)
    return lambda clause: every([clause])[0]


def about_them(about: str) -> Callable[[Sequence[str]], list[bool]]:
    """The same of many clauses, sooner than one by one."""
    named = topics(about)
    return lambda clauses: [any(concerns(topic, one, None, 0.0) for topic in named) for one in seen_of(clauses)]


def staying(about: str, memories: Iterable[MemoryRecord], quotes: Iterable[str]) -> Callable[[str], bool]:
    """Whether a clause says of what shall stay: it is about it by its words, or stands in what was learned of it. Of a
    sentence that says more, only the clauses about it stay, where any is: "I'm allergic to nuts and I live in Leeds"."""
    said = about_it(about)
    texts = {bared(quote) for quote in quotes}
    for memory in memories:
        texts.add(bared(memory.content))
        for evidence in memory.evidence:
            clauses = [evidence.quote[start:end] for start, end in clause_spans(evidence.quote)]
            own = [one for one in clauses if said(one) or (memory.value and shadow(memory.value) in shadow(one))]
            texts |= {bared(one) for one in own or clauses}
    texts.discard("")

    def judge(clause: str) -> bool:
        seen = bared(clause)
        if not seen:
            return False
        return said(clause) or any(
            one == seen or (len(seen) >= LEAST_PIECE and seen in one) or (len(one) >= LEAST_PIECE and one in seen)
            for one in texts
        )

    return judge


def concerns(topic: Topic, text: Seen, attribute: str | None, dense: float) -> str:
    """Why a text belongs to a topic; "" when it does not."""
    person = next((concept for concept in topic.people if concept.said.search(text.seen)), None)
    heard = bool(topic.concepts) and any(c.said.search(text.seen) for c in topic.concepts)
    called = bool(topic.names) and topic.called_in(text.seen)
    spoken = bool(topic.words) and _spoken(topic.words, text)
    slot = attribute is not None and attribute in topic.attributes
    if not (person or heard or called or spoken or slot or dense >= NEAR_UNKNOWN or _asks_liked(topic)):
        return ""  # as of nearly every text: what follows only weighs these
    others = not spoken and someone_else(text.seen)
    if FORMER.search(topic.text) and NOW.search(text.seen):
        return ""
    said = next(
        (c for c in topic.concepts if c.said.search(text.seen) and not (c.own and others and not topic.people)), None
    )
    called = called and not (others and not topic.people and any(c.own for c in topic.concepts))
    if topic.people and topic.concepts:
        return f"speaks of {person.name} and {topic.text}" if person and (said or called) else ""
    if topic.people and topic.words:
        return f"speaks of {person.name} and {topic.text}" if person and spoken else ""
    if _asks_liked(topic):
        return f"speaks of {topic.text}" if _liked(topic, text) else ""
    if person is not None and not topic.words:
        return f"speaks of {person.name}"
    if said is not None and (not topic.words or spoken):
        return f"speaks of {said.name}"
    if called and (not topic.words or spoken):
        return f"has the words {topic.text}"
    if slot and not topic.words and not topic.people:
        return f"says the {attribute}"
    if spoken and not any(c.own and c.name != "travel" for c in topic.concepts):
        return f"has the words {', '.join(topic.words)}"
    known = bool(topic.concepts or topic.people)
    if dense >= (NEAR if known else NEAR_UNKNOWN) and not (others and known and not topic.people):
        return f"is near in meaning ({dense:.2f})"
    return ""


DATED = regex(r"\d\d|[年月]|spring|summer|autumn|winter|去年|前年")
OTHERS = regex(
    r"^\W{0,3}(?:(?:my|our|his|her|their) (?!own|ex\b)([a-z' ]{2,24}?)(?:'s|s'| is| are| has| earns?| makes?| lives?| weighs?| was| works?| smokes?| drinks?| got)\b|我(?:的|家|们的)?([\u4e00-\u9fff]{1,6}))"
)


def someone_else(seen: str) -> bool:
    """Whether a sentence begins with someone of the user's ("my wife's salary", "我老婆的工资")."""
    match = OTHERS.match(seen)
    if match is None:
        return False
    subject = match[1] or match[2]
    return any((found := person.called.match(subject)) and found.end() >= 1 for person in people())


def _spoken(words: Sequence[str], text: Seen) -> bool:
    """Whether most of the topic's words are in the text; of a longer Chinese word a half counts half."""
    score = 0.0
    for word in words:
        if DATED.match(word):
            score += word.strip("年") in text.seen
        elif not has_han(word):
            score += text.holds(word)
        elif word in text.seen:
            score += 1
        elif (
            len(word) >= 4
            and not DATED.search(word)
            and any(word[i : i + 2] in text.seen for i in range(len(word) - 1))
        ):
            score += 0.5
    return score >= 0.5 * len(words) and score > 0


NAME = regex(
    r"(?:\b(?:is|was|named|called|name is|name's|met|with)\s+(?:an?\s+(?:guy|man|woman|girl|person)\s+(?:called|named)\s+)?|\b(?:[Mm]y|[Oo]ur)\s[a-z-]{2,16},?\s|^)"
    r"(?P<en>(?:(?:Dr|Mr|Mrs|Ms|Prof|Professor|Sir)\.?\s)?[A-Z][\w'’-]{1,20}(?:\s[A-Z][\w'’-]{1,20}){0,2})"
)
NAME_ZH = regex(
    rf"(?:叫做?|名叫|名字(?:叫|是)|姓名是?|是)(?P<a>[{HAN}]{{2,4}}|[A-Z][A-Za-z]{{1,15}})(?=$|[，。,.!！；;]|和|在|的|今年)|姓(?P<b>[{HAN}])(?=$|[，。,])"
    rf"|(?P<c>[{HAN}]{{1,2}}(?:医生|大夫|老师|教授|总|经理|主任|教练|律师|阿姨|叔叔|哥|姐))|(?P<d>[阿小老][{HAN}])(?=是|在|总|又|还|常|喜|说|要|去|给|今|上|吵|，|叫|约|$|很|也|跟)"
)
NO_NAME_WORDS = """
I It This That They He She We You The A An My Our His Her Their There What When Where Who Why How And But So If Yes No
Not Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September
October November December Mom Mum Dad Mother Father Grandma Grandpa Every Last Next
医生 老师 护士 学生 什么 一个 程序员 工程师 老板 同事 朋友 小学 小时 小心 小区 老公 老婆 老家 老是 小孩 阿姨 我们 他们 她们 自己 律师
教授 经理
"""
NO_NAME = frozenset(NO_NAME_WORDS.split())


def _names(named: Sequence[Topic], texts: Iterable[Seen], chosen: Iterable[MemoryRecord]) -> tuple[str, ...]:
    """The names of the people (or pets) that the topic is about, as matched records give them."""
    persons = [
        topic
        for topic in named
        if (topic.people or any(c.person for c in topic.concepts)) and not (topic.people and topic.concepts)
    ]
    if not persons:
        return ()
    found: dict[str, None] = {}
    for text in texts:
        if not any(c.said.search(text.seen) for topic in persons for c in (*topic.people, *topic.concepts)):
            continue
        for match in (*NAME.finditer(text.text), *NAME_ZH.finditer(text.text)):
            name = next(part for part in match.groups() if part)
            for form in _forms(name):
                found[form] = None
    for memory in chosen:
        said = " ".join((memory.content, memory.value or ""))
        found.update(dict.fromkeys(e for e in memory.entities if _is_name(e) and e in said and memory.relations))
    return tuple(found)


def _forms(name: str) -> Iterator[str]:
    """A name and how else it is said: "Dr. Okafor" → "Okafor", "李建国" → "建国"."""
    parts = [part for part in re.split(r"\s+", name) if part not in NO_NAME]
    plain = [part for part in parts if part.rstrip(".") not in ("Dr", "Mr", "Mrs", "Ms", "Prof", "Professor", "Sir")]
    if has_han(name):
        if name not in NO_NAME and not name.endswith(("了", "的")) and name[0] not in "我你他她":
            yield name
            if len(name) == 3 and not name.endswith(("医生", "老师", "教授", "经理", "主任", "律师")):
                yield name[1:]
        return
    for part in plain:
        if part not in NO_NAME and len(part) > 1:
            yield part


def _is_name(entity: str) -> bool:
    return entity not in NO_NAME and (entity[:1].isupper() or (has_han(entity) and 2 <= len(entity) <= 4))


def _mentions(text: Seen, names: Sequence[str]) -> str:
    for name in names:
        if has_han(name):
            if name in text.text and len(name) > 1:
                return f"mentions {name}"
        elif re.search(rf"(?<![\w]){re.escape(name)}(?!\w)", text.text):
            return f"mentions {name}"
    return ""


# Of these one has one at a time: what is said of it beside its name belongs to it, as a hotel to a trip.
ONE_AFFAIR = frozenset({"travel", "project", "company finance", "law", "divorce", "leaving a job"})
LIKED = frozenset({"books", "music", "film"})
SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛范彭郎鲁韦马苗方俞任袁柳史唐费岑薛雷贺倪汤滕殷罗毕郝安常于傅卞齐康伍余顾孟黄穆萧尹姚邵汪毛戴宋庞熊纪舒屈项祝董梁杜阮蓝闵席季贾路江童郭梅林钟徐邱骆高夏蔡田胡霍万柯卢莫房解丁邓单洪包左石崔龚程裴陆荣曲家封储靳段巴牧谷车侯全班仰仲宫宁仇栾甘武刘景龙叶司黎白蒲鄂索赖卓蔺屠蒙乔阴余三木村上川端东野"
)


def _one_affair(topic: Topic) -> list[Concept]:
    return [concept for concept in topic.concepts if concept.name in ONE_AFFAIR]


def _asks_liked(topic: Topic) -> bool:
    """Whether a topic is whom one likes of a kind: "which authors I like"."""
    names = {concept.name for concept in topic.concepts}
    return "likes" in names and bool(names & LIKED)


def _liked(topic: Topic, text: Seen) -> bool:
    """Whether a text says that one likes such a thing, or somebody with a name."""
    match = LIKES.search(text.text)
    kinds = [concept for concept in topic.concepts if concept.name in LIKED]
    if match is None:
        return False
    value = match["x"] or match["y"]
    return (
        any(c.said.search(text.seen) for c in kinds)
        or value[0].isupper()
        or (value[0] in SURNAMES and len(value.strip("。！.!")) <= 3)
    )


def _beside(named: Sequence[Topic], memory: MemoryRecord, text: Seen, chosen: Sequence[MemoryRecord]) -> str:
    """A record of the same concept said next to a chosen one: the hotel of the trip that is to be forgotten."""
    for topic in named:
        beside = [concept for concept in topic.concepts if concept.name in ONE_AFFAIR]
        if topic.people or not topic.words or not any(c.said.search(text.seen) for c in beside):
            continue
        for other in chosen:
            for mine in memory.evidence:
                if any(_near_in_talk(mine, theirs) for theirs in other.evidence):
                    return f"was said beside {other.id}"
    return ""


def _beside_turns(
    named: Sequence[Topic],
    episodes: Sequence[Episode],
    clauses: Mapping[str, tuple[Seen, ...]],
    chosen: Sequence[MemoryRecord],
    quotes: dict[str, str],
    reasons: dict[str, str],
) -> None:
    """The same for clauses of past turns that never became a memory."""
    loose = [topic for topic in named if topic.words and not topic.people and _one_affair(topic)]
    if not loose:
        return
    places = [Evidence(quote="", at=e.at, session=e.session, seq=e.first) for e in episodes if e.id in reasons]
    places += [evidence for memory in chosen for evidence in memory.evidence]
    for episode in episodes:
        here = Evidence(quote="", at=episode.at, session=episode.session, seq=episode.first)
        if not any(_near_in_talk(here, place) for place in places):
            continue
        for clause in clauses[episode.id]:
            if any(concept.said.search(clause.seen) for topic in loose for concept in _one_affair(topic)):
                quotes[clause.text] = episode.id
                reasons.setdefault(episode.id, "was said beside what is forgotten")


def _near_in_talk(one: Evidence, other: Evidence) -> bool:
    if one.session is not None and one.session == other.session and one.seq is not None and other.seq is not None:
        return abs(one.seq - other.seq) <= NEIGHBOURS
    return abs(one.at - other.at) <= SAME_TIME


FORMER = regex(r"从前|以前|过去|当年|\b(?:past|former|old days|used to)\b")
NOW = regex(r"现在|如今|目前|\b(?:now|currently|these days)\b")
LIKES = regex(r"(?:喜欢|爱|迷|崇拜|欣赏)(?P<x>[^，。！]+)|\b(?:like|love|adore|enjoy|admire)s? (?P<y>[^,.!]+)")
AMOUNT = regex(
    rf"[$£€¥]?\d[\d,.]*\s?(?:[kKmM%]\b|million|thousand|万|亿|千|百|块|元)?|[{'一二三四五六七八九十两百千'}]{{1,6}}[万亿千百块元]{{1,2}}"
)


def _values(chosen: Iterable[MemoryRecord], quotes: Iterable[str]) -> Iterator[str]:
    """What must not be repeated elsewhere: values of chosen memories, and telling amounts of what was said."""
    for memory in chosen:
        if memory.value and 2 <= len(memory.value) <= LONGEST_VALUE:
            yield memory.value
        for match in AMOUNT.finditer(memory.content):
            if len(match[0].strip()) >= 3:
                yield match[0].strip(" .,")
    for quote in quotes:
        for match in AMOUNT.finditer(quote):
            if len(match[0].strip()) >= 3:
                yield match[0].strip(" .,")


def _clauses(episode: Episode) -> Iterator[Seen]:
    for _, text in episode.parts:
        for start, end in clause_spans(text):
            yield Seen(text[start:end])

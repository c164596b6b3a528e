"""Understanding a query by rules: what it asks for, about which slots, about which time, and what it refers to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from jiyi.language.dates import resolve
from jiyi.language.normalize import sentences, shadow
from jiyi.language.regex import regex
from jiyi.language.tokens import terms
from jiyi.policy import attributes

MOST_QUESTIONS = 4
LONGEST = 4_000  # characters of a query that are looked at: its end, where the question stands
RECENT_TERMS = 24  # taken from the last turns when the query refers to them

_PAST = regex(
    r"以前|之前|原来|原先|过去|曾经|从前|当时|那时候|以往|早先|是不是说过"
    r"|\bused to\b|\bpreviously\b|\bformer(?:ly)?\b|\bback then\b|\bin the past\b"
    r"|\bbefore(?: that| this| now| then)?\s*\??$"
    r"|\bmy old (?:job|address|home|house|flat|apartment|employer|company|car|phone)\b"
)
_REFERENCE = regex(
    r"那个|这个|那件|这件|那次|上次|上回|刚才|刚刚|之前说|那些|这些|那边|那里|它|他们|她们|怎么样了|后来呢|然后呢|那.{0,4}呢[?？]?$"
    r"|\b(?:it|that|this|those|these|they|them|the one|the same|last time|you mentioned|we (?:discussed|talked))\b"
)
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


# What a topic touches: slots whose memories should be at hand although the question does not name them.
_TOUCHES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        regex(
            r"吃|餐|饭|菜(?!鸟)|食谱|外卖|零食|火锅|烧烤|烘焙|甜点|蛋糕|夜宵|点心|宴|下厨|做什么好吃"
            r"|\b(?:dinner|lunch|breakfast|brunch|supper|restaurants?|recipes?|cook(?:ing)?|eat(?:ing)?|meals?|snacks?|dish(?:es)?"
            r"|menus?|food|cuisine|potluck|barbecue|bbq|bake|baking|dessert|catering|takeout|picnic)\b"
        ),
        ("allergy", "diet.avoids", "diet.style", "health.condition", "pregnancy"),
    ),
    (
        regex(
            r"药|疫苗|止痛|感冒|头疼|头痛|发烧|发热|咳嗽|看病|医院|不舒服|手术|体检"
            r"|\b(?:medicines?|medications?|meds|painkillers?|pills?|vaccin\w+|antibiotics?|fever|headache|flu|doctor|surgery"
            r"|feeling (?:ill|sick|unwell)|supplements?|vitamins?)\b"
        ),
        ("medication", "allergy", "health.condition", "pregnancy", "blood_type"),
    ),
    (
        regex(
            r"运动|跑步|健身|爬山|徒步|登山|潜水|游泳|滑雪|瑜伽|锻炼|训练计划"
            r"|\b(?:exercis\w+|work ?outs?|gym|run(?:ning)?|marathon|hik(?:e|es|ing)|climb\w*|diving|swim\w*|ski\w*|yoga)\b"
        ),
        ("health.condition", "pregnancy", "medication"),
    ),
    (
        regex(r"旅行|旅游|出差|机票|航班|\b(?:trips?|travel\w*|flights?|vacation|holiday)\b"),
        ("health.condition", "pregnancy", "medication", "allergy"),
    ),
    (
        regex(r"养(?:一?只|个)?(?:猫|狗|宠物)|宠物|鲜花|\b(?:adopt|pets?|kittens?|pupp(?:y|ies)|bouquet)\b"),
        ("allergy",),
    ),
)


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
    touches: tuple[str, ...] = ()  # slots of protected memories that the topic touches (dinner -> allergies)
    past: bool = False
    refers: bool = False
    since: datetime | None = None
    until: datetime | None = None
    notes: tuple[str, ...] = ()


def understand(query: str, *, now: datetime, zone: str = "UTC", recent: Sequence[str] = ()) -> Understood:
    """Read a query with the last things said (`recent`, oldest first). Pure and linear in their length."""
    text = query if len(query) <= LONGEST else query[-LONGEST:]
    parts, rest = _focus(text)
    focus = " ".join(parts)
    seen = shadow(focus)
    slots = tuple(slot.name for slot in attributes.named_in(focus))
    past = bool(_PAST.search(seen))
    topic: tuple[str, ...] = ()
    refers = bool(_REFERENCE.search(seen))
    if refers and recent:
        topic = _topic(focus, recent)
    touches = tuple(dict.fromkeys(name for seen_in, names in _TOUCHES if seen_in.search(seen) for name in names))
    since, until = _interval(focus, now, zone)
    notes = []
    if since is not None and until is not None:
        notes.append(f"speaks of {since:%Y-%m-%d %H:%M} to {until:%Y-%m-%d %H:%M} UTC")
    if slots:
        notes.append("asks for " + ", ".join(slots))
    if past:
        notes.append("asks about the past")
    if topic:
        notes.append("refers to: " + " ".join(topic[:8]))
    if rest:
        notes.append("the question itself: " + focus[:80])
    asks = tuple(ask for part in parts for ask in _questions(part))[:MOST_QUESTIONS]
    if len(asks) > 1:
        notes.append(f"{len(asks)} questions at once")
    return Understood(
        text=text,
        touches=touches,
        since=since,
        until=until,
        focus=focus,
        asks=asks,
        rest=rest,
        topic=topic,
        attributes=slots,
        past=past,
        refers=refers,
        notes=tuple(notes),
    )


def _focus(text: str) -> tuple[tuple[str, ...], str]:
    """The parts that ask, and what stands around them: after each "what I want to ask is", or all of a query."""
    points = list(_TO_THE_POINT.finditer(shadow(text)))[-MOST_QUESTIONS:]
    asked = []
    for at, point in enumerate(points):
        stop = points[at + 1].start() if at + 1 < len(points) else len(text)
        asked.append(_first_question(text[point.end() : stop]).strip(" ,，：:"))
    asked = [one for one in asked if len(one) > 1]
    return (tuple(asked), text) if asked else ((text,), "")


def _interval(focus: str, now: datetime, zone: str) -> tuple[datetime | None, datetime | None]:
    """The past time that a question speaks of, from the first of its mentions to the end of the last; (None, None)
    when it speaks of none, of now, or only of what is to come."""
    mentions = [one for one in resolve(focus[:500], now, zone, lean="past") if one.until <= now]
    if not mentions:
        return None, None
    return min(one.since for one in mentions), max(one.until for one in mentions)


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

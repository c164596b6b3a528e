"""From what was found in a clause to a candidate: content that stands alone, times, entities, relations, marks.

Confidence (0-1): 0.95 what the person asked to remember or corrected; 0.9 a plain statement; 0.85 an answer to a
question, completed from it; 0.75 what was completed from an earlier turn; 0.5 what only one witness
saw, 0.6 where that one is quite sure; never 1.
Importance (0-1): 0.9 health, safety and identity; 0.7 lasting instructions; 0.6 people; 0.5 other facts and tastes;
0.4 events; 0.3 the state of a task; and never under 0.8 for what the person asked to remember.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from jiyi.language import dates_en, dates_zh
from jiyi.language.dates import DateMention, absolute, resolve
from jiyi.language.normalize import language_of, shadow
from jiyi.language.periods import Lean
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.attributes import fits, get
from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract.frame import Found
from jiyi.policy.extract.opinion import ALONE, QUITE_ALONE
from jiyi.policy.extract.settle import settled
from jiyi.records import Kind, Relation, Source

STATE_DAYS = 7.0  # a task's progress is news for so long

_LATIN_NAME = regex(
    r"\b[A-Z]+\d+[A-Z]\w*|\b[A-Z][\w&'’-]*[a-z0-9](?:[- ](?:[A-Z0-9][\w&'’-]*|\d[\d.]*\d|(?:of|de|van|von|der)(?= )|the(?= [A-Z])))*|\b[a-z]+[A-Z]\w*|\b[A-Z]{2,}\w*"
)
_NOT_NAMES = frozenset(
    """I I'm I've I'd I'll My We We're We've Our The This That It He She They You Your A An And But So Since If When While After
    Before In On At For From To Please Always Never Every Call Use Answer Reply Keep Stop Don't Do Be No Not Yes Actually Just
    Last Next Yesterday Today Tomorrow Also Now Remember Note As Because Although Though With Without Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays Spring Summer Autumn
    Fall Winter Christmas He's She's It's They're You're January February March April May June July August September October November December
    OK TV AM PM Give Make Write Speak Explain There These Those What Where How Who Why Which Correction All FYI BTW Name's""".split()
)


def candidate(
    found: Found, heard: Heard, quote: str, *, outright: bool, corrects: bool, source: str = "said"
) -> Candidate:
    """The memory that a finding makes. `quote` is the clause as it was said; `source` how it was completed."""
    found = settled(found)
    if not fits(found.attribute, found.value):
        found = replace(found, attribute=None, value=None)
    dated = found.content
    mentions = () if _recurs(found) else _mentions(found, heard)
    if mentions and _worth_dating(found) and not _falls_behind(found, mentions, heard):
        dated = absolute(found.content, heard.said_at, heard.zone, "future" if _lies_ahead(found) else "none")
        dated = re.sub(r" (\([^()]*\))(['’]s)\b", r"\2 \1", dated)  # "next year's (2026) goal"
    language = language_of(dated)
    content = _closed(dated, language)
    attribute = get(found.attribute)
    protected = bool(attribute and attribute.protected) and found.kind is not Kind.RELATIONSHIP
    vital = found.kind is Kind.RELATIONSHIP and attribute is not None and attribute.protected
    since, until = _span(found, mentions)
    confidence = {"said": 0.9, "answer": 0.85, "turn before": 0.75}[source]
    if outright or corrects:
        confidence = 0.95
    if found.doubtful:
        confidence = QUITE_ALONE if found.sure else ALONE
    importance = found.importance
    if found.kind is Kind.EVENT:
        importance = 0.4
    if found.kind is Kind.STATE:
        importance = 0.3
    if outright:
        importance = max(importance, 0.8)
    return Candidate(
        kind=found.kind,
        content=content,
        quote=quote,
        language=language,
        attribute=found.attribute,
        value=found.value,
        entities=_entities(found),
        relations=_relations(found),
        confidence=confidence,
        importance=importance,
        source=Source.CORRECTED if corrects else Source.SAID,
        protected=protected or vital or found.importance >= 0.9 or _for_health(found),
        negated=found.negated,
        corrects=corrects,
        ends=found.ends,
        valid_from=since,
        valid_to=until,
        expires_at=heard.said_at + timedelta(days=STATE_DAYS) if found.kind is Kind.STATE else None,
        reason=_reason(found, outright=outright, corrects=corrects, source=source),
    )


_AVOIDED = frozenset({"diet.avoids", "alcohol", "dislike", "diet.style", "caffeine"})
OF_HEALTH = regex(
    r"药(?!店|房|妆)|医生|大夫|医嘱|过敏|手术|怀孕|孕期|哺乳|备孕|胃(?:病|炎|溃疡|出血)|肠|痛风|血糖|血压|血脂|尿酸|结石|肝|肾|化疗|糖尿|发作|进医院|急诊"
    r"|\b(?:meds?|medications?|medicine|doctor|doc|pregnan\w*|surgery|allerg\w*|breastfeeding|kidneys?|liver|gout|reflux|ulcer|diabet\w*|blood (?:sugar|pressure|thinners?)|ibs|celiac|coeliac|seizures?|migraines?|chemo)\b"
)


def avoided(found: Found) -> bool:
    """Whether it tells of something that is not eaten or drunk."""
    return found.attribute in _AVOIDED and (found.negated or found.attribute == "alcohol")


def _for_health(found: Found) -> bool:
    """Whether something is not eaten or drunk for the sake of health ("no grapefruit, it clashes with my meds")."""
    return avoided(found) and OF_HEALTH.search(shadow(found.content)) is not None


def _worth_dating(found: Found) -> bool:
    """Habits and standing instructions keep their own words ("every Friday")."""
    return found.kind not in (Kind.PREFERENCE, Kind.INSTRUCTION) and not _EVERY_TIME.search(shadow(found.content))


# "只有周末才见得到" is each weekend.
_EVERY_TIME = regex(
    r"(?:周末|周[一二三四五六日天]|星期[一二三四五六日天]|礼拜[一二三四五六日天天]|晚上|早上)(?:才|都|就|总|老|一般|通常)(?!要去|去了|走)"
    r"|(?:周末|周[一二三四五六日天]|星期[一二三四五六日天])(?:早上|上午|中午|下午|晚上)?的?(?:[\u4e00-\u9fff]{0,4})(?:补习班|培训班|兴趣班|辅导班|网课)"
)
# "haven't spoken in ten years" is how long, not when.
_HOW_LONG = regex(
    r"\b(?:haven't|hasn't|hadn't|have not|has not|never|first \w+)\b.*\bin (?:\w+ )?(?:years|months|weeks|days)\b"
)


def _falls_behind(found: Found, mentions: tuple[DateMention, ...], heard: Heard) -> bool:
    """Whether a day said of what is still to come was taken for one that is over ("the launch is on the 20th")."""
    return found.attribute == "deadline" and all(
        one.until is not None and one.until <= heard.said_at for one in mentions
    )


def _mentions(found: Found, heard: Heard) -> tuple[DateMention, ...]:
    lean: Lean = "future" if _lies_ahead(found) else "none"
    if _HOW_LONG.search(found.content):
        return ()
    return tuple(m for m in resolve(found.content, heard.said_at, heard.zone, lean) if not m.loose)


# What is had or booked lies ahead, and so does what "is on" a day: "I've got an interview on Friday", "四月五号我约了牙医".
_HAD_OR_SET = regex(
    r"\b(?:(?:i|we)(?:'ve| have)(?: got)?|there(?:'s| is)|(?:is|are|it's) (?:now |set |booked |scheduled |planned )?(?:on|for|at)|booked|scheduled|signed up|registered|reserved|tickets? (?:for|to))\b|约了|预约|订了|定了|定在|挂了号|报了?名|要|会|打算|准备"
)


def _lies_ahead(found: Found) -> bool:
    """Whether an event is still to come, by its words: a day without a year or week is then the next one."""
    seen = shadow(found.content)
    if _PUT_OFF.search(seen) or (_LASTS.search(seen) and not _LASTED.search(seen)):
        return True
    if found.kind is not Kind.EVENT or not (found.rule.startswith("plan") or _HAD_OR_SET.search(seen)):
        return False
    if _SET_FOR.search(seen):
        return True
    lean_of = dates_zh.lean_of if has_han(seen) else dates_en.lean_of
    return lean_of(seen) != "past" and _WAS.search(seen) is None


_WHEN = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\b|may\b|tomorrow|week|month|year|spring|summer|autumn|fall\b|winter|morning|afternoon|evening|noon"
_PUT_OFF = regex(
    r"(?:推迟|延期|延后|延|推|挪|顺延|改期|提前)到|\b(?:postponed|put off|pushed(?: back)?|delayed|brought forward|rescheduled) (?:to|until|till|for)\b"
    # What was moved to a day or month, or was moved by others, is put off; who moved to a town has moved there.
    r"|\b(?:been|is|are|was|were|got|gets|being) moved(?: back| forward)? (?:to|until|till|for)\b"
    rf"|\bmoved(?: back| forward)? (?:to|until|till|for) (?:(?:the|early|mid|late|next|this|about|around) )*(?:\d|{_WHEN})"
)
# "Deployed until February" lies ahead, "we lived there until May" does not.
_LASTS = regex(r"\b(?:until|till) (?:next |the )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)")
_LASTED = regex(r"\b(?:was|were|had|did|used to|(?:i|we|he|she|they) (?:\w+ed|stayed|taught|ran|kept|was|were))\b")
_SET_FOR = regex(r"约了|挂了号|\b(?:'ve|have) got (?:an?|my|our|the|two)\b")
_WAS = regex(
    r"\b(?:was|were|did|had|went|saw|met|(?<!is )(?<!are )(?!need|feed|speed|bed|red|signed|registered)[a-z]{3,}ed)\b|[了过]$"
)


def _span(found: Found, mentions: tuple[DateMention, ...]):  # type: ignore[no-untyped-def]
    """(valid_from, valid_to): an event's own time; for what changed, when it began. Unknown ends are None."""
    if not mentions or found.kind in (Kind.PREFERENCE, Kind.INSTRUCTION, Kind.STATE):
        return None, None
    first = mentions[0]
    if found.kind is Kind.EVENT:
        return first.since, mentions[-1].until
    if found.ends:
        return None, first.since
    return (first.since, None) if first.relative else (None, None)


def _closed(text: str, language: str) -> str:
    """One sentence: a capital at the start in English; an end mark where there is none in English."""
    text = text.strip()
    if language in ("zh", "mixed") or not text:
        return text
    text = text[0].upper() + text[1:]
    text = re.sub(r"\bi\b(?=['’ ]|$)", "I", text)
    return text if text.endswith((".", "!", "?", "…", '"', "”")) else text + "."


# "周一上午十点开站会", "we allow deploys on Friday": of a fact without a person, a bare weekday is every one.
_WEEKDAY = regex(
    r"(?<![上下这本])(?<![上下这本]个)(?:周|星期|礼拜)[一二三四五六日天]"
    r"|(?<!last )(?<!next )(?<!this )(?<!coming )(?<![a-z])(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:first|second|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day of)(?![a-z])"
)
_DATED = regex(
    r"[上下这本]个?(?:周|星期|礼拜|月|年)|[昨今明后前]天|去年|明年|\d[日号月]|了$"
    r"|(?<![a-z])(?:last (?!\w+day of)|next|this (?!is)|tomorrow|yesterday|today|tonight|ago|moved|started|joined|got|was|were|had|went|\d{1,2}(?:st|nd|rd|th)|january|february|march|april|may|june|july|august|september|october|november|december)(?![a-z])"
)


def _recurs(found: Found) -> bool:
    """Whether the only time in a fact is a weekday that comes round."""
    if found.kind is not Kind.FACT or found.attribute not in (None, "project", "work.schedule"):
        return False
    seen = shadow(found.content)
    return _WEEKDAY.search(seen) is not None and _DATED.search(seen) is None


_OWNS = regex(r" [a-z]")
# What an order opens with; written with a capital there, it is no part of the name that follows.
_ORDERS = frozenset(
    """Open Tell Ask Ping Run Check Read Notify Tag Sign Add Email Text Send Mention Review Update Push Merge Put Stick Prefer
    Avoid Include Follow Show Start Begin Translate Log Link Commit Deploy Reference Attach Record Save Bump Consult Import
    Install Remove Delete Don't Let Get Take Bring Buy Contact Schedule Book Address Cite Quote Format Test Build""".split()
)
_OPENS_NAMES = frozenset({"The", "April", "May", "June", "August"})  # "The Hague", "April Jones"
_OF_SOMEBODY = regex(
    r"^(?:我|你|您|他|她|它|咱|俺|本人)|^(?:i|i'\w+|my|me|we|we're|our|us|you|you're|your|he|he's|she|she's|it|it's|they|they're|his|her|their)(?:$| )"
)


def _entities(found: Found) -> tuple[str, ...]:
    """Names in the words that were said: what the frames marked, and words that are written as names. The dates that
    are added to a content are nobody's names, so they are not looked at."""
    names = [name for name in found.entities if not _OF_SOMEBODY.match(shadow(name))]
    for match in _LATIN_NAME.finditer(_closed(found.content, language_of(found.content))):
        owns = _OWNS.match(match.string, match.end()) is not None  # "Mia's party" speaks of Mia
        name = _bare(re.sub("['’]s$", "", match.group()) if owns else match.group())
        if len(name) > 1:
            names.append(name)
    return tuple(dict.fromkeys(name for name in names if len(name) <= 40))


def _bare(name: str) -> str:
    """A name without the pronoun or the order before it ("I'm Ann", "Tell Ann"); nothing when only pronouns, months and
    figures are in it."""
    words = name.split(" ")
    if words[0] in _ORDERS:
        words = words[2:] if words[1:2] == ["the"] else words[1:]
    while words and _no_name(words[0]) and words[0] not in _OPENS_NAMES:
        del words[0]
    return "" if all(_no_name(word) for word in words) else " ".join(words)


def _no_name(word: str) -> bool:
    return word.replace("’", "'") in _NOT_NAMES or word.isdigit()


def _relations(found: Found) -> tuple[Relation, ...]:
    if found.kind is Kind.RELATIONSHIP and found.relation:
        return (Relation(subject="user", relation=found.attribute or "knows", object=found.value or found.relation),)
    if found.relation and found.value and not found.negated:
        own = Relation(subject="user", relation=found.relation, object=found.value)
        at = (Relation(subject="user", relation="works_at", object=found.works_at),) if found.works_at else ()
        return (own, *at)
    return ()


def _reason(found: Found, *, outright: bool, corrects: bool, source: str) -> str:
    words = ["the second witness alone: its meaning"] if found.doubtful else [f"patterns: {found.rule}"]
    if outright:
        words.append("asked to remember")
    if corrects:
        words.append("corrects what was known")
    if source == "answer":
        words.append("an answer to the assistant's question")
    if source == "turn before":
        words.append("completed from the turn before")
    return "; ".join((*words, *found.notes))

"""What of a rule over several days still holds: "I dropped Wednesdays", "现在只有周四去学琴".

The rule as a whole is over, one part of it is not: the memory that takes its place is the old sentence with the days that
stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy import values
from jiyi.policy.candidate import Candidate
from jiyi.policy.decide.reading import Reading, read
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.decision import Neighbour
from jiyi.policy.tables import succession
from jiyi.records import Kind, MemoryRecord, Status

NEAR = 0.28  # similarity from which a sentence that names only a day may mean a memory
CONFIDENCE = 0.7
LONGEST = 60  # characters of what says that some days are over
REASON = "some of its days are over"
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_DAY_EN = regex(rf"(?<![a-z]){_DAY}(?![a-z])")
_LIST_EN = regex(rf"(?i)(?<![a-z])(?:every )?{_DAY}(?:(?:,? and |, ?| ?& ?| ?/ ?)(?:on )?{_DAY})+(?![a-z])")
_DAYS_ZH = "[一二三四五六日天]"
_WEEK = "(?:周|星期|礼拜|週)"
_LIST_ZH = regex(rf"{_WEEK}{_DAYS_ZH}(?:[、,，和跟与及/]{{0,2}}{_WEEK}?{_DAYS_ZH}(?![一-鿿]?[点月号个]))+")
_ONE_ZH = regex(rf"{_WEEK}({_DAYS_ZH}+)")
_ONLY = regex(r"只|仅|就(?=周|星期)|(?<![a-z])(?:only|just)(?![a-z])")
_DROPPED = regex(
    r"不[^,，。]{0,5}了|不再|取消|停了|去掉|砍[了掉]"
    r"|(?<![a-z])(?:dropped|dropping|cut(?:ting)?(?: out)?|gave up|given up|no longer|any ?more|stopped|quit|no (?:more )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?= [a-z]+ (?:any ?more|now)| any ?more| now)|not (?:doing|on|going|running|training)|(?:don't|do not) .*now|cancell?ed)(?![a-z])"
)
# What a Chinese sentence of days is made of besides the doing.
_IDLE_ZH = regex(
    r"现在|以后|今后|如今|开始|从|起|只剩|只能|只有|只|仅|就|能|有|不再|取消|停|去掉|砍|不|再|都|去|来|的|了|我们?|咱们?|每|课|班|练|上|做|学|打|跑|要|用|改|成|没"
)
# Words of the dropping itself, and for one time of whatever is done.
_NO_DOING = frozenset("drop cut cancel quit stop give class session lesson shift day one".split())
# One day only, not the rule.
_ONCE = regex(
    r"这个?(?:周|星期|礼拜|次|回)|本周|下个?(?:周|星期|礼拜)|今天|明天|昨天|这[一二三四五六日天]"
    r"|(?<![a-z])(?:this|next|last|today|tomorrow|yesterday|tonight|once|got|new|for)(?![a-z])|\d"
)


def days(text: str) -> tuple[str, ...]:
    """The weekdays that plain text names, each as "mon" … "sun", in order."""
    if has_han(text):
        found = [_ZH[day] for match in _ONE_ZH.finditer(_spread(text)) for day in match[1]]
    else:
        found = [match[0][:3] for match in _DAY_EN.finditer(text)]
    return tuple(dict.fromkeys(found))


_ZH = dict(zip("一二三四五六日天", "mon tue wed thu fri sat sun sun".split(), strict=True))


def _spread(text: str) -> str:
    """Lists of days with the word for "week" once only: "周二和四" as "周二四"."""
    return _LIST_ZH.sub(lambda match: "周" + "".join(re.findall(_DAYS_ZH, match[0])), text)


def partly(candidate: Candidate, neighbours: Sequence[Neighbour]) -> Candidate | None:
    """The memory of the days that stay, when a candidate says that some days of one current memory are over, or that
    only some are left; None when it says nothing of the sort, or more than one memory may be meant."""
    text = values.plain(candidate.quote)
    if len(text) > LONGEST or candidate.corrects or not candidate.trusted or _ONCE.search(text):
        return None
    only = _ONLY.search(text) is not None
    named = set(days(_of_those_left(text) if only else text))
    if not named or not (only or _DROPPED.search(text)) or succession.PAUSED.search(text):
        return None
    found = []
    for neighbour in neighbours:
        record = neighbour.record
        if record.status is not Status.CURRENT or record.kind is Kind.EVENT or neighbour.similarity < NEAR:
            continue
        known = days(values.plain(record.content))
        stay = tuple(day for day in known if (day in named) == only)
        if stay and len(stay) < len(known) and named <= set(known) and _one_doing(candidate, record):
            found.append((record, stay))
    return _of_days(candidate, *found[0]) if len(found) == 1 else None


def _of_those_left(text: str) -> str:
    """The clause of "Fridays don't work any more, just Tuesdays" that says which are left."""
    left = [clause for clause in re.split("[,，;；]", text) if _ONLY.search(clause) and days(clause)]
    return left[0] if len(left) == 1 else text


def _one_doing(candidate: Candidate, record: MemoryRecord) -> bool:
    """Whether a candidate names nothing but days that the memory does not name."""
    new, old = read(replace(candidate, attribute=None, value=None, content=candidate.quote)), read(record)
    if has_han(new.text):
        rest = _IDLE_ZH.sub(
            "", _ONE_ZH.sub("", _spread(_of_those_left(new.text) if _ONLY.search(new.text) else new.text))
        )
        return new.subject == old.subject and all(sign in old.text for sign in rest if "一" <= sign <= "鿿")
    own = {thing for thing in new.claims if not _DAY_EN.search(thing) and len(thing) > 1} - _NO_DOING
    met = {mine for mine, _ in values.shared(own, old.claims)}
    return new.subject == old.subject and not {one for one in own - met if one not in old.text}


def _of_days(candidate: Candidate, record: MemoryRecord, stay: tuple[str, ...]) -> Candidate | None:
    content = without_others(record.content, stay)
    if content is None:
        return None
    value = without_others(record.value, stay) if record.value else None
    return replace(
        candidate,
        kind=record.kind,
        content=content,
        language=record.language,
        attribute=record.attribute,
        value=value or record.value,
        confidence=CONFIDENCE,
        importance=record.importance,
        protected=record.protected,
        negated=False,
        ends=True,
        expires_at=None,
        valid_from=None,
    )


def without_others(text: str, stay: tuple[str, ...]) -> str | None:
    """A sentence whose list of days keeps those alone that stay; None when it lists none."""
    chinese = _LIST_ZH.search(text)
    if chinese:
        kept = [day for day in re.findall(_DAYS_ZH, chinese[0]) if _ZH[day] in stay]
        week = re.match(_WEEK, chinese[0])
        words = [f"{week[0] if week else '周'}{day}" for day in kept]
        joined = "和".join(words) if len(words) < 3 else "、".join(words)
        return text[: chinese.start()] + joined + text[chinese.end() :]
    english = _LIST_EN.search(text)
    if english is None:
        return None
    names = [day for day in re.findall(f"(?i){_DAY}", english[0]) if day.lower()[:3] in stay]
    joined = " and ".join(names) if len(names) < 3 else ", ".join(names[:-1]) + f" and {names[-1]}"
    every = "every " if english[0].lower().startswith("every ") else ""
    return text[: english.start()] + every + joined + text[english.end() :]


def judge_partly(new: Reading, old: Reading, _similarity: float) -> Verdict | None:
    """The same sentence with fewer days."""
    if not new.ends or new.subject != old.subject:
        return None
    mine, known = days(new.text), days(old.text)
    if not mine or not set(mine) < set(known) or _bare(new.text) != _bare(old.text):
        return None
    return Verdict("update", 0.9, REASON, explicit=True)


def _bare(text: str) -> str:
    if has_han(text):
        return _ONE_ZH.sub("", _spread(text)).strip(" .。")
    return re.sub(r"(?:every)?[\s.]+", " ", _DAY_EN.sub("", _LIST_EN.sub("", text))).strip()

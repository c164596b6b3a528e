"""What is known of a person, told to an assistant: second person, grouped by kind, in a stable order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from jiyi.language.memo import memo
from jiyi.language.normalize import fold
from jiyi.language.regex import regex
from jiyi.language.script import has_han, language_of
from jiyi.language.sentences import QUOTED
from jiyi.policy.lasting import lasting
from jiyi.records import Kind, MemoryRecord, Source, Status

ORDER = (Kind.INSTRUCTION, Kind.FACT, Kind.PREFERENCE, Kind.RELATIONSHIP, Kind.EVENT, Kind.STATE)
HEADINGS = {
    "zh": {
        "safety": "重要",
        Kind.INSTRUCTION: "要求",
        Kind.FACT: "情况",
        Kind.PREFERENCE: "偏好",
        Kind.RELATIONSHIP: "身边的人",
        Kind.EVENT: "经历",
        Kind.STATE: "手头的事",
    },
    "en": {
        "safety": "Important",
        Kind.INSTRUCTION: "Instructions",
        Kind.FACT: "About you",
        Kind.PREFERENCE: "Preferences",
        Kind.RELATIONSHIP: "People",
        Kind.EVENT: "Events",
        Kind.STATE: "In progress",
    },
}

# --- the second person ----------------------------------------------------------------------------------------------

_CHINESE = regex("我们|咱们|咱俩|敝(?=姓)|咱|我|俺|本人|你们|您们|你|您")
_CHINESE_WORDS = {
    "我们": "你们",
    "咱们": "你们",
    "咱俩": "你们俩",
    "我": "你",
    "咱": "你们",
    "俺": "你",
    "敝": "你",
    "本人": "你",
    "你们": "我们",
    "您们": "我们",
    "你": "我",
    "您": "我",
}
_KEEP = regex("自我|忘我|我行我素|我见|大我|小我|敌我")

_ENGLISH = regex(
    r"(?<![\w@./-])(?:(?P<be>am i|was i|are you|were you|i am|i'm|im(?= )|i was|i wasn't|you are|you're|you were|"
    r"you aren't)"
    r"|(?P<word>i've|i'd|i'll|i|me|my|mine|myself|we're|we've|we'd|we'll|we|us|our|ours|ourselves"
    r"|you've|you'd|you'll|you|your|yours|yourself))(?![\w@/]|-\w|\.\w)",
    re.IGNORECASE,
)
_ENGLISH_WORDS = {
    "am i": "are you",
    "was i": "were you",
    "i am": "you are",
    "i'm": "you're",
    "im": "you're",
    "i was": "you were",
    "i wasn't": "you weren't",
    "i've": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
    "i": "you",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
    "we're": "you're",
    "we've": "you've",
    "we'd": "you'd",
    "we'll": "you'll",
    "we": "you",
    "us": "you",
    "our": "your",
    "ours": "yours",
    "ourselves": "yourselves",
    # who is told to remember is the "you" of what was said
    "are you": "am I",
    "were you": "was I",
    "you are": "I am",
    "you're": "I'm",
    "you were": "I was",
    "you aren't": "I'm not",
    "you've": "I've",
    "you'd": "I'd",
    "you'll": "I'll",
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
}
_SUBJECT = regex(
    r"\s+(?:can|could|should|will|would|must|may|might|have|had|do|did|don't|didn't|always|never|said|told|gave)\b"
)
_CASED_NAMES = frozenset({"US", "IM", "ME"})  # a country, an abbreviation, a state
_BEGINS = regex(r"(?:[.!?]\s+|\n\s*)$")
_AM_APART = regex(
    r"\b(you)((?:,?\s+(?:really|also|still|now|currently|always|often|just|only|both|and|too|in fact))+)\s+(am|was)\b",
    re.IGNORECASE,
)
_AND_I_AM = regex(r"\b(and you)\s+am\b", re.IGNORECASE)


@memo(4096)
def second_person(content: str) -> str:
    """A first-person sentence as one would tell it to the person: 我住在杭州 -> 你住在杭州, "I'm allergic to "
    "shellfish."
    -> "You're allergic to shellfish." The assistant that was spoken to becomes "I". What stands in quotation marks
    stays as it was said.
    """
    out: list[str] = []
    last = 0
    for quote in QUOTED.finditer(content):
        out += (_turned(content[last : quote.start()]), quote.group())
        last = quote.end()
    out.append(_turned(content[last:]))
    turned = "".join(out)
    if not has_han(content[:1]) and content[:1].isupper():
        turned = turned[:1].upper() + turned[1:]
    return turned


def _turned(text: str) -> str:
    if not text:
        return text
    text = text.replace("’", "'") if re.search(r"\b[Ii]’|\b[Ww]e’", text) else text
    if has_han(text):
        kept = [match.span() for match in _KEEP.finditer(text)]
        text = _CHINESE.sub(
            lambda m: m.group() if any(a <= m.start() < b for a, b in kept) else _CHINESE_WORDS[m.group()], text
        )
    text = _ENGLISH.sub(_english, text)
    text = _AND_I_AM.sub(r"\1 are", text)
    return _AM_APART.sub(lambda m: f"{m[1]}{m[2]} {'are' if m[3].lower() == 'am' else 'were'}", text)


def _english(match: re.Match[str]) -> str:
    said = match.group()
    begins = match.start() == 0 or _BEGINS.search(match.string, max(0, match.start() - 4), match.start()) is not None
    if said in _CASED_NAMES or (said == "Im" and not begins):
        return said
    low = said.lower()
    if low == "you":
        return "I" if _SUBJECT.match(match.string, match.end()) else "me"
    new = _ENGLISH_WORDS[low]
    return new[0].upper() + new[1:] if begins and said[0].isupper() else new


# --- the profile ----------------------------------------------------------------------------------------------------


_SELF_FIRST = regex(r"(?:我|咱|俺|本人|my\b|i\b|i'|we\b)", re.IGNORECASE)


def line(memory: MemoryRecord, zone: str = "UTC") -> str:
    """One memory in the second person, on one line, without words that go stale, and marked when it was only
    inferred."""
    text = " ".join(memory.content.split())
    text = lasting(text, said_at(memory), zone)
    if memory.kind is Kind.INSTRUCTION and not _SELF_FIRST.match(text):  # an order, which has no person to turn
        return f"你要求：{text}" if has_han(text) else f"You asked: {text}"
    text = second_person(text)
    if memory.source is Source.INFERRED:
        text += "（推测）" if has_han(text) else " (inferred)"
    return text


def said_at(memory: MemoryRecord) -> datetime:
    """When the memory was said first, which its words speak of; when it was recorded if nobody said it."""
    return min((evidence.at for evidence in memory.evidence), default=memory.recorded_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A memory that may stand in a profile, with what is worked out of it once and used for every prompt: its line,
    the tokens of that, and its words and quotes as they are compared with a conversation."""

    record: MemoryRecord
    line: str
    tokens: int
    content: str
    quotes: tuple[str, ...]
    fit: bool  # current and trusted
    until: datetime | None  # when it expires or ends

    def stands(self, now: datetime) -> bool:
        """Whether it may stand in a profile now (see `stands`)."""
        return self.fit and (self.until is None or self.until > now)


def tell(memories: Sequence[MemoryRecord], count: Callable[[str], int], zone: str = "UTC") -> tuple[Told, ...]:
    """Memories as they are told, in the order of a profile."""
    found = []
    for memory in memories:
        text = line(memory, zone)
        quotes = tuple(fold(evidence.quote) for evidence in memory.evidence)
        told = Told(
            record=memory,
            line=text,
            tokens=count(text),
            content=fold(memory.content),
            quotes=quotes,
            fit=_fit(memory),
            until=min((at for at in (memory.expires_at, memory.valid_to) if at is not None), default=None),
        )
        found.append(told)
    return in_order(found)


def in_order(told: Iterable[Told]) -> tuple[Told, ...]:
    """In the order of a profile."""
    return tuple(sorted(told, key=lambda one: _order(one.record)))


def stands(memory: MemoryRecord, now: datetime) -> bool:
    """Whether a memory may stand in a profile now: current, trusted, not expired, not ended."""
    return (
        _fit(memory)
        and (memory.expires_at is None or memory.expires_at > now)
        and (memory.valid_to is None or memory.valid_to > now)
    )


def _fit(memory: MemoryRecord) -> bool:
    return memory.status is Status.CURRENT and memory.trusted


def _order(memory: MemoryRecord) -> tuple[bool, int, float, str, datetime, str]:
    """Protected ones first, then by kind, importance, attribute, and age; the order does not move when a memory is
    recalled, so that prompts stay the same and caches hold."""
    place = ORDER.index(memory.kind)
    return not memory.protected, place, -memory.importance, memory.attribute or "~", memory.recorded_at, memory.id


def majority_language(texts: Sequence[str]) -> str:
    """ "zh" or "en": which of them more of the texts are in ("zh" when they are as many)."""
    languages = [language_of(text) for text in texts]
    chinese = sum(language in ("zh", "mixed") for language in languages)
    return "zh" if chinese and chinese * 2 >= len(languages) - languages.count("und") else "en"


def ordered(memories: Sequence[MemoryRecord], now: datetime) -> list[MemoryRecord]:
    """The memories that a profile rests on, in its order (see `stands`)."""
    return sorted((memory for memory in memories if stands(memory, now)), key=_order)


def grouped(lines: Sequence[tuple[MemoryRecord, str]], language: str) -> str:
    """Memories already in order, each with its line, under headings: "- …"."""
    headings = HEADINGS["zh" if language == "zh" else "en"]
    made: list[str] = []
    current = ""
    for memory, text in lines:
        heading = headings["safety"] if memory.protected else headings[memory.kind]
        if heading != current:
            made.append(f"{heading}{'：' if language == 'zh' else ':'}")
            current = heading
        made.append(f"- {text}")
    return "\n".join(made)


def profile(memories: Sequence[MemoryRecord], now: datetime, language: str | None = None, zone: str = "UTC") -> str:
    """What is known of the user, in the second person, grouped by kind in a stable order; "" when nothing is.

    Headings are in `language`, by default the one that most memories are in. Days are those of `zone`.
    """
    shown = ordered(memories, now)
    if not shown:
        return ""
    chosen = language or majority_language([memory.content for memory in shown])
    return grouped([(memory, line(memory, zone)) for memory in shown], chosen)

"""What is known of a person, told to an assistant: second person, grouped by kind, in a stable order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from jiyi.language.memo import memo
from jiyi.language.script import has_han, language_of
from jiyi.records import Kind, MemoryRecord, Source, Status

ORDER = (Kind.INSTRUCTION, Kind.FACT, Kind.PREFERENCE, Kind.RELATIONSHIP, Kind.EVENT, Kind.STATE)
HEADINGS = {
    "zh": {
        "safety": "健康与安全",
        Kind.INSTRUCTION: "要求",
        Kind.FACT: "情况",
        Kind.PREFERENCE: "偏好",
        Kind.RELATIONSHIP: "身边的人",
        Kind.EVENT: "经历",
        Kind.STATE: "手头的事",
    },
    "en": {
        "safety": "Health and safety",
        Kind.INSTRUCTION: "Instructions",
        Kind.FACT: "About you",
        Kind.PREFERENCE: "Preferences",
        Kind.RELATIONSHIP: "People",
        Kind.EVENT: "Events",
        Kind.STATE: "In progress",
    },
}

# --- the second person ----------------------------------------------------------------------------------------------

_QUOTES = re.compile(
    r"“[^“”]{0,300}”|「[^「」]{0,300}」|『[^『』]{0,300}』|《[^《》]{0,100}》|`[^`]{0,300}`|\"[^\"\n]{0,300}\"|"
    r"(?<!\w)‘[^‘’]{0,300}’(?!\w)"
)
_CHINESE = re.compile("我们|咱们|咱俩|咱|我|俺|本人|你们|您们|你|您")
_CHINESE_WORDS = {
    "我们": "你们",
    "咱们": "你们",
    "咱俩": "你们俩",
    "我": "你",
    "咱": "你们",
    "俺": "你",
    "本人": "你",
    "你们": "我们",
    "您们": "我们",
    "你": "我",
    "您": "我",
}
_KEEP = re.compile("自我|忘我|我行我素|我见|大我|小我|敌我")

_ENGLISH = re.compile(
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
_SUBJECT = re.compile(
    r"\s+(?:can|could|should|will|would|must|may|might|have|had|do|did|don't|didn't|always|never|said|told|gave)\b"
)
_CASED_NAMES = frozenset({"US", "IM", "ME"})  # a country, an abbreviation, a state
_BEGINS = re.compile(r"(?:[.!?]\s+|\n\s*)$")
_AM_APART = re.compile(
    r"\b(you)((?:\s+(?:really|also|still|now|currently|always|often|just|only|both))+)\s+(am|was)\b", re.IGNORECASE
)
_AND_I_AM = re.compile(r"\b(and you)\s+am\b", re.IGNORECASE)


@memo(4096)
def second_person(content: str) -> str:
    """A first-person sentence as one would tell it to the person: 我住在杭州 -> 你住在杭州, "I'm allergic to "
    "shellfish."
    -> "You're allergic to shellfish." The assistant that was spoken to becomes "I". What stands in quotation marks
    stays as it was said.
    """
    out: list[str] = []
    last = 0
    for quote in _QUOTES.finditer(content):
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


_SELF_FIRST = re.compile(r"(?:我|咱|俺|本人|my\b|i\b|i'|we\b)", re.IGNORECASE)


def line(memory: MemoryRecord) -> str:
    """One memory in the second person, on one line, and marked when it was only inferred."""
    text = " ".join(memory.content.split())
    if memory.kind is Kind.INSTRUCTION and not _SELF_FIRST.match(text):  # an order, which has no person to turn
        return f"你要求：{text}" if has_han(text) else f"You asked: {text}"
    text = second_person(text)
    if memory.source is Source.INFERRED:
        text += "（推测）" if has_han(text) else " (inferred)"
    return text


def majority_language(texts: Sequence[str]) -> str:
    """ "zh" or "en": which of them more of the texts are in ("zh" when they are as many)."""
    languages = [language_of(text) for text in texts]
    chinese = sum(language in ("zh", "mixed") for language in languages)
    return "zh" if chinese and chinese * 2 >= len(languages) - languages.count("und") else "en"


def ordered(memories: Sequence[MemoryRecord], now: datetime) -> list[MemoryRecord]:
    """The memories that a profile rests on, in its order: current, trusted, not expired, not ended.

    Protected ones come first, then by kind, importance, attribute, and age; the order does not move when a memory is
    recalled, so that prompts stay the same and caches hold.
    """
    shown = [
        memory
        for memory in memories
        if memory.status is Status.CURRENT
        and memory.trusted
        and (memory.expires_at is None or memory.expires_at > now)
        and (memory.valid_to is None or memory.valid_to > now)
    ]
    return sorted(
        shown,
        key=lambda m: (not m.protected, ORDER.index(m.kind), -m.importance, m.attribute or "~", m.recorded_at, m.id),
    )


def grouped(memories: Sequence[MemoryRecord], language: str) -> str:
    """Memories already in order, as lines under headings: "- …"."""
    headings = HEADINGS["zh" if language == "zh" else "en"]
    lines: list[str] = []
    current = ""
    for memory in memories:
        heading = headings["safety"] if memory.protected else headings[memory.kind]
        if heading != current:
            lines.append(f"{heading}{'：' if language == 'zh' else ':'}")
            current = heading
        lines.append(f"- {line(memory)}")
    return "\n".join(lines)


def profile(memories: Sequence[MemoryRecord], now: datetime, language: str | None = None) -> str:
    """What is known of the user, in the second person, grouped by kind in a stable order; "" when nothing is.

    Headings are in `language`, by default the one that most memories are in.
    """
    shown = ordered(memories, now)
    if not shown:
        return ""
    return grouped(shown, language or majority_language([memory.content for memory in shown]))

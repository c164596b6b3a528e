"""Preferences that nobody has confirmed for long come back as a question: which one, whether it was asked, and what the
user answered."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.tokens import terms
from jiyi.policy.forget import confirmed_at
from jiyi.policy.profile import stands
from jiyi.records import Kind, MemoryRecord

ASKED_AT, ASKED_IN, ASKED_AFTER = (
    "asked_at",
    "asked_in",
    "asked_after",
)  # in `meta`: when, in which session, after which
READ = 80  # characters of an answer

_QUESTION = regex(r"[?？]|[吗嘛呢么](?:[。.!！～~\s]|$)|是不是|还是不|有没有变")
_LEAD = r"(?:嗯+|哦+|噢|啊+|呃|额|哈+|oh|well|um+|uh|hmm+|actually|其实|对了)[\s,，、。.…]*"
_NO = regex(
    rf"^(?:{_LEAD})*(?:不了|不再|不是了?|没有?了|早就?不|已经不|现在不|不(?:喜欢|爱|吃|喝|用|看|玩|去|这样|需要|想|是这样|怎么|太)了?"
    r"|变了|改了|换了|没这个习惯了|不用了|不需要了|不对了?|(?:没有|否|不)(?=[\s,，。.!！]|$)"
    r"|no\b(?! doubt| question| change)|nope|nah|not (?:any ?more|really|now|so|these days|since)|no longer|that(?:'s| has|'ve)? changed"
    r"|things? (?:have )?changed|i (?:don't|do not|stopped|quit|gave (?:it|that) up|changed)|it(?:'s| has) changed|used to)"
)
_YES = regex(
    rf"^(?:{_LEAD})*(?:是的?|对的?|还是|依然|仍然|仍旧|照旧|没变|没有变|一直(?:是|都|这样)?|当然|没错|嗯嗯?|老样子|一样|不变|还(?:这样|那样|喜欢|爱|吃|喝|用|不)|对啊|有的"
    r"|yes\b|yeah|yep|yup|still\b|sure\b|of course|it (?:still )?(?:is|does)|that's (?:still )?(?:right|true|so|correct)|i (?:still )?do\b|i still"
    r"|absolutely|definitely|correct\b|right\b|always|no change|nothing(?:'s| has) changed|same(?: as)?|as ever|indeed)"
)
_DOUBT = regex(
    r"吧[。.!！\s]*$|不一定|看情况|有时候?|偶尔|不确定|不好说|sometimes|depends|maybe|not sure|kind of|sort of|[?？]"
)


def to_ask(
    memories: Sequence[MemoryRecord], recalled: Collection[str], session: str, days: float | None, now: datetime
) -> MemoryRecord | None:
    """The preference to ask about, None when there is none: one that was neither said, confirmed nor asked about for
    `days`. At most one in a session. One that the talk touches (`recalled`) goes first, then the one that was
    confirmed longest ago."""
    if days is None or any(memory.meta.get(ASKED_IN) == session for memory in memories):
        return None
    due = [
        memory
        for memory in memories
        if memory.kind is Kind.PREFERENCE
        and not memory.protected
        and stands(memory, now)
        and stale(confirmed_at(memory), days, now)
    ]
    return min(due, key=lambda memory: (memory.id not in recalled, confirmed_at(memory), memory.id), default=None)


def stale(confirmed: datetime, days: float, now: datetime) -> bool:
    """Whether what was last confirmed then may be asked about."""
    return now - confirmed >= timedelta(days=min(days, 1e6))


def asked(memory: MemoryRecord, session: str, after: int, now: datetime) -> MemoryRecord:
    """The memory, marked as asked about in a session after its message `after`."""
    marks = {ASKED_AT: now.isoformat(), ASKED_IN: session, ASKED_AFTER: after}
    return replace(memory, meta={**memory.meta, **marks})


def waiting(memory: MemoryRecord, session: str) -> int | None:
    """The seq after which an answer about it may come in this session; None when nothing was asked."""
    after = memory.meta.get(ASKED_AFTER)
    return after if memory.meta.get(ASKED_IN) == session and isinstance(after, int) else None


def settled(meta: Mapping[str, Any]) -> dict[str, Any]:
    """The meta of a memory that was answered: when and where it was asked stays, the wait for an answer ends."""
    return {name: value for name, value in meta.items() if name != ASKED_AFTER}


def was_asked(reply: str, memory: MemoryRecord) -> bool:
    """Whether the assistant's words ask about this memory: a question that shares a word with it."""
    if not _QUESTION.search(reply):
        return False
    own = {term for term in terms(memory.content) if len(term) > 1}
    return not own.isdisjoint(terms(reply[-2_000:]))


def answer(text: str, content: str) -> Literal["yes", "no"] | None:
    """What a user's message says to "is that still so?", asked about a memory: None when it does not say, or only
    half. Of something the user does not do, "不吃" and "no, I don't" say that it is still so."""
    said, known = shadow(text.strip()[:READ]), shadow(content)
    if _DOUBT.search(said):
        return None
    echo = next((found for found in _NOT.finditer(said) if found["not"] in known), None)
    if echo is not None:
        return None if _ANY_MORE.search(said, echo.end()) else "yes"
    if _NO.match(said):
        return "no"
    return "yes" if _YES.match(said) else None


_NOT = regex(r"(?P<not>[不没][一-鿿]|\b(?:don't|do not|can't|cannot|won't|never|not)\b)")
_ANY_MORE = regex(r"了|any ?more|any longer|these days")

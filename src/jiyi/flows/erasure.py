"""Working out what has to go so that nothing of a forgotten thing is left: memories, turns, messages, summaries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from jiyi import codec
from jiyi.flows import sessions
from jiyi.flows.parts import Parts
from jiyi.language.script import language_of
from jiyi.policy.redact import redact
from jiyi.policy.window import turns
from jiyi.records import Episode, Evidence, MemoryRecord, Message, SessionRecord, Summary
from jiyi.rows import SessionSave

DONE = ("(asked to forget something; done)", "（请求忘记一件事，已照办）")  # in place of an order that names the thing


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """What one erasure removes whole, and what it cuts words out of."""

    removed: tuple[str, ...] = ()  # memories and episodes
    memories: tuple[MemoryRecord, ...] = ()  # kept, with words cut from their evidence
    episodes: tuple[Episode, ...] = ()  # kept, with words cut
    messages: Mapping[tuple[str, int], Message | None] = field(default_factory=dict)
    scrubbed: tuple[str, ...] = ()
    saves: tuple[SessionSave, ...] = ()
    sessions: tuple[str, ...] = ()

    @property
    def anything(self) -> bool:
        return bool(self.removed or self.messages or self.sessions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What was meant: memories, whole turns (episode ids) and whole sessions, and words of a topic beyond those of
    the memories themselves."""

    memories: frozenset[str] = frozenset()
    turns: frozenset[str] = frozenset()
    sessions: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    about: str = ""  # the topic in the words of the order


async def work_out(
    parts: Parts,
    user: str,
    memories: Mapping[str, MemoryRecord],
    episodes: Mapping[str, Episode],
    chosen: Chosen,
    order: Message | None = None,
) -> Erasure:
    """From the ids that were chosen to everything that holds their words.

    The words are the quotes and values of the memories that go. Where they stand in a turn together with other
    things, only the clauses that carry them are cut; a turn that was chosen itself goes whole.
    """
    gone, turns_gone, whole_sessions = chosen.memories, chosen.turns, chosen.sessions
    doomed = [memories[one] for one in memories if one in gone]
    quotes = tuple(dict.fromkeys(one.quote for record in doomed for one in record.evidence if one.quote))
    quotes += tuple(record.content for record in doomed if record.content not in quotes)
    values = tuple(dict.fromkeys(name for record in doomed for name in _telling(record)))
    cutting = _Cutting(quotes=(*quotes, *chosen.quotes), values=(*values, *chosen.values))
    kept_turns, removed_turns = _cut_turns(episodes, turns_gone, whole_sessions, cutting)
    touched = {one.session for one in (*kept_turns, *(episodes[id] for id in removed_turns))}
    touched |= {e.session for record in doomed for e in record.evidence if e.session is not None}
    if order is not None and (doomed or touched):
        touched.add(order.session)
    changed: dict[tuple[str, int], Message | None] = {}
    saves: list[SessionSave] = []
    for session in sorted(touched - set(whole_sessions)):
        own = [one for one in episodes.values() if one.session == session]
        dropped = [(one.first, one.last) for one in own if one.id in turns_gone]
        changed |= await _cut_messages(parts, user, session, dropped, cutting, order, chosen.about)
        save = _cut_session(parts, await sessions.record(parts, user, session), cutting)
        saves += [] if save is None else [save]
    kept = tuple(_cut_evidence(memories, gone, cutting, whole_sessions))
    removed = (*(one for one in memories if one in gone), *removed_turns)
    scrubbed = (*removed, *(one.id for one in kept), *(one.id for one in kept_turns))
    return Erasure(
        removed=removed,
        memories=kept,
        episodes=tuple(kept_turns),
        messages=changed,
        scrubbed=scrubbed,
        saves=tuple(saves),
        sessions=whole_sessions,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cutting:
    """What is cut out of texts."""

    quotes: tuple[str, ...]
    values: tuple[str, ...]

    def of(self, text: str) -> str | None:
        """The text without it; None when nothing is left; the same object when nothing was in it."""
        if not text or not (self.quotes or self.values):
            return text
        return redact(text, self.quotes, self.values)


def _telling(record: MemoryRecord) -> tuple[str, ...]:
    """The words by which a forgotten thing would still be known: its value and the names in it."""
    names = [record.value or "", *record.entities]
    return tuple(one for one in names if len(one) > 1)


def _cut_turns(
    episodes: Mapping[str, Episode], chosen: frozenset[str], whole_sessions: tuple[str, ...], cutting: _Cutting
) -> tuple[list[Episode], list[str]]:
    kept: list[Episode] = []
    removed: list[str] = []
    for one in episodes.values():
        if one.id in chosen or one.session in whole_sessions:
            removed.append(one.id)
            continue
        cut = tuple((role, text) for role, old in one.parts if (text := cutting.of(old)) is not None)
        if cut == one.parts:
            continue
        if any(text.strip() for _, text in cut):
            kept.append(replace(one, parts=cut))
        else:
            removed.append(one.id)
    return kept, removed


async def _cut_messages(
    parts: Parts,
    user: str,
    session: str,
    dropped: list[tuple[int, int]],
    cutting: _Cutting,
    order: Message | None,
    about: str,
) -> dict[tuple[str, int], Message | None]:
    """Messages of a session that go whole or lose words. The order itself is kept, without the words."""
    found: dict[tuple[str, int], Message | None] = {}
    for turn in turns(await sessions.messages(parts, user, session)):
        for one in turn.messages:
            ordered = order is not None and one.session == order.session and one.seq >= order.seq
            if not ordered and any(first <= one.seq <= last for first, last in dropped):
                found[session, one.seq] = None
                continue
            text = cutting.of(one.content)
            if order is not None and (one.session, one.seq) == (order.session, order.seq):
                text = redact(one.content, (), (about,)) if about else one.content
                text = text or DONE[language_of(one.content) == "zh"]
            meta = _cut_value(dict(one.meta), cutting)
            if text == one.content and meta == one.meta:
                continue
            found[session, one.seq] = None if text is None else replace(one, content=text, meta=meta or {})
    return found


def _cut_evidence(
    memories: Mapping[str, MemoryRecord], gone: frozenset[str], cutting: _Cutting, whole_sessions: tuple[str, ...]
) -> list[MemoryRecord]:
    """Memories that stay but quote what goes, or rest partly on a session that goes."""
    found: list[MemoryRecord] = []
    for record in memories.values():
        if record.id in gone:
            continue
        kept: list[Evidence] = []
        for one in record.evidence:
            if one.session in whole_sessions:
                continue
            quote = cutting.of(one.quote)
            kept.append(one if quote == one.quote else replace(one, quote=quote or record.content))
        pointer = None if record.superseded_by in gone else record.superseded_by
        if tuple(kept) != record.evidence or pointer != record.superseded_by:
            found.append(replace(record, evidence=tuple(kept), superseded_by=pointer))
    return found


def _cut_session(parts: Parts, record: SessionRecord, cutting: _Cutting) -> SessionSave | None:
    """State, scratchpad and summary without the words."""
    summary = record.summary
    new = replace(
        record,
        state=_cut_value(dict(record.state), cutting) or {},
        scratchpad=_cut_value(dict(record.scratchpad), cutting) or {},
        summary=Summary(
            topic=cutting.of(summary.topic) or "",
            goal=cutting.of(summary.goal) or "",
            confirmed=tuple(text for one in summary.confirmed if (text := cutting.of(one))),
            pending=tuple(text for one in summary.pending if (text := cutting.of(one))),
            preferences=tuple(text for one in summary.preferences if (text := cutting.of(one))),
            upto=summary.upto,
            folds=summary.folds,
        ),
    )
    if new == record:
        return None
    return SessionSave(id=record.id, body=codec.session_body(new), revision=record.revision, at=parts.clock())


def _cut_value(value: Any, cutting: _Cutting) -> Any:
    """The same for JSON-like values."""
    if isinstance(value, str):
        return cutting.of(value)
    if isinstance(value, dict):
        return {key: new for key, one in value.items() if (new := _cut_value(one, cutting)) is not None}
    if isinstance(value, list | tuple):
        return [new for one in value if (new := _cut_value(one, cutting)) is not None]
    return value

"""Compaction: whole turns leave the window, oldest first, into the bounded summary, before the budget is full."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from jiyi import codec
from jiyi.errors import ModelReplyInvalid, ModelUnavailable
from jiyi.flows import standing
from jiyi.flows.aside import LONG, aside
from jiyi.flows.parts import Parts
from jiyi.flows.shelf import Shelf
from jiyi.flows.spent import complete
from jiyi.policy import fold, state, window
from jiyi.ports import Completion
from jiyi.records import Message, Role, SessionRecord, Summary, Turn
from jiyi.rows import SessionSave

log = logging.getLogger("jiyi.worker")

FOLDING = ("summary", "summary_buffer")


async def compact(
    parts: Parts,
    shelf: Shelf,
    record: SessionRecord,
    messages: Sequence[Message],
    due: frozenset[int],
    *,
    ended: bool,
    scanned: int,
) -> None:
    """Take the user's answers to what was asked of memories, and bring the session's state and summary up to date, and
    how far it was `scanned`, if they move; all saved with the shelf's write."""
    await standing.take_answers(parts, shelf, record.user, record.id, messages, due)
    new = replace(record, scanned=scanned)
    for message in messages:
        if message.seq in due and message.role is Role.USER:
            new = replace(new, state=state.derive(new.state, message.content))
    size = sum(len(one.content) for one in messages)
    leaving = await aside(size, partial(_leaving, parts, record, messages, ended))
    if leaving:
        new = replace(new, summary=await summarised(parts, record.summary, leaving))
    if new != record:
        now = parts.clock()
        shelf.save(SessionSave(id=record.id, body=codec.session_body(new), revision=record.revision, at=now))


def _leaving(parts: Parts, record: SessionRecord, messages: Sequence[Message], ended: bool) -> tuple[Turn, ...]:
    settings = parts.settings.window
    if settings.strategy not in FOLDING:
        return ()
    open_turns = window.turns([one for one in messages if one.seq > record.summary.upto])
    if ended:
        return open_turns
    return window.leaving(open_turns, settings, _roughly(parts.count))


def _roughly(count: Callable[[str], int]) -> Callable[[str], int]:
    """Counts only the beginning of a very long text, and the rest in proportion: it is over any budget anyway."""

    def counted(text: str) -> int:
        return count(text) if len(text) <= LONG else count(text[:LONG]) * len(text) // LONG

    return counted


async def summarised(parts: Parts, summary: Summary, leaving: Sequence[Turn]) -> Summary:
    """The summary with these turns folded in: by the model where one is configured, by rules while there is none
    or it does not answer. Either way it stays within its bound."""
    most = parts.settings.window.summary_tokens
    count = parts.count
    if parts.model is None:
        return fold.fold(summary, leaving, max_tokens=most, count=count)
    reply: Completion | None = None
    try:
        prompt = fold.summary_prompt(summary, leaving)
        reply = await complete(parts.model, prompt, schema=fold.summary_schema(), max_tokens=2 * most)
        parts.spent.answered(reply)
        told = fold.parse_summary(reply.text)
    except (ModelUnavailable, ModelReplyInvalid) as error:
        parts.spent.fault(answered=reply is not None)
        log.warning("the summary was made by rules: %s", error.code)
        return fold.fold(summary, leaving, max_tokens=most, count=count)
    covered = replace(told, upto=max(turn.last for turn in leaving), folds=summary.folds + 1)
    return fold.bounded(covered, max_tokens=most, count=count)

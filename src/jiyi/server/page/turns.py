"""What happened in a turn: the context by part, the recall by stage, and the memories that messages left behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from jiyi.errors import InvalidInput, NotFound
from jiyi.flows.read import resting_on
from jiyi.records import MemoryRecord, Message, Role
from jiyi.server import wire
from jiyi.server.page.known import reason_of
from jiyi.server.page.view import View
from jiyi.server.recent import Given
from jiyi.trace import Stage

BUDGET = 2000  # tokens that are proposed
SESSIONS = 200  # that are listed at once
NEWEST = 40  # messages of a session that are shown
REASONS = 20  # memories whose reason is read from the log
HITS = 8  # as `context` asks for
WIDTH = 1000  # units of a bar


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of a bar: where it begins, how wide it is, and its colour's number."""

    name: str
    value: float
    start: float
    width: float
    colour: int


def bar(values: Mapping[str, float], whole: float) -> list[Piece]:
    """Values one after the other, on a bar of WIDTH that stands for `whole`."""
    pieces, at = [], 0.0
    for number, (name, value) in enumerate(values.items()):
        width = WIDTH * value / whole if whole else 0.0
        pieces.append(
            Piece(name=name, value=value, start=round(at, 1), width=round(max(width, 1.0), 1), colour=number % 8)
        )
        at += width
    return pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A memory that a message left behind, with the reason that the log gives."""

    record: MemoryRecord
    why: str


async def turn(view: View) -> Response:
    """A conversation's newest messages with what each left behind; and on request what the model would get."""
    session = view.asked("session")
    if not session:
        found = await view.ask("sessions", after=view.asked("after"), limit=SESSIONS)
        following = found[-1] if len(found) == SESSIONS else None
        return view.html("turn.html", session=None, sessions=found, following=following)
    page = {"session": session, "sessions": (), "budget": BUDGET, "input": "", "why_id": "", "fault": ""}
    shown: dict[str, Any] = {**page, "given": None, "made": None, "found": None, "bar": bar, "stages": stages}
    messages = await view.ask("session.messages", session=session, limit=NEWEST)
    given = await view.serving.given(view.user or "", session)
    if view.request.method == "POST":
        shown |= await _worked_out(view, session, messages)
    elif id := view.asked("given"):
        shown |= _as_given(given, id)
    return view.html(
        "turn.html",
        **shown,
        messages=messages[::-1],
        left=await _left(view, session, messages),
        recent=given,
    )


def _as_given(remembered: Sequence[Given], id: str) -> dict[str, Any]:
    """A context as it went out. Raises NotFound."""
    given = next((one for one in remembered if one.id == id), None)
    if given is None:
        raise NotFound("this context is no longer remembered")
    recall = given.context.trace.recall
    found = None if recall is None else wire.PlainRecall(hits=(), trace=recall)
    return {"given": given, "made": given.context, "found": found, "budget": given.budget, "input": given.input or ""}


async def _worked_out(view: View, session: str, messages: Sequence[Message]) -> dict[str, Any]:
    """The context and the recall for the form's input, or for the newest message."""
    said, asked, why_id = view.given("input").strip(), view.given("budget"), view.given("why_id").strip()
    if not asked.isascii() or not asked.isdecimal() or len(asked) > 7:
        raise InvalidInput("the budget is a number of tokens")
    shown: dict[str, Any] = {"input": said, "budget": int(asked), "why_id": why_id}
    try:
        made: wire.PlainContext = await view.ask(
            "session.context", session=session, input=said or None, max_tokens=int(asked)
        )
    except InvalidInput as error:
        return {**shown, "fault": str(error)}
    query = said or next((one.content for one in reversed(messages) if one.role is Role.USER), "")
    found: wire.PlainRecall | None = None
    if query.strip():
        found = await view.ask("recall", query=query, k=HITS, why_not=[why_id] if why_id else [])
    return {**shown, "made": made, "found": found}


def stages(told: Sequence[Stage]) -> list[tuple[Stage, Piece]]:
    """Stages with their place in time."""
    times = {str(number): one.milliseconds for number, one in enumerate(told)}
    return list(zip(told, bar(times, sum(times.values())), strict=True))


async def _left(view: View, session: str, messages: Sequence[Message]) -> Mapping[int, list[Left]]:
    """By message: the memories that rest on it."""
    seqs = {one.seq for one in messages}
    found: dict[int, list[Left]] = {}
    read = 0
    for record in await resting_on(view.serving.memory._parts, view.user or "", session, sorted(seqs)):
        for seq in {one.seq for one in record.evidence if one.session == session and one.seq in seqs}:
            why = ""
            if read < REASONS:
                read += 1
                why = await reason_of(view, record)
            found.setdefault(seq or 0, []).append(Left(record=record, why=why))
    return found

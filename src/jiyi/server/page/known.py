"""What it knows about me: memories by kind and time, search, one memory with its history, and setting it right."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from starlette.responses import Response

from jiyi.errors import InvalidInput, NotFound
from jiyi.records import Action, Kind, MemoryRecord, Source, Status
from jiyi.server.page.view import View

ORDER = (Kind.FACT, Kind.PREFERENCE, Kind.RELATIONSHIP, Kind.INSTRUCTION, Kind.EVENT, Kind.STATE)
FIRST = 6  # of each kind on the first view
SIZE = 50  # of a page
FOUND = 50  # that a search shows
LITERAL = 25_000  # memories; with more, a search reads no texts and goes by words and meaning alone
SURE, LIKELY = 0.9, 0.6  # least confidence for these words
MADE = (Action.ADD, Action.SUPPLEMENT)
READ = 20  # rows of the log of one memory among which the first is
PAST = (Status.SUPERSEDED, Status.RETRACTED, Status.ARCHIVED)
STANDINGS: Mapping[str, tuple[Status, ...]] = {
    "now": (Status.CURRENT,),
    "pending": (Status.PENDING,),
    "past": PAST,
    "every": tuple(Status),
}
# The verbs that a button stands for, with the fields that its form has; each with what undoes it.
UNDO: Mapping[str, str | None] = {
    "correct": "restore",
    "retract": "restore",
    "confirm": None,
    "restore": "retract",
    "pin": "unpin",
    "unpin": "pin",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is looked for, as the address says it."""

    query: str = ""
    kind: str = ""
    standing: str = "now"
    source: str = ""
    day: str = ""

    @property
    def narrowed(self) -> bool:
        """Whether it is less than everything that holds now."""
        return self != Wanted()

    def fields(self, zone: str) -> dict[str, Any]:
        """For `list` and `recall`. Raises InvalidInput."""
        found: dict[str, Any] = {"status": [one.value for one in STANDINGS[self.standing]]}
        if self.kind:
            found["kinds"] = [self.kind]
        if self.day:
            found["as_of"] = end_of(self.day, zone)
        return found


def wanted(view: View) -> Wanted:
    """What the address asks for. Raises InvalidInput."""
    found = Wanted(
        query=view.asked("q").strip(),
        kind=view.asked("kind"),
        standing=view.asked("standing", "now") or "now",
        source=view.asked("source"),
        day=view.asked("day"),
    )
    known = (found.kind, ["", *Kind]), (found.standing, list(STANDINGS)), (found.source, ["", *Source])
    if any(one not in allowed for one, allowed in known):
        raise InvalidInput("this filter is not known")
    return found


def date_of(day: str) -> date:
    """A day of the address, also as people write it (2026-5-3). Raises InvalidInput."""
    try:
        return datetime.strptime(day, "%Y-%m-%d").date()  # noqa: DTZ007 - a day has no zone
    except ValueError as error:
        raise InvalidInput("a day is written 2026-05-31") from error


def end_of(day: str, zone: str) -> datetime:
    """The last moment of a day. Raises InvalidInput."""
    try:
        return datetime.combine(date_of(day), time.max, ZoneInfo(zone)).astimezone(UTC)
    except OverflowError as error:
        raise InvalidInput("this day is out of range") from error


def number_of(text: str) -> int:
    """A place in a list, as the address says it; the beginning when it says none. Raises InvalidInput."""
    if text and not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise InvalidInput("this is no place in a list")
    return int(text or 0)


def sureness(record: MemoryRecord) -> str:
    """The word for how sure a memory is."""
    return "sure" if record.confidence >= SURE else "likely" if record.confidence >= LIKELY else "unsure"


async def just_done(view: View) -> dict[str, Any]:
    """What was done just now and how it is undone. What a restored memory ended comes back by that."""
    told: dict[str, Any] = {"undo": UNDO.get(view.asked("done")), "of": view.asked("of"), "ended": None}
    if view.asked("done") == "restore" and (id := view.asked("ended")):
        try:
            told["ended"] = await view.ask("get", id=id)
        except NotFound:  # erased since
            return told
        told |= {"undo": "restore", "of": id}
    return told


async def reason_of(view: View, record: MemoryRecord) -> str:
    """Why a memory was written, or not taken at once, as the log has it."""
    log = await view.ask("changes", ref=record.id, limit=READ)
    return next((one.why for one in log if one.action in MADE), "")


# --- looking ------------------------------------------------------------------------------------------------------
async def memories(view: View) -> Response:
    """The first view by kinds; a list when something is looked for. htmx gets only the list."""
    asked = wanted(view)
    shown: dict[str, Any] = {"wanted": asked, "order": ORDER, "sources": list(Source), "standings": list(STANDINGS)}
    shown |= {"sureness": sureness, "best": False, **await just_done(view)}
    if not asked.narrowed:
        shown |= {"groups": await _groups(view), "items": (), "total": 0, "following": None}
    elif asked.query:
        found = await _searched(view, asked)
        shown |= {"groups": None, "items": found, "total": len(found), "following": None}
        shown["best"] = len(found) == FOUND  # there may be more
    else:
        fields = asked.fields(view.serving.settings.zone)
        if asked.source:
            fields["where"] = json.dumps({"source": asked.source})
        if cursor := view.asked("cursor"):
            fields["cursor"] = cursor
        found = await view.ask("list", limit=SIZE, **fields)
        shown |= {"groups": None, "items": found.items, "total": found.total, "following": found.cursor}
    part = "_more.html" if view.asked("cursor") else "_list.html"
    return view.html(part if view.partly else "memories.html", **shown)


async def _groups(view: View) -> list[tuple[Kind, Any]]:
    """The newest of each kind that there is."""
    found = [(kind, await view.ask("list", kinds=[kind.value], limit=FIRST)) for kind in ORDER]
    return [(kind, page) for kind, page in found if page.total]


async def _searched(view: View, asked: Wanted) -> Sequence[MemoryRecord]:
    """What answers the words, best first: those that hold them letter for letter, as half a word does, and then those
    that are found by other words or by meaning."""
    fields = asked.fields(view.serving.settings.zone)
    recalled = await view.ask("recall", query=asked.query, k=FOUND, over=["memories"], **fields)
    near = {hit.id: hit.record for hit in recalled.hits}
    letters: dict[str, MemoryRecord] = {}
    if (await view.ask("list", limit=1, **fields)).total <= LITERAL:
        ways = dict.fromkeys((asked.query, asked.query.lower(), asked.query.capitalize()))
        where = json.dumps({"or": [{"content": {"contains": one}} for one in ways]})
        page = await view.ask("list", limit=FOUND, where=where, **fields)
        letters = {one.id: one for one in page.items}
        whole = asked.query.casefold()
        letters = {id: one for id, one in near.items() if whole in one.content.casefold()} | letters
    found = letters | {id: one for id, one in near.items() if id not in letters}
    return [one for one in found.values() if asked.source in ("", one.source)][:FOUND]


async def memory(view: View) -> Response:
    """One memory with all that is known of it."""
    record = await view.ask("get", id=view.request.path_params["id"])
    told = await view.ask("history", id=record.id)
    contents = {one.id: one.content for one in told.records}
    return view.html(
        "memory.html",
        record=record,
        told=told,
        contents=contents,
        sureness=sureness,
        **await just_done(view),
    )


# --- setting right ------------------------------------------------------------------------------------------------
async def change(view: View) -> Response:
    """A button of a memory was pressed. The form carries the version that its reader saw: what changed since is
    shown instead of being overwritten."""
    id, verb = view.request.path_params["id"], view.given("verb")
    fields: dict[str, Any] = {"id": id}
    version = view.given("version")
    if version:
        if not version.isascii() or not version.isdecimal() or len(version) > 18:
            raise InvalidInput("version is no number")
        fields["version"] = int(version)
    if verb == "correct":
        fields["content"] = view.given("content")
    elif verb == "forget":
        await view.ask("forget", **fields)
        return view.back("memories", done="forget")
    elif verb not in UNDO:
        raise NotFound(f"no verb {verb!r}")
    if verb == "unpin":
        await view.ask("pin", pinned=False, **fields)
        return view.back("memories", done=verb, of=id)
    after = await view.ask(verb, **fields)
    if verb == "restore" and after.ended is not None:
        return view.back("memories", done=verb, of=id, ended=after.ended.id)
    return view.back("memories", done=verb, of=id)

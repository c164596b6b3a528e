"""Parting with memories: forget everything about something (after a preview), take all away, erase all."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from jiyi.errors import Conflict
from jiyi.language.normalize import visible
from jiyi.server.page.view import View

SHOWN = 100  # of what would go, that a preview names


async def forget(view: View) -> Response:
    """Ask what; show what would go; do it. Nothing goes that was not in the preview: when more was said meanwhile, or
    less is there, it is shown anew."""
    about = view.given("about").strip() or view.asked("about").strip()
    if view.request.method == "GET" or not about:
        return view.html("forget.html", about=about, found=None, seen="", moved=False, most=SHOWN)
    moved = False
    if seen := view.given("seen"):
        try:
            return view.html("forgotten.html", about=about, found=await view.ask("forget", about=about, seen=seen))
        except Conflict:
            moved = True
    found = await view.ask("forget", about=about, dry_run=True)
    return view.html("forget.html", about=about, found=found, seen=found.preview, moved=moved, most=SHOWN)


async def export(view: View) -> Response:
    """All that is held of the user, as a file that `jiyi import` reads."""
    lines = view.serving.exported(view.caller, view.user)
    first = await anext(lines)  # a refusal is a page; what goes wrong later cuts the file short

    async def all_of_it() -> AsyncIterator[bytes]:
        yield first
        async for some in lines:
            yield some

    headers = {"Content-Disposition": 'attachment; filename="memory.jsonl"'}
    return view.sealed(StreamingResponse(all_of_it(), headers=headers, media_type="application/x-ndjson"))


async def erase(view: View) -> Response:
    """Everything of the user, once the name was typed."""
    if view.request.method == "GET":
        return view.html("erase.html", mismatch=False)
    name = view.user or ""
    if view.given("sure").strip() not in (name.strip(), visible(name).strip()):
        return view.html("erase.html", 400, mismatch=True)
    report = await view.ask("erase")
    return view.html("erased.html", report=report)

"""To review: what was heard but not taken for certain, to be approved, edited or rejected, several at once."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from jiyi.errors import Conflict, InvalidInput, NotFound
from jiyi.server.page.known import just_done, reason_of, sureness
from jiyi.server.page.view import View

SIZE = 50
SAMPLE = 5  # of what was kept without asking
AMONG = 100  # the newest that the sample is drawn from
VERBS = {"approve": "confirm", "reject": "retract"}


async def review(view: View) -> Response:
    """What waits, oldest decision last; and a few that were kept without asking, for a spot check."""
    fields: dict[str, Any] = {"cursor": view.asked("cursor")} if view.asked("cursor") else {}
    waiting = await view.ask("list", status=["pending"], limit=SIZE, **fields)
    reasons = {one.id: await reason_of(view, one) for one in waiting.items}
    newest = await view.ask("list", limit=AMONG)
    sample = sorted(newest.items, key=lambda one: one.id[::-1])[
        :SAMPLE
    ]  # an id ends in chance: the same few for a while
    return view.html(
        "review.html",
        waiting=waiting,
        reasons=reasons,
        sample=sample,
        sureness=sureness,
        n=view.asked("n"),
        **await just_done(view),
    )


async def decide(view: View) -> Response:
    """Approve or reject those that were selected. One that has changed or gone meanwhile is left as it is."""
    verb = VERBS.get(view.given("decision"))
    if verb is None:
        raise InvalidInput("what shall be done with them?")
    done = 0
    for text in view.form.get("row", ()):
        version, _, id = text.partition(" ")
        if not version.isascii() or not version.isdecimal() or len(version) > 18:
            raise InvalidInput("this is no row of the list")
        try:
            await view.ask(verb, id=id, version=int(version))
        except (Conflict, NotFound):
            continue
        done += 1
    return view.back("review", done="review", n=done)

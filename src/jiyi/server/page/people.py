"""People, places and things in a user's memories, and how they belong together: a drawing, and the same as a list."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.responses import Response

from jiyi.flows.read import named
from jiyi.flows.readings import Named
from jiyi.language.normalize import fold
from jiyi.server.page.known import number_of, sureness
from jiyi.server.page.view import View

DRAWN = 14  # names in the drawing; the list has more
LISTED = 100
ACROSS, DOWN, MIDDLE = 340, 190, (400, 230)  # of the ring that the names stand on
SELF = "user"  # as a relation writes the user


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A name in the drawing."""

    name: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A relation, or only that a name is the user's business (`relation` empty)."""

    subject: str
    relation: str
    object: str
    x1: float
    y1: float
    x2: float
    y2: float


async def people(view: View) -> Response:
    """The drawing; with a name, what is known of it."""
    if name := view.asked("name"):
        told = await view.ask("about", entity=name)
        start = number_of(view.asked("from"))
        shown, rest = told.memories[start : start + LISTED], len(told.memories) - start - LISTED
        following = start + LISTED if rest > 0 else None
        return view.html("person.html", told=told, memories=shown, following=following, sureness=sureness)
    await view.ask("list", limit=1)  # whether the reader may
    every = await named(view.serving.memory._parts, view.user or "")
    counted, nodes, edges = await asyncio.to_thread(_drawing, every)
    return view.html(
        "people.html",
        counted=counted.most_common(LISTED),
        nodes=nodes,
        edges=edges,
        middle=MIDDLE,
        relations=_often(every),
        self_name=SELF,
    )


def _drawing(every: Sequence[Named]) -> tuple[Counter[str], list[Node], list[Edge]]:
    counted = names(every)
    return counted, *drawn(counted, every)


def _often(every: Sequence[Named]) -> list[tuple[str, str, str]]:
    """The relations that are stated most, by name."""
    counted = Counter((r.subject, r.relation, r.object) for one in every for r in one.relations)
    return sorted(triple for triple, _ in counted.most_common(LISTED))


class _Folded(dict[str, str]):
    """Names as they are compared: the same few come up in thousands of memories."""

    def __missing__(self, name: str) -> str:
        self[name] = found = fold(name)
        return found


def names(records: Sequence[Named]) -> Counter[str]:
    """How many memories name each; spelt as it was spelt last."""
    folded, spelt = _Folded(), dict[str, str]()
    found: Counter[str] = Counter()
    for record in records:
        ends = [end for one in record.relations for end in (one.subject, one.object)]
        for name in {folded[one]: one for one in (*record.entities, *ends) if one != SELF and one.strip()}.items():
            found[spelt.setdefault(*name)] += 1
    return found


def drawn(counted: Counter[str], records: Sequence[Named]) -> tuple[list[Node], list[Edge]]:
    """The names that come up most, on a ring around the user, and the lines between them."""
    folded, picked = _Folded(), counted.most_common(DRAWN)
    nodes: dict[str, Node] = {}
    for number, (name, count) in enumerate(picked):
        turn = 2 * math.pi * number / len(picked) - math.pi / 2
        x, y = MIDDLE[0] + ACROSS * math.cos(turn), MIDDLE[1] + DOWN * math.sin(turn)
        nodes[folded[name]] = Node(name=name, x=round(x, 1), y=round(y, 1), size=min(14.0, 5 + 2 * math.sqrt(count)))
    places = {key: (node.x, node.y) for key, node in nodes.items()} | {SELF: (float(MIDDLE[0]), float(MIDDLE[1]))}
    lines: dict[tuple[str, str], Edge] = {}
    for record in records:
        for one in record.relations:
            ends = (
                SELF if one.subject == SELF else folded[one.subject],
                SELF if one.object == SELF else folded[one.object],
            )
            if all(end in places for end in ends) and ends[0] != ends[1]:
                (x1, y1), (x2, y2) = places[ends[0]], places[ends[1]]
                edge = Edge(subject=one.subject, relation=one.relation, object=one.object, x1=x1, y1=y1, x2=x2, y2=y2)
                lines.setdefault(ends, edge)
    touched = {end for ends in lines for end in ends}
    for key, node in nodes.items():
        if key not in touched:
            x, y = places[SELF]
            lines[SELF, key] = Edge(subject=SELF, relation="", object=node.name, x1=x, y1=y, x2=node.x, y2=node.y)
    return list(nodes.values()), list(lines.values())

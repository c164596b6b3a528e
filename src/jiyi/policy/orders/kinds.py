"""What an order asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Scope = Literal["about", "all", "last", "then", "session", "this"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is asked for. `about` are the topic's own words ("公司财务"), of scope "then" those of a time ("on Monday").

    `kind` "forget" wants it gone; "ask" wants to know what is remembered. Scope "last" means what was just said,
    `count` messages or, with `things`, that many things that were told; "then" what was said at a time,
    "this" the message of the order itself, "session" this conversation, "all" everything about the person. An order
    that is not `certain` is one only if something known is meant by it; otherwise it is a remark like any other. A
    `doubted` one has only one of the two witnesses for it: what is meant is set aside, not erased. One that `both` see
    is an order beyond doubt, so that what it means may be looked for by meaning as well. `spared` are the words of
    what shall stay although the topic may mean it: "all about my sister except her birthday".
    """

    kind: Literal["forget", "ask"]
    scope: Scope
    about: str = ""
    certain: bool = True
    doubted: bool = False
    both: bool = False
    spared: str = ""
    count: int = 1
    things: bool = False

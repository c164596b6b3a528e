"""What each operation is asked: one model per shape, whose fields are named as the parameters of the verb.

The models say types and nothing more: what a value may be is judged by the verb itself, with the same words for
every door. Unknown fields are refused.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Whole = Annotated[int, Field(strict=True)]
Real = Annotated[float, Field(strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Names = list[str]
Table = dict[str, Any]


def _several(value: object) -> object:
    """`?status=` is the empty list: a query has no other way to write one."""
    return [] if value == [""] else value


Many = Annotated[Names, BeforeValidator(_several)]


class Asked(BaseModel):
    """A request's fields."""

    model_config = ConfigDict(extra="forbid")

    def given(self) -> dict[str, Any]:
        """Those that the caller named, so that the verb's own defaults hold for the rest."""
        return {name: getattr(self, name) for name in type(self).model_fields if name in self.model_fields_set}


class Nothing(Asked):
    """No fields."""


class Remember(Asked):
    content: str = Field(description="One sentence, in the user's own first person.")
    kind: str | None = Field(None, description="fact, preference, event, relationship, instruction or state.")
    attribute: str | None = Field(None, description="The slot that it fills, such as `residence`.")
    value: str | None = None
    at: datetime | None = Field(None, description="When it was said; with a zone.")
    tags: Names = []
    meta: Table | None = None


class Recall(Asked):
    query: str
    k: Whole = 5
    over: Names = ["memories", "episodes"]
    kinds: Names | None = None
    tags: Names | None = None
    where: Table | None = Field(None, description="A filter by fields, as in the guide on reading.")
    as_of: datetime | None = None
    status: Names = ["current"]
    zone: str | None = None
    why_not: Names = Field([], description="Ids of memories or episodes: the trace says why each is not a hit.")


class List(Asked):
    kinds: Many | None = None
    tags: Many | None = None
    where: str | None = Field(None, description="A filter by fields, as JSON text.")
    status: Many = ["current"]
    as_of: datetime | None = None
    limit: int = 100
    cursor: str | None = Field(None, description="The `cursor` of the page before.")


class About(Asked):
    entity: str = Field(description="A person or thing in the user's life.")


class Correct(Asked):
    content: str


class Pin(Asked):
    pinned: Flag = True


class Retract(Asked):
    why: str = ""


class Forget(Asked):
    id: str | None = None
    about: str | None = None
    session: str | None = None
    dry_run: Flag = False
    seen: str | None = Field(None, description="The `preview` of a dry run: else than it showed, nothing goes.")


class Changes(Asked):
    since: int = 0
    limit: int = 1000
    ref: str | None = None


class Sessions(Asked):
    after: str = ""
    limit: int = 100


class Import(Asked):
    rows: list[Table]


class Drain(Asked):
    timeout: Real | None = Field(None, description="Seconds; a server waits no longer than its own time limit.")


class Maintain(Asked):
    now: datetime | None = None
    dry_run: Flag = False


class Jobs(Asked):
    state: str | None = None
    limit: int = 100


class Retry(Asked):
    jobs: list[Table] = Field(description="As `jobs` answered them.")


class Reembed(Asked):
    batch: Whole = 256


class Work(Asked):
    once: Flag = False


# --- a conversation -----------------------------------------------------------------------------------------------
class Add(Asked):
    role: str
    content: str
    at: datetime | None = None
    name: str | None = None
    meta: Table | None = None
    key: str | None = Field(None, description="Makes a repeated request harmless, for ever.")
    zone: str | None = Field(None, description="The user's IANA time zone; kept with the session.")


class Context(Asked):
    input: str | None = None
    max_tokens: Whole
    system: str | None = None
    shape: str = Field("openai", description="`openai`, `anthropic` or `text`.")
    zone: str | None = None


class Messages(Asked):
    after: int = 0
    limit: int | None = None


class UpdateState(Asked):
    changes: Table


class Note(Asked):
    name: str
    value: Any


# --- between devices ----------------------------------------------------------------------------------------------
class Sync(Asked):
    last_version: int = Field(0, ge=0, description="The newest version that the device has; 0: nothing yet.")
    generation: str | None = Field(None, description="As answered before; another one means: begin anew.")
    limit: int = Field(500, ge=1, le=5000)
    wait: float = Field(0.0, ge=0, le=55, description="Seconds to wait for a change when there is none (long poll).")


class Stream(Asked):
    user: str | None = Field(None, description="Whose memory.")
    last_version: int = Field(0, ge=0)
    generation: str | None = None


class Edit(Asked):
    """One change made while a device was alone."""

    edit: str = Field(description="The device's own name for it, never used again: sent twice, it has its effect once.")
    verb: Literal["remember", "correct", "confirm", "retract", "restore", "forget"]
    id: str | None = Field(None, description="The memory; none for `remember`.")
    base_version: Whole | None = Field(None, description="The memory's version that the edit was made on.")
    content: str | None = None
    why: str = ""


class Push(Asked):
    edits: list[Edit] = Field(max_length=1000)


class Token(Asked):
    right: Literal["read", "write"] = "read"
    seconds: Whole | None = Field(None, description="How long it holds; at most, and by default, what the server says.")


def as_json(value: Any) -> bytes:
    """Plain data as JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

"""The way in: check, guard and append a message together with its job, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from jiyi import codec, ids, spans
from jiyi.errors import Conflict, InvalidInput, NotFound, Refused, TooLong
from jiyi.flows import door
from jiyi.flows.aside import aside
from jiyi.flows.parts import Parts
from jiyi.language.normalize import clean
from jiyi.policy import guard
from jiyi.records import Message, Role
from jiyi.rows import MessageDraft

CONSOLIDATE = "consolidate"


async def add(
    parts: Parts,
    user: str,
    session: str,
    role: str,
    content: str,
    *,
    at: datetime | None = None,
    name: str | None = None,
    meta: Mapping[str, Any] | None = None,
    key: str | None = None,
) -> Message:
    """Keep a message. When this returns it is durable; what is learned from it follows in the background.

    Sensitive text is cut out before anything is written; `Message.withheld` names the categories. With a `key`
    the call may be repeated: the second time nothing is written and the first message is returned (`Conflict`
    when the key was used for other words). Raises InvalidInput, NaiveTime, TooLong, Refused, Conflict.
    """
    now = parts.clock()
    check = partial(_checked, parts, user, session, role, content, at or now, name, meta, key)
    draft = await _whole(parts, await aside(len(content) if isinstance(content, str) else 0, check))
    job = (ids.uuid7(now), CONSOLIDATE)
    row = MessageDraft(body=codec.message_body(draft), key=key, jobs=(job,))
    (appended,) = await parts.store.append(user, session, (row,), now)
    spans.origin(job[0])
    if appended.repeated:
        return await _first(parts, draft, appended.seq)
    parts.wake.set()
    return _numbered(draft, appended.seq)


async def _whole(parts: Parts, draft: Message) -> Message:
    """The message without the second half of a secret whose first half the messages before it hold: "my password is",
    then "hunter2". "That's my password" after a secret marks that one. Only a message that could be such a half costs
    a read."""
    told = guard.points_back(draft.content) if draft.role is Role.USER else ""
    if draft.role not in (Role.USER, Role.ASSISTANT) or not (told or guard.may_answer(draft.content)):
        return draft
    rows = await parts.store.messages(draft.user, draft.session, limit=guard.LOOK_BACK, newest=True)
    before = [codec.message(row, draft.user, draft.session) for row in rows]
    place = next((i for i, one in enumerate(before) if draft.key is not None and one.key == draft.key), len(before))
    if told:
        last = next((one.content for one in reversed(before[:place]) if one.role is Role.USER), "")
        # the worker sees it by this, and erases the turn before for good
        return replace(draft, withheld=(*draft.withheld, told)) if guard.bare(last) else draft
    near = True
    for one in reversed(before[:place]):
        asked = guard.awaited(one.content) if one.role in (Role.USER, Role.ASSISTANT) else None
        sure = near and draft.role is Role.USER
        found = None if asked is None else guard.inspect_answer(draft.content, asked, parts.settings.guard, sure=sure)
        if found is not None:
            if found.refused:
                raise Refused(f"nothing was kept: {guard.notice(found.findings, 'en')}")
            withheld = dict.fromkeys((*draft.withheld, *found.withheld))
            return replace(draft, content=found.text, withheld=tuple(withheld))
        near = near and one.role is not Role.USER
    return draft


def _numbered(message: Message, seq: int) -> Message:
    return Message(
        user=message.user,
        session=message.session,
        seq=seq,
        role=message.role,
        content=message.content,
        at=message.at,
        name=message.name,
        meta=message.meta,
        key=message.key,
        withheld=message.withheld,
    )


async def _first(parts: Parts, draft: Message, seq: int) -> Message:
    """The message that a key was first used for, if it says the same."""
    rows = await parts.store.messages(draft.user, draft.session, after=seq - 1, limit=1)
    if not rows or rows[0].seq != seq:
        raise NotFound(f"the message that key {draft.key!r} was used for has been erased; use a new key")
    first = codec.message(rows[0], draft.user, draft.session)
    if (first.role, first.content) != (draft.role, draft.content):
        raise Conflict(f"key {draft.key!r} was already used for another message of this session; use a new key")
    return first


def _checked(
    parts: Parts,
    user: str,
    session: str,
    role: str,
    content: str,
    at: datetime,
    name: str | None,
    meta: Mapping[str, Any] | None,
    key: str | None,
) -> Message:
    ids.name(user, "user")
    ids.name(session, "session")
    if key is not None:
        ids.name(key, "key")
    try:
        speaker = Role(role)
    except ValueError as error:
        raise InvalidInput(f"role must be one of {', '.join(Role)}, not {role!r}") from error
    text = text_of(content, "content", parts.settings.limits.message_characters)
    if not text and not (meta and "tool_calls" in meta):
        raise InvalidInput("content is empty; only an assistant message with meta['tool_calls'] may be")
    inspected = guard.inspect(text, parts.settings.guard)
    extra, found = checked_meta(parts, meta or {})
    withheld = tuple(dict.fromkeys(one.category for one in (*inspected.findings, *found) if one.action != "keep"))
    if inspected.refused:
        raise Refused(f"nothing was kept: {guard.notice(inspected.findings, 'en')}")
    return Message(
        user=user,
        session=session,
        seq=0,
        role=speaker,
        content=inspected.text,
        at=aware(at),
        name=None if name is None else guard.inspect(clean(name), parts.settings.guard).text,
        meta=extra,
        key=key,
        withheld=withheld,
    )


def text_of(value: str, what: str, most: int) -> str:
    """`value` as it can be stored. Raises InvalidInput when it is no text, TooLong past `most` characters."""
    if not isinstance(value, str):
        raise InvalidInput(f"{what} must be text, not {type(value).__name__}")
    if len(value) > most:
        raise TooLong(f"{what} has {len(value):,} characters; at most {most:,} are kept (settings.limits)")
    return clean(value)


def aware(at: datetime) -> datetime:
    """The time in UTC. Raises NaiveTime, and InvalidInput outside the years 1900 to 2200."""
    return door.moment(at)


def checked_meta(
    parts: Parts, meta: Mapping[str, Any], what: str = "meta"
) -> tuple[dict[str, Any], tuple[guard.Finding, ...]]:
    """Caller's metadata, cleaned and guarded like text. Raises InvalidInput when it is no JSON, TooLong when too
    large. `what` names it in errors."""
    if not door.mapping(meta, what):
        return {}, ()
    plain = door.json_value(meta, what)
    try:
        size = len(json.dumps(plain, ensure_ascii=False, allow_nan=False).encode())
    except (TypeError, ValueError) as error:  # a number with thousands of digits
        raise InvalidInput(f"{what} must be a mapping of JSON values (text, numbers, lists, mappings)") from error
    if size > parts.settings.limits.meta_bytes:
        raise TooLong(f"{what} has {size:,} bytes; at most {parts.settings.limits.meta_bytes:,} are kept")
    guarded = guard.inspect_value(plain, parts.settings.guard)
    if guarded.refused:
        raise Refused(f"nothing was kept: {guard.notice(guarded.findings, 'en')}")
    kept: dict[str, Any] = guarded.value
    return kept, guarded.findings

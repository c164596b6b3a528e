"""From a turn to the episode that recall finds it by."""

from __future__ import annotations

import hashlib

from jiyi import ids
from jiyi.language.script import language_of
from jiyi.records import Episode, Message, Role, Turn

_NAMED = (Role.USER, Role.ASSISTANT)  # a tool's name is not a speaker's


def episode_of(turn: Turn) -> Episode:
    """The episode of a turn that has at least one message with words that are no system message's."""
    first = turn.messages[0]
    spoken = [one for one in turn.messages if one.content and one.role is not Role.SYSTEM]
    said = " ".join(one.content for one in spoken if one.role is Role.USER) or spoken[0].content
    return Episode(
        id=episode_id(first),
        user=first.user,
        session=first.session,
        first=turn.first,
        last=turn.last,
        at=first.at,
        parts=tuple((str(one.role), with_name(one)) for one in spoken),
        language=language_of(said),
    )


def with_name(message: Message) -> str:
    """The words, after the name of who spoke where one was given: what Ann said is found when Ann is asked about."""
    name = (message.name or "").strip()
    if not name or message.role not in _NAMED or message.content.startswith((f"{name}:", f"{name}：")):
        return message.content
    return f"{name}: {message.content}"


def episode_id(first: Message) -> str:
    """The same turn always has the same id, so that an episode is replaced as its answers come in."""
    name = f"{first.user}\0{first.session}\0{first.seq}".encode()
    return ids.uuid7(first.at, int.from_bytes(hashlib.sha256(name).digest()[:10], "big"))

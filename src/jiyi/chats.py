"""Reading chats that other programs wrote: text in, records out. Pure; the caller reads the file.

Understood are
- OpenAI-style messages: a JSON array of them, `{"messages": […]}`, a list of such, or JSONL with a message or a
  conversation per line. `content` is a text or a list of parts; tool calls and results are kept; times are read
  from `at`, `timestamp`, `created_at` or `create_time` (ISO 8601, or seconds/milliseconds since 1970);
- `{"conversation_list": […]}` with `sender`, `sender_name` and `create_time`;
- ChatGPT's `conversations.json` (a tree of messages: the branch that was last shown is taken);
- `{"conversations": [{"from": "human", "value": …}]}`.

Each message has a `key` made of its own id, or else of what it says and when. So importing a file again, or a longer
export of the same chat, adds only what is new.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from jiyi.errors import InvalidInput
from jiyi.records import Role

TIMES = ("at", "timestamp", "created_at", "create_time", "createdAt")
SESSIONS = ("session", "session_id", "conversation_id", "thread_id")
ROLES: dict[str, Role] = {
    **{role.value: role for role in Role},
    "developer": Role.SYSTEM,
    "human": Role.USER,
    "ai": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "gpt": Role.ASSISTANT,
    "function": Role.TOOL,
}
LONG_ID = 200  # a message id above this is hashed, so that the key stays within its limit
ARGUMENTS = 2000  # characters of a tool call's arguments that are kept in `meta`


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message as it was written. `at` is aware, or None when the file does not say."""

    role: Role
    content: str
    at: datetime | None = None
    name: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """One conversation, in order."""

    session_id: str
    messages: tuple[ChatMessage, ...]


def parse(text: str, session: str = "chat", *, zone: str = "UTC", me: str | None = None) -> tuple[Chat, ...]:
    """The chats in a file's text, in its order; those without any message are left out.

    `session` is the id of a chat that has none of its own (the second such one gets `-2`). A time without a zone
    is read in `zone` (IANA name). `me` is the sender who is the user, in chats that name people instead of roles.
    Raises InvalidInput that names the line or message and says what is wrong.
    """
    reader = _Reader(session, ZoneInfo(zone), me)
    found = [chat for place, value in _documents(text) for chat in reader.chats(value, place)]
    return tuple(_keyed(chat) for chat in _joined(found) if chat.messages)


# --- from text to JSON values -------------------------------------------------------------------------------------
def _documents(text: str) -> Iterator[tuple[str, Any]]:
    """(place, value): the whole file as one value, or a value per line. A place is "" or "line 3"."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise InvalidInput("the file is empty")
    try:
        yield "", json.loads(text)
    except RecursionError:
        raise InvalidInput("the file is nested too deeply to be a chat") from None
    except ValueError as error:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) == 1 or not _is_value(lines[0][1]):
            raise InvalidInput(_json_fault(error)) from None
        for number, line in lines:
            yield f"line {number}", _line(number, line)


def _is_value(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _line(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(_json_fault(error, number)) from None


def _json_fault(error: Exception, line: int | None = None) -> str:
    if not isinstance(error, json.JSONDecodeError):
        return (f"line {line}: " if line else "") + "not JSON that can be read: nested too deeply or a number too long"
    return f"line {line or error.lineno}, column {error.colno}: not JSON: {error.msg}"


# --- from JSON values to chats ------------------------------------------------------------------------------------
class _Reader:
    """Reads the values of one file. Remembers which session names it gave out."""

    def __init__(self, session: str, zone: tzinfo, me: str | None) -> None:
        self._session = session
        self._zone = zone
        self._me = me
        self._unnamed = 0

    def chats(self, value: Any, place: str) -> list[Chat]:
        """What a value holds: a conversation, a list of them, messages, or (in JSONL) one message."""
        if isinstance(value, list):
            if not value:
                return []
            if any(_is_message(one) for one in value) and not any(_holds_chat(one) for one in value):
                return self._by_session(value, place, self._name({}))
            return [
                chat
                for number, one in enumerate(value, 1)
                for chat in self.chats(one, _at(place, f"conversation {number}"))
            ]
        if not isinstance(value, dict):
            raise InvalidInput(_said(place, f"expected a message or a conversation, found {_kind(value)}"))
        if isinstance(value.get("mapping"), dict):
            return [self._tree(value, place)]
        for name in ("messages", "conversation_list", "conversations", "history"):
            if name in value:
                return self._conversation(value, name, place)
        if _is_message(value):
            session = _first(value, SESSIONS)
            own = self._session if session is None else str(session)
            return [Chat(session_id=own, messages=tuple(self._message(value, place, {})))]
        if value.get("type") == "head":
            raise InvalidInput(_said(place, "this is an export of jiyi; take it in with `jiyi import`"))
        known = "messages, conversation_list, conversations, mapping, or role and content"
        raise InvalidInput(_said(place, f"no chat in it: expected {known}; found {_names(value)}"))

    def _conversation(self, value: dict[str, Any], name: str, place: str) -> list[Chat]:
        items = value[name]
        if not isinstance(items, list):
            raise InvalidInput(_said(place, f"{name} must be a list, found {_kind(items)}"))
        if any(_holds_chat(one) for one in items):
            return self.chats(items, place)
        meta = value.get("session_meta")
        meta = meta if isinstance(meta, dict) else {}
        people = meta.get("user_details")
        zone = meta.get("default_timezone")
        if isinstance(zone, str):
            try:
                self._zone = ZoneInfo(zone)
            except (KeyError, ValueError, OSError):
                raise InvalidInput(_said(place, f"default_timezone {zone!r} is no time zone")) from None
        return self._by_session(items, place, self._name(value), people if isinstance(people, dict) else {})

    def _by_session(
        self, items: Iterable[Any], place: str, session: str, people: Mapping[str, Any] | None = None
    ) -> list[Chat]:
        """Messages in order; one that names a session of its own goes there."""
        found: dict[str, list[ChatMessage]] = {}
        for number, item in enumerate(items, 1):
            here = _at(place, f"message {number}")
            if not isinstance(item, dict):
                raise InvalidInput(_said(here, f"a message must be an object, found {_kind(item)}"))
            own = _first(item, SESSIONS)
            found.setdefault(session if own is None else str(own), []).extend(self._message(item, here, people or {}))
        return [Chat(session_id=name, messages=tuple(messages)) for name, messages in found.items()]

    def _name(self, value: Mapping[str, Any]) -> str:
        own = _first(value, (*SESSIONS, "id"))
        if isinstance(own, str | int) and str(own):
            return str(own)
        self._unnamed += 1
        return self._session if self._unnamed == 1 else f"{self._session}-{self._unnamed}"

    def _message(self, item: dict[str, Any], place: str, people: Mapping[str, Any]) -> Iterator[ChatMessage]:
        """One message; more when it holds tool results, which are never the user's words; none when empty."""
        role, name = self._speaker(item, place, people)
        at = _time(item, self._zone, place)
        own = _first(item, ("message_id", "id", "uuid", "key"))
        key = str(own) if isinstance(own, str | int) and str(own) else ""
        content = item.get("content", item.get("value", item.get("text")))
        text, results = _content(content, place)
        calls = _calls(item, content)
        meta: dict[str, Any] = {"tool_calls": calls} if calls else {}
        if isinstance(item.get("tool_call_id"), str):
            meta["tool_call_id"] = item["tool_call_id"]
        for number, result in enumerate(results, 1):
            part = f"{key}/result-{number}" if key else ""
            yield ChatMessage(role=Role.TOOL, content=result, at=at, key=part)
        if text or calls:
            yield ChatMessage(role=role, content=text or _shown(calls), at=at, name=name, meta=meta, key=key)

    def _speaker(self, item: dict[str, Any], place: str, people: Mapping[str, Any]) -> tuple[Role, str | None]:
        """The role, and the name when one is given besides."""
        sender = item.get("sender")
        given = item.get("role", item.get("from", item.get("sender_name", sender)))
        if isinstance(given, dict):
            given = given.get("role")
        if not isinstance(given, str) or not given:
            raise InvalidInput(_said(place, "no role: expected one of " + ", ".join(Role)))
        details = people.get(str(sender))
        by_details = details.get("role") if isinstance(details, dict) else None
        if self._me is not None:
            if self._me in (given, sender):
                return Role.USER, None if given.lower() in ROLES else given
            other = ROLES.get(given.lower())
            return (Role.ASSISTANT, given) if other in (None, Role.USER) else (other, None)
        for said in (given, by_details, sender):
            role = ROLES.get(said.lower()) if isinstance(said, str) else None
            if role is not None:
                name = item.get("name") if said is given else given
                return role, name if isinstance(name, str) and name else None
        raise InvalidInput(_said(place, f"{given!r} is no role; say who the user is (--me {given!r}), or use a role"))

    def _tree(self, value: dict[str, Any], place: str) -> Chat:
        """One conversation of a ChatGPT export."""
        found: list[ChatMessage] = []
        for number, node in enumerate(_branch(value), 1):
            message = node.get("message")
            if not isinstance(message, dict) or _hidden(message):
                continue
            author = message.get("author")
            item = {
                "role": author.get("role") if isinstance(author, dict) else None,
                "content": _export_text(message.get("content")),
                "create_time": message.get("create_time"),
                "id": message.get("id") or node.get("id"),
            }
            found.extend(self._message(item, _at(place, f"message {number}"), {}))
        return Chat(session_id=self._name(value), messages=tuple(found))


# --- ChatGPT's tree -----------------------------------------------------------------------------------------------
def _branch(value: dict[str, Any]) -> list[dict[str, Any]]:
    """The nodes from the root to the message last shown."""
    mapping: dict[str, Any] = {k: v for k, v in value["mapping"].items() if isinstance(v, dict)}

    def known(name: object) -> bool:
        return isinstance(name, str) and name in mapping

    node = value.get("current_node")
    if not known(node):
        node = next((k for k, v in mapping.items() if not known(v.get("parent"))), None)
        seen: set[Any] = set()
        while node is not None and node not in seen:  # down along the newest answers
            seen.add(node)
            children = mapping[node].get("children")
            node = next(filter(known, reversed(children)), node) if isinstance(children, list) else node
    path: list[dict[str, Any]] = []
    visited: set[Any] = set()
    while isinstance(node, str) and node in mapping and node not in visited:
        visited.add(node)
        path.append(mapping[node])
        node = mapping[node].get("parent")
    return path[::-1]


def _hidden(message: dict[str, Any]) -> bool:
    meta = message.get("metadata")
    content = message.get("content")
    kind = content.get("content_type") if isinstance(content, dict) else None
    return (
        (isinstance(meta, dict) and bool(meta.get("is_visually_hidden_from_conversation")))
        or message.get("weight") == 0
        or kind in ("user_editable_context", "model_editable_context", "thoughts", "reasoning_recap")
    )


def _export_text(content: Any) -> Any:
    if not isinstance(content, dict):
        return content
    parts = content.get("parts")
    return parts if isinstance(parts, list) else content.get("text", content.get("result", ""))


# --- parts of a message -------------------------------------------------------------------------------------------
def _content(content: Any, place: str) -> tuple[str, list[str]]:
    """(the speaker's own text, texts of tool results among the parts)."""
    if content is None:
        return "", []
    if isinstance(content, str):
        return content.strip("\r\n"), []
    if not isinstance(content, list):
        raise InvalidInput(_said(place, f"content must be a text or a list of parts, found {_kind(content)}"))
    own: list[str] = []
    results: list[str] = []
    for part in content:
        if isinstance(part, dict) and part.get("type") == "tool_result":
            inner, _ = _content(part.get("content"), place)
            results.append(inner or "[empty]")
        elif text := _part(part, place):
            own.append(text)
    return "\n".join(own), results


def _part(part: Any, place: str) -> str:
    """The text of one part; of another medium a mark that it was there."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        raise InvalidInput(_said(place, f"a part of content must be a text or an object, found {_kind(part)}"))
    kind = str(part.get("type", part.get("content_type", "")))
    text = part.get("text", part.get("transcript"))
    if isinstance(text, dict):
        text = text.get("value")
    if isinstance(text, str):
        return text
    if kind in ("tool_use", "thinking", "redacted_thinking", "reasoning"):
        return ""
    medium = next((m for m in ("image", "audio", "video", "file", "document") if m in kind), kind or "part")
    return f"[{medium}]"


def _calls(item: dict[str, Any], content: Any) -> list[dict[str, str]]:
    """Tool calls as {id, name, arguments}; arguments are bounded, since metadata is."""
    found: list[dict[str, str]] = []
    given = item.get("tool_calls")
    one = item.get("function_call")
    calls = [*(given if isinstance(given, list) else ()), *([{"function": one}] if isinstance(one, dict) else ())]
    for call in calls:
        function = call.get("function", call) if isinstance(call, dict) else None
        if isinstance(function, dict):
            found.append(_call(call.get("id"), function.get("name"), function.get("arguments")))
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    found.extend(_call(p.get("id"), p.get("name"), p.get("input")) for p in parts if p.get("type") == "tool_use")
    return found[:16]


def _call(id: Any, name: Any, arguments: Any) -> dict[str, str]:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {"id": str(id or ""), "name": str(name or "tool")[:128], "arguments": text[:ARGUMENTS] if arguments else ""}


def _shown(calls: list[dict[str, str]]) -> str:
    """A tool call in words, for a message that says nothing else."""
    return "\n".join(f"{call['name']}({call['arguments']})" for call in calls)


def _time(item: dict[str, Any], zone: tzinfo, place: str) -> datetime | None:
    """The message's time, UTC. Raises InvalidInput for one that cannot be read."""
    name = next((name for name in TIMES if item.get(name) not in (None, "")), None)
    if name is None:
        return None
    value = item[name]
    try:
        if isinstance(value, str) and not value.strip().replace(".", "", 1).isdecimal():
            moment = datetime.fromisoformat(value.strip())
            return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            seconds = float(value)
            for _ in range(2):  # milli- or microseconds
                seconds = seconds / 1000 if abs(seconds) > 1e11 else seconds
            return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        pass  # the same error as for any other value that is no time
    raise InvalidInput(_said(place, f"{name} {value!r} is no time; write it as 2026-03-01T09:30:00+08:00"))


# --- sessions and keys --------------------------------------------------------------------------------------------
def _joined(chats: Iterable[Chat]) -> list[Chat]:
    """Chats of the same session put together, in order of appearance (messages that came a line each)."""
    found: dict[str, list[ChatMessage]] = {}
    for chat in chats:
        found.setdefault(chat.session_id, []).extend(chat.messages)
    return [Chat(session_id=name, messages=tuple(messages)) for name, messages in found.items()]


def _keyed(chat: Chat) -> Chat:
    """A key for each message: of its own id, else of role, text and time and how often that came before."""
    seen: dict[str, int] = {}
    messages: list[ChatMessage] = []
    for message in chat.messages:
        source = message.key
        if not source or len(source) > LONG_ID or "\x00" in source:
            moment = message.at.isoformat() if message.at else ""
            parts = (source, message.role.value, message.content, moment)
            digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
            source = digest[:24]
        count = seen[source] = seen.get(source, 0) + 1
        messages.append(replace(message, key=f"import:{source}" + (f":{count}" if count > 1 else "")))
    return Chat(session_id=chat.session_id, messages=tuple(messages))


# --- words for errors ---------------------------------------------------------------------------------------------
def _is_message(value: Any) -> bool:
    if _holds_chat(value) or not isinstance(value, dict):
        return False
    return any(name in value for name in ("role", "from", "sender", "sender_name"))


def _holds_chat(value: Any) -> bool:
    return isinstance(value, dict) and any(
        name in value for name in ("messages", "conversation_list", "conversations", "mapping")
    )


def _first(value: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((value[name] for name in names if value.get(name) not in (None, "")), None)


def _at(place: str, inner: str) -> str:
    return f"{place}, {inner}" if place else inner


def _said(place: str, what: str) -> str:
    return f"{place}: {what}" if place else what


def _names(value: dict[str, Any]) -> str:
    return ", ".join(sorted(str(name) for name in value)[:8]) or "nothing"


def _kind(value: Any) -> str:
    kinds = {type(None): "null", bool: "a boolean", int: "a number", float: "a number", str: "a text", list: "a list"}
    return kinds.get(type(value), "an object")

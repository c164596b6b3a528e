"""Reading what language models reply when JSON was asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from jiyi.errors import ModelReplyInvalid
from jiyi.language.regex import regex

_THOUGHT_MARK = regex(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_COMMA_BEFORE_END = regex(r",(\s*[}\]])")
LONGEST = 200_000  # characters of a reply that are read


def json_of(reply: str, *, required: Sequence[str] = (), listed: str | None = None) -> dict[str, Any]:
    """The JSON object in a reply: bare, fenced, after thinking aloud, or between other words.

    Where several objects stand, the last one that has all `required` keys counts. A bare list becomes
    `{listed: [...]}` when `listed` is given. A reply that was cut off gives what was complete, if the required keys
    are among it. Raises ModelReplyInvalid, which says what was wrong: empty, no JSON, the schema echoed back, cut
    off, a key missing. The message never holds the reply's words.
    """
    text = _without_thoughts(reply[:LONGEST])
    if not text.strip():
        raise ModelReplyInvalid("the model's reply is empty" if not reply.strip() else "the reply is only thinking")
    echoed, missing, cut = False, "", False
    best: dict[str, Any] | None = None
    for piece, whole in _pieces(text):
        value = _parsed(piece if whole else _mended(piece))
        if isinstance(value, list) and listed is not None:
            value = {listed: value}
        if not isinstance(value, dict):
            cut = cut or not whole
            continue
        if _is_schema(value):
            echoed = True
            continue
        lacking = [key for key in required if key not in value]
        if lacking:
            missing = ", ".join(lacking)
            continue
        best = value
    if best is not None:
        return best
    if missing:
        raise ModelReplyInvalid(f"the model's reply lacks {missing}")
    if echoed:
        raise ModelReplyInvalid("the model echoed the schema instead of filling it in")
    raise ModelReplyInvalid("the model's reply was cut off" if cut else "the model's reply holds no JSON object")


def _without_thoughts(text: str) -> str:
    """The text outside of thinking. Before a closing mark that nothing opened all is thinking (some servers leave
    the opening mark out); after an opening one that nothing closes, too."""
    kept: list[str] = []
    last = depth = 0
    for mark in _THOUGHT_MARK.finditer(text):
        if not mark[1]:
            if not depth:
                kept.append(text[last : mark.start()])
            depth += 1
        else:
            if not depth:
                kept.clear()
            depth = max(0, depth - 1)
        last = mark.end()
    if not depth:
        kept.append(text[last:])
    return " ".join(kept)


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The outermost {...} and [...] of the text, in order, with whether each one closes. One pass."""
    start = depth = 0
    inside = escaped = False
    for place, character in enumerate(text):
        if inside:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                inside = False
        elif depth and character == '"':
            inside = True
        elif character in "{[":
            start = start if depth else place
            depth += 1
        elif character in "}]" and depth:
            depth -= 1
            if not depth:
                yield text[start : place + 1], True
    if depth:
        yield text[start:], False


def _parsed(text: str) -> Any:
    for attempt in (text, _COMMA_BEFORE_END.sub(r"\1", text)):
        try:
            return json.loads(attempt, strict=False)
        except (json.JSONDecodeError, RecursionError):
            continue
    return None


def _mended(text: str) -> str:
    """A cut-off piece closed after its last complete member."""
    stack: list[str] = []
    safe: tuple[int, str] = (0, "")
    inside = escaped = False
    for place, character in enumerate(text):
        if inside:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                inside = False
        elif character == '"':
            inside = True
        elif character in "{[":
            stack.append("}" if character == "{" else "]")
            if len(stack) > 200:
                return ""
            if character == "[":
                safe = (place + 1, "".join(reversed(stack)))
        elif character in "}]" and stack:
            stack.pop()
            safe = (place + 1, "".join(reversed(stack)))
        elif character == ",":
            safe = (place, "".join(reversed(stack)))
    return text[: safe[0]] + safe[1]


def _is_schema(value: dict[str, Any]) -> bool:
    return "$schema" in value or (isinstance(value.get("properties"), dict) and value.get("type") == "object")


def strings(value: Any, *, most: int, longest: int) -> tuple[str, ...]:
    """A reply's list of strings: trimmed, none empty, none twice, each at most `longest` characters."""
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        return ()
    texts = (one.strip()[:longest] for one in value if isinstance(one, str))
    return tuple(dict.fromkeys(text for text in texts if text))[:most]

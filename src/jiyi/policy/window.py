"""The window of a session: turns, what stays verbatim, what leaves, and how long texts are shortened.

The strategies (`WindowSettings.strategy`), by what stays verbatim and where the rest goes:

- full: every turn; nothing is compacted. What a request's budget cannot hold is left out of that request only.
- turns: the last `turns` turns; older ones are out of the conversation (their memories and episodes remain).
- tokens: the newest whole turns that fit `tokens`; older ones are out.
- summary: the newest turn; all before it is in the rolling summary.
- summary_buffer: the newest turns, at most `turns`; from `compact_at` of `tokens` on, the oldest are folded into the
  summary until COMPACT_TO of `tokens` remain.
- retrieval: the last `turns` turns; older ones come back as episodes when a query finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from jiyi.errors import BudgetTooSmall
from jiyi.language.count import message_tokens
from jiyi.language.script import has_han
from jiyi.records import Message, Role, Turn
from jiyi.settings import WindowSettings

Count = Callable[[str], int]

COMPACT_TO = 0.5  # share of `tokens` that compaction leaves verbatim, so that it does not run at every turn
TOOL_TOKENS = 120  # what a tool's result may hold once its turn is no longer the newest
TOOL_LEAST = 24  # what it may hold when even that is too much


def as_chat(message: Message) -> dict[str, Any]:
    """The message as chat APIs take it: role, content, and name, tool_calls, tool_call_id where it has them."""
    chat: dict[str, Any] = {"role": message.role.value, "content": message.content}
    if message.name:
        chat["name"] = message.name
    for field in ("tool_calls", "tool_call_id"):
        if message.meta.get(field):
            chat[field] = message.meta[field]
    return chat


def turn_tokens(turn: Turn, count: Count) -> int:
    """What a turn costs in a request, with the overhead of its messages."""
    return sum(message_tokens(as_chat(message), count) for message in turn.messages)


def _called(message: Message) -> set[str]:
    calls = message.meta.get("tool_calls") or ()
    return {str(call["id"]) for call in calls if isinstance(call, dict) and call.get("id")}


def turns(messages: Sequence[Message]) -> tuple[Turn, ...]:
    """The messages as turns: a user message and all that answers it.

    Each user message begins a turn; what stands before the first one is a turn of its own. A tool's result is never
    in another turn than its call: where a user spoke in between, the turns are joined.
    """
    groups: list[list[Message]] = []
    place: dict[str, int] = {}  # tool call -> the group that holds it
    for message in messages:
        if message.role is Role.USER or not groups:
            groups.append([message])
        else:
            groups[-1].append(message)
        if not message.meta:
            continue
        answers = place.get(str(message.meta.get("tool_call_id"))) if message.role is Role.TOOL else None
        if answers is not None and answers < len(groups) - 1:
            groups[answers:] = [[one for group in groups[answers:] for one in group]]
            place = {call: min(at, answers) for call, at in place.items()}
        place.update(dict.fromkeys(_called(message), len(groups) - 1))
    return tuple(Turn(messages=tuple(group)) for group in groups)


def trim(
    found: Sequence[Turn], count: Count, *, most_turns: int | None = None, most_tokens: int | None = None
) -> tuple[tuple[Turn, ...], tuple[Turn, ...]]:
    """(kept, gone): the newest whole turns within both limits, and the older ones. The newest turn always stays."""
    kept: list[Turn] = []
    spent = 0
    for turn in reversed(found):
        if most_turns is not None and len(kept) >= most_turns:
            break
        spent += turn_tokens(turn, count)
        if kept and most_tokens is not None and spent > most_tokens:
            break
        kept.append(turn)
    kept.reverse()
    return tuple(kept), tuple(found[: len(found) - len(kept)])


def verbatim(found: Sequence[Turn], settings: WindowSettings, count: Count) -> tuple[Turn, ...]:
    """The turns that the strategy keeps verbatim, of those that no summary covers yet."""
    if settings.strategy in ("turns", "retrieval"):
        return trim(found, count, most_turns=settings.turns)[0]
    if settings.strategy == "tokens":
        return trim(found, count, most_tokens=settings.tokens)[0]
    return tuple(found)  # full; and the summarising ones keep all that is not yet folded


def leaving(found: Sequence[Turn], settings: WindowSettings, count: Count) -> tuple[Turn, ...]:
    """The oldest turns that are due to be folded into the summary; empty when compaction need not start.

    `found` are the turns that the summary does not cover. Only whole turns leave, never the newest one. Long tool
    results are counted as shortened, for they go first.
    """
    if settings.strategy == "summary":
        return tuple(found[:-1])
    if settings.strategy != "summary_buffer" or len(found) < 2:
        return ()
    light = [*(lighten(turn, count) for turn in found[:-1]), found[-1]]
    costs = [turn_tokens(turn, count) for turn in light]
    if sum(costs) <= settings.compact_at * settings.tokens and len(found) <= settings.turns:
        return ()
    most_tokens = int(COMPACT_TO * settings.tokens)
    most_turns = max(1, settings.turns * 3 // 4) if len(found) > settings.turns else settings.turns
    kept, _ = trim(light, count, most_turns=most_turns, most_tokens=most_tokens)
    return tuple(found[: len(found) - len(kept)])


def lighten(turn: Turn, count: Count, most: int = TOOL_TOKENS) -> Turn:
    """The turn with its tool results cut to `most` tokens each, visibly; all else and the pairing stay."""
    if all(message.role is not Role.TOOL for message in turn.messages):
        return turn
    return Turn(
        messages=tuple(
            replace(one, content=shorten(one.content, most, count, where="end")) if one.role is Role.TOOL else one
            for one in turn.messages
        )
    )


def _marker(text: str, dropped: int, where: str) -> str:
    if has_han(text[:2000]):
        return f"\n……（{'中间' if where == 'middle' else '后面'}省略 {dropped} 字）……\n"
    return f"\n… [{dropped} characters left out] …\n"


def shorten(text: str, most: int, count: Count, where: str = "middle") -> str:
    """The text within `most` tokens: whole, or visibly cut with a marker that says how many characters went.

    `where` is "middle" (beginning and end stay) or "end". A limit too small for the marker leaves "…"; one too
    small for that leaves "". `count` may be any counter; the result is checked against it.
    """
    total = count(text)
    if total <= most:
        return text
    size = len(text) * max(0, most) // max(total, 1)
    for _ in range(24):
        if size <= 0:
            break
        short = _cut(text, size, where)
        cost = count(short)
        if cost <= most:
            return short
        size = min(size - 1, int(size * most / max(cost, 1) * 0.97))
    return "…" if count("…") <= most else ""


def _cut(text: str, size: int, where: str) -> str:
    """`size` characters of the text and a marker (a bare ellipsis where little is left)."""
    head = size if where == "end" else (size + 1) // 2
    tail = size - head
    marker = _marker(text, len(text) - size, where) if size >= 40 else "…"
    if where == "end":
        marker = marker.rstrip("\n")
    return text[:head] + marker + (text[len(text) - tail :] if tail else "")


def fit_input(text: str, most: int, count: Count, oversize: str) -> str:
    """The newest user message within `most` tokens.

    `oversize` "cut": beginning and end stay around a visible marker. "error", or where nothing of it would be left:
    BudgetTooSmall, which says how much it needs.
    """
    needed = count(text)
    if needed <= most:
        return text
    short = shorten(text, most, count) if oversize == "cut" else ""
    if not short.strip("…\n "):
        raise BudgetTooSmall(f"the newest user message needs {needed} tokens and {max(most, 0)} are left for it")
    return short

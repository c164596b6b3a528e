"""The end of a context: the user's new message, or the turn that holds it, within the budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from jiyi.language.count import message_tokens, messages_tokens
from jiyi.policy import window
from jiyi.records import Role, Turn
from jiyi.results import Included

Chat = dict[str, Any]
LEAST_INPUT = 24  # tokens that a step of the turn leaves to the user's own message, or goes


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The whole budget, its counter, and what happens to an input that is over it."""

    tokens: int
    count: Callable[[str], int]
    oversize: Literal["error", "cut"] = "cut"

    def cost(self, chats: Sequence[Chat]) -> int:
        return sum(message_tokens(chat, self.count) for chat in chats)


def last_messages(asked: Turn | None, text: str | None, system: str, limit: Limit) -> tuple[list[Chat], list[Included]]:
    """The last messages, and the steps of the turn that had no room.

    `asked` is the turn that holds the input when it was added already, else `text` is the input. Beside the system
    prompt nothing comes before them: of a long chain of tool calls the oldest steps go, tool results are shortened,
    and at last the user's message is cut or BudgetTooSmall raised, as `limit.oversize` says.
    """
    head = [{"role": "system", "content": system}] if system else []
    room = limit.tokens - messages_tokens(head, limit.count)
    if asked is None:
        return ([] if text is None else [_fitted({"role": "user", "content": text}, room, limit)]), []
    steps = _steps(paired(asked, newest=True))
    if sum(map(limit.cost, steps)) > room:
        steps = _steps(paired(window.lighten(asked, limit.count), newest=True))
    dropped: list[Included] = []
    own = min(limit.cost(steps[0][-1:]), LEAST_INPUT)
    while (len(steps) > 1 and own + sum(map(limit.cost, steps[1:])) > room) or (
        len(steps) > 2 and sum(map(limit.cost, steps)) > room
    ):
        if len(steps) == 2 and (smaller := _least(steps[1], limit)) != steps[1]:
            steps[1] = smaller
            continue
        gone = steps.pop(1)
        what = str(gone[0].get("content") or "tool call")[:60]
        dropped.append(
            Included(part="input", what=what, tokens=limit.cost(gone), reason="no room for this step of the turn")
        )
    rest = room - sum(map(limit.cost, steps[1:]))
    users: list[Chat] = []
    for place, chat in enumerate(reversed(steps[0])):
        if place == 0:
            users.append(_fitted(chat, rest, limit))
        elif limit.cost([chat]) <= rest:
            users.append(chat)
        else:
            dropped.append(
                Included(part="input", what=chat["content"][:60], tokens=limit.cost([chat]), reason="no room")
            )
            continue
        rest -= limit.cost(users[-1:])
    return [*reversed(users), *(chat for step in steps[1:] for chat in step)], dropped


def _fitted(chat: Chat, room: int, limit: Limit) -> Chat:
    """The user's message within `room` tokens, its overhead included."""
    overhead = message_tokens({**chat, "content": ""}, limit.count)
    return {**chat, "content": window.fit_input(chat["content"], room - overhead, limit.count, limit.oversize)}


def _least(step: list[Chat], limit: Limit) -> list[Chat]:
    """A step with its tool results as short as they may become."""
    return [
        {**chat, "content": window.shorten(chat["content"], window.TOOL_LEAST, limit.count, "end")}
        if chat["role"] == Role.TOOL.value
        else chat
        for chat in step
    ]


def _steps(chats: Sequence[Chat]) -> list[list[Chat]]:
    """What may only go together: the user's messages first, then each call with its results, each other message."""
    steps: list[list[Chat]] = [[chat for chat in chats if chat["role"] == "user"]]
    for chat in chats:
        if chat["role"] == "tool" and len(steps) > 1:
            steps[-1].append(chat)
        elif chat["role"] != "user":
            steps.append([chat])
    return steps


def paired(turn: Turn, *, newest: bool) -> list[Chat]:
    """The turn's messages as a chat API takes them: no result without its call, no call without its result (unless
    the turn is still going on), no system messages, nothing empty."""
    chats = [window.as_chat(message) for message in turn.messages if message.role is not Role.SYSTEM]
    answers = {str(chat.get("tool_call_id")) for chat in chats if chat["role"] == "tool"}
    called: set[str] = set()
    kept: list[Chat] = []
    for chat in chats:
        own = {str(call.get("id")) for call in chat.get("tool_calls", ()) if isinstance(call, dict)}
        if chat["role"] == "tool" and str(chat.get("tool_call_id")) not in called:
            continue
        if "tool_calls" in chat and not newest and not own <= answers:
            chat = {name: value for name, value in chat.items() if name != "tool_calls"}
            own = set()
        called |= own
        if chat["content"] or chat.get("tool_calls") or chat["role"] in ("user", "tool"):
            kept.append(chat)
    return kept

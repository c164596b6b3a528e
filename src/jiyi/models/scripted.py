"""A chat model that says what a script tells it: for tests of everything that listens to a model.

It can do what real models do wrong: lie, repeat themselves, echo the schema, think aloud, cut their reply off, hang,
fail. Nothing here opens a connection.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from jiyi.errors import JiyiError, ModelReplyInvalid, ModelUnavailable
from jiyi.ports import Completion


class Act(Enum):
    """Things to do other than answering a given text."""

    ECHO_SCHEMA = "echo the schema back"
    ECHO_INPUT = "repeat the last message"
    EMPTY = "answer nothing at all"
    HANG = "never answer (until cancelled, or until `patience` seconds have passed)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One call as it came in."""

    messages: tuple[dict[str, str], ...]
    schema: dict[str, Any] | None
    max_tokens: int
    number: int  # counts from 1

    @property
    def text(self) -> str:
        """All that was said to the model, for assertions."""
        return "\n".join(message.get("content", "") for message in self.messages)


Reply = str | Completion | JiyiError | Act | dict[str, Any] | list[Any]
Script = Callable[[Asked], Reply]


class ScriptedChat:
    """`ports.ChatModel` with given replies.

    `script` is a function of the call, or replies in order: a text, a value (sent as JSON), a `Completion`, an
    error to raise, or an `Act`. After the last one `then` is answered; without it, a further call raises
    ModelReplyInvalid. `calls` holds every call.
    """

    def __init__(
        self,
        script: Script | Iterable[Reply] = (),
        *,
        then: Reply | None = None,
        name: str = "scripted",
        patience: float | None = None,
        delay: float = 0.0,
    ) -> None:
        self._answer: Script = script if callable(script) else _in_turn(list(script), then)
        self._name = name
        self._patience = patience  # seconds; None: for ever
        self._delay = delay  # seconds before each reply
        self.calls: list[Asked] = []
        self.closed = False

    @property
    def name(self) -> str:
        return self._name

    async def complete(
        self, messages: Sequence[dict[str, str]], *, schema: dict[str, Any] | None = None, max_tokens: int = 1024
    ) -> Completion:
        asked = Asked(
            messages=tuple(dict(m) for m in messages),
            schema=schema,
            max_tokens=max_tokens,
            number=len(self.calls) + 1,
        )
        self.calls.append(asked)
        await asyncio.sleep(self._delay)
        reply = self._answer(asked)
        if isinstance(reply, JiyiError):
            raise reply
        if isinstance(reply, Completion):
            return reply
        text = await self._text(reply, asked)
        return Completion(text=text, tokens_in=len(asked.text) // 2 + 1, tokens_out=len(text) // 2 + 1)

    async def close(self) -> None:
        self.closed = True

    async def _text(self, reply: str | Act | dict[str, Any] | list[Any], asked: Asked) -> str:
        if isinstance(reply, str):
            return reply
        if not isinstance(reply, Act):
            return json.dumps(reply, ensure_ascii=False)
        if reply is Act.HANG:
            await self._hang()
        if reply is Act.ECHO_SCHEMA:
            return json.dumps(asked.schema, ensure_ascii=False)
        if reply is Act.ECHO_INPUT:
            return asked.messages[-1].get("content", "") if asked.messages else ""
        return ""

    async def _hang(self) -> None:
        try:
            async with asyncio.timeout(self._patience):
                await asyncio.Event().wait()
        except TimeoutError:
            raise ModelUnavailable(f"the scripted model did not answer within {self._patience} s") from None


def _in_turn(replies: list[Reply], then: Reply | None) -> Script:
    def answer(asked: Asked) -> Reply:
        if asked.number <= len(replies):
            return replies[asked.number - 1]
        if then is None:
            raise ModelReplyInvalid(f"the script has {len(replies)} replies, call {asked.number} was one too many")
        return then

    return answer


def thinking(text: str, thoughts: str = "The user said something. Let me see what to keep.") -> str:
    """`text` after thoughts, as reasoning models answer."""
    return f"<think>\n{thoughts}\n</think>\n\n{text}"


def fenced(text: str, before: str = "Here is the JSON:") -> str:
    """`text` in a code fence with a sentence before it."""
    return f"{before}\n```json\n{text}\n```\n"


def cut(text: str, share: float = 0.7) -> str:
    """`text` broken off after a share of it, as a reply that ran into its token limit."""
    return text[: int(len(text) * share)]

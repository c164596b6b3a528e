"""What the chat model has cost this process since the memory was opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from jiyi import spans
from jiyi.ports import ChatModel, Completion


@dataclass(slots=True)
class Spent:
    """Calls, those of them that gave nothing to use, and tokens as the endpoint counts them."""

    calls: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def answered(self, completion: Completion) -> None:
        """A call that was answered, whether or not the answer is of use."""
        self.calls += 1
        self.tokens_in += completion.tokens_in
        self.tokens_out += completion.tokens_out

    def fault(self, *, answered: bool) -> None:
        """A call that gave nothing to use; `answered` when the answer was there and already counted."""
        self.calls += not answered
        self.failed += 1

    def plain(self) -> dict[str, int]:
        return asdict(self)


async def complete(
    model: ChatModel, messages: Sequence[dict[str, str]], *, schema: dict[str, Any], max_tokens: int
) -> Completion:
    """A call of the model, with a span around it. Raises what the model raises."""
    with spans.span("chat", kind="CLIENT", gen_ai__operation__name="chat", gen_ai__request__model=model.name) as span:
        reply = await model.complete(messages, schema=schema, max_tokens=max_tokens)
        span.tell(gen_ai__usage__input_tokens=reply.tokens_in, gen_ai__usage__output_tokens=reply.tokens_out)
    return reply

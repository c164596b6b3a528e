"""What the chat model has cost this process since the memory was opened."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from jiyi.ports import Completion


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

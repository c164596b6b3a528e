"""The other processes of one `jiyi serve --workers N`: what each knows alone the others can ask for, over sockets in a
folder that only their owner can enter.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ANSWER_SECONDS = 2.0  # one that does not answer in time is left out
MOST_BYTES = 64 * 2**20  # of one answer
RATES = "rates"  # the file of the folder in which they count requests together
Answers = Callable[[str, dict[str, Any]], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """Which of how many processes this is, and the folder that they share."""

    folder: Path
    number: int
    count: int

    def socket(self, number: int) -> str:
        return str(self.folder / f"{number}.sock")


class Peers:
    """Without a place there are none."""

    def __init__(self, place: Place | None = None) -> None:
        self.place = place
        self._server: asyncio.Server | None = None

    async def open(self, answers: Answers) -> None:
        """From now on answer the others. `answers` gets a question's name and fields, and gives plain data."""
        if self.place is None:
            return

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                what, fields = json.loads(await reader.readline())
                writer.write(json.dumps(await answers(what, fields)).encode() + b"\n")
                await writer.drain()
            except (OSError, ValueError):  # it went away, or is no peer
                pass
            finally:
                writer.close()

        self._server = await asyncio.start_unix_server(answer, self.place.socket(self.place.number), limit=MOST_BYTES)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def ask(self, what: str, **fields: Any) -> dict[int, Any]:
        """What the others answer, by their numbers."""
        if self.place is None or self.place.count < 2:
            return {}
        numbers = [number for number in range(self.place.count) if number != self.place.number]
        found = await asyncio.gather(*(self._ask(number, what, fields) for number in numbers))
        return {number: answer[0] for number, answer in zip(numbers, found, strict=True) if answer}

    async def _ask(self, number: int, what: str, fields: dict[str, Any]) -> list[Any]:
        """The answer in a list; nothing when there is none."""
        assert self.place is not None
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                reader, writer = await asyncio.open_unix_connection(self.place.socket(number), limit=MOST_BYTES)
                try:
                    writer.write(json.dumps([what, fields]).encode() + b"\n")
                    line = await reader.readline()
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            return []
        return [json.loads(line)] if line else []

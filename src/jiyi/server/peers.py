"""The other processes of one `jiyi serve --workers N`: what each knows alone the others can ask for, over sockets in a
folder that only their owner can enter.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

log = logging.getLogger("jiyi.server")
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
        self._closed = False
        self._answering: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def open(self, answers: Answers) -> None:
        """From now on answer the others. `answers` gets a question's name and fields, and gives plain data."""
        if self.place is None:
            return

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError, ValueError):  # it went away, or is no peer
                what, fields = json.loads(await reader.readline())
                writer.write(json.dumps(await answers(what, fields)).encode() + b"\n")
                await writer.drain()

        def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            """The connection is closed at the end, also when that comes before the first step of the answer."""
            if self._closed:
                writer.close()
                return
            task = asyncio.create_task(answer(reader, writer), name="jiyi-peer")
            self._answering[task] = writer
            task.add_done_callback(self._answered)

        self._server = await asyncio.start_unix_server(accepted, self.place.socket(self.place.number), limit=MOST_BYTES)

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._answering.pop(task).close()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error(json.dumps({"event": "broken", "peer": True, "error": type(error).__name__}))

    async def close(self) -> None:
        """Answer no more; what is being answered is given up."""
        if self._server is None:
            return
        self._closed = True  # a connection may be half way in
        self._server.close()
        answering = list(self._answering.items())
        for task, _ in answering:
            task.cancel()
        for task, writer in answering:
            await asyncio.wait((task,))
            with contextlib.suppress(OSError):
                await writer.wait_closed()

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

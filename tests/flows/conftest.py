"""An open memory on each store, with the bundled model loaded once for all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.settings import Settings


class Clock:
    """A clock that a test sets. Each look at it is a millisecond later, so that times order what happened."""

    def __init__(self) -> None:
        self.now = datetime(2026, 6, 1, 8, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now

    def forward(self, **amount: float) -> None:
        self.now += timedelta(**amount)


@pytest.fixture(scope="session")
def embedder() -> Iterator[LocalEmbedder]:
    yield LocalEmbedder()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return ":memory:" if request.param == "memory" else str(tmp_path / "jiyi.db")


@pytest.fixture
async def memory(url: str, embedder: LocalEmbedder, clock: Clock) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory.open(url, Settings(), embedder=embedder, clock=clock) as opened:
        yield opened

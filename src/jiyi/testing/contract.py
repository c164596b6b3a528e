"""How the contract suites get the store that they test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from jiyi.ports import Store


class Contract:
    """Base of the suites. A subclass says how a store is made."""

    persistent = False  # a second store for the same folder sees what the first one kept

    def make(self, folder: Path) -> Store:
        """A store, not yet open, that keeps its things in `folder`."""
        raise NotImplementedError

    @pytest_asyncio.fixture
    async def store(self, tmp_path: Path) -> AsyncIterator[Store]:
        """An empty, open store."""
        made = self.make(tmp_path)
        await made.open()
        yield made
        await made.close()

    @pytest_asyncio.fixture
    async def twin(self, store: Store, tmp_path: Path) -> AsyncIterator[Store]:
        """A second store on the same data, as another process would have it; the same one where that cannot be."""
        if not self.persistent:
            yield store
            return
        made = self.make(tmp_path)
        await made.open()
        yield made
        await made.close()


asynchronous = pytest.mark.asyncio

"""What the flows work with, gathered once when a memory is opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from jiyi.flows.locks import UserLocks
from jiyi.flows.recall import Recaller
from jiyi.flows.spent import Spent
from jiyi.indexes.large import LargeUsers
from jiyi.indexes.uses import Uses
from jiyi.indexes.working_set import WorkingSets
from jiyi.ports import ChatModel, Clock, Embedder, Reranker, Store, Tokenizer
from jiyi.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The engines and settings of one open memory. `wake` is set when a job was committed in this process.
    `owned` are those that were opened here, and so are closed here, in this order."""

    store: Store
    embedder: Embedder
    sets: WorkingSets
    recaller: Recaller
    uses: Uses
    tokenizer: Tokenizer
    count: Callable[[str], int]  # the tokenizer's, remembering what it counted
    settings: Settings
    clock: Clock
    model: ChatModel | None = None
    large: LargeUsers | None = None
    url: str | None = field(default=None, repr=False)  # where the store is, with what is needed for connecting
    owned: tuple[Embedder | ChatModel | Reranker | Store | LargeUsers, ...] = ()
    spent: Spent = field(default_factory=Spent)  # by the model
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    locks: UserLocks = field(default_factory=UserLocks)

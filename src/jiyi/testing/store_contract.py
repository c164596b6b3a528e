"""What every store must do: the docstrings of `jiyi.ports.Store`, sentence by sentence.

To test an engine, subclass and say how to make one:

    class TestMyStore(StoreContract):
        def make(self, folder):            # called for each test; `folder` is empty and the test's own
            return MyStore(folder / "x")

Set `persistent = True` when a second store made for the same folder must see what the first one kept.
"""

from __future__ import annotations

from jiyi.testing.conversation_contract import ConversationContract
from jiyi.testing.copying_contract import CopyingContract
from jiyi.testing.knowledge_contract import KnowledgeContract
from jiyi.testing.lifecycle_contract import LifecycleContract
from jiyi.testing.standing_contract import StandingContract
from jiyi.testing.strangers_contract import StrangersContract
from jiyi.testing.work_contract import WorkContract


class StoreContract(
    LifecycleContract,
    ConversationContract,
    KnowledgeContract,
    WorkContract,
    StrangersContract,
    CopyingContract,
    StandingContract,
):
    """All of it."""
